"""Clocks as they are asked for, kept in rows and sent; they count milliseconds.

How time is charged is in `duiyi.core.clock`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from duiyi.core import clock as core
from duiyi.core.clock import Running
from duiyi.core.state import Seat
from duiyi.server import wire
from duiyi.server.wire import Clock
from duiyi.server.wire.refusal import refused

SECOND = 1000


def waiting(clock: Clock, seats: int) -> Running:
    """Clocks that do not run yet."""
    return Running(core.full(_value(clock), seats, SECOND))


def started(clock: Clock, seats: int, actor: Seat | None, turn: int, now: int) -> Running:
    return core.started(_value(clock), seats, SECOND, actor, turn, now)


def shown(clocks: Running, now: int) -> wire.Clocks:
    """As they are sent."""
    at, seat, _ = clocks
    if seat is None:
        return wire.Clocks(at.left, None)
    return wire.Clocks(clocks.charged(now).clocks.left, seat)


def kept(clocks: Running) -> dict[str, Any]:
    """What a row of the log says about the clocks."""
    allowance, left, _, acted = clocks.clocks
    if allowance.clock.kind == "none":
        return {}
    return {"left": left, "acted": tuple(sorted(acted))}


def restored(
    clocks: Running, left: Sequence[int | None], acted: Sequence[int], seat: Seat | None, turn: int
) -> Running:
    """The clocks as a row of the log says."""
    return core.restored(clocks, tuple(left), frozenset(acted), seat, turn)


def check(clock: Clock) -> Clock:
    """The clock, if it can be one; otherwise `Refused`."""
    if clock.kind == "none":
        return Clock()
    low, high = {
        "turn": (1, 86400),
        "game": (1, 86400),
        "days": (3600, 366 * 86400),
    }[clock.kind]
    if not low <= clock.seconds <= high:
        raise refused("bad-clock", 422, "clock", low=low, high=high)
    if clock.increment and clock.kind != "game":
        raise refused("bad-increment", 422, "clock")
    return clock


def _value(clock: Clock) -> core.Clock:
    return core.Clock(clock.kind, clock.seconds, clock.increment)
