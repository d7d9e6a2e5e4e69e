"""Scores: wins, draws and losses, shares of the points with 95 % intervals, Elo differences.

Games of one opening, played from every seat, are not independent of each other: an opening that
favours the first seat gives one game to each side. So where openings are shared their sums are
what an interval is made from (for two seats these are the five possible results of a pair).
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from duiyi.core.study.intervals import spread, wilson


@dataclass(frozen=True, slots=True)
class Result:
    """A game that counts: which opening it had, who (by number) sat where, and the scores."""

    opening: int
    entrants: tuple[int, ...]
    scores: tuple[Fraction, ...]

    def of(self, entrant: int) -> Fraction:
        """What an entrant got, on all the seats that it had."""
        own = zip(self.entrants, self.scores, strict=True)
        return sum((score for other, score in own if other == entrant), Fraction(0))


@dataclass(frozen=True, slots=True)
class Score:
    """What an entrant made of its games; with more than two of them a draw is a shared game.

    From `low` to `high` its true share of the points lies with 95 % certainty.
    """

    games: int
    wins: int
    draws: int
    losses: int
    points: Fraction
    low: float
    high: float

    @property
    def share(self) -> float:
        return float(self.points / self.games) if self.games else math.nan


def score_of(entrant: int, results: Iterable[Result], size: int) -> Score:
    """The score of an entrant; `size` is how many games an opening has."""
    own = [result for result in results if entrant in result.entrants]
    got = [result.of(entrant) for result in own]
    units = [float(unit) for unit in openings(entrant, own, size)]
    points = sum(got, Fraction(0))
    if size > 1 and units:
        low, high = spread(units, 1 / len({*own[0].entrants}))
    else:
        low, high = wilson(float(points), len(got))
    return Score(
        games=len(got),
        wins=sum(score == 1 for score in got),
        draws=sum(0 < score < 1 for score in got),
        losses=sum(score == 0 for score in got),
        points=points,
        low=low,
        high=high,
    )


def openings(entrant: int, results: Iterable[Result], size: int) -> list[Fraction]:
    """An entrant's share of the points in each opening of which all games are finished."""
    found: dict[int, list[Fraction]] = defaultdict(list)
    for result in results:
        found[result.opening].append(result.of(entrant))
    return [sum(got, Fraction(0)) / size for got in found.values() if len(got) == size]


def pentanomial(entrant: int, results: Iterable[Result]) -> tuple[int, ...]:
    """How many pairs ended with 0, ½, 1, 1½ and 2 points for an entrant."""
    counts = [0] * 5
    for share in openings(entrant, results, 2):
        counts[int(share * 4)] += 1
    return tuple(counts)


def elo(share: float) -> float:
    """The difference of ratings at which this share of the points is expected."""
    if share <= 0:
        return -math.inf
    if share >= 1:
        return math.inf
    return -400 * math.log10(1 / share - 1)
