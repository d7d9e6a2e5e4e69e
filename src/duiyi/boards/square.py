"""Square boards: cells A1, B1, …, their 8 neighbours, and the paths that links follow.

A cell is an index, row by row from the top left; a set of cells is an integer whose bit `i`
stands for cell `i`. F (front) is up, towards smaller numbers; B down, L left, R right.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property

from duiyi.core.view import Geometry, Site

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
ADJACENT = "F B L R FR FL BR BL"
STRAIGHT = "F-FF B-BB L-LL R-RR FL-FFLL FR-FFRR BL-BBLL BR-BBRR"
STABLE = (  # 直拐形, 拐直形, 拐拐形
    "F-FF-FFR F-FF-FFL B-BB-BBR B-BB-BBL L-LL-FLL L-LL-BLL R-RR-FRR R-RR-BRR",
    "F-FR-FRR F-FL-FLL B-BL-BLL B-BR-BRR L-FL-FFL L-BL-BBL R-FR-FFR R-BR-BBR",
    "F-FR-FFR F-FL-FFL B-BL-BBL B-BR-BBR L-FL-FLL L-BL-BLL R-FR-FRR R-BR-BRR",
)
RAYS = "FBLR"
DIRECTIONS = tuple(ADJACENT.split())
_label = re.compile(r"([A-Z])([1-9][0-9]?)")


@dataclass(frozen=True, slots=True)
class Path:
    """A way from a cell to another: the cells between, and what kind of path it is."""

    end: int
    via: tuple[int, ...]
    kind: str
    via_bits: int
    end_bit: int


def bits(cells: int) -> Iterator[int]:
    """The cells of a set, in order."""
    while cells:
        low = cells & -cells
        yield low.bit_length() - 1
        cells ^= low


def offset(direction: str) -> tuple[int, int]:
    """`FFR` as columns to the right and rows downwards: (1, -2)."""
    count = direction.count
    return count("R") - count("L"), count("B") - count("F")


class SquareBoard:
    """All that is fixed about a board of `size` × `size` cells."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.cells = range(size * size)
        self.full = (1 << size * size) - 1
        self._first_column = sum(1 << row * size for row in range(size))
        self._not_first = self.full & ~self._first_column
        self._not_last = self.full & ~(self._first_column << size - 1)

    def step(self, cell: int, direction: str) -> int | None:
        """The cell in that direction, if the board has it."""
        right, down = offset(direction)
        row, column = divmod(cell, self.size)
        row, column = row + down, column + right
        if 0 <= row < self.size and 0 <= column < self.size:
            return row * self.size + column
        return None

    def label(self, cell: int) -> str:
        return self.labels[cell]

    @cached_property
    def labels(self) -> tuple[str, ...]:
        n = self.size
        return tuple(f"{LETTERS[cell % n]}{cell // n + 1}" for cell in self.cells)

    @cached_property
    def _by_label(self) -> dict[str, int]:
        return {label: cell for cell, label in enumerate(self.labels)}

    def cell(self, label: str) -> int | None:
        """The cell that a label names, if the board has it."""
        return self._by_label.get(label)

    def near(self, cells: int) -> int:
        """The set of all cells adjacent to one of these, themselves not counted."""
        row = cells | (cells & self._not_first) >> 1 | (cells & self._not_last) << 1
        return (row | row << self.size | row >> self.size) & self.full & ~cells

    @cached_property
    def _moves(self) -> dict[str, tuple[int, int]]:
        """For each of the eight directions the cells that can go there, and by how many bits."""
        kept = {-1: self._not_first, 0: self.full, 1: self._not_last}
        ways = ((direction, *offset(direction)) for direction in DIRECTIONS)
        return {
            direction: (kept[right], right + down * self.size) for direction, right, down in ways
        }

    def moved(self, cells: int, direction: str) -> int:
        """The cells one step further in one of the eight directions."""
        kept, by = self._moves[direction]
        return (cells & kept) << by & self.full if by > 0 else (cells & kept) >> -by

    def swept(self, cells: int, passable: int) -> int:
        """The passable cells on straight lines of passable cells that begin beside one of these."""
        found = 0
        for direction in DIRECTIONS:
            front = self.moved(cells, direction) & passable
            while front:
                found |= front
                front = self.moved(front, direction) & passable
        return found

    def _paths(self, cell: int, ways: str, kind: str) -> Iterator[Path]:
        for way in ways.split():
            *between, last = way.split("-")
            end = self.step(cell, last)
            if end is None:
                continue
            # a path bends inside the rectangle of its ends, so its cells are on the board too
            via = tuple(self.size * offset(d)[1] + offset(d)[0] + cell for d in between)
            named = f"{kind}-diagonal" if kind != "stable" and _diagonal(last) else kind
            yield Path(end, via, named, sum(1 << v for v in via), 1 << end)

    @cached_property
    def neighbours(self) -> tuple[tuple[int, ...], ...]:
        """For each cell its 8 neighbours, in the order of the seeds' lists."""
        return tuple(
            tuple(p.end for p in self._paths(cell, ADJACENT, "adjacent")) for cell in self.cells
        )

    @cached_property
    def paths(self) -> tuple[tuple[Path, ...], ...]:
        """For each cell its 8 adjacent, 8 straight and 24 stable paths, in the seeds' order."""
        kinds = ((ADJACENT, "adjacent"), (STRAIGHT, "straight"), *((s, "stable") for s in STABLE))
        return tuple(
            tuple(path for ways, kind in kinds for path in self._paths(cell, ways, kind))
            for cell in self.cells
        )

    @cached_property
    def rays(self) -> tuple[dict[str, tuple[int, ...]], ...]:
        """For each cell and each of F, B, L, R the cells in that direction, nearest first."""

        return tuple({d: tuple(self._ray(cell, d)) for d in RAYS} for cell in self.cells)

    @cached_property
    def lines(self) -> tuple[dict[str, tuple[int, ...]], ...]:
        """For each cell and each of the eight directions the cells there, nearest first."""
        return tuple({d: tuple(self._ray(cell, d)) for d in DIRECTIONS} for cell in self.cells)

    @cached_property
    def line_bits(self) -> dict[str, tuple[int, ...]]:
        """For each of the eight directions and each cell the set of the cells there."""
        return {
            d: tuple(sum(1 << other for other in lines[d]) for lines in self.lines)
            for d in DIRECTIONS
        }

    def _ray(self, cell: int, direction: str) -> Iterator[int]:
        following = self.step(cell, direction)
        while following is not None:
            yield following
            following = self.step(following, direction)

    @cached_property
    def symmetries(self) -> tuple[tuple[int, ...], ...]:
        """The eight ways to turn the board or to turn it over: for each cell where it goes.

        The first leaves it as it is.
        """
        last, found = self.size - 1, []
        for over in (False, True):
            for turns in range(4):
                places = []
                for cell in self.cells:
                    row, column = divmod(cell, self.size)
                    row, column = (column, row) if over else (row, column)
                    for _ in range(turns):
                        row, column = column, last - row
                    places.append(row * self.size + column)
                found.append(tuple(places))
        return tuple(found)

    def turned_direction(self, places: tuple[int, ...], direction: str) -> str:
        """What one of the eight directions becomes under one of `symmetries`."""
        middle = self.size // 2 * (self.size + 1)
        beside = self.step(middle, direction)
        assert beside is not None
        return next(d for d in DIRECTIONS if self.step(places[middle], d) == places[beside])

    @cached_property
    def site_maps(self) -> tuple[dict[str, str], ...]:
        """`symmetries` by labels."""
        label = self.labels
        return tuple({label[c]: label[to[c]] for c in self.cells} for to in self.symmetries)

    @cached_property
    def geometry(self) -> Geometry:
        n = self.size
        corners = ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))
        sites = []
        for cell, label in enumerate(self.labels):
            x, y = cell % n + 0.5, cell // n + 0.5
            sites.append(Site(label, x, y, label, "", tuple((x + a, y + b) for a, b in corners)))
        across = [((0.0, float(i)), (float(n), float(i))) for i in range(n + 1)]
        down = [((float(i), 0.0), (float(i), float(n))) for i in range(n + 1)]
        return Geometry(tuple(sites), (*across, *down))


def _diagonal(direction: str) -> bool:
    right, down = offset(direction)
    return right != 0 and down != 0


@cache
def square(size: int) -> SquareBoard:
    """The board of that size; there is one of each."""
    return SquareBoard(size)


def is_label(text: str) -> bool:
    """Whether a text has the form of a cell's label, on whichever board."""
    return _label.fullmatch(text) is not None
