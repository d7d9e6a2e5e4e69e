"""What a choice of atom would do, told before it is played: numbers, and whose atoms go."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from duiyi.core.message import Message, Param
from duiyi.core.state import Seat
from duiyi.core.view import Consequence
from duiyi.games.atom.actions import Action, Attack, Destroy, Direct, Effect, End, Keep, Lose
from duiyi.games.atom.cells import (
    CELLS,
    atom_site,
    attack,
    black_neighbours,
    cell_site,
    colour_at,
    defence,
)
from duiyi.games.atom.effects import after, damage, destroyable, healing, removable
from duiyi.games.atom.phases import Acting, Destroying, Keeping
from duiyi.games.atom.rules import AtomRules
from duiyi.games.atom.words.names import compared


class Preview(NamedTuple):
    """What is said of a choice, and what is shown on the board of it."""

    said: Message | None = None
    consequences: tuple[Consequence, ...] = ()


def preview(state: AtomRules, action: Action) -> Preview:
    match action:
        case Attack():
            return _attack(state, action)
        case Direct(number):
            power = attack(state.sides[state.owner].cells[number])
            left = state.sides[state.other].life - power
            key = "preview.direct" if left > 0 else "preview.direct-wins"
            return Preview(state.say(key, damage=power, left=max(left, 0)))
        case Effect():
            return _effect(state, action)
        case Destroy():
            return _falling(state, "preview.destroy", action, state.other)
        case Lose() | Keep():
            assert state.actor is not None
            return _falling(state, "preview.own", action, state.actor)
        case End() if isinstance(state.phase, Acting) and state.turn >= state.options.turn_limit:
            return Preview(state.say("preview.turn-limit"))
    return Preview()


def _attack(state: AtomRules, action: Attack) -> Preview:
    """5 > 2.5: breaks, −4 life, up to 2 of theirs destroyed."""
    mine = state.sides[state.owner].cells[action.cell]
    theirs = state.sides[state.other].cells[action.target]
    power, wall = attack(mine), defence(theirs)
    sign = compared(state, power, wall)
    between = cell_site(state.owner, action.cell), cell_site(state.other, action.target)
    figures: dict[str, Param] = {"attack": power, "defence": wall, "sign": sign}
    if not power > wall:
        plate = Consequence("holds", between, state.say("plate.holds", **figures))
        return Preview(state.say("preview.fails", **figures), (plate,))
    loss, atoms = damage(state, mine, theirs), destroyable(mine, theirs)
    key = "preview.attack" if atoms else "preview.held"
    if loss >= state.sides[state.other].life:
        key = "preview.attack-wins"
    figures["damage"] = loss
    plate = Consequence("breaks", between, state.say("plate.breaks", **figures))
    return Preview(state.say(key, **figures, atoms=atoms), (plate,))


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


def _effect(state: AtomRules, action: Effect) -> Preview:
    colour, y = effect_size(state, action)
    return _falling(state, f"preview.{colour}", action, state.owner, size=y)


def _falling(state: AtomRules, key: str, action: Action, seat: Seat, **params: Param) -> Preview:
    """How many atoms of a seat go at once; whether a cell is in parts then and waits for its owner,
    who keeps one of them."""
    later = after(state, action)
    going = tuple(_gone(state, later, seat))
    said = state.say(key, count=len(going), **params)
    if isinstance(later.phase, Keeping) and not isinstance(action, Keep):
        theirs = isinstance(state.phase, Destroying)
        said = state.say("preview.they-keep" if theirs else "preview.you-keep", what=said)
    return Preview(said, (Consequence("dies", going),))


def _gone(state: AtomRules, later: AtomRules, seat: Seat) -> Iterator[str]:
    """The sites of a seat's atoms that are no longer there."""
    for number in CELLS:
        for r, h, _ in sorted(
            {*state.sides[seat].cells[number]} - {*later.sides[seat].cells[number]}
        ):
            yield atom_site(seat, number, (r, h))
