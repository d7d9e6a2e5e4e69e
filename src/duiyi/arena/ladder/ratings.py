"""A ladder: ratings with 95 % intervals and all their covariances, from a set of games.

It is a function of the set: games in another order give the same ladder to the last bit.
References are fixed marks: their ratings are given, and everybody is measured by them, so that the
scale stays where it is while bots come and go. Without any the mean is 0.

Twin games are not independent: an opening may suit one bot, or one seat. So the spread of the
results of openings is compared with that of independent games, and all variances are multiplied by
the ratio (`dispersion`).
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from statistics import NormalDist

from duiyi.arena.ratings.bradley_terry import SCALE, Rating, rating
from duiyi.arena.ratings.cholesky import Triangle, centred, entry
from duiyi.arena.ratings.picks import GameResult, tallied
from duiyi.arena.ratings.spread import dispersion
from duiyi.arena.ratings.strengths import Prior, chance, fit
from duiyi.core.study.intervals import Z95

PRIOR_DRAWS = 1.0
_NORMAL = NormalDist()


@dataclass(frozen=True, slots=True)
class Difference:
    """How much stronger one is than another, with the 95 % interval; in Elo."""

    value: float
    deviation: float

    @property
    def low(self) -> float:
        return self.value - Z95 * self.deviation

    @property
    def high(self) -> float:
        return self.value + Z95 * self.deviation

    @property
    def even(self) -> bool:
        """Whether the games do not tell them apart."""
        return abs(self.value) < Z95 * self.deviation or self.deviation == self.value == 0

    @property
    def certainty(self) -> float:
        """How sure it is that the first is stronger."""
        if not self.deviation:
            return 0.5 if not self.value else float(self.value > 0)
        return _NORMAL.cdf(self.value / self.deviation)


@dataclass(frozen=True)
class Ladder:
    """Strengths and covariances; `references` are fixed, `games` counts each one's."""

    strengths: Mapping[str, float]
    free: tuple[str, ...]
    covariance: Triangle
    references: tuple[str, ...]
    games: Mapping[str, int]
    dispersion: float
    _order: Mapping[str, int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_order", {name: at for at, name in enumerate(self.free)})

    @cached_property
    def names(self) -> tuple[str, ...]:
        """All, from the strongest; who is exactly even, by name."""
        return tuple(sorted(self.strengths, key=lambda name: (-self.strengths[name], name)))

    def rating(self, name: str) -> Rating:
        return rating(self.strengths[name], self._covariance(name, name))

    def variance(self, name: str) -> float:
        """Of its rating."""
        return SCALE**2 * self._covariance(name, name)

    def difference(self, one: str, other: str) -> Difference:
        variance = (
            self._covariance(one, one)
            + self._covariance(other, other)
            - 2 * self._covariance(one, other)
        )
        value = self.strengths[one] - self.strengths[other]
        return Difference(SCALE * value, SCALE * math.sqrt(max(0.0, variance)))

    def expected(self, one: str, other: str) -> float:
        """The share of the points that one would get against another."""
        return chance(self.strengths[one] - self.strengths[other])

    def _covariance(self, one: str, other: str) -> float:
        """A fixed mark varies with nobody."""
        if one not in self._order or other not in self._order:
            return 0.0
        return entry(self.covariance, self._order[one], self._order[other])


def ladder_of(
    games: Iterable[GameResult],
    references: Mapping[str, float] | None = None,
    names: Iterable[str] = (),
) -> Ladder:
    """The ladder of those who played, and of `names` who may not have yet.

    `references` have fixed ratings. A game in which somebody sits twice tells nothing.
    """
    fixed = {name: value / SCALE for name, value in sorted((references or {}).items())}
    played = [game for game in games if game.tells]
    picked, together = tallied(played)
    counts = Counter(name for game in played for name in game.seats)
    known = sorted({*names, *counts, *fixed})
    prior = Prior(PRIOR_DRAWS, math.fsum(fixed.values()) / len(fixed) if fixed else 0.0)
    found = fit(known, picked, prior, fixed)
    spread = dispersion(found.strengths, together, len(found.free))
    covariance = [[spread * value for value in row] for row in found.covariance]
    strengths = dict(found.strengths)
    if not fixed and known:
        mean = math.fsum(strengths.values()) / len(strengths)
        strengths = {name: value - mean for name, value in strengths.items()}
        covariance = centred(covariance)
    return Ladder(
        strengths={name: strengths[name] for name in known},
        free=found.free,
        covariance=covariance,
        references=tuple(fixed),
        games={name: counts[name] for name in known},
        dispersion=spread,
    )


def marks_of(games: Iterable[GameResult], zero: str, at: float = 0.0) -> dict[str, float]:
    """Ratings for references from games among themselves, to be fixed when a class opens: whole
    numbers, `zero` at a chosen one."""
    ladder = ladder_of(games)
    return {name: float(round(at + ladder.difference(name, zero).value)) for name in ladder.names}
