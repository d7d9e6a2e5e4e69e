"""A machine that is busy, and bots that spend a known time on it."""

from __future__ import annotations

import atexit
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

from duiyi import game
from duiyi.arena.game.clocks import SECOND, cap, micro
from duiyi.arena.game.conditions import Conditions
from duiyi.arena.sandbox import ALL, Mechanisms, Pieces, SandboxBox
from duiyi.core import State
from duiyi.core.clock import Clock
from duiyi.engine.bot import Beginning, Bot, Question, Spent
from duiyi.engine.client import EngineBot
from duiyi.engine.fault import Fault
from duiyi.engine.files.interface_a import FilesABot
from duiyi.engine.files.interface_b import FilesBBot

HERE = Path(__file__).parent
SOURCES = {"clock_bot": HERE / "bots" / "clock_bot.c", "crowd": HERE / "programs" / "crowd.c"}
INTERFACES = ("protocol", "files-a", "files-b")
CROWD = 10
"""Busy processes for each core."""
LONGEST = 5400
"""Seconds after which a crowd goes home by itself."""
FACTOR = Conditions().wall_factor


@cache
def programs() -> Path:
    """A directory that everybody can read, with the two programs in it."""
    directory = Path(tempfile.mkdtemp(prefix="clock-"))
    atexit.register(shutil.rmtree, directory, ignore_errors=True)
    directory.chmod(0o755)
    for name, source in SOURCES.items():
        command = ["gcc", "-O2", "-std=gnu11", "-Wall", "-Wextra", "-Werror", "-pthread"]
        subprocess.run([*command, "-o", str(directory / name), str(source)], check=True)
    return directory


def cores() -> list[int]:
    return sorted(os.sched_getaffinity(0))


@contextmanager
def crowd(each: int = CROWD, on: list[int] | None = None) -> Iterator[None]:
    """So many busy processes on each core."""
    started = []
    try:
        for core in cores() if on is None else on:
            command = ["taskset", "-c", str(core), str(programs() / "crowd")]
            process = subprocess.Popen(
                [*command, str(each), str(LONGEST)], stdout=subprocess.PIPE, text=True
            )
            started.append(process)
        for process in started:
            assert process.stdout is not None
            assert process.stdout.readline() == "busy\n"
        yield
    finally:
        for process in started:
            process.kill()
            process.communicate()


def bot(
    interface: str,
    how: str,
    seconds: float,
    *,
    core: int | None = None,
    cores: int = 1,
    pieces: Pieces = ALL,
    mechanisms: Mechanisms | None = None,
) -> Bot:
    """In a sandbox, as a cup would run it."""
    limits = Conditions().limits
    box = SandboxBox(limits, program=programs(), core=core, pieces=pieces, mechanisms=mechanisms)
    words = ["/bot/clock_bot", how, str(seconds)]
    if interface == "protocol":
        return EngineBot(box, words, cores=cores)
    kind = FilesABot if interface == "files-a" else FilesBBot
    return kind(box, [*words, interface[-1]], cores=cores)


def turn(asked: Bot, limit: float, state: State[Any] | None = None) -> Spent:
    """What a whole turn costs; `Fault` when it costs too much. Both steps of a turn of Tzaar, where
    they are asked for one by one, share the time."""
    spent, left = Spent(), limit
    first = state = state or game("tzaar").start()
    while state.turn == first.turn and state.actor is not None:
        limits = left, cap(micro(left), FACTOR) / SECOND
        answer = asked.ask(Question(state, state.actor, first, (), 0, *limits))
        spent += answer.spent
        left -= answer.spent.charged
        for token in answer.tokens:
            if state.turn == first.turn:
                state = state.play(token)
    return spent


def turns(asked: Bot, limit: float, count: int) -> Iterator[Spent | Fault]:
    """Turn after turn, what each costs or is convicted of; after a conviction it is no more."""
    asked.begin(Beginning(game("tzaar").start(), 0, Clock("turn", limit), 10.0))
    try:
        for _ in range(count):
            try:
                yield turn(asked, limit)
            except Fault as fault:
                yield fault
                return
    finally:
        asked.close()
