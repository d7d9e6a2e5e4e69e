"""The sequential test of two bots: whether one is stronger by `elo1` rather than by `elo0`.

Differences are in normalised Elo: the mean result of a game above ½, in standard deviations of a
game, times 800/ln 10. Unlike Elo it says how many games it takes to see a difference, whatever the
share of draws and however lopsided the openings are. What is tested are pairs of games with the
same opening, of which there are five results (pentanomial). The generalised likelihood ratio takes
under each hypothesis the distribution that fits best among those with the hypothesis' difference.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass

from duiyi.core import BadOptions, message

NORMAL = 800 / math.log(10)
VALUES = (0.0, 0.25, 0.5, 0.75, 1.0)
UNSEEN = 1e-3
"""Stands for a result that has not been seen yet, so that it is not thought impossible."""
LARGEST = 500
"""Such a difference shows in a dozen pairs: nobody needs a test of a larger one."""
STEP = 0.1
ROUNDS = 200
CLOSE = 1e-7
HALVINGS = 48
_number = r"[-+]?[0-9]{1,4}(?:\.[0-9]{1,3})?"
_bounds = re.compile(rf"({_number}),({_number})(?:,(0\.[0-9]{{1,4}}),(0\.[0-9]{{1,4}}))?")


@dataclass(frozen=True, slots=True)
class Bounds:
    """Wrongly to take `elo1` for true has probability `alpha`, wrongly `elo0` has `beta`."""

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    @property
    def lower(self) -> float:
        return math.log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        return math.log((1 - self.beta) / self.alpha)


@dataclass(frozen=True, slots=True)
class Sprt:
    """How far the test is: it ends when `ratio` leaves the bounds."""

    bounds: Bounds
    ratio: float
    pairs: int

    @property
    def accepted(self) -> float | None:
        """The difference that is taken for true; `None` while more games are needed."""
        if self.ratio >= self.bounds.upper:
            return self.bounds.elo1
        return self.bounds.elo0 if self.ratio <= self.bounds.lower else None


def read_bounds(text: str) -> Bounds:
    """`0,10`, or `0,10,0.05,0.05` with the probabilities of both errors."""
    found = _bounds.fullmatch(text)
    if found is None:
        raise BadOptions(message("arena.bad-sprt", text=text[:40]), "sprt")
    elo0, elo1, *errors = (float(group) for group in found.groups() if group is not None)
    bounds = Bounds(elo0, elo1, *errors)
    if not -LARGEST <= elo0 < elo1 <= LARGEST or not (
        0 < bounds.alpha < 0.5 and 0 < bounds.beta < 0.5
    ):
        raise BadOptions(message("arena.bad-sprt", text=text[:40]), "sprt")
    return bounds


def sprt(counts: Sequence[int], bounds: Bounds) -> Sprt:
    """The test after pairs that gave 0, ½, 1, 1½ and 2 points so many times each."""
    pairs = sum(counts)
    if not pairs:
        return Sprt(bounds, 0.0, 0)
    weights = [count or UNSEEN for count in counts]
    whole = sum(weights)
    seen = [weight / whole for weight in weights]
    null, other = (fitted(seen, deviations(elo)) for elo in (bounds.elo0, bounds.elo1))
    terms = zip(seen, null, other, strict=True)
    return Sprt(bounds, whole * sum(p * math.log(b / a) for p, a, b in terms), pairs)


def deviations(elo: float) -> float:
    """A difference in standard deviations of a pair's mean result."""
    return elo / NORMAL * math.sqrt(2)


def normalised_elo(counts: Sequence[int]) -> float:
    """The difference that pairs show; infinite where they are all alike, and not even."""
    mean, deviation = _moments([count / sum(counts) for count in counts])
    if deviation == 0:
        return 0.0 if mean == 0.5 else math.copysign(math.inf, mean - 0.5)
    return (mean - 0.5) / deviation / math.sqrt(2) * NORMAL


def fitted(seen: Sequence[float], target: float) -> list[float]:
    """The likeliest distribution whose mean is `target` of its standard deviations above ½.

    The condition is not linear: it is made so around the last guess (its derivative by each
    probability, with the mean and the deviation as they are) and solved until it stays. Far from
    ½ a guess from elsewhere leads nowhere, so the target is approached in steps.
    """
    guess = [1 / len(VALUES)] * len(VALUES)
    steps = max(1, math.ceil(abs(target) / STEP))
    for step in range(1, steps + 1):
        guess = _stays(seen, target * step / steps, guess)
    return guess


def _stays(seen: Sequence[float], target: float, guess: list[float]) -> list[float]:
    for _ in range(ROUNDS):
        mean, deviation = _moments(guess)
        slopes = [
            value - 0.5 - target * deviation / 2 * (1 + ((value - mean) / deviation) ** 2)
            for value in VALUES
        ]
        better = _with_mean_zero(seen, slopes)
        change = max(abs(a - b) for a, b in zip(better, guess, strict=True))
        guess = better
        if change < CLOSE:
            break
    return guess


def _with_mean_zero(seen: Sequence[float], values: Sequence[float]) -> list[float]:
    """The likeliest distribution under which `values` have the mean 0.

    By Lagrange it is p/(1 + tv) with the one t that makes the mean 0; the mean falls with t.
    """
    low, high = -1 / max(values), -1 / min(values)
    factor = 0.0
    for _ in range(HALVINGS):
        factor = (low + high) / 2
        mean = sum(p * v / (1 + factor * v) for p, v in zip(seen, values, strict=True))
        low, high = (factor, high) if mean > 0 else (low, factor)
    return [p / (1 + factor * v) for p, v in zip(seen, values, strict=True)]


def _moments(chances: Sequence[float]) -> tuple[float, float]:
    mean = sum(p * value for p, value in zip(chances, VALUES, strict=True))
    square = sum(p * (value - mean) ** 2 for p, value in zip(chances, VALUES, strict=True))
    return mean, math.sqrt(square)
