"""Clocks: how much time each seat has. None, for each turn, for the game with an increment, days.

A period is a pair (turn, actor): all that a seat decides within one turn is charged together,
whoever owns the turn and whoever else decides in between. Times are whole ticks. How long a tick is
follows from `second`, the ticks of a second: the server counts milliseconds, the referee counts
microseconds, and both get the same sums. All of it is values; nobody here looks at a watch.

`Clocks` are charged by somebody who measures each answer. `Running` adds moments: one seat's clock
runs, and what it is charged follows from the moments at which something happens.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import NamedTuple

from duiyi.core.state import Seat

Left = tuple[int | None, ...]
"""Ticks for each seat; `None` where nobody counts."""

ROUNDING = 0.001
"""Less than this much of a tick comes from arithmetic alone."""


@dataclass(frozen=True, slots=True)
class Clock:
    """What each seat may use: `kind` is `none`, `turn`, `game` or `days`.

    `seconds` are for each turn of `turn` and `days`, and for the whole of a `game`, where a turn
    earns the `increment`.
    """

    kind: str = "none"
    seconds: float = 0.0
    increment: float = 0.0


@dataclass(frozen=True, slots=True)
class Allowance:
    """A clock in ticks."""

    clock: Clock
    full: int
    increment: int


class Clocks(NamedTuple):
    """What each seat has left in the turn `turn`.

    `acted` are the seats that were charged in this turn: it earns them the increment.
    """

    allowance: Allowance
    left: Left
    turn: int = 0
    acted: frozenset[Seat] = frozenset()

    @property
    def clock(self) -> Clock:
        return self.allowance.clock

    def of(self, seat: Seat) -> int | None:
        return self.left[seat]

    def charged(self, seat: Seat, time: int) -> Clocks:
        """After a seat has used some of its time, and perhaps more than it had."""
        allowance, had, turn, acted = self
        time_left = had[seat]
        if time_left is None:
            return self
        left = list(had)
        left[seat] = max(0, time_left - time)
        return Clocks(allowance, tuple(left), turn, acted | {seat})

    def at(self, turn: int) -> Clocks:
        """The clocks when something is decided in this turn."""
        allowance, left, before, acted = self
        kind, more = allowance.clock.kind, allowance.increment
        if turn == before or kind == "none":
            return self
        if kind != "game":
            return Clocks(allowance, (allowance.full,) * len(left), turn)
        earned = tuple(
            time + more if time is not None and seat in acted else time
            for seat, time in enumerate(left)
        )
        return Clocks(allowance, earned, turn)

    def undone(self, turn: int) -> Clocks:
        """After an undo: time that is used is used, but a turn begun anew has all its time."""
        allowance, left, _, _ = self
        if allowance.clock.kind == "none":
            return self
        if allowance.clock.kind != "game":
            left = (allowance.full,) * len(left)
        return Clocks(allowance, left, turn)


class Running(NamedTuple):
    """Clocks of which one runs: what each seat had left at the moment `since`, in ticks."""

    clocks: Clocks
    seat: Seat | None = None
    since: int = 0

    @property
    def clock(self) -> Clock:
        return self.clocks.allowance.clock

    @property
    def left(self) -> Left:
        return self.clocks.left

    @property
    def acted(self) -> frozenset[Seat]:
        return self.clocks.acted

    @property
    def deadline(self) -> int | None:
        """When the running seat's time is up."""
        clocks, seat, since = self
        if seat is None:
            return None
        left = clocks.left[seat]
        assert left is not None
        return since + left

    def charged(self, now: int) -> Running:
        """The same at a later moment; the running seat has paid for the time between."""
        clocks, seat, since = self
        if seat is None:
            return self if clocks.allowance.clock.kind == "none" else self.at(now)
        return Running(clocks.charged(seat, max(0, now - since)), seat, now)

    def at(self, now: int) -> Running:
        """The same at a later moment, without charge."""
        return Running(self.clocks, self.seat, now)

    def passed(self, actor: Seat | None, turn: int) -> Running:
        """After something has happened: who decides now, and in which turn."""
        clocks, seat, since = self
        if clocks.allowance.clock.kind == "none":
            return self
        if seat is not None and seat not in clocks.acted:
            clocks = clocks.charged(seat, 0)
        return Running(clocks.at(turn), _seat(actor), since)

    def undone(self, actor: Seat | None, turn: int) -> Running:
        """After an undo."""
        if self.clock.kind == "none":
            return self
        return Running(self.clocks.undone(turn), _seat(actor), self.since)

    def stopped(self) -> Running:
        return Running(self.clocks, None, self.since)


def ticks(seconds: float, second: int) -> int:
    """Seconds in ticks; what is begun counts, unless only arithmetic began it."""
    return math.ceil(seconds * second - ROUNDING)


def face(time: int, second: int, digits: int) -> str:
    """`0:04.930`, `1:00:59.1`: ticks as a clock shows them; what is shorter is left out."""
    whole = 10**digits
    seconds, part = divmod(time * whole // second, whole)
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    shown = f"{hours}:{minutes:02}" if hours else f"{minutes}"
    return f"{shown}:{seconds:02}.{part:0{digits}}"


def full(clock: Clock, seats: int, second: int) -> Clocks:
    """The clocks of a game that begins."""
    allowance = Allowance(clock, ticks(clock.seconds, second), ticks(clock.increment, second))
    left = None if clock.kind == "none" else allowance.full
    return Clocks(allowance, (left,) * seats)


def started(
    clock: Clock, seats: int, second: int, actor: Seat | None, turn: int, now: int
) -> Running:
    """Clocks that run from this moment on."""
    clocks = full(clock, seats, second)
    if clock.kind == "none":
        return Running(clocks)
    return Running(clocks._replace(turn=turn), _seat(actor), now)


def restored(
    running: Running, left: Left, acted: frozenset[Seat], actor: Seat | None, turn: int
) -> Running:
    """The clocks as somebody has noted them."""
    if running.clock.kind == "none":
        return running
    clocks = Clocks(running.clocks.allowance, left, turn, acted)
    return Running(clocks, _seat(actor), running.since)


def _seat(actor: Seat | None) -> Seat | None:
    """Whose clock runs: chance and the end have none."""
    return actor if actor is not None and actor >= 0 else None
