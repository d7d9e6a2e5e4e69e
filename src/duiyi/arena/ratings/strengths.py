"""Strengths: those that make the picks most likely, and how sure they are.

A strength is the logarithm of a weight. The likelihood has one top, which Newton's method finds;
as long as steps become much shorter they use the last matrix again, which is what costs time.
Some strengths may be fixed: they are marks that others are measured by.

What keeps strengths finite where somebody has won everything is a prior: draws that everybody is
given against an opponent of a fixed strength, or a normal distribution around 0 that strengths
come from.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from duiyi.arena.ratings.cholesky import Triangle, factor, inverse, log_determinant, solved
from duiyi.arena.ratings.picks import PARTS, Picked

STEPS = 200
LONGEST_STEP = 2.0
EXACT = 1e-9
"""A step of this length is none."""
APPROACHES = 10
DAMPED = 0.8
"""So often strengths are moved one by one before there is a matrix, each by so much of its step."""
SLOW = 2
"""A step with an old matrix is at least so many times shorter than the one before."""
NEAR = 3e-3
"""A matrix that was made so near the top is as good as one made there."""


@dataclass(frozen=True, slots=True)
class Prior:
    """What is believed before any game."""

    draws: float = 1.0
    """So many drawn games has everybody against an opponent of strength `centre`."""
    centre: float = 0.0
    precision: float = 0.0
    """One over the variance of strengths around 0."""


@dataclass(frozen=True, slots=True)
class Fit:
    """Strengths by name, and the factor of the curvature there, by the names in `free`."""

    strengths: Mapping[str, float]
    free: tuple[str, ...]
    curvature: Triangle
    problem: Problem

    @property
    def likelihood(self) -> float:
        """The logarithm of likelihood times prior."""
        return self.problem.likelihood([self.strengths[name] for name in self.problem.order])

    @property
    def covariance(self) -> Triangle:
        """Of the free strengths."""
        return inverse(self.curvature)

    @property
    def log_determinant(self) -> float:
        return log_determinant(self.curvature)


def fit(
    names: Iterable[str],
    picked: Sequence[Picked],
    prior: Prior,
    fixed: Mapping[str, float] | None = None,
    weight: float = 1.0,
    start: Mapping[str, float] | None = None,
) -> Fit:
    """The strengths of `names`. `weight` is what a pick counts: less than 1 where results differ
    by more than independent games would. `start` saves time where something near is known."""
    fixed = fixed or {}
    free = tuple(sorted({*names} - {*fixed}))
    order = (*free, *sorted(fixed))
    problem = Problem(order, len(free), picked, prior, weight)
    strengths = [(start or fixed).get(name, prior.centre) for name in free]
    strengths += [fixed[name] for name in order[len(free) :]]
    if start is None:
        problem.approach(strengths)
    lower: Triangle = []
    before = moved = math.inf
    for _ in range(STEPS):
        slope = problem.slope(strengths)
        fresh = not lower
        if fresh:
            lower, moved = factor(problem.curvature(strengths)), 0.0
        step = solved(lower, slope)
        longest = max(map(abs, step), default=0.0)
        if not fresh and longest > before / SLOW:
            lower = []
            continue
        # Full steps overshoot where somebody has won everything.
        scale = min(1.0, LONGEST_STEP / longest) if longest else 1.0
        for at, part in enumerate(step):
            strengths[at] += scale * part
        before = longest
        moved += scale * longest
        if longest < EXACT:
            break
    if moved > NEAR:
        lower = factor(problem.curvature(strengths))
    return Fit(dict(zip(order, strengths, strict=True)), free, lower, problem)


def chance(difference: float) -> float:
    """That the first of two is picked, by how much stronger it is."""
    return 0.5 + math.tanh(difference / 2) / 2


def chances(strengths: Sequence[float]) -> list[float]:
    """That each is picked among them."""
    if len(strengths) == 2:
        first = chance(strengths[0] - strengths[1])
        return [first, 1 - first]
    most = max(strengths)
    weights = [math.exp(strength - most) for strength in strengths]
    total = sum(weights)
    return [weight / total for weight in weights]


class Problem:
    """The logarithm of likelihood times prior, with its slope and its curvature turned positive."""

    def __init__(
        self,
        order: Sequence[str],
        free: int,
        picked: Sequence[Picked],
        prior: Prior,
        weight: float,
    ) -> None:
        self.order = order
        number = {name: at for at, name in enumerate(order)}
        self._free = free
        self._prior = prior
        self._weight = weight
        seated = [
            ([number[name] for name in one.among], one.picks, [part / PARTS for part in one.parts])
            for one in picked
        ]
        self._counts = [(among, count) for among, count, _ in seated]
        # Two are so many, and so much simpler, that they are worth lines of their own.
        self._two = [
            (among[0], among[1], count, shares[0])
            for among, count, shares in seated
            if len(among) == 2
        ]
        self._more = [one for one in seated if len(one[0]) > 2]

    def approach(self, strengths: list[float]) -> None:
        """Moves strengths near the top without any matrix: each by its own slope alone, as if the
        others stayed, over the most that it may bend. That never overshoots for good."""
        bend = [self._prior.draws / 4 + self._prior.precision] * self._free
        for among, count in self._counts:
            for at in among:
                if at < self._free:
                    bend[at] += self._weight * count / 4
        for _ in range(APPROACHES):
            for at, part in enumerate(self.slope(strengths)):
                strengths[at] += DAMPED * part / bend[at] if bend[at] else 0.0

    def slope(self, strengths: Sequence[float]) -> list[float]:
        found = [0.0] * len(strengths)
        for one, other, games, points in self._two:
            more = points - games * chance(strengths[one] - strengths[other])
            found[one] += more
            found[other] -= more
        for among, count, shares in self._more:
            for at, part, share in zip(
                among, chances([strengths[at] for at in among]), shares, strict=True
            ):
                found[at] += share - count * part
        prior = self._prior
        return [
            self._weight * found[at]
            + prior.draws * (0.5 - chance(strengths[at] - prior.centre))
            - prior.precision * strengths[at]
            for at in range(self._free)
        ]

    def curvature(self, strengths: Sequence[float]) -> list[list[float]]:
        size, weight = len(strengths), self._weight
        found = [[0.0] * size for _ in range(size)]
        for one, other, games, _ in self._two:
            first = chance(strengths[one] - strengths[other])
            bend = weight * games * first * (1 - first)
            found[one][one] += bend
            found[other][other] += bend
            found[one][other] -= bend
            found[other][one] -= bend
        for among, count, _ in self._more:
            parts = chances([strengths[at] for at in among])
            for at, part in zip(among, parts, strict=True):
                row = found[at]
                row[at] += weight * count * part
                for to, beside in zip(among, parts, strict=True):
                    row[to] -= weight * count * part * beside
        for at in range(self._free):
            given = chance(strengths[at] - self._prior.centre)
            found[at][at] += self._prior.draws * given * (1 - given) + self._prior.precision
        return [row[: self._free] for row in found[: self._free]]

    def likelihood(self, strengths: Sequence[float]) -> float:
        prior, own = self._prior, strengths[: self._free]
        data = [
            points * _log_chance(strengths[one] - strengths[other])
            + (games - points) * _log_chance(strengths[other] - strengths[one])
            for one, other, games, points in self._two
        ]
        for among, _, shares in self._more:
            parts = chances([strengths[at] for at in among])
            data += [
                share * math.log(part) for share, part in zip(shares, parts, strict=True) if share
            ]
        given = [
            prior.draws * (_log_chance(s - prior.centre) + _log_chance(prior.centre - s)) / 2
            for s in own
        ]
        normal = prior.precision * math.fsum(s * s for s in own) / 2
        return self._weight * math.fsum(data) + math.fsum(given) - normal


def _log_chance(difference: float) -> float:
    if difference < 0:
        return difference - math.log1p(math.exp(difference))
    return -math.log1p(math.exp(-difference))
