"""What a decision of atom set off, told in order and with causes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from duiyi.boards.triangle import Point
from duiyi.core.state import Seat
from duiyi.core.view import Event
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
    CELLS,
    atom_site,
    attack,
    black_neighbours,
    cell_site,
    colour_at,
    defence,
    held_site,
)
from duiyi.games.atom.effects import destroyable, promised, removable
from duiyi.games.atom.phases import Destroying, Keeping, Placing
from duiyi.games.atom.rules import AtomRules
from duiyi.games.atom.words.names import SYMBOLS, colour, colour_of, symbol
from duiyi.games.atom.words.notation import drawn


def narrate(state: AtomRules, later: AtomRules, action: Action) -> Sequence[Event]:
    """`later` is the state after the decision."""
    events = [*said(state, action), *swept(state, later, action)]
    events += changed(state, later, action)
    if isinstance(later.phase, Keeping):
        number = later.phase.cells[0]
        where = cell_site(later.phase.owner, number)
        who = symbol(later.phase.owner)
        events.append(Event(state.say("event.split", symbol=who, cell=number + 1), (where,)))
    if later.outcome:
        events.append(Event(later.outcome_message(SYMBOLS)))
    return events


def said(state: AtomRules, action: Action) -> Iterator[Event]:
    """The decision itself."""
    say, who = state.say, symbol(state.owner)
    match action:
        case Choose(what):
            yield Event(say(f"event.{what}", symbol=who, count=promised(state, what)))
        case Draw(counts):
            yield Event(say("event.draw", symbol=who, drawn=drawn(state, counts)))
        case Place(number, code, point):
            site = atom_site(state.owner, number, point)
            name, spot = colour(state, code), at(point)
            says = say("event.place", symbol=who, colour=name, cell=number + 1, point=spot)
            yield Event(says, (site,))
        case End():
            key = "event.end-placing" if isinstance(state.phase, Placing) else "event.end"
            yield Event(say(key, symbol=who))
        case Attack(number, target):
            yield _attack(state, number, target)
        case Direct(number):
            power = attack(state.sides[state.owner].cells[number])
            where = cell_site(state.owner, number)
            says = say("event.direct", symbol=who, cell=number + 1, attack=power)
            yield Event(says, (where,))
        case Destroy(point):
            assert isinstance(state.phase, Destroying)
            yield _gone(state, "event.destroy", state.other, state.phase.cell, point)
        case Stop():
            yield Event(say("event.stop", symbol=who))
        case Effect(number, point):
            yield _effect(state, number, point)
        case Lose(number, point):
            yield _gone(state, "event.lose", state.other, number, point)
        case Keep(number, point):
            assert isinstance(state.phase, Keeping)
            site = atom_site(state.phase.owner, number, point)
            keeper = symbol(state.phase.owner)
            yield Event(say("event.keep", symbol=keeper, cell=number + 1, point=at(point)), (site,))


def _attack(state: AtomRules, number: int, target: int) -> Event:
    mine = state.sides[state.owner].cells[number]
    theirs = state.sides[state.other].cells[target]
    power, wall = attack(mine), defence(theirs)
    key = "event.attack-fails"
    if power > wall:
        key = "event.attack" if destroyable(mine, theirs) else "event.attack-held"
    who, cells = symbol(state.owner), {"cell": number + 1, "target": target + 1}
    says = state.say(key, symbol=who, attack=power, defence=wall, **cells)
    return Event(says, (cell_site(state.other, target),), (cell_site(state.owner, number),))


def _gone(state: AtomRules, key: str, seat: Seat, number: int, point: Point) -> Event:
    name = colour_of(state, state.sides[seat].cells[number], point)
    says = state.say(key, symbol=symbol(seat), colour=name, cell=number + 1, point=at(point))
    return Event(says, (atom_site(seat, number, point),))


def _effect(state: AtomRules, number: int, point: Point) -> Event:
    cell = state.sides[state.owner].cells[number]
    code, y = colour_at(cell, point), black_neighbours(cell, point)
    if code == "R":
        y = removable(state, y)
    says = state.say(f"event.effect.{code}", symbol=symbol(state.owner), cell=number + 1, count=y)
    return Event(says, (atom_site(state.owner, number, point),))


def swept(state: AtomRules, later: AtomRules, action: Action) -> Iterator[Event]:
    """A-9: what went because its cell had no black left, or it hung on nothing that was kept."""
    for seat in (0, 1):
        for number in CELLS:
            old, new = state.sides[seat].cells[number], later.sides[seat].cells[number]
            taken = _taken(action, number)
            gone = [atom[:2] for atom in old if atom not in new and atom[:2] != taken]
            if gone:
                key = "event.swept" if new else "event.cell-falls"
                sites = tuple(atom_site(seat, number, point) for point in gone)
                says = state.say(key, symbol=symbol(seat), cell=number + 1, count=len(gone))
                yield Event(says, sites)


def _taken(action: Action, number: int) -> Point | None:
    """The atom that the decision itself took, if it can have been in a cell of this number."""
    match action:
        case Destroy(point) | Effect(_, point):  # no other cell changes by these
            return point
        case Lose(cell, point) if cell == number:
            return point
    return None


def changed(state: AtomRules, later: AtomRules, action: Action) -> Iterator[Event]:
    """Life lost and gained, blacks gained by blue."""
    for seat, (old, new) in enumerate(zip(state.sides, later.sides, strict=True)):
        who = symbol(seat)
        if new.life < old.life:
            count = old.life - new.life
            yield Event(state.say("event.hurt", symbol=who, count=count, life=new.life))
        if new.life > old.life:
            count = new.life - old.life
            yield Event(state.say("event.heal", symbol=who, count=count, life=new.life))
        if new.held[0] > old.held[0] and not isinstance(action, Draw):
            count = new.held[0] - old.held[0]
            yield Event(state.say("event.gain", symbol=who, count=count), (held_site(seat, "K"),))
