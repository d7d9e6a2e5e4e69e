"""The dispatcher: jobs on their way to the rules, and what is told after their commit.

It hands jobs to the pipeline and, once a job's rows are committed, tells its room and its asker
what came of it. It knows the summaries of all tables in memory, reads tables when they are needed
and lets them go. What happens without anybody asking, by the clock and by computers, is in
`scheduler`.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Coroutine
from typing import Any

from duiyi.server import wire
from duiyi.server.computers.guard import Guard
from duiyi.server.computers.pool import Computers
from duiyi.server.fair_queue import CALLER
from duiyi.server.http.addresses import hashed
from duiyi.server.limiter import Limiter, too_much_today
from duiyi.server.limits import FIXED
from duiyi.server.live.broadcast import Broadcaster
from duiyi.server.live.pipeline import Absent, Act, Job, Pipeline, Result, nothing
from duiyi.server.live.rooms import Connection, Rooms
from duiyi.server.live.scheduler import Scheduler
from duiyi.server.storage.archive import Archive
from duiyi.server.storage.store import Row, Store, Write
from duiyi.server.table.history import History
from duiyi.server.table.randomness import Randomness
from duiyi.server.table.summary import Summary
from duiyi.server.table.table import Table
from duiyi.server.wire.refusal import Refused, refused

MOST_WAITING = FIXED.waiting_requests
"""Jobs of people; beyond that the server is busy."""
SWEEP = 30.0
IDLE = 120_000
"""Milliseconds after which a table without anybody there leaves the memory."""
ROW_BYTES = 64
"""What a row takes up besides its data."""
_log = logging.getLogger("duiyi.tables")


class Dispatcher:
    """All tables in memory, and everything that is under way to them and from them."""

    def __init__(
        self,
        store: Store,
        computers: Computers,
        rooms: Rooms,
        *,
        randomness: Randomness,
        now: Callable[[], int],
        thinking: float,
        limiter: Limiter,
    ) -> None:
        self._store, self._rooms, self._now = store, rooms, now
        self._limiter = limiter
        self._key = store.secret()
        self.pipeline = Pipeline(store, randomness, self._report, now)
        self.archive = Archive(store, randomness)
        self.guard = Guard()
        self.summaries: dict[str, Summary] = {}
        self.scheduler = Scheduler(
            computers,
            randomness,
            now,
            thinking=thinking,
            summaries=self.summaries,
            put=self.put,
            spawn=self._spawn,
            present=lambda table: bool(rooms.present(table)),
            may_write=limiter.may_write,
        )
        self._broadcaster = Broadcaster(rooms, now)
        self._loading: dict[str, asyncio.Future[None]] = {}
        self._waiting = 0
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = False
        rooms.presence = self._say_presence
        rooms.attended = self.scheduler.attend

    # ---- beginning and end

    async def start(self) -> None:
        self.pipeline.start()
        self._spawn(self._restore())
        self._spawn(self._sweep())

    async def farewell(self) -> None:
        """What was asked before is done and said; then everybody is sent away."""
        if not self._closed:
            with contextlib.suppress(Absent):
                await self.ask(Job("", nothing, self._now()))
            self._broadcaster.farewell()

    async def close(self) -> None:
        """What was asked before is still done."""
        await self.farewell()
        self._closed = True
        self.scheduler.close()
        for task in [*self._tasks]:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.pipeline.close()
        self.archive.close()

    # ---- jobs

    def put(self, job: Job) -> None:
        self._waiting += 1
        self.pipeline.put(job)

    def caller_address(self) -> str:
        """The address of whoever asks, as it is kept and as what is written counts for it."""
        return hashed(CALLER.get().address, self._key)

    def not_busy(self) -> None:
        if self._waiting >= MOST_WAITING or self._closed:
            raise refused("busy", 429)

    def may_write(self) -> None:
        self.not_busy()
        if not self._limiter.may_write(self.caller_address()):
            raise too_much_today()

    async def ask(self, job: Job) -> Any:
        job.future = asyncio.get_running_loop().create_future()
        self.put(job)
        return await job.future

    async def at(
        self,
        table: str,
        act: Act,
        value: Callable[[Table], Any] | None,
        connection: Connection | None = None,
    ) -> Any:
        """Do something with a table, which is read first where it is not in memory."""
        self.not_busy()
        for _ in range(3):
            if table not in self.summaries:
                await self._load(table)
            job = Job(table, act, self._now(), connection, value=value)
            job.snapshot, job.address = connection is not None, self.caller_address()
            with contextlib.suppress(Absent):
                return await self.ask(job)
        raise refused("busy", 429)

    async def _load(self, table: str) -> None:
        """Bring a table into memory; whoever asks at the same time waits for the same."""
        loading = self._loading.get(table)
        if loading is not None:
            await asyncio.shield(loading)
            return
        loading = self._loading[table] = asyncio.get_running_loop().create_future()
        try:
            it = await self.archive.table(table)
            await self._adopt(it)
        finally:
            del self._loading[table]
            loading.set_result(None)

    async def _adopt(self, it: Table) -> None:
        await self.ask(Job(it.setup.id, nothing, self._now(), brings=it, summary=True))

    async def copy_of(self, table: str) -> tuple[Table, History]:
        """A table and a copy of its history that may be used on the reading thread."""
        self.not_busy()
        if table in self.summaries:
            with contextlib.suppress(Absent):
                found: tuple[Table, History] = await self.ask(
                    Job(table, nothing, self._now(), value=lambda it: (it, it.history.copy()))
                )
                return found
        it = await self.archive.finished(table)
        return it, it.history

    # ---- results

    def _report(self, batch: list[Result]) -> None:
        """On the event loop: everything in the batch is committed."""
        for result in batch:
            try:
                self._deliver(result)
            except Exception:
                _log.exception("table %s: a result could not be told", result.job.table)

    def _deliver(self, result: Result) -> None:
        job = result.job
        if job.reloads:
            self.scheduler.think_anew(job.table)
        else:
            self._waiting -= 1
        if result.writes and job.address:
            self._limiter.written(job.address, sum(map(_size, result.writes)))
        for summary in result.summaries:
            self._know(summary)
        if result.gone:
            self._forget(job.table)
        if job.connection is not None:
            self._answer(job.connection, job, result)
        for text in result.room:
            self._rooms.send_to_all(job.table, text)
        if result.anew and result.snapshot is not None:
            self._broadcaster.table_to_all(job.table, result.snapshot)
        if result.seats:
            self._rooms.touch(job.table)
        if job.future is not None and not job.future.done():
            if result.error is not None:
                job.future.set_exception(result.error)
            else:
                job.future.set_result(result.value)

    def _answer(self, connection: Connection, job: Job, result: Result) -> None:
        if isinstance(result.error, Absent) and job.future is None:
            self._spawn(self._once_more(job))
            return
        if result.answer is not None:
            connection.send(result.answer)
        if result.snapshot is not None and not (result.anew and connection.joined):
            self._broadcaster.table(connection, result.snapshot, job.ref)
            if job.future is not None:
                self._rooms.join(connection)

    async def _once_more(self, job: Job) -> None:
        """The table had left the memory."""
        assert job.connection is not None
        try:
            await self._load(job.table)
        except Refused as error:
            job.connection.send(wire.text(wire.error_message(error, job.ref)))
            return
        self.put(job)

    def _know(self, summary: Summary) -> None:
        self.summaries[summary.setup.id] = summary
        self.guard.know(summary)
        self.scheduler.know(summary)

    def _forget(self, table: str) -> None:
        self.summaries.pop(table, None)
        self.scheduler.forget(table)

    def _say_presence(self, table: str) -> None:
        summary = self.summaries.get(table)
        if summary is not None:
            self._broadcaster.presence(summary)

    # ---- in the background

    def _spawn(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _restore(self) -> None:
        """Every unfinished game goes on; those that wait for people are read when one comes."""
        try:
            unfinished = await self.archive.run(self._store.unfinished)
        except Refused:
            return
        for table in unfinished:
            if table in self.summaries or table in self._loading:
                continue
            try:
                it = await self.archive.table(table)
            except Refused:
                continue
            summary = it.summary()
            self.guard.know(summary)
            goes_on = summary.thinker or summary.clocks.seat is not None
            if goes_on and table not in self.summaries and table not in self._loading:
                await self._adopt(it)

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(SWEEP)
            self.evict(self._now() - IDLE)
            self.scheduler.look()

    def evict(self, before: int) -> None:
        """Let tables go that nothing has happened at since, with nobody there and no clock."""
        for table, summary in self.summaries.items():
            idle = summary.updated < before and self._rooms.room(table) is None
            if idle and summary.clocks.deadline is None and not self.scheduler.busy(table):
                self.put(Job(table, nothing, self._now(), summary=True, evicts=True))


def _size(write: Write) -> int:
    """Bytes that are written; an index takes the place of the one before, mostly."""
    return len(write.data) + ROW_BYTES if isinstance(write, Row) else ROW_BYTES
