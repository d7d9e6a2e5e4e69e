"""Sockets over real connections: order of messages, nonsense, floods, slow readers."""

from __future__ import annotations

import asyncio
import json
import socket as sockets
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
import uvicorn
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from duiyi.server.computers.pool import Computers
from duiyi.server.http import connections
from duiyi.server.http.connections import ConnectionGuard, ConnectionMiddleware
from duiyi.server.limiter import Limiter
from duiyi.server.limits import GENEROUS, Limits, Rate
from duiyi.server.live import rooms as rooms_module
from duiyi.server.live.rooms import Rooms
from duiyi.server.live.service import TableService
from duiyi.server.live.socket import serve_socket
from duiyi.server.storage.sqlite import SqliteStore
from duiyi.server.storage.store import Guest
from duiyi.server.wire import Clock, NewSeat, NewTable

PATIENCE = 60.0
ANN = Guest("guest-ann", "Ann", 0, 0)


class Served:
    """A service behind real sockets. The address says who somebody is: here, all are honest."""

    def __init__(self, service: TableService, port: int, server: uvicorn.Server) -> None:
        self.service, self.port = service, port
        self.server = server

    @property
    def lines(self) -> int:
        """How many connections the HTTP server still has, with whatever they buffer."""
        return len(self.server.server_state.connections)

    async def table(self, *seats: NewSeat) -> str:
        new = NewTable("relati-classic", {}, [*seats], Clock(), True, True)
        return (await self.service.make(ANN, new)).id

    def connect(self, table: str, guest: str = ANN.id, **more: Any) -> connect:
        address = f"ws://127.0.0.1:{self.port}/{table}/{guest}"
        return connect(address, compression=None, max_size=None, proxy=None, **more)


@asynccontextmanager
async def served(store: SqliteStore, limits: Limits = GENEROUS) -> AsyncIterator[Served]:
    rooms, computers = Rooms(), Computers(1)
    service = TableService(store, computers, rooms)
    limiter = Limiter(limits)

    async def endpoint(websocket: WebSocket) -> None:
        await websocket.accept()
        guest = Guest(websocket.path_params["guest"], "", 0, 0)
        await serve_socket(
            websocket, service, rooms, guest, websocket.path_params["table"], limiter
        )

    app = Starlette(routes=[WebSocketRoute("/{table}/{guest}", endpoint)])
    config = uvicorn.Config(
        ConnectionMiddleware(app), log_level="error", http=ConnectionGuard,
        ws="websockets-sansio", ws_per_message_deflate=False,
        lifespan="off", timeout_graceful_shutdown=1,
    )  # fmt: skip
    server = uvicorn.Server(config)
    listener = sockets.create_server(("127.0.0.1", 0))
    await service.start()
    serving = asyncio.create_task(server.serve([listener]))
    try:
        yield Served(service, listener.getsockname()[1], server)
    finally:
        server.should_exit = True
        await serving
        await service.close()
        await computers.close()


async def hear(client: ClientConnection, type: str) -> dict[str, Any]:
    async with asyncio.timeout(PATIENCE):
        while True:
            message: dict[str, Any] = json.loads(await client.recv())
            if message["type"] == type:
                return message


async def say(client: ClientConnection, **request: Any) -> None:
    await client.send(json.dumps(request))


def run(work: Callable[[], Awaitable[None]]) -> None:
    async def patiently() -> None:
        async with asyncio.timeout(2 * PATIENCE):
            await work()

    asyncio.run(patiently())


TWO = (NewSeat("me"), NewSeat("me"))


def test_a_move_reaches_everybody_once_and_in_order(store: SqliteStore) -> None:
    async def work() -> None:
        async with served(store) as at:
            table = await at.table(*TWO)
            async with at.connect(table) as player, at.connect(table, "guest-eve") as watcher:
                id = (await hear(player, "table"))["id"]
                seen = await hear(watcher, "table")
                assert [seat["mine"] for seat in seen["table"]["seats"]] == [False, False]
                for token in ("C3", "A1", "C4"):
                    await say(player, do="play", on=id, token=token, ref=id)
                    taken = await hear(player, "taken")
                    played = await hear(player, "played")
                    assert taken == {"type": "taken", "id": played["id"], "ref": id}
                    assert await hear(watcher, "played") == played
                    id = played["id"]
                await say(watcher, do="play", on=id, token="A2")
                assert (await hear(watcher, "error"))["code"] == "not-your-seat"

    run(work)


@pytest.mark.parametrize(
    "nonsense",
    [
        "",
        "hello",
        "{}",
        "[]",
        "null",
        '{"do":"play"}',
        '{"do":"play","on":1e99,"token":"C3"}',
        '{"do":"fly"}',
        "x" * 10_000,
        b"\x00\xff",
        b'{"do":"ping"}',
    ],
    ids=repr,
)
def test_nonsense_gets_an_error_and_stays(store: SqliteStore, nonsense: str | bytes) -> None:
    async def work() -> None:
        async with served(store) as at, at.connect(await at.table(*TWO)) as client:
            await hear(client, "table")
            await client.send(nonsense)
            error = await hear(client, "error")
            assert error["code"] in {"not-json", "bad-message", "message-long", "binary"}
            assert error["message"]["key"].startswith("server:")
            await say(client, do="ping", ref=3)
            assert await hear(client, "pong") == {"type": "pong", "ref": 3}

    run(work)


def test_an_unknown_table_says_so_and_closes(store: SqliteStore) -> None:
    async def work() -> None:
        async with served(store) as at, at.connect("nowhere") as client:
            assert (await hear(client, "error"))["code"] == "no-such-table"
            with pytest.raises(ConnectionClosed) as caught:
                await hear(client, "table")
            assert caught.value.rcvd is not None
            assert caught.value.rcvd.code == 4004

    run(work)


@pytest.mark.slow
def test_a_flood_is_slowed_down_and_goes_on(store: SqliteStore) -> None:
    limits = Limits(messages=Rate(5, 60))

    async def work() -> None:
        async with served(store, limits) as at, at.connect(await at.table(*TWO)) as client:
            await hear(client, "table")
            for number in range(20):
                await say(client, do="ping", ref=number)
            assert (await hear(client, "error"))["code"] == "too-fast"
            heard = -1
            while heard < 20:
                await say(client, do="ping", ref=20)
                answer = json.loads(await client.recv())
                heard = max(heard, answer.get("ref", -1))

    run(work)


def deaf(port: int, table: str) -> sockets.socket:
    """A client that asks for a socket and then never reads."""
    slow = sockets.socket()
    slow.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, 4096)
    slow.connect(("127.0.0.1", port))
    slow.sendall(
        f"GET /{table}/guest-slow HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
    )
    return slow


def test_a_slow_reader_is_dropped_with_all_that_waits_and_others_are_not(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rooms_module, "MOST_TEXTS", 20)
    monkeypatch.setattr(connections, "LEAVING_SECONDS", 0.1)
    monkeypatch.setattr(connections, "STALLED_SECONDS", 1000.0)

    async def work() -> None:
        async with served(store) as at:
            table = await at.table(*TWO)
            long = json.dumps({"type": "notice", "padding": "x" * 100_000})
            with deaf(at.port, table):
                async with at.connect(table) as player:
                    while (await hear(player, "seats"))["watchers"] < 1:
                        pass
                    while at.service.rooms.connections == 2:
                        at.service.rooms.send_to_all(table, long)
                        await hear(player, "notice")
                    # The line itself goes too, although the other side still does not read.
                    while at.lines > 1:
                        await say(player, do="ping")
                        await hear(player, "pong")

    run(work)


def test_a_line_on_which_nothing_is_read_is_cut(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without a flood: one text that is larger than what the system buffers is enough."""
    monkeypatch.setattr(connections, "STALLED_SECONDS", 0.2)

    async def work() -> None:
        async with served(store) as at:
            table = await at.table(*TWO)
            with deaf(at.port, table):
                async with at.connect(table) as player:
                    while (await hear(player, "seats"))["watchers"] < 1:
                        pass
                    at.service.rooms.send_to_all(
                        table, json.dumps({"type": "notice", "x": "x" * 10_000_000})
                    )
                    await hear(player, "notice")
                    while at.service.rooms.connections > 1 or at.lines > 1:
                        await say(player, do="ping")
                        await hear(player, "pong")

    run(work)


def test_texts_of_all_lengths_arrive_in_order_past_a_full_line(store: SqliteStore) -> None:
    """Some are written at once and some wait, because the reader is behind: none overtakes."""

    async def work() -> None:
        async with served(store) as at:
            table = await at.table(*TWO)
            async with at.connect(table) as player:
                await hear(player, "table")
                lengths = [0, 90, 91, 92, 100, 60_000, 65_500, 65_536, 70_000, 500_000, 5, 7]
                for number, length in enumerate(lengths * 3):
                    text = json.dumps(
                        {"type": "notice", "n": number, "x": "對" * length}, ensure_ascii=False
                    )
                    at.service.rooms.send_to_all(table, text)
                    if number % 5 == 4:
                        await asyncio.sleep(0)
                for number, length in enumerate(lengths * 3):
                    notice = await hear(player, "notice")
                    assert (notice["n"], len(notice["x"])) == (number, length)

    run(work)


def test_a_closed_connection_leaves_its_room(store: SqliteStore) -> None:
    async def work() -> None:
        async with served(store) as at:
            table = await at.table(*TWO)
            async with at.connect(table, "guest-eve") as watcher:
                await hear(watcher, "table")
                async with at.connect(table) as player:
                    await hear(player, "table")
                    while not (await hear(watcher, "seats"))["seats"][0]["present"]:
                        pass
                while (await hear(watcher, "seats"))["seats"][0]["present"]:
                    pass
                assert at.service.rooms.connections == 1

    run(work)
