"""The index of openings grows by itself: finished games are counted one after the other.

One game at a time is played again in the process that reads texts, with a pause after each, so that
it never takes more than a part of one core however many games there are.
"""

from __future__ import annotations

import asyncio
import logging
import time

from duiyi.database.file import BadDatabase
from duiyi.server.limits import FIXED
from duiyi.server.openings import counting
from duiyi.server.records.reader import Reader
from duiyi.server.storage.openings import Counted
from duiyi.server.storage.store import Store
from duiyi.server.wire.refusal import Refused

AT_ONCE = 20
"""Games that are looked up together."""
IDLE = 60.0
"""Seconds until new games are looked for, where all have been counted."""
SETTLED = 60_000
"""Milliseconds after its end in which a game is not counted yet: what was committed a moment later
may have an earlier moment, and nobody comes back for it."""
PAUSE = 4
"""After a game it rests so many times as long as that took: at most a fifth of a core."""
LEAST_PAUSE = 0.2
_log = logging.getLogger("duiyi.server")


class OpeningIndex:
    """Started with the server."""

    def __init__(self, store: Store, reader: Reader) -> None:
        self._store, self._reader = store, reader

    async def keep_counting(self) -> None:
        while True:
            try:
                there = await self.count_some()
            except (Refused, BadDatabase) as error:
                _log.warning("openings could not be counted: %s", error)
                there = False
            except Exception:
                _log.exception("openings could not be counted")
                there = False
            if not there:
                await asyncio.sleep(IDLE)

    async def count_some(self, pause: float = PAUSE) -> bool:
        """Count a few games; whether there were any."""
        place = await asyncio.to_thread(self._store.openings_place)
        before = time.time_ns() // 1_000_000 - SETTLED
        found = await asyncio.to_thread(self._store.finished_after, place, before, AT_ONCE)
        for table, updated in found:
            begun = time.monotonic()
            counted = await self._counted(table)
            after = updated, table
            await asyncio.to_thread(self._store.count_openings, counted, after, FIXED.opening_rows)
            if pause:
                await asyncio.sleep(max(LEAST_PAUSE, pause * (time.monotonic() - begun)))
        return bool(found)

    async def _counted(self, table: str) -> Counted:
        """A table that cannot be read adds nothing."""
        rows = await asyncio.to_thread(self._store.rows, table)
        try:
            return await self._reader.run(counting.counted, table, rows)
        except Refused as refused:
            if refused.code == "busy":
                raise
            _log.warning("openings: table %s takes too long", table)
        except Exception as error:
            _log.warning("openings: table %s: %s", table, error)
        return Counted(table, ())
