"""What is shown of a position of atom: its sites, what stands there, and the choices."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from duiyi.boards.triangle import Point, neighbours, place
from duiyi.core.message import Message
from duiyi.core.state import Seat
from duiyi.core.view import Choice, Edge, Meter, Piece, Site, Stone, View, button
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
    COLOURS,
    atom_site,
    attack,
    blacks,
    cell_site,
    defence,
    free_points,
    held_site,
    life_site,
    parts_with_black,
)
from duiyi.games.atom.effects import USUAL, promised
from duiyi.games.atom.phases import Destroying, Keeping, Placing
from duiyi.games.atom.rules import AtomRules
from duiyi.games.atom.words.names import SYMBOLS, colour, colour_of
from duiyi.games.atom.words.previews import preview
from duiyi.games.atom.words.prompts import prompt, prompt_you

GLYPHS = {"K": "black", "R": "red", "B": "blue", "G": "green"}
SMALLEST = 4.0
"""The lattice of a tray is never narrower or lower than this."""
MARGIN = 0.7
BRACKET = 1.1
"""Room for the attack at the left of a tray, and for the defence below."""
GAP = 0.6
HOLDING = 1.2
"""The height of the row of held atoms."""
LIFE = 1.0
"""Where the number of a player's life begins in that row, behind what he holds."""


def view(state: AtomRules, since: AtomRules | None, choosing: bool) -> View:
    """`choosing`: with the choices."""
    return View(
        actor=state.actor,
        owner=state.owner,
        turn=state.turn,
        seats=state.seat_views(SYMBOLS),
        prompt=prompt(state),
        prompt_you=prompt_you(state),
        sites=tuple(sites(state)),
        pieces=tuple(pieces(state)),
        edges=(*bonds(state), *brackets(state)),
        meters=tuple(meters(state)),
        choices=tuple(choice(state, action) for action in state.actions()) if choosing else (),
        last=tuple(changes(since, state)) if since else (),
        outcome=state.outcome,
    )


def pieces(state: AtomRules) -> Iterator[Piece]:
    for seat, side in enumerate(state.sides):
        for number in CELLS:
            for r, h, code in side.cells[number]:
                yield Piece(atom_site(seat, number, (r, h)), (Stone(GLYPHS[code], seat),))
        for code, held in zip(COLOURS, side.held, strict=True):
            stone = Stone(GLYPHS[code], seat, str(held))
            yield Piece(held_site(seat, code), (stone,), ("held",))


def bonds(state: AtomRules) -> Iterator[Edge]:
    """Between neighbouring atoms, each once."""
    for seat, side in enumerate(state.sides):
        for number in CELLS:
            taken = {(r, h) for r, h, _ in side.cells[number]}
            for point in sorted(taken):
                for near in neighbours(point):
                    if near > point and near in taken:
                        ends = atom_site(seat, number, point), atom_site(seat, number, near)
                        yield Edge(*ends, (), seat, "bond")


def brackets(state: AtomRules) -> Iterator[Edge]:
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


def meters(state: AtomRules) -> Iterator[Meter]:
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


def changes(since: AtomRules, state: AtomRules) -> Iterable[str]:
    """The points whose atom the last decision placed or took; the tray where one is not shown."""
    shown, found = {site.id for site in sites(state)}, []
    for seat, (old, new) in enumerate(zip(since.sides, state.sides, strict=True)):
        for number in CELLS:
            for r, h, _ in sorted(set(old.cells[number]) ^ set(new.cells[number])):
                site = atom_site(seat, number, (r, h))
                found.append(site if site in shown else cell_site(seat, number))
    return dict.fromkeys(found)


# Sites: six trays of one scale, and the atoms each player holds.


def points(state: AtomRules, seat: Seat, number: int) -> list[Point]:
    """The points of a cell that are shown: its atoms, and where the placing player may place."""
    cell = state.sides[seat].cells[number]
    shown = [(r, h) for r, h, _ in cell]
    phase = state.phase
    if isinstance(phase, Placing) and phase.placements and seat == state.owner:
        options = state.options
        shown += free_points(cell, options.max_height, options.max_width)
    return sorted(shown)


Points = Callable[[AtomRules, Seat, int], list[Point]]


def sites(state: AtomRules, points: Points = points) -> Iterator[Site]:
    """All six trays as large as the largest needs; player 1 above, player 0 below."""
    trays = {(seat, n): points(state, seat, n) for seat in (0, 1) for n in CELLS}
    wide = max(SMALLEST, *(_span([place(p)[0] for p in shown]) for shown in trays.values()))
    high = max(SMALLEST, *(_span([place(p)[1] for p in shown]) for shown in trays.values()))
    width, height = wide + 2 * MARGIN + BRACKET, high + 2 * MARGIN + BRACKET
    for (seat, number), shown in trays.items():
        x = number * (width + GAP) + width / 2
        y = HOLDING + GAP + height / 2 + (0 if seat else height + GAP)
        yield _tray(cell_site(seat, number), x, y, width, height)
        x, y = x + BRACKET / 2, y - BRACKET / 2
        middle_x = _middle([place(p)[0] for p in shown])
        middle_y = _middle([place(p)[1] for p in shown])
        for point in shown:
            right, down = place(point)
            id_, group = atom_site(seat, number, point), cell_site(seat, number)
            yield Site(id_, x + right - middle_x, y + down - middle_y, at(point), group)
    below = HOLDING + 3 * GAP + 2 * height + HOLDING / 2
    for seat in (0, 1):
        for index, code in enumerate(COLOURS):
            x, y = (2 * index + 0.5) * HOLDING, HOLDING / 2 if seat else below
            yield Site(held_site(seat, code), x, y, code, f"{seat}.held")
        x = 2 * len(COLOURS) * HOLDING + LIFE
        yield Site(life_site(seat), x, HOLDING / 2 if seat else below, "life", f"{seat}.held")


def _tray(id_: str, x: float, y: float, width: float, height: float) -> Site:
    a, b = width / 2, height / 2
    outline = ((x - a, y - b), (x + a, y - b), (x + a, y + b), (x - a, y + b))
    return Site(id_, x, y, id_[2:], id_, outline)


def _span(values: list[float]) -> float:
    return max(values) - min(values) if values else 0.0


def _middle(values: list[float]) -> float:
    return (max(values) + min(values)) / 2 if values else 0.0


# Choices: clicks, labels, previews.


def choice(state: AtomRules, action: Action) -> Choice:
    match action:
        case Choose(what):
            return _choice(state, action, _chosen(state, what), button(what))
        case Place(number, code, point):
            name = colour(state, code)
            label = state.say("choice.place", colour=name, cell=number + 1, point=at(point))
            path = held_site(state.owner, code), atom_site(state.owner, number, point)
            return _choice(state, action, label, *path)
        case End():
            ending = "end-placing" if isinstance(state.phase, Placing) else "end"
            return _choice(state, action, state.say(f"choice.{ending}"), button(ending))
        case Attack(number, target):
            label = state.say("choice.attack", cell=number + 1, target=target + 1)
            path = cell_site(state.owner, number), cell_site(state.other, target)
            return _choice(state, action, label, *path)
        case Direct():
            return _direct(state, action)
        case Effect(number, point):
            name = colour_of(state, state.sides[state.owner].cells[number], point)
            label = state.say("choice.effect", colour=name, cell=number + 1, point=at(point))
            path = atom_site(state.owner, number, point), button("effect")
            return _choice(state, action, label, *path)
        case Destroy(point):
            assert isinstance(state.phase, Destroying)
            number = state.phase.cell
            name = colour_of(state, state.sides[state.other].cells[number], point)
            label = state.say("choice.destroy", colour=name, point=at(point))
            return _choice(state, action, label, atom_site(state.other, number, point))
        case Stop():
            return _choice(state, action, state.say("choice.stop"), button("stop"))
        case Lose(number, point):
            name = colour_of(state, state.sides[state.other].cells[number], point)
            label = state.say("choice.lose", colour=name, cell=number + 1, point=at(point))
            return _choice(state, action, label, atom_site(state.other, number, point))
        case Keep():
            return _keep(state, action)
        case Draw():
            raise AssertionError("chance has no choices")


def _choice(state: AtomRules, action: Action, label: Message, *path: str) -> Choice:
    said, consequences = preview(state, action)
    kind = verb(state, action)
    return Choice(state.text(action), (path,), label, said, verb=kind, consequences=consequences)


def _direct(state: AtomRules, action: Direct) -> Choice:
    """At the number of the other's life; a button says the same."""
    own, label = (
        cell_site(state.owner, action.cell),
        state.say("choice.direct", cell=action.cell + 1),
    )
    paths = (own, life_site(state.other)), (own, button("direct"))
    said, _ = preview(state, action)
    return Choice(state.text(action), paths, label, said, verb="direct")


def _chosen(state: AtomRules, what: str) -> Message:
    """More atoms: draw 7, not 5."""
    count, usual = promised(state, what), USUAL[what]
    key = f"choice.{what}" if count > usual else f"choice.{what}-{'same' if count else 'none'}"
    return state.say(key, count=count, usual=usual)


def verb(state: AtomRules, action: Action) -> str:
    """`choose`, `place`, `end-placing`, `attack`, `direct`, `effect`, `destroy`, `end` …"""
    if isinstance(action, End) and isinstance(state.phase, Placing):
        return "end-placing"
    return type(action).__name__.lower()


def _keep(state: AtomRules, action: Keep) -> Choice:
    """Any atom of the part may be clicked."""
    assert isinstance(state.phase, Keeping)
    owner = state.phase.owner
    parts = parts_with_black(state.sides[owner].cells[action.cell])
    (part,) = [part for part in parts if blacks(part)[0] == action.point]
    paths = tuple((atom_site(owner, action.cell, (r, h)),) for r, h, _ in part)
    label = state.say("choice.keep", cell=action.cell + 1, count=len(part))
    said, consequences = preview(state, action)
    token = state.text(action)
    return Choice(token, paths, label, said, verb="keep", consequences=consequences)
