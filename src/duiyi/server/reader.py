"""A process of its own for texts that strangers hand in: however long one takes, or whatever it
does to the interpreter, tables go on.

What takes too long is given up, and its process with it.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any, TypeVar

from duiyi.core.message import message
from duiyi.server.refusal import Refused

SECONDS = 15.0
WAITING = 20
"""How many texts may wait for the process."""
T = TypeVar("T")


class Reader:
    """One process, started when it is first needed; one text at a time."""

    def __init__(self, seconds: float = SECONDS) -> None:
        self.seconds = seconds
        self._pool: ProcessPoolExecutor | None = None
        self._turn = asyncio.Lock()
        self._waiting = 0

    async def run(self, function: Callable[..., T], *arguments: Any) -> T:
        """What a function of `duiyi.server.replay` gives; its errors come through."""
        if self._waiting >= WAITING:
            raise Refused(429, "busy", message("http:busy"))
        self._waiting += 1
        try:
            async with self._turn:
                return await self._ask(function, *arguments)
        finally:
            self._waiting -= 1

    async def _ask(self, function: Callable[..., T], *arguments: Any) -> T:
        loop = asyncio.get_running_loop()
        try:
            if self._pool is None:
                self._pool = _new_pool()
                # Starting is not reading: only the text's own time counts.
                await loop.run_in_executor(self._pool, _ready)
            asked = loop.run_in_executor(self._pool, function, *arguments)
            return await asyncio.wait_for(asked, self.seconds)
        except (TimeoutError, BrokenProcessPool):
            self.close()
            raise Refused(422, "too-long-to-read", message("http:too-long-to-read")) from None
        except asyncio.CancelledError:
            self.close()
            raise

    def close(self) -> None:
        """End the process, whatever it is doing."""
        pool, self._pool = self._pool, None
        if pool is None:
            return
        processes = list((pool._processes or {}).values())
        pool.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.kill()
            process.join(5)


def _new_pool() -> ProcessPoolExecutor:
    return ProcessPoolExecutor(1, multiprocessing.get_context("spawn"), _alone)


def _alone() -> None:
    """Ctrl-C is for the server, which ends this process itself, or by dying."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_the_server, daemon=True).start()


def _end_with_the_server() -> None:
    server = multiprocessing.parent_process()
    if server is not None:
        server.join()
        os._exit(1)


def _ready() -> None:
    import duiyi.server.replay  # noqa: F401
