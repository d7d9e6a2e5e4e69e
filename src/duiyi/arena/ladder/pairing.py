"""Who meets next on a ladder.

First whose turn it is: shares are those of members, not of versions. Whoever has been given least
is next, so that nobody waits behind somebody who hands in often. A version that has just begun has
a larger share until it has `NEW` games, and its first games come at once; only whoever has had
more than everybody on average waits like the others.

Then against whom: where a game says most. With p the expected share of the points and v the
variance of the difference of two strengths, covariance included, a rotation of n games brings
log(1 + n p (1 - p) v) of information: much where bots are near and uncertain. A reference
has no uncertainty of its own, but as soon as many bots know each other better than their distance
from the marks, v is largest there. What has met lately brings less.

A meeting is a whole rotation: the same opening from every seat. It follows from what was there
before and from the seed, and from nothing else.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from duiyi.arena.game.openings import seed_of
from duiyi.arena.ladder.places import NEW
from duiyi.arena.ladder.ratings import Ladder
from duiyi.arena.ratings.bradley_terry import SCALE
from duiyi.arena.ratings.strengths import chance

FIRST_SHARE = 16.0
"""Of a version that has no game yet, in shares of one that has many."""
NEW_SHARE = 4.0
LATELY = 20
"""So many meetings for each member are remembered, for shares and for who has just met."""
DOUBT = 2.0
"""The variance of a strength of which nothing is known: 250 Elo either way."""
CHOICE = 0.7
"""Chance takes away at most so much of what a meeting brings, so that choices are not always the
same few."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """A version that may play; a reference belongs to nobody and is only played against."""

    name: str
    member: str | None = None
    guess: float | None = None
    """The rating to begin with where there is no game yet: that of the version before."""


@dataclass(frozen=True, slots=True)
class Meeting:
    """A rotation of games with one opening; `seats` is its first game. `member` is who it is for
    and who is charged."""

    number: int
    seats: tuple[str, ...]
    member: str

    @property
    def opening(self) -> str:
        return f"m{self.number:07}"

    @property
    def games(self) -> tuple[tuple[str, ...], ...]:
        """Who sits where, game by game: everybody once at every seat."""
        return tuple(self.seats[turn:] + self.seats[:turn] for turn in range(len(self.seats)))


@dataclass(frozen=True)
class Past:
    """What was there before: meetings that are finished or not, the last ones last."""

    meetings: Sequence[Meeting]
    earlier: int = 0
    """How many there were before those, if not all are here."""

    @property
    def next_number(self) -> int:
        return self.earlier + len(self.meetings) + 1


def next_meetings(
    entrants: Sequence[Entrant],
    ladder: Ladder,
    past: Past,
    *,
    seats: int = 2,
    seed: int = 0,
    count: int = 1,
) -> tuple[Meeting, ...]:
    """So many meetings, as far as there are enough entrants; the ladder may be a little old."""
    made: list[Meeting] = []
    for _ in range(count):
        now = Past([*past.meetings, *made], past.earlier)
        found = _next(entrants, ladder, now, seats, seed)
        if found is None:
            break
        made.append(found)
    return tuple(made)


def _next(
    entrants: Sequence[Entrant], ladder: Ladder, past: Past, seats: int, seed: int
) -> Meeting | None:
    members = {one.member for one in entrants if one.member is not None}
    if not members or len(entrants) < seats:
        return None
    number = past.next_number
    drawn = random.Random(seed_of(seed, f"ladder {number}"))
    lately = past.meetings[-LATELY * len(members) :]
    first = _whose_turn(entrants, ladder, lately, drawn)
    chosen = [first]
    met = Counter(pair for one in lately for pair in combinations(sorted(one.seats), 2))
    while len(chosen) < seats:
        rivals = [
            other
            for other in sorted(entrants, key=lambda one: one.name)
            if all(other.name != one.name and not _same(other, one) for one in chosen)
        ]
        if not rivals:
            return None
        brought = [
            sum(_brings(one, other, ladder, met, seats) for one in chosen)
            * (1 - CHOICE * drawn.random())
            for other in rivals
        ]
        chosen.append(rivals[max(range(len(rivals)), key=brought.__getitem__)])
    names = [one.name for one in chosen]
    drawn.shuffle(names)
    assert first.member is not None
    return Meeting(number, tuple(names), first.member)


def _whose_turn(
    entrants: Sequence[Entrant], ladder: Ladder, lately: Sequence[Meeting], drawn: random.Random
) -> Entrant:
    """Who has had least of its share; then who has fewest games; then chance.

    A larger share counts up to what everybody has on average. What a member has been given beyond
    that counts in full, however many new versions there are.
    """
    spent: Counter[str | None] = Counter(one.member for one in lately)
    usual = len(lately) / len({one.member for one in entrants if one.member is not None})
    begun = Counter(name for one in lately for name in one.seats)

    def order(one: Entrant) -> tuple[float, int, float]:
        seated = begun[one.name] * (len(lately[0].seats) if lately else 0)
        games = max(ladder.games.get(one.name, 0), seated)
        share = FIRST_SHARE if not games else NEW_SHARE if games < NEW else 1.0
        had = spent[one.member]
        return min(had, usual) / share + max(0.0, had - usual), games, drawn.random()

    playing = sorted((one for one in entrants if one.member is not None), key=lambda x: x.name)
    return min(playing, key=order)


def _same(one: Entrant, other: Entrant) -> bool:
    return one.member is not None and one.member == other.member


def _brings(
    one: Entrant, other: Entrant, ladder: Ladder, met: Counter[tuple[str, str]], games: int
) -> float:
    """What a rotation of these two brings, in the logarithm of the determinant of all curvature."""
    share = chance(_strength(one, ladder) - _strength(other, ladder))
    again = met[min(one.name, other.name), max(one.name, other.name)]
    bend = games * share * (1 - share) * _variance(one, other, ladder) / (1 + again)
    return math.log1p(bend)


def _strength(one: Entrant, ladder: Ladder) -> float:
    """A version without games is believed to be like the one before."""
    if one.guess is not None and not ladder.games.get(one.name):
        return one.guess / SCALE
    if one.name in ladder.strengths:
        return ladder.strengths[one.name]
    marks = [ladder.strengths[name] for name in ladder.references or ladder.names]
    return sum(marks) / len(marks) if marks else 0.0


def _variance(one: Entrant, other: Entrant, ladder: Ladder) -> float:
    known = [x.name for x in (one, other) if x.name in ladder.strengths]
    if len(known) == 2:
        return (ladder.difference(*known).deviation / SCALE) ** 2
    return DOUBT * (2 - len(known))
