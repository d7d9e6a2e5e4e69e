"""What is shown of a position of atom: the view. No rules here."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from duiyi.boards.triangle import neighbours
from duiyi.core.message import Message, message
from duiyi.core.state import CHANCE, Seat
from duiyi.core.view import Edge, Meter, Piece, Stone, View
from duiyi.games.atom.cells import COLOURS, attack, blacks, defence
from duiyi.games.atom.choices import choice
from duiyi.games.atom.phases import (
    Acting,
    Destroying,
    Drawing,
    Keeping,
    Losing,
    Placing,
)
from duiyi.games.atom.side import CELLS
from duiyi.games.atom.sites import atom_site, cell_site, held_site, sites

if TYPE_CHECKING:
    from duiyi.games.atom.rules import AtomState

SYMBOLS = ("first", "second")
GLYPHS = {"K": "black", "R": "red", "B": "blue", "G": "green"}


def symbol(seat: Seat) -> Message:
    return message(f"symbol.{SYMBOLS[seat]}")


def view(state: AtomState, since: AtomState | None, chosen: bool) -> View:
    """`chosen`: with the choices."""
    return View(
        actor=state.actor,
        owner=state.owner,
        turn=state.turn,
        seats=state.seat_views(SYMBOLS),
        prompt=prompt(state),
        sites=tuple(sites(state)),
        pieces=tuple(pieces(state)),
        edges=(*bonds(state), *brackets(state)),
        meters=tuple(meters(state)),
        choices=tuple(choice(state, action) for action in state.actions()) if chosen else (),
        last=tuple(changes(since, state)) if since else (),
        outcome=state.outcome,
    )


def prompt(state: AtomState) -> Message:
    if state.outcome:
        return state.outcome_message(SYMBOLS)
    who = symbol(state.owner if state.actor in (None, CHANCE) else state.actor)
    match state.phase:
        case Drawing(atoms):
            return state.say("prompt.draw", symbol=who, atoms=atoms)
        case Placing(left):
            return state.say("prompt.place", symbol=who, count=left)
        case Acting(attacks):
            return state.say("prompt.act", symbol=who, count=attacks)
        case Destroying(_, number, left, first):
            key = "prompt.destroy-first" if first else "prompt.destroy"
            return state.say(key, symbol=who, cell=number + 1, count=left)
        case Keeping(_, _, cells):
            return state.say("prompt.keep", symbol=who, cell=cells[0] + 1)
        case Losing(_, left):
            return state.say("prompt.lose", symbol=who, count=left)
    return state.say("prompt.choose", symbol=who, count=state.sides[state.owner].filled)


def pieces(state: AtomState) -> Iterator[Piece]:
    for seat, side in enumerate(state.sides):
        for number in CELLS:
            for r, h, colour in side.cells[number]:
                yield Piece(atom_site(seat, number, (r, h)), (Stone(GLYPHS[colour], seat),))
        for colour, held in zip(COLOURS, side.held, strict=True):
            stone = Stone(GLYPHS[colour], seat, str(held))
            yield Piece(held_site(seat, colour), (stone,), ("held",))


def bonds(state: AtomState) -> Iterator[Edge]:
    """Between neighbouring atoms, each once."""
    for seat, side in enumerate(state.sides):
        for number in CELLS:
            taken = {(r, h) for r, h, _ in side.cells[number]}
            for point in sorted(taken):
                for near in neighbours(point):
                    if near > point and near in taken:
                        ends = atom_site(seat, number, point), atom_site(seat, number, near)
                        yield Edge(*ends, (), seat, "bond")


def brackets(state: AtomState) -> Iterator[Edge]:
    """What attack and defence are measured between: blacks only."""
    for seat, side in enumerate(state.sides):
        for number in CELLS:
            black = blacks(side.cells[number])
            if black:
                across = sorted(black, key=lambda point: (point[1], point[0]))
                cell = side.cells[number]
                for kind, ordered, size in (
                    ("attack", black, str(attack(cell))),
                    ("defence", across, f"{float(defence(cell)):g}"),
                ):
                    first, last = (atom_site(seat, number, ordered[at]) for at in (0, -1))
                    yield Edge(first, last, (), seat, kind, size)


def meters(state: AtomState) -> Iterator[Meter]:
    for seat, side in enumerate(state.sides):
        yield Meter(state.say("meter.life"), side.life, seat, state.options.life_cap)
        for number in CELLS:
            cell = side.cells[number]
            yield Meter(state.say("meter.attack", cell=number + 1), attack(cell), seat)
            yield Meter(state.say("meter.defence", cell=number + 1), defence(cell), seat)
    if isinstance(state.phase, Placing):
        yield Meter(state.say("meter.placements"), state.phase.placements, state.owner)
    attacks = getattr(state.phase, "attacks", None)
    if attacks is not None:
        yield Meter(state.say("meter.attacks"), attacks, state.owner)
    yield Meter(state.say("meter.turn"), state.turn, None, state.options.turn_limit)


def changes(since: AtomState, state: AtomState) -> Iterable[str]:
    """The points whose atom the last decision placed or took; the tray where one is not shown."""
    shown, found = {site.id for site in sites(state)}, []
    for seat, (old, new) in enumerate(zip(since.sides, state.sides, strict=True)):
        for number in CELLS:
            for r, h, _ in sorted(set(old.cells[number]) ^ set(new.cells[number])):
                site = atom_site(seat, number, (r, h))
                found.append(site if site in shown else cell_site(seat, number))
    return dict.fromkeys(found)
