"""Race: a small game of dice. Throw, then take the steps or `undo` the throw; three steps win.

CONTRIBUTING quotes it, and `test_plugin` installs it as somebody else's game.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Self

from duiyi.core import CHANCE, Geometry, Seat, SimpleGame, SimpleState, Site

GOAL = 3


@dataclass(frozen=True)
class RaceState(SimpleState):
    """`thrown` is 0 until the die is cast; all seats push the same piece by `steps`."""

    actor: Seat | None = CHANCE
    thrown: int = 0
    steps: int = 0

    def odds(self) -> Mapping[str, Fraction]:
        return {"T1": Fraction(1, 3), "T2": Fraction(2, 3)}

    def moves(self) -> Iterable[str]:
        return ["step", "undo"]

    def move(self, token: str) -> Self:
        if self.actor == CHANCE:
            return self.then(thrown=int(token[1]))
        steps = self.steps + (self.thrown if token == "step" else 0)
        if steps >= GOAL:
            return self.won_by(self.owner, thrown=0, steps=steps)
        return self.next(actor=CHANCE, thrown=0, steps=steps)

    def without(self, seat: Seat, out: frozenset[Seat]) -> Self:
        later = super().without(seat, out)
        return later if later.turn == self.turn else later.then(CHANCE, thrown=0)

    def board(self) -> Mapping[str, tuple[str, Seat | None]]:
        return {}

    def valid(self) -> bool:
        waiting = (self.actor == CHANCE) == (self.thrown == 0) or self.outcome is not None
        return self.thrown in (0, 1, 2) and self.steps >= 0 and waiting


class Race(SimpleGame):
    id = "race"
    seats = range(2, 4)
    state = RaceState
    words = ("step", "undo", "T1", "T2")
    board = Geometry((Site("A1", 0, 0, "A1"),))


class Forgetful(Race):
    id = "forgetful"

    def load(self, text: str) -> SimpleState:
        start: SimpleState = self.start()
        return start


RACE, FORGETFUL = Race(), Forgetful()
