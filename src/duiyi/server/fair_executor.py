"""FairExecutor: few threads for what would hold up the event loop, handed out by a `FairQueue`."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

from duiyi.server.fair_queue import FairQueue, Full
from duiyi.server.wire.refusal import refused

P = ParamSpec("P")
T = TypeVar("T")


class FairExecutor:
    """One thread, called `name`. `most` may wait for it, and `most_each` of one address; whoever
    comes then is told that the server is busy."""

    def __init__(self, name: str, *, most: int, most_each: int) -> None:
        self._thread = ThreadPoolExecutor(1, name)
        self._queue = FairQueue(1, most=most, most_each=most_each)

    async def run(self, function: Callable[P, T], *arguments: P.args, **named: P.kwargs) -> T:
        """What the function gives, when it is the caller's turn."""
        loop = asyncio.get_running_loop()
        try:
            async with self._queue.of():
                return await loop.run_in_executor(
                    self._thread, lambda: function(*arguments, **named)
                )
        except Full:
            raise refused("busy", 429) from None

    def close(self) -> None:
        """What is being done is ended; what waits is not begun."""
        self._thread.shutdown(wait=True, cancel_futures=True)
