"""Bots as the referee sees them: something that is asked, answers with tokens, and takes time.

Whether a bot is a program that speaks the engine protocol, one that reads and writes files, a
player of our own or a person at the terminal is not the referee's business.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from duiyi.core import Outcome, Seat, State
from duiyi.core.clock import Clock
from duiyi.core.record import Node


@dataclass(frozen=True, slots=True)
class Spent:
    """Seconds: what is charged, and the figures that the charge was made from. `waited` is what of
    the time by the wall clock was left out."""

    charged: float = 0.0
    cpu: float = 0.0
    wall: float = 0.0
    waited: float = 0.0

    @property
    def unwaited(self) -> float:
        """By the wall clock, without what was left out."""
        return self.wall - self.waited

    def __add__(self, other: Spent) -> Spent:
        return Spent(
            self.charged + other.charged,
            self.cpu + other.cpu,
            self.wall + other.wall,
            self.waited + other.waited,
        )


NOTHING = Spent()


@dataclass(frozen=True, slots=True)
class Beginning:
    """What a bot learns before its first decision, and how long it may take to be ready."""

    state: State[Any]
    seat: Seat
    clock: Clock
    allowance: float


@dataclass(frozen=True, slots=True)
class Question:
    """A decision that a bot is asked for.

    `nodes` is the game so far, from `first` on; `told` says how many of them there were when this
    bot was asked last. It may be charged `left` seconds (`None`: as many as it likes) for what it
    still decides in this period, and `cap` seconds by the wall clock, waiting left out.
    """

    state: State[Any]
    seat: Seat
    first: State[Any]
    nodes: Sequence[Node]
    told: int
    left: float | None
    cap: float | None


@dataclass(frozen=True, slots=True)
class Answer:
    """The tokens of one `move`, what they cost, and what the bot said about them (`info`).

    Where it wrote something else than tokens, `written` has that, for each of them.
    """

    tokens: tuple[str, ...]
    spent: Spent = NOTHING
    info: tuple[str, ...] = ()
    written: tuple[str, ...] = ()


class Bot(Protocol):
    """Who decides for a seat in one game. Every method but `close` may raise `Fault`.

    `end` is told how the game ended, and may be left out when it ended by this bot's fault;
    `close` is always called, any number of times, and leaves nothing behind.
    """

    def begin(self, beginning: Beginning) -> Spent: ...
    def ask(self, question: Question) -> Answer: ...
    def end(self, outcome: Outcome) -> None: ...
    def close(self) -> None: ...
    def stderr(self) -> bytes:
        """The last of what it wrote to stderr, 4 KB at most."""
        ...
