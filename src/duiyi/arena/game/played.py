"""Played games: what the referee found, as a value that is written down and sent about."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from duiyi.core import Record, Seat
from duiyi.engine.bot import NOTHING, Spent
from duiyi.engine.fault import Verdict


@dataclass(frozen=True, slots=True)
class Offence:
    """A fault as it happened: who, what, the text that broke a rule, where, and the last words."""

    seat: Seat
    verdict: Verdict
    code: str
    text: str
    detail: str
    position: str
    """The dump of the state in which it happened."""
    node: int
    """Its place in the record: the number of nodes before the withdrawal."""
    stderr: str
    wrote: str = ""
    """What the bot itself wrote, where `text` is the token that this means."""


@dataclass(frozen=True, slots=True)
class SeatUse:
    """What a seat spent: to start, in all its decisions, and on the one that took longest."""

    start: Spent = NOTHING
    total: Spent = NOTHING
    longest: Spent = NOTHING
    questions: int = 0


@dataclass(frozen=True, slots=True)
class Played:
    """One game. Without scores it does not count (`infra`), and is to be played again."""

    record: Record
    scores: tuple[Fraction, ...] | None
    offences: tuple[Offence, ...]
    uses: tuple[SeatUse, ...]
