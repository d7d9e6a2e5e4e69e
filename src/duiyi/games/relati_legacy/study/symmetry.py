"""The symmetries of relati legacy: those of the square, all eight."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import TypeVar

from duiyi.games.relati_legacy.rules import RelatiLegacyRules
from duiyi.games.relati_legacy.sides import Side
from duiyi.games.turning import SquareSymmetries, Turning

S = TypeVar("S", bound=RelatiLegacyRules)


@dataclass(frozen=True, slots=True)
class LegacyTurning(Turning):
    """Links, attacks and pincers are the same whichever way they point."""

    def state(self, state: S) -> S:
        return dataclasses.replace(
            state,
            sides=tuple(Side(*map(self.cells, side)) for side in state.sides),
            reaches=tuple(map(self.reach, state.reaches)),
        )


SYMMETRY = SquareSymmetries(LegacyTurning, turn_part=3)
