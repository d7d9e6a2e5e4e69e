"""How sure the order of every two bots is, said such that it holds for neighbours too.

Two that stand beside each other in a table were chosen by looking: who is above was lucky more
often than not, and the plain certainty of a difference is too sure. What holds whatever one looks
at is the certainty after all games, given a belief before them that fits the field. So strengths
are believed to come from one normal distribution, whose width is learnt from the games: where bots
hardly differ, the results are taken for luck and move together; where they differ much, hardly. The
width is not known exactly either: each of several counts as much as it explains the games.

For the same reason one may look as often as one likes and stop when one likes.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from statistics import NormalDist

from duiyi.arena.ratings.bradley_terry import SCALE, Rating
from duiyi.arena.ratings.cholesky import Triangle, centred, entry
from duiyi.arena.ratings.picks import GameResult, Picked, tallied
from duiyi.arena.ratings.spread import dispersion
from duiyi.arena.ratings.strengths import Fit, Prior, fit
from duiyi.core.study.intervals import Z95

NARROWEST = 4 / SCALE
STEP = math.sqrt(2)
WIDTHS = 17
"""From 4 to 1,000 Elo."""
NEGLIGIBLE = 0.01
"""A width that explains the games so much worse than the best is left out."""
_NORMAL = NormalDist()


@dataclass(frozen=True, slots=True)
class Part:
    """What is believed with one width of the field: strengths and covariances, and its weight."""

    weight: float
    width: float
    strengths: Mapping[str, float]
    order: Mapping[str, int]
    covariance: Triangle


@dataclass(frozen=True)
class Belief:
    """What is believed after the games."""

    parts: tuple[Part, ...]
    dispersion: float

    @cached_property
    def names(self) -> tuple[str, ...]:
        """From the strongest; who is exactly even, by name."""
        return tuple(sorted(self.parts[0].strengths, key=lambda name: (-self.mean(name), name)))

    def mean(self, name: str) -> float:
        return math.fsum(part.weight * part.strengths[name] for part in self.parts)

    def rating(self, name: str) -> Rating:
        """Against the mean of all, with the 95 % interval; in Elo."""
        mean = self.mean(name)
        variance = math.fsum(
            part.weight
            * (part.covariance[part.order[name]][-1] + (part.strengths[name] - mean) ** 2)
            for part in self.parts
        )
        half = Z95 * math.sqrt(max(0.0, variance))
        return Rating(SCALE * mean, SCALE * (mean - half), SCALE * (mean + half))

    def certainty(self, one: str, other: str) -> float:
        """How sure it is that the first is stronger."""
        return math.fsum(part.weight * _certainty(part, one, other) for part in self.parts)

    @property
    def width(self) -> float:
        """The standard deviation of the field, in Elo."""
        return SCALE * math.fsum(part.weight * part.width for part in self.parts)


def belief_of(games: Iterable[GameResult], names: Iterable[str]) -> Belief:
    """What games say about `names`; a game in which somebody sits twice says nothing."""
    picked, together = tallied(games)
    known = sorted({*names} | {name for one in picked for name in one.among})
    plain = fit(known, picked, Prior())
    spread = dispersion(plain.strengths, together, max(0, len(known) - 1))
    return belief_of_picks(known, picked, spread, plain.strengths)


def belief_of_picks(
    names: Iterable[str],
    picked: tuple[Picked, ...],
    spread: float = 1.0,
    start: Mapping[str, float] | None = None,
) -> Belief:
    """The same, from picks that are counted already."""
    known = sorted(names)
    fits: dict[int, tuple[float, Fit]] = {}

    def explains(at: int) -> float:
        """How well a width explains the games, as a logarithm. Beforehand all widths of the scale
        are as likely: bots that hardly differ are as possible as bots that differ much."""
        if at not in fits:
            width = _width(at)
            near = (
                fits[min(fits, key=lambda other: abs(other - at))][1].strengths if fits else start
            )
            found = fit(known, picked, Prior(0.0, 0.0, width**-2), {}, 1 / spread, near)
            well = found.likelihood - len(known) * math.log(width) - found.log_determinant / 2
            fits[at] = (well, found)
        return fits[at][0]

    best = _top(explains, _first_guess(start))
    limit = explains(best) + math.log(NEGLIGIBLE)
    for way in (-1, 1):
        at = best
        while 0 <= at + way < WIDTHS and explains(at + way) > limit:
            at += way
    kept = {at: found for at, found in fits.items() if found[0] > limit}
    weights = {at: math.exp(well - explains(best)) for at, (well, _) in kept.items()}
    whole = math.fsum(weights.values())
    parts = tuple(_part(weights[at] / whole, _width(at), kept[at][1]) for at in sorted(kept))
    return Belief(parts, spread)


def _width(at: int) -> float:
    return NARROWEST * STEP**at


def _first_guess(start: Mapping[str, float] | None) -> int:
    """Where the width is looked for first."""
    values = list((start or {}).values())
    square = math.fsum(value**2 for value in values) / len(values) if values else 1.0
    at = round(math.log(max(math.sqrt(square), NARROWEST) / NARROWEST, STEP))
    return min(WIDTHS - 1, max(0, at))


def _top(explains: Callable[[int], float], at: int) -> int:
    """The best width: what explains the games has one top."""
    for way in (-1, 1):
        while 0 <= at + way < WIDTHS and explains(at + way) > explains(at):
            at += way
    return at


def _part(weight: float, width: float, found: Fit) -> Part:
    mean = math.fsum(found.strengths.values()) / max(1, len(found.free))
    return Part(
        weight,
        width,
        {name: value - mean for name, value in found.strengths.items()},
        {name: at for at, name in enumerate(found.free)},
        centred(found.covariance),
    )


def _certainty(part: Part, one: str, other: str) -> float:
    i, j = part.order[one], part.order[other]
    variance = part.covariance[i][i] + part.covariance[j][j] - 2 * entry(part.covariance, i, j)
    difference = part.strengths[one] - part.strengths[other]
    if variance <= 0:
        return 0.5
    return _NORMAL.cdf(difference / math.sqrt(variance))
