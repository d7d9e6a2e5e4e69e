"""The player that looks one decision ahead and takes what looks best then."""

from __future__ import annotations

import random
from typing import Any

from duiyi.core import State
from duiyi.players.estimate import estimate

MOST = 200
"""Of more actions than this a random sample is looked at, so that it always answers soon."""


class GreedyPlayer:
    """Two of them with the same seed choose alike from the same states."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def choose(self, state: State[Any]) -> Any:
        actions = list(state.actions())
        if len(actions) == 1:
            return actions[0]
        if len(actions) > MOST:
            actions = self._random.sample(actions, MOST)
        seat = state.actor
        assert seat is not None
        values = [estimate(state.play(action))[seat] for action in actions]
        best = max(values)
        pairs = zip(actions, values, strict=True)
        return self._random.choice([action for action, value in pairs if value == best])
