"""A table of load: one address does its worst at each thing that all share, and another plays on.

Times are multiplied by how much longer than its CPU time anything takes on this machine: in the
full form (`DUIYI_SOAK=1`) before the attack begins, so that on a quiet machine they are absolute
and what the attack costs others counts; in the small form meanwhile, so that it is right on any
machine.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from tests.selection import slow_but
from tests.server.clients import ME, Line, Site
from tests.server.greed import KINDS, STRONG
from tests.server_process import Served, served

from duiyi.server.limits import MEGABYTE, NORMAL
from duiyi.server.live.scheduler import THINKING

SOAK = os.environ.get("DUIYI_SOAK") == "1"
SECONDS = 30.0 if SOAK else 5.0
PAUSE = 0.12
"""Between two moves: a guest may send ten messages in a second."""
MOVE, ABOVE = 0.1, 1.0
"""Seconds for a move, and above the time that a computer thinks: 99 of 100."""
WAL = 16 * MEGABYTE
QUOTA = {"records": NORMAL.record_bytes.burst}
SLICE = 0.02
QUIET = 4.0
"""Seconds in which the machine is looked at before an attack."""
_burn = """
import os, sys, time
os.nice(5)
while True:
    begun, used = time.perf_counter(), time.process_time()
    while time.process_time() - used < float(sys.argv[1]):
        pass
    print((time.perf_counter() - begun) / (time.process_time() - used), flush=True)
    time.sleep(0.2)
"""


@dataclass
class Times:
    """How long everything took that the other address did."""

    moves: list[float] = field(default_factory=list)
    answers: list[float] = field(default_factory=list)
    """Of the strong computer, without its time for thinking."""


@contextmanager
def greed(server: Served, what: str) -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-m", "tests.server.greed", server.url, what, str(SECONDS)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield process
        finally:
            process.kill()


@contextmanager
def stretch(found: list[float]) -> Iterator[None]:
    """How many times its CPU time something takes that is as nice as a computer's thinking."""
    command = [sys.executable, "-c", _burn, str(SLICE)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield
        finally:
            process.kill()
            assert process.stdout is not None
            found += [float(line) for line in process.stdout.read().split()]


def percentile(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]


async def play(site: Site, times: Times, end: asyncio.Event) -> None:
    """Both seats of a table, one move after the other."""
    guest, chance = await site.guest(), random.Random(1)
    while not end.is_set():
        made = await guest.make("relati-classic", [ME, ME])
        async with guest.line(made["id"]) as line:
            while line.tokens and not end.is_set():
                token, begun = chance.choice(line.tokens), time.perf_counter()
                answer = await line.play(token)
                times.moves.append(time.perf_counter() - begun)
                assert answer["type"] == "taken"
                await asyncio.sleep(PAUSE)


async def play_strong(site: Site, times: Times, end: asyncio.Event) -> None:
    """A person against the strong computer."""
    guest, chance = await site.guest(), random.Random(2)
    while not end.is_set():
        made = await guest.make("relati", [ME, STRONG])
        async with guest.line(made["id"]) as line:
            while line.tokens and not end.is_set():
                await line.play(chance.choice(line.tokens))
                begun = time.perf_counter()
                await answered(line)
                times.answers.append(max(0.0, time.perf_counter() - begun - THINKING))


async def answered(line: Line) -> None:
    while line.actor == 1:
        await line.receive()


async def meanwhile(server: Served, process: subprocess.Popen[str]) -> tuple[Times, str]:
    """What the other address does until the first has done its worst, and what that was told."""
    times, end = Times(), asyncio.Event()
    assert process.stdout is not None
    assert await asyncio.to_thread(process.stdout.readline) == "begun\n"
    async with Site(server.url, "127.0.0.3") as site:
        other = [
            asyncio.create_task(play(site, times, end)),
            asyncio.create_task(play_strong(site, times, end)),
        ]
        said = await asyncio.to_thread(process.stdout.read)
        end.set()
        await asyncio.gather(*other)
    return times, said


def on_disk(database: Path) -> int:
    return sum(file.stat().st_size for file in database.parent.glob(f"{database.name}*"))


@pytest.mark.parametrize("what", slow_but(of=KINDS))
def test_one_address_does_its_worst_and_another_plays_on(what: str, tmp_path: Path) -> None:
    database, slow = tmp_path / "duiyi.sqlite3", list[float]()
    with served(database) as server:
        before = on_disk(database)
        if SOAK:
            with stretch(slow):
                time.sleep(QUIET)
        with stretch([] if SOAK else slow), greed(server, what) as process:
            times, said = asyncio.run(meanwhile(server, process))
        grown = on_disk(database) - before
        assert server.stop() == 0
    busy = max(1.0, percentile(slow, 0.9))
    move, answer = percentile(times.moves, 0.99), percentile(times.answers, 0.99)
    told = json.loads(said)
    print(f"{what}: move {move * 1000:.0f} ms, answer {answer:.2f} s above, x{busy:.1f}, {told}")
    assert len(times.moves) > SECONDS / PAUSE / 8 / busy
    assert move <= MOVE * busy
    assert answer <= (THINKING + ABOVE) * busy - THINKING
    assert grown <= QUOTA.get(what, NORMAL.log_bytes.burst) * 1.25 + WAL
    assert sum(told.values()) > 0, "it did nothing"
