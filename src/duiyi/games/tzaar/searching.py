"""What tzaar brings to those who search it."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files

from duiyi.core.searching import Searching
from duiyi.core.state import Seat
from duiyi.games.tzaar.actions import WAYS
from duiyi.games.tzaar.pieces import BLACK, KINDS, WHITE, Points
from duiyi.games.tzaar.rules import TzaarRules


def promise(state: TzaarRules, seat: Seat) -> float:
    """What a side has, its rarest kind above all, and what it could capture."""
    return strengths(state.points)[seat]


@lru_cache(maxsize=16)
def strengths(points: Points) -> tuple[int, int]:
    """Of each side its heights, four for each piece of its rarest kind, and its captures."""
    found = [0, 0]
    counts = [dict.fromkeys(KINDS, 0), dict.fromkeys(KINDS, 0)]
    for stack, ways in zip(points, WAYS, strict=True):
        if stack is None:
            continue
        side, kind, height = stack
        counts[side][kind] += 1
        found[side] += height
        for line in ways:
            for way in line:
                met = points[way[1]]
                if met is not None:
                    found[side] += met[0] != side and met[2] <= height
                    break
    white, black = (4 * min(kinds.values()) for kinds in counts)
    return found[WHITE] + white, found[BLACK] + black


SEARCHING = Searching(
    best={2: "alphabeta"},
    weights={"alphabeta": files(__package__) / "weights" / "tzaar.net"},
    review_nodes=120_000,
)
