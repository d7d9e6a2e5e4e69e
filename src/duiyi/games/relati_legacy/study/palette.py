"""The palette of relati legacy: pieces by status; whose turn, who is eliminated or out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any, ClassVar

from duiyi.boards.square import square
from duiyi.core.errors import BadPosition
from duiyi.core.message import Message, message
from duiyi.core.study.palette import (
    Arrangement,
    Field,
    Operation,
    integer,
    options_of,
    out_field,
    seat_offers,
    seats_in,
    setting,
    turn_field,
)
from duiyi.core.view import View
from duiyi.games.order import SYMBOLS
from duiyi.games.palettes import SquarePalette, key_of, pieces_of, sides_of
from duiyi.games.relati_legacy import position
from duiyi.games.relati_legacy import view as shown
from duiyi.games.relati_legacy.sides import Side


class LegacyPalette(SquarePalette):
    game_id = "relati-legacy"
    marks: ClassVar = {
        "normal": ("", ""),
        "source": ("source", ""),
        "shield": ("shield", ""),
        "weapon": ("weapon", ""),
        "bomb": ("bomb", ""),
        "dead": ("dead", ""),
    }
    mover = "owner"
    hint = "palette.hint"

    def read(self, game: Any, text: str) -> Arrangement:
        found = position.read(text)
        options, sides = found["options"], found["sides"]
        return Arrangement(
            len(sides),
            options.json(),
            pieces_of(square(options.size), sides),
            {
                "owner": found["owner"],
                "turn": found["turn"],
                "gone": tuple(sorted(found["gone"])),
                "out": tuple(sorted(found["out"])),
            },
        )

    def loose(self, game: Any, arrangement: Arrangement) -> Any:
        options, fields = options_of(game, arrangement), arrangement.fields
        return game.position(
            options,
            sides_of(square(options.size), arrangement, Side),  # type: ignore[attr-defined]
            integer(fields["owner"]),
            integer(fields["turn"]),
            seats_in(fields["gone"]),
            seats_in(fields["out"]),
        )

    def own_fields(self, game: Any, arrangement: Arrangement) -> Iterable[Field]:
        seats = seat_offers(SYMBOLS[: arrangement.seats])
        yield Field("owner", "seat", message("palette.mover"), seats)
        yield turn_field()
        yield Field("gone", "seats", message("relati-legacy:palette.gone"), seats)
        yield out_field(seats)

    def drawn(self, game: Any, arrangement: Arrangement, said: Message) -> View:
        state = self.loose(game, arrangement)
        view = self.linked(game, arrangement, said, shown.edges(state))
        return replace(view, pieces=tuple(shown.pieces(state)), areas=tuple(shown.areas(state)))

    def repairs(
        self, game: Any, arrangement: Arrangement, problem: BadPosition
    ) -> Iterator[tuple[Operation, ...]]:
        sites = problem.sites
        match key_of(problem):
            case "two-sources":
                yield self.instead(arrangement, sites[-1], "normal")
                yield self.instead(arrangement, sites[0], "dead")
            case "no-source":
                yield self.instead(arrangement, sites[0], "source")
                yield self.instead(arrangement, sites[0], "dead")
            case "gone-can-act" | "owner-gone" | "nobody-left":
                gone = seats_in(arrangement.fields["gone"])
                for seat in sorted(gone):
                    yield (setting("gone", tuple(sorted(gone - {seat}))),)
                out = seats_in(arrangement.fields["out"])
                for seat in sorted(out):
                    yield (setting("out", tuple(sorted(out - {seat}))),)


PALETTE = LegacyPalette()
