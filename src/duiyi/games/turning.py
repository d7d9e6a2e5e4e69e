"""What the symmetries of games on square boards share: sets of cells and labels that are turned."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache, partial
from typing import Any

from duiyi.boards.square import SquareBoard, bits, square
from duiyi.core.study.symmetry import Symmetries, Symmetry, without_part
from duiyi.games.links import Reach

_labels = re.compile(r"[A-Z][1-9][0-9]?")


@dataclass(frozen=True, slots=True)
class Turning:
    """One of the eight ways to turn a square board or to turn it over."""

    size: int
    number: int

    @property
    def board(self) -> SquareBoard:
        return square(self.size)

    def cell(self, cell: int) -> int:
        return self.board.symmetries[self.number][cell]

    def cells(self, cells: int) -> int:
        """A set of cells."""
        places, found = self.board.symmetries[self.number], 0
        for cell in bits(cells):
            found |= 1 << places[cell]
        return found

    def reach(self, reach: Reach) -> Reach:
        return type(reach)(*map(self.cells, reach))

    def labels(self, token: str) -> str:
        """A token with its labels turned."""
        to = self.board.site_maps[self.number]
        return _labels.sub(lambda found: to[found[0]], token)

    def direction(self, direction: str) -> str:
        return self.board.turned_direction(self.board.symmetries[self.number], direction)

    def token(self, state: Any, token: str) -> str:
        return self.labels(token)


class SquareSymmetries(Symmetries):
    """Of a game whose state has a square `board`."""

    def __init__(self, kind: Callable[[int, int], Symmetry], turn_part: int) -> None:
        """`kind` turns a state of the game, by the board's size and a number; `turn_part` is where
        the position text has the turn's number, for which no rule asks."""
        self._turnings = cache(partial(_turnings, kind))
        self._turn_part = turn_part

    def of(self, state: Any) -> Iterable[Symmetry]:
        return self._turnings(state.board.size)

    def text(self, state: Any) -> str:
        return without_part(state.dump(), self._turn_part)


def _turnings(kind: Callable[[int, int], Symmetry], size: int) -> tuple[Symmetry, ...]:
    return tuple(kind(size, number) for number in range(len(square(size).symmetries)))
