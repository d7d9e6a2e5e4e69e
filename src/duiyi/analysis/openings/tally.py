"""How often something was played, and what whoever played it got."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from duiyi.core.study.intervals import wilson

UNIT = 60
"""Points are counted in 60ths: so a game that up to six share is a whole number."""
FEWEST = 5
"""Under so many games a percentage says nothing, and none is shown."""


class Tally(NamedTuple):
    """Games, and the points in them of who made the decision, in 60ths."""

    games: int = 0
    points: int = 0

    def with_game(self, score: Fraction) -> Tally:
        return Tally(self.games + 1, self.points + units(score))

    @property
    def score(self) -> float:
        return self.points / (UNIT * self.games) if self.games else 0.5

    def interval(self) -> tuple[float, float]:
        """From where to where the true score lies, with 95 % certainty."""
        return wilson(self.points / UNIT, self.games)


def units(score: Fraction) -> int:
    return round(score * UNIT)
