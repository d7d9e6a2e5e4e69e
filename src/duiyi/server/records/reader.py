"""A process of its own for texts that strangers hand in: however long one takes, or whatever it
does to the interpreter, tables go on.

What takes more than its CPU time is given up. Addresses take turns, so that one that hands in much
waits for itself.
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
from types import FrameType
from typing import Any, TypeVar

from duiyi.core.message import message
from duiyi.server.fair_queue import FairQueue, Full
from duiyi.server.limits import FIXED
from duiyi.server.wire.refusal import Refused

PATIENCE = 20
"""So many times its CPU time a text may take on a busy machine; then its process is ended."""
T = TypeVar("T")
_context = multiprocessing.get_context("spawn")


class TooLong(BaseException):
    """The time for a text is over; no `except Exception` on its way holds it up."""


class Reader:
    """One process, started when it is first needed; one text at a time."""

    def __init__(self, seconds: float = FIXED.reading_seconds, patience: float = PATIENCE) -> None:
        self.seconds, self.patience = seconds, patience
        self._pool: ProcessPoolExecutor | None = None
        self._counted = _context.RawArray("Q", 2)
        self._queue = FairQueue(1, most=FIXED.reading_waiting, most_each=FIXED.reading_waiting_each)

    async def run(self, function: Callable[..., T], *arguments: Any) -> T:
        """What a function of `duiyi.server.records.replay` gives; its errors come through."""
        try:
            async with self._queue.of():
                return await self._ask(function, *arguments)
        except Full:
            raise Refused(429, "busy", message("http:busy")) from None

    def counted(self, job: int) -> int:
        """How much of a job its function has counted so far, until another one counts; else 0."""
        under_way, count = self._counted
        return int(count) if under_way == job else 0

    async def _ask(self, function: Callable[..., T], *arguments: Any) -> T:
        loop = asyncio.get_running_loop()
        try:
            if self._pool is None:
                self._pool = _new_pool(self._counted)
                # Starting is not reading: only the text's own time counts.
                await loop.run_in_executor(self._pool, _ready)
            asked = loop.run_in_executor(self._pool, _timed, self.seconds, function, *arguments)
            return await asyncio.wait_for(asked, self.patience * self.seconds)
        except TooLong:
            raise _too_long() from None
        except (TimeoutError, BrokenProcessPool):
            self.close()
            raise _too_long() from None
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


def _too_long() -> Refused:
    return Refused(422, "too-long-to-read", message("http:too-long-to-read"))


def _new_pool(counted: Any) -> ProcessPoolExecutor:
    return ProcessPoolExecutor(1, _context, _alone, (counted,))


def count(job: int, number: int) -> None:
    """Says in the reading process how much of a job has been done."""
    (shared,) = _shared
    if shared[0] != job:
        # Never the count of another job under the number of this one.
        shared[1], shared[0] = 0, job
    shared[1] = number


_shared: list[Any] = []
"""In the reading process: the job that counts, and its count, where the server sees them."""


def _alone(counted: Any) -> None:
    """Ctrl-C is for the server, which ends this process itself, or by dying."""
    _shared.append(counted)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGPROF, _over)
    threading.Thread(target=_end_with_the_server, daemon=True).start()


def _timed(seconds: float, function: Callable[..., T], *arguments: Any) -> T:
    """The function within this CPU time; `TooLong` otherwise. The process stays for the next."""
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        return function(*arguments)
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def _over(_: int, __: FrameType | None) -> None:
    raise TooLong


def _end_with_the_server() -> None:
    server = multiprocessing.parent_process()
    if server is not None:
        server.join()
        os._exit(1)


def _ready() -> None:
    import duiyi.server.records.replay  # noqa: F401
