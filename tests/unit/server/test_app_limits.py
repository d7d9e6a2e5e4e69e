"""Limits as guests meet them: the application in this process, with few of everything."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

import httpx

from duiyi.server.app import make_app
from duiyi.server.http.static import Page
from duiyi.server.limits import Limits, Rate
from duiyi.server.storage.sqlite import SqliteStore

MANY = Rate(1000, 1000)
FEW = Rate(2, 0.001)
TABLE = {
    "game": "tic-tac-toe",
    "options": {},
    "seats": [{"kind": "me"}, {"kind": "friend"}],
    "clock": {"kind": "none", "seconds": 0, "increment": 0},
    "public": True,
    "undo": True,
}


@contextlib.asynccontextmanager
async def running(directory: Path, limits: Limits) -> AsyncIterator[httpx.AsyncClient]:
    store = SqliteStore(directory / "limits.sqlite3")
    app = make_app(store, limits, page=Page({}))
    transport = httpx.ASGITransport(app, client=("192.0.2.1", 5000))
    try:
        async with (
            app.router.lifespan_context(app),
            httpx.AsyncClient(transport=transport, base_url="http://duiyi") as client,
        ):
            yield client
    finally:
        store.close()


def test_too_many_requests_of_an_address(tmp_path: Path) -> None:
    async def visit() -> None:
        async with running(tmp_path, Limits(requests=FEW, address_factor=2)) as client:
            codes = [(await client.get("/api/games")).status_code for _ in range(6)]
            assert codes == [200] * 4 + [429] * 2
            answer = await client.get("/")
            assert answer.json()["code"] == "too-fast"
            assert answer.headers["retry-after"]
            assert "content-security-policy" in answer.headers

    asyncio.run(visit())


def test_too_many_requests_of_a_guest(tmp_path: Path) -> None:
    async def visit() -> None:
        async with running(tmp_path, Limits(requests=FEW, address_factor=100)) as client:
            await client.get("/api/me")
            codes = [(await client.get("/api/me")).status_code for _ in range(3)]
            assert codes == [200, 200, 429]
            client.cookies.clear()
            assert (await client.get("/api/me")).status_code == 200

    asyncio.run(visit())


def test_too_many_tables_at_once_and_in_all(tmp_path: Path) -> None:
    async def visit() -> None:
        limits = Limits(tables=Rate(3, 0.001), unfinished_tables=2)
        async with running(tmp_path, limits) as client:
            answers = [await client.post("/api/tables", json=TABLE) for _ in range(4)]
            assert [one.status_code for one in answers] == [201, 201, 409, 429]
            assert answers[2].json()["code"] == "too-many-tables"
            assert answers[3].json()["code"] == "too-fast"

    asyncio.run(visit())


def test_too_many_new_guests_of_an_address(tmp_path: Path) -> None:
    async def visit() -> None:
        async with running(tmp_path, Limits(guests=FEW, address_factor=1)) as client:
            codes = []
            for _ in range(4):
                client.cookies.clear()
                codes.append((await client.get("/api/me")).status_code)
            assert codes == [200, 200, 429, 429]

    asyncio.run(visit())


def test_too_many_records(tmp_path: Path) -> None:
    async def visit() -> None:
        async with running(tmp_path, Limits(records=FEW)) as client:
            body = {"game": "tic-tac-toe", "text": "?"}
            codes = [(await client.post("/api/positions", json=body)).status_code for _ in range(3)]
            assert codes == [422, 422, 429]

    asyncio.run(visit())


def test_too_many_words_of_the_coach(tmp_path: Path) -> None:
    async def visit() -> None:
        async with running(tmp_path, Limits(coach=FEW)) as client:
            codes = [
                (await client.post("/api/tables/nothing/coach", json={"at": 0})).json()["code"]
                for _ in range(3)
            ]
            assert codes == ["no-such-table", "no-such-table", "too-fast"]

    asyncio.run(visit())


def test_too_many_tries_of_a_guest_and_of_an_address(tmp_path: Path) -> None:
    async def visit() -> None:
        async with running(tmp_path, Limits(tries=FEW, address_factor=2)) as client:
            begin = "/api/lessons/tic-tac-toe/nothing"
            tries = {"played": [], "text": "A1"}
            await client.get("/api/me")
            codes = [
                (await client.get(begin)).json()["code"],
                *[(await client.post(f"{begin}/try", json=tries)).json()["code"] for _ in "12"],
            ]
            assert codes == ["no-lesson", "no-lesson", "too-fast"]
            client.cookies.clear()
            codes = [(await client.get(begin)).json()["code"] for _ in range(3)]
            assert codes == ["no-lesson", "no-lesson", "too-fast"]

    asyncio.run(visit())


def test_too_many_hints(tmp_path: Path) -> None:
    async def visit() -> None:
        async with running(tmp_path, Limits(hints=FEW)) as client:
            codes = [
                (await client.post("/api/tables/nothing/hint", json={"at": 0})).json()["code"]
                for _ in range(3)
            ]
            assert codes == ["no-such-table", "no-such-table", "too-fast"]

    asyncio.run(visit())
