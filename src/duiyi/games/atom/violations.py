"""Why a decision of atom is not legal: the first rule that it breaks."""

from __future__ import annotations

from duiyi.boards.triangle import Point, neighbours
from duiyi.core.errors import Violation, violation
from duiyi.core.message import Message
from duiyi.core.state import Seat
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
from duiyi.games.atom.cells import COLOURS, atom_site, cell_site, colour_at
from duiyi.games.atom.phases import (
    Acting,
    Choosing,
    Destroying,
    Drawing,
    Keeping,
    Losing,
    Phase,
    Placing,
)
from duiyi.games.atom.rules import AtomRules

_asked_in: dict[type[Action], tuple[type[Phase], ...]] = {
    Choose: (Choosing,),
    Draw: (Drawing,),
    Place: (Placing,),
    End: (Placing, Acting),
    Attack: (Acting,),
    Direct: (Acting,),
    Destroy: (Destroying,),
    Stop: (Destroying,),
    Effect: (Acting,),
    Lose: (Losing,),
    Keep: (Keeping,),
}


def violation_of(state: AtomRules, action: Action) -> Violation:
    """For a decision that is not legal here."""
    if state.outcome is not None:
        return violation("core", "game-over")
    if not isinstance(state.phase, _asked_in[type(action)]):
        return state.breach("wrong-phase", asked=asked(state))
    return _off_lattice(state, action) or _unmet(state, action)


def _off_lattice(state: AtomRules, action: Action) -> Violation | None:
    """Every decision that names a point: the point must be one of the lattice."""
    match action:
        case Place(number, _, point) | Effect(number, point):
            where = cell_site(state.owner, number)
        case Lose(number, point):
            where = cell_site(state.other, number)
        case Destroy(point):
            assert isinstance(state.phase, Destroying)
            where = cell_site(state.other, state.phase.cell)
        case Keep(number, point):
            assert isinstance(state.phase, Keeping)
            where = cell_site(state.phase.owner, number)
        case _:
            return None
    if (point[0] - point[1]) % 2 == 0:
        return None
    return state.breach("off-lattice", where, point=at(point))


def _unmet(state: AtomRules, action: Action) -> Violation:
    """What else is wrong with a decision that is asked for now."""
    match action:
        case Draw(counts):
            assert isinstance(state.phase, Drawing)
            return state.breach("wrong-draw", atoms=state.phase.atoms, drawn=sum(counts))
        case Place():
            return _place(state, action)
        case Attack() | Direct():
            return _attack(state, action)
        case Effect(number, point):
            cell = state.sides[state.owner].cells[number]
            if colour_at(cell, point) == "K":
                site = atom_site(state.owner, number, point)
                return state.breach("black-has-no-effect", site, point=at(point))
            return _no_atom(state, state.owner, number, point)
        case Destroy(point):
            return _destroy(state, point)
        case Lose(number, point):
            return _no_atom(state, state.other, number, point)
        case Keep(number, point):
            return _not_a_part(state, number, point)
    return state.breach("must-destroy")


def asked(state: AtomRules) -> Message:
    """What is to be decided now."""
    return state.say(f"asked.{type(state.phase).__name__.lower()}")


def _no_atom(state: AtomRules, seat: Seat, number: int, point: Point) -> Violation:
    return state.breach("no-atom", cell_site(seat, number), cell=number + 1, point=at(point))


def _not_a_part(state: AtomRules, number: int, point: Point) -> Violation:
    assert isinstance(state.phase, Keeping)
    where = cell_site(state.phase.owner, number)
    return state.breach("not-a-part", where, cell=number + 1, point=at(point))


def _place(state: AtomRules, action: Place) -> Violation:
    phase = state.phase
    assert isinstance(phase, Placing)
    side, options = state.sides[state.owner], state.options
    cell, point = side.cells[action.cell], action.point
    where = cell_site(state.owner, action.cell)
    if not phase.placements:
        return state.breach("no-placements", where)
    if not side.held[COLOURS.index(action.colour)]:
        return state.breach("not-held", where, colour=state.say(f"colour.{action.colour}"))
    if not cell:
        if action.colour != "K":
            return state.breach("first-black", where, cell=action.cell + 1)
        return state.breach("first-at-origin", where, cell=action.cell + 1)
    if colour_at(cell, point):
        site = atom_site(state.owner, action.cell, point)
        return state.breach("taken", site, cell=action.cell + 1, point=at(point))
    if not any(colour_at(cell, near) for near in neighbours(point)):
        return state.breach("not-connected", where, cell=action.cell + 1, point=at(point))
    rows = [r for r, _, _ in cell]
    if max(*rows, point[0]) - min(*rows, point[0]) > options.max_height:
        return state.breach("too-high", where, cell=action.cell + 1, limit=options.max_height)
    return state.breach("too-wide", where, cell=action.cell + 1, limit=options.max_width)


def _attack(state: AtomRules, action: Attack | Direct) -> Violation:
    assert isinstance(state.phase, Acting)
    if state.turn == 1:
        return state.breach("first-turn")
    if not state.phase.attacks:
        return state.breach("no-attacks")
    if not state.sides[state.owner].cells[action.cell]:
        where = cell_site(state.owner, action.cell)
        return state.breach("empty-attacker", where, cell=action.cell + 1)
    if isinstance(action, Direct):
        return state.breach("cells-stand")
    where = cell_site(state.other, action.target)
    return state.breach("empty-target", where, cell=action.target + 1)


def _destroy(state: AtomRules, point: Point) -> Violation:
    assert isinstance(state.phase, Destroying)
    number = state.phase.cell
    if colour_at(state.sides[state.other].cells[number], point):
        return state.breach("black-first", atom_site(state.other, number, point), point=at(point))
    return _no_atom(state, state.other, number, point)
