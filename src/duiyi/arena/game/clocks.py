"""The referee's clocks: microseconds, the cap by the wall clock, and a clock as text.

How time is charged is in `duiyi.core.clock`. Times are whole microseconds, so that whoever reads a
record comes to exactly the same sums as the referee did.
"""

from __future__ import annotations

import re

from duiyi.core import BadOptions, message
from duiyi.core.clock import Clock, Clocks, full, ticks

SECOND = 1_000_000
LONGEST = 86_400
LEAST_CAP = SECOND
"""However little is left, the wall clock alone ends nothing sooner."""

_per_turn = re.compile(r"([0-9]+(?:\.[0-9]{1,6})?)/turn")
_per_game = re.compile(r"([0-9]+(?:\.[0-9]{1,6})?)(?:\+([0-9]+(?:\.[0-9]{1,6})?))?")


def started(clock: Clock, seats: int) -> Clocks:
    """The clocks of a game that begins."""
    return full(clock, seats, SECOND)


def micro(seconds: float) -> int:
    """Seconds in microseconds; what is begun counts, unless only arithmetic began it."""
    return ticks(seconds, SECOND)


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
