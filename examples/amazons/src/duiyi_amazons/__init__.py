"""The Game of the Amazons for duiyi: a whole turn is one token, such as `D1-D7/G7`.

An amazon moves like the queen of chess, then shoots an arrow in the same way. Nobody passes over
amazons or arrows. Whoever cannot move loses. Row 1 is at the bottom, as in the books.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Self

from duiyi.boards.square import SquareBoard, square
from duiyi.core import (
    BadPosition,
    CellsPalette,
    Geometry,
    Meter,
    Options,
    Seat,
    SimpleGame,
    SimpleState,
    Violation,
    choice,
    rearranged,
)

EMPTY, ARROW = ".x"
AMAZONS = 4


@dataclass(frozen=True)
class AmazonsOptions(Options):
    size: str = choice("10", "8", "6")

    @property
    def squares(self) -> SquareBoard:
        return square(int(self.size))


@dataclass(frozen=True)
class AmazonsState(SimpleState):
    """`cells` has a character for each cell: a seat's amazon, an arrow, or a dot."""

    options: AmazonsOptions
    cells: str = ""

    def moves(self) -> Iterator[str]:
        label = self.options.squares.labels
        for source in self.amazons(self.owner):
            lifted = put(self.cells, source, EMPTY)
            for target in self.reach(source):
                start = f"{label[source]}-{label[target]}/"
                for arrow in self.reach(target, lifted):
                    yield start + label[arrow]

    def move(self, token: str) -> Self:
        source, target, arrow = map(self.options.squares.labels.index, self.path(token))
        cells = put(put(self.cells, source, EMPTY), target, str(self.owner))
        later = self.next(cells=put(cells, arrow, ARROW))
        if not later.can_move(later.owner):
            return self.won_by(self.owner, cells=later.cells)
        return later

    def board(self) -> Mapping[str, tuple[str, Seat | None]]:
        glyphs = {ARROW: ("arrow", None), "0": ("white", 0), "1": ("black", 1)}
        cells = zip(self.options.squares.labels, self.cells, strict=True)
        return {label: glyphs[cell] for label, cell in cells if cell != EMPTY}

    def meters(self) -> Sequence[Meter]:
        """In how many cells one move can end, while the game goes on and when it is over."""
        return [
            Meter(self.say("meter.reach"), len(self.reached(seat)), seat)
            for seat in range(self.seats)
        ]

    def reason(self, token: str) -> Violation:
        source, *further = self.path(token)
        cell = self.options.squares.labels.index
        if self.cells[cell(source)] != str(self.owner):
            symbol = self.symbol(self.owner)
            return self.breach("not-yours", source, site=source, symbol=symbol)
        if not [*self.reach(cell(source))]:
            return self.breach("stuck", source, site=source)
        if further and cell(further[0]) not in self.reach(cell(source)):
            return self.breach("no-move", source, further[0], site1=source, site2=further[0])
        if len(further) == 2:
            return self.breach("no-shot", *further, site1=further[0], site2=further[1])
        return self.breach("not-a-turn", token=token)

    def promise(self, seat: Seat) -> float:
        """The seat's part of the cells that one move can reach."""
        reached = [len(self.reached(each)) for each in range(self.seats)]
        return reached[seat] / (sum(reached) or 1)

    def valid(self) -> bool:
        return set(self.cells) <= set(".x01") and len(self.cells) == len(self.options.squares.cells)

    def problems(self) -> Iterator[BadPosition]:
        for seat in range(self.seats):
            own = [self.options.squares.labels[cell] for cell in self.amazons(seat)]
            said = self.say("bad-position.amazons", symbol=self.symbol(seat), count=len(own))
            if len(own) != AMAZONS:
                yield BadPosition(said, own)

    def mapped(self, to: Mapping[str, str]) -> Self:
        cells = rearranged(self.cells, self.options.squares.labels, to)
        return dataclasses.replace(self, cells=cells)

    def amazons(self, seat: Seat) -> Iterable[int]:
        return [cell for cell, owner in enumerate(self.cells) if owner == str(seat)]

    def reach(self, source: int, cells: str = "") -> Iterator[int]:
        """The cells that an amazon or an arrow can come to from here, line by line."""
        cells = cells or self.cells
        for line in self.options.squares.lines[source].values():
            for cell in line:
                if cells[cell] != EMPTY:
                    break
                yield cell

    def reached(self, seat: Seat) -> set[int]:
        return {cell for source in self.amazons(seat) for cell in self.reach(source)}

    def can_move(self, seat: Seat) -> bool:
        """Who can move can also shoot: back to where the amazon came from."""
        return any(True for source in self.amazons(seat) for _ in self.reach(source))


def put(cells: str, cell: int, what: str) -> str:
    return cells[:cell] + what + cells[cell + 1 :]


@cache
def start(squares: SquareBoard) -> str:
    """Four amazons each, around the corners: on 10 by 10 white's are A4, D1, G1 and J4."""
    size, cells = squares.size, EMPTY * len(squares.cells)
    near, far, last = size // 2 - 2, size // 2 + 1, size - 1
    for column, row in ((0, near), (near, 0), (far, 0), (last, near)):
        cells = put(put(cells, row * size + column, "0"), (last - row) * size + column, "1")
    return cells


@cache
def upright(squares: SquareBoard) -> Geometry:
    """The board with row 1 at the bottom."""

    def turned(y: float) -> float:
        return squares.size - y

    sites = [
        dataclasses.replace(
            site, y=turned(site.y), outline=tuple((x, turned(y)) for x, y in site.outline)
        )
        for site in squares.geometry.sites
    ]
    return Geometry(tuple(sites), squares.geometry.lines)


class Amazons(SimpleGame):
    id = "amazons"
    options = AmazonsOptions
    state = AmazonsState
    symbols = ("white", "black")
    look = "amazons"
    palette = CellsPalette("cells", {ARROW: "arrow"})

    def setup(self, seats: int, options: AmazonsOptions) -> AmazonsState:
        return AmazonsState(self, seats, options, cells=start(options.squares))

    def geometry(self, seats: int, options: AmazonsOptions) -> Geometry:
        return upright(options.squares)

    def site_maps(self, seats: int, options: AmazonsOptions) -> Iterable[Mapping[str, str]]:
        return options.squares.site_maps


GAME = Amazons()
