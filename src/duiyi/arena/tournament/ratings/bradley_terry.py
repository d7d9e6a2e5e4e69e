"""Bradley-Terry ratings for two seats: the strengths that make the results most likely.

The chance of one against another is 1 / (1 + 10^(-difference / 400)), as with Elo; a draw counts
half. Everybody is given one more draw, against an opponent of strength 0, so that a bot that has
won everything is far ahead but not infinitely so. Ratings are shifted to have the mean 0. The 95 %
interval is 1.96 standard deviations either way, from the curvature of the likelihood there.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

SCALE = 400 / math.log(10)
PRIOR = 1.0
"""Draws against strength 0 that everybody is given."""
DEVIATIONS = 1.959964
STEPS = 100
LONGEST_STEP = 2.0


@dataclass(frozen=True, slots=True)
class Rating:
    """A strength with its 95 % interval."""

    value: float
    low: float
    high: float


Results = Mapping[tuple[str, str], tuple[int, float]]
"""For two names in one order: how many games, and the points of the first of them."""


def bradley_terry(names: Sequence[str], results: Results) -> dict[str, Rating]:
    number = {name: at for at, name in enumerate(names)}
    pairs = [
        (number[one], number[other], games, points)
        for (one, other), (games, points) in sorted(results.items())
        if games
    ]
    strengths = [0.0] * len(names)
    for _ in range(STEPS):
        slope, curvature = _derivatives(strengths, pairs)
        step = solve(curvature, slope)
        # Full steps overshoot where somebody has won everything.
        longest = max(map(abs, step), default=0.0)
        scale = min(1.0, LONGEST_STEP / longest) if longest else 1.0
        strengths = [s + scale * part for s, part in zip(strengths, step, strict=True)]
        if longest < 1e-10:
            break
    deviations = _deviations(_derivatives(strengths, pairs)[1])
    mean = math.fsum(strengths) / max(1, len(strengths))
    return {
        name: Rating(
            SCALE * (strength - mean),
            SCALE * (strength - mean - DEVIATIONS * deviation),
            SCALE * (strength - mean + DEVIATIONS * deviation),
        )
        for name, strength, deviation in zip(names, strengths, deviations, strict=True)
    }


def _derivatives(
    strengths: Sequence[float], pairs: Sequence[tuple[int, int, int, float]]
) -> tuple[list[float], list[list[float]]]:
    """Of the logarithm of the likelihood: its slope, and its curvature turned positive."""
    size = len(strengths)
    slope = [PRIOR * (0.5 - _chance(strength)) for strength in strengths]
    curvature = [[0.0] * size for _ in range(size)]
    for at, strength in enumerate(strengths):
        chance = _chance(strength)
        curvature[at][at] = PRIOR * chance * (1 - chance)
    for one, other, games, points in pairs:
        chance = _chance(strengths[one] - strengths[other])
        slope[one] += points - games * chance
        slope[other] -= points - games * chance
        bend = games * chance * (1 - chance)
        curvature[one][one] += bend
        curvature[other][other] += bend
        curvature[one][other] -= bend
        curvature[other][one] -= bend
    return slope, curvature


def _chance(difference: float) -> float:
    if difference < 0:
        return 1 - _chance(-difference)
    return 1 / (1 + math.exp(-difference))


def _deviations(curvature: list[list[float]]) -> list[float]:
    """Of each strength against the mean of all."""
    size = len(curvature)
    factor = _factor(curvature)
    columns = [
        _solved(factor, [float(row == at) - 1 / size for row in range(size)]) for at in range(size)
    ]
    means = [math.fsum(column) / size for column in columns]
    return [math.sqrt(max(0.0, columns[at][at] - means[at])) for at in range(size)]


def solve(matrix: list[list[float]], right: Sequence[float]) -> list[float]:
    """The solution of a symmetric positive definite system."""
    return _solved(_factor(matrix), right)


def _factor(matrix: list[list[float]]) -> list[list[float]]:
    """Cholesky's lower triangle."""
    lower: list[list[float]] = []
    for at, row in enumerate(matrix):
        made: list[float] = []
        for to in range(at):
            upper = lower[to]
            made.append((row[to] - sum(map(_times, made, upper))) / upper[to])
        made.append(math.sqrt(row[at] - sum(x * x for x in made)))
        lower.append(made)
    return lower


def _solved(lower: list[list[float]], right: Sequence[float]) -> list[float]:
    down: list[float] = []
    for row, value in zip(lower, right, strict=True):
        down.append((value - sum(map(_times, row, down))) / row[-1])
    up = [0.0] * len(down)
    for at in reversed(range(len(down))):
        below = sum(lower[row][at] * up[row] for row in range(at + 1, len(down)))
        up[at] = (down[at] - below) / lower[at][at]
    return up


def _times(one: float, other: float) -> float:
    return one * other
