"""The player that never gives away half a point, for games that are solved."""

from __future__ import annotations

import math
from typing import Any

from duiyi.core import State
from duiyi.players.searches import solved
from duiyi.players.strong import StrongPlayer


class PerfectPlayer:
    """Of the decisions that keep the value of a position it takes one that simulation likes.

    A first decision needs about a second of CPU time, later ones less and less. Where it has to
    keep to less than it needs (`seconds` for a turn, `allowed`, or `stop`), it plays what it
    finds best.
    """

    def __init__(self, seed: int, seconds: float | None = None) -> None:
        self._solving = StrongPlayer(seed, math.inf if seconds is None else seconds)

    @staticmethod
    def fits(state: State[Any]) -> bool:
        return solved(state)

    @property
    def allowed(self) -> float | None:
        return self._solving.allowed

    @allowed.setter
    def allowed(self, seconds: float | None) -> None:
        self._solving.allowed = seconds

    def stop(self) -> None:
        self._solving.stop()

    def choose(self, state: State[Any]) -> Any:
        return self._solving.choose(state)
