"""Cells of atom (格子): atoms on a triangular lattice, and what follows from where they are.

Here are also the player who has three of them, and the ids of their sites: `0.1` is the tray of
player 0's first cell, `0.1:0,2` a lattice point in it, `0.K` the blacks that he holds. An id stays
as long as the point does.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from duiyi.boards.triangle import Point, neighbours, parts
from duiyi.core.state import Seat
from duiyi.games.atom.actions import at

COLOURS = "KRBG"
"""Black, red, blue, green: the order of counts and tokens."""

Atom = tuple[int, int, str]
"""Row, twice the horizontal position, colour."""

Cell = tuple[Atom, ...]
"""The atoms of a cell, in order; an empty cell is ()."""

EMPTY: Cell = ()

CELLS = range(3)


def cell_of(atoms: Iterable[Atom]) -> Cell:
    return tuple(sorted(atoms))


def count(cell: Cell, colour: str) -> int:
    return sum(atom[2] == colour for atom in cell)


def blacks(cell: Cell) -> list[Point]:
    """Its black atoms, by r and then h."""
    return [(r, h) for r, h, colour in cell if colour == "K"]


def attack(cell: Cell) -> int:
    """攻擊力 (A-1): how far apart its highest and lowest blacks are, in rows."""
    rows = [r for r, _ in blacks(cell)]
    return max(rows) - min(rows) if rows else 0


def defence(cell: Cell) -> Fraction:
    """防禦力 (A-1): how far apart its leftmost and rightmost blacks are; halves occur."""
    across = [h for _, h in blacks(cell)]
    return Fraction(max(across) - min(across), 2) if across else Fraction(0)


def colour_at(cell: Cell, point: Point) -> str | None:
    for r, h, colour in cell:
        if (r, h) == point:
            return colour
    return None


def without(cell: Cell, point: Point) -> Cell:
    return tuple(atom for atom in cell if atom[:2] != point)


def black_neighbours(cell: Cell, point: Point) -> int:
    """y of an effect: the edges from a point to black atoms."""
    black = set(blacks(cell))
    return sum(near in black for near in neighbours(point))


@lru_cache(maxsize=4096)
def free_points(cell: Cell, max_height: int, max_width: int) -> tuple[Point, ...]:
    """Where the next atom may go: next to another one and within the caps (A-2, A-5)."""
    if not cell:
        return ((0, 0),)
    taken = {(r, h) for r, h, _ in cell}
    rows, across = [r for r, _ in taken], [h for _, h in taken]
    low, high = max(rows) - max_height, min(rows) + max_height
    left, right = max(across) - 2 * max_width, min(across) + 2 * max_width
    near = {point for atom in taken for point in neighbours(atom)} - taken
    return tuple(sorted((r, h) for r, h in near if low <= r <= high and left <= h <= right))


@lru_cache(maxsize=4096)
def parts_with_black(cell: Cell) -> tuple[Cell, ...]:
    """The connected parts that hold a black (A-9), by their smallest black."""
    found = []
    for part in parts([(r, h) for r, h, _ in cell]):
        atoms = tuple(atom for atom in cell if atom[:2] in part)
        if blacks(atoms):
            found.append(atoms)
    return tuple(sorted(found, key=lambda part: blacks(part)[0]))


class Side(NamedTuple):
    """One player: life, atoms held by colour, and his three cells."""

    life: int
    held: tuple[int, int, int, int]
    cells: tuple[Cell, Cell, Cell]

    def with_cell(self, number: int, cell: Cell) -> Side:
        cells = list(self.cells)
        cells[number] = cell
        return self._replace(cells=(cells[0], cells[1], cells[2]))

    @property
    def filled(self) -> int:
        """x: how many cells are not empty."""
        return sum(1 for cell in self.cells if cell)


START = Side(20, (7, 1, 1, 1), (EMPTY, EMPTY, EMPTY))
"""初始狀態."""


def cell_site(seat: Seat, number: int) -> str:
    return f"{seat}.{number + 1}"


def atom_site(seat: Seat, number: int, point: Point) -> str:
    return f"{cell_site(seat, number)}:{at(point)}"


def held_site(seat: Seat, colour: str) -> str:
    return f"{seat}.{colour}"


def life_site(seat: Seat) -> str:
    """Where the number of a player's life stands."""
    return f"{seat}.life"
