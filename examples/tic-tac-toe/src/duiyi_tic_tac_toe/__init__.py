"""Tic-tac-toe for duiyi: a whole game in one small file.

Circle begins. Three in a row, across, down or diagonally, win; a full board is a draw.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Self

from duiyi.boards.square import square
from duiyi.core import Seat, SimpleGame, SimpleState, rearranged

BOARD = square(3)
ROWS = ("012", "345", "678", "036", "147", "258", "048", "246")


@dataclass(frozen=True)
class TicTacToeState(SimpleState):
    """`cells` has a character for each cell: the seat whose mark is there, or a dot."""

    cells: str = "." * 9

    def moves(self) -> Iterable[str]:
        return [cell for cell, mark in zip(BOARD.labels, self.cells, strict=True) if mark == "."]

    def move(self, token: str) -> Self:
        cell, own = BOARD.labels.index(token), str(self.owner)
        cells = self.cells[:cell] + own + self.cells[cell + 1 :]
        if any(all(cells[int(place)] == own for place in row) for row in ROWS):
            return self.won_by(self.owner, cells=cells)
        if "." not in cells:
            return self.drawn(cells=cells)
        return self.next(cells=cells)

    def board(self) -> Mapping[str, tuple[str, Seat | None]]:
        return {
            cell: (self.game.symbols[int(mark)], int(mark))
            for cell, mark in zip(BOARD.labels, self.cells, strict=True)
            if mark != "."
        }

    def valid(self) -> bool:
        return len(self.cells) == 9 and set(self.cells) <= set(".01")

    def mapped(self, to: Mapping[str, str]) -> Self:
        return replace(self, cells=rearranged(self.cells, BOARD.labels, to))


class TicTacToe(SimpleGame):
    id = "tic-tac-toe"
    state = TicTacToeState
    board = BOARD.geometry

    def site_maps(self, seats: int, options: Any) -> Iterable[Mapping[str, str]]:
        return BOARD.site_maps


GAME = TicTacToe()
