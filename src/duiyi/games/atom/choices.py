"""What may be decided in a position of atom, as a page offers it: clicks, labels, previews."""

from __future__ import annotations

from typing import TYPE_CHECKING

from duiyi.core.message import Message
from duiyi.core.view import Choice, button
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
from duiyi.games.atom.cells import (
    attack,
    black_neighbours,
    blacks,
    colour_at,
    defence,
    parts_with_black,
)
from duiyi.games.atom.effects import chosen, damage, destroyable, healing, removable
from duiyi.games.atom.phases import Destroying, Keeping, Placing
from duiyi.games.atom.sites import atom_site, cell_site, held_site

if TYPE_CHECKING:
    from duiyi.games.atom.rules import AtomState


def choice(state: AtomState, action: Action) -> Choice:
    match action:
        case Choose(what):
            label = state.say(f"choice.{what}", count=promised(state, what))
            return _choice(state, action, label, button(what))
        case Place(number, colour, point):
            name = state.say(f"colour.{colour}")
            label = state.say("choice.place", colour=name, cell=number + 1, point=at(point))
            path = held_site(state.owner, colour), atom_site(state.owner, number, point)
            return _choice(state, action, label, *path)
        case End():
            ending = "end-placing" if isinstance(state.phase, Placing) else "end"
            return _choice(state, action, state.say(f"choice.{ending}"), button(ending))
        case Attack() | Direct():
            return _attack(state, action)
        case Effect():
            return _effect(state, action)
        case Destroy(point):
            assert isinstance(state.phase, Destroying)
            site = atom_site(state.other, state.phase.cell, point)
            return _choice(state, action, state.say("choice.destroy", point=at(point)), site)
        case Stop():
            return _choice(state, action, state.say("choice.stop"), button("stop"))
        case Lose(number, point):
            label = state.say("choice.lose", cell=number + 1, point=at(point))
            return _choice(state, action, label, atom_site(state.other, number, point))
        case Keep():
            return _keep(state, action)
        case Draw():
            raise AssertionError("chance has no choices")


def _choice(
    state: AtomState, action: Action, label: Message, *path: str, preview: Message | None = None
) -> Choice:
    return Choice(state.text(action), (path,), label, preview)


def promised(state: AtomState, what: str) -> int:
    """How many atoms, placements or attacks the turn has when this is chosen."""
    drawing = chosen(state, what)
    return {"a": drawing.atoms, "b": drawing.placements, "c": drawing.attacks}[what]


def _attack(state: AtomState, action: Attack | Direct) -> Choice:
    mine = cell_site(state.owner, action.cell)
    if isinstance(action, Direct):
        power = attack(state.sides[state.owner].cells[action.cell])
        label = state.say("choice.direct", cell=action.cell + 1)
        preview = state.say("preview.direct", damage=power)
        return _choice(state, action, label, mine, button("direct"), preview=preview)
    label = state.say("choice.attack", cell=action.cell + 1, target=action.target + 1)
    preview = _attack_preview(state, action)
    return _choice(
        state, action, label, mine, cell_site(state.other, action.target), preview=preview
    )


def _attack_preview(state: AtomState, action: Attack) -> Message:
    """5 against 2.5: 4 damage, 2 atoms."""
    mine = state.sides[state.owner].cells[action.cell]
    theirs = state.sides[state.other].cells[action.target]
    power, wall = attack(mine), defence(theirs)
    if not power > wall:
        return state.say("preview.fails", attack=power, defence=wall)
    loss, atoms = damage(state, mine, theirs), destroyable(mine, theirs)
    return state.say("preview.attack", attack=power, defence=wall, damage=loss, atoms=atoms)


def _effect(state: AtomState, action: Effect) -> Choice:
    cell = state.sides[state.owner].cells[action.cell]
    path = atom_site(state.owner, action.cell, action.point), button("effect")
    label = state.say("choice.effect", cell=action.cell + 1, point=at(action.point))
    y = black_neighbours(cell, action.point)
    match colour := colour_at(cell, action.point):
        case "R":
            y = removable(state, y)
        case "G":
            y = healing(state, y)
    return _choice(state, action, label, *path, preview=state.say(f"preview.{colour}", count=y))


def _keep(state: AtomState, action: Keep) -> Choice:
    """Any atom of the part may be clicked."""
    assert isinstance(state.phase, Keeping)
    owner = state.phase.owner
    parts = parts_with_black(state.sides[owner].cells[action.cell])
    (part,) = [part for part in parts if blacks(part)[0] == action.point]
    paths = tuple((atom_site(owner, action.cell, (r, h)),) for r, h, _ in part)
    label = state.say("choice.keep", cell=action.cell + 1, count=len(part))
    return Choice(state.text(action), paths, label)
