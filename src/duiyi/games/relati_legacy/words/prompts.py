"""What a position of relati legacy asks, of whom: to everybody, and to who decides."""

from __future__ import annotations

from duiyi.core.message import Message
from duiyi.games.order import SYMBOLS, symbol
from duiyi.games.relati_legacy.rules import RelatiLegacyRules


def prompt(state: RelatiLegacyRules) -> Message:
    if state.outcome:
        return state.outcome_message(SYMBOLS)
    return state.say(f"prompt.{_asked(state)}", symbol=symbol(state.owner))


def prompt_you(state: RelatiLegacyRules) -> Message | None:
    return None if state.outcome else state.say(f"prompt.{_asked(state)}.you")


def _asked(state: RelatiLegacyRules) -> str:
    """Without a source nothing is valid: only shields can act (L-5)."""
    side = state.sides[state.owner]
    if not side.all:
        return "locate"
    return "act" if side.source else "shields"
