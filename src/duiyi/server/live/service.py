"""The table service: what routes and sockets ask of tables, on the event loop.

It hands jobs to the pipeline and, once a job's rows are committed, tells its room and its asker
what came of it. It knows the summaries of all tables in memory, reads tables when they are needed
and lets them go. What happens without anybody asking, by the clock and by computers, is in
`scheduler`.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Coroutine, Sequence
from typing import Any

from duiyi.core.record import Record
from duiyi.server import wire
from duiyi.server.computers.guard import Guard, Played, unfair
from duiyi.server.computers.pool import Computers
from duiyi.server.fair_queue import CALLER
from duiyi.server.http.addresses import hashed
from duiyi.server.limiter import Limiter, too_much_today
from duiyi.server.limits import FIXED, GENEROUS
from duiyi.server.live.broadcast import Broadcaster
from duiyi.server.live.pipeline import Absent, Act, Job, Pipeline, Result, moment_now, nothing
from duiyi.server.live.rooms import Connection, Rooms
from duiyi.server.live.scheduler import THINKING, Scheduler
from duiyi.server.storage.archive import Archive, no_such_table
from duiyi.server.storage.store import UNFINISHED, Guest, Index, Place, Row, Store, Write
from duiyi.server.table import creation
from duiyi.server.table import summary as summaries
from duiyi.server.table.effects import Effect
from duiyi.server.table.history import History
from duiyi.server.table.names import clean_name
from duiyi.server.table.randomness import Randomness
from duiyi.server.table.summary import Summary
from duiyi.server.table.table import Table
from duiyi.server.wire.refusal import Refused, refused

MOST_WAITING = FIXED.waiting_requests
"""Jobs of people; beyond that the server is busy."""
SWEEP = 30.0
IDLE = 120_000
"""Milliseconds after which a table without anybody there leaves the memory."""
RENAMED_AT_ONCE = FIXED.listed_tables
"""Tables of a guest that are looked up at a time."""
ROW_BYTES = 64
"""What a row takes up besides its data."""
_log = logging.getLogger("duiyi.tables")


class TableService:
    """All tables. `start` and `close` frame everything else."""

    def __init__(
        self,
        store: Store,
        computers: Computers,
        rooms: Rooms,
        *,
        randomness: Randomness | None = None,
        now: Callable[[], int] | None = None,
        thinking: float = THINKING,
        limiter: Limiter | None = None,
    ) -> None:
        self.store, self.rooms = store, rooms
        self._limiter = limiter or Limiter(GENEROUS)
        self._key = store.secret()
        self.randomness = randomness or Randomness()
        self.now = now or moment_now()
        self._pipeline = Pipeline(store, self.randomness, self._report, self.now)
        self._archive = Archive(store, self.randomness)
        self._broadcaster = Broadcaster(rooms, self.now)
        self._summaries: dict[str, Summary] = {}
        self._scheduler = Scheduler(
            computers,
            self.randomness,
            self.now,
            thinking=thinking,
            summaries=self._summaries,
            put=self._put,
            spawn=self._spawn,
            present=lambda table: bool(rooms.present(table)),
            may_write=self._limiter.may_write,
        )
        self._guard = Guard()
        self._loading: dict[str, asyncio.Future[None]] = {}
        self._waiting = 0
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = False
        rooms.presence = self._say_presence
        rooms.attended = self._scheduler.attend

    # ---- beginning and end

    async def start(self) -> None:
        self._pipeline.start()
        self._spawn(self._restore())
        self._spawn(self._sweep())

    async def farewell(self) -> None:
        """What was asked before is done and said; then everybody is sent away."""
        if not self._closed:
            with contextlib.suppress(Absent):
                await self._ask(Job("", nothing, self.now()))
            self._broadcaster.farewell()

    async def close(self) -> None:
        """What was asked before is still done."""
        await self.farewell()
        self._closed = True
        self._scheduler.close()
        for task in [*self._tasks]:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._pipeline.close()
        self._archive.close()

    @property
    def in_memory(self) -> int:
        """How many tables."""
        return len(self._summaries)

    # ---- what routes ask

    async def make(self, guest: Guest, new: wire.NewTable) -> wire.MadeTable:
        """A new table; its links are in the answer."""
        self._may_write()
        id, address = self.randomness.table_id(), self.caller_address()

        def makes(now: int) -> tuple[Table, Effect]:
            return Table.made(
                id, creation.first_row(new, guest, self.randomness, address), now, self.randomness
            )

        def secrets_of(table: Table) -> dict[str, str]:
            return table.secrets(guest)

        secrets = await self._ask(
            Job(id, nothing, self.now(), makes=makes, value=secrets_of, address=address)
        )
        return wire.MadeTable(id, secrets)

    async def summary(self, table: str, guest: Guest) -> wire.TableSummary:
        summary = self._summaries.get(table)
        if summary is None:
            index = await self._archive.run(self.store.index, table)
            if index is None:
                raise no_such_table()
            return self.listed(index, guest)
        return summaries.table_summary(summary, guest.id, self.rooms.present(table))

    def listed(self, index: Index, guest: Guest) -> wire.TableSummary:
        """The newest that is known about a table that a list has found."""
        summary = self._summaries.get(index.table)
        if summary is None:
            return summaries.listed(index, guest.id, self.rooms.present(index.table))
        return summaries.table_summary(summary, guest.id, self.rooms.present(index.table))

    async def secrets(self, table: str, guest: Guest) -> wire.MadeTable:
        found = await self._table(table, nothing, lambda it: it.secrets(guest))
        return wire.MadeTable(table, found)

    async def sit(
        self,
        table: str,
        guest: Guest,
        seat: int | None = None,
        secret: str | None = None,
        name: str | None = None,
    ) -> wire.TableSummary:
        """Take the seat of a secret, or an open seat of a public table."""
        self._may_write()
        called = clean_name(name) if name else None

        def act(it: Table, now: int) -> Effect:
            return it.sit(guest, seat, secret, called, now)

        summary: Summary = await self._table(table, act, Table.summary)
        return summaries.table_summary(summary, guest.id, self.rooms.present(table))

    async def leave(self, table: str, guest: Guest) -> wire.TableSummary:
        summary: Summary = await self._table(
            table, lambda it, now: it.leave(guest, now), Table.summary
        )
        return summaries.table_summary(summary, guest.id, self.rooms.present(table))

    async def rename(self, guest: Guest, before: str) -> None:
        """A guest has another name now: at all his tables that are not finished he goes by it."""
        self._may_write()
        place: Place | None = None
        while found := await self._archive.run(self._unfinished_of, guest.id, place):
            for index in found:
                # A table that cannot be read keeps its old name, and nobody is held up by it.
                with contextlib.suppress(Refused):
                    await self._table(
                        index.table, lambda it, now: it.rename(guest, before, now), None
                    )
            place = (found[-1].updated, found[-1].table)

    def _unfinished_of(self, guest: str, before: Place | None) -> Sequence[Index]:
        return self.store.tables(
            status=UNFINISHED, guest=guest, before=before, limit=RENAMED_AT_ONCE
        )

    async def history(self, table: str) -> bytes:
        """JSON of `wire.History`."""
        it, history = await self._copy_of(table)
        shown: bytes = await self._archive.run(history.shown, table, it.names(), it.options)
        return shown

    async def frames(self, table: str, low: int, high: int) -> bytes:
        """JSON of `wire.Frame[]`: the positions from `low` to before `high`."""
        _, history = await self._copy_of(table)
        frames: bytes = await self._archive.run(history.frames, low, high)
        return frames

    async def record(self, table: str) -> Record:
        it, history = await self._copy_of(table)
        record: Record = await self._archive.run(it.record_of, history)
        return record

    async def position(self, table: str, at: int) -> tuple[str, str]:
        """The game, and the text of the position after so many decisions."""
        it, history = await self._copy_of(table)
        if at > len(history):
            raise refused("no-such-position", 404, "at")
        dump: str = await self._archive.run(lambda: history.at(at).dump())
        return it.setup.game, dump

    async def hint_position(self, table: str, guest: Guest, at: int) -> tuple[str, str]:
        """The game and the position that a guest wants a hint for, if he may have one."""
        found: tuple[str, str] = await self._table(
            table,
            lambda it, now: it.hint(guest, at, now),
            lambda it: (it.setup.game, it.history.at(at).dump()),
        )
        return found

    async def check_fairness(self, game: str, dump: str, table: str = "") -> None:
        """`Refused` where help with a position would be help in a game that people play now;
        `table` is where it is asked for."""
        played: Sequence[Played] = self._guard.of(game, table)
        helps: bool = await self._archive.run(unfair, game, dump, played) if played else False
        if helps:
            raise refused("hint-running", 403)

    # ---- what sockets ask

    async def join(self, connection: Connection) -> None:
        """The connection gets the table, and from then on everything that happens there."""
        await self._table(connection.table, nothing, None, connection)

    def request(self, connection: Connection, request: wire.ToServer) -> None:
        """Answers come through the connection, errors too; never waits."""
        if isinstance(request, wire.Ping):
            connection.send(wire.text(wire.PongMessage(request.ref)))
            return
        try:
            if isinstance(request, wire.Sync | wire.Why):
                self._not_busy()
            else:
                self._may_write()
        except Refused as error:
            connection.send(wire.text(wire.error_message(error, request.ref)))
            return
        guest, whole = connection.guest, isinstance(request, wire.Sync)

        def act(it: Table, now: int) -> Effect:
            return it.request(guest, request, now)

        job = Job(connection.table, act, self.now(), connection, request.ref, snapshot=whole)
        job.address = self.caller_address()
        self._put(job)

    # ---- jobs

    def _put(self, job: Job) -> None:
        self._waiting += 1
        self._pipeline.put(job)

    def caller_address(self) -> str:
        """The address of whoever asks, as it is kept and as what is written counts for it."""
        return hashed(CALLER.get().address, self._key)

    def _not_busy(self) -> None:
        if self._waiting >= MOST_WAITING or self._closed:
            raise refused("busy", 429)

    def _may_write(self) -> None:
        self._not_busy()
        if not self._limiter.may_write(self.caller_address()):
            raise too_much_today()

    async def _ask(self, job: Job) -> Any:
        job.future = asyncio.get_running_loop().create_future()
        self._put(job)
        return await job.future

    async def _table(
        self,
        table: str,
        act: Act,
        value: Callable[[Table], Any] | None,
        connection: Connection | None = None,
    ) -> Any:
        """Do something with a table, which is read first where it is not in memory."""
        self._not_busy()
        for _ in range(3):
            if table not in self._summaries:
                await self._load(table)
            job = Job(table, act, self.now(), connection, value=value)
            job.snapshot, job.address = connection is not None, self.caller_address()
            with contextlib.suppress(Absent):
                return await self._ask(job)
        raise refused("busy", 429)

    async def _load(self, table: str) -> None:
        """Bring a table into memory; whoever asks at the same time waits for the same."""
        loading = self._loading.get(table)
        if loading is not None:
            await asyncio.shield(loading)
            return
        loading = self._loading[table] = asyncio.get_running_loop().create_future()
        try:
            it = await self._archive.table(table)
            await self._adopt(it)
        finally:
            del self._loading[table]
            loading.set_result(None)

    async def _adopt(self, it: Table) -> None:
        await self._ask(Job(it.setup.id, nothing, self.now(), brings=it, summary=True))

    async def _copy_of(self, table: str) -> tuple[Table, History]:
        """A table and a copy of its history that may be used on the reading thread."""
        self._not_busy()
        if table in self._summaries:
            with contextlib.suppress(Absent):
                found: tuple[Table, History] = await self._ask(
                    Job(table, nothing, self.now(), value=lambda it: (it, it.history.copy()))
                )
                return found
        it = await self._archive.finished(table)
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
            self._scheduler.think_anew(job.table)
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
            self.rooms.send_to_all(job.table, text)
        if result.anew and result.snapshot is not None:
            self._broadcaster.table_to_all(job.table, result.snapshot)
        if result.seats:
            self.rooms.touch(job.table)
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
                self.rooms.join(connection)

    async def _once_more(self, job: Job) -> None:
        """The table had left the memory."""
        assert job.connection is not None
        try:
            await self._load(job.table)
        except Refused as error:
            job.connection.send(wire.text(wire.error_message(error, job.ref)))
            return
        self._put(job)

    def _know(self, summary: Summary) -> None:
        self._summaries[summary.setup.id] = summary
        self._guard.know(summary)
        self._scheduler.know(summary)

    def _forget(self, table: str) -> None:
        self._summaries.pop(table, None)
        self._scheduler.forget(table)

    def _say_presence(self, table: str) -> None:
        summary = self._summaries.get(table)
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
            unfinished = await self._archive.run(self.store.unfinished)
        except Refused:
            return
        for table in unfinished:
            if table in self._summaries or table in self._loading:
                continue
            try:
                it = await self._archive.table(table)
            except Refused:
                continue
            summary = it.summary()
            self._guard.know(summary)
            goes_on = summary.thinker or summary.clocks.seat is not None
            if goes_on and table not in self._summaries and table not in self._loading:
                await self._adopt(it)

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(SWEEP)
            self.evict(self.now() - IDLE)
            self._scheduler.look()

    def evict(self, before: int) -> None:
        """Let tables go that nothing has happened at since, with nobody there and no clock."""
        for table, summary in self._summaries.items():
            idle = summary.updated < before and self.rooms.room(table) is None
            if idle and summary.clocks.deadline is None and not self._scheduler.busy(table):
                self._put(Job(table, nothing, self.now(), summary=True, evicts=True))


def _size(write: Write) -> int:
    """Bytes that are written; an index takes the place of the one before, mostly."""
    return len(write.data) + ROW_BYTES if isinstance(write, Row) else ROW_BYTES
