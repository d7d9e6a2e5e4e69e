"""A table's socket: texts in become requests to the service, texts out come from the connection.

Nonsense gets an `error` and the connection goes on. Who may connect at all (origin, cookie, how
many) is decided before; pings that keep idle lines open are the HTTP server's business.
"""

from __future__ import annotations

import asyncio
import contextlib
from typing import Protocol

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from duiyi.server import wire
from duiyi.server.fair_queue import CALLER
from duiyi.server.http.connections import WRITE_NOW
from duiyi.server.live.rooms import Connection, Rooms
from duiyi.server.live.service import TableService
from duiyi.server.storage.store import Guest
from duiyi.server.wire.refusal import Refused, refused

CALM = 0.25
"""Seconds for which somebody who asks too fast is not heard."""
LEAVING = 2.0
"""Seconds for saying goodbye to somebody who may not be listening."""
CLOSE_REFUSED = 4004
CLOSE_BUSY = 1013


class MessageLimiter(Protocol):
    """How much is too fast."""

    def message(self, guest: str, address: str) -> bool:
        """Whether one more message of a guest is taken now."""
        ...


async def serve_socket(
    websocket: WebSocket,
    service: TableService,
    rooms: Rooms,
    guest: Guest,
    table: str,
    limiter: MessageLimiter,
) -> None:
    """Serve an accepted socket until it ends."""
    connection = Connection(guest, table, websocket.scope["extensions"].get(WRITE_NOW))
    sender = asyncio.get_running_loop().create_task(_send(websocket, connection))
    try:
        try:
            await service.join(connection)
        except Refused as error:
            connection.send(wire.text(wire.error_message(error)))
            connection.close(CLOSE_BUSY if error.code == "busy" else CLOSE_REFUSED)
            return
        receiver = asyncio.get_running_loop().create_task(
            _receive(websocket, service, connection, limiter)
        )
        ends = (sender, receiver, connection.slow)
        await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        receiver.cancel()
        await asyncio.gather(receiver, return_exceptions=True)
    finally:
        rooms.leave(connection)
        await _end(websocket, connection, sender)


async def _send(websocket: WebSocket, connection: Connection) -> None:
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        while (text := await connection.text()) is not None:
            await websocket.send({"type": "websocket.send", "text": text})


async def _receive(
    websocket: WebSocket, service: TableService, connection: Connection, limiter: MessageLimiter
) -> None:
    while True:
        event = await websocket.receive()
        if event["type"] != "websocket.receive":
            return
        if not limiter.message(connection.guest.id, CALLER.get().address):
            _refuse(connection, refused("too-fast", 429))
            # What is not read stays with the sender: a flood stops itself.
            await asyncio.sleep(CALM)
            continue
        text = event.get("text")
        if text is None:
            _refuse(connection, refused("binary", 422))
            continue
        try:
            request = wire.decode(text)
        except Refused as error:
            _refuse(connection, error)
            continue
        service.request(connection, request)


def _refuse(connection: Connection, error: Refused) -> None:
    connection.send(wire.text(wire.error_message(error)))


async def _end(websocket: WebSocket, connection: Connection, sender: asyncio.Task[None]) -> None:
    """Close the socket; whoever does not read is not waited for."""
    connection.close(1000)
    if not connection.slow.done():
        await asyncio.wait((sender,), timeout=LEAVING)
    sender.cancel()
    await asyncio.gather(sender, return_exceptions=True)
    if websocket.application_state is WebSocketState.CONNECTED and (
        websocket.client_state is WebSocketState.CONNECTED
    ):
        with contextlib.suppress(TimeoutError, RuntimeError, WebSocketDisconnect):
            async with asyncio.timeout(LEAVING):
                await websocket.close(connection.closing or 1000)
