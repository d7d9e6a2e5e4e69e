"""The palette of atom: atoms onto the lattices of trays; life, holdings, and the phase of a turn.

An atom belongs to whom the tray belongs, so the box has one row. What a phase has still to be done
is said by fields of its own, which are there while it is that phase.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Any

from duiyi.boards.triangle import Point, neighbours
from duiyi.core.errors import BadPosition
from duiyi.core.message import Message, message
from duiyi.core.study.palette import (
    Arrangement,
    Field,
    FieldValue,
    Operation,
    Palette,
    Placed,
    Stock,
    integer,
    options_of,
    put,
    remove,
    seat_offers,
    setting,
    turn_field,
)
from duiyi.core.view import Stone, View
from duiyi.games.atom import position
from duiyi.games.atom import view as shown
from duiyi.games.atom.cells import CELLS, COLOURS, Side, atom_site, cell_of
from duiyi.games.atom.study.phase_fields import phase_fields, phase_of, values_of
from duiyi.games.atom.words.names import SYMBOLS

FARTHEST = 120
"""Twice as far as any cap reaches: what is too large can be drawn, and said to be."""
LAST_TURN = 9_999
MOST_LIFE = 999
MOST_HELD = 9_999
_site = re.compile(r"([01])\.([123]):(0|-?[1-9][0-9]{0,2}),(0|-?[1-9][0-9]{0,2})")


class AtomPalette(Palette):
    mover = "owner"
    hint = "palette.hint"

    def read(self, game: Any, text: str) -> Arrangement:
        found = position.read(text)
        pieces = {
            atom_site(seat, number, (r, h)): Placed(colour)
            for seat, side in enumerate(found["sides"])
            for number in CELLS
            for r, h, colour in side.cells[number]
        }
        fields: dict[str, FieldValue] = {
            "owner": (found["turn"] - 1) % 2,
            "turn": found["turn"],
            "phase": "choose",
            "out": next(iter(found.get("out", ())), None),
        }
        for seat, side in enumerate(found["sides"]):
            fields[f"life.{seat}"] = side.life
            for colour, count in zip(COLOURS, side.held, strict=True):
                fields[f"held.{seat}.{colour}"] = count
        fields |= values_of(found["phase"])
        return Arrangement(2, found["options"].json(), pieces, fields)

    def write(self, game: Any, arrangement: Arrangement) -> str:
        text: str = self.loose(game, arrangement).dump()
        return text

    def loose(self, game: Any, arrangement: Arrangement) -> Any:
        """What the arrangement says, as a state, whether the rules allow it or not."""
        fields, out = arrangement.fields, arrangement.fields["out"]
        start = game.start(**dict(options_of(game, arrangement).items()))
        return dataclasses.replace(
            start,
            sides=(_side(arrangement, 0), _side(arrangement, 1)),
            turn=integer(fields["turn"], 1),
            phase=phase_of(fields),
            out=frozenset({out} if type(out) is int else ()),
        )

    def stocks(self, game: Any, seats: int, options: Any) -> Sequence[Stock]:
        return _stocks()

    def symbols(self, game: Any, seats: int) -> Sequence[str]:
        return SYMBOLS

    def is_site(self, game: Any, seats: int, options: Any, site: str) -> bool:
        point = _point(site)
        return point is not None and max(map(abs, point[2])) <= FARTHEST

    def own_fields(self, game: Any, arrangement: Arrangement) -> Iterable[Field]:
        yield Field("owner", "seat", message("palette.mover"), seat_offers(SYMBOLS))
        yield turn_field(LAST_TURN)
        yield from phase_fields(arrangement.fields)
        out = seat_offers(SYMBOLS, nobody=True)
        yield Field("out", "seat", message("palette.out"), out, group="options")
        for seat in (0, 1):
            life = message("atom:meter.life")
            yield Field(
                f"life.{seat}", "number", life, (), -99, MOST_LIFE, owner=seat, group="meters"
            )
            for colour in COLOURS:
                yield Field(
                    f"held.{seat}.{colour}",
                    "number",
                    message("atom:palette.held", colour=message(f"atom:colour.{colour}")),
                    (),
                    0,
                    MOST_HELD,
                    owner=seat,
                    glyph=shown.GLYPHS[colour],
                    group="meters",
                )

    def changed(self, game: Any, arrangement: Arrangement, field: str) -> Arrangement:
        """Turns alternate: the number says whose turn it is, and the other way round."""
        turn, owner = integer(arrangement.fields["turn"], 1), arrangement.fields["owner"]
        if (turn - 1) % 2 == owner:
            return arrangement
        if field == "owner":
            return arrangement.with_fields(turn=turn + 1 if turn == 1 else turn - 1)
        return arrangement.with_fields(owner=(turn - 1) % 2)

    def drawn(self, game: Any, arrangement: Arrangement, said: Message) -> View:
        state = self.loose(game, arrangement)
        return View(
            actor=state.owner,
            owner=state.owner,
            turn=state.turn,
            seats=state.seat_views(SYMBOLS),
            prompt=said,
            sites=self._sites(state),
            pieces=tuple(shown.pieces(state)),
            edges=(*shown.bonds(state), *shown.brackets(state)),
            meters=tuple(shown.meters(state)),
        )

    def shown(self, game: Any, arrangement: Arrangement, view: View) -> View:
        return dataclasses.replace(view, sites=self._sites(self.loose(game, arrangement)))

    def _sites(self, state: Any) -> tuple[Any, ...]:
        """The trays with every point on which an atom may be put next."""
        return tuple(shown.sites(state, _points))

    def repairs(
        self, game: Any, arrangement: Arrangement, problem: BadPosition
    ) -> Iterator[tuple[Operation, ...]]:
        fields = arrangement.fields
        match problem.message.key.rpartition(".")[2]:
            case "cell":
                yield tuple(remove(site) for site in problem.sites)
                yield (put(problem.sites[0], "K"),)
            case "life":
                for seat in (0, 1):
                    if integer(fields[f"life.{seat}"]) <= 0:
                        yield (setting(f"life.{seat}", 1),)
                yield (setting("phase", "over"),)
                if fields["out"] is not None:
                    yield (setting("out", None),)
            case "phase" | "turn":
                yield (setting("phase", "act"), setting("attacks", 0))
                yield (setting("phase", "choose"),)
                yield (setting("turn", 2),)


def _points(state: Any, seat: int, number: int) -> list[Point]:
    cell = state.sides[seat].cells[number]
    if not cell:
        return [(0, 0)]
    taken = {(r, h) for r, h, _ in cell}
    return sorted(taken | {near for point in taken for near in neighbours(point)})


def _point(site: str) -> tuple[int, int, Point] | None:
    """Seat, cell and lattice point of a site."""
    found = _site.fullmatch(site)
    if found is None:
        return None
    seat, number, r, h = map(int, found.groups())
    return None if (r - h) % 2 else (seat, number - 1, (r, h))


def _side(arrangement: Arrangement, seat: int) -> Side:
    fields = arrangement.fields
    cells: list[list[tuple[int, int, str]]] = [[], [], []]
    for site, placed in arrangement.pieces.items():
        point = _point(site)
        if point is not None and point[0] == seat:
            cells[point[1]].append((*point[2], placed.kind))
    first, second, third = map(cell_of, cells)
    black, red, blue, green = (integer(fields[f"held.{seat}.{c}"]) for c in COLOURS)
    life = integer(fields[f"life.{seat}"])
    return Side(life, (black, red, blue, green), (first, second, third))


@cache
def _stocks() -> tuple[Stock, ...]:
    return tuple(
        Stock(colour, None, message(f"atom:colour.{colour}"), (Stone(shown.GLYPHS[colour], 0),))
        for colour in COLOURS
    )


PALETTE = AtomPalette()
