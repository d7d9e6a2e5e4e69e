"""FairQueue: who is served next where only so few can be served at once. By address, then by guest.

Whoever was served least lately goes first: however much one address has waiting, another's first
request waits for no more than what is being done already. Everything happens on the event loop.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter, OrderedDict, deque
from collections.abc import AsyncIterator
from contextvars import ContextVar
from typing import NamedTuple

REMEMBERED = 20_000


class Caller(NamedTuple):
    """On whose behalf something is done."""

    address: str = ""
    guest: str = ""


NOBODY = Caller()
CALLER: ContextVar[Caller] = ContextVar("duiyi.caller", default=NOBODY)
"""Who asks, while a request or a socket is served; nobody where the server does it by itself."""


class Full(Exception):
    """As many wait as may."""


class FairQueue:
    """`places`: how many are served at once, and `each` how many of one address; `most` may wait,
    and `most_each` of one address (`Full` otherwise)."""

    def __init__(
        self,
        places: int,
        *,
        each: int | None = None,
        most: int | None = None,
        most_each: int | None = None,
    ) -> None:
        self._places, self._each = places, each if each is not None else places
        self._most, self._most_each = most, most_each
        self._waiting: dict[str, dict[str, deque[asyncio.Future[None]]]] = {}
        self._counts: Counter[str] = Counter()
        """How many wait of each address."""
        self._serving: Counter[str] = Counter()
        self._served: OrderedDict[str | Caller, int] = OrderedDict()
        """When an address and a guest last had their turn, in turns."""
        self._number = 0

    @contextlib.asynccontextmanager
    async def of(self, caller: Caller | None = None) -> AsyncIterator[None]:
        """The turn of a caller, of whoever asks where none is given."""
        who = caller if caller is not None else CALLER.get()
        await self._enter(who)
        try:
            yield
        finally:
            self._leave(who)

    @property
    def waiting(self) -> int:
        return self._counts.total()

    @property
    def addresses(self) -> int:
        """How many of them wait."""
        return len(self._counts)

    def waiting_of(self, address: str) -> int:
        return self._counts[address]

    async def _enter(self, who: Caller) -> None:
        if self._most is not None and self.waiting >= self._most:
            raise Full
        if self._most_each is not None and self._counts[who.address] >= self._most_each:
            raise Full
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        guests = self._waiting.setdefault(who.address, {})
        guests.setdefault(who.guest, deque()).append(turn)
        self._counts[who.address] += 1
        self._go_on()
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._leave(who)
            else:
                self._drop(who, turn)
            raise

    def _leave(self, who: Caller) -> None:
        self._serving[who.address] -= 1
        if not self._serving[who.address]:
            del self._serving[who.address]
        self._go_on()

    def _go_on(self) -> None:
        while self._serving.total() < self._places and (who := self._next()) is not None:
            turn = self._waiting[who.address][who.guest][0]
            self._drop(who, turn)
            self._serving[who.address] += 1
            self._number += 1
            for key in (who.address, who):
                self._served[key] = self._number
                self._served.move_to_end(key)
            while len(self._served) > REMEMBERED:
                self._served.popitem(last=False)
            turn.set_result(None)

    def _next(self) -> Caller | None:
        free = [one for one in self._waiting if self._serving[one] < self._each]
        if not free:
            return None
        address = min(free, key=lambda one: (self._serving[one], self._served.get(one, 0)))
        callers = (Caller(address, guest) for guest in self._waiting[address])
        return min(callers, key=lambda one: self._served.get(one, 0))

    def _drop(self, who: Caller, turn: asyncio.Future[None]) -> None:
        guests = self._waiting[who.address]
        guests[who.guest].remove(turn)
        self._counts[who.address] -= 1
        if not guests[who.guest]:
            del guests[who.guest]
        if not guests:
            del self._waiting[who.address], self._counts[who.address]
