"""What a position of atom asks, of whom: to everybody, and to who decides."""

from __future__ import annotations

from duiyi.core.message import Message
from duiyi.core.state import CHANCE
from duiyi.games.atom.cells import Side
from duiyi.games.atom.effects import DRAWN, PLACED
from duiyi.games.atom.phases import Acting, Choosing, Destroying, Drawing, Keeping, Losing, Placing
from duiyi.games.atom.rules import AtomRules
from duiyi.games.atom.words.names import SYMBOLS, symbol


def prompt(state: AtomRules) -> Message:
    if state.outcome:
        return state.outcome_message(SYMBOLS)
    say = state.say
    who = symbol(state.owner if state.actor in (None, CHANCE) else state.actor)
    match state.phase:
        case Drawing(atoms):
            return say("prompt.draw", symbol=who, atoms=atoms)
        case Placing(left):
            return say("prompt.place", symbol=who, count=left)
        case Acting(attacks):
            return say("prompt.act" if attacks else "prompt.act-none", symbol=who, count=attacks)
        case Destroying(_, number, left, first):
            key = "prompt.destroy-first" if first else "prompt.destroy"
            return say(key, symbol=who, cell=number + 1, count=left)
        case Keeping(_, _, cells):
            return say("prompt.keep", symbol=who, cell=cells[0] + 1)
        case Losing(_, left):
            return say("prompt.lose", symbol=who, count=left)
    return say("prompt.choose", symbol=who)


def prompt_you(state: AtomRules) -> Message | None:
    """None where chance decides, and at the end."""
    side = state.sides[state.owner]
    match state.phase:
        case Choosing():
            return _choose(state, side)
        case Placing(left):
            return _place(state, side, left)
        case Acting(attacks):
            return _act(state, side, attacks)
        case Destroying(_, number, left, first):
            key = "destroy" if not first else "destroy-first" if left > 1 else "destroy-one"
            return state.say(f"prompt.{key}.you", cell=number + 1, count=left)
        case Keeping(_, _, cells):
            return state.say("prompt.keep.you", cell=cells[0] + 1)
        case Losing(_, left):
            return state.say("prompt.lose.you", count=left)
    return None


def _choose(state: AtomRules, side: Side) -> Message:
    """With no cell all choices are the same, with one more attacks are not more."""
    if side.filled == 0:
        return state.say("prompt.choose-none.you", drawn=DRAWN, placed=PLACED)
    return state.say("prompt.choose-one.you" if side.filled == 1 else "prompt.choose.you")


def _place(state: AtomRules, side: Side, left: int) -> Message:
    able = side.held[0] if not side.filled else sum(side.held)
    if not left or not able:
        return state.say("prompt.place-none.you")
    return state.say("prompt.place.you" if side.filled else "prompt.place-first.you", count=left)


def _act(state: AtomRules, side: Side, attacks: int) -> Message:
    if not side.filled:
        return state.say("prompt.act-no-cell.you")
    coloured = any(atom[2] != "K" for cell in side.cells for atom in cell)
    if not attacks:
        key = "act-first" if state.turn == 1 else "act-none"
        return state.say(f"prompt.{key}.you" if coloured else f"prompt.{key}-plain.you")
    rest = state.say("rest.coloured" if coloured else "rest.plain")
    key = "prompt.act.you" if state.sides[state.other].filled else "prompt.act-direct.you"
    return state.say(key, count=attacks, rest=rest)
