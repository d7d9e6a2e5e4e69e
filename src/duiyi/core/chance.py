"""Chance: what it decides, with exactly the probabilities of the state."""

from __future__ import annotations

import math
import random
from typing import Any

from duiyi.core.state import State


class Dice:
    """What decides when `CHANCE` is the actor, with exactly the probabilities of the state."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def choose(self, state: State[Any]) -> Any:
        results = state.chances()
        whole = math.lcm(*(probability.denominator for _, probability in results))
        drawn = self._random.randrange(whole)
        for action, probability in results:
            drawn -= int(probability * whole)
            if drawn < 0:
                return action
        raise ValueError("the probabilities of a chance must sum to 1")


def drawn(state: State[Any], seed: int, number: int) -> Any:
    """What chance decides at its turn of this number, from 0, in a game that has this seed.

    Whatever was decided before: nobody who goes back in a game finds other dice by playing on.
    """
    return Dice(seed << 32 | number).choose(state)
