"""Everything random that a table needs: dice, names of tables, secrets of seats."""

from __future__ import annotations

import random
from typing import Any

from duiyi.core.state import State
from duiyi.players.random import Dice

_letters = "abcdefghijkmnpqrstuvwxyz23456789"
"""Without signs that look like others: people read links to each other."""


class Luck:
    """From the operating system, so that nobody can foresee it; tests give another source."""

    def __init__(self, source: random.Random | None = None) -> None:
        self._source = source or random.SystemRandom()

    def draw(self, state: State[Any]) -> Any:
        """What chance decides, with exactly the probabilities of the state."""
        return Dice(self._source.getrandbits(128)).choose(state)

    def seed(self, high: int = 2**63 - 1) -> int:
        return self._source.randint(0, high)

    def table_id(self) -> str:
        return self._word(10)

    def secret(self) -> str:
        return self._word(24)

    def _word(self, length: int) -> str:
        return "".join(self._source.choices(_letters, k=length))
