"""What placing a symbol did in relati classic, told in order. No rules here."""

from __future__ import annotations

from collections.abc import Sequence

from duiyi.core.message import Message
from duiyi.core.view import Event
from duiyi.games.order import SYMBOLS, skipped, symbol
from duiyi.games.relati_classic.actions import Place
from duiyi.games.relati_classic.rules import RelatiClassicRules


def narrate(state: RelatiClassicRules, later: RelatiClassicRules, action: Place) -> Sequence[Event]:
    """The symbol placed, who is skipped because of it, and how the game ended."""
    mover, site = state.owner, state.board.label(action.cell)
    events = [Event(state.say("event.place", symbol=symbol(mover), site=site), (site,))]
    if later.outcome:
        return [*events, Event(later.outcome_message(SYMBOLS))]
    passed = skipped(mover, later.owner, state.seats, state.out)
    return events + [Event(state.say("event.skip", symbol=symbol(seat))) for seat in passed]


def notation(state: RelatiClassicRules, action: Place) -> Message:
    """The action in short, as a list of moves says it to people."""
    key = "notation.place" if state.symbols[state.owner] else "notation.first"
    return state.say(key, site=state.board.label(action.cell))
