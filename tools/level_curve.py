"""The curve of levels: how strong a row of the table of levels is, fitted to measured games.

Rows lie on a path: with `x` from 0 to 1 they search more and are less careless. A row's strength
is a line between knots of the path, and a constant more where it sees wins (from level 3 on);
other players (greedy, full strength) have a strength of their own. All of these are the likeliest
ones under Elo's model for the games that were played, whoever played whom; the bends at knots cost
a little, so that few games do not make a wild curve.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from duiyi.players.levels import SEES_WINS, Level

ELO = 400 / math.log(10)
STIFF = 0.5
"""What a bend costs, in natural units of Elo's model."""
FIXED = 1e-6
"""Strengths are differences: this keeps their sum from wandering."""
ROUNDS = 60
CLOSE = 1e-9

Weights = dict[int, float]


@dataclass(frozen=True, slots=True)
class Way:
    """The rows of a game from the weakest to the strongest: nodes grow by a factor."""

    least: int
    most: int
    careless: float = 0.95
    bend: float = 1.5
    seconds: float = 1.0
    """CPU time of a turn of the highest level."""
    kind: str | None = None
    """Of the search, where it is not the best one."""

    def row(self, level: int, x: float) -> Level:
        """Rounded, as it is written into the table."""
        nodes = self.least * (self.most / self.least) ** x
        step = 10 ** max(0, math.floor(math.log10(nodes)) - 1)
        careless = round(self.careless * (1 - x) ** self.bend, 3)
        return Level(level, round(nodes / step) * step, careless, kind=self.kind)

    def highest(self, level: int) -> Level:
        return Level(level, None, 0.0, self.seconds, self.kind)


@dataclass(frozen=True, slots=True)
class Ranked:
    """A player of whom games were played: a place on the path, or (without) a name."""

    name: str = ""
    x: float = 0.0
    sees: bool = False


def on_path(level: int, x: float) -> Ranked:
    return Ranked("", x, level >= SEES_WINS)


@dataclass(frozen=True, slots=True)
class Games:
    """What the first of two players got in so many games."""

    one: Ranked
    other: Ranked
    points: float
    games: int


class Curve:
    """Fitted strengths, in Elo."""

    def __init__(self, knots: Sequence[float], played: Sequence[Games]) -> None:
        self.knots = [*knots]
        found = {player.name for game in played for player in (game.one, game.other)}
        names = sorted(found - {""})
        self._sees = len(self.knots)
        self._named = {name: self._sees + 1 + at for at, name in enumerate(names)}
        self._strengths = self._fitted(played, self._sees + 1 + len(names))

    def elo(self, player: Ranked) -> float:
        return ELO * sum(w * self._strengths[at] for at, w in self._weights(player).items())

    def x(self, level: int, elo: float) -> float:
        """Where on the path a level has this strength; the nearer end where it is beyond."""
        heights = [self.elo(on_path(level, knot)) for knot in self.knots]
        for at in range(1, len(heights)):
            heights[at] = max(heights[at], heights[at - 1])
        if elo <= heights[0]:
            return self.knots[0]
        for at in range(1, len(heights)):
            if elo <= heights[at]:
                part = (elo - heights[at - 1]) / (heights[at] - heights[at - 1])
                return self.knots[at - 1] + part * (self.knots[at] - self.knots[at - 1])
        return self.knots[-1]

    def _weights(self, player: Ranked) -> Weights:
        if player.name:
            return {self._named[player.name]: 1.0}
        at = min(max(bisect_right(self.knots, player.x), 1), len(self.knots) - 1)
        low, high = self.knots[at - 1], self.knots[at]
        part = (player.x - low) / (high - low)
        return {at - 1: 1 - part, at: part, self._sees: float(player.sees)}

    def _fitted(self, played: Sequence[Games], size: int) -> list[float]:
        """Newton's method on the likelihood, which has one summit."""
        strengths = [0.0] * size
        # One more game that was drawn: who has won all is not infinitely stronger.
        compared = [
            (self._against(game), game.points + 0.5, game.games + 1)
            for game in played
            if game.games
        ]
        bends: list[Weights] = [
            {at - 1: 1.0, at: -2.0, at + 1: 1.0} for at in range(1, len(self.knots) - 1)
        ]
        for _ in range(ROUNDS):
            slopes = [-FIXED * value for value in strengths]
            curved = [[FIXED * (a == b) for b in range(size)] for a in range(size)]
            for weights, points, games in compared:
                share = 1 / (1 + math.exp(-_sum(weights, strengths)))
                _add(slopes, curved, weights, points - games * share, games * share * (1 - share))
            for bend in bends:
                _add(slopes, curved, bend, -STIFF * _sum(bend, strengths), STIFF)
            step = solved(curved, slopes)
            longest = max(map(abs, step))
            # A whole step may be too far where there are few games.
            strengths = [
                a + b * min(1.0, 1.0 / max(longest, 1e-12))
                for a, b in zip(strengths, step, strict=True)
            ]
            if longest < CLOSE:
                break
        return strengths

    def _against(self, game: Games) -> Weights:
        weights = self._weights(game.one)
        for at, weight in self._weights(game.other).items():
            weights[at] = weights.get(at, 0.0) - weight
        return weights


def _sum(weights: Weights, values: Sequence[float]) -> float:
    return sum(weight * values[at] for at, weight in weights.items())


def _add(
    slopes: list[float], curved: list[list[float]], weights: Weights, slope: float, curve: float
) -> None:
    for a, own in weights.items():
        slopes[a] += own * slope
        for b, other in weights.items():
            curved[a][b] += own * other * curve


def solved(matrix: Sequence[Sequence[float]], right: Sequence[float]) -> list[float]:
    """The solution of linear equations, by elimination."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    size = len(rows)
    for at in range(size):
        pivot = max(range(at, size), key=lambda row: abs(rows[row][at]))
        rows[at], rows[pivot] = rows[pivot], rows[at]
        for below in range(at + 1, size):
            factor = rows[below][at] / rows[at][at]
            if factor:
                for column in range(at, size + 1):
                    rows[below][column] -= factor * rows[at][column]
    found = [0.0] * size
    for at in reversed(range(size)):
        known = sum(rows[at][column] * found[column] for column in range(at + 1, size))
        found[at] = (rows[at][size] - known) / rows[at][at]
    return found
