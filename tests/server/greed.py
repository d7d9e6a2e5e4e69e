"""One address that does its worst: run as a process of its own, `python -m tests.server.greed URL
WHAT SECONDS`. Every kind stays within a fixed number of connections, on loopback.

It says how often it was taken and how often refused, by code, as JSON.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import random
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator

import httpx
from tests.server.clients import ME, Guest, Line, Site
from websockets.exceptions import WebSocketException

import duiyi
from duiyi.core.lessons import lessons as read_lessons
from duiyi.core.record import Record
from duiyi.core.record.files import write_dyr

ADDRESS = "127.0.0.2"
AT_ONCE = 24
GUESTS = 12
STRONG = {"kind": "computer", "player": "strong"}
SIZE = 990_000
Said = Counter[str]


class Greed:
    """Guests of one address, and what has been said to them until the time is over."""

    def __init__(self, site: Site, seconds: float) -> None:
        self.site, self.end = site, time.monotonic() + seconds
        self.said: Said = Counter()
        self.guests: list[Guest] = []
        self.numbers = itertools.count()

    async def arrive(self) -> None:
        self.guests = [await self.site.guest() for _ in range(GUESTS)]

    @property
    def going(self) -> bool:
        return time.monotonic() < self.end

    def guest(self) -> Guest:
        return self.guests[next(self.numbers) % len(self.guests)]

    async def post(self, path: str, body: object) -> httpx.Response | None:
        try:
            answer = await self.guest().request("POST", path, body)
        except httpx.HTTPError as error:
            self.said[type(error).__name__] += 1
            return None
        code = "taken" if answer.status_code < 300 else answer.json().get("code", "?")
        self.said[code] += 1
        if answer.status_code == 429:
            await asyncio.sleep(0.05)
        return answer

    async def crowd(self, one: Callable[[], Awaitable[None]], count: int = AT_ONCE) -> None:
        async def again() -> None:
            while self.going:
                await one()

        await asyncio.gather(*(again() for _ in range(count)))


async def records(greed: Greed) -> None:
    """Large records, each another one, as fast as they are taken."""

    async def one() -> None:
        text = large_record(next(greed.numbers))
        await greed.post("records", {"text": text})

    await greed.crowd(one, 8)


async def reading(greed: Greed) -> None:
    """Legal records that take long to read."""

    async def one() -> None:
        await greed.post("records", {"text": bushy_record(next(greed.numbers))})

    await greed.crowd(one)


async def thinking(greed: Greed) -> None:
    """Tables of strong computers, with and without a person, attended and not."""
    lines: list[Line] = []

    async def one() -> None:
        seats = random.choice([[STRONG, STRONG], [STRONG, ME]])
        new = {"game": "relati", "options": {}, "seats": seats, "public": False, "undo": True}
        clock = {"kind": "none", "seconds": 0, "increment": 0}
        made = await greed.post("tables", new | {"clock": clock})
        if made is not None and made.status_code == 201 and len(lines) < 100:
            line = greed.guest().line(made.json()["id"])
            lines.append(line)
            try:
                await line.open()
            except (OSError, WebSocketException, TimeoutError) as error:
                greed.said[type(error).__name__] += 1

    await greed.crowd(one)
    await asyncio.gather(*(line.close() for line in lines), return_exceptions=True)


async def hints(greed: Greed) -> None:
    """Hints about a game of one's own."""
    guest = greed.guests[0]
    made = await guest.make("relati", [ME, ME])

    async def one() -> None:
        await greed.post(f"tables/{made['id']}/hint", {"at": 0})

    greed.guests = [guest]
    await greed.crowd(one)


async def coach(greed: Greed) -> None:
    """Words of the coach about a game of one's own, before a decision and after it."""
    guest = greed.guests[0]
    made = await guest.make("relati", [ME, ME])
    async with guest.line(made["id"]) as line:
        for _ in range(12):
            await line.play(line.tokens[0])
        token = line.tokens[0]

    async def one() -> None:
        asked = random.choice([{"at": 12, "token": token}, {"at": 11, "token": None}])
        await greed.post(f"tables/{made['id']}/coach", asked)

    greed.guests = [guest]
    await greed.crowd(one)


async def lessons(greed: Greed) -> None:
    """Tries in the lessons that take longest to judge."""
    tried = dearest_tries()

    async def one() -> None:
        path, body = random.choice(tried)
        await greed.post(f"lessons/{path}/try", body)

    await greed.crowd(one)


async def lobby(greed: Greed) -> None:
    """Public tables."""

    async def one() -> None:
        clock = {"kind": "none", "seconds": 0, "increment": 0}
        seats = [ME, {"kind": "friend"}]
        new = {"game": "relati", "options": {}, "seats": seats, "public": True, "undo": True}
        await greed.post("tables", new | {"clock": clock})

    await greed.crowd(one)


async def messages(greed: Greed) -> None:
    """Sockets that ask for the whole table again and again."""
    made = await greed.guests[0].make("relati", [ME, ME])

    async def flood(guest: Guest) -> None:
        async with guest.line(made["id"]) as line:
            while greed.going:
                await line.send(do="sync")
                answer = await line.receive()  # also that it was too fast, which answers nothing
                greed.said[answer["type"]] += 1

    async def patient(guest: Guest) -> None:
        while greed.going:
            try:
                await flood(guest)
            except (OSError, WebSocketException, TimeoutError) as error:
                greed.said[type(error).__name__] += 1

    await asyncio.gather(*(patient(guest) for guest in greed.guests for _ in range(2)))


async def looking(greed: Greed) -> None:
    """All positions of a game, over and over."""
    guest = greed.guests[0]
    made = await guest.make("relati", [ME, ME])
    async with guest.line(made["id"]) as line:
        for _ in range(30):
            await line.play(line.tokens[0])

    async def one() -> None:
        answer = await greed.guest().request("GET", f"tables/{made['id']}/frames?from=0&to=100")
        greed.said["taken" if answer.status_code == 200 else answer.json()["code"]] += 1
        if answer.status_code == 429:
            await asyncio.sleep(0.05)

    await greed.crowd(one)


KINDS: dict[str, Callable[[Greed], Awaitable[None]]] = {
    "records": records, "reading": reading, "thinking": thinking, "hints": hints,
    "coach": coach, "lessons": lessons, "lobby": lobby, "messages": messages, "looking": looking,
}  # fmt: skip


def large_record(number: int) -> str:
    """About as large as one may be, and quick to read: nearly all of it is a comment."""
    state = duiyi.game("relati-classic").start()
    record = Record.of(state, ["Greed", str(number)]).commented("x" * SIZE)
    return write_dyr(record)


def bushy_record(number: int) -> str:
    """As many variations as there is room for: legal, and long to read."""

    def words() -> Iterator[str]:
        state = duiyi.game("relati-classic").start()
        yield f'[Game "relati-classic"] [Version "{state.game.version}"] [Seats "2"]'
        yield f'[Seat0 "{number}"] [Result "*"]\n1 @0 C3'
        others = [text for text in map(state.text, state.actions()) if text != "C3"]
        for count in range(SIZE // 13):
            yield f"( 1 @0 {others[count % len(others)]} )"

    return " ".join(words()) + "\n"


def dearest_tries() -> list[tuple[str, dict[str, object]]]:
    """The last step of every lesson of the two games whose positions are the largest."""
    return [
        (
            f"{name}/{lesson.id}",
            {"played": [step.solution for step in lesson.steps[:-1]], "text": solution},
        )
        for name in ("atom", "relati-legacy")
        for lesson in read_lessons(duiyi.game(name))
        for solution in [lesson.steps[-1].solution]
    ]


async def main(url: str, what: str, seconds: float) -> Said:
    async with Site(url, ADDRESS) as site:
        greed = Greed(site, seconds)
        await greed.arrive()
        print("begun", flush=True)
        await KINDS[what](greed)
        return greed.said


if __name__ == "__main__":
    done = asyncio.run(main(sys.argv[1], sys.argv[2], float(sys.argv[3])))
    print(json.dumps(done))
