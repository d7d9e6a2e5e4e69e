"""The player that never gives away half a point: relati classic for two, which is solved."""

from __future__ import annotations

import random
from typing import Any

from duiyi import kernels
from duiyi.core import State
from duiyi.kernels import classic


class PerfectPlayer:
    """Of the decisions that keep the value of a position it takes any."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        self._solver = classic.Solver()

    @staticmethod
    def fits(state: State[Any]) -> bool:
        return state.game.id == classic.GAME and state.seats == 2

    def choose(self, state: State[Any]) -> Any:
        lines, _ = self._solver.lines(kernels.position(state))
        best = [line for line in lines if line.proof == lines[0].proof]
        return state.parse(self._random.choice(best).tokens[0])
