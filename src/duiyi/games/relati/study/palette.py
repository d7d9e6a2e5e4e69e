"""The palette of relati: symbols by their marks; whose turn, bonuses, an open chain of shots."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator
from typing import Any, ClassVar

from duiyi.boards.square import bits
from duiyi.core.errors import BadPosition
from duiyi.core.message import Message, message
from duiyi.core.study.palette import (
    Arrangement,
    Field,
    FieldValue,
    Operation,
    integer,
    options_of,
    out_field,
    remove,
    seat_offers,
    seats_in,
    setting,
    turn_field,
)
from duiyi.core.view import View
from duiyi.games.order import SYMBOLS, symbol
from duiyi.games.palettes import (
    SquarePalette,
    key_of,
    last_mover,
    moved_last,
    pieces_of,
    read_last,
    sides_of,
    write_last,
)
from duiyi.games.relati import position
from duiyi.games.relati import view as shown
from duiyi.games.relati.links import board_of, reaches_of
from duiyi.games.relati.symbols import Chain, Side

MOST = 90_000


class RelatiPalette(SquarePalette):
    game_id = "relati"
    marks: ClassVar = {
        "plain": ("", ""),
        "root": ("root", ""),
        "ready": ("cannon", "1"),
        "spent": ("spent", "0"),
        "dead": ("dead", ""),
    }
    mover = "actor"
    hint = "palette.hint"

    def read(self, game: Any, text: str) -> Arrangement:
        found = position.read(text)
        seats, chain = len(found["sides"]), found.get("chain")
        board = board_of(seats)
        fields: dict[str, FieldValue] = {
            "actor": found["actor"],
            "last": read_last(found["last"]),
            "turn": found["turn"],
            "out": tuple(sorted(found.get("out", ()))),
            "bonus": found.get("bonus", 0),
            "chain": board.label(chain.cannon) if chain else "",
            "shells": chain.shells if chain else 1,
            "passed": tuple(board.label(cell) for cell in bits(chain.passed)) if chain else (),
        }
        lost = chain.lost if chain and len(chain.lost) == seats else (0,) * seats
        fields |= {f"before.{seat}": count for seat, count in enumerate(lost)}
        options = found["options"].json()
        return Arrangement(seats, options, pieces_of(board, found["sides"]), fields)

    def loose(self, game: Any, arrangement: Arrangement) -> Any:
        board, fields = board_of(arrangement.seats), arrangement.fields
        sides = sides_of(board, arrangement, Side)
        actor, options = fields["actor"], options_of(game, arrangement)
        return dataclasses.replace(
            game.start(arrangement.seats, **dict(options.items())),
            sides=sides,
            reaches=reaches_of(sides),
            actor=actor if type(actor) is int else None,
            last=write_last(fields["last"]),
            turn=integer(fields["turn"]),
            out=seats_in(fields["out"]),
            bonus=integer(fields["bonus"]),
            chain=_chain(arrangement),
        )

    def own_fields(self, game: Any, arrangement: Arrangement) -> Iterable[Field]:
        symbols = SYMBOLS[: arrangement.seats]
        anybody = seat_offers(symbols, nobody=True)
        yield Field("actor", "seat", message("palette.mover"), anybody)
        yield Field("last", "seat", message("palette.last"), anybody)
        yield turn_field()
        yield out_field(seat_offers(symbols))
        options = arrangement.options
        if options.get("continuous") or arrangement.fields.get("bonus"):
            name = message("relati:palette.bonus")
            yield Field("bonus", "number", name, (), 0, MOST, group="meters")
        if options.get("chain") or arrangement.fields.get("chain"):
            yield Field("chain", "site", message("relati:palette.chain"), group="meters")
            if arrangement.fields.get("chain"):
                yield from _chain_fields(arrangement)

    def changed(self, game: Any, arrangement: Arrangement, field: str) -> Arrangement:
        return arrangement if field else last_mover(arrangement)

    def drawn(self, game: Any, arrangement: Arrangement, said: Message) -> View:
        state = self.loose(game, arrangement)
        return self.linked(game, arrangement, said, shown.links(state, shown.webs_of(state)))

    def repairs(
        self, game: Any, arrangement: Arrangement, problem: BadPosition
    ) -> Iterator[tuple[Operation, ...]]:
        sites = problem.sites
        match key_of(problem):
            case "two-roots":
                yield self.instead(arrangement, sites[-1], "plain")
                yield self.instead(arrangement, sites[0], "plain")
            case "no-root":
                for site in sites[:2]:
                    yield self.instead(arrangement, site, "root")
            case "lost-cannon":
                yield self.instead(arrangement, sites[0], "dead")
                yield self.instead(arrangement, sites[0], "plain")
            case "no-cannons":
                yield (setting("option.cannon", True),)
                plain = [op for site in sites for op in self.instead(arrangement, site, "plain")]
                yield tuple(plain)
            case "no-deaths":
                yield (setting("option.cannon", True),)
                yield tuple(remove(site) for site in sites)
            case "no-bonus":
                yield (setting("bonus", 0),)
                yield (setting("option.continuous", True),)
            case "last":
                yield from moved_last(arrangement)
            case "open-action" | "chain":
                yield (setting("bonus", 0), setting("chain", ""))
                yield (setting("chain", ""),)
                yield (setting("bonus", 0),)


def _chain_fields(arrangement: Arrangement) -> Iterator[Field]:
    def named(key: str, **params: Message) -> Message:
        return message(f"relati:palette.{key}", **params)

    yield Field("shells", "number", named("shells"), (), 1, MOST, group="meters")
    yield Field("passed", "sites", named("passed"), group="meters")
    for seat in range(arrangement.seats):
        name = named("before", symbol=symbol(seat))
        yield Field(f"before.{seat}", "number", name, (), 0, MOST, owner=seat, group="meters")


def _chain(arrangement: Arrangement) -> Chain | None:
    board, fields = board_of(arrangement.seats), arrangement.fields
    cannon = board.cell(str(fields["chain"]))
    if cannon is None:
        return None
    passed = fields["passed"]
    cells = [board.cell(str(site)) for site in passed] if isinstance(passed, tuple) else []
    return Chain(
        cannon,
        integer(fields["shells"], 1),
        sum(1 << cell for cell in cells if cell is not None),
        tuple(integer(fields[f"before.{seat}"]) for seat in range(arrangement.seats)),
    )


PALETTE = RelatiPalette()
