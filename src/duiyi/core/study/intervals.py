"""Intervals: between which two shares the true one lies with 95 % certainty."""

from __future__ import annotations

import math
from collections.abc import Sequence

Z95 = 1.959963984540054
"""A normal variable is within so many standard deviations in 95 of 100 cases."""


def spread(units: Sequence[float], even: float = 0.5) -> tuple[float, float]:
    """The interval of the mean of values between 0 and 1.

    It is the normal one with one more observation of which nothing is known (everything with
    probability `even`, nothing otherwise): so few or equal values do not pretend to be certain.
    """
    count = len(units) + 1
    mean = (sum(units) + even) / count
    squares = sum((unit - mean) ** 2 for unit in units)
    squares += even * (1 - mean) ** 2 + (1 - even) * mean**2
    half = Z95 * math.sqrt(squares) / count
    return max(0.0, mean - half), min(1.0, mean + half)


def wilson(points: float, games: int) -> tuple[float, float]:
    """Wilson's interval, for games that have nothing to do with each other."""
    if not games:
        return 0.0, 1.0
    share, weight = points / games, Z95**2 / games
    middle = (share + weight / 2) / (1 + weight)
    inside = share * (1 - share) / games + Z95**2 / (4 * games**2)
    half = Z95 * math.sqrt(inside) / (1 + weight)
    return max(0.0, middle - half), min(1.0, middle + half)
