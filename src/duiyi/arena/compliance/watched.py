"""A bot that is watched while it plays: how much of its time it uses, and how its memory grows."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Protocol

from duiyi.core import Outcome
from duiyi.core.clock import Clock
from duiyi.engine.bot import Answer, Beginning, Bot, Question, Spent
from duiyi.engine.box import Box
from duiyi.engine.open_box import OpenBox, OpenProgram

MEGABYTE = 1_000_000
FEWEST = 9
"""Fewer samples of its memory than this say nothing."""
LEAST_GROWTH = 32 * MEGABYTE
NEARLY = 0.75
"""Of the time for a turn: whoever needs more is warned, since the next machine may be busier."""


class Measured(Box, Protocol):
    """A box that knows how much memory its programs hold; `None` where the system does not say."""

    def memory(self) -> int | None: ...


class KeptBox(OpenBox):
    """An open box that knows the program it runs."""

    program: OpenProgram | None = None

    def start(self, arguments: Sequence[str]) -> OpenProgram:
        self.program = super().start(arguments)
        return self.program

    def memory(self) -> int | None:
        if self.program is None or sys.platform != "linux":
            return None
        return resident(self.program.process.pid)


def resident(pid: int) -> int | None:
    """Of a process and its descendants; one that has ended holds nothing."""
    place = Path("/proc") / str(pid)
    try:
        pages = int((place / "statm").read_text().split()[1])
        children = [
            int(child)
            for task in (place / "task").iterdir()
            for child in (task / "children").read_text().split()
        ]
    except (OSError, IndexError):
        return None
    return pages * os.sysconf("SC_PAGE_SIZE") + sum(resident(child) or 0 for child in children)


@dataclass(frozen=True, slots=True)
class Slow:
    """An answer after which little of the time for its turn was left."""

    turn: int
    used: float
    allowed: float
    position: str


@dataclass(slots=True)
class Watched:
    """Passes everything on, and takes notes."""

    bot: Bot
    clock: Clock
    box: Measured | None = None
    slow: list[Slow] = field(default_factory=list)
    memory: list[int] = field(default_factory=list)
    start: Spent = field(default_factory=Spent)
    left: float | None = None
    """What it had when it was asked last."""

    def begin(self, beginning: Beginning) -> Spent:
        self.start = self.bot.begin(beginning)
        return self.start

    def ask(self, question: Question) -> Answer:
        self.left = question.left
        answer = self.bot.ask(question)
        self._time(question, answer)
        held = self.box.memory() if self.box else None
        if held is not None:
            self.memory.append(held)
        return answer

    def end(self, outcome: Outcome) -> None:
        self.bot.end(outcome)

    def close(self) -> None:
        self.bot.close()

    def stderr(self) -> bytes:
        return self.bot.stderr()

    def _time(self, question: Question, answer: Answer) -> None:
        if question.left is None or self.clock.kind != "turn":
            return
        allowed = self.clock.seconds
        used = allowed - question.left + answer.spent.charged
        if NEARLY * allowed < used <= allowed:
            self.slow.append(Slow(question.state.turn, used, allowed, question.state.dump()))


def growth(memory: Sequence[int]) -> tuple[int, int] | None:
    """From how much to how much it has grown steadily; `None` when it has not.

    A table that is made at the start and filled later is no growth, once it is full.
    """
    if len(memory) < FEWEST:
        return None
    third = len(memory) // 3
    first, second, last = (median(memory[i * third : (i + 1) * third]) for i in range(3))
    steady = last - second > (second - first) / 2 > 0
    if steady and last - first > LEAST_GROWTH and last > 1.5 * first:
        return int(memory[0]), int(memory[-1])
    return None
