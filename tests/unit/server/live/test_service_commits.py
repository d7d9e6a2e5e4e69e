"""The service and its store: committed before it is said, failures that nobody sees, what waits."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from tests.unit.server.live.test_service import (
    ME,
    PATIENCE,
    at_new_table,
    new_table,
    open_service,
    run,
)

from duiyi.server.live import dispatcher as dispatcher_module
from duiyi.server.live import rooms as rooms_module
from duiyi.server.live.rooms import Connection
from duiyi.server.live.service import TableService
from duiyi.server.storage.sqlite import SqliteStore
from duiyi.server.storage.store import Guest, Write
from duiyi.server.wire.refusal import Refused


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

    def shut(self) -> None:
        """Whoever writes from now on has to wait."""
        self.open.clear()
        self.arrived.clear()

    async def reached(self) -> None:
        """Somebody has come to write since it was shut."""
        assert await asyncio.to_thread(self.arrived.wait, PATIENCE)


async def ruled(service: TableService) -> None:
    """The rules have been given everything that was asked."""
    while not service._tables.pipeline.idle:
        await asyncio.sleep(0)


@pytest.fixture
def gate(tmp_path: Path) -> Iterator[Gate]:
    store = Gate(tmp_path / "gate.sqlite3")
    yield store
    store.open.set()
    store.close()


def test_a_move_is_said_only_when_it_is_committed(gate: Gate, ann: Guest, eve: Guest) -> None:
    async def work() -> None:
        async with open_service(gate) as service:
            player, id = await at_new_table(service, ann)
            watcher = await player.watched_by(eve)
            gate.shut()
            player.say(do="play", on=id, token="C3", ref=1)
            await gate.reached()
            watcher.say(do="ping")
            await watcher.hear("pong")
            assert "taken" not in player.waiting()
            assert "played" not in watcher.waiting()
            assert len(gate.rows(player.table)) == 2
            gate.open.set()
            assert (await player.hear("taken"))["ref"] == 1
            assert (await watcher.hear("played"))["entry"]["token"] == "C3"
            assert len(gate.rows(player.table)) == 3

    run(work)


def test_what_gathers_while_one_commit_lasts_is_written_together(gate: Gate, ann: Guest) -> None:
    async def work() -> None:
        async with open_service(gate) as service:
            players = [await at_new_table(service, ann) for _ in range(20)]
            gate.shut()
            before = gate.written
            for player, id in players:
                player.say(do="play", on=id, token="C3")
            await gate.reached()
            await ruled(service)
            gate.open.set()
            for player, _ in players:
                await player.hear("played")
            assert gate.written - before <= 3

    run(work)


def test_what_could_not_be_committed_never_happened(gate: Gate, ann: Guest, eve: Guest) -> None:
    async def work() -> None:
        async with open_service(gate) as service:
            player, id = await at_new_table(service, ann)
            watcher = await player.watched_by(eve)
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
        async with open_service(gate) as service:
            player, id = await at_new_table(service, ann)
            gate.shut()
            gate.failing = 2
            player.say(do="play", on=id, token="C3", ref=1)
            await gate.reached()
            player.say(do="play", on=id + 1, token="A1", ref=2)
            await ruled(service)
            gate.open.set()
            errors = [await player.hear("error"), await player.hear("error")]
            assert [(error["code"], error["ref"]) for error in errors] == [
                ("not-saved", 1),
                ("not-saved", 2),
            ]
            assert (await player.hear("table"))["entries"] == []
            assert len(gate.rows(player.table)) == 2

    run(work)


def test_one_failing_table_does_not_hurt_another(gate: Gate, ann: Guest) -> None:
    async def work() -> None:
        async with open_service(gate) as service:
            players = [await at_new_table(service, ann) for _ in range(3)]
            (blocker, broken, healthy), ids = zip(*players, strict=True)
            gate.shut()
            blocker.say(do="play", on=ids[0], token="C3")
            await gate.reached()
            # While it waits, somebody else writes the row that the second table is about to.
            broken.say(do="play", on=ids[1], token="C3")
            healthy.say(do="play", on=ids[2], token="C3")
            other = SqliteStore(gate.path)
            row = gate.rows(broken.table)[-1]
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
        async with open_service(gate) as service:
            gate.failing = 2
            with pytest.raises(Refused) as caught:
                await service.make(ann, new_table(ME, ME))
            assert caught.value.code == "not-saved"
            assert service.in_memory == 0
            with pytest.raises(Refused) as caught:
                await service.make(ann, new_table(ME))
            assert (caught.value.code, caught.value.status) == ("bad-options", 422)

    run(work)


def test_stopping_does_and_says_what_was_asked_then_sends_everybody_away(
    gate: Gate, ann: Guest, eve: Guest
) -> None:
    async def work() -> None:
        async with open_service(gate) as service:
            player, id = await at_new_table(service, ann)
            watcher = await player.watched_by(eve)
            gate.shut()
            player.say(do="play", on=id, token="C3")
            await gate.reached()
            stopping = asyncio.create_task(service.close())
            await asyncio.sleep(0)
            assert not stopping.done()
            gate.open.set()
            await stopping
            for seen in (player, watcher):
                await seen.hear("played")
                assert (await seen.hear("notice"))["message"]["key"] == "server:stopping"
                assert await seen.connection.text() is None
                assert seen.connection.closing == rooms_module.CLOSE_STOPPING
            late = Connection(eve, player.table)
            service.rooms.join(late)
            assert late.closing == rooms_module.CLOSE_STOPPING

    run(work)


def test_too_much_at_once_is_refused(
    gate: Gate, ann: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dispatcher_module, "MOST_WAITING", 10)

    async def work() -> None:
        async with open_service(gate) as service:
            player, id = await at_new_table(service, ann)
            gate.shut()
            player.say(do="play", on=id, token="C3")
            for _ in range(20):
                player.say(do="sync")
            assert (await player.hear("error"))["code"] == "busy"
            with pytest.raises(Refused) as caught:
                await service.make(ann, new_table(ME, ME))
            assert caught.value.code == "busy"
            gate.open.set()
            await player.hear("taken")
            for _ in range(10 - 1):
                await player.hear("table")
            await service.make(ann, new_table(ME, ME))

    run(work)
