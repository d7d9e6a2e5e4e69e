"""The seats of the relati games: their symbols, and who is next (C-3) where players are skipped."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Set
from functools import cache

from duiyi.core.message import Message, message
from duiyi.core.state import Seat

SYMBOLS = ("circle", "cross", "triangle", "square", "star", "hexagram")
"""The glyphs of the seats, in seat order."""

LETTERS = "OXDUAH"
"""The seats in position texts."""

BEFORE_FIRST: Seat = -1
"""Stands for the mover while nobody has moved yet."""


@cache
def symbol(seat: Seat) -> Message:
    """A seat's symbol in words."""
    return message(f"symbol.{SYMBOLS[seat]}")


def next_able(
    mover: Seat, seats: int, out: Set[Seat], able: Callable[[Seat], object]
) -> Seat | None:
    """The first seat after the mover that can act; the mover himself is asked last."""
    for step in range(1, seats + 1):
        seat = (mover + step) % seats
        if seat not in out and able(seat):
            return seat
    return None


def skipped(mover: Seat, actor: Seat, seats: int, out: Set[Seat]) -> Iterator[Seat]:
    """The seats still in that were passed over between two turns."""
    seat = (mover + 1) % seats
    while seat != actor:
        if seat not in out:
            yield seat
        seat = (seat + 1) % seats
