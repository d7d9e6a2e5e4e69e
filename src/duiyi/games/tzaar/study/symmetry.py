"""The symmetries of tzaar: those of the hexagon, all twelve."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, TypeVar

from duiyi.core.study.symmetry import Symmetries, Symmetry, without_part
from duiyi.games.tzaar.actions import Step, read, write
from duiyi.games.tzaar.pieces import BOARD, Stack
from duiyi.games.tzaar.rules import TzaarRules

S = TypeVar("S", bound=TzaarRules)
TURN_PART = 3
"""Where the position text has the turn's number."""


@dataclass(frozen=True, slots=True)
class HexagonTurning:
    """One of the twelve ways to turn the board or to turn it over; lines stay lines."""

    places: tuple[int, ...]

    def state(self, state: S) -> S:
        points: list[Stack | None] = [None] * len(self.places)
        for place, stack in zip(self.places, state.points, strict=True):
            points[place] = stack
        return dataclasses.replace(state, points=tuple(points))

    def token(self, state: Any, token: str) -> str:
        step = read(token)
        if not isinstance(step, Step):
            return token
        return write(Step(self._label(step.source), step.sign, self._label(step.target)))

    def _label(self, label: str) -> str:
        point = BOARD.point(label)
        assert point is not None
        return BOARD.label(self.places[point])


TURNINGS = tuple(map(HexagonTurning, BOARD.symmetries))


class TzaarSymmetries(Symmetries):
    """The turn's number decides only whether White's turn has one step (T-2)."""

    def of(self, state: TzaarRules) -> Iterable[Symmetry]:
        return TURNINGS

    def text(self, state: Any) -> str:
        dump: str = state.dump()
        return dump if state.single else without_part(dump, TURN_PART)


SYMMETRY = TzaarSymmetries()
