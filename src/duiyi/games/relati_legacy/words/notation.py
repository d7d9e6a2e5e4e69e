"""Actions of relati legacy as a list of moves says them to people."""

from __future__ import annotations

from duiyi.core.message import Message
from duiyi.games.relati_legacy.actions import (
    Action,
    Attack,
    Bomb,
    Defend,
    Escape,
    Link,
    Locate,
)
from duiyi.games.relati_legacy.effects import after
from duiyi.games.relati_legacy.rules import RelatiLegacyRules
from duiyi.games.relati_legacy.words.previews import left_behind, spent_sites, toll


def notation(state: RelatiLegacyRules, action: Action) -> Message:
    """No two legal actions of a position are written alike, so that it can be read back."""
    if isinstance(action, Attack):
        target, medium = state.board.label(action.target), state.board.label(action.medium)
        costs = tuple(spent_sites(state, action))
        key = f"notation.{action.kind.lower()}"
        return state.say(key, target=target, medium=medium, spent=costs)
    site = state.board.label(action.cell)
    match action:
        case Locate():
            return state.say("notation.locate", site=site)
        case Link():
            return state.say("notation.link", site=site)
        case Escape():
            return state.say("notation.escape", site=site, count=left_behind(state).bit_count())
        case Bomb():
            theirs, own = toll(state, after(state, action))
            return state.say("notation.bomb", site=site, theirs=theirs, own=own)
        case Defend():
            return state.say("notation.defend", site=site)
