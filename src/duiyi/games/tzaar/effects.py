"""What a step of tzaar does. Functions from state to state."""

from __future__ import annotations

from typing import TypeVar

from duiyi.core.outcome import Outcome
from duiyi.core.state import Seat
from duiyi.games.tzaar.actions import STACK, Action, Step, joined
from duiyi.games.tzaar.pieces import Points, Stack
from duiyi.games.tzaar.rules import TzaarRules, ending

S = TypeVar("S", bound=TzaarRules)
"""The class of the state that is given: what comes of it has the same."""
NOBODY_OUT: frozenset[Seat] = frozenset()


def after(state: S, action: Action) -> S:
    """The state after a legal action: the second step, or the other side's turn."""
    points = state.points
    if isinstance(action, Step):
        points = stepped(points, action)
    if state.step == 1 and not state.single:
        return settled(type(state), points, state.side, 2, state.turn)
    return settled(type(state), points, 1 - state.side, 1, state.turn + 1)


def stepped(points: Points, step: Step) -> Points:
    """吃子 keeps the mover's height and removes the victim; 併子 adds the heights (T-3)."""
    way, moved, met = joined(points, step)
    if step.sign == STACK:
        moved = Stack(moved.seat, moved.kind, moved.height + met.height)
    changed = list(points)
    changed[way.source], changed[way.target] = None, moved
    return tuple(changed)


def settled(kind: type[S], points: Points, side: Seat, step: int, turn: int) -> S:
    """The position, with the game ended where a side has won."""
    return kind(points, side, step, turn, NOBODY_OUT, ending(points, side, step))


def ended(state: S, out: frozenset[Seat], outcome: Outcome) -> S:
    """W-3: by a withdrawal."""
    return type(state)(state.points, state.side, state.step, state.turn, out, outcome)
