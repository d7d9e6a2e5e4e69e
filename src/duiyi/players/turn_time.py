"""The time of a turn, shared by the decisions that it takes."""

from __future__ import annotations

import math
from typing import Any

from duiyi.core import CHANCE, State

SMALL_PART = 0.25
"""What a decision takes of what is left, when the more important ones of the turn follow."""
SECONDS = 1.0
"""CPU time for a turn, when nothing is said."""


def allowance(seconds: float | None, nodes: int | None) -> float:
    """The seconds of a turn: as many as are given, and no limit where nodes are the limit."""
    if seconds is not None:
        return seconds
    return SECONDS if nodes is None else math.inf


class TurnTime:
    """Hands out the CPU seconds of a turn: what a decision does not use is left for the next.

    Decisions in the turn of somebody else are a turn of their own.
    """

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.several = True
        """Whether more decisions of this turn may follow: as in the turn before."""
        self._turn: tuple[int, int] | None = None
        self._decisions = 2
        self._used = 0.0

    def left(self, state: State[Any]) -> float:
        """Of the turn that this decision belongs to."""
        self.begin(state)
        return max(0.0, self.seconds - self._used)

    def begin(self, state: State[Any]) -> None:
        """Another decision, perhaps of another turn."""
        turn = state.turn, state.owner
        if turn != self._turn:
            self.several = self._decisions > 1
            self._turn, self._used, self._decisions = turn, 0.0, 0
        self._decisions += 1

    def used(self, state: State[Any]) -> float:
        """In the turn that this decision belongs to, so far."""
        return self._used if self._turn == (state.turn, state.owner) else 0.0

    def use(self, seconds: float) -> None:
        self._used += seconds


def part_of(state: State[Any], usual: float) -> float:
    """Which part of the time that is left a decision should take.

    Before chance nothing can be planned for what follows it, and in the turn of somebody else
    there may be more to decide: both are worth less than the decisions of one's own turn.
    """
    if state.owner != state.actor:
        return SMALL_PART
    if state.play(state.actions()[0]).actor == CHANCE:
        return SMALL_PART
    return usual
