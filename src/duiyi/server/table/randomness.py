"""Everything random that a table needs: seeds of draws, names of tables, secrets of seats."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")
_letters = "abcdefghijkmnpqrstuvwxyz23456789"
"""Without signs that look like others: people read links to each other."""


class Randomness:
    """From the operating system, so that nobody can foresee it; tests give another source."""

    def __init__(self, source: random.Random | None = None) -> None:
        self._source = source or random.SystemRandom()

    def draws(self) -> str:
        """What all draws of a game follow from. Nobody sees it, or he would foresee them."""
        return f"{self._source.getrandbits(128):032x}"

    def lot(self, things: Sequence[T]) -> tuple[T, ...]:
        """In any order, each as likely as the others."""
        return tuple(self._source.sample(things, len(things)))

    def seed(self, high: int = 2**63 - 1) -> int:
        return self._source.randint(0, high)

    def table_id(self) -> str:
        return self._word(10)

    def secret(self) -> str:
        return self._word(24)

    def _word(self, length: int) -> str:
        return "".join(self._source.choices(_letters, k=length))
