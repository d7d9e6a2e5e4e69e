"""Ratings of a cup: the strengths that make its results most likely, on the scale of Elo.

Of two seats the chance of one against another is 1 / (1 + 10^(-difference / 400)), as with Elo
(Bradley-Terry); a draw counts half. Of more seats it is the same for every two of them
(Plackett-Luce, `picks`). Everybody is given one more draw, against an opponent of strength 0, so
that a bot that has won everything is far ahead but not infinitely so. Ratings are shifted to have
the mean 0. The 95 % interval is 1.96 standard deviations either way, from the curvature of the
likelihood there.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from duiyi.arena.ratings.cholesky import centred
from duiyi.arena.ratings.picks import PARTS, GameResult, Picked, tallied
from duiyi.arena.ratings.strengths import Prior, fit
from duiyi.core.study.intervals import Z95

SCALE = 400 / math.log(10)
"""Elo in a unit of strength."""


@dataclass(frozen=True, slots=True)
class Rating:
    """A strength with its 95 % interval."""

    value: float
    low: float
    high: float


Results = Mapping[tuple[str, str], tuple[int, float]]
"""For two names in one order: how many games, and the points of the first of them."""


def bradley_terry(names: Sequence[str], results: Results) -> dict[str, Rating]:
    """Two seats, from the sums of every two who met."""
    return _ratings(names, [_picked(*met) for met in sorted(results.items()) if met[1][0]])


def plackett_luce(names: Sequence[str], games: Iterable[GameResult]) -> dict[str, Rating]:
    """Three and more seats, from the places in each game."""
    return _ratings(names, tallied(games)[0])


def _picked(pair: tuple[str, str], met: tuple[int, float]) -> Picked:
    games, points = met
    first = round(points * PARTS)
    parts = (first, games * PARTS - first)
    return Picked(pair, games, parts)


def _ratings(names: Sequence[str], picked: Sequence[Picked]) -> dict[str, Rating]:
    found = fit(names, picked, Prior())
    mean = math.fsum(found.strengths.values()) / max(1, len(names))
    rows = dict(zip(found.free, centred(found.covariance), strict=True))
    return {name: rating(found.strengths[name] - mean, rows[name][-1]) for name in names}


def rating(strength: float, variance: float) -> Rating:
    half = Z95 * math.sqrt(max(0.0, variance))
    return Rating(SCALE * strength, SCALE * (strength - half), SCALE * (strength + half))
