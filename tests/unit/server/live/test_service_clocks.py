"""Clocks at the real service: days pass in a moment, because its clock and the event loop's are
moved on together; undo, increment and restarts."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable

from tests.unit.server.conftest import Watch
from tests.unit.server.live.test_service import ME, Seen, new_table, open_service

from duiyi.server.storage.sqlite import SqliteStore
from duiyi.server.storage.store import Guest
from duiyi.server.wire import Clock

DAY = 86_400_000


class Jumping(asyncio.SelectorEventLoop):
    """An event loop whose time can be moved on, so that its timers are due."""

    ahead = 0.0

    def time(self) -> float:
        return super().time() + self.ahead


class Days(Watch):
    """A watch that takes the event loop along."""

    def tick(self, milliseconds: int) -> int:
        loop = asyncio.get_running_loop()
        assert isinstance(loop, Jumping)
        loop.ahead += milliseconds / 1000
        return super().tick(milliseconds)


def run(work: Callable[[], Awaitable[None]]) -> None:
    with asyncio.Runner(loop_factory=Jumping) as runner:
        runner.run(work())  # type: ignore[arg-type]


async def play(player: Seen, id: int, token: str) -> dict[str, object]:
    player.say(do="play", on=id, token=token)
    played = await player.hear("played")
    assert played["entry"]["token"] == token
    return played


def test_days_pass_and_the_seat_that_lets_them_pass_loses(
    store: SqliteStore, ann: Guest, eve: Guest
) -> None:
    watch = Days()

    async def work() -> None:
        async with open_service(store, now=watch) as service:
            made = await service.make(ann, new_table(ME, ME, clock=Clock("days", 3 * 86_400)))
            player, watcher = Seen(service, ann, made.id), Seen(service, eve, made.id)
            id = (await player.join())["id"]
            await watcher.join()
            watch.tick(3 * DAY - 1)
            played = await play(player, id, "C3")
            assert played["clocks"] == {"left": [3 * DAY, 3 * DAY], "running": 1}
            assert played["entry"]["left"] == 1  # type: ignore[index]
            watch.tick(2 * DAY)
            player.say(do="sync")
            assert (await player.hear("table"))["clocks"]["left"] == [3 * DAY, DAY]
            watch.tick(DAY + 20)
            lost = await watcher.hear("played")
            while lost["entry"]["verdict"] is None:
                lost = await watcher.hear("played")
            assert (lost["entry"]["actor"], lost["entry"]["verdict"]) == (1, "time")
            assert lost["status"] == "finished"
            player.say(do="play", on=lost["id"], token="A1")
            assert (await player.hear("error"))["code"] == "game-over"

    run(work)


def test_who_decides_after_his_time_has_lost_even_if_nobody_looked(
    store: SqliteStore, ann: Guest, watch: Watch
) -> None:
    """Here the event loop's timers are late: the request itself is judged by the clock."""

    async def work() -> None:
        async with open_service(store, now=watch) as service:
            made = await service.make(ann, new_table(ME, ME, clock=Clock("days", 86_400)))
            player = Seen(service, ann, made.id)
            id = (await player.join())["id"]
            watch.tick(DAY)
            player.say(do="play", on=id, token="C3", ref=1)
            error = await player.hear("error")
            assert (error["code"], error["ref"]) == ("time-up", 1)
            assert (await player.hear("played"))["entry"]["verdict"] == "time"

    asyncio.run(work())


def test_an_undo_gives_back_neither_time_nor_earns_any(
    store: SqliteStore, ann: Guest, watch: Watch
) -> None:
    """Per game with increment: what is used is used; taking back a move keeps what it earned."""

    async def work() -> None:
        async with open_service(store, now=watch) as service:
            made = await service.make(ann, new_table(ME, ME, clock=Clock("game", 100, 5)))
            player = Seen(service, ann, made.id)
            id = (await player.join())["id"]
            watch.tick(10_000)
            played = await play(player, id, "C3")
            assert played["clocks"] == {"left": [95_000, 100_000], "running": 1}
            watch.tick(3_000)
            player.say(do="undo", seat=0)
            table = await player.hear("table")
            assert table["entries"] == []
            assert table["clocks"] == {"left": [95_000, 97_000], "running": 0}
            watch.tick(1_000)
            played = await play(player, table["id"], "D4")
            assert played["clocks"] == {"left": [99_000, 97_000], "running": 1}

    asyncio.run(work())


def test_after_a_restart_clocks_are_those_of_the_last_commit(
    store: SqliteStore, ann: Guest, watch: Watch
) -> None:
    """Neither the thinking before the stop nor the pause is charged; also right after an undo."""

    async def work() -> None:
        async with open_service(store, now=watch) as service:
            made = await service.make(ann, new_table(ME, ME, clock=Clock("game", 100, 5)))
            player = Seen(service, ann, made.id)
            id = (await player.join())["id"]
            watch.tick(10_000)
            committed = await play(player, id, "C3")
            watch.tick(40_000)
        watch.tick(DAY)
        async with open_service(store, now=watch) as service:
            player = Seen(service, ann, made.id)
            table = await player.join()
            assert table["clocks"] == committed["clocks"]
            watch.tick(7_000)
            player.say(do="undo", seat=0)
            undone = (await player.hear("table"))["clocks"]
            assert undone == {"left": [95_000, 93_000], "running": 0}
        watch.tick(DAY)
        async with open_service(store, now=watch) as service:
            player = Seen(service, ann, made.id)
            assert (await player.join())["clocks"] == undone
            rows = [json.loads(row.data) for row in store.rows(made.id)]
            assert rows[-1]["left"] == undone["left"]
            # The clock runs again from here on: at its end the seat loses.
            watch.tick(95_000)
            player.say(do="sync")
            assert (await player.hear("table"))["clocks"]["left"] == [0, 93_000]
            player.say(do="play", on=len(rows), token="A1")
            assert (await player.hear("error"))["code"] == "time-up"

    asyncio.run(work())
