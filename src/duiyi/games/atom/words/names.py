"""Names of seats, colours and numbers in sentences of atom."""

from __future__ import annotations

from fractions import Fraction

from duiyi.boards.triangle import Point
from duiyi.core.message import Message, message
from duiyi.core.state import Seat
from duiyi.games.atom.cells import Cell, colour_at
from duiyi.games.atom.rules import AtomRules

SYMBOLS = ("first", "second")


def symbol(seat: Seat) -> Message:
    return message(f"symbol.{SYMBOLS[seat]}")


def colour(state: AtomRules, code: str) -> Message:
    return state.say(f"colour.{code}")


def colour_of(state: AtomRules, cell: Cell, point: Point) -> Message:
    """The colour of the atom that is there."""
    code = colour_at(cell, point)
    assert code is not None
    return colour(state, code)


def compared(state: AtomRules, power: int, wall: Fraction) -> Message:
    """The sign between an attack and the defence that it meets."""
    sign = "more" if power > wall else "same" if power == wall else "less"
    return state.say(f"sign.{sign}")
