"""Why a symbol may not be placed in relati classic."""

from __future__ import annotations

from duiyi.core.errors import Violation, violation
from duiyi.games.order import symbol
from duiyi.games.relati_classic.actions import Place
from duiyi.games.relati_classic.rules import RelatiClassicRules


def violation_of(state: RelatiClassicRules, action: Place) -> Violation:
    """For an action that is not legal here."""
    if state.outcome is not None:
        return violation("core", "game-over")
    site = state.board.label(action.cell)
    if any(own >> action.cell & 1 for own in state.symbols):
        return violation("core", "occupied", site, site=site)
    return state.breach("not-linked", site, site=site, symbol=symbol(state.owner))
