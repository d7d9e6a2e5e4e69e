"""The table service: what routes and sockets ask of tables, on the event loop.

How a request gets to a table and what is told after its commit is in `dispatcher`.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence

from duiyi.core.record import Record
from duiyi.server import wire
from duiyi.server.computers.coaching import Decided
from duiyi.server.computers.guard import Played, unfair
from duiyi.server.computers.pool import Computers
from duiyi.server.limiter import Limiter
from duiyi.server.limits import FIXED, GENEROUS
from duiyi.server.live.dispatcher import Dispatcher
from duiyi.server.live.pipeline import Job, moment_now, nothing
from duiyi.server.live.rooms import Connection, Rooms
from duiyi.server.live.scheduler import THINKING
from duiyi.server.storage.archive import no_such_table
from duiyi.server.storage.store import UNFINISHED, Guest, Index, Place, Store
from duiyi.server.table import creation
from duiyi.server.table import summary as summaries
from duiyi.server.table.effects import Effect
from duiyi.server.table.names import clean_name
from duiyi.server.table.randomness import Randomness
from duiyi.server.table.summary import Summary
from duiyi.server.table.table import Table
from duiyi.server.wire.refusal import Refused, refused

RENAMED_AT_ONCE = FIXED.listed_tables
"""Tables of a guest that are looked up at a time."""


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
        self.randomness = randomness or Randomness()
        self.now = now or moment_now()
        self._tables = Dispatcher(
            store,
            computers,
            rooms,
            randomness=self.randomness,
            now=self.now,
            thinking=thinking,
            limiter=limiter or Limiter(GENEROUS),
        )
        # Beginning and end are the dispatcher's own.
        self.start, self.farewell = self._tables.start, self._tables.farewell
        self.close, self.evict = self._tables.close, self._tables.evict
        self.caller_address = self._tables.caller_address

    @property
    def in_memory(self) -> int:
        """How many tables."""
        return len(self._tables.summaries)

    # ---- what routes ask

    async def make(self, guest: Guest, new: wire.NewTable) -> wire.MadeTable:
        """A new table; its links are in the answer."""
        self._tables.may_write()
        id, address = self.randomness.table_id(), self._tables.caller_address()

        def makes(now: int) -> tuple[Table, Effect]:
            return Table.made(
                id, creation.first_row(new, guest, self.randomness, address), now, self.randomness
            )

        def secrets_of(table: Table) -> dict[str, str]:
            return table.secrets(guest)

        secrets = await self._tables.ask(
            Job(id, nothing, self.now(), makes=makes, value=secrets_of, address=address)
        )
        return wire.MadeTable(id, secrets)

    async def summary(self, table: str, guest: Guest) -> wire.TableSummary:
        summary = self._tables.summaries.get(table)
        if summary is None:
            index = await self._tables.archive.run(self.store.index, table)
            if index is None:
                raise no_such_table()
            return self.listed(index, guest)
        return summaries.table_summary(summary, guest.id, self.rooms.present(table))

    def listed(self, index: Index, guest: Guest) -> wire.TableSummary:
        """The newest that is known about a table that a list has found."""
        summary = self._tables.summaries.get(index.table)
        if summary is None:
            return summaries.listed(index, guest.id, self.rooms.present(index.table))
        return summaries.table_summary(summary, guest.id, self.rooms.present(index.table))

    async def secrets(self, table: str, guest: Guest) -> wire.MadeTable:
        found = await self._tables.at(table, nothing, lambda it: it.secrets(guest))
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
        self._tables.may_write()
        called = clean_name(name) if name else None

        def act(it: Table, now: int) -> Effect:
            return it.sit(guest, seat, secret, called, now)

        summary: Summary = await self._tables.at(table, act, Table.summary)
        return summaries.table_summary(summary, guest.id, self.rooms.present(table))

    async def leave(self, table: str, guest: Guest) -> wire.TableSummary:
        summary: Summary = await self._tables.at(
            table, lambda it, now: it.leave(guest, now), Table.summary
        )
        return summaries.table_summary(summary, guest.id, self.rooms.present(table))

    async def rename(self, guest: Guest, before: str) -> None:
        """A guest has another name now: at all his tables that are not finished he goes by it."""
        self._tables.may_write()
        place: Place | None = None
        while found := await self._tables.archive.run(self._unfinished_of, guest.id, place):
            for index in found:
                # A table that cannot be read keeps its old name, and nobody is held up by it.
                with contextlib.suppress(Refused):
                    await self._tables.at(
                        index.table, lambda it, now: it.rename(guest, before, now), None
                    )
            place = (found[-1].updated, found[-1].table)

    def _unfinished_of(self, guest: str, before: Place | None) -> Sequence[Index]:
        return self.store.tables(
            status=UNFINISHED, guest=guest, before=before, limit=RENAMED_AT_ONCE
        )

    async def history(self, table: str) -> bytes:
        """JSON of `wire.History`."""
        it, history = await self._tables.copy_of(table)
        shown: bytes = await self._tables.archive.run(history.shown, table, it.names(), it.options)
        return shown

    async def frames(self, table: str, low: int, high: int) -> bytes:
        """JSON of `wire.Frame[]`: the positions from `low` to before `high`."""
        _, history = await self._tables.copy_of(table)
        frames: bytes = await self._tables.archive.run(history.frames, low, high)
        return frames

    async def record(self, table: str) -> Record:
        it, history = await self._tables.copy_of(table)
        record: Record = await self._tables.archive.run(it.record_of, history)
        return record

    async def position(self, table: str, at: int) -> tuple[str, str]:
        """The game, and the text of the position after so many decisions."""
        it, history = await self._tables.copy_of(table)
        if at > len(history):
            raise refused("no-such-position", 404, "at")
        dump: str = await self._tables.archive.run(lambda: history.at(at).dump())
        return it.setup.game, dump

    async def hint_position(self, table: str, guest: Guest, at: int) -> tuple[str, str]:
        """The game and the position that a guest wants a hint for, if he may have one."""
        found: tuple[str, str] = await self._tables.at(
            table,
            lambda it, now: it.hint(guest, at, now),
            lambda it: (it.setup.game, it.history.at(at).dump()),
        )
        return found

    async def coached_decision(
        self, table: str, guest: Guest, at: int, token: str | None
    ) -> Decided:
        """The decision that a guest wants the coach to speak of, if he may hear that."""
        found: Decided = await self._tables.at(
            table,
            lambda it, now: it.coached(guest, at, token),
            lambda it: Decided(
                it.setup.game,
                it.history.at(at).dump(),
                at,
                *it.spoken_of(guest, at, token),
                made=token is None,
            ),
        )
        return found

    async def check_fairness(self, game: str, dump: str, table: str = "") -> None:
        """`Refused` where help with a position would be help in a game that people play now;
        `table` is where it is asked for."""
        if await self.guards(game, dump, table):
            raise refused("hint-running", 403)

    async def guards(self, game: str, dump: str, table: str = "") -> bool:
        """Whether a position lies on the board of a game that people play now, but at `table`."""
        played: Sequence[Played] = self._tables.guard.of(game, table)
        if not played:
            return False
        helps: bool = await self._tables.archive.run(unfair, game, dump, played)
        return helps

    # ---- what sockets ask

    async def join(self, connection: Connection) -> None:
        """The connection gets the table, and from then on everything that happens there."""
        await self._tables.at(connection.table, nothing, None, connection)

    def request(self, connection: Connection, request: wire.ToServer) -> None:
        """Answers come through the connection, errors too; never waits."""
        if isinstance(request, wire.Ping):
            connection.send(wire.text(wire.PongMessage(request.ref)))
            return
        try:
            if isinstance(request, wire.Sync | wire.Why | wire.Read):
                self._tables.not_busy()
            else:
                self._tables.may_write()
        except Refused as error:
            connection.send(wire.text(wire.error_message(error, request.ref)))
            return
        guest, whole = connection.guest, isinstance(request, wire.Sync)

        def act(it: Table, now: int) -> Effect:
            return it.request(guest, request, now)

        job = Job(connection.table, act, self.now(), connection, request.ref, snapshot=whole)
        job.address = self._tables.caller_address()
        self._tables.put(job)
