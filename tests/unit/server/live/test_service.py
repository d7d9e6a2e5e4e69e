"""The service: restarts, memory, who is there. Commits and long clocks have files of their own."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
from tests.unit.server.conftest import Watch

from duiyi.server import wire
from duiyi.server.computers.pool import Computers
from duiyi.server.live import rooms as rooms_module
from duiyi.server.live.rooms import Connection, Rooms
from duiyi.server.live.scheduler import ATTENDED
from duiyi.server.live.service import TableService
from duiyi.server.storage.sqlite import SqliteStore
from duiyi.server.storage.store import Guest
from duiyi.server.wire import Clock, NewSeat, NewTable
from duiyi.server.wire.refusal import Refused

ME, RANDOM = NewSeat("me"), NewSeat("computer", "random")
PATIENCE = 60.0


class Seen:
    """A connection and what it has heard."""

    def __init__(self, service: TableService, guest: Guest, table: str) -> None:
        self.service, self.table = service, table
        self.connection = Connection(guest, table)

    async def join(self) -> dict[str, Any]:
        await self.service.join(self.connection)
        return await self.hear("table")

    async def watched_by(self, guest: Guest) -> Seen:
        """Somebody else, who joins the same table."""
        watcher = Seen(self.service, guest, self.table)
        await watcher.join()
        return watcher

    def say(self, **request: Any) -> None:
        self.service.request(self.connection, wire.decode(json.dumps(request)))

    async def hear(self, type: str) -> dict[str, Any]:
        """The next message of a type."""
        async with asyncio.timeout(PATIENCE):
            while True:
                text = await self.connection.text()
                assert text is not None
                message: dict[str, Any] = json.loads(text)
                if message["type"] == type:
                    return message

    def waiting(self) -> list[str]:
        return [json.loads(text)["type"] for text in self.connection._texts]


def new_table(*seats: NewSeat, clock: Clock | None = None, **more: Any) -> NewTable:
    name = more.pop("game", "relati-classic")
    return NewTable(name, {}, [*seats], clock or Clock(), True, True, **more)


@asynccontextmanager
async def open_service(store: SqliteStore, **more: Any) -> AsyncIterator[TableService]:
    computers = Computers(1)
    service = TableService(store, computers, Rooms(), thinking=0.05, **more)
    await service.start()
    try:
        yield service
    finally:
        await service.close()
        await computers.close()


async def at_new_table(
    service: TableService, guest: Guest, clock: Clock | None = None
) -> tuple[Seen, int]:
    """A guest who has joined a table where both seats are his, and its state id."""
    made = await service.make(guest, new_table(ME, ME, clock=clock))
    player = Seen(service, guest, made.id)
    return player, (await player.join())["id"]


def run(work: Callable[[], Awaitable[None]]) -> None:
    asyncio.run(work())  # type: ignore[arg-type]


def test_stale_moves_get_the_table(store: SqliteStore, ann: Guest) -> None:
    async def work() -> None:
        async with open_service(store) as service:
            player, id = await at_new_table(service, ann)
            player.say(do="play", on=id - 1, token="C3", ref=4)
            error = await player.hear("error")
            assert (error["code"], error["ref"]) == ("stale", 4)
            assert (await player.hear("table"))["id"] == id
            player.say(do="sync", ref=5)
            table = await player.hear("table")
            assert table["ref"] == 5
            assert [seat["mine"] for seat in table["table"]["seats"]] == [True, True]

    run(work)


def test_unfinished_games_go_on_after_a_restart(
    store: SqliteStore, ann: Guest, watch: Watch
) -> None:
    """A computer whose turn it is thinks anew; clocks are those of the last row."""

    async def work() -> None:
        async with open_service(store, now=watch) as service:
            player, id = await at_new_table(service, ann, Clock("game", 600, 0))
            watch.tick(60_000)
            player.say(do="play", on=id, token="C3")
            await player.hear("taken")
        watch.tick(10_000_000)
        async with open_service(store, now=watch) as service:
            player = Seen(service, ann, player.table)
            table = await player.join()
            assert table["clocks"] == {"left": [540_000, 600_000], "running": 1}
            assert [entry["token"] for entry in table["entries"]] == ["C3"]
            summary = await service.summary(player.table, ann)
            assert (summary.status, summary.actor, summary.decisions) == ("running", 1, 1)

    run(work)


def test_a_computer_moves_and_thinks_anew_after_a_restart(store: SqliteStore, ann: Guest) -> None:
    async def work() -> None:
        async with open_service(store) as service:
            made = await service.make(ann, new_table(RANDOM, ME))
            player = Seen(service, ann, made.id)
            table = await player.join()
            if not table["entries"]:
                await player.hear("played")
        rows = store.rows(made.id)
        assert [row.kind for row in rows] == ["make", "start", "play"]

    async def cut_short() -> None:
        async with open_service(store) as service:
            made = await service.make(ann, new_table(RANDOM, ME))
        async with open_service(store) as service:
            player = Seen(service, ann, made.id)
            if not (await player.join())["entries"]:
                assert (await player.hear("played"))["entry"]["actor"] == 0

    run(work)
    run(cut_short)


def test_the_clock_of_a_computer_that_waits_for_somebody_stands_still(
    store: SqliteStore, ann: Guest, eve: Guest, watch: Watch
) -> None:
    async def work() -> None:
        async with open_service(store, now=watch) as service:
            clock = Clock("turn", 5)
            alone = (await service.make(ann, new_table(RANDOM, RANDOM, clock=clock))).id
            watch.tick(60_000)
            service._tables.scheduler._time_up(alone)
            watcher = Seen(service, eve, alone)
            await watcher.join()
            assert (await watcher.hear("played"))["entry"]["actor"] == 0
            assert (await service.summary(alone, ann)).status == "running"

    run(work)


def test_computers_wait_where_nobody_is(
    store: SqliteStore, ann: Guest, eve: Guest, watch: Watch
) -> None:
    async def decisions(service: TableService, table: str) -> int:
        return (await service.summary(table, ann)).decisions

    async def use(service: TableService) -> None:
        alone = (await service.make(ann, new_table(RANDOM, RANDOM))).id
        with_ann = (await service.make(ann, new_table(RANDOM, ME))).id
        while not await decisions(service, with_ann):
            await asyncio.sleep(0.01)
        assert await decisions(service, alone) == 0
        watcher = Seen(service, eve, alone)
        await watcher.join()
        for _ in range(2):
            await watcher.hear("played")
        service.rooms.leave(watcher.connection)
        await asyncio.sleep(0)
        while service._tables.scheduler.busy(alone):
            await asyncio.sleep(0.01)
        # A person's computers go on for a while only.
        player = Seen(service, ann, with_ann)
        state = await player.join()
        service.rooms.leave(player.connection)
        watch.tick(ATTENDED + 1)
        token = state["view"]["choices"][0]["token"]
        player.say(do="play", on=state["id"], token=token)
        while await decisions(service, with_ann) < 2:
            await asyncio.sleep(0.01)
        assert not service._tables.scheduler.busy(with_ann)
        # What waits may leave the memory, and goes on when somebody comes.
        watch.tick(1_000_000)
        service.evict(watch())
        while service.in_memory:
            await asyncio.sleep(0.01)
        again = Seen(service, ann, with_ann)
        await again.join()
        assert (await again.hear("played"))["entry"]["actor"] == 0

    async def work() -> None:
        async with open_service(store, now=watch) as service:
            await use(service)

    run(work)


def test_computers_forget_a_table_that_is_over(store: SqliteStore, ann: Guest) -> None:
    async def work() -> None:
        computers = Computers(1)
        service = TableService(store, computers, Rooms(), thinking=0.05)
        await service.start()
        made = await service.make(ann, new_table(RANDOM, ME))
        player = Seen(service, ann, made.id)
        table = await player.join()
        if not table["entries"]:
            await player.hear("played")
        (worker,) = computers._idle
        assert worker.tables == {made.id}
        player.say(do="resign", seat=1)
        while (await player.hear("played"))["status"] != "finished":
            pass
        assert worker.tables == set()
        await service.close()
        await computers.close()

    run(work)


def test_when_time_is_up_the_seat_loses(store: SqliteStore, ann: Guest, eve: Guest) -> None:
    async def work() -> None:
        async with open_service(store) as service:
            made = await service.make(ann, new_table(ME, ME, clock=Clock("turn", 1)))
            watcher = Seen(service, eve, made.id)
            await watcher.join()
            played = await watcher.hear("played")
            assert played["entry"]["verdict"] == "time"
            assert played["status"] == "finished"

    run(work)


def test_idle_tables_leave_the_memory_and_come_back(
    store: SqliteStore, ann: Guest, eve: Guest, watch: Watch
) -> None:
    async def work() -> None:
        async with open_service(store, now=watch) as service:
            player, id = await at_new_table(service, ann)
            player.say(do="play", on=id, token="C3")
            await player.hear("taken")
            service.evict(watch.tick(1_000_000))
            player.say(do="sync")
            await player.hear("table")
            assert service.in_memory == 1
            service.rooms.leave(player.connection)
            service.evict(watch())
            secrets = await service.secrets(player.table, ann)
            assert {*secrets.secrets} == {"0", "1"}
            service.evict(watch())
            assert await service.history(player.table)
            assert service.in_memory == 0
            assert (await service.summary(player.table, ann)).decisions == 1
            watcher = Seen(service, eve, player.table)
            assert [entry["token"] for entry in (await watcher.join())["entries"]] == ["C3"]

    run(work)


def test_histories_frames_and_records_of_any_table(store: SqliteStore, ann: Guest) -> None:
    async def work() -> None:
        async with open_service(store) as service:
            player, id = await at_new_table(service, ann)
            player.say(do="play", on=id, token="C3")
            player.say(do="resign", seat=1)
            for _ in range(2):
                await player.hear("played")
            service.rooms.leave(player.connection)
            live = await service.history(player.table), await service.frames(player.table, 0, 50)
            service.evict(service.now() + 1)
            await service.secrets(player.table, ann)
            service.evict(service.now() + 1)
            stored = await service.history(player.table), await service.frames(player.table, 0, 50)
            assert live == stored
            assert len(json.loads(stored[1])) == 3
            assert len((await service.record(player.table)).nodes) == 2
            for ask in (service.history, service.record):
                with pytest.raises(Refused) as caught:
                    await ask("nowhere")
                assert caught.value.status == 404

    run(work)


def test_a_crowd_that_joins_is_told_of_in_few_messages(store: SqliteStore, ann: Guest) -> None:
    async def work() -> None:
        async with open_service(store) as service:
            made = await service.make(ann, new_table(ME, ME))
            crowd = [
                Seen(service, Guest(f"guest-{number}", "", 0, 0), made.id) for number in range(100)
            ]
            for seen in crowd:
                await service.join(seen.connection)
            async with asyncio.timeout(PATIENCE):
                while (await crowd[0].hear("seats"))["watchers"] < 100:
                    pass
            # The first heard every message: those about the crowd are far fewer than the crowd.
            assert sum(seen.waiting().count("seats") for seen in crowd) < 100 * 20

    run(work)


def test_who_reads_too_slowly_is_dropped(
    store: SqliteStore, ann: Guest, eve: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rooms_module, "MOST_TEXTS", 10)

    async def work() -> None:
        async with open_service(store) as service:
            player, id = await at_new_table(service, ann)
            slow = await player.watched_by(eve)
            state = service._tables.pipeline._held[player.table].table
            for _ in range(12):
                token = state.state.text(state.state.actions()[0])
                player.say(do="play", on=id, token=token)
                id = (await player.hear("taken"))["id"]
            assert slow.connection.closing == rooms_module.CLOSE_SLOW
            assert slow.connection.slow.done()
            assert await slow.connection.text() is None
            assert player.connection.closing is None

    run(work)


def test_a_rules_error_costs_the_request_and_nothing_else(
    store: SqliteStore, ann: Guest, caplog: pytest.LogCaptureFixture
) -> None:
    async def work() -> None:
        async with open_service(store) as service:
            player, id = await at_new_table(service, ann)
            service._tables.pipeline._held[player.table].table.randomness = None  # type: ignore[assignment]
            service._tables.pipeline._held[player.table].table.consent = None  # type: ignore[assignment]
            player.say(do="play", on=id, token="C3")
            assert (await player.hear("error"))["code"] == "failed"
            assert (await player.hear("table"))["id"] == id
            player.say(do="play", on=id, token="C3")
            await player.hear("taken")

    run(work)
    assert "a request failed" in caplog.text
