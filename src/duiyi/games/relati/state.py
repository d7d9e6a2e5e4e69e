"""A state of relati, and the game: the rules put together with all that is beside them."""

from __future__ import annotations

import dataclasses

from duiyi.boards.square import is_label
from duiyi.core.base import BaseGame
from duiyi.core.errors import BadToken, Violation
from duiyi.core.options import Options
from duiyi.core.outcome import Outcome
from duiyi.core.state import Seat
from duiyi.core.view import Geometry
from duiyi.core.view.clicks import Clicks
from duiyi.games.answers import Answers, Modules
from duiyi.games.order import BEFORE_FIRST
from duiyi.games.relati import actions as tokens
from duiyi.games.relati import clicks as clicked
from duiyi.games.relati import effects, narration, position, searching, violations
from duiyi.games.relati import view as shown
from duiyi.games.relati.actions import Action, Pass
from duiyi.games.relati.links import board_of, reaches_of
from duiyi.games.relati.options import RelatiOptions
from duiyi.games.relati.rules import RelatiRules
from duiyi.games.relati.study import palette, puzzling, symmetry
from duiyi.games.relati.symbols import Side


class RelatiState(Answers[Action], RelatiRules):
    """A position that can be played, told, shown and written."""

    __slots__ = ()
    modules = Modules(narration.narrate, narration.notation, searching.promise, shown.view)

    @property
    def game(self) -> Relati:
        return GAME

    def judge(self, action: Action) -> Violation | None:
        if self.allows(action):
            return None
        return violations.violation_of(self, action)

    def after(self, action: Action) -> RelatiState:
        return effects.after(self, action)

    def without(self, seat: Seat, out: frozenset[Seat]) -> RelatiState:
        return effects.withdrawn(self, seat, out)

    def over(self, out: frozenset[Seat], outcome: Outcome) -> RelatiState:
        return effects.ended_by_withdrawal(self, out, outcome)

    def text(self, action: Action) -> str:
        return tokens.write(action, self.board)

    def read(self, token: str) -> Action:
        parts = tokens.split(token)
        if parts is None:
            raise self.unreadable(token)
        kind, label, direction = parts
        if kind == "pass":
            return Pass()
        cell = self.board.cell(label)
        if cell is None and is_label(label):
            raise BadToken(self.say("bad-token.off-board", token=label, size=self.board.size))
        if cell is None:
            raise self.unreadable(token)
        return tokens.make(kind, cell, direction)

    def meant(self, clicks: Clicks) -> Action | Violation | None:
        return clicked.meant(self, clicks)

    def dump(self) -> str:
        return position.write(self)


class Relati(BaseGame):
    """relati for two, three or four seats."""

    id = "relati"
    version = 2
    earlier = (1,)
    seats = range(2, 5)
    options = RelatiOptions
    searching = searching.SEARCHING
    symmetry = symmetry.SYMMETRY
    puzzling = puzzling.PUZZLING
    palette = palette.PALETTE

    def setup(self, seats: int, options: RelatiOptions) -> RelatiState:
        sides = (Side(),) * seats
        return RelatiState(options, sides, 0, BEFORE_FIRST, 1, reaches=reaches_of(sides))

    def load(self, text: str) -> RelatiState:
        state = RelatiState(**position.read(text))
        return position.checked(dataclasses.replace(state, reaches=reaches_of(state.sides)))

    def geometry(self, seats: int, options: Options) -> Geometry:
        return board_of(seats).geometry

    def renewed(
        self, version: int, options: Options, start: str | None
    ) -> tuple[Options, str | None]:
        """In version 1 cannons hit own symbols too, as with `friendly_fire` (R-10)."""
        assert isinstance(options, RelatiOptions)
        if version == 1 and options.cannon:
            options = dataclasses.replace(options, friendly_fire=True)
            start = start and position.with_friendly_fire(start)
        return options, start


GAME = Relati()
