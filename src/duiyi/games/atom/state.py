"""A state of atom, and the game: the rules put together with all that is beside them."""

from __future__ import annotations

from duiyi.core.base import BaseGame
from duiyi.core.errors import Violation
from duiyi.core.options import Options
from duiyi.core.outcome import Outcome
from duiyi.core.state import Seat
from duiyi.core.view import Geometry
from duiyi.core.view.clicks import Clicks
from duiyi.games.answers import AnswersOfTwo, Modules, Tokens
from duiyi.games.atom import actions, effects, narration, position, searching, violations
from duiyi.games.atom import clicks as clicked
from duiyi.games.atom import view as shown
from duiyi.games.atom.actions import Action
from duiyi.games.atom.cells import START
from duiyi.games.atom.options import AtomOptions
from duiyi.games.atom.phases import Choosing
from duiyi.games.atom.rules import AtomRules
from duiyi.games.atom.study import palette, puzzling, symmetry
from duiyi.games.atom.words import notation


class AtomState(AnswersOfTwo[Action], AtomRules):
    """A position that can be played, told, shown and written."""

    __slots__ = ()
    modules = Modules(narration.narrate, notation.notation, searching.promise, shown.view)
    tokens = Tokens(actions.write, actions.read)

    @property
    def game(self) -> AtomGame:
        return GAME

    def judge(self, action: Action) -> Violation | None:
        if self.outcome is None and self.allows(action):
            return None
        return violations.violation_of(self, action)

    def after(self, action: Action) -> AtomState:
        return effects.after(self, action)

    def over(self, out: frozenset[Seat], outcome: Outcome) -> AtomState:
        return effects.ended(self, outcome, out)

    def meant(self, clicks: Clicks) -> Action | Violation | None:
        return clicked.meant(self, clicks)

    def dump(self) -> str:
        return position.write(self)


class AtomGame(BaseGame):
    """Atom Game for two players."""

    id = "atom"
    look = "atom"
    options = AtomOptions
    searching = searching.SEARCHING
    symmetry = symmetry.SYMMETRY
    puzzling = puzzling.PUZZLING
    palette = palette.PALETTE

    def setup(self, seats: int, options: AtomOptions) -> AtomState:
        return AtomState(options, (START, START), 1, Choosing())

    def load(self, text: str) -> AtomState:
        return position.checked(AtomState(**position.read(text)))

    def geometry(self, seats: int, options: Options) -> Geometry:
        return Geometry()  # every site grows with the atoms: `View.sites` has them all


GAME = AtomGame()
