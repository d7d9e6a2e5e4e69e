"""Workers on this machine: processes that play one game at a time, each on cores of its own.

A worker that dies, by whatever signal, is replaced, and its game is reported as lost; whether it
is played again is the director's business. When the director dies, the workers end by themselves
and close their bots.
"""

from __future__ import annotations

import multiprocessing
import os
import shutil
import signal
import sys
import tempfile
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from pathlib import Path
from types import FrameType
from typing import Any, Generic, Protocol, TypeVar

from duiyi.arena.runners.task import GameTask, TaskResult, run_game
from duiyi.core import DuiyiError, message

GRACE = 5.0
"""Seconds that a worker has for closing its bots when it is told to end."""
FAILED_STARTS = 3
"""So many workers in a row that never got ready mean that none ever will."""


@dataclass(frozen=True, slots=True)
class Lost:
    """A game whose worker died; `how` is for a person."""

    id: str
    how: str


Event = TaskResult | Lost


class Runner(Protocol):
    """Who has games played: workers here, or a cluster."""

    @property
    def places(self) -> int:
        """How many games are played at once."""
        ...

    def submit(self, task: GameTask) -> None: ...
    def events(self, seconds: float) -> Sequence[Event]:
        """What has happened; waits so long for something to happen."""
        ...

    def close(self) -> None:
        """Ends what is being played."""


class Task(Protocol):
    """Anything that one worker does as a whole."""

    @property
    def id(self) -> str: ...


T = TypeVar("T", bound=Task)
E = TypeVar("E")


@dataclass(slots=True)
class Worker(Generic[T]):
    """A process of a pool, and what it is doing."""

    process: SpawnProcess
    line: Connection[Any, Any]
    cores: frozenset[int]
    scratch: Path
    ready: bool = False
    task: T | None = None


class Workers(Generic[T, E]):
    """Local processes that do one task at a time. They are spawned, not forked: nothing of the
    director is in them."""

    def __init__(self, cores: Sequence[frozenset[int]], scratch: Path) -> None:
        self._queue: deque[T] = deque()
        self._scratch = scratch
        self._number = 0
        self._failed = 0
        self._workers = [self._start(own) for own in cores]

    @property
    def places(self) -> int:
        return len(self._workers)

    @property
    def running(self) -> int:
        """How many tasks wait or are worked at."""
        return len(self._queue) + sum(worker.task is not None for worker in self._workers)

    def submit(self, task: T) -> None:
        self._queue.append(task)
        self._hand_out()

    def events(self, seconds: float) -> list[E | Lost]:
        lines = {worker.line: worker for worker in self._workers}
        deaths = {worker.process.sentinel: worker for worker in self._workers}
        ready = wait([*lines, *deaths], seconds)
        found: list[E | Lost] = []
        # What a worker said before it died still counts: its line is read first.
        for one in ready:
            if isinstance(one, Connection):
                found += self._heard(lines[one])
        for one in ready:
            if isinstance(one, int) and deaths[one] in self._workers:
                found += self._heard(deaths[one])
                found += self._replaced(deaths[one])
        self._hand_out()
        return found

    def close(self) -> None:
        self._queue.clear()
        for worker in self._workers:
            worker.process.terminate()
        for worker in self._workers:
            worker.process.join(GRACE)
            self._buried(worker)
        self._workers.clear()

    def _target(self, scratch: Path, cores: frozenset[int]) -> tuple[Callable[..., None], Any]:
        """What runs in a worker, and what it is given beside its end of the line. It says `None`
        when it is ready, and then what came of each task."""
        raise NotImplementedError

    def _told(self, worker: Worker[T], said: Any) -> E:
        """What a worker has said about its task."""
        raise NotImplementedError

    def _start(self, cores: frozenset[int]) -> Worker[T]:
        self._number += 1
        scratch = self._scratch / f"worker-{self._number}"
        scratch.mkdir(mode=0o711)
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        target, given = self._target(scratch, cores)
        process = context.Process(
            target=target, args=(theirs, *given), name="duiyi-worker", daemon=True
        )
        process.start()
        # With our copy of its end closed, its death is the end of the line.
        theirs.close()
        return Worker(process, ours, cores, scratch)

    def _hand_out(self) -> None:
        for worker in self._workers:
            if self._queue and worker.ready and worker.task is None:
                try:
                    worker.line.send(self._queue[0])
                except (BrokenPipeError, ConnectionResetError):
                    continue
                worker.task = self._queue.popleft()

    def _heard(self, worker: Worker[T]) -> list[E | Lost]:
        """Everything that a worker has said since."""
        found: list[E | Lost] = []
        try:
            while worker.line.poll():
                said = worker.line.recv()
                if said is None:
                    worker.ready, self._failed = True, 0
                else:
                    found.append(self._told(worker, said))
        except (EOFError, OSError):
            pass
        return found

    def _replaced(self, worker: Worker[T]) -> list[E | Lost]:
        worker.process.join()
        how = _death(worker.process.exitcode)
        self._buried(worker)
        if not worker.ready:
            self._failed += 1
            if self._failed >= FAILED_STARTS:
                raise DuiyiError(message("arena.workers-failed", how=how))
        self._workers[self._workers.index(worker)] = self._start(worker.cores)
        return [Lost(worker.task.id, how)] if worker.task is not None else []

    def _buried(self, worker: Worker[T]) -> None:
        if worker.process.is_alive():
            worker.process.kill()
            worker.process.join()
        worker.process.close()
        worker.line.close()
        shutil.rmtree(worker.scratch, ignore_errors=True)


class Pool(Workers[GameTask, TaskResult]):
    """Workers that play games, each on cores of its own."""

    def _target(self, scratch: Path, cores: frozenset[int]) -> tuple[Callable[..., None], Any]:
        return _work, (cores, str(scratch))

    def _told(self, worker: Worker[GameTask], said: Any) -> TaskResult:
        worker.task = None
        found: TaskResult = said
        return found


def core_sets(workers: int | None, cores: int) -> list[frozenset[int]]:
    """Which cores each worker has: `cores` of them, no core twice; as many workers as fit, unless
    a number is asked for. More than fit share cores, and bots' clocks allow for that."""
    own = _own_cores()
    sets = [frozenset(own[at : at + cores]) for at in range(0, len(own) - cores + 1, cores)]
    sets = sets or [frozenset(own)]
    wanted = workers or len(sets)
    return [sets[at % len(sets)] for at in range(wanted)]


def _own_cores() -> list[int]:
    if hasattr(os, "sched_getaffinity"):
        return sorted(os.sched_getaffinity(0))
    return [*range(os.cpu_count() or 1)]


def _death(code: int | None) -> str:
    if code is not None and code < 0:
        try:
            return signal.Signals(-code).name
        except ValueError:
            return f"signal {-code}"
    return f"exit {code}"


# In the worker's process


def _work(line: Connection[Any, Any], cores: frozenset[int], scratch: str) -> None:
    """Plays what it is given until nobody gives any more."""
    begin_work(scratch)
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, cores)
    core = next(iter(cores)) if len(cores) == 1 else None
    try:
        line.send(None)
        for task in _received(line):
            line.send(run_game(task, core))
    except (BrokenPipeError, ConnectionResetError):
        return


def begin_work(scratch: str) -> None:
    """What every process does first that works for a director, and ends with it."""
    # The terminal's Ctrl-C reaches everybody; what follows from it is the director's decision.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _end)
    tempfile.tempdir = scratch
    threading.Thread(target=_watch_director, daemon=True).start()


def _received(line: Connection[Any, Any]) -> Iterator[GameTask]:
    while True:
        try:
            yield line.recv()
        except EOFError:
            return


def _watch_director() -> None:
    """Ends this process when the director is gone, in a game too."""
    director = multiprocessing.parent_process()
    if director is None:
        return
    wait([director.sentinel])
    os.kill(os.getpid(), signal.SIGTERM)
    threading.Event().wait(GRACE)
    os._exit(1)


def _end(number: int, frame: FrameType | None) -> None:
    """As an exception, so that the game that is being played closes its bots."""
    sys.exit(1)
