"""The symmetries of relati: those of the square, all eight."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import Any, TypeVar

from duiyi.games.relati.actions import split
from duiyi.games.relati.rules import RelatiRules
from duiyi.games.relati.symbols import Chain, Side
from duiyi.games.turning import SquareSymmetries, Turning

S = TypeVar("S", bound=RelatiRules)


@dataclass(frozen=True, slots=True)
class RelatiTurning(Turning):
    """The paths of links and the lines of shots are the same whichever way they point."""

    def state(self, state: S) -> S:
        return dataclasses.replace(
            state,
            sides=tuple(Side(*map(self.cells, side)) for side in state.sides),
            chain=state.chain and self._chain(state.chain),
            reaches=tuple(map(self.reach, state.reaches)),
        )

    def _chain(self, chain: Chain) -> Chain:
        cannon, passed = self.cell(chain.cannon), self.cells(chain.passed)
        return dataclasses.replace(chain, cannon=cannon, passed=passed)

    def token(self, state: Any, token: str) -> str:
        kind, label, direction = split(token) or ("", "", "")
        if kind == "fire":
            return f"fire:{self.labels(label)}:{self.direction(direction)}"
        return self.labels(token)


SYMMETRY = SquareSymmetries(RelatiTurning, turn_part=3)
