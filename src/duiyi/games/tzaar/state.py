"""A state of tzaar, and the game: the rules put together with all that is beside them."""

from __future__ import annotations

from collections.abc import Sequence

from duiyi.core.base import BaseGame
from duiyi.core.errors import Violation, refuse
from duiyi.core.options import Options
from duiyi.core.outcome import Outcome, won
from duiyi.core.state import Seat
from duiyi.core.view import Geometry
from duiyi.core.view.clicks import Clicks
from duiyi.games.answers import AnswersOfTwo, Modules, Tokens
from duiyi.games.tzaar import actions, effects, narration, position, searching, violations
from duiyi.games.tzaar import clicks as clicked
from duiyi.games.tzaar import view as shown
from duiyi.games.tzaar.actions import Action
from duiyi.games.tzaar.deal import dealt
from duiyi.games.tzaar.effects import settled
from duiyi.games.tzaar.formats import FORMATS
from duiyi.games.tzaar.options import LARGEST_SEED, TzaarOptions
from duiyi.games.tzaar.pieces import BOARD, WHITE
from duiyi.games.tzaar.rules import TzaarRules
from duiyi.games.tzaar.study import palette, puzzling, symmetry


class TzaarState(AnswersOfTwo[Action], TzaarRules):
    """A position that can be played, told, shown and written."""

    __slots__ = ()
    modules = Modules(narration.narrate, narration.notation, searching.promise, shown.view)
    tokens = Tokens(actions.write, actions.read)

    def __repr__(self) -> str:
        return f"duiyi.game('tzaar').load({self.dump()!r})"

    @property
    def game(self) -> Tzaar:
        return GAME

    def judge(self, action: Action) -> Violation | None:
        if self.outcome is None and self.allows(action):
            return None
        return violations.violation_of(self, action)

    def after(self, action: Action) -> TzaarState:
        return effects.after(self, action)

    def over(self, out: frozenset[Seat], outcome: Outcome) -> TzaarState:
        return effects.ended(self, out, outcome)

    def leftover(self, token: str) -> Violation | None:
        return violations.leftover(self, token)

    def meant(self, clicks: Clicks) -> Action | Violation | None:
        return clicked.meant(self, clicks)

    def dump(self) -> str:
        fields = position.Fields(self.points, self.side, self.step, self.turn, self.out)
        return position.write(fields)


class Tzaar(BaseGame):
    """tzaar, for two seats: White is seat 0 and begins."""

    id = "tzaar"
    look = "tzaar"
    seats = range(2, 3)
    options = TzaarOptions
    searching = searching.SEARCHING
    formats = FORMATS
    symmetry = symmetry.SYMMETRY
    puzzling = puzzling.PUZZLING
    palette = palette.PALETTE
    faults = (
        "no-such-piece", "not-your-piece", "off-board", "not-a-line", "jump",
        "first-turn-two-steps", "first-step-must-capture", "too-weak", "timeout",
    )  # fmt: skip
    """違規: the nine of T-8, in its order."""
    turn_seconds = 5
    """超時 (T-9): the time for a player's whole turn, both steps together, by default."""

    def setup(self, seats: int, options: TzaarOptions) -> TzaarState:
        return settled(TzaarState, dealt(options), WHITE, 1, 1)

    def load(self, text: str) -> TzaarState:
        fields = position.read(text)
        refuse(position.problems(fields))
        points, side, step, turn, out = fields
        state = settled(TzaarState, points, side, step, turn)
        if not out:
            return state
        (loser,) = out
        return state.over(out, won(1 - loser, 2, "withdrawn"))

    def geometry(self, seats: int, options: Options) -> Geometry:
        return BOARD.geometry

    def samples(self) -> Sequence[tuple[int, Options]]:
        return [*super().samples(), (2, TzaarOptions("random", LARGEST_SEED))]


GAME = Tzaar()
