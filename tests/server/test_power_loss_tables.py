"""Power fails under a whole service with its rules, its writer and its tables: what was said
to somebody at a table is in the log afterwards. Without full sync it is not."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import apsw
import msgspec
import pytest
from tests.server.power_loss_vfs import Disk

from duiyi.database.file import BadDatabase
from duiyi.server import wire
from duiyi.server.computers.pool import Computers
from duiyi.server.live.rooms import Connection, Rooms
from duiyi.server.live.service import TableService
from duiyi.server.storage.sqlite import SqliteStore
from duiyi.server.storage.store import Guest
from duiyi.server.table import log as table_log
from duiyi.server.wire.refusal import Refused

CUTS = 6
TABLES = 8
LONGEST_LIFE = 60
"""Operations of the disk until the power fails, at most."""
SECONDS = 60.0
ANN = Guest("ann", "Ann", 0, 0)
Taken = dict[str, dict[int, str]]
"""By table and state id: tokens that were acknowledged."""


@contextlib.asynccontextmanager
async def open_service(store: SqliteStore) -> AsyncIterator[TableService]:
    computers = Computers(1)
    service = TableService(store, computers, Rooms())
    await service.start()
    try:
        yield service
    finally:
        await service.close()
        await computers.close()


async def make_tables(store: SqliteStore) -> list[str]:
    me = wire.NewSeat("me")
    new = wire.NewTable("relati", {}, [me, me], wire.Clock("game", 600, 1), True, True)
    async with open_service(store) as service:
        return [(await service.make(ANN, new)).id for _ in range(TABLES)]


async def play_until_the_cut(store: SqliteStore, taken: Taken, chance: random.Random) -> None:
    async with (
        open_service(store) as service,
        asyncio.timeout(SECONDS),
        asyncio.TaskGroup() as tasks,
    ):
        for table in taken:
            tasks.create_task(play(service, table, taken[table], chance))


async def play(
    service: TableService, table: str, taken: dict[int, str], chance: random.Random
) -> None:
    """Play both seats of a table until something is no longer possible."""
    connection = Connection(ANN, table)
    with contextlib.suppress(Refused, apsw.Error, BadDatabase):
        await service.join(connection)
        state = await heard(connection, "table", "error")
        while state["type"] != "error" and state["view"]["actor"] is not None:
            token = chance.choice(state["view"]["choices"])["token"]
            service.request(connection, wire.Play(on=state["id"], token=token))
            answer = await heard(connection, "taken", "error")
            if answer["type"] == "error":
                return
            taken[answer["id"]] = token
            state = await heard(connection, "played")


async def heard(connection: Connection, *kinds: str) -> dict[str, Any]:
    """The next message of one of these kinds."""
    while (text := await connection.text()) is not None:
        message: dict[str, Any] = msgspec.json.decode(text)
        if message["type"] in kinds:
            return message
    return {"type": "error"}


def missing(path: Path, disk: Disk, synchronous: str, taken: Taken) -> int:
    """How many acknowledged moves are not in the log."""
    try:
        store = SqliteStore(path, vfs=disk.vfs, synchronous=synchronous)
    except BadDatabase:
        return sum(map(len, taken.values()))
    try:
        return sum(
            len(moves.items() - played(store, table).items()) for table, moves in taken.items()
        )
    except (apsw.Error, BadDatabase):
        return sum(map(len, taken.values()))
    finally:
        store.close()


def played(store: SqliteStore, table: str) -> dict[int, str]:
    lines = [(row.n, table_log.line(row)) for row in store.rows(table)]
    return {n: line.token for n, line in lines if isinstance(line, table_log.Play)}


def run(directory: Path, synchronous: str, seed: int) -> tuple[int, int]:
    """How many moves were acknowledged over several cuts, and how many of them are lost."""
    chance = random.Random(seed)
    disk = Disk(directory, torn=chance)
    path = directory / "games.sqlite"
    store = SqliteStore(path, vfs=disk.vfs, synchronous=synchronous)
    taken: Taken = {table: {} for table in asyncio.run(make_tables(store))}
    for _ in range(CUTS):
        disk.cut_after(chance.randint(LONGEST_LIFE // 4, LONGEST_LIFE))
        asyncio.run(play_until_the_cut(store, taken, chance))
        with contextlib.suppress(apsw.Error, BadDatabase):
            store.close()
        disk.power_on()
        lost = missing(path, disk, synchronous, taken)
        if lost:
            break
        store = SqliteStore(path, vfs=disk.vfs, synchronous=synchronous)
    store.close()
    return sum(map(len, taken.values())), lost


@pytest.mark.parametrize("seed", range(2))
def test_with_full_sync_every_acknowledged_move_is_found(tmp_path: Path, seed: int) -> None:
    acknowledged, lost = run(tmp_path, "FULL", seed)
    assert acknowledged > CUTS
    assert lost == 0


def test_without_sync_acknowledged_moves_are_lost(tmp_path: Path) -> None:
    acknowledged, lost = run(tmp_path, "OFF", 0)
    assert acknowledged > 0
    assert lost > 0
