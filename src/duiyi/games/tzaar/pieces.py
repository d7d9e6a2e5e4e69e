"""The pieces of tzaar (棋子) and the board they stand on."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from operator import itemgetter
from typing import NamedTuple

from duiyi.boards.hexagon import hexagon
from duiyi.core.message import Message, message
from duiyi.core.state import Seat

WHITE: Seat = 0
BLACK: Seat = 1
SYMBOLS = ("white", "black")
"""The glyphs of the seats."""

KINDS = {"tzaar": 6, "tzarra": 9, "totts": 15}
"""種類, each with the number that a side begins with."""

BOARD = hexagon(4)
"""棋盤: 60 points."""


class Stack(NamedTuple):
    """疊棋: a piece, single or stacked; its kind is that on top, its strength its height (T-3)."""

    seat: Seat
    kind: str
    height: int = 1


side_and_kind: Callable[[Stack], tuple[Seat, str]] = itemgetter(0, 1)

Points = tuple[Stack | None, ...]
"""What stands on each point of the board."""


def count(points: Points, seat: Seat, kind: str) -> int:
    """How many pieces of a kind a side has on the board; what is covered does not count."""
    return sum(1 for stack in points if stack is not None and stack[:2] == (seat, kind))


@cache
def side_name(seat: Seat) -> Message:
    return message(f"symbol.{SYMBOLS[seat]}")


@cache
def kind_name(kind: str) -> Message:
    return message(f"tzaar:kind.{kind}")


def piece_name(stack: Stack) -> Message:
    """The piece in words; its height is told when it is a stack."""
    seat, kind, height = stack
    key = "tzaar:piece" if height == 1 else "tzaar:piece.stacked"
    return message(key, symbol=side_name(seat), kind=kind_name(kind), height=height)
