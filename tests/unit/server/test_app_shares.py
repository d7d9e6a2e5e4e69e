"""What one address may not use up: storage, reading, thinking, the lobby. Another one goes on."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.unit.server.records.test_service import short_game
from tests.unit.server.test_app_limits import TABLE

from duiyi.core.record.files import write_dyr
from duiyi.server.app import make_app
from duiyi.server.http.routes import tables as routes_tables
from duiyi.server.http.static import Page
from duiyi.server.limits import MEGABYTE, NORMAL, Limits, Rate, a_day
from duiyi.server.records import service as records_module
from duiyi.server.services import Services
from duiyi.server.storage.sqlite import SqliteStore
from duiyi.server.storage.store import PAGE

COMPUTER = {"kind": "computer", "player": "random"}
ALONE = TABLE | {"seats": [COMPUTER, COMPUTER], "public": False}


class House:
    """A server in this process, and visitors from any address."""

    def __init__(self, app: Any) -> None:
        self.app = app

    @property
    def services(self) -> Services:
        found: Services = self.app.state.services
        return found

    def visitor(self, address: str = "192.0.2.1") -> httpx.AsyncClient:
        transport = httpx.ASGITransport(self.app, client=(address, 5000))
        return httpx.AsyncClient(transport=transport, base_url="http://duiyi")


@contextlib.asynccontextmanager
async def house(directory: Path, limits: Limits = NORMAL) -> AsyncIterator[House]:
    store = SqliteStore(directory / "shares.sqlite3")
    app = make_app(store, limits, page=Page({}))
    try:
        async with app.router.lifespan_context(app):
            yield House(app)
    finally:
        store.close()


async def hand_in(visitor: httpx.AsyncClient, player: str) -> httpx.Response:
    text = write_dyr(short_game(player=player))
    return await visitor.post("/api/records", json={"text": text}, timeout=120)


def code(answer: httpx.Response) -> str:
    return str(answer.json().get("code", answer.status_code))


def test_an_address_hands_in_so_many_bytes_a_day(tmp_path: Path) -> None:
    async def use() -> None:
        async with house(tmp_path, Limits(record_bytes=a_day(2 * PAGE))) as here:
            codes = [code(await hand_in(here.visitor(), name)) for name in ("Ann", "Bob", "Eve")]
            assert codes == ["200", "200", "too-much-today"]
            assert code(await hand_in(here.visitor("192.0.2.2"), "Eve")) == "200"
            same_customer = here.visitor("2001:db8::1"), here.visitor("2001:db8::2")
            codes = [code(await hand_in(one, name)) for one in same_customer for name in "AB"]
            assert codes == ["200", "200", "too-much-today", "too-much-today"]

    asyncio.run(use())


def test_all_together_hand_in_no_more_than_there_is_room_for(tmp_path: Path) -> None:
    async def use() -> None:
        async with house(tmp_path, Limits(records_bytes=3 * PAGE)) as here:
            codes = [
                code(await hand_in(here.visitor(f"192.0.2.{number}"), f"Ann {number}"))
                for number in range(4)
            ]
            assert codes == ["200", "200", "200", "records-full"]
            # What is there already takes no room.
            assert code(await hand_in(here.visitor("192.0.2.9"), "Ann 0")) == "200"
            assert here.services.store.kept_bytes() == 3 * PAGE

    asyncio.run(use())


def test_what_was_only_handed_in_expires(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def use() -> None:
        async with house(tmp_path) as here:
            now = records_module.now_ms()
            records = here.services.records
            old = (await hand_in(here.visitor(), "Ann")).json()["id"]
            days = NORMAL.record_days
            records._now = lambda: now + (days - 1) * records_module.DAY
            newer = (await hand_in(here.visitor(), "Bob")).json()["id"]
            assert await records.expire() == 0
            records._now = lambda: now + (days + 1) * records_module.DAY
            assert await records.expire() == 1
            answers = [await here.visitor().get(f"/api/records/{id}/course") for id in (old, newer)]
            assert [code(one) for one in answers] == ["no-record", "200"]

    asyncio.run(use())


def test_handing_in_again_begins_the_time_anew(tmp_path: Path) -> None:
    async def use() -> None:
        async with house(tmp_path) as here:
            now, records = records_module.now_ms(), here.services.records
            for days in (0, NORMAL.record_days - 1):
                records._now = lambda days=days: now + days * records_module.DAY  # type: ignore[misc]
                await hand_in(here.visitor(), "Ann")
            records._now = lambda: now + (NORMAL.record_days + 1) * records_module.DAY
            assert await records.expire() == 0

    asyncio.run(use())


def test_an_address_has_few_public_tables_that_wait_and_they_leave_the_lobby(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def use() -> None:
        async with house(tmp_path, Limits(open_tables=3)) as here:
            posts = (here.visitor().post("/api/tables", json=TABLE) for _ in range(8))
            codes = [code(one) for one in await asyncio.gather(*posts)]
            assert sorted(codes) == ["201"] * 3 + ["too-many-open-tables"] * 5
            private = TABLE | {"public": False}
            assert code(await here.visitor().post("/api/tables", json=private)) == "201"
            other = here.visitor("192.0.2.2")
            assert code(await other.post("/api/tables", json=TABLE)) == "201"
            assert len((await other.get("/api/tables")).json()) == 4
            monkeypatch.setattr(routes_tables, "LOBBY", -1)
            assert (await other.get("/api/tables")).json() == []
            assert len((await other.get("/api/tables?list=mine")).json()) == 1
            # Those that nobody sees any more do not count either.
            assert code(await here.visitor().post("/api/tables", json=TABLE)) == "201"

    asyncio.run(use())


def test_an_address_has_few_tables_of_computers_alone_and_they_wait_for_somebody(
    tmp_path: Path,
) -> None:
    async def use() -> None:
        async with house(tmp_path, Limits(computer_tables=2)) as here:
            answers = [await here.visitor().post("/api/tables", json=ALONE) for _ in range(3)]
            assert [code(one) for one in answers] == ["201", "201", "too-many-computer-tables"]
            assert code(await here.visitor("192.0.2.2").post("/api/tables", json=ALONE)) == "201"
            id = answers[0].json()["id"]
            table = (await here.visitor().get(f"/api/tables/{id}")).json()
            assert (table["status"], table["decisions"]) == ("running", 0)
            assert not here.services.tables._tables.scheduler.busy(id)

    asyncio.run(use())


def test_an_address_has_so_many_unfinished_tables(tmp_path: Path) -> None:
    async def use() -> None:
        async with house(tmp_path, Limits(unfinished_tables=2, address_factor=2)) as here:
            private = TABLE | {"public": False}
            codes = [code(await here.visitor().post("/api/tables", json=private)) for _ in range(5)]
            assert codes == ["201"] * 4 + ["too-fast"]
            assert code(await here.visitor("192.0.2.2").post("/api/tables", json=private)) == "201"

    asyncio.run(use())


def test_an_address_writes_so_much_about_tables_a_day_and_may_still_look(tmp_path: Path) -> None:
    async def use() -> None:
        async with house(tmp_path, Limits(log_bytes=Rate(1500, 0.001))) as here:
            answers = [await here.visitor().post("/api/tables", json=TABLE) for _ in range(6)]
            codes = [code(one) for one in answers]
            assert codes[0] == "201"
            assert codes[-1] == "too-much-today"
            id = answers[0].json()["id"]
            assert code(await here.visitor().get(f"/api/tables/{id}/course")) != "too-much-today"
            assert code(await here.visitor("192.0.2.2").post("/api/tables", json=TABLE)) == "201"

    asyncio.run(use())


def test_messages_of_many_guests_at_one_address_are_counted_together() -> None:
    from duiyi.server.limiter import Limiter

    limiter = Limiter(Limits(messages=Rate(2, 0.001), address_factor=2))
    allowed = [limiter.message(f"guest {number}", "here") for number in range(6)]
    assert allowed == [True] * 4 + [False] * 2
    assert limiter.message("guest 9", "there")


def test_new_guests_are_counted_by_address_alone(tmp_path: Path) -> None:
    async def use() -> None:
        async with house(tmp_path, Limits(guests=Rate(3, 0.001))) as here:
            codes = [code(await here.visitor().get("/api/me")) for _ in range(4)]
            assert codes == ["200"] * 3 + ["too-fast"]

    asyncio.run(use())


def test_one_address_can_never_fill_what_is_there_for_all() -> None:
    """Not even one that hands in all it may, every day until the first of it expires."""
    of_one = NORMAL.record_bytes.burst * (NORMAL.record_days + 1)
    assert of_one < NORMAL.records_bytes / 2
    assert NORMAL.records_bytes >= 100 * MEGABYTE
