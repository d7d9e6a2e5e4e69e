"""How much time a seat has: none, per turn, per game with increment, days. Pure.

A period is a pair (turn, actor): all decisions of an actor within one turn are charged together,
also when somebody else decides in between. Moments and times are in milliseconds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from duiyi.core.state import Seat
from duiyi.server import wire
from duiyi.server.refusal import refused
from duiyi.server.wire import Clock

Left = tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class Running:
    """The clocks of a table: what each seat had left at the moment `since`.

    `acted` are the seats that have decided in this turn; they earn the increment when it is over.
    """

    clock: Clock
    left: Left
    seat: Seat | None
    since: int
    turn: int
    acted: frozenset[Seat] = frozenset()

    def charged(self, now: int) -> Running:
        """The same at a later moment; the running seat has paid for the time between."""
        if self.clock.kind == "none":
            return self
        if self.seat is None:
            return self.at(now)
        left = list(self.left)
        had = left[self.seat]
        assert had is not None
        left[self.seat] = max(0, had - max(0, now - self.since))
        return Running(self.clock, tuple(left), self.seat, now, self.turn, self.acted)

    def at(self, now: int) -> Running:
        """The same at a later moment, without charge."""
        return replace(self, since=now)

    def passed(self, actor: Seat | None, turn: int) -> Running:
        """After something has happened: who decides now, and in which turn."""
        if self.clock.kind == "none":
            return self
        left, acted = self.left, self.acted
        if self.seat is not None:
            acted = acted | {self.seat}
        if turn != self.turn:
            left, acted = self._renewed(acted), frozenset()
        seat = actor if actor is not None and actor >= 0 else None
        return Running(self.clock, left, seat, self.since, turn, acted)

    def _renewed(self, acted: frozenset[Seat]) -> Left:
        if self.clock.kind != "game":
            return (self.clock.seconds * 1000,) * len(self.left)
        more = self.clock.increment * 1000
        return tuple(
            time + more if time is not None and seat in acted else time
            for seat, time in enumerate(self.left)
        )

    def undone(self, actor: Seat | None, turn: int) -> Running:
        """After an undo: time that is used is used, but a turn begun anew has all its time."""
        if self.clock.kind == "none":
            return self
        left = self.left if self.clock.kind == "game" else self._renewed(frozenset())
        seat = actor if actor is not None and actor >= 0 else None
        return Running(self.clock, left, seat, self.since, turn)

    def stopped(self) -> Running:
        return replace(self, seat=None)

    @property
    def deadline(self) -> int | None:
        """When the running seat's time is up."""
        if self.seat is None:
            return None
        left = self.left[self.seat]
        assert left is not None
        return self.since + left

    def shown(self, now: int) -> wire.Clocks:
        """As it is sent."""
        if self.seat is None:
            return wire.Clocks(self.left, None)
        return wire.Clocks(self.charged(now).left, self.seat)


def waiting(clock: Clock, seats: int) -> Running:
    """Clocks that do not run yet."""
    full = None if clock.kind == "none" else clock.seconds * 1000
    return Running(clock, (full,) * seats, None, 0, 0)


def started(clock: Clock, seats: int, actor: Seat | None, turn: int, now: int) -> Running:
    clocks = waiting(clock, seats)
    if clock.kind == "none":
        return clocks
    seat = actor if actor is not None and actor >= 0 else None
    return replace(clocks, seat=seat, since=now, turn=turn)


def kept(clocks: Running) -> dict[str, Any]:
    """What a row of the log says about the clocks."""
    if clocks.clock.kind == "none":
        return {}
    return {"left": clocks.left, "acted": tuple(sorted(clocks.acted))}


def restored(
    clocks: Running, left: Sequence[int | None], acted: Sequence[int], seat: Seat | None, turn: int
) -> Running:
    """The clocks as a row of the log says."""
    if clocks.clock.kind == "none":
        return clocks
    running = seat if seat is not None and seat >= 0 else None
    return Running(clocks.clock, tuple(left), running, clocks.since, turn, frozenset(acted))


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
