"""The desk: committed before it is said, failures that nobody sees, restarts, memory."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from duiyi.server import desk as desk_module
from duiyi.server import hub as hub_module
from duiyi.server import wire
from duiyi.server.computers import Computers
from duiyi.server.desk import Desk
from duiyi.server.hub import Connection, Hub
from duiyi.server.refusal import Refused
from duiyi.server.sqlite import SqliteStore
from duiyi.server.store import Guest, Write
from duiyi.server.wire import Clock, NewSeat, NewTable

from .conftest import Watch

ME, FRIEND, RANDOM = NewSeat("me"), NewSeat("friend"), NewSeat("computer", "random")
PATIENCE = 60.0


class Gate(SqliteStore):
    """A store whose writing can be held up or made to fail."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.open = threading.Event()
        self.open.set()
        self.arrived = threading.Event()
        self.failing = 0
        self.written = 0

    def write(self, writes: Sequence[Write]) -> None:
        self.arrived.set()
        assert self.open.wait(PATIENCE)
        if self.failing > 0:
            self.failing -= 1
            raise OSError("no space left on device")
        super().write(writes)
        self.written += 1


class Seen:
    """A connection and what it has heard."""

    def __init__(self, desk: Desk, guest: Guest, table: str) -> None:
        self.desk = desk
        self.connection = Connection(guest, table)

    async def join(self) -> dict[str, Any]:
        await self.desk.join(self.connection)
        return await self.hear("table")

    def say(self, **request: Any) -> None:
        self.desk.request(self.connection, wire.decode(json.dumps(request)))

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
async def open_desk(store: SqliteStore, **more: Any) -> AsyncIterator[Desk]:
    computers = Computers(1)
    desk = Desk(store, computers, Hub(), thinking=0.05, **more)
    await desk.start()
    try:
        yield desk
    finally:
        await desk.close()
        await computers.close()


def run(work: Callable[[], Awaitable[None]]) -> None:
    asyncio.run(work())  # type: ignore[arg-type]


@pytest.fixture
def gate(tmp_path: Path) -> Any:
    store = Gate(tmp_path / "gate.sqlite3")
    yield store
    store.open.set()
    store.close()


def test_a_move_is_said_only_when_it_is_committed(gate: Gate, ann: Guest, eve: Guest) -> None:
    async def work() -> None:
        async with open_desk(gate) as desk:
            made = await desk.make(ann, new_table(ME, ME))
            player, watcher = Seen(desk, ann, made.id), Seen(desk, eve, made.id)
            table = await player.join()
            await watcher.join()
            gate.open.clear()
            gate.arrived.clear()
            player.say(do="play", on=table["id"], token="C3", ref=1)
            assert await asyncio.to_thread(gate.arrived.wait, PATIENCE)
            watcher.say(do="ping")
            await watcher.hear("pong")
            assert "taken" not in player.waiting()
            assert "played" not in watcher.waiting()
            assert len(gate.rows(made.id)) == 2
            gate.open.set()
            assert (await player.hear("taken"))["ref"] == 1
            assert (await watcher.hear("played"))["entry"]["token"] == "C3"
            assert len(gate.rows(made.id)) == 3

    run(work)


def test_what_gathers_while_one_commit_lasts_is_written_together(gate: Gate, ann: Guest) -> None:
    async def work() -> None:
        async with open_desk(gate) as desk:
            made = [await desk.make(ann, new_table(ME, ME)) for _ in range(20)]
            players = [Seen(desk, ann, table.id) for table in made]
            ids = [(await player.join())["id"] for player in players]
            gate.open.clear()
            gate.arrived.clear()
            before = gate.written
            for player, id in zip(players, ids, strict=True):
                player.say(do="play", on=id, token="C3")
            assert await asyncio.to_thread(gate.arrived.wait, PATIENCE)
            while not desk._pipeline.idle:
                await asyncio.sleep(0)
            gate.open.set()
            for player in players:
                await player.hear("played")
            assert gate.written - before <= 3

    run(work)


def test_what_could_not_be_committed_never_happened(gate: Gate, ann: Guest, eve: Guest) -> None:
    async def work() -> None:
        async with open_desk(gate) as desk:
            made = await desk.make(ann, new_table(ME, ME))
            player, watcher = Seen(desk, ann, made.id), Seen(desk, eve, made.id)
            id = (await player.join())["id"]
            await watcher.join()
            gate.failing = 2  # the batch, and the result alone
            player.say(do="play", on=id, token="C3", ref=7)
            error = await player.hear("error")
            assert (error["code"], error["ref"]) == ("not-saved", 7)
            for seen in (player, watcher):
                table = await seen.hear("table")
                assert (table["id"], table["entries"]) == (id, [])
            assert "played" not in watcher.waiting()
            player.say(do="play", on=id, token="D4")
            assert (await watcher.hear("played"))["entry"]["token"] == "D4"

    run(work)


def test_what_builds_on_a_failed_commit_fails_too(gate: Gate, ann: Guest) -> None:
    async def work() -> None:
        async with open_desk(gate) as desk:
            made = await desk.make(ann, new_table(ME, ME))
            player = Seen(desk, ann, made.id)
            id = (await player.join())["id"]
            gate.open.clear()
            gate.arrived.clear()
            gate.failing = 2
            player.say(do="play", on=id, token="C3", ref=1)
            assert await asyncio.to_thread(gate.arrived.wait, PATIENCE)
            player.say(do="play", on=id + 1, token="A1", ref=2)
            while not desk._pipeline.idle:
                await asyncio.sleep(0)
            gate.open.set()
            errors = [await player.hear("error"), await player.hear("error")]
            assert [(error["code"], error["ref"]) for error in errors] == [
                ("not-saved", 1),
                ("not-saved", 2),
            ]
            assert (await player.hear("table"))["entries"] == []
            assert len(gate.rows(made.id)) == 2

    run(work)


def test_one_failing_table_does_not_hurt_another(gate: Gate, ann: Guest) -> None:
    async def work() -> None:
        async with open_desk(gate) as desk:
            made = [await desk.make(ann, new_table(ME, ME)) for _ in range(3)]
            blocker, broken, healthy = (Seen(desk, ann, table.id) for table in made)
            ids = [(await seen.join())["id"] for seen in (blocker, broken, healthy)]
            gate.open.clear()
            gate.arrived.clear()
            blocker.say(do="play", on=ids[0], token="C3")
            assert await asyncio.to_thread(gate.arrived.wait, PATIENCE)
            # While it waits, somebody else writes the row that the second table is about to.
            broken.say(do="play", on=ids[1], token="C3")
            healthy.say(do="play", on=ids[2], token="C3")
            other = SqliteStore(gate.path)
            row = gate.rows(made[1].id)[-1]
            other.write([type(row)(row.table, row.n + 1, 0, "play", b'{"seat":0,"token":"D4"}')])
            other.close()
            gate.open.set()
            await healthy.hear("taken")
            assert (await broken.hear("error"))["code"] == "not-saved"
            table = await broken.hear("table")
            assert [entry["token"] for entry in table["entries"]] == ["D4"]

    run(work)


def test_a_refused_table_leaves_nothing_behind(gate: Gate, ann: Guest) -> None:
    async def work() -> None:
        async with open_desk(gate) as desk:
            gate.failing = 2
            with pytest.raises(Refused) as caught:
                await desk.make(ann, new_table(ME, ME))
            assert caught.value.code == "not-saved"
            assert desk.tables == 0
            with pytest.raises(Refused) as caught:
                await desk.make(ann, new_table(ME))
            assert (caught.value.code, caught.value.status) == ("bad-options", 422)

    run(work)


def test_stale_moves_get_the_table(store: SqliteStore, ann: Guest) -> None:
    async def work() -> None:
        async with open_desk(store) as desk:
            made = await desk.make(ann, new_table(ME, ME))
            player = Seen(desk, ann, made.id)
            id = (await player.join())["id"]
            player.say(do="play", on=id - 1, token="C3", ref=4)
            error = await player.hear("error")
            assert (error["code"], error["ref"]) == ("stale", 4)
            assert (await player.hear("table"))["id"] == id
            player.say(do="sync", ref=5)
            table = await player.hear("table")
            assert table["ref"] == 5
            assert [seat["mine"] for seat in table["table"]["seats"]] == [True, True]

    run(work)


def test_stopping_does_and_says_what_was_asked_then_sends_everybody_away(
    gate: Gate, ann: Guest, eve: Guest
) -> None:
    async def work() -> None:
        async with open_desk(gate) as desk:
            made = await desk.make(ann, new_table(ME, ME))
            player, watcher = Seen(desk, ann, made.id), Seen(desk, eve, made.id)
            id = (await player.join())["id"]
            await watcher.join()
            gate.open.clear()
            gate.arrived.clear()
            player.say(do="play", on=id, token="C3")
            assert await asyncio.to_thread(gate.arrived.wait, PATIENCE)
            stopping = asyncio.create_task(desk.close())
            await asyncio.sleep(0)
            assert not stopping.done()
            gate.open.set()
            await stopping
            for seen in (player, watcher):
                await seen.hear("played")
                assert (await seen.hear("notice"))["message"]["key"] == "server:stopping"
                assert await seen.connection.text() is None
                assert seen.connection.closing == hub_module.CLOSE_STOPPING
            late = Connection(eve, made.id)
            desk.hub.join(late)
            assert late.closing == hub_module.CLOSE_STOPPING

    run(work)


def test_unfinished_games_go_on_after_a_restart(
    store: SqliteStore, ann: Guest, watch: Watch
) -> None:
    """A computer whose turn it is thinks anew; clocks are those of the last row."""

    async def work() -> None:
        clock = Clock("game", 600, 0)
        async with open_desk(store, now=watch) as desk:
            made = await desk.make(ann, new_table(ME, ME, clock=clock))
            player = Seen(desk, ann, made.id)
            id = (await player.join())["id"]
            watch.tick(60_000)
            player.say(do="play", on=id, token="C3")
            await player.hear("taken")
        watch.tick(10_000_000)
        async with open_desk(store, now=watch) as desk:
            player = Seen(desk, ann, made.id)
            table = await player.join()
            assert table["clocks"] == {"left": [540_000, 600_000], "running": 1}
            assert [entry["token"] for entry in table["entries"]] == ["C3"]
            summary = await desk.summary(made.id, ann)
            assert (summary.status, summary.actor, summary.decisions) == ("running", 1, 1)

    run(work)


def test_a_computer_moves_and_thinks_anew_after_a_restart(store: SqliteStore, ann: Guest) -> None:
    async def work() -> None:
        async with open_desk(store) as desk:
            made = await desk.make(ann, new_table(RANDOM, ME))
            player = Seen(desk, ann, made.id)
            table = await player.join()
            if not table["entries"]:
                await player.hear("played")
        rows = store.rows(made.id)
        assert [row.kind for row in rows] == ["make", "start", "play"]

    async def cut_short() -> None:
        async with open_desk(store) as desk:
            made = await desk.make(ann, new_table(RANDOM, ME))
        async with open_desk(store) as desk:
            player = Seen(desk, ann, made.id)
            if not (await player.join())["entries"]:
                assert (await player.hear("played"))["entry"]["actor"] == 0

    run(work)
    run(cut_short)


def test_when_time_is_up_the_seat_loses(store: SqliteStore, ann: Guest, eve: Guest) -> None:
    async def work() -> None:
        async with open_desk(store) as desk:
            made = await desk.make(ann, new_table(ME, ME, clock=Clock("turn", 1)))
            watcher = Seen(desk, eve, made.id)
            await watcher.join()
            played = await watcher.hear("played")
            assert played["entry"]["verdict"] == "time"
            assert played["status"] == "finished"

    run(work)


def test_idle_tables_leave_the_memory_and_come_back(
    store: SqliteStore, ann: Guest, eve: Guest, watch: Watch
) -> None:
    async def work() -> None:
        async with open_desk(store, now=watch) as desk:
            made = await desk.make(ann, new_table(ME, ME))
            player = Seen(desk, ann, made.id)
            id = (await player.join())["id"]
            player.say(do="play", on=id, token="C3")
            await player.hear("taken")
            desk.evict(watch.tick(1_000_000))
            player.say(do="sync")
            await player.hear("table")
            assert desk.tables == 1
            desk.hub.leave(player.connection)
            desk.evict(watch())
            secrets = await desk.secrets(made.id, ann)
            assert {*secrets.secrets} == {"0", "1"}
            desk.evict(watch())
            assert await desk.course(made.id)
            assert desk.tables == 0
            assert (await desk.summary(made.id, ann)).decisions == 1
            watcher = Seen(desk, eve, made.id)
            assert [entry["token"] for entry in (await watcher.join())["entries"]] == ["C3"]

    run(work)


def test_courses_frames_and_records_of_any_table(store: SqliteStore, ann: Guest) -> None:
    async def work() -> None:
        async with open_desk(store) as desk:
            made = await desk.make(ann, new_table(ME, ME))
            player = Seen(desk, ann, made.id)
            id = (await player.join())["id"]
            player.say(do="play", on=id, token="C3")
            player.say(do="resign", seat=1)
            for _ in range(2):
                await player.hear("played")
            desk.hub.leave(player.connection)
            live = await desk.course(made.id), await desk.frames(made.id, 0, 50)
            desk.evict(desk.now() + 1)
            await desk.secrets(made.id, ann)
            desk.evict(desk.now() + 1)
            stored = await desk.course(made.id), await desk.frames(made.id, 0, 50)
            assert live == stored
            assert len(json.loads(stored[1])) == 3
            assert len((await desk.record(made.id)).nodes) == 2
            for ask in (desk.course, desk.record):
                with pytest.raises(Refused) as caught:
                    await ask("nowhere")
                assert caught.value.status == 404

    run(work)


def test_too_much_at_once_is_refused(
    gate: Gate, ann: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(desk_module, "MOST_WAITING", 10)

    async def work() -> None:
        async with open_desk(gate) as desk:
            made = await desk.make(ann, new_table(ME, ME))
            player = Seen(desk, ann, made.id)
            id = (await player.join())["id"]
            gate.open.clear()
            player.say(do="play", on=id, token="C3")
            for _ in range(20):
                player.say(do="sync")
            assert (await player.hear("error"))["code"] == "busy"
            with pytest.raises(Refused) as caught:
                await desk.make(ann, new_table(ME, ME))
            assert caught.value.code == "busy"
            gate.open.set()
            await player.hear("taken")
            for _ in range(10 - 1):
                await player.hear("table")
            await desk.make(ann, new_table(ME, ME))

    run(work)


def test_a_crowd_that_joins_is_told_of_in_few_messages(store: SqliteStore, ann: Guest) -> None:
    async def work() -> None:
        async with open_desk(store) as desk:
            made = await desk.make(ann, new_table(ME, ME))
            crowd = [
                Seen(desk, Guest(f"guest-{number}", "", 0, 0), made.id) for number in range(100)
            ]
            for seen in crowd:
                await desk.join(seen.connection)
            async with asyncio.timeout(PATIENCE):
                while (await crowd[0].hear("seats"))["watchers"] < 100:
                    pass
            # The first heard every message: those about the crowd are far fewer than the crowd.
            assert sum(seen.waiting().count("seats") for seen in crowd) < 100 * 20

    run(work)


def test_who_reads_too_slowly_is_dropped(
    store: SqliteStore, ann: Guest, eve: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hub_module, "MOST_TEXTS", 10)

    async def work() -> None:
        async with open_desk(store) as desk:
            made = await desk.make(ann, new_table(ME, ME))
            player, slow = Seen(desk, ann, made.id), Seen(desk, eve, made.id)
            id = (await player.join())["id"]
            await slow.join()
            state = desk._pipeline._held[made.id].table
            for _ in range(12):
                token = state.state.text(state.state.actions()[0])
                player.say(do="play", on=id, token=token)
                id = (await player.hear("taken"))["id"]
            assert slow.connection.closing == hub_module.CLOSE_SLOW
            assert slow.connection.slow.done()
            assert await slow.connection.text() is None
            assert player.connection.closing is None

    run(work)


def test_a_rules_error_costs_the_request_and_nothing_else(
    store: SqliteStore, ann: Guest, caplog: pytest.LogCaptureFixture
) -> None:
    async def work() -> None:
        async with open_desk(store) as desk:
            made = await desk.make(ann, new_table(ME, ME))
            player = Seen(desk, ann, made.id)
            id = (await player.join())["id"]
            desk._pipeline._held[made.id].table.luck = None  # type: ignore[assignment]
            desk._pipeline._held[made.id].table.consent = None  # type: ignore[assignment]
            player.say(do="play", on=id, token="C3")
            assert (await player.hear("error"))["code"] == "failed"
            assert (await player.hear("table"))["id"] == id
            player.say(do="play", on=id, token="C3")
            await player.hear("taken")

    run(work)
    assert "a request failed" in caplog.text
