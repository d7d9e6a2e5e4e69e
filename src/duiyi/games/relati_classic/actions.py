"""The action of relati classic and its token: the label of a cell."""

from __future__ import annotations

from dataclasses import dataclass

from duiyi.boards.square import SquareBoard

MOST_CELLS = 81
"""Of the largest board, for four seats."""


@dataclass(frozen=True, slots=True)
class Place:
    """放置符號: put one's symbol on a cell."""

    cell: int


PLACES = tuple(Place(cell) for cell in range(MOST_CELLS))
"""Made once, by cell."""


def write(action: Place, board: SquareBoard) -> str:
    return board.label(action.cell)


def read(token: str, board: SquareBoard) -> Place | None:
    cell = board.cell(token)
    return None if cell is None else PLACES[cell]
