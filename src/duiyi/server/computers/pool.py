"""Computers: worker processes that think, so that no table waits for another's computer.

A worker is `worker`, spoken to in lines of JSON over its pipes. One that crashes, hangs
or answers what is not legal is ended and replaced; a random legal move stands in for its answer.
A table's computers think in the worker that remembers them, where that is free. What players think
with is in `duiyi.players`.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from dataclasses import asdict, dataclass
from typing import Any

import duiyi
from duiyi.core import DuiyiError, Message, message
from duiyi.server.computers import coaching, hints, puzzling
from duiyi.server.computers.coaching import Decided
from duiyi.server.computers.opponents import quick, title
from duiyi.server.computers.process import Worker, WorkerFailed, WorkerSlow
from duiyi.server.computers.puzzling import Puzzled
from duiyi.server.fair_queue import CALLER, NOBODY, Caller, FairQueue
from duiyi.server.limits import FIXED
from duiyi.server.wire.analysis import Analysed, Coached, Hint
from duiyi.server.wire.puzzles import PuzzleJudged
from duiyi.server.wire.refusal import refused

GRACE = 20.0
PATIENCE = 4
"""A worker has so many times the time that it was given, and this grace: its time is CPU time, and
the machine may have other things to do."""
SHORTEST = 0.05
"""Nobody is asked to think shorter than this, however many wait."""
PAIR_SECONDS = 10.0
"""CPU time that a pair of games takes at most; in tzaar it is a sixth of a second."""
MOST_HINTS = FIXED.hints_waiting
MOST_HINTS_EACH = FIXED.hints_waiting_each
_log = logging.getLogger("duiyi.computers")


@dataclass(frozen=True, slots=True)
class Thought:
    """What is to be decided: a position by its game and dump, by whom, and in which time."""

    game: str
    dump: str
    player: str
    seed: int
    seconds: float
    most: float = 1.0
    """Seconds for a turn where nothing hurries."""
    table: str = ""
    """Where the player sits and is remembered; "" for this question alone."""
    seat: int = 0
    branch: int = 0
    """Another number after every undo."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A legal token, and what to tell when it is not the player's own.

    The token is "" only where a position cannot be read, or nobody decides in it.
    """

    token: str
    notice: Message | None = None


class Computers:
    """Up to `workers` processes, started when they are first needed; one before, by `prepare`.

    Addresses take turns, and at an address guests do. Those who think long have one worker less,
    so that quick ones never wait behind them alone.
    """

    def __init__(self, workers: int = 2, grace: float = GRACE) -> None:
        self._grace = grace
        self._long = max(1, workers - 1)
        self._queue, self._long_queue = FairQueue(workers), FairQueue(self._long)
        self._idle: list[Worker] = []
        self._busy: set[Worker] = set()
        self._hints: Counter[str] = Counter()
        """How many are waited for, and words of the coach, by address."""
        self._closed = False

    async def prepare(self) -> None:
        """Whoever asks first finds a worker that has started. Never raises."""
        try:
            async with self._worker("", NOBODY, long=False) as worker:
                worker.prepare()
        except (WorkerFailed, OSError) as failed:
            _log.warning("no computer could be started: %s", failed)

    @property
    def idle(self) -> int:
        """How many workers have started and wait for a question."""
        return len(self._idle)

    async def think(self, thought: Thought, caller: Caller | None = None) -> Answer:
        """The answer to a thought, on behalf of a caller. Never raises."""
        try:
            return Answer(await self._asked(thought, caller or CALLER.get()))
        except (WorkerFailed, OSError, ValueError) as failed:
            slow = isinstance(failed, WorkerSlow)
            _log.warning("computer %s at %s: %s", thought.player[:60], thought.game[:60], failed)
        key = "server:computer-slow" if slow else "server:computer-failed"
        token = await asyncio.to_thread(_any_legal, thought)
        return Answer(token, message(key, player=title(thought.player)))

    async def hint(self, game: str, dump: str, at: int, seed: int) -> Hint:
        """What seems best in a position where somebody decides; `Refused` where it fails."""
        caller = CALLER.get()
        with self._helped(caller, game):
            async with self._worker("", caller, long=True) as worker:
                seconds = self._shared(hints.SECONDS, caller)
                question = {"game": game, "dump": dump, "at": at, "seed": seed}
                return await worker.hint(question | {"seconds": seconds}, self._limit(seconds))

    async def analysis(self, game: str, dump: str, lines: int, seed: int) -> Analysed:
        """The best lines of a position where somebody decides; `Refused` where it fails."""
        caller = CALLER.get()
        with self._helped(caller, game):
            async with self._worker("", caller, long=True) as worker:
                seconds = self._shared(hints.SECONDS, caller)
                question = {"game": game, "dump": dump, "lines": lines, "seed": seed}
                return await worker.analysed(question | {"seconds": seconds}, self._limit(seconds))

    async def coach(self, decided: Decided, seed: int) -> Coached:
        """What the coach says of a decision; `Refused` where it fails. It thinks hardly longer
        than a level does, and whoever has chosen waits for it."""
        caller = CALLER.get()
        with self._helped(caller, decided.game):
            async with self._worker("", caller, long=False) as worker:
                question = asdict(decided) | {"seed": seed}
                return await worker.coached(question, self._limit(coaching.SECONDS))

    async def pair(self, game: str, dump: str, number: int, caller: Caller) -> float:
        """What the first seat scores in a pair of games from a position; `Refused` where it
        fails. Nobody waits for it, so it goes among those who think long."""
        try:
            async with self._worker("", caller, long=True) as worker:
                question = {"game": game, "dump": dump, "pair": number}
                return await worker.pair(question, self._limit(PAIR_SECONDS))
        except (WorkerFailed, OSError, ValueError) as failed:
            _log.warning("deal of %s: %s", game[:60], failed)
            raise refused("hint-failed", 503) from None

    async def puzzle(self, puzzled: Puzzled) -> PuzzleJudged:
        """What is right in a puzzle; `Refused` where it fails. Most answers take a moment."""
        caller = CALLER.get()
        with self._helped(caller, puzzled.game):
            async with self._worker("", caller, long=False) as worker:
                return await worker.puzzled(asdict(puzzled), self._limit(puzzling.SECONDS))

    @contextlib.contextmanager
    def _helped(self, caller: Caller, game: str) -> Iterator[None]:
        """Counts somebody who waits for a hint, the coach or a puzzle; what fails is refused."""
        waiting = self._hints
        full = waiting.total() >= MOST_HINTS or waiting[caller.address] >= MOST_HINTS_EACH
        if full or self._closed:
            raise refused("busy", 429)
        waiting[caller.address] += 1
        try:
            yield
        except (WorkerFailed, OSError, ValueError) as failed:
            _log.warning("hint at %s: %s", game[:60], failed)
            raise refused("hint-failed", 503) from None
        finally:
            waiting[caller.address] -= 1
            if not waiting[caller.address]:
                del waiting[caller.address]

    def forget(self, table: str) -> None:
        """Nobody thinks about this table any more."""
        for worker in (*self._idle, *self._busy):
            worker.forget(table)

    async def close(self) -> None:
        """End all workers; thoughts that are under way get a random answer."""
        self._closed = True
        workers = [*self._idle, *self._busy]
        self._idle.clear()
        for worker in workers:
            await worker.kill()

    async def _asked(self, thought: Thought, caller: Caller) -> str:
        async with self._worker(thought.table, caller, not quick(thought.player)) as worker:
            seconds = self._shared(thought.seconds, caller)
            question = asdict(thought) | {"seconds": seconds}
            answer = await worker.token(question, self._limit(seconds))
            if not await asyncio.to_thread(_legal, thought, answer):
                raise WorkerFailed(f"illegal answer {answer[:64]!r}")
            return answer

    def _shared(self, seconds: float, caller: Caller) -> float:
        """The more wait to think long, the shorter each thinks: of the same address, or addresses.

        Whoever has many tables shortens the time of his own.
        """
        queue = self._long_queue
        waiting = max(queue.waiting_of(caller.address), queue.addresses)
        return max(SHORTEST, seconds / (1 + waiting // self._long))

    def _limit(self, seconds: float) -> float:
        return PATIENCE * seconds + self._grace

    @contextlib.asynccontextmanager
    async def _worker(self, table: str, caller: Caller, long: bool) -> AsyncIterator[Worker]:
        """One that is free; it goes back to the idle ones only when it gave a good answer."""
        async with self._turn(caller, long):
            if self._closed:
                raise WorkerFailed("no thinking after the end")
            worker = self._chosen(table)
            self._busy.add(worker)
            good = False
            try:
                await worker.start()
                yield worker
                good = True
            finally:
                self._busy.discard(worker)
                if good and not self._closed:
                    self._idle.append(worker)
                else:
                    await asyncio.shield(worker.kill())

    @contextlib.asynccontextmanager
    async def _turn(self, caller: Caller, long: bool) -> AsyncIterator[None]:
        async with contextlib.AsyncExitStack() as held:
            for queue in (self._long_queue, self._queue) if long else (self._queue,):
                await held.enter_async_context(queue.of(caller))
            yield

    def _chosen(self, table: str) -> Worker:
        """The idle one that remembers the table, or any; only one is to remember it."""
        if not self._idle:
            worker = Worker()
        else:
            worker = next((one for one in self._idle if table in one.tables), self._idle[-1])
            self._idle.remove(worker)
        if table:
            self.forget(table)  # the chosen one is in neither list
            worker.tables.add(table)
        return worker


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
