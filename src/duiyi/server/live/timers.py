"""Alarms: one per table, for the moment when somebody's time is up. On the event loop."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

LONGEST = 86400.0
"""Seconds; an alarm that rings too early sets itself again."""
LATE = 0.01
"""Seconds that it rings late rather than early."""


class Alarms:
    """`ring` is called with a table when its moment has come."""

    def __init__(self, now: Callable[[], int], ring: Callable[[str], None]) -> None:
        self._now, self._ring = now, ring
        self._set: dict[str, tuple[int, asyncio.TimerHandle]] = {}

    def set(self, table: str, deadline: int) -> None:
        """Moves push deadlines on all the time: an alarm that is due earlier stays as it is."""
        if table in self._set:
            due, timer = self._set[table]
            if due <= deadline:
                return
            timer.cancel()
        seconds = min(LONGEST, max(0, deadline - self._now()) / 1000 + LATE)
        timer = asyncio.get_running_loop().call_later(seconds, self._rings, table)
        self._set[table] = deadline, timer

    def drop(self, table: str) -> None:
        if table in self._set:
            self._set.pop(table)[1].cancel()

    def drop_all(self) -> None:
        for table in [*self._set]:
            self.drop(table)

    def _rings(self, table: str) -> None:
        del self._set[table]
        self._ring(table)
