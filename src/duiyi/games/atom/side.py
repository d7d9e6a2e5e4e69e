"""One player of atom: life, atoms held, and three cells."""

from __future__ import annotations

from typing import NamedTuple

from duiyi.games.atom.cells import EMPTY, Cell

CELLS = range(3)


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
