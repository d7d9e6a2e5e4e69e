"""The symmetries of relati classic: those of the square, all eight."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import TypeVar

from duiyi.games.relati_classic.rules import RelatiClassicRules
from duiyi.games.turning import SquareSymmetries, Turning

S = TypeVar("S", bound=RelatiClassicRules)


@dataclass(frozen=True, slots=True)
class ClassicTurning(Turning):
    """Adjacency is the same in all eight directions."""

    def state(self, state: S) -> S:
        symbols = tuple(map(self.cells, state.symbols))
        return dataclasses.replace(state, symbols=symbols, legal=self.cells(state.legal))


SYMMETRY = SquareSymmetries(ClassicTurning, turn_part=3)
