"""Lattices turned over and moved: what lies in a cell stays what it is."""

from __future__ import annotations

from dataclasses import dataclass

from duiyi.boards.triangle import Point
from duiyi.games.atom.cells import Cell, cell_of


@dataclass(frozen=True, slots=True)
class Flip:
    """A lattice turned over, or not, and then moved."""

    rows: int = 1
    across: int = 1
    up: int = 0
    right: int = 0

    def point(self, point: Point) -> Point:
        return point[0] * self.rows + self.up, point[1] * self.across + self.right

    def cell(self, cell: Cell) -> Cell:
        return cell_of((*self.point((r, h)), colour) for r, h, colour in cell)

    def to_origin(self, cell: Cell) -> Flip:
        """The same, such that the first atom comes to lie on 0,0."""
        (r, h, _), *_ = self.cell(cell)
        return Flip(self.rows, self.across, self.up - r, self.right - h)


STILL = Flip()
FLIPS = (STILL, Flip(rows=-1), Flip(across=-1), Flip(-1, -1))
