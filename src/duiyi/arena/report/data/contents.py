"""What a report is made of, whoever played: who took part, how they stand, and the games.

`duiyi.arena.report.data.sources` makes it of a cup or of a match. Games are read one at a time,
whenever they are asked for: a thousand of them need not be in memory together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from duiyi.arena.game.played import Played
from duiyi.core.message import Message


@dataclass(frozen=True, slots=True)
class ReportGame:
    """One game: its name in the schedule, its round, and who sat where."""

    id: str
    round: int
    names: tuple[str, ...]
    played: Played


@dataclass(frozen=True, slots=True)
class Place:
    """An entrant in the standings; the rating with its 95 % interval, where there is one."""

    rank: int
    name: str
    points: Fraction
    games: int
    wins: int
    draws: int
    losses: int
    rating: float | None = None
    low: float | None = None
    high: float | None = None
    grade: float | None = None
    remark: Message | None = None
    """What has to be said beside it: why somebody could not play, or never moved."""
    feedback: Message | None = None
    """A sentence for the student."""
    id: str = ""
    full_name: str = ""
    email: str = ""
    participant: str = ""
    """Moodle's own number."""


@dataclass(frozen=True, slots=True)
class Fact:
    """A line about how the games were played: `value` is in words, or the same in any language."""

    label: Message
    value: Message | str


@dataclass(frozen=True, slots=True)
class Failure:
    """A try at a game that failed and was nobody's fault."""

    game: str
    code: str
    detail: str


@dataclass(frozen=True, slots=True)
class Contents:
    """`games` gives all of them anew each time; `count` says how many there are; `open_games` how
    many are still to be played. `ranked_by`: what decided the ranks, the first thing first."""

    title: str
    game: str
    seats: int
    facts: tuple[Fact, ...]
    places: tuple[Place, ...]
    games: Callable[[], Iterator[ReportGame]]
    count: int
    open_games: int = 0
    ranked_by: tuple[Message, ...] = ()
    model: Message | None = None
    """What the ratings are."""
    formula: str | None = None
    """The formula of the grades."""
    failures: tuple[Failure, ...] = ()
    absent: tuple[Place, ...] = ()
    """Who is on the list and could not play, each with a remark."""
