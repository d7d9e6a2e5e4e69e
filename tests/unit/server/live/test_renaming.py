"""A guest takes another name: who hears of it, what is kept, and that no clock is moved by it."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest
from tests.unit.server.conftest import Watch
from tests.unit.server.live.test_service import ME, RANDOM, Seen, new_table, open_service

from duiyi.server.storage.sqlite import SqliteStore
from duiyi.server.storage.store import Guest
from duiyi.server.wire import Clock, NewSeat

FRIEND = NewSeat("friend")


def test_everybody_at_the_table_hears_it_and_the_record_says_it(
    store: SqliteStore, ann: Guest, bob: Guest, eve: Guest
) -> None:
    async def work() -> None:
        async with open_service(store) as service:
            made = await service.make(ann, new_table(ME, FRIEND))
            await service.sit(made.id, bob)
            watcher = Seen(service, eve, made.id)
            await watcher.join()
            await service.rename(replace(bob, name="Robert"), "Bob")
            heard = await watcher.hear("seats")
            while [seat["name"] for seat in heard["seats"]] != ["Ann", "Robert"]:
                heard = await watcher.hear("seats")
            record = await service.record(made.id)
            assert record.names == ("Ann", "Robert")
        index = store.index(made.id)
        assert index is not None
        assert index.names == ("Ann", "Robert")

    asyncio.run(work())


def test_tables_that_are_not_in_memory_and_many_are_reached(
    store: SqliteStore, ann: Guest, watch: Watch, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work() -> None:
        async with open_service(store, now=watch) as service:
            tables = [(await service.make(ann, new_table(ME, FRIEND))).id for _ in range(5)]
            service.evict(watch.tick(1_000_000))
            while service.in_memory:
                await asyncio.sleep(0.01)
            monkeypatch.setattr("duiyi.server.live.service.RENAMED_AT_ONCE", 2)
            await service.rename(replace(ann, name="Anna"), "Ann")
        for table in tables:
            index = store.index(table)
            assert index is not None
            assert index.names == ("Anna", "")

    asyncio.run(work())


@pytest.mark.parametrize("way", ["rename", "hint"])
def test_nobody_gets_time_by_it(store: SqliteStore, ann: Guest, watch: Watch, way: str) -> None:
    async def work() -> None:
        async with open_service(store, now=watch) as service:
            made = await service.make(ann, new_table(ME, RANDOM, clock=Clock("game", 600)))
            seen = Seen(service, ann, made.id)
            await seen.join()
            watch.tick(60_000)
            if way == "rename":
                await service.rename(replace(ann, name="Anna"), "Ann")
            else:
                await service.hint_position(made.id, ann, 0)
            watch.tick(1_000)
            # What the writer says after a commit comes before whatever is asked later.
            for _ in range(2):
                seen.say(do="sync")
                clocks = (await seen.hear("table"))["clocks"]
            assert clocks["left"][0] == 539_000

    asyncio.run(work())
