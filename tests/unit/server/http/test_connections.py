"""Connections against a real server: nobody holds one for ever, whatever he sends or reads."""

from __future__ import annotations

import asyncio
import socket as sockets
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import pytest
import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from duiyi.server.http import connections
from duiyi.server.http.connections import ConnectionGuard, ConnectionMiddleware

PATIENCE = 30.0
LARGE = 20_000_000
GET = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"


async def answer(request: Request) -> Response:
    return Response(b"x" * int(request.query_params.get("bytes", "2")))


@asynccontextmanager
async def served(limit: int | None = None) -> AsyncIterator[tuple[int, uvicorn.Server]]:
    config = uvicorn.Config(
        ConnectionMiddleware(Starlette(routes=[Route("/", answer, methods=["GET", "POST"])])),
        log_level="error", http=ConnectionGuard, ws="websockets-sansio",
        lifespan="off", timeout_graceful_shutdown=1, limit_concurrency=limit,
    )  # fmt: skip
    server = uvicorn.Server(config)
    listener = sockets.create_server(("127.0.0.1", 0))
    serving = asyncio.create_task(server.serve([listener]))
    try:
        yield listener.getsockname()[1], server
    finally:
        server.should_exit = True
        await serving


def run(work: Callable[[], Awaitable[None]]) -> None:
    async def patiently() -> None:
        async with asyncio.timeout(PATIENCE):
            await work()

    asyncio.run(patiently())


async def until_closed(reader: asyncio.StreamReader) -> bytes:
    """What still comes until the server ends the connection."""
    try:
        return await reader.read()
    except ConnectionResetError:
        return b""


@pytest.mark.parametrize(
    "sent",
    [b"", b"GET", b"GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ", b"\r\n"],
    ids=["nothing", "a word", "half a head", "an empty line"],
)
def test_a_request_has_to_arrive(monkeypatch: pytest.MonkeyPatch, sent: bytes) -> None:
    monkeypatch.setattr(connections, "HEAD_SECONDS", 0.3)

    async def work() -> None:
        async with served() as (port, _):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(sent)
            assert await until_closed(reader) == b""
            writer.close()

    run(work)


def test_bytes_that_drip_do_not_keep_a_connection(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "HEAD_SECONDS", 0.5)

    async def work() -> None:
        async with served() as (port, _):
            for begin in (
                b"GET / HTTP/1.1\r\n",  # a head without end
                GET + b"GET /",  # the same after an answer
                b"GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 9999999\r\n\r\n",  # a body
            ):
                reader, writer = await asyncio.open_connection("127.0.0.1", port)
                writer.write(begin)
                closed = asyncio.create_task(until_closed(reader))
                while not closed.done():
                    writer.write(b"x" if begin.endswith((b"/", b"\n\r\n")) else b"x: y\r\n")
                    await asyncio.wait((closed,), timeout=0.1)
                writer.transport.abort()

    run(work)


def test_an_ordinary_visitor_asks_again_and_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "HEAD_SECONDS", 2.0)

    async def work() -> None:
        async with served() as (port, server):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            for _ in range(50):
                writer.write(GET)
                assert (await reader.readuntil(b"\r\n\r\nxx")).startswith(b"HTTP/1.1 200")
            assert len(server.server_state.connections) == 1
            writer.write(GET * 3)
            for _ in range(3):
                await reader.readuntil(b"\r\n\r\nxx")
            writer.close()

    run(work)


def test_a_head_may_not_be_endless() -> None:
    async def work() -> None:
        async with served() as (port, _):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(b"GET / HTTP/1.1\r\n")
            writer.write(b"X-A: b\r\n" * (connections.LONGEST_HEAD // 8 + 1))
            assert (await until_closed(reader)).startswith(b"HTTP/1.1 431")
            writer.transport.abort()

    run(work)


def test_a_body_may_be_longer_than_a_head() -> None:
    """Also where it comes together with its head, and where the head's end is in two pieces."""

    async def work() -> None:
        body = b"x" * (connections.LONGEST_HEAD * 4)
        head = b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n" % len(body)
        async with served() as (port, _):
            for cut in (0, len(head) - 1, len(head) - 2, len(head) - 3, len(head)):
                reader, writer = await asyncio.open_connection("127.0.0.1", port)
                writer.write(head[:cut])
                await asyncio.sleep(0.02)
                writer.write(head[cut:] + body)
                assert (await reader.readuntil(b"\r\n\r\nxx")).startswith(b"HTTP/1.1 200")
                writer.close()

    run(work)


def test_an_answer_has_to_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "STALLED_SECONDS", 0.2)

    async def work() -> None:
        async with served() as (port, server):
            with sockets.socket() as deaf:
                deaf.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, 4096)
                deaf.connect(("127.0.0.1", port))
                deaf.sendall(GET.replace(b"/ ", b"/?bytes=%d " % LARGE, 1))
                state = server.server_state
                while not state.total_requests and not state.tasks:
                    await asyncio.sleep(0.01)
                while state.connections or state.tasks:
                    await asyncio.sleep(0.01)

    run(work)


def test_who_reads_slowly_gets_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "STALLED_SECONDS", 0.2)

    async def work() -> None:
        async with served() as (port, _):
            reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=4096)
            writer.write(GET.replace(b"/ ", b"/?bytes=%d " % LARGE, 1))
            await reader.readuntil(b"\r\n\r\n")
            left = LARGE
            while left:
                left -= len(await reader.read(min(left, LARGE // 40)))
                await asyncio.sleep(0.001)
            writer.close()

    run(work)


def test_more_connections_than_allowed_are_sent_away() -> None:
    async def work() -> None:
        async with served(limit=3) as (port, server):
            held = [await asyncio.open_connection("127.0.0.1", port) for _ in range(3)]
            while len(server.server_state.connections) < 3:
                await asyncio.sleep(0.01)
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            assert (await until_closed(reader)).startswith(b"HTTP/1.1 503")
            writer.close()
            for _, other in held[:2]:
                other.close()
            while len(server.server_state.connections) > 1:
                await asyncio.sleep(0.01)
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(GET)
            assert (await reader.readuntil(b"xx")).startswith(b"HTTP/1.1 200")
            for one in (writer, held[2][1]):
                one.close()

    run(work)
