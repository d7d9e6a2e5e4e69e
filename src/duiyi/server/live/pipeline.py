"""The pipeline: one thread on which the rules run, and one that writes.

Jobs go in from the event loop; results come out on it, in the same order, after everything they
are built on is committed. Tables in memory belong to the rules thread alone.
"""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from queue import Empty, SimpleQueue
from typing import Any, TypeVar

from msgspec import UNSET

from duiyi.database.file import BadDatabase
from duiyi.server import wire
from duiyi.server.live.rooms import Connection
from duiyi.server.storage.store import Row, Store, Write
from duiyi.server.table.effects import Effect, Snapshot
from duiyi.server.table.randomness import Randomness
from duiyi.server.table.summary import Summary, index
from duiyi.server.table.table import Rematched, Table
from duiyi.server.wire.refusal import Refused, refused

INDEX_EVERY = 20_000
"""Milliseconds after which the index is renewed although nothing in lists depends on it."""
MOST_AT_ONCE = 2000
"""Results in one transaction, about."""
MOST_HELD_BACK = 8
"""Results that wait for others before the writer gets them."""
_log = logging.getLogger("duiyi.tables")
Act = Callable[[Table, int], Effect]
T = TypeVar("T")


class Absent(Exception):
    """The table is not in memory."""


@dataclass(slots=True)
class Job:
    """Something to be done with a table, at the moment `at`."""

    table: str
    act: Act
    at: int
    connection: Connection | None = None
    ref: Any = UNSET
    future: asyncio.Future[Any] | None = None
    value: Callable[[Table], Any] | None = None
    """What the future is to get."""
    snapshot: bool = False
    """The asker wants the whole table."""
    summary: bool = False
    """The event loop wants the summary, although nothing may have changed."""
    brings: Table | None = None
    """A table that was read from the store."""
    makes: Callable[[int], tuple[Table, Effect]] | None = None
    evicts: bool = False
    reloads: bool = False
    """The table was read again because something had failed."""
    address: str = ""
    """The address, hashed, that what is written counts for."""


@dataclass(slots=True)
class Held:
    """A table in memory. `failed`: its last rows could not be written."""

    table: Table
    indexed: int = 0
    failed: bool = False


@dataclass(slots=True)
class Result:
    """What has become of a job; shown to nobody before `writes` are committed."""

    job: Job
    held: list[Held] = field(default_factory=list)
    writes: list[Write] = field(default_factory=list)
    room: list[str] = field(default_factory=list)
    answer: str | None = None
    error: Exception | None = None
    value: Any = None
    snapshot: Snapshot | None = None
    anew: bool = False
    seats: bool = False
    summaries: list[Summary] = field(default_factory=list)
    gone: bool = False


@dataclass(slots=True)
class _Committed:
    """Time is charged from the commit on: word from the writer to the rules."""

    tables: list[tuple[Held, int]]
    at: int

    def charge(self) -> None:
        for held, id in self.tables:
            if held.table.id == id:
                held.table.clocks = held.table.clocks.at(self.at)


@dataclass(slots=True)
class _Reload:
    held: Held


_Item = Job | _Committed | _Reload


def moment_now() -> Callable[[], int]:
    """A clock in milliseconds since 1970 that never goes back."""
    offset = time.time_ns() - time.monotonic_ns()
    return lambda: (time.monotonic_ns() + offset) // 1_000_000


class Pipeline:
    """Started and stopped on the event loop; `report` gets the results there."""

    def __init__(
        self,
        store: Store,
        randomness: Randomness,
        report: Callable[[list[Result]], None],
        now: Callable[[], int],
    ) -> None:
        self.store, self.randomness, self.now = store, randomness, now
        self._report = report
        self._held: dict[str, Held] = {}
        self._gathered: list[_Item] = []
        self._jobs: SimpleQueue[list[_Item] | None] = SimpleQueue()
        self._results: SimpleQueue[list[Result] | None] = SimpleQueue()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._threads: list[threading.Thread] = []

    def start(self) -> None:
        self._loop = asyncio.get_running_loop()
        for name, run in (("rules", self._run_rules), ("writer", self._run_writer)):
            thread = threading.Thread(target=run, name=f"duiyi-{name}", daemon=True)
            thread.start()
            self._threads.append(thread)

    async def close(self) -> None:
        """Everything that waits is still done, written and reported."""
        self._flush()
        self._jobs.put(None)
        for thread in self._threads:
            await asyncio.to_thread(thread.join)
        await asyncio.sleep(0)

    def put(self, job: Job) -> None:
        """What comes in one round of the event loop wakes the rules once."""
        assert self._loop is not None
        self._gathered.append(job)
        if len(self._gathered) == 1:
            self._loop.call_soon(self._flush)

    @property
    def idle(self) -> bool:
        """Whether the rules have everything that was handed in."""
        return not self._gathered and self._jobs.empty()

    def _flush(self) -> None:
        if self._gathered:
            self._jobs.put(self._gathered)
            self._gathered = []

    # ---- the rules thread

    def _run_rules(self) -> None:
        while (items := self._jobs.get()) is not None:
            results: list[Result] = []
            for item in items:
                if isinstance(item, _Committed):
                    item.charge()
                    continue
                done = self._result_of(item) if isinstance(item, Job) else self._reloaded(item.held)
                results.append(done)
                if len(results) >= MOST_HELD_BACK:
                    self._results.put(results)
                    results = []
            if results:
                self._results.put(results)
        self._results.put(None)

    def _result_of(self, job: Job) -> Result:
        result = Result(job)
        try:
            self._do(job, result)
        except (Refused, Absent) as error:
            result.error = error
            self._refused(job, result)
        except Exception as error:
            # Whatever it was, the table may be half changed: what is written down counts.
            _log.exception("table %s: a request failed", job.table)
            result = Result(job, error=refused("failed", 503, kind=type(error).__name__))
            self._refused(job, result)
            held = self._held.get(job.table)
            if held is not None:
                held.failed = True
                self._jobs.put([_Reload(held)])
        return result

    def _do(self, job: Job, result: Result) -> None:
        held = self._held.get(job.table)
        if job.brings is not None:
            if held is None:
                held = self._held[job.table] = Held(job.brings)
                effect = job.brings.resume(job.at)
            else:
                effect = Effect()
        elif job.makes is not None:
            table, effect = job.makes(job.at)
            held = self._held[table.setup.id] = Held(table)
        elif held is None:
            raise Absent
        else:
            effect = job.act(held.table, job.at)
        self._effects(job, result, held, effect)
        if job.evicts:
            del self._held[job.table]
            result.gone = True

    def _effects(self, job: Job, result: Result, held: Held, effect: Effect) -> None:
        table = held.table
        result.held.append(held)
        result.writes += effect.rows
        result.room = [wire.text(message) for message in effect.room]
        result.answer = None if effect.answer is None else wire.text(effect.answer)
        result.anew, result.seats = effect.anew, effect.seats
        if effect.rows or effect.room or job.summary:
            summary = table.summary()
            result.summaries.append(summary)
            late = table.updated - held.indexed > (0 if job.evicts else INDEX_EVERY)
            if effect.listed or (late and (effect.rows or job.evicts)):
                held.indexed = table.updated
                result.writes.append(index(summary))
        if isinstance(effect, Rematched):
            born = self._held[effect.born.setup.id] = Held(effect.born, job.at)
            result.held.append(born)
            result.summaries.append(effect.born.summary())
            result.writes.append(index(result.summaries[-1]))
        if effect.anew or job.snapshot:
            result.snapshot = table.snapshot()
        if job.value is not None:
            result.value = job.value(table)

    def _refused(self, job: Job, result: Result) -> None:
        """Whoever asked on an outdated state gets the current one."""
        error = result.error
        if isinstance(error, Refused) and job.connection is not None:
            result.answer = wire.text(wire.error_message(error, job.ref))
            held = self._held.get(job.table)
            if error.code == "stale" and held is not None:
                result.held.append(held)
                result.snapshot = held.table.snapshot()

    def _reloaded(self, old: Held) -> Result:
        """A table as it is written down, after something went wrong."""
        id = old.table.setup.id
        now = self.now()
        result = Result(Job(id, nothing, now, summary=True, reloads=True), anew=True)
        if self._held.get(id) is not old:
            result.anew = False
            return result
        del self._held[id]
        try:
            rows = self.store.rows(id)
            table = Table.of_rows(rows, self.randomness) if rows else None
        except Exception:
            _log.exception("table %s cannot be read again", id)
            table = None
        if table is None:
            result.gone = True
            return result
        held = self._held[id] = Held(table)
        self._effects(result.job, result, held, table.resume(now))
        result.anew, result.snapshot = True, table.snapshot()
        return result

    # ---- the writer thread

    def _run_writer(self) -> None:
        assert self._loop is not None
        going = True
        while going:
            batch: list[Result] = []
            item = self._results.get()
            while True:
                if item is None:
                    going = False
                    break
                batch += item
                if len(batch) >= MOST_AT_ONCE:
                    break
                try:
                    item = self._results.get_nowait()
                except Empty:
                    break
            if batch:
                self._commit(batch)
                self._loop.call_soon_threadsafe(self._report, batch)

    def _commit(self, batch: list[Result]) -> None:
        for result in batch:
            self._drop_if_failed(result)
        writing = [result for result in batch if result.writes]
        if not writing:
            return
        try:
            self.store.write(_writes(writing))
        except Exception as error:
            _say(error, f"{len(writing)} results could not be written together")
            for result in writing:
                self._commit_alone(result)
        timed = [
            (held, summary.id)
            for result in writing
            for held, summary in zip(result.held, result.summaries, strict=False)
            if summary.clocks.seat is not None and _moved(result, summary)
        ]
        if timed:
            self._jobs.put([_Committed(timed, self.now())])

    def _commit_alone(self, result: Result) -> None:
        self._drop_if_failed(result)
        if not result.writes:
            return
        try:
            self.store.write(_writes([result]))
        except Exception as error:
            _say(error, f"table {result.job.table}: not written")
            for held in result.held:
                held.failed = True
                self._jobs.put([_Reload(held)])
            self._drop_if_failed(result)

    def _drop_if_failed(self, result: Result) -> None:
        """What is built on something that is not written must not be seen."""
        if not any(held.failed for held in result.held):
            return
        job = result.job
        error = refused("not-saved", 503)
        result.writes, result.room, result.summaries, result.held = [], [], [], []
        result.snapshot, result.value, result.anew, result.seats = None, None, False, False
        result.error = error
        if job.connection is not None:
            result.answer = wire.text(wire.error_message(error, job.ref))


def _say(error: Exception, what: str) -> None:
    """A file that is full or damaged says so itself; anything else is a fault to be found."""
    if isinstance(error, BadDatabase):
        _log.error("%s: %s", what, error)
    else:
        _log.error("%s", what, exc_info=error)


def _moved(result: Result, summary: Summary) -> bool:
    """Whether it is this result that led to where its table stands. A name or a hint does not
    give back the time that somebody has thought."""
    led = (summary.setup.id, summary.id)
    return any(isinstance(one, Row) and (one.table, one.n) == led for one in result.writes)


def _writes(results: list[Result]) -> list[Write]:
    """All rows in order; of several indexes of one table the last."""
    writes: list[Write] = []
    indexes: dict[str, Write] = {}
    for result in results:
        for write in result.writes:
            if hasattr(write, "n"):
                writes.append(write)
            else:
                indexes[write.table] = write  # type: ignore[union-attr]
    return [*writes, *indexes.values()]


def nothing(table: Table, now: int) -> Effect:
    """For a job that only looks."""
    return Effect()
