"""Links (連線條件): which symbols are connected, and which cells could be linked.

What the relati games share about links is in `duiyi.games.links`; here is who is a root, who
passes a link on and what blocks a path in relati.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from duiyi.boards.square import SquareBoard, square
from duiyi.games import links
from duiyi.games.links import WEIGHTS, Holding, Link, Reach, direct
from duiyi.games.relati.symbols import Side

__all__ = [
    "WEIGHTS",
    "Link",
    "Reach",
    "Web",
    "blocked_by",
    "board_of",
    "direct",
    "reach",
    "reaches_of",
    "spare",
    "tree",
]


class Web(NamedTuple):
    """The links among the connected symbols of a seat."""

    holding: dict[int, Link]
    """Those that hold symbols, by symbol."""
    spare: tuple[Link, ...]


def board_of(seats: int) -> SquareBoard:
    """棋盤大小: (seats × 4 + 1) cells on a side."""
    return square(seats * 4 + 1)


def held(side: Side) -> Holding:
    """可供連線符號: a cannon receives a link but passes none on (R-9)."""
    return Holding(side.root, side.plain, side.cannons)


def reach(board: SquareBoard, side: Side, blocked: int) -> Reach:
    """R-1, from scratch: from the living root over sources (可供連線符號).

    `blocked` are the cells that are not blank: all living symbols of all seats (R-2).
    """
    return links.reach(board, held(side), blocked)


def blocked_by(sides: tuple[Side, ...]) -> int:
    """The cells that are not blank: a dead symbol is (R-2)."""
    blocked = 0
    for side in sides:
        blocked |= side.living
    return blocked


def reaches_of(sides: tuple[Side, ...]) -> tuple[Reach, ...]:
    """What each seat's root reaches."""
    board, blocked = board_of(len(sides)), blocked_by(sides)
    return tuple(reach(board, side, blocked) for side in sides)


def tree(board: SquareBoard, side: Side, blocked: int) -> tuple[Link, ...]:
    """For each connected symbol the link that holds it, from the root outwards."""
    return links.tree(board, held(side), blocked)


def spare(
    board: SquareBoard, side: Side, blocked: int, holding: Collection[Link]
) -> tuple[Link, ...]:
    """The other links of connected symbols; `holding` is the tree."""
    return links.spare(board, held(side), blocked, holding)
