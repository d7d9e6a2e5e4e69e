"""Computers: worker processes that think, so that no table waits for another's computer.

A worker is `computer_worker`, spoken to in lines of JSON over its pipes. One that crashes, hangs
or answers what is not legal is ended and replaced; a random legal move stands in for its answer.
What players think with is in `duiyi.players`.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import random
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from dataclasses import dataclass
from typing import Any

import duiyi
from duiyi.core import DuiyiError, Message, message

STARTING = 60.0
"""Seconds that a worker has to start; a busy machine takes its time."""
GRACE = 8.0
"""Seconds beyond twice the time that a player was given."""
SHORTEST = 0.05
"""Nobody is asked to think shorter than this, however many wait."""
LONGEST_ANSWER = 4096
_log = logging.getLogger("duiyi.computers")


@dataclass(frozen=True, slots=True)
class Thought:
    """What is to be decided: a position by its game and dump, by whom, and in which time."""

    game: str
    dump: str
    player: str
    seed: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Answer:
    """A legal token, and what to tell when it is not the player's own.

    The token is "" only where a position cannot be read, or nobody decides in it.
    """

    token: str
    notice: Message | None = None


class WorkerFailed(Exception):
    """A worker did not answer as it should."""


class WorkerSlow(WorkerFailed):
    """A worker has not answered in time."""


class Computers:
    """Up to `workers` processes, started when they are first needed."""

    def __init__(self, workers: int = 2, grace: float = GRACE) -> None:
        self._count = workers
        self._grace = grace
        self._free = asyncio.Semaphore(workers)
        self._idle: list[Worker] = []
        self._busy: set[Worker] = set()
        self._waiting = 0
        self._closed = False

    async def think(self, thought: Thought) -> Answer:
        """The answer to a thought; those who ask first are served first. Never raises."""
        try:
            return Answer(await self._asked(thought))
        except (WorkerFailed, OSError, ValueError) as failed:
            slow = isinstance(failed, WorkerSlow)
            _log.warning("computer %s at %s: %s", thought.player[:60], thought.game[:60], failed)
        key = "server:computer-slow" if slow else "server:computer-failed"
        token = await asyncio.to_thread(_any_legal, thought)
        return Answer(token, message(key, player=thought.player[:60]))

    async def close(self) -> None:
        """End all workers; thoughts that are under way get a random answer."""
        self._closed = True
        workers = [*self._idle, *self._busy]
        self._idle.clear()
        for worker in workers:
            await worker.kill()

    async def _asked(self, thought: Thought) -> str:
        self._waiting += 1
        try:
            await self._free.acquire()
        finally:
            self._waiting -= 1
        try:
            return await self._answered(thought)
        finally:
            self._free.release()

    async def _answered(self, thought: Thought) -> str:
        """The answer of a worker; it goes back to the idle ones only when it gave a good one."""
        if self._closed:
            raise WorkerFailed("no thinking after the end")
        worker = self._idle.pop() if self._idle else Worker()
        self._busy.add(worker)
        good = False
        try:
            await worker.start()
            seconds = max(SHORTEST, thought.seconds / (1 + self._waiting // self._count))
            answer = await worker.ask(_question(thought, seconds), 2 * seconds + self._grace)
            if not await asyncio.to_thread(_legal, thought, answer):
                raise WorkerFailed(f"illegal answer {answer[:64]!r}")
            good = True
            return answer
        finally:
            self._busy.discard(worker)
            if good and not self._closed:
                self._idle.append(worker)
            else:
                await asyncio.shield(worker.kill())


class Worker:
    """One process and its pipes."""

    def __init__(self) -> None:
        self._process: Process | None = None

    async def start(self) -> None:
        if self._process is not None:
            return
        self._process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "duiyi.server.computer_worker"),
            stdin=PIPE,
            stdout=PIPE,
            stderr=DEVNULL,
            limit=LONGEST_ANSWER,
            start_new_session=True,  # so that Ctrl-C at a terminal stops the server alone
        )
        if await self._line(STARTING) != "ready":
            raise WorkerFailed("did not start")

    async def ask(self, question: str, seconds: float) -> str:
        """The token that it answers within these seconds."""
        assert self._process is not None
        assert self._process.stdin is not None
        self._process.stdin.write(question.encode() + b"\n")
        answer = json.loads(await self._line(seconds))
        if not isinstance(answer, dict) or not isinstance(answer.get("token"), str):
            raise WorkerFailed(str(answer)[:500])
        token: str = answer["token"]
        return token

    async def _line(self, seconds: float) -> str:
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
        return line.decode().strip()

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


def _question(thought: Thought, seconds: float) -> str:
    given = {name: getattr(thought, name) for name in ("game", "dump", "player", "seed")}
    return json.dumps(given | {"seconds": seconds})


def _legal(thought: Thought, token: str) -> bool:
    try:
        state = _state(thought)
        return state.actor in range(state.seats) and state.why_not(token) is None
    except DuiyiError:
        return False


def _any_legal(thought: Thought) -> str:
    """A random move; "" where there is none."""
    try:
        state = _state(thought)
    except DuiyiError:
        return ""
    actions = state.actions()
    return state.text(random.Random(thought.seed).choice(actions)) if actions else ""


def _state(thought: Thought) -> Any:
    return duiyi.game(thought.game).load(thought.dump)
