"""A state of relati classic, and the game: the rules put together with all that is beside them."""

from __future__ import annotations

import dataclasses
from itertools import chain

from duiyi.boards.square import is_label
from duiyi.core.base import BaseGame
from duiyi.core.errors import BadToken, Violation, refuse
from duiyi.core.options import Options
from duiyi.core.outcome import Outcome, won
from duiyi.core.state import Seat
from duiyi.core.view import Geometry
from duiyi.core.view.clicks import Clicks
from duiyi.games.answers import Answers, Modules
from duiyi.games.fields import wrong_actor, wrong_last, wrong_turn
from duiyi.games.order import BEFORE_FIRST
from duiyi.games.relati_classic import actions as tokens
from duiyi.games.relati_classic import effects, narration, position, searching, violations
from duiyi.games.relati_classic import view as shown
from duiyi.games.relati_classic.actions import Place
from duiyi.games.relati_classic.effects import turn_over
from duiyi.games.relati_classic.rules import RelatiClassicRules, board_of
from duiyi.games.relati_classic.study import palette, puzzling, symmetry


class RelatiClassicState(Answers[Place], RelatiClassicRules):
    """A position that can be played, told, shown and written."""

    __slots__ = ()
    modules = Modules(narration.narrate, narration.notation, searching.promise, shown.view)

    @property
    def game(self) -> RelatiClassic:
        return GAME

    def judge(self, action: Place) -> Violation | None:
        if self.legal >> action.cell & 1:
            return None
        return violations.violation_of(self, action)

    def after(self, action: Place) -> RelatiClassicState:
        return effects.after(self, action)

    def without(self, seat: Seat, out: frozenset[Seat]) -> RelatiClassicState:
        return effects.withdrawn(self, seat, out)

    def over(self, out: frozenset[Seat], outcome: Outcome) -> RelatiClassicState:
        return effects.ended(self, out, outcome)

    def text(self, action: Place) -> str:
        return tokens.write(action, self.board)

    def read(self, token: str) -> Place:
        action = tokens.read(token, self.board)
        if action is not None:
            return action
        if is_label(token):
            raise BadToken(self.say("bad-token.off-board", token=token, size=self.board.size))
        raise self.unreadable(token)

    def meant(self, clicks: Clicks) -> Place | None:
        return tokens.read(clicks[-1], self.board)

    def dump(self) -> str:
        return position.write(self.symbols, self.actor, self.last, self.turn, self.out)


class RelatiClassic(BaseGame):
    """relati classic for two, three or four seats."""

    id = "relati-classic"
    seats = range(2, 5)
    searching = searching.SEARCHING
    symmetry = symmetry.SYMMETRY
    puzzling = puzzling.PUZZLING
    palette = palette.PALETTE

    def setup(self, seats: int, options: Options) -> RelatiClassicState:
        return turn_over(RelatiClassicState, (0,) * seats, BEFORE_FIRST, 0, frozenset())

    def load(self, text: str) -> RelatiClassicState:
        symbols, actor, last, turn, out = position.read(text)
        taken = sum(own.bit_count() for own in symbols)
        room = len(board_of(len(symbols)).cells) - taken + len(symbols) - len(out)
        if len(symbols) - len(out) == 1:
            (winner,) = set(range(len(symbols))) - out
            outcome = won(winner, len(symbols), "withdrawn")
            state = RelatiClassicState(symbols, None, last, turn, out, outcome, 0)
        else:
            state = turn_over(RelatiClassicState, symbols, last, turn, out)
            state = dataclasses.replace(state, turn=turn)
        problems = wrong_last(last, symbols), wrong_turn(turn, room)
        refuse(chain(*problems, wrong_actor(actor, state.actor)))
        return state

    def geometry(self, seats: int, options: Options) -> Geometry:
        return board_of(seats).geometry


GAME = RelatiClassic()
