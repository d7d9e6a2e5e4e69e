"""How much time a seat has: none, for each turn, or for the game with an increment. Pure.

A period is a pair (turn, actor): all that a seat decides within one turn is charged together,
whoever owns the turn and whoever else decides in between. Times are whole microseconds, so that
whoever reads a record comes to exactly the same sums as the referee did.
"""

from __future__ import annotations

import math
import re
from functools import cache
from typing import NamedTuple

from duiyi.core import BadOptions, Seat, message
from duiyi.engine.bot import Clock

SECOND = 1_000_000
LONGEST = 86_400
ROUNDING = 0.001
"""Less than this much of a microsecond comes from arithmetic alone."""
LEAST_CAP = SECOND
"""However little is left, the wall clock alone ends nothing sooner."""

_per_turn = re.compile(r"([0-9]+(?:\.[0-9]{1,6})?)/turn")
_per_game = re.compile(r"([0-9]+(?:\.[0-9]{1,6})?)(?:\+([0-9]+(?:\.[0-9]{1,6})?))?")


class Clocks(NamedTuple):
    """What each seat has left in the turn `turn`; `None` where nobody counts.

    `acted` are the seats that were charged in this turn: it earns them the increment.
    """

    clock: Clock
    left: tuple[int, ...] | None
    turn: int = 0
    acted: frozenset[Seat] = frozenset()

    def at(self, turn: int) -> Clocks:
        """The clocks when something is decided in this turn."""
        if turn == self.turn or self.left is None:
            return self
        if self.clock.kind == "turn":
            return Clocks(self.clock, _full(self.clock, len(self.left)), turn)
        more = micro(self.clock.increment)
        left = tuple(
            time + more if seat in self.acted else time for seat, time in enumerate(self.left)
        )
        return Clocks(self.clock, left, turn)

    def of(self, seat: Seat) -> int | None:
        return None if self.left is None else self.left[seat]

    def charged(self, seat: Seat, time: int) -> Clocks:
        """After a seat has used some of its time, and perhaps more than it had."""
        if self.left is None:
            return self
        left = list(self.left)
        left[seat] = max(0, left[seat] - time)
        return Clocks(self.clock, tuple(left), self.turn, self.acted | {seat})


def started(clock: Clock, seats: int) -> Clocks:
    """The clocks of a game that begins."""
    return Clocks(clock, None if clock.kind == "none" else _full(clock, seats))


@cache
def _full(clock: Clock, seats: int) -> tuple[int, ...]:
    return (micro(clock.seconds),) * seats


def micro(seconds: float) -> int:
    """Seconds in microseconds; what is begun counts, unless only arithmetic began it."""
    return math.ceil(seconds * SECOND - ROUNDING)


def cap(left: int, wall_factor: float) -> int:
    """How much may pass by the wall clock while a bot has this much left."""
    return max(round(left * wall_factor), LEAST_CAP)


def clock_text(clock: Clock) -> str:
    """`none`, `5/turn`, `60+1`: what `read_clock` reads."""
    if clock.kind == "none":
        return "none"
    if clock.kind == "turn":
        return f"{_number(clock.seconds)}/turn"
    return f"{_number(clock.seconds)}+{_number(clock.increment)}"


def read_clock(text: str) -> Clock:
    """The clock that a text describes; `BadOptions` when it describes none."""
    if text == "none":
        return Clock("none", 0.0)
    if found := _per_turn.fullmatch(text):
        clock = Clock("turn", float(found[1]))
    elif found := _per_game.fullmatch(text):
        clock = Clock("game", float(found[1]), float(found[2] or 0))
    else:
        raise _unreadable(text)
    if not (0 < clock.seconds <= LONGEST and clock.increment <= LONGEST):
        raise _unreadable(text)
    return clock


def _unreadable(text: str) -> BadOptions:
    return BadOptions(message("arena.bad-clock", text=text[:40], longest=LONGEST), "clock")


def _number(seconds: float) -> str:
    return f"{seconds:.6f}".rstrip("0").rstrip(".")
