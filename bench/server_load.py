"""What is measured of the server: throughput, relay, a full room, memory; and an echo beside it."""

from __future__ import annotations

import asyncio
import random
import statistics
import time
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from bench.server_clients import Heard, Play, Socket, connect, make_play
from bench.server_processes import cpu_seconds, resident
from tests.server.clients import Site

GAME = "relati-classic"
MOST_AT_ONCE = 32
TICK = 0.002
SECONDS = 120.0
T = TypeVar("T")


@dataclass(frozen=True)
class Rate:
    """How many were done per second, and per second of the server's CPU."""

    per_second: float
    per_cpu_second: float
    share: float
    """How much of its core the server had."""


async def many(jobs: Sequence[Awaitable[T]]) -> list[T]:
    """All of them, a few at a time."""
    gate = asyncio.Semaphore(MOST_AT_ONCE)

    async def one(job: Awaitable[T]) -> T:
        async with gate:
            return await job

    return await asyncio.gather(*map(one, jobs))


async def plays_at(url: str, count: int, chance: random.Random) -> list[Play]:
    """Tables with both seats connected and nobody moving yet."""
    async with Site(url) as site:
        plays = await many([make_play(site, GAME, chance) for _ in range(count)])
    await many([play.open(url) for play in plays])
    await until(lambda: all(play.state is not None for play in plays))
    return plays


async def until(done: Callable[[], bool]) -> None:
    """Wait until something that sockets bring about is so; too long means that it never is."""
    async with asyncio.timeout(SECONDS):
        while not done():
            await asyncio.sleep(TICK)


def check(plays: Sequence[Play]) -> None:
    errors = [error for play in plays for error in play.errors]
    if errors:
        raise RuntimeError(f"{len(errors)} errors, the first: {errors[0]}")


async def throughput(url: str, process: int, tables: int, chance: random.Random) -> Rate:
    """All tables play as fast as they can. What counts is the time while nearly all of them do."""
    plays = await plays_at(url, tables, chance)
    full = asyncio.Event()
    over = 0

    def turn(play: Play) -> None:
        nonlocal over
        if play.over:
            over += 1
            if over >= max(tables // 20, 1):
                full.set()
        else:
            play.move()

    for play in plays:
        play.turn = turn
    for play in plays:
        play.move()
    await until(lambda: sum(play.taken for play in plays) >= tables)
    begun, used = time.perf_counter(), cpu_seconds(process)
    before = sum(play.taken for play in plays)
    await until(full.is_set)
    moves = sum(play.taken for play in plays) - before
    spent, cpu = time.perf_counter() - begun, cpu_seconds(process) - used
    await until(lambda: all(play.over or play.errors for play in plays))
    finish(plays)
    return Rate(moves / spent, moves / cpu, cpu / spent)


def finish(plays: Sequence[Play]) -> None:
    check(plays)
    for play in plays:
        play.close()


async def relay(
    url: str, tables: int, rate: float, moves: int, chance: random.Random
) -> list[float]:
    """Moves at a steady rate; seconds from each being sent to the other seat having it."""
    plays = await plays_at(url, tables, chance)
    chance.shuffle(plays)
    idle = deque(plays)
    seconds: list[float] = []

    def turn(play: Play) -> None:
        if not play.over:
            idle.append(play)

    for play in plays:
        play.turn = turn
        play.relayed = seconds.append
    begun, sent = time.perf_counter(), 0
    while sent < moves and idle:
        for _ in range(
            min(int((time.perf_counter() - begun) * rate) - sent, len(idle), moves - sent)
        ):
            idle.popleft().move()
            sent += 1
        await asyncio.sleep(TICK)
    await until(lambda: len(seconds) == sent)
    finish(plays)
    return seconds


async def full_room(url: str, watchers: int, games: int, chance: random.Random) -> list[float]:
    """Seconds from each move being sent to the last of all watchers having it."""
    seconds: list[float] = []
    for play in await plays_at(url, games, chance):
        seconds += await _watched(url, play, watchers)
        finish([play])
    return seconds


async def _watched(url: str, play: Play, watchers: int) -> list[float]:
    seconds: list[float] = []
    got, known = 0, 0
    everybody, turned = asyncio.Event(), asyncio.Event()
    play.turn = lambda _: turned.set()

    def heard(data: bytes) -> None:
        nonlocal got, known
        if data.startswith(b'{"type":"played"'):
            got += 1
            if got == watchers:
                everybody.set()
        elif data.startswith(b'{"type":"table"'):
            known += 1

    path = f"/api/tables/{play.id}/socket"
    room = await many([connect(url, path, "", heard, play.errors) for _ in range(watchers)])
    await until(lambda: known == watchers)
    while not play.over:
        turned.clear()
        begun = time.perf_counter()
        play.move()
        await everybody.wait()
        seconds.append(time.perf_counter() - begun)
        got = 0
        everybody.clear()
        await turned.wait()
    for socket in room:
        socket.close()
    return seconds


async def memory(url: str, process: int, connections: int, chance: random.Random) -> float:
    """Bytes per connection that does nothing."""
    plays = await plays_at(url, max(connections // 100, 1), chance)
    before, known = resident(process), 0

    def heard(data: bytes) -> None:
        nonlocal known
        known += data.startswith(b'{"type":"table"')

    sockets: list[Socket] = await many(
        [
            connect(url, f"/api/tables/{chance.choice(plays).id}/socket", "", heard, [])
            for _ in range(connections)
        ]
    )
    await until(lambda: known == connections)
    used = resident(process) - before
    for socket in sockets:
        socket.close()
    finish(plays)
    return used / connections


async def echo(url: str, process: int, connections: int, seconds: float) -> Rate:
    """Every socket sends a text, gets it back, and sends it again."""
    count = 0
    sockets: list[Socket] = []
    text = b'{"do":"play","on":17,"token":"C4"}'

    def listener(number: int) -> Heard:
        def heard(data: bytes) -> None:
            nonlocal count
            count += 1
            sockets[number].send(data)

        return heard

    sockets += await many(
        [connect(url, "/", "", listener(number), []) for number in range(connections)]
    )
    for socket in sockets:
        socket.send(text)
    await until(lambda: count >= connections)
    before, begun, used = count, time.perf_counter(), cpu_seconds(process)
    await asyncio.sleep(seconds)
    done, spent, cpu = count - before, time.perf_counter() - begun, cpu_seconds(process) - used
    for socket in sockets:
        socket.close()
    return Rate(done / spent, done / cpu, cpu / spent)


def percentile(values: Sequence[float], share: float) -> float:
    return sorted(values)[min(int(len(values) * share), len(values) - 1)]


median = statistics.median
