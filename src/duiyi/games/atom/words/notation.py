"""Decisions of atom as a list of moves says them to people."""

from __future__ import annotations

from duiyi.core.message import Message
from duiyi.games.atom.actions import (
    Action,
    Attack,
    Choose,
    Destroy,
    Direct,
    Draw,
    Effect,
    End,
    Keep,
    Lose,
    Place,
    Stop,
    at,
)
from duiyi.games.atom.cells import COLOURS, attack, blacks, defence, parts_with_black
from duiyi.games.atom.effects import damage, destroyable, promised
from duiyi.games.atom.phases import Destroying, Keeping, Placing
from duiyi.games.atom.rules import AtomRules
from duiyi.games.atom.words.names import colour, colour_of, compared
from duiyi.games.atom.words.previews import effect_size


def notation(state: AtomRules, action: Action) -> Message:
    """No two legal decisions of a position are written alike, so that it can be read back."""
    say = state.say
    match action:
        case Choose(what):
            return say(f"notation.{what}", count=promised(state, what))
        case Draw(counts):
            return say("notation.draw", drawn=drawn(state, counts))
        case Place(number, code, point):
            return say(
                "notation.place", cell=number + 1, colour=colour(state, code), point=at(point)
            )
        case End():
            placing = isinstance(state.phase, Placing)
            return say("notation.end-placing" if placing else "notation.end")
        case Attack():
            return _attack(state, action)
        case Direct(number):
            power = attack(state.sides[state.owner].cells[number])
            return say("notation.direct", cell=number + 1, damage=power)
        case Destroy(point):
            assert isinstance(state.phase, Destroying)
            name = colour_of(state, state.sides[state.other].cells[state.phase.cell], point)
            return say("notation.destroy", colour=name, point=at(point))
        case Stop():
            return say("notation.stop")
        case Effect(number, point):
            code, size = effect_size(state, action)
            return say(f"notation.{code}", cell=number + 1, point=at(point), count=size)
        case Lose(number, point):
            name = colour_of(state, state.sides[state.other].cells[number], point)
            return say("notation.lose", cell=number + 1, colour=name, point=at(point))
        case Keep():
            return _keep(state, action)


def drawn(state: AtomRules, counts: tuple[int, ...]) -> tuple[Message, ...]:
    """4 black, 1 blue: the colours that came."""
    return tuple(
        state.say("drawn", count=count, colour=colour(state, code))
        for code, count in zip(COLOURS, counts, strict=True)
        if count
    )


def _attack(state: AtomRules, action: Attack) -> Message:
    mine = state.sides[state.owner].cells[action.cell]
    theirs = state.sides[state.other].cells[action.target]
    power, wall = attack(mine), defence(theirs)
    key = "notation.attack-fails"
    if power > wall:
        key = "notation.attack" if destroyable(mine, theirs) else "notation.attack-held"
    return state.say(
        key,
        cell=action.cell + 1,
        target=action.target + 1,
        attack=power,
        sign=compared(state, power, wall),
        defence=wall,
        damage=damage(state, mine, theirs),
    )


def _keep(state: AtomRules, action: Keep) -> Message:
    assert isinstance(state.phase, Keeping)
    parts = parts_with_black(state.sides[state.phase.owner].cells[action.cell])
    (part,) = [part for part in parts if blacks(part)[0] == action.point]
    point = at(action.point)
    return state.say("notation.keep", cell=action.cell + 1, point=point, count=len(part))
