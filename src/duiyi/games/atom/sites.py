"""Where the atoms of atom are shown: six trays of one scale, and the atoms each player holds.

Site ids: `0.1` is the tray of player 0's first cell, `0.1:0,2` a lattice point in it, `0.K` the
blacks that he holds. An id stays as long as the point does.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from duiyi.boards.triangle import Point, place
from duiyi.core.state import Seat
from duiyi.core.view import Site
from duiyi.games.atom.actions import at
from duiyi.games.atom.cells import COLOURS, free_points
from duiyi.games.atom.phases import Placing
from duiyi.games.atom.side import CELLS

if TYPE_CHECKING:
    from duiyi.games.atom.rules import AtomState

SMALLEST = 4.0
"""The lattice of a tray is never narrower or lower than this."""
MARGIN = 0.7
BRACKET = 1.1
"""Room for the attack at the left of a tray, and for the defence below."""
GAP = 0.6
HOLDING = 1.2
"""The height of the row of held atoms."""


def cell_site(seat: Seat, number: int) -> str:
    return f"{seat}.{number + 1}"


def atom_site(seat: Seat, number: int, point: Point) -> str:
    return f"{cell_site(seat, number)}:{at(point)}"


def held_site(seat: Seat, colour: str) -> str:
    return f"{seat}.{colour}"


def points(state: AtomState, seat: Seat, number: int) -> list[Point]:
    """The points of a cell that are shown: its atoms, and where the placing player may place."""
    cell = state.sides[seat].cells[number]
    shown = [(r, h) for r, h, _ in cell]
    phase = state.phase
    if isinstance(phase, Placing) and phase.placements and seat == state.owner:
        options = state.options
        shown += free_points(cell, options.max_height, options.max_width)
    return sorted(shown)


def sites(state: AtomState) -> Iterator[Site]:
    """All six trays as large as the largest needs; player 1 above, player 0 below."""
    trays = {(seat, n): points(state, seat, n) for seat in (0, 1) for n in CELLS}
    wide = max(SMALLEST, *(_span([place(p)[0] for p in shown]) for shown in trays.values()))
    high = max(SMALLEST, *(_span([place(p)[1] for p in shown]) for shown in trays.values()))
    width, height = wide + 2 * MARGIN + BRACKET, high + 2 * MARGIN + BRACKET
    for (seat, number), shown in trays.items():
        x = number * (width + GAP) + width / 2
        y = HOLDING + GAP + height / 2 + (0 if seat else height + GAP)
        yield _tray(cell_site(seat, number), x, y, width, height)
        x, y = x + BRACKET / 2, y - BRACKET / 2
        middle_x = _middle([place(p)[0] for p in shown])
        middle_y = _middle([place(p)[1] for p in shown])
        for point in shown:
            right, down = place(point)
            id_, group = atom_site(seat, number, point), cell_site(seat, number)
            yield Site(id_, x + right - middle_x, y + down - middle_y, at(point), group)
    below = HOLDING + 3 * GAP + 2 * height + HOLDING / 2
    for seat in (0, 1):
        for index, colour in enumerate(COLOURS):
            x, y = (2 * index + 0.5) * HOLDING, HOLDING / 2 if seat else below
            yield Site(held_site(seat, colour), x, y, colour, f"{seat}.held")


def _tray(id_: str, x: float, y: float, width: float, height: float) -> Site:
    a, b = width / 2, height / 2
    outline = ((x - a, y - b), (x + a, y - b), (x + a, y + b), (x - a, y + b))
    return Site(id_, x, y, id_[2:], id_, outline)


def _span(values: list[float]) -> float:
    return max(values) - min(values) if values else 0.0


def _middle(values: list[float]) -> float:
    return (max(values) + min(values)) / 2 if values else 0.0
