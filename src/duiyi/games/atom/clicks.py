"""What clicks in atom that fit no choice would have meant."""

from __future__ import annotations

import re
from typing import NamedTuple

from duiyi.boards.triangle import Point
from duiyi.core.errors import Violation
from duiyi.core.state import Seat
from duiyi.core.view.clicks import Clicks
from duiyi.games.atom.actions import (
    Action,
    Attack,
    Choose,
    Destroy,
    Direct,
    Effect,
    End,
    Keep,
    Place,
    Stop,
)
from duiyi.games.atom.cells import CELLS, COLOURS, atom_site, cell_site, held_site, life_site
from duiyi.games.atom.phases import Acting, Destroying, Keeping, Placing
from duiyi.games.atom.rules import AtomRules
from duiyi.games.atom.violations import asked

_site = re.compile(r"([01])\.(?:([KRBG])|([123])(?::(-?[0-9]+),(-?[0-9]+))?)")
_lives = {life_site(seat): seat for seat in (0, 1)}
_buttons: dict[str, Action] = {
    "#a": Choose("a"),
    "#b": Choose("b"),
    "#c": Choose("c"),
    "#end": End(),
    "#end-placing": End(),
    "#stop": Stop(),
}


class Spot(NamedTuple):
    """What a site is: a player's held colour, or his cell, or a point in it."""

    seat: Seat
    colour: str | None
    number: int
    point: Point | None


def spot(site: str) -> Spot | None:
    found = _site.fullmatch(site)
    if found is None:
        return None
    seat, colour, number, r, h = found.groups()
    point = None if r is None else (int(r), int(h))
    return Spot(int(seat), colour, int(number or 1) - 1, point)


def meant(state: AtomRules, clicks: Clicks) -> Action | Violation | None:
    if clicks[-1] in _buttons:
        return _buttons[clicks[-1]]
    if clicks[-1] in _lives:
        return _at_life(state, clicks)
    spots = [found for click in clicks if (found := spot(click)) is not None]
    first, last = (spots[0], spots[-1]) if spots else (None, None)
    if first is None or last is None:
        return None
    match state.phase:
        case Placing():
            return _placing(state, first, last)
        case Acting():
            return _acting(state, first, last, clicks[-1])
        case Destroying(_, number):
            if last.seat == state.other and last.number == number and last.point:
                return Destroy(last.point)
        case Keeping(_, owner, (number, *_)):
            if last.seat == owner and last.number == number and last.point:
                return Keep(number, last.point)
    return _other_phase(state)


def _at_life(state: AtomRules, clicks: Clicks) -> Action | Violation:
    """A direct attack, by the cell that was clicked before, or by any."""
    if not isinstance(state.phase, Acting) or _lives[clicks[-1]] == state.owner:
        return _other_phase(state)
    first = spot(clicks[0])
    own = first and first.seat == state.owner and not first.colour
    return Direct(first.number if first and own else _filled(state, state.owner))


def _other_phase(state: AtomRules) -> Violation:
    return state.breach("wrong-phase", asked=asked(state))


def _not_yours(state: AtomRules, there: Spot) -> Violation:
    if there.colour:
        return state.breach("not-your-atoms", held_site(there.seat, there.colour))
    where = cell_site(there.seat, there.number)
    return state.breach("not-your-cell", where, cell=there.number + 1)


def _placing(state: AtomRules, first: Spot, last: Spot) -> Action | Violation | None:
    if last.seat != state.owner:
        return _not_yours(state, last)
    if last.colour:
        return _not_placeable(state, last.colour)
    colour = first.colour
    if colour is None or not state.sides[state.owner].held[COLOURS.index(colour)]:
        return state.breach("held-first", cell_site(last.seat, last.number))
    if last.point or not state.sides[state.owner].cells[last.number]:
        return Place(last.number, colour, last.point or (0, 0))
    return state.breach("point-first", cell_site(last.seat, last.number), cell=last.number + 1)


def _not_placeable(state: AtomRules, colour: str) -> Action | Violation | None:
    """Why none of the atoms of a colour can be placed."""
    assert isinstance(state.phase, Placing)
    site, side = held_site(state.owner, colour), state.sides[state.owner]
    if not state.phase.placements:
        return state.breach("no-placements", site)
    if not side.held[COLOURS.index(colour)]:
        return state.breach("not-held", site, colour=state.say(f"colour.{colour}"))
    empty = [number for number in CELLS if not side.cells[number]]
    return Place(empty[0], colour, (0, 0)) if empty else None


def _acting(state: AtomRules, first: Spot, last: Spot, click: str) -> Action | Violation | None:
    mine, theirs = state.owner, state.other
    if click == "#direct":
        return Direct(last.number)
    if last.colour:
        return _other_phase(state)
    if click == "#effect" or (last.seat == mine and last.point):
        return Effect(last.number, last.point or (0, 0))
    if last.seat == mine:
        return _from_cell(state, last.number)
    if first.seat == mine and not first.point:
        action = Attack(first.number, last.number)
        if state.judge(action) or not last.point:
            return action
        where = atom_site(theirs, last.number, last.point)
        return state.breach("whole-cell", where, cell=last.number + 1)
    return state.judge(_from_cell(state, _filled(state, mine))) or _not_yours(state, last)


def _from_cell(state: AtomRules, number: int) -> Action:
    """Any attack from a cell: at the other player himself where he has no cell."""
    if state.sides[state.other].filled:
        return Attack(number, _filled(state, state.other))
    return Direct(number)


def _filled(state: AtomRules, seat: Seat) -> int:
    """The first cell of a player with an atom; the first of all where there is none."""
    cells = state.sides[seat].cells
    return next((number for number in CELLS if cells[number]), 0)
