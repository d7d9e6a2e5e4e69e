"""How hard a puzzle is: how deep one must look, at how much, and whether a glance finds it.

The work of a puzzle is a sum; each doubling of what must be looked at adds one to it.
"""

from __future__ import annotations

import math
from typing import Any

from duiyi import kernels
from duiyi.analysis.puzzles.finding import Found
from duiyi.core import State
from duiyi.players.greedy import GreedyPlayer
from duiyi.players.searches import best_kind, thinker

A_DECISION = 1.0
"""For each decision of the solver."""
NO_GLANCE = 2.0
"""Where looking one decision ahead does not find it."""
NOT_FOUND = 1.5
"""For each search that does not find it."""
SEARCHES = (50, 400, 3_000)
"""Of so many nodes."""
MEMORY = 1 << 20


def work(found: Found, line: tuple[str, ...]) -> float:
    own = _own_decisions(found.state, line)
    seen = math.log2(found.nodes + 1) / 2 + math.log2(found.choices)
    glance = found.state.text(GreedyPlayer(0).choose(found.state))
    missed = NO_GLANCE * (glance != found.token)
    return seen + A_DECISION * own + missed + NOT_FOUND * _searches_missed(found)


def grade(amount: float, limits: tuple[float, ...]) -> int:
    """From 1 to 5, by the `grades` of the game."""
    return 1 + sum(amount >= least for least in limits)


def _own_decisions(state: State[Any], line: tuple[str, ...]) -> int:
    seat, own = state.actor, 0
    for token in line:
        own += state.actor == seat
        state = state.play(token)
    return own


def _searches_missed(found: Found) -> int:
    kind = best_kind(found.state)
    if kind is None:
        return 0
    node = kernels.position(found.state)
    for missed, nodes in enumerate(SEARCHES):
        thought = thinker(node, kind).think(node, nodes=nodes, memory=MEMORY)
        if thought.lines[0].tokens[0] == found.token:
            return missed
    return len(SEARCHES)
