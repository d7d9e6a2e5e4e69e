"""relati classic for two seats, solved."""

from __future__ import annotations

import math
from typing import Any

from duiyi.core import State, game
from duiyi.kernels.native import Control
from duiyi.kernels.position import Position, position
from duiyi.kernels.thinker import NO_LIMIT, Line, Thinker

VALUES = {"win": 1, "level": 0, "loss": -1}
GAME = "relati-classic"


class Solver:
    """Values of positions; what it has found out once it knows for later questions."""

    def __init__(self) -> None:
        self._thinker = Thinker(position(game(GAME).start(2)), "solver")

    def lines(
        self, at: Position, *, seconds: float = math.inf, control: Control | None = None
    ) -> tuple[tuple[Line, ...], float]:
        """Every decision with its proof, the best first, none where the time was too short; and
        the CPU time that it took."""
        thought = self._thinker.think(
            at, seconds=seconds, nodes=NO_LIMIT, lines=25, control=control
        )
        return thought.lines if thought.lines[0].proof else (), thought.cpu_seconds


def first_moves() -> tuple[int, ...]:
    """The value of every first move for the first player, row by row from the top left: 1 wins,
    0 has no winner, -1 loses."""
    start = game(GAME).start(2)
    lines, _ = Solver().lines(position(start))
    values = {line.tokens[0]: VALUES[line.proof] for line in lines}
    return tuple(values[start.text(action)] for action in start.actions())


def best(state: State[Any]) -> tuple[str, int]:
    """A decision that gives nothing away, and its value for whoever decides."""
    lines, _ = Solver().lines(position(state))
    return lines[0].tokens[0], VALUES[lines[0].proof]
