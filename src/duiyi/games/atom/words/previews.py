"""What a choice of atom would do, said before it is played: numbers, and whose atoms go."""

from __future__ import annotations

from duiyi.core.message import Message, Param
from duiyi.core.state import Seat
from duiyi.games.atom.actions import Action, Attack, Destroy, Direct, Effect, End, Keep, Lose
from duiyi.games.atom.cells import attack, black_neighbours, colour_at, defence
from duiyi.games.atom.effects import after, damage, destroyable, healing, removable
from duiyi.games.atom.phases import Acting, Destroying, Keeping
from duiyi.games.atom.rules import AtomRules
from duiyi.games.atom.words.names import compared


def preview(state: AtomRules, action: Action) -> Message | None:
    match action:
        case Attack():
            return _attack(state, action)
        case Direct(number):
            power = attack(state.sides[state.owner].cells[number])
            wins = power >= state.sides[state.other].life
            return state.say("preview.direct-wins" if wins else "preview.direct", damage=power)
        case Effect():
            return _effect(state, action)
        case Destroy():
            return _falling(state, "preview.destroy", action, state.other)
        case Lose() | Keep():
            assert state.actor is not None
            return _falling(state, "preview.own", action, state.actor)
        case End() if isinstance(state.phase, Acting) and state.turn >= state.options.turn_limit:
            return state.say("preview.turn-limit")
    return None


def _attack(state: AtomRules, action: Attack) -> Message:
    """5 > 2.5: breaks, −4 life, up to 2 of theirs destroyed."""
    mine = state.sides[state.owner].cells[action.cell]
    theirs = state.sides[state.other].cells[action.target]
    power, wall = attack(mine), defence(theirs)
    sign = compared(state, power, wall)
    if not power > wall:
        return state.say("preview.fails", attack=power, defence=wall, sign=sign)
    loss, atoms = damage(state, mine, theirs), destroyable(mine, theirs)
    key = "preview.attack" if atoms else "preview.held"
    if loss >= state.sides[state.other].life:
        key = "preview.attack-wins"
    return state.say(key, attack=power, defence=wall, sign=sign, damage=loss, atoms=atoms)


def effect_size(state: AtomRules, action: Effect) -> tuple[str, int]:
    """The colour of an effect, and what it gives or takes."""
    cell = state.sides[state.owner].cells[action.cell]
    colour, y = colour_at(cell, action.point), black_neighbours(cell, action.point)
    assert colour is not None
    match colour:
        case "R":
            return colour, removable(state, y)
        case "G":
            return colour, healing(state, y)
    return colour, y


def _effect(state: AtomRules, action: Effect) -> Message:
    colour, y = effect_size(state, action)
    return _falling(state, f"preview.{colour}", action, state.owner, size=y)


def _falling(state: AtomRules, key: str, action: Action, seat: Seat, **params: Param) -> Message:
    """How many atoms of a seat go at once; whether a cell is in parts then and waits for its owner,
    who keeps one of them."""
    later = after(state, action)
    count = _atoms(state, seat) - _atoms(later, seat)
    said = state.say(key, count=count, **params)
    if isinstance(later.phase, Keeping) and not isinstance(action, Keep):
        theirs = isinstance(state.phase, Destroying)
        return state.say("preview.they-keep" if theirs else "preview.you-keep", what=said)
    return said


def _atoms(state: AtomRules, seat: Seat) -> int:
    return sum(map(len, state.sides[seat].cells))
