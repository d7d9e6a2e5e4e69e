"""The player that plays anything: every legal action is equally likely."""

from __future__ import annotations

import random
from typing import Any

from duiyi.core import State


class RandomPlayer:
    """Two of them with the same seed choose alike from the same states."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def choose(self, state: State[Any]) -> Any:
        return self._random.choice(state.actions())
