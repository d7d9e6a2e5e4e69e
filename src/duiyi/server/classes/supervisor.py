"""The arena process beside the server: started with it, started again when it dies, ended with it.

It is a process of its own, with a lower priority; the server holds nothing of it but a pipe. When
the server is gone, however that happens, the pipe's end tells the arena to end too.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Sequence

FIRST_PAUSE = 1.0
LONGEST_PAUSE = 60.0
STEADY = 60.0
"""Seconds after which a process counts as one that works: then the pause is short again."""
GRACE = 12.0
"""Seconds for an orderly end."""
_log = logging.getLogger("duiyi.arena")


class Supervisor:
    """Keeps one process going."""

    def __init__(self, command: Sequence[str], first: float = FIRST_PAUSE) -> None:
        self._command = [*command]
        self._first = first
        self._process: asyncio.subprocess.Process | None = None
        self._task: asyncio.Task[None] | None = None
        self.starts = 0

    def start(self) -> None:
        self._task = asyncio.create_task(self._keep_going())

    @property
    def pid(self) -> int | None:
        return None if self._process is None else self._process.pid

    async def close(self) -> None:
        process = self._process
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task
        if process is None or process.returncode is not None:
            return
        if process.stdin is not None:
            process.stdin.close()
        with contextlib.suppress(ProcessLookupError):
            process.terminate()
        try:
            async with asyncio.timeout(GRACE):
                await process.wait()
        except TimeoutError:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()

    async def _keep_going(self) -> None:
        pause = self._first
        while True:
            begun = time.monotonic()
            code = await self._run()
            pause = self._first if time.monotonic() - begun > STEADY else pause
            _log.error("the arena process has ended (%s); it starts again in %g s", code, pause)
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    async def _run(self) -> object:
        try:
            self._process = await asyncio.create_subprocess_exec(
                *self._command,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.DEVNULL,
                start_new_session=True,
            )
        except OSError as error:
            return error
        self.starts += 1
        return await self._process.wait()
