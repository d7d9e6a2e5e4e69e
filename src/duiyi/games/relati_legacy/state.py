"""A state of relati legacy, and the game: the rules put together with all that is beside them."""

from __future__ import annotations

from typing import Any

from duiyi.boards.square import is_label, square
from duiyi.core.base import BaseGame
from duiyi.core.errors import BadToken, Violation
from duiyi.core.outcome import Outcome
from duiyi.core.state import Seat
from duiyi.core.view import Geometry
from duiyi.core.view.clicks import Clicks
from duiyi.games.answers import Answers, Modules
from duiyi.games.relati_legacy import actions as tokens
from duiyi.games.relati_legacy import clicks as clicked
from duiyi.games.relati_legacy import effects, narration, position, searching, violations
from duiyi.games.relati_legacy import view as shown
from duiyi.games.relati_legacy.actions import Action
from duiyi.games.relati_legacy.options import LegacyOptions
from duiyi.games.relati_legacy.rules import RelatiLegacyRules
from duiyi.games.relati_legacy.sides import Side, Sides, reaches_of
from duiyi.games.relati_legacy.study import palette, puzzling, symmetry
from duiyi.games.relati_legacy.words import notation


class RelatiLegacyState(Answers[Action], RelatiLegacyRules):
    """A position that can be played, told, shown and written."""

    __slots__ = ()
    modules = Modules(narration.narrate, notation.notation, searching.promise, shown.view)

    @property
    def game(self) -> RelatiLegacy:
        return GAME

    def judge(self, action: Action) -> Violation | None:
        return violations.violation_of(self, action)

    def after(self, action: Action) -> RelatiLegacyState:
        return effects.after(self, action)

    def without(self, seat: Seat, out: frozenset[Seat]) -> RelatiLegacyState:
        return effects.withdrawn(self, seat, out)

    def over(self, out: frozenset[Seat], outcome: Outcome) -> RelatiLegacyState:
        return effects.ended(self, self.gone, out, outcome)

    def text(self, action: Action) -> str:
        return tokens.write(action, self.board)

    def read(self, token: str) -> Action:
        parts = tokens.split(token)
        if parts is None:
            raise self.unreadable(token)
        code, labels = parts
        return tokens.make(code, tuple(self._cell(label, token) for label in labels))

    def _cell(self, label: str, token: str) -> int:
        cell = self.board.cell(label)
        if cell is not None:
            return cell
        if is_label(label):
            raise BadToken(self.say("bad-token.off-board", site=label, size=self.board.size))
        raise self.unreadable(token)

    def meant(self, clicks: Clicks) -> Action | None:
        return clicked.meant(self, clicks)

    def dump(self) -> str:
        return position.write(self)


class RelatiLegacy(BaseGame):
    """relati legacy for two to six seats."""

    id = "relati-legacy"
    look = "relati-legacy"
    seats = range(2, 7)
    options = LegacyOptions
    searching = searching.SEARCHING
    symmetry = symmetry.SYMMETRY
    puzzling = puzzling.PUZZLING
    palette = palette.PALETTE

    def setup(self, seats: int, options: LegacyOptions) -> RelatiLegacyState:
        return self.position(options, (Side(),) * seats, 0, 1)

    def position(
        self,
        options: LegacyOptions,
        sides: Sides,
        owner: Seat,
        turn: int,
        gone: frozenset[Seat] = frozenset(),
        out: frozenset[Seat] = frozenset(),
    ) -> RelatiLegacyState:
        """A state with all that follows from its other fields."""
        outcome = effects.outcome_of(len(sides), gone, out)
        reaches = reaches_of(square(options.size), sides)
        return RelatiLegacyState(options, sides, owner, turn, gone, out, outcome, reaches)

    def load(self, text: str) -> RelatiLegacyState:
        return position.checked(self.position(**position.read(text)))

    def geometry(self, seats: int, options: Any) -> Geometry:
        return square(options.size).geometry


GAME = RelatiLegacy()
