"""The load: sockets that cost next to nothing, and games that play themselves over them.

Only what a generator needs of the protocol is here; `tests/server/clients.py` speaks all of it.
"""

from __future__ import annotations

import asyncio
import base64
import os
import random
import struct
import time
from collections.abc import Callable
from typing import cast
from urllib.parse import urlsplit

import msgspec
from tests.server.clients import FRIEND, ME, Guest, Site

TEXT, CLOSE, PING, PONG = 0x1, 0x8, 0x9, 0xA
NO_MASK = bytes(4)
"""A client must mask what it sends; with this mask it need not be done."""
Heard = Callable[[bytes], None]


class Socket(asyncio.Protocol):
    """A WebSocket after its handshake: `heard` gets every text."""

    def __init__(self, heard: Heard, ended: Callable[[str], None]) -> None:
        self.heard, self._ended = heard, ended
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._transport: asyncio.Transport | None = None
        self._buffer = bytearray()
        self._closing = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)

    def connection_lost(self, error: Exception | None) -> None:
        if not self.opened.done():
            self.opened.set_exception(ConnectionError("closed before it was open"))
        elif not self._closing:
            self._ended(str(error or "closed"))

    def data_received(self, data: bytes) -> None:
        buffer = self._buffer
        buffer += data
        if not self.opened.done():
            head, found, _ = buffer.partition(b"\r\n\r\n")
            if not found:
                return
            if b" 101 " not in head.partition(b"\r\n")[0]:
                self.opened.set_exception(ConnectionError(bytes(head).decode("latin-1")))
                return
            self.opened.set_result(None)
            del buffer[: len(head) + 4]
        self._frames(buffer)

    def _frames(self, buffer: bytearray) -> None:
        at, size = 0, len(buffer)
        while size - at >= 2:
            length, head = buffer[at + 1], 2
            if length == 126:
                head = 4
            elif length == 127:
                head = 10
            if size - at < head:
                break
            if head > 2:
                length = int.from_bytes(buffer[at + 2 : at + head], "big")
            end = at + head + length
            if end > size:
                break
            self._frame(buffer[at] & 15, bytes(buffer[at + head : end]))
            at = end
        del buffer[:at]

    def _frame(self, kind: int, data: bytes) -> None:
        if kind == TEXT:
            self.heard(data)
        elif kind == PING:
            self._send(PONG, data)
        elif kind == CLOSE and not self._closing:
            self._closing = True
            self._ended(f"closed with {data!r}")

    def send(self, data: bytes) -> None:
        self._send(TEXT, data)

    def _send(self, kind: int, data: bytes) -> None:
        assert self._transport is not None
        assert len(data) < 126
        self._transport.write(bytes((0x80 | kind, 0x80 | len(data))) + NO_MASK + data)

    def close(self) -> None:
        if self._transport is not None and not self._closing:
            self._closing = True
            self._send(CLOSE, struct.pack("!H", 1000))
            self._transport.close()


async def connect(url: str, path: str, cookie: str, heard: Heard, errors: list[str]) -> Socket:
    """An open socket; whatever goes wrong later is put into `errors`."""
    parts = urlsplit(url)
    assert parts.hostname
    assert parts.port
    loop = asyncio.get_running_loop()
    _, socket = await loop.create_connection(
        lambda: Socket(heard, errors.append), parts.hostname, parts.port
    )
    lines = [
        f"GET {path} HTTP/1.1",
        f"Host: {parts.netloc}",
        f"Origin: {url.rstrip('/')}",
        "Connection: Upgrade",
        "Upgrade: websocket",
        "Sec-WebSocket-Version: 13",
        f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}",
    ]
    if cookie:
        lines.append(f"Cookie: {cookie}")
    assert socket._transport is not None
    socket._transport.write(("\r\n".join(lines) + "\r\n\r\n").encode("latin-1"))
    await socket.opened
    return socket


class Choice(msgspec.Struct):
    token: str


class View(msgspec.Struct):
    actor: int | None
    choices: list[Choice]


class State(msgspec.Struct):
    """What is read of `table` and `played`."""

    id: int
    view: View


_state = msgspec.json.Decoder(State).decode


class Play:
    """A game between two sockets, one per seat. Whoever drives it says when to move.

    `turn` is called when the next move may be made, `relayed` when the other seat has a move, with
    the seconds since it was sent.
    """

    def __init__(self, id: str, guests: list[Guest], chance: random.Random) -> None:
        self.id, self.guests, self.chance = id, guests, chance
        self.sockets: list[Socket] = []
        self.errors: list[str] = []
        self.taken = 0
        self.turn: Callable[[Play], None] = lambda play: None
        self.relayed: Callable[[float], None] = lambda seconds: None
        self.state: State | None = None
        self._mover: int | None = None
        self._sent = 0.0

    @property
    def over(self) -> bool:
        return self.state is not None and self.state.view.actor is None

    async def open(self, url: str) -> None:
        path = f"/api/tables/{self.id}/socket"
        for seat, guest in enumerate(self.guests):
            heard = self._hears(seat)
            self.sockets.append(await connect(url, path, guest.cookie, heard, self.errors))

    def _hears(self, seat: int) -> Heard:
        def heard(data: bytes) -> None:
            if data.startswith(b'{"type":"played"'):
                if seat != self._mover:
                    self._played(data)
            elif data.startswith(b'{"type":"taken"'):
                self.taken += 1
            elif data.startswith(b'{"type":"table"'):
                self.state = _state(data)
            elif data.startswith(b'{"type":"error"'):
                self.errors.append(data.decode())

        return heard

    def _played(self, data: bytes) -> None:
        arrived = time.perf_counter()
        state = _state(data)
        # The mover's own copy may come when the other seat has already gone on.
        if self.state is None or state.id > self.state.id:
            self.relayed(arrived - self._sent)
            self.state = state
            self.turn(self)

    def move(self) -> None:
        """Send a random legal move for whoever decides."""
        assert self.state is not None
        actor = self.state.view.actor
        assert actor is not None
        token = self.chance.choice(self.state.view.choices).token
        request = {"do": "play", "on": self.state.id, "token": token}
        self._mover, self._sent = actor, time.perf_counter()
        self.sockets[actor].send(msgspec.json.encode(request))

    def close(self) -> None:
        for socket in self.sockets:
            socket.close()


async def make_play(site: Site, game: str, chance: random.Random) -> Play:
    """A table for two guests, who do not sit at their sockets yet."""
    guests = [Guest(site), Guest(site)]
    made = await guests[0].make(game, [ME, FRIEND])
    await guests[1].sit(made["id"], secret=made["secrets"]["1"])
    return Play(made["id"], guests, chance)
