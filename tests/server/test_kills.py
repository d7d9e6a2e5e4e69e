"""The server is killed at random moments while many tables play over real sockets. Whatever it has
acknowledged or shown is there afterwards, once and in order, and clocks go on from where they were.

`DUIYI_SOAK=1` runs the full form.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import apsw
import pytest
from tests.selection import slow_but
from tests.server.clients import FRIEND, ME, Guest, Line, Site
from tests.server_process import Served, served
from websockets.exceptions import ConnectionClosed

from duiyi.server.storage.sqlite import SqliteStore
from duiyi.server.storage.store import Row
from duiyi.server.table import log as table_log

SOAK = os.environ.get("DUIYI_SOAK") == "1"
TABLES = 100 if SOAK else 12
KILLS = [30] if SOAK else slow_but(1, of=(1, 3))
MOVES = (2, 5)
"""Acknowledged moves per table until a kill, at least and at most."""
JITTER = 0.05
"""Up to so many seconds after the last of them."""
GAMES = ("relati", "tzaar", "relati-classic", "relati-legacy")
CLOCK = {"kind": "game", "seconds": 1800, "increment": 2}
HOUR = 3_600_000
GENEROUS = ("--limits", "generous")
CUT_OFF = (ConnectionClosed, ConnectionError, EOFError, TimeoutError)


@dataclass
class Witness:
    """A table, its two guests, and everything that the server has told them about it."""

    id: str
    guests: list[Guest]
    taken: dict[int, tuple[int, str]] = field(default_factory=dict)
    """By state id: seat and token of moves that were acknowledged."""
    played: dict[int, dict[str, Any]] = field(default_factory=dict)
    """By state id: what everybody was shown."""
    asked: dict[int, tuple[int, str]] = field(default_factory=dict)
    """By the state id they would lead to: moves that were sent and never answered."""
    finished: bool = False

    def heard(self, line: Line) -> None:
        if line.state["type"] == "played":
            self.played[line.id] = line.state
            self.finished |= line.state["status"] == "finished"


class Life:
    """One run of the server, which ends by a kill after so many acknowledged moves."""

    def __init__(self, server: Served, site: Site, chance: random.Random, moves: int) -> None:
        self.server, self.site, self.chance = server, site, chance
        self.left = moves
        self.killed = asyncio.Event()

    async def run(self, witnesses: list[Witness]) -> None:
        seats = [self.seat(witness, seat) for witness in witnesses for seat in (0, 1)]
        async with asyncio.TaskGroup() as tasks:
            for seat in seats:
                tasks.create_task(seat)
        assert self.killed.is_set(), "all games ended before the kill"

    async def seat(self, witness: Witness, seat: int) -> None:
        with contextlib.suppress(*CUT_OFF):
            async with witness.guests[seat].line(witness.id) as line:
                while not witness.finished:
                    if line.actor == seat:
                        await self.move(witness, seat, line)
                    else:
                        await line.receive()
                        witness.heard(line)
                await self.killed.wait()

    async def move(self, witness: Witness, seat: int, line: Line) -> None:
        token = self.chance.choice(line.tokens)
        witness.asked[line.id + 1] = (seat, token)
        answer = await line.ask(do="play", on=line.id, token=token)
        assert answer["type"] == "taken", answer
        witness.taken[answer["id"]] = witness.asked.pop(answer["id"])
        self.acknowledged()
        while line.id < answer["id"]:
            await line.receive()
        witness.heard(line)

    def acknowledged(self) -> None:
        self.left -= 1
        if self.left == 0:
            asyncio.get_running_loop().call_later(self.chance.random() * JITTER, self.kill)

    def kill(self) -> None:
        self.server.process.kill()
        self.killed.set()


async def make(site: Site, chance: random.Random) -> Witness:
    guests = [await site.guest(), await site.guest()]
    made = await guests[0].make(chance.choice(GAMES), [ME, FRIEND], CLOCK)
    await guests[1].sit(made["id"], secret=made["secrets"]["1"])
    return Witness(made["id"], guests)


@pytest.mark.parametrize("kills", KILLS)
def test_nothing_acknowledged_is_lost_when_the_server_is_killed(tmp_path: Path, kills: int) -> None:
    chance = random.Random(4)
    database = tmp_path / "games.sqlite"
    witnesses: list[Witness] = []
    for _ in range(kills):
        begun = time.monotonic()
        with served(database, GENEROUS) as server:
            asyncio.run(one_life(server, chance, witnesses, begun))
    begun = time.monotonic()
    with served(database, GENEROUS) as server:
        asyncio.run(one_life(server, chance, witnesses, begun, last=True))
    assert sum(len(witness.taken) for witness in witnesses) >= kills * TABLES * MOVES[0]


async def one_life(
    server: Served,
    chance: random.Random,
    witnesses: list[Witness],
    begun: float,
    last: bool = False,
) -> None:
    async with Site(server.url) as site:
        for witness in witnesses:
            for guest in witness.guests:
                guest.site = site
        compare(server.database, witnesses)
        for witness in witnesses:
            await compare_shown(server.database, witness, begun)
        if last:
            return
        running = [witness for witness in witnesses if not witness.finished]
        new = [await make(site, chance) for _ in range(TABLES - len(running))]
        witnesses += new
        moves = chance.randint(TABLES * MOVES[0], TABLES * MOVES[1])
        await Life(server, site, chance, moves).run(running + new)


@contextlib.contextmanager
def store_of(database: Path) -> Iterator[SqliteStore]:
    """The database beside the server that uses it."""
    store = SqliteStore(database, create=False)
    try:
        yield store
    finally:
        store.close()


def compare(database: Path, witnesses: list[Witness]) -> None:
    """Every log has what was acknowledged and what was shown, and nothing that nobody asked for."""
    with store_of(database) as store:
        for witness in witnesses:
            rows = {row.n: row for row in store.rows(witness.id)}
            plays = {n: move for n, row in rows.items() if (move := played_in(row))}
            assert witness.taken.items() <= plays.items()
            unanswered = dict(plays.items() - witness.taken.items())
            assert unanswered.items() <= witness.asked.items()
            for n, shown in witness.played.items():
                same_clocks(table_log.line(rows[n]), shown)


def played_in(row: Row) -> tuple[int, str] | None:
    line = table_log.line(row)
    return (line.seat, line.token) if isinstance(line, table_log.Play) else None


def same_clocks(line: Any, shown: dict[str, Any]) -> None:
    assert shown["entry"]["token"] == line.token
    assert shown["entry"]["left"] == line.own
    for seat, (told, kept) in enumerate(zip(shown["clocks"]["left"], line.left, strict=True)):
        running = seat == shown["clocks"]["running"]
        assert kept - 60_000 <= told <= kept if running else told == kept


async def compare_shown(database: Path, witness: Witness, begun: float) -> None:
    """Whoever connects again gets every decision once, in order, with the clocks of the last."""
    with store_of(database) as store:
        rows = store.rows(witness.id)
    plays = [move for row in rows if (move := played_in(row))]
    async with witness.guests[0].line(witness.id) as line:
        told = time.monotonic()
        shown = [(entry["actor"], entry["token"]) for entry in line.entries]
        assert shown == plays
        assert line.id == rows[-1].n
        witness.finished = line.state["table"]["status"] == "finished"
        clocks = line.state["clocks"]
        kept = table_log.line(rows[-1])
        assert isinstance(kept, table_log.Play | table_log.Start)
        for seat, (left, had) in enumerate(zip(clocks["left"], kept.left, strict=True)):
            assert had is not None
            may_have_used = (told - begun) * 1000 + 1 if seat == clocks["running"] else 0
            assert had - may_have_used <= left <= had


@pytest.mark.slow
def test_time_while_the_server_is_down_is_charged_to_nobody(tmp_path: Path) -> None:
    chance = random.Random(1)
    database = tmp_path / "games.sqlite"
    witnesses: list[Witness] = []
    with served(database, GENEROUS) as server:
        asyncio.run(a_few_moves(server, chance, witnesses))
    turn_back(database, HOUR)
    begun = time.monotonic()
    with served(database, GENEROUS) as server:
        asyncio.run(one_life(server, chance, witnesses, begun, last=True))
    assert not witnesses[0].finished


async def a_few_moves(server: Served, chance: random.Random, witnesses: list[Witness]) -> None:
    async with Site(server.url) as site:
        witnesses.append(await make(site, chance))
        await Life(server, site, chance, 6).run(witnesses)


def turn_back(database: Path, milliseconds: int) -> None:
    """Make everything in the log older, as if the server had been down for so long."""
    connection = apsw.Connection(str(database))
    connection.execute("DROP TRIGGER log_keeps_data")
    connection.execute("UPDATE log SET at = at - ?", (milliseconds,))
    connection.execute("UPDATE room SET updated = updated - ?", (milliseconds,))
    connection.close()
