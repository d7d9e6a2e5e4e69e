"""How well each seat stands, without looking ahead: what greedy and mcts go by.

A state may offer `promise(seat)`: roughly the score that the seat can hope for, from 0 to 1. Only
players ask for it; it is no rule, and a game without it is judged by how much can be done.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from duiyi.core import CHANCE, State

Shares = tuple[float, ...]
MOBILITY = 0.2
"""How much of the score mobility decides at most."""


def estimate(state: State[Any]) -> Shares:
    """Each seat's share, summing to 1: the scores where the game is over."""
    if state.outcome is not None:
        return tuple(float(score) for score in state.outcome.scores)
    promise: Callable[[int], float] | None = getattr(state, "promise", None)
    if promise is None:
        return _by_mobility(state)
    return _shared([0.0 if seat in state.out else promise(seat) for seat in range(state.seats)])


def promising(state: State[Any]) -> bool:
    """Whether the game itself says how well its seats stand."""
    return hasattr(state, "promise")


def _by_mobility(state: State[Any]) -> Shares:
    """Whoever decides is the better off the more he can do."""
    parts = [0.0 if seat in state.out else 1.0 for seat in range(state.seats)]
    if state.actor is not None and state.actor != CHANCE:
        count = len(state.actions())
        parts[state.actor] += MOBILITY * (count / (count + 10) - 0.5)
    return _shared(parts)


def _shared(parts: Sequence[float]) -> Shares:
    whole = sum(parts)
    if whole <= 0:
        return (1 / len(parts),) * len(parts)
    return tuple(part / whole for part in parts)
