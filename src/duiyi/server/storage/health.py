"""Whether what is decided can be written down: tried now and then, for those who watch over us."""

from __future__ import annotations

import asyncio
import time

from duiyi.server.storage.store import Store

EVERY = 5.0
"""Seconds for which an answer holds, however many ask."""


class StorageHealth:
    """Asked on the event loop."""

    def __init__(self, store: Store, every: float = EVERY) -> None:
        self._store, self._every = store, every
        self._known: tuple[float, bool] | None = None
        self._asking = asyncio.Lock()

    async def works(self) -> bool:
        async with self._asking:
            if self._known is None or time.monotonic() - self._known[0] >= self._every:
                works = await asyncio.to_thread(self._store.can_save)
                self._known = time.monotonic(), works
            return self._known[1]
