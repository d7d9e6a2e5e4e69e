"""Connections that nobody can hold for ever: uvicorn's protocols with deadlines of our own.

A request has to arrive, an answer has to be read, and whoever is sent away has to go. What is said
over a connection is decided elsewhere; how many sockets a guest may have is in `limits`.
"""

from __future__ import annotations

import asyncio
import struct
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

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
"""The extension of a socket's scope that writes a text without waiting: `hub.WriteNow`."""
TEXT_FRAME = 0x81


class Deadline:
    """One moment at which something is done, unless it is called off before."""

    __slots__ = ("_act", "_loop", "_timer")

    def __init__(self, loop: asyncio.AbstractEventLoop, act: Callable[[], None]) -> None:
        self._loop, self._act = loop, act
        self._timer: asyncio.TimerHandle | None = None

    @property
    def set_up(self) -> bool:
        return self._timer is not None

    def set(self, seconds: float) -> None:
        self.call_off()
        self._timer = self._loop.call_later(seconds, self._due)

    def call_off(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _due(self) -> None:
        self._timer = None
        self._act()


class Stall:
    """Watches a transport whose buffer is full, and ends it when nobody reads at all."""

    __slots__ = ("_deadline", "_size", "_transport")

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._deadline = Deadline(loop, self._look)
        self._transport: asyncio.Transport | None = None
        self._size = 0

    def begins(self, transport: asyncio.Transport) -> None:
        self._transport, self._size = transport, transport.get_write_buffer_size()
        self._deadline.set(STALLED_SECONDS)

    def ends(self) -> None:
        self._deadline.call_off()

    def _look(self) -> None:
        assert self._transport is not None
        size = self._transport.get_write_buffer_size()
        if size >= self._size:
            self._transport.abort()
        else:
            self._size = size
            self._deadline.set(STALLED_SECONDS)


class Http(HttpToolsProtocol):
    """A connection with requests, until it becomes a socket."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._head = Deadline(self.loop, self._too_slow)
        self._head_size = 0
        self._stall = Stall(self.loop)

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if self.limit_concurrency is not None and len(self.connections) > self.limit_concurrency:
            self._refuse(CROWDED)
            return
        self._await_head()

    def connection_lost(self, exc: Exception | None) -> None:
        self._head.call_off()
        self._stall.ends()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self._head.set_up:
            self._head_size += len(data)
            if self._head_size > LONGEST_HEAD:
                self._refuse(TOO_LARGE)

    def on_headers_complete(self) -> None:
        self._head.call_off()
        super().on_headers_complete()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if not self.pipeline:
            self._await_head()

    def handle_websocket_upgrade(self) -> None:
        # From here on it is the socket's connection.
        self._head.call_off()
        self._stall.ends()
        super().handle_websocket_upgrade()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._stall.begins(self.transport)

    def resume_writing(self) -> None:
        self._stall.ends()
        super().resume_writing()

    def _await_head(self) -> None:
        self._head_size = 0
        self._head.set(HEAD_SECONDS)

    def _too_slow(self) -> None:
        self.transport.abort()

    def _refuse(self, answer: bytes) -> None:
        self._head.call_off()
        if not self.transport.is_closing():
            self.transport.write(answer)
            self.transport.close()


class Socket(WebSocketsSansIOProtocol):
    """A table's socket. Closing waits for the other side to read: here not for long."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._gone = Deadline(self.loop, self._cut)
        self._stall = Stall(self.loop)

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["extensions"][WRITE_NOW] = self.write_now  # type: ignore[assignment]

    def write_now(self, text: str) -> bool:
        """Send a text if the other side keeps up with what was sent before."""
        if not self.writable.is_set() or self.close_sent or self.transport.is_closing():
            return False
        self.transport.write(text_frame(text))
        return True

    def connection_lost(self, exc: Exception | None) -> None:
        self._gone.call_off()
        self._stall.ends()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._stall.begins(self.transport)

    def resume_writing(self) -> None:
        self._stall.ends()
        super().resume_writing()

    def shutdown(self) -> None:
        super().shutdown()
        self._leave()

    async def run_asgi(self) -> None:
        try:
            await super().run_asgi()
        finally:
            self._leave()

    def _leave(self) -> None:
        if not self.disconnected and not self._gone.set_up:
            self._gone.set(LEAVING_SECONDS)

    def _cut(self) -> None:
        self.transport.abort()


@lru_cache(8)
def text_frame(text: str) -> bytes:
    """A text as it goes over the line; what a room is told is made into a frame once."""
    data = text.encode()
    if len(data) < 126:
        return struct.pack("!BB", TEXT_FRAME, len(data)) + data
    if len(data) < 1 << 16:
        return struct.pack("!BBH", TEXT_FRAME, 126, len(data)) + data
    return struct.pack("!BBQ", TEXT_FRAME, 127, len(data)) + data
