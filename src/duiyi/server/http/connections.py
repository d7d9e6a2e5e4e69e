"""Connections that nobody can hold for ever: a guard with deadlines around uvicorn's protocols.

A head has to arrive and must not be endless, an answer has to be read, and whoever is sent away has
to go. uvicorn has no setting for any of these: `timeout_keep_alive` is called off by the first byte
of the next head, and nothing bounds a head, an answer that waits to be read, or a socket's last
words. A proxy in front may do the same (nginx: `client_header_timeout`, `send_timeout`,
`large_client_header_buffers`), but the server is also run without one.

A guard uses asyncio's public protocols and transports alone. It sees bytes and full buffers;
`ConnectionMiddleware` finds it by a context variable and tells it when a request begins and ends.
"""

from __future__ import annotations

import asyncio
import struct
from collections.abc import Callable
from contextvars import ContextVar
from functools import lru_cache
from typing import Any, cast

from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from duiyi.server.limits import FIXED

HEAD_SECONDS = FIXED.head_seconds
LONGEST_HEAD = FIXED.head
STALLED_SECONDS = FIXED.stalled_seconds
LEAVING_SECONDS = FIXED.leaving_seconds
CROWDED = (
    b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 5\r\n"
    b"Connection: close\r\nContent-Length: 0\r\n\r\n"
)
TOO_LARGE = (
    b"HTTP/1.1 431 Request Header Fields Too Large\r\n"
    b"Connection: close\r\nContent-Length: 0\r\n\r\n"
)
WRITE_NOW = "duiyi.write-now"
"""The extension of a socket's scope that writes a text without waiting: `rooms.WriteNow`."""
TEXT_FRAME = 0x81


class Deadline:
    """One moment at which something is done, unless it is called off before."""

    __slots__ = ("_act", "_timer")

    def __init__(self, act: Callable[[], None]) -> None:
        self._act = act
        self._timer: asyncio.TimerHandle | None = None

    def set(self, seconds: float) -> None:
        self.call_off()
        self._timer = asyncio.get_running_loop().call_later(seconds, self._act)

    def call_off(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


class ConnectionGuard(asyncio.Protocol):
    """Around one connection: first uvicorn's requests, then perhaps its socket."""

    def __init__(self, config: Any, server_state: Any, **more: Any) -> None:
        self._protocol: asyncio.Protocol = HttpToolsProtocol(
            config=config, server_state=server_state, **more
        )
        self._most, self._connections = config.limit_concurrency, server_state.connections
        self._transport: asyncio.Transport
        self._writable, self._lost = True, False
        self._requests = 0
        self._head: bytes | None = b""
        """The end of a head that is on its way; `None` once it is there."""
        self._head_size = 0
        self._deadline = Deadline(self._abort)
        """For a head, or for the last bytes of a socket."""
        self._unread = Deadline(self._look_whether_read)
        self._unread_size = 0

    # ---- what asyncio tells

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        watched = cast(asyncio.Transport, _GuardedTransport(self._transport, self.become))
        self._protocol.connection_made(watched)
        if self._most is not None and len(self._connections) > self._most:
            self._refuse(CROWDED)
        else:
            self._await_head()

    def connection_lost(self, exc: Exception | None) -> None:
        self._lost = True
        self._deadline.call_off()
        self._unread.call_off()
        self._protocol.connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        CONNECTION.set(self)
        self._protocol.data_received(data)
        if self._head is not None:
            self._measure_head(data)

    def eof_received(self) -> bool | None:
        return self._protocol.eof_received()

    def pause_writing(self) -> None:
        self._writable = False
        self._protocol.pause_writing()
        self._unread_size = self._transport.get_write_buffer_size()
        self._unread.set(STALLED_SECONDS)

    def resume_writing(self) -> None:
        self._writable = True
        self._unread.call_off()
        self._protocol.resume_writing()

    # ---- what uvicorn and the application tell

    def become(self, protocol: asyncio.Protocol) -> None:
        """From here on it is a socket."""
        self._protocol, self._head = protocol, None

    def request_begins(self) -> None:
        self._requests += 1
        self._head = None
        self._deadline.call_off()

    def request_ends(self, socket: bool) -> None:
        self._requests -= 1
        if socket and not self._lost:
            self._deadline.set(LEAVING_SECONDS)
        elif not (socket or self._requests or self._transport.is_closing()):
            self._await_head()

    def write_now(self, text: str) -> bool:
        """Send a text if the other side keeps up with what was sent before."""
        if not self._writable or self._transport.is_closing():
            return False
        self._transport.write(text_frame(text))
        return True

    # ---- deadlines

    def _await_head(self) -> None:
        self._head, self._head_size = b"", 0
        self._deadline.set(HEAD_SECONDS)

    def _measure_head(self, data: bytes) -> None:
        """A body may come in the same piece as its head: only what is before it counts."""
        assert self._head is not None
        seen = self._head + data
        if b"\n\r\n" in seen or b"\n\n" in seen:
            self._head = None
            return
        self._head, self._head_size = seen[-2:], self._head_size + len(data)
        if self._head_size > LONGEST_HEAD:
            self._refuse(TOO_LARGE)

    def _look_whether_read(self) -> None:
        """Who reads slowly gets everything; who reads nothing at all is cut."""
        size = self._transport.get_write_buffer_size()
        if size >= self._unread_size:
            self._abort()
        else:
            self._unread_size = size
            self._unread.set(STALLED_SECONDS)

    def _abort(self) -> None:
        self._transport.abort()

    def _refuse(self, answer: bytes) -> None:
        self._deadline.call_off()
        if not self._transport.is_closing():
            self._transport.write(answer)
            self._transport.close()


class _GuardedTransport:
    """A transport that lets its guard know when another protocol takes over."""

    def __init__(
        self, transport: asyncio.Transport, become: Callable[[asyncio.Protocol], None]
    ) -> None:
        self._transport, self.set_protocol = transport, become
        # What is asked for each message is not looked up again and again.
        self.write, self.is_closing = transport.write, transport.is_closing
        self.pause_reading, self.resume_reading = transport.pause_reading, transport.resume_reading

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)


CONNECTION: ContextVar[ConnectionGuard | None] = ContextVar("duiyi.connection", default=None)
"""Where the request that is being served came in."""


class ConnectionMiddleware:
    """Around everything: tells the guard of a connection when a request begins and ends."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        guard = CONNECTION.get()
        if guard is None or scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        socket = scope["type"] == "websocket"
        if socket:
            extensions = {**scope.get("extensions", {}), WRITE_NOW: guard.write_now}
            scope = {**scope, "extensions": extensions}
        guard.request_begins()
        try:
            await self.app(scope, receive, send)
        finally:
            guard.request_ends(socket)


@lru_cache(8)
def text_frame(text: str) -> bytes:
    """A text as it goes over the line; what a room is told is made into a frame once."""
    data = text.encode()
    if len(data) < 126:
        return struct.pack("!BB", TEXT_FRAME, len(data)) + data
    if len(data) < 1 << 16:
        return struct.pack("!BBH", TEXT_FRAME, 126, len(data)) + data
    return struct.pack("!BBQ", TEXT_FRAME, 127, len(data)) + data
