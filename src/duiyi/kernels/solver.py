"""Games that are solved: the value of every position, by the solver of their kernel.

Which games are, `Searching.solved` of a game says.
"""

from __future__ import annotations

import math
from typing import Any

from duiyi.core import State
from duiyi.kernels.native import Control
from duiyi.kernels.position import Position, position
from duiyi.kernels.thinker import NO_LIMIT, Line, Thinker

VALUES = {"win": 1, "level": 0, "loss": -1}
LINES = 1000
"""More than a position has decisions."""


class Solver:
    """Values of positions of a game like the first one; what it has found out once it knows for
    later questions."""

    def __init__(self, first: Position) -> None:
        self._thinker = Thinker(first, "solver")

    def lines(
        self, at: Position, *, seconds: float = math.inf, control: Control | None = None
    ) -> tuple[tuple[Line, ...], float]:
        """Every decision with its proof, the best first, none where the time was too short; and
        the CPU time that it took."""
        thought = self._thinker.think(
            at, seconds=seconds, nodes=NO_LIMIT, lines=LINES, control=control
        )
        return thought.lines if thought.lines[0].proof else (), thought.cpu_seconds


def values(state: State[Any]) -> dict[str, int]:
    """What every decision is worth for whoever makes it, by its token: 1 wins, 0 has no winner,
    -1 loses. The best come first."""
    at = position(state)
    lines, _ = Solver(at).lines(at)
    return {line.tokens[0]: VALUES[line.proof] for line in lines}
