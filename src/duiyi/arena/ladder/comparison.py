"""A version against the one before: what has changed, with the 95 % interval.

Something is said to have become better or worse only where zero is outside the interval. Else
nothing is shown: which is not that nothing has changed.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from duiyi.arena.ladder.ratings import Ladder
from duiyi.core.study.intervals import Z95, wilson


class Change(StrEnum):
    """What may be said."""

    better = "better"
    worse = "worse"
    not_shown = "not-shown"


@dataclass(frozen=True, slots=True)
class Comparison:
    """How much more the new version has of something; `less_is_better` as with time."""

    value: float
    low: float
    high: float
    less_is_better: bool = False

    @property
    def change(self) -> Change:
        if self.low <= 0 <= self.high:
            return Change.not_shown
        return Change.better if (self.value < 0) == self.less_is_better else Change.worse


def compare_strength(ladder: Ladder, new: str, old: str) -> Comparison:
    """In Elo, the covariance of the two versions included."""
    found = ladder.difference(new, old)
    return Comparison(found.value, found.low, found.high)


def compare_times(new: Sequence[float], old: Sequence[float]) -> Comparison:
    """The mean of seconds, one number a game. Everything is possible where there are fewer than
    two games; few count as fewer by Student's quantile."""
    value = _mean(new) - _mean(old)
    if min(len(new), len(old)) < 2:
        return Comparison(value, -math.inf, math.inf, less_is_better=True)
    parts = [_variance(values) / len(values) for values in (new, old)]
    error = math.sqrt(sum(parts))
    freedom = _freedom(parts, (len(new), len(old)))
    half = _student(freedom) * error
    return Comparison(value, value - half, value + half, less_is_better=True)


def compare_faults(new: int, new_games: int, old: int, old_games: int) -> Comparison:
    """The share of games that ended by a fault, by Newcombe's interval: right for few games and
    for none of them at fault."""
    if not (new_games and old_games):
        return Comparison(0.0, -1.0, 1.0, less_is_better=True)
    one, other = new / new_games, old / old_games
    (low, high), (other_low, other_high) = wilson(new, new_games), wilson(old, old_games)
    value = one - other
    return Comparison(
        value,
        value - math.hypot(one - low, other_high - other),
        value + math.hypot(high - one, other - other_low),
        less_is_better=True,
    )


def _mean(values: Sequence[float]) -> float:
    return math.fsum(values) / len(values) if values else 0.0


def _variance(values: Sequence[float]) -> float:
    mean = _mean(values)
    return math.fsum((value - mean) ** 2 for value in values) / (len(values) - 1)


def _freedom(parts: Sequence[float], counts: Sequence[int]) -> float:
    """Welch's degrees of freedom."""
    whole = sum(parts)
    if not whole:
        return float(min(counts) - 1)
    return whole**2 / sum(p**2 / (n - 1) for p, n in zip(parts, counts, strict=True))


def _student(freedom: float) -> float:
    """The 97.5 % quantile of Student's distribution, by the expansion of Cornish and Fisher; below
    three degrees of freedom, where that fails, by the exact formulas of one and two."""
    if freedom < 2:
        return 12.706
    if freedom < 3:
        return 4.303
    z, v = Z95, freedom
    first = (z**3 + z) / (4 * v)
    second = (5 * z**5 + 16 * z**3 + 3 * z) / (96 * v**2)
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * v**3)
    return z + first + second + third
