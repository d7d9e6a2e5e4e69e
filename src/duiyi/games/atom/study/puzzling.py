"""Where puzzles of atom come from: after the draw, where nothing is left to chance in a turn."""

from __future__ import annotations

from typing import Any

from duiyi.core.message import Message
from duiyi.core.state import Seat
from duiyi.core.study.puzzling import WIN, Puzzling
from duiyi.games.atom.actions import Attack, Direct, Effect, Place
from duiyi.games.atom.phases import Acting, Placing
from duiyi.games.atom.rules import AtomRules

DESTROY = "destroy"
FEWEST_CHOICES = 4
MOST_PLACEMENTS = 1
"""Of a puzzle that begins while atoms are placed: with more there is too much to try."""
FIRST_SIDE = 2
"""Where a position text has the first player."""


def destroyed(text: str, seat: Seat) -> int:
    """How many cells of the other are empty."""
    _, _, *cells = text.split(" ")[FIRST_SIDE + 1 - seat].split(":")
    return cells.count("-")


def asks(state: AtomRules) -> bool:
    match state.phase:
        case Acting(attacks):
            return attacks > 0 and len(state.actions()) >= FEWEST_CHOICES
        case Placing(placements, attacks):
            return 0 < placements <= MOST_PLACEMENTS and attacks > 0
    return False


def themes(first: Any, last: Any, line: tuple[str, ...]) -> tuple[str, ...]:
    """By what is decided on the way."""
    found, state = set(), first
    for token in line:
        match state.parse(token):
            case Place():
                found.add("placement")
            case Direct():
                found.add("direct")
            case Effect():
                found.add("effect")
        state = state.play(token)
    attacks = sum(isinstance(first.parse(token), Attack) for token in line)
    return (*sorted(found), *(("several-attacks",) if attacks > 1 else ()))


def facts(state: AtomRules, task: str) -> Message | None:
    """How many attacks are left, how much life they are to take, what is to be placed before."""
    match state.phase:
        case Placing(placements, attacks):
            parts = {"placements": placements, "attacks": attacks}
        case phase:
            parts = {"attacks": getattr(phase, "attacks", 0)}
    life = {"life": state.sides[1 - state.owner].life} if task == WIN else {}
    kind = task if task == WIN else DESTROY
    key = f"puzzle.facts.{kind}.placing" if "placements" in parts else f"puzzle.facts.{kind}"
    return state.say(key, **life, **parts)


PUZZLING = Puzzling(
    tasks=(WIN, DESTROY),
    counts={DESTROY: destroyed},
    idle=frozenset({"end", "stop"}),
    asks=asks,
    themes=themes,
    facts=facts,
    grades=(10.0, 11.5, 13.2, 15.0),
)
