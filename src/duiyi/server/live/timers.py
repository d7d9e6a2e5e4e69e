"""Timers: one per table, for the moment when somebody's time is up. On the event loop."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

LONGEST = 86400.0
"""Seconds; a timer that fires too early sets itself again."""
LATE = 0.01
"""Seconds that it fires late rather than early."""


class Timers:
    """`fire` is called with a table when its moment has come."""

    def __init__(self, now: Callable[[], int], fire: Callable[[str], None]) -> None:
        self._now, self._fire = now, fire
        self._set: dict[str, tuple[int, asyncio.TimerHandle]] = {}

    def set(self, table: str, deadline: int) -> None:
        """Moves push deadlines on all the time: a timer that is due earlier stays as it is."""
        if table in self._set:
            due, timer = self._set[table]
            if due <= deadline:
                return
            timer.cancel()
        seconds = min(LONGEST, max(0, deadline - self._now()) / 1000 + LATE)
        timer = asyncio.get_running_loop().call_later(seconds, self._due, table)
        self._set[table] = deadline, timer

    def drop(self, table: str) -> None:
        if table in self._set:
            self._set.pop(table)[1].cancel()

    def drop_all(self) -> None:
        for table in [*self._set]:
            self.drop(table)

    def _due(self, table: str) -> None:
        del self._set[table]
        self._fire(table)
