"""Clients that mean harm, against a real server on loopback. Whatever they send: no 500, every
table goes on, memory stays bounded, and nobody moves for somebody else.

A small form always; `DUIYI_SOAK=1` for the full one.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import re
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from tests.server import hostile
from tests.server.clients import FRIEND, ME, Guest, Line, Site
from tests.server_process import Served, served
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

SOAK = os.environ.get("DUIYI_SOAK") == "1"
MESSAGES = 20_000 if SOAK else 500
FORGERIES = 2_000 if SOAK else 60
FLOOD = 50_000 if SOAK else 3_000
MOST_ASKED = 20_000
MEGABYTE = 1 << 20
GROWTH = 100 * MEGABYTE
"""How much memory an attack may cost the server."""
PATIENCE = 60
"""Seconds within which the server gives up somebody who never reads."""
PROMPT = 20.0
"""Seconds within which others are answered meanwhile, on a machine that does other things too."""
_failures = re.compile(r"status=5|\bTraceback\b|\bERROR\b|\bCRITICAL\b|never retrieved")


@pytest.fixture(scope="module", params=["generous", "normal"])
def server(request: pytest.FixtureRequest) -> Iterator[Served]:
    with served(extra_args=["--limits", request.param]) as running:
        yield running
        assert running.process.poll() is None
        assert running.stop() == 0


def strict(server: Served) -> bool:
    """Whether the limits are those for everybody."""
    assert isinstance(server.process.args, list)
    return "normal" in server.process.args


@dataclass
class Game:
    """Two honest people at a table, and somebody who is not."""

    site: Site
    table: str
    secrets: dict[str, str]
    ann: Guest
    ben: Guest
    lines: tuple[Line, Line]
    mallory: Guest
    moves: list[tuple[int, str]]
    """What was honestly played: seat and token."""

    async def move(self) -> None:
        """Whoever is to move plays; both hear of it."""
        first, second = self.lines
        seat = first.actor
        assert seat is not None
        token = first.tokens[len(self.moves) % len(first.tokens)]
        answer = await self.lines[seat].play(token)
        assert answer["type"] == "taken", answer
        self.moves.append((seat, token))
        for line in (first, second):
            while line.id < answer["id"]:
                await line.receive()

    async def finish(self) -> None:
        """The game can be played to its end, and holds the honest moves only."""
        for line in self.lines:
            await line.ask(do="sync")
        while self.lines[0].actor is not None:
            await self.move()
        for line in self.lines:
            await line.ask(do="sync")
            entries = [(entry["actor"], entry["token"]) for entry in line.entries]
            assert entries == self.moves
            assert line.state["table"]["status"] == "finished"


_addresses = (f"127.0.1.{number}" for number in range(1, 255))
"""One for each game: what an attack has used up is used up for its address alone."""


@contextlib.asynccontextmanager
async def game(server: Served) -> AsyncIterator[Game]:
    async with Site(server.url, next(_addresses)) as site:
        ann, ben, mallory = [await site.guest(name) for name in ("Ann", "Ben", "Mallory")]
        made = await ann.make("relati-classic", [ME, FRIEND])
        await ben.sit(made["id"], secret=made["secrets"]["1"])
        async with ann.line(made["id"]) as one, ben.line(made["id"]) as other:
            found = Game(site, made["id"], made["secrets"], ann, ben, (one, other), mallory, [])
            await found.move()
            await found.move()
            yield found


async def refusal(line: Line) -> Any:
    """The next error that a line hears."""
    while (heard := await line.receive())["type"] != "error":
        pass
    return heard


def attack(server: Served, how: Callable[[Game], Awaitable[None]]) -> None:
    """Let an attack run in the middle of a game; then everything must be as if it had not."""
    logged = len(server.logged())

    async def run() -> None:
        async with game(server) as found:
            before = hostile.memory(server.process.pid)
            await how(found)
            await found.finish()
            assert hostile.memory(server.process.pid) - before < GROWTH

    asyncio.run(run())
    told = server.logged()[logged:]
    assert not _failures.search(told), told[-5000:]


def test_messages_that_are_nearly_right(server: Served) -> None:
    async def how(game: Game) -> None:
        choose = random.Random(7)
        heard: Counter[str] = Counter()
        async with game.mallory.line(game.table) as line:
            for count in range(40 if strict(server) else MESSAGES):
                await line.send_raw(hostile.message(choose))
                answer = await line.receive()
                heard[answer.get("code", answer["type"])] += 1
                assert answer["type"] not in ("played", "taken")
                if count % 20 == 0:
                    await line.ask(do="ping")  # some are answered twice: hear it all
            while (await line.ask(do="ping"))["type"] != "pong":
                await asyncio.sleep(0.5)  # the normal limits make those wait who ask too fast
        assert heard["bad-message"]
        assert heard["not-json"]
        assert heard["not-your-seat"] or heard["too-fast"]

    attack(server, how)


def test_somebody_elses_seat(server: Served) -> None:
    async def how(game: Game) -> None:
        async with game.mallory.line(game.table) as line:
            token = line.tokens[0] if line.tokens else game.lines[0].tokens[0]
            for seat in (0, 1):
                for asked in (
                    {"do": "play", "on": line.id, "token": token, "seat": seat},
                    {"do": "play", "on": line.id, "token": token},
                    {"do": "resign", "seat": seat},
                    {"do": "undo", "seat": seat},
                    {"do": "rematch", "seat": seat},
                    {"do": "answer", "kind": "undo", "seat": seat, "yes": True},
                ):
                    answer = await line.ask(**asked)
                    assert (answer["type"], answer["code"]) == ("error", "not-your-seat"), asked
        waiting = 1 - (game.lines[0].actor or 0)
        early = await game.lines[waiting].ask(
            do="play", on=game.lines[waiting].id, token=game.lines[0].tokens[0]
        )
        assert early["type"] == "error"
        for body in ({"secret": "wrong"}, {"secret": game.secrets["1"][::-1]}, {"seat": 1}, {}):
            answer = await game.mallory.request("POST", f"tables/{game.table}/sit", body)
            assert 400 <= answer.status_code < 500
        answer = await game.mallory.request("GET", f"tables/{game.table}/secrets")
        assert "secrets" not in answer.json() or not answer.json()["secrets"]

    attack(server, how)


def test_other_sites_may_not_act_for_a_guest(server: Served) -> None:
    async def how(game: Game) -> None:
        for origin in ("https://evil.example", "null", "http://127.0.0.1", "file://", "", "*"):
            headers = game.ann.headers | {"Origin": origin}
            with pytest.raises(InvalidStatus) as refused:
                await game.ann.line(game.table, headers=headers).open()
            assert refused.value.response.status_code == 403
            answer = await game.site.http.put("/api/me", json={"name": "Mallory"}, headers=headers)
            assert answer.status_code == 403
        assert (await game.ann.get("me"))["name"] == "Ann"

    attack(server, how)


def test_forged_and_replayed_cookies(server: Served) -> None:
    async def how(game: Game) -> None:
        choose = random.Random(3)
        for _ in range(20 if strict(server) else FORGERIES):
            fake = Guest(game.site, hostile.forged(game.ann.cookie, choose))
            answer = await fake.request("GET", f"tables/{game.table}")
            assert answer.status_code == 200
            assert not any(seat["mine"] for seat in answer.json()["seats"]), fake.cookie
        fake = Guest(game.site, hostile.forged(game.ann.cookie, choose))
        async with Line(fake, game.table) as line:
            answer = await line.ask(do="resign", seat=0)
            assert answer["code"] == "not-your-seat"
        leaver = await game.site.guest("Eve")
        made = await leaver.make("relati-classic", [ME, FRIEND])
        old = Guest(game.site, leaver.cookie)
        await leaver.request("DELETE", "me")
        replayed = await old.request("GET", f"tables/{made['id']}")
        assert not any(seat["mine"] for seat in replayed.json()["seats"])

    attack(server, how)


def test_frames_that_no_browser_sends(server: Served) -> None:
    async def how(game: Game) -> None:
        origin = server.url.rstrip("/")
        for data in hostile.FRAMES:
            reader, writer, said = await hostile.shake_hands(server.port, game.table, origin)
            assert b"101" in said
            try:
                writer.write(data)
                writer.write(hostile.frame(8, b""))
                async with asyncio.timeout(PROMPT):
                    while await reader.read(65536):
                        pass
            except ConnectionError:
                pass
            finally:
                writer.close()
        async with game.mallory.line(game.table) as line:
            # Who comes and goes may be told in between.
            await line.send_raw(b"\x00\x01\x02")
            assert (await refusal(line))["code"] == "binary"
            await line.send_raw("x" * 5000)
            assert (await refusal(line))["code"] == "message-long"

    attack(server, how)


def test_requests_that_no_browser_makes(server: Served) -> None:
    async def how(game: Game) -> None:
        for data in hostile.REQUESTS:
            got = await hostile.send_bytes(server.port, data, 1)
            for status in re.findall(rb"HTTP/1.1 (\d)\d\d", got):
                assert status in b"234", (data[:80], got[:300])
        # Halves of requests that never go on hold nobody up.
        halves = [await asyncio.open_connection("127.0.0.1", server.port) for _ in range(50)]
        for _, writer in halves:
            writer.write(b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 500\r\n\r\n{")
        async with asyncio.timeout(PROMPT):
            await game.move()
        for _, writer in halves:
            writer.close()

    attack(server, how)


def test_a_flood_stops_itself(server: Served) -> None:
    async def how(game: Game) -> None:
        async with game.mallory.line(game.table) as line:

            async def flood() -> None:
                with contextlib.suppress(ConnectionClosed, TimeoutError):
                    async with asyncio.timeout(3):
                        for _ in range(FLOOD):
                            await line.send_raw('{"do":"ping"}')

            async def others() -> None:
                for _ in range(3):
                    async with asyncio.timeout(PROMPT):
                        await game.move()

            await asyncio.gather(flood(), others())
            line.socket.transport.abort()

    attack(server, how)


async def connections(game: Game) -> int:
    found: int = (await game.site.http.get("/health")).json()["connections"]
    return found


def test_somebody_who_never_reads(server: Served) -> None:
    """Many whole tables are asked for and left in the pipe: the server gives up, not its memory."""

    async def how(game: Game) -> None:
        address = f"{server.socket_url}api/tables/{game.table}/socket"
        async with contextlib.AsyncExitStack() as ends:
            deaf: list[Any] = [
                await ends.enter_async_context(
                    connect(
                        address,
                        additional_headers=game.mallory.headers,
                        compression=None,
                        max_queue=1,
                        close_timeout=0.1,
                        ping_interval=None,
                    )
                )
                for _ in range(5)
            ]
            # The normal limits listen to nobody that much; otherwise they are dropped sooner or
            # later, and only Ann and Ben are left.
            for count in range(100 if strict(server) else MOST_ASKED):
                for socket in deaf:
                    with contextlib.suppress(ConnectionClosed, TimeoutError):
                        async with asyncio.timeout(0.05):
                            await socket.send('{"do":"sync"}')
                if count % 250 == 0 and await connections(game) == len(game.lines):
                    break
            # Whoever reads nothing at all is cut off after a while without progress.
            async with asyncio.timeout(None if strict(server) else PATIENCE):
                while not strict(server) and await connections(game) > len(game.lines):
                    await asyncio.sleep(0.2)
            async with asyncio.timeout(PROMPT):
                await game.move()
            for socket in deaf:
                socket.transport.abort()

    attack(server, how)


def test_more_sockets_and_guests_than_anybody_needs(server: Served) -> None:
    async def how(game: Game) -> None:
        refused: list[int] = []
        async with contextlib.AsyncExitStack() as ends:
            for _ in range(60):
                try:
                    await ends.enter_async_context(game.mallory.line(game.table))
                except InvalidStatus as error:
                    refused.append(error.response.status_code)
            async with asyncio.timeout(PROMPT):
                await game.move()
        assert set(refused) == ({429} if strict(server) else set())

    attack(server, how)
