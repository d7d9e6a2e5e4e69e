"""A worker process and its pipes, as `pool` speaks to it."""

from __future__ import annotations

import asyncio
import contextlib
import json
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from typing import Any

import msgspec

from duiyi.server.wire.analysis import Analysed, Coached, Hint
from duiyi.server.wire.puzzles import PuzzleJudged

STARTING = 60.0
"""Seconds that a worker has to start; a busy machine takes its time."""
LONGEST_ANSWER = 16 * 1024


class WorkerFailed(Exception):
    """A worker did not answer as it should."""


class WorkerSlow(WorkerFailed):
    """A worker has not answered in time."""


class Answered(msgspec.Struct, frozen=True):
    """What a worker says: one of these."""

    token: str | None = None
    hint: Hint | None = None
    coached: Coached | None = None
    pair: float | None = None
    puzzled: PuzzleJudged | None = None
    analysed: Analysed | None = None
    failed: str = "nothing said"


_decoder = msgspec.json.Decoder(Answered)


class Worker:
    """One process. `tables`: whose players it remembers."""

    def __init__(self) -> None:
        self.tables: set[str] = set()
        self._process: Process | None = None

    async def start(self) -> None:
        if self._process is not None:
            return
        self._process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "duiyi.server.computers.worker"),
            stdin=PIPE,
            stdout=PIPE,
            stderr=DEVNULL,
            limit=LONGEST_ANSWER,
            start_new_session=True,  # so that Ctrl-C at a terminal stops the server alone
        )
        if await self._line(STARTING) != b"ready":
            raise WorkerFailed("did not start")

    async def token(self, question: dict[str, Any], seconds: float) -> str:
        """What a player decides within these seconds."""
        answer = await self._ask(question, seconds)
        if answer.token is None:
            raise WorkerFailed(answer.failed[:500])
        return answer.token

    async def hint(self, question: dict[str, Any], seconds: float) -> Hint:
        answer = await self._ask(question, seconds)
        if answer.hint is None:
            raise WorkerFailed(answer.failed[:500])
        return answer.hint

    async def coached(self, question: dict[str, Any], seconds: float) -> Coached:
        answer = await self._ask(question, seconds)
        if answer.coached is None:
            raise WorkerFailed(answer.failed[:500])
        return answer.coached

    async def pair(self, question: dict[str, Any], seconds: float) -> float:
        """What the first seat scored in a pair of games of self-play."""
        answer = await self._ask(question, seconds)
        if answer.pair is None:
            raise WorkerFailed(answer.failed[:500])
        return answer.pair

    async def puzzled(self, question: dict[str, Any], seconds: float) -> PuzzleJudged:
        answer = await self._ask(question, seconds)
        if answer.puzzled is None:
            raise WorkerFailed(answer.failed[:500])
        return answer.puzzled

    def prepare(self) -> None:
        """Let it read the rules of all games before anybody asks; there is no answer."""
        self._say({"prepare": True})

    async def analysed(self, question: dict[str, Any], seconds: float) -> Analysed:
        answer = await self._ask(question, seconds)
        if answer.analysed is None:
            raise WorkerFailed(answer.failed[:500])
        return answer.analysed

    def forget(self, table: str) -> None:
        """Let go of a table's players; there is no answer."""
        if table in self.tables:
            self.tables.discard(table)
            self._say({"forget": table})

    async def kill(self) -> None:
        """End the process, whatever it is doing."""
        process, self._process = self._process, None
        if process is None:
            return
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        if process.stdin is not None:
            process.stdin.close()
        await process.wait()

    async def _ask(self, question: dict[str, Any], seconds: float) -> Answered:
        self._say(question)
        try:
            return _decoder.decode(await self._line(seconds))
        except msgspec.MsgspecError as error:
            raise WorkerFailed(str(error)) from None

    def _say(self, said: dict[str, Any]) -> None:
        if self._process is not None and self._process.stdin is not None:
            self._process.stdin.write(json.dumps(said).encode() + b"\n")

    async def _line(self, seconds: float) -> bytes:
        process = self._process
        assert process is not None
        assert process.stdout is not None
        try:
            async with asyncio.timeout(seconds):
                line = await process.stdout.readline()
        except TimeoutError:
            raise WorkerSlow(f"no answer in {seconds:.1f} seconds") from None
        if not line.endswith(b"\n"):
            raise WorkerFailed("ended without an answer")
        return line.strip()
