"""How much results of openings differ from what is expected, compared with independent games.

The games of an opening are one observation. Where an opening suits the first seat its twins go one
to each side, and their sum differs less than that of two independent games; where it suits one of
the bots, more; draws make it less. The ratio of the squares multiplies variances. It is one number
for all bots: one that is estimated for each of them would itself be a matter of luck.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

from duiyi.arena.ratings.picks import PARTS, Together
from duiyi.arena.ratings.strengths import chances

BELIEVED = 30
"""So many openings with a ratio of 1 are added, so that a few do not say much."""


def dispersion(
    strengths: Mapping[str, float], together: Mapping[Together, int], fitted: int
) -> float:
    """The ratio; `fitted` strengths were chosen to make differences small."""
    squares: list[float] = []
    expected: list[float] = []
    observations = 0
    cache: dict[tuple[str, ...], list[float]] = {}
    for picks, times in together.items():
        observations += times * (len(picks[0].among) - 1)
        rest: dict[str, float] = {}
        for picked in picks:
            parts = cache.get(picked.among)
            if parts is None:
                parts = cache[picked.among] = chances([strengths[n] for n in picked.among])
            count = picked.picks
            for name, part, share in zip(picked.among, parts, picked.parts, strict=True):
                rest[name] = rest.get(name, 0.0) + share / PARTS - count * part
                expected.append(times * count * part * (1 - part))
        squares.extend(times * value * value for value in rest.values())
    most = math.fsum(expected)
    if not most:
        return 1.0
    ratio = math.fsum(squares) / most
    return (BELIEVED + observations * ratio) / (BELIEVED + max(0, observations - fitted))
