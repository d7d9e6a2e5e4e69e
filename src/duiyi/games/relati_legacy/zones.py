"""Safe zones (安全, 保護區; L-15): rectangles with four shields of one seat on their corners."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from duiyi.boards.square import SquareBoard, bits


class Zone(NamedTuple):
    """A rectangle of cells, its border included."""

    top: int
    left: int
    bottom: int
    right: int

    def cells(self, board: SquareBoard) -> int:
        row = (1 << self.right + 1) - (1 << self.left)
        return sum(row << number * board.size for number in range(self.top, self.bottom + 1))

    def corners(self, board: SquareBoard) -> tuple[int, int, int, int]:
        """From the top left, row by row."""
        top, bottom = self.top * board.size, self.bottom * board.size
        return top + self.left, top + self.right, bottom + self.left, bottom + self.right

    def contains(self, other: Zone) -> bool:
        return (
            self.top <= other.top
            and self.left <= other.left
            and other.bottom <= self.bottom
            and other.right <= self.right
        )


def widest(board: SquareBoard, shields: int) -> Iterator[Zone]:
    """For every two rows the widest zone between them: it contains all others of these rows."""
    if shields.bit_count() < 4:
        return
    size = board.size
    rows = [(row, shields >> row * size & (1 << size) - 1) for row in range(size)]
    for (top, above), (bottom, below) in combinations([r for r in rows if r[1]], 2):
        columns = above & below
        left, right = (columns & -columns).bit_length() - 1, columns.bit_length() - 1
        if left < right:
            yield Zone(top, left, bottom, right)


def covered(board: SquareBoard, shields: int) -> int:
    """The cells that are inside a zone of these shields."""
    cells = 0
    for zone in widest(board, shields):
        cells |= zone.cells(board)
    return cells


def zones(board: SquareBoard, shields: int) -> tuple[Zone, ...]:
    """The zones that are not part of a greater one."""
    found = list(widest(board, shields))
    return tuple(z for z in found if not any(o != z and o.contains(z) for o in found))


def zone_around(board: SquareBoard, shields: int, cell: int) -> Zone | None:
    """A zone that has the cell inside."""
    for zone in widest(board, shields):
        if zone.cells(board) >> cell & 1:
            return zone
    return None


def stands(board: SquareBoard, zone: Zone, shields: int) -> bool:
    """Whether shields are on all four corners."""
    return all(shields >> corner & 1 for corner in zone.corners(board))


def named(board: SquareBoard, zone: Zone) -> tuple[str, ...]:
    """The labels of a zone's cells, row by row."""
    return tuple(board.label(cell) for cell in bits(zone.cells(board)))
