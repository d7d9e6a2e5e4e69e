"""Rooms: who is connected to which table. One text goes to all of a room.

A connection has a bounded queue of outgoing texts; whoever reads too slowly is dropped and may
come back. Everything here happens on the event loop; nothing here knows games or storage.
"""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import Callable, Collection

from duiyi.server.limits import FIXED
from duiyi.server.storage.store import Guest

MOST_TEXTS = FIXED.waiting_texts
MOST_CHARACTERS = FIXED.waiting_characters
"""Of all waiting texts of a connection together; one alone may always wait."""
PAUSE = 0.25
"""Seconds between two messages about who is present in a room."""
CLOSE_SLOW = 4008
CLOSE_STOPPING = 1012
WriteNow = Callable[[str], bool]
"""Gives a text to the line at once; false where the line is full."""


class Connection:
    """A socket of a guest at a table, as the rest of the server sees it.

    What can be written at once goes past the queue: a room is told of a move in one go, without a
    task for everybody in it.
    """

    __slots__ = (
        "_size", "_texts", "_waiter", "_write_now", "closing", "guest", "joined", "slow", "table",
    )  # fmt: skip

    def __init__(self, guest: Guest, table: str, write_now: WriteNow | None = None) -> None:
        self.guest = guest
        self.table = table
        self.joined = False
        self.closing: int | None = None
        """The code it is to be closed with."""
        self.slow: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        """Done when too much waits: then nobody waits for what is being sent."""
        self._texts: deque[str] = deque()
        self._size = 0
        self._waiter: asyncio.Future[None] | None = None
        self._write_now = write_now

    def send(self, text: str) -> None:
        """Write a text or put it in the queue; never waits."""
        if self.closing is not None:
            return
        if self._write_now is not None and self._nothing_before and self._write_now(text):
            return
        full = len(self._texts) >= MOST_TEXTS or self._size + len(text) > MOST_CHARACTERS
        if self._texts and full:
            self._texts.clear()
            self.close(CLOSE_SLOW)
            self.slow.set_result(None)
            return
        self._texts.append(text)
        self._size += len(text)
        self._wake()

    def close(self, code: int) -> None:
        """No more texts than those that wait; whoever serves the socket ends it."""
        if self.closing is None:
            self.closing = code
            self._wake()

    async def text(self) -> str | None:
        """The next text to send; `None` when the connection is to be closed."""
        while not self._texts:
            if self.closing is not None:
                return None
            self._waiter = asyncio.get_running_loop().create_future()
            try:
                await self._waiter
            finally:
                self._waiter = None
        text = self._texts.popleft()
        self._size -= len(text)
        return text

    @property
    def _nothing_before(self) -> bool:
        """Whether nothing waits: neither here nor with whoever takes texts out of the queue."""
        return not self._texts and self._waiter is not None and not self._waiter.done()

    def _wake(self) -> None:
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)


class Room:
    """The connections at one table."""

    __slots__ = ("connections", "guests", "said", "said_at", "timer")

    def __init__(self) -> None:
        self.connections: dict[Connection, None] = {}
        self.guests: Counter[str] = Counter()
        self.said: object = None
        """What was last said about who is present."""
        self.said_at = -PAUSE
        self.timer: asyncio.TimerHandle | None = None


class Rooms:
    """All rooms. `presence` is called, not too often, when who is in a room has changed."""

    def __init__(self) -> None:
        self._by_table: dict[str, Room] = {}
        self._closed = False
        self.presence: Callable[[str], None] = lambda table: None
        self.attended: Callable[[str], None] = lambda table: None
        """Called when somebody has come, and when the last one has gone."""

    @property
    def connections(self) -> int:
        return sum(len(room.connections) for room in self._by_table.values())

    def room(self, table: str) -> Room | None:
        return self._by_table.get(table)

    def join(self, connection: Connection) -> None:
        if self._closed:
            connection.close(CLOSE_STOPPING)
        if connection.joined or connection.closing is not None:
            return
        room = self._by_table.setdefault(connection.table, Room())
        connection.joined = True
        room.connections[connection] = None
        room.guests[connection.guest.id] += 1
        self.touch(connection.table)
        self.attended(connection.table)

    def leave(self, connection: Connection) -> None:
        room = self._by_table.get(connection.table)
        if room is None or not connection.joined:
            return
        connection.joined = False
        del room.connections[connection]
        room.guests[connection.guest.id] -= 1
        if not room.guests[connection.guest.id]:
            del room.guests[connection.guest.id]
        if room.connections:
            self.touch(connection.table)
            return
        if room.timer is not None:
            room.timer.cancel()
        del self._by_table[connection.table]
        self.attended(connection.table)

    def send_to_all(self, table: str, text: str) -> None:
        room = self._by_table.get(table)
        if room is not None:
            for connection in room.connections:
                connection.send(text)

    def present(self, table: str) -> Collection[str]:
        """The guests who have a socket open here."""
        room = self._by_table.get(table)
        return room.guests if room is not None else ()

    def touch(self, table: str) -> None:
        """Something about who sits or is present has changed: say so, but not too often."""
        room = self._by_table.get(table)
        if room is None or room.timer is not None:
            return
        loop = asyncio.get_running_loop()
        due = max(loop.time(), room.said_at + PAUSE)
        room.timer = loop.call_at(due, self._say, table, room)

    def _say(self, table: str, room: Room) -> None:
        room.timer = None
        room.said_at = asyncio.get_running_loop().time()
        self.presence(table)

    def close(self, last_text: str) -> None:
        """Tell everybody why and send them away; they may come back after a restart."""
        if self._closed:
            return
        self._closed = True
        for room in self._by_table.values():
            for connection in room.connections:
                connection.send(last_text)
                connection.close(CLOSE_STOPPING)
