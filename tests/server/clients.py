"""Clients that speak `web/src/net/wire/` over real HTTP and sockets, for tests and benchmarks.

    async with Site(server.url) as site:
        ann, ben = await site.guest("Ann"), await site.guest("Ben")
        made = await ann.make("tzaar", [ME, FRIEND])
        await ben.sit(made["id"], secret=made["secrets"]["1"])
        async with ann.line(made["id"]) as line:
            answer = await line.play("A1-B2")

Nothing here checks what the server says, and everything can be sent, also what is wrong.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from http.cookiejar import CookieJar, DefaultCookiePolicy
from types import TracebackType
from typing import Any, Self

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect

ME = {"kind": "me"}
FRIEND = {"kind": "friend"}
NO_CLOCK = {"kind": "none", "seconds": 0, "increment": 0}
SECONDS = 30.0
"""How long anything may take before the test fails."""

Json = Any
Decode = Callable[[bytes], Any]


class Site:
    """A server, and the HTTP connections to it. It keeps no cookies: guests do."""

    def __init__(self, url: str, address: str | None = None) -> None:
        """`address`: where visitors come from, such as 127.0.0.2."""
        self.url, self.address = url.rstrip("/"), address
        # httpx would mix up the cookies of guests who ask at the same time.
        no_cookies = CookieJar(DefaultCookiePolicy(allowed_domains=[]))
        way = httpx.AsyncHTTPTransport(local_address=address)
        self.http = httpx.AsyncClient(
            base_url=self.url, timeout=SECONDS, cookies=no_cookies, transport=way
        )

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.http.aclose()

    async def guest(self, name: str = "") -> Guest:
        """Somebody new, with a name if one is given."""
        guest = Guest(self)
        await guest.get("me")
        if name:
            await guest.put("me", {"name": name})
        return guest


class Guest:
    """A guest: a cookie, and what can be asked with it."""

    def __init__(self, site: Site, cookie: str = "") -> None:
        self.site = site
        self.cookie = cookie

    @property
    def headers(self) -> dict[str, str]:
        origin = {"Origin": self.site.url}
        return origin | ({"Cookie": self.cookie} if self.cookie else {})

    async def request(self, method: str, path: str, body: Json = None) -> httpx.Response:
        """Anything below /api, whatever the answer is; a new cookie is kept."""
        content = None if body is None else msgspec.json.encode(body)
        headers = self.headers | ({"Content-Type": "application/json"} if content else {})
        answer = await self.site.http.request(
            method, f"/api/{path}", content=content, headers=headers
        )
        given = [f"{name}={value}" for name, value in answer.cookies.items()]
        if given:
            self.cookie = "; ".join(given)
        return answer

    async def get(self, path: str) -> Json:
        return (await self.request("GET", path)).raise_for_status().json()

    async def put(self, path: str, body: Json) -> Json:
        return (await self.request("PUT", path, body)).raise_for_status().json()

    async def post(self, path: str, body: Json) -> Json:
        return (await self.request("POST", path, body)).raise_for_status().json()

    async def make(
        self, game: str, seats: Sequence[Json], clock: Json = NO_CLOCK, **more: Json
    ) -> Json:
        """A new table: its id and the secrets of its seats."""
        table = {"game": game, "options": {}, "seats": seats, "clock": clock}
        return await self.post("tables", table | {"public": False, "undo": True} | more)

    async def sit(self, table: str, **how: Json) -> Json:
        return await self.post(f"tables/{table}/sit", how)

    def line(self, table: str, **how: Any) -> Line:
        """A socket at a table, not yet open."""
        return Line(self, table, **how)


class Line:
    """One socket at a table, and what it has heard. Only one task may use it at a time.

    `state` is the last `table` or `played` message: id, view, clocks; `entries` is the whole list.
    """

    def __init__(
        self,
        guest: Guest,
        table: str,
        *,
        headers: dict[str, str] | None = None,
        decode: Decode = msgspec.json.decode,
    ) -> None:
        self.guest, self.table = guest, table
        self.headers = guest.headers if headers is None else headers
        self.state: dict[str, Any] = {}
        self.entries: list[Json] = []
        self._decode = decode
        self._socket: ClientConnection | None = None
        self._ref = 0

    async def __aenter__(self) -> Self:
        return await self.open()

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()

    async def open(self, first: bool = True) -> Self:
        """Connect and, unless not `first`, wait for the table."""
        site = self.guest.site
        address = f"ws{site.url.removeprefix('http')}/api/tables/{self.table}/socket"
        self._socket = await connect(
            address,
            additional_headers=self.headers,
            compression=None,
            max_size=None,
            open_timeout=SECONDS,
            ping_interval=None,
            local_addr=(site.address, 0) if site.address else None,
        )
        while first and not self.state:
            await self.receive()
        return self

    async def close(self) -> None:
        if self._socket is not None:
            await self._socket.close()

    @property
    def socket(self) -> ClientConnection:
        assert self._socket is not None, "open it first"
        return self._socket

    @property
    def id(self) -> int:
        return int(self.state["id"])

    @property
    def actor(self) -> int | None:
        found: int | None = self.state["view"]["actor"]
        return found

    @property
    def tokens(self) -> list[str]:
        """What may be played now."""
        return [choice["token"] for choice in self.state["view"]["choices"]]

    async def receive(self) -> Json:
        """The next message, whatever it is."""
        async with asyncio.timeout(SECONDS):
            message = self._decode(await self.socket.recv(decode=False))
        if message["type"] == "table":
            self.state, self.entries = message, list(message["entries"])
        elif message["type"] == "played":
            self.state = message
            self.entries.append(message["entry"])
        return message

    async def send(self, **message: Json) -> None:
        await self.socket.send(msgspec.json.encode(message), text=True)

    async def send_raw(self, frame: str | bytes) -> None:
        await self.socket.send(frame)

    async def ask(self, **message: Json) -> Json:
        """Send something and read until its answer has come."""
        self._ref += 1
        ref = self._ref
        await self.send(**message, ref=ref)
        while True:
            answer = await self.receive()
            if answer.get("ref") == ref:
                return answer

    async def play(self, token: str, **more: Json) -> Json:
        """Play on the state that is known: the `taken` or the `error`.

        After a `taken` the message about the move itself has been read, too.
        """
        answer = await self.ask(do="play", on=self.id, token=token, **more)
        while answer["type"] == "taken" and self.id < answer["id"]:
            await self.receive()
        return answer
