"""What is shown of a position of relati: the view. No rules here."""

from __future__ import annotations

from collections.abc import Iterator

from duiyi.boards.square import bits
from duiyi.core.message import Message
from duiyi.core.state import Seat
from duiyi.core.view import SPARE, Choice, Edge, Meter, Piece, Stone, View, button
from duiyi.games.order import SYMBOLS, symbol
from duiyi.games.relati.actions import Action, Build, Fire, Migrate, Pass, Place
from duiyi.games.relati.links import Link, spare, tree
from duiyi.games.relati.rules import RelatiRules


def view(state: RelatiRules, since: RelatiRules | None, chosen: bool) -> View:
    """`chosen`: with the choices."""
    return View(
        actor=state.actor,
        owner=state.owner,
        turn=state.turn,
        seats=state.seat_views(SYMBOLS),
        prompt=prompt(state),
        pieces=tuple(pieces(state)),
        edges=(*links(state), *(cuts(since, state) if since else ())),
        meters=tuple(meters(state)),
        choices=tuple(choice(state, action) for action in state.actions()) if chosen else (),
        last=tuple(changes(since, state)) if since else (),
        outcome=state.outcome,
    )


def prompt(state: RelatiRules) -> Message:
    if state.outcome:
        return state.outcome_message(SYMBOLS)
    who = symbol(state.owner)
    if state.chain:
        site = state.board.label(state.chain.cannon)
        return state.say("prompt.chain", symbol=who, site=site, shells=state.chain.shells)
    if state.bonus:
        return state.say("prompt.bonus", symbol=who, count=state.bonus)
    return state.say("prompt.act", symbol=who)


def pieces(state: RelatiRules) -> Iterator[Piece]:
    for seat, side in enumerate(state.sides):
        connected = state.reaches[seat].connected
        for cell in bits(side.all):
            mark, label = "", ""
            if side.root >> cell & 1:
                mark = "root"
            elif side.ready >> cell & 1:
                mark, label = "cannon", str(shells(state, cell))
            elif side.spent >> cell & 1:
                mark, label = "spent", "0"
            elif side.dead >> cell & 1:
                mark = "dead"
            elif not connected >> cell & 1:
                mark = "lost"
            stone = Stone(SYMBOLS[seat], seat, label)
            yield Piece(state.board.label(cell), (stone,), (mark,) if mark else ())


def shells(state: RelatiRules, cannon: int) -> int:
    """A cannon with a shell has one, but for the one that a chain has reached."""
    if state.chain and state.chain.cannon == cannon:
        return state.chain.shells
    return 1


def trees(state: RelatiRules) -> list[dict[int, Link]]:
    """For each seat the links that hold its symbols, by symbol."""
    blocked = state.blocked
    return [
        {link.target: link for link in tree(state.board, side, blocked)} for side in state.sides
    ]


def links(state: RelatiRules) -> Iterator[Edge]:
    """The links that hold symbols, then the spare ones."""
    found, blocked = trees(state), state.blocked
    for seat, held in enumerate(found):
        for link in held.values():
            yield _edge(state, link, seat, link.path.kind)
    for seat, (side, held) in enumerate(zip(state.sides, found, strict=True)):
        for link in spare(state.board, side, blocked, held.values()):
            yield _edge(state, link, seat, SPARE)


def cuts(since: RelatiRules, state: RelatiRules) -> Iterator[Edge]:
    """The links of symbols that were connected and now are lost, or died as cannons of that."""
    blocked = state.blocked
    for seat, held in enumerate(trees(since)):
        lost = state.sides[seat].plain & ~state.reaches[seat].connected
        died = since.sides[seat].cannons & state.sides[seat].dead
        for link in held.values():
            cut = died >> link.target & 1 and link.path.via_bits & blocked
            if cut or lost >> link.target & 1:
                yield _edge(state, link, seat, "cut")


def _edge(state: RelatiRules, link: Link, seat: Seat, kind: str) -> Edge:
    label = state.board.label
    via = tuple(label(cell) for cell in reversed(link.path.via))
    return Edge(label(link.source), label(link.target), via, seat, kind)


def meters(state: RelatiRules) -> Iterator[Meter]:
    for seat, (side, lost) in enumerate(zip(state.sides, state.lost(), strict=True)):
        if state.options.cannon:
            yield Meter(state.say("meter.cannons"), side.ready.bit_count(), seat)
            yield Meter(state.say("meter.spent"), side.spent.bit_count(), seat)
        yield Meter(state.say("meter.lost"), lost, seat)
    if state.options.continuous:
        yield Meter(state.say("meter.bonus"), state.bonus, state.actor)


def changes(since: RelatiRules, state: RelatiRules) -> Iterator[str]:
    """The cells whose symbol the last action changed."""
    changed = 0
    for old, new in zip(since.sides, state.sides, strict=True):
        for before, after in zip(old, new, strict=True):
            changed |= before ^ after
    for cell in bits(changed):
        yield state.board.label(cell)


def choice(state: RelatiRules, action: Action) -> Choice:
    """Cells are clicked; building and migrating need a button after the symbol."""
    label, token = state.board.label, state.text(action)
    match action:
        case Place(cell):
            site = label(cell)
            verb = "link" if state.sides[state.owner].all else "locate"
            return Choice(token, ((site,),), state.say("choice.place", site=site), verb=verb)
        case Build(cell):
            site = label(cell)
            says = state.say("choice.build", site=site)
            return Choice(token, ((site, button("build")),), says, default=True, verb="build")
        case Migrate(cell):
            site = label(cell)
            says = state.say("choice.root", site=site)
            return Choice(token, ((site, button("root")),), says, verb="migrate")
        case Fire():
            return _shot(state, action, token)
        case Pass():
            return Choice(token, ((button("pass"),),), state.say("choice.pass"), verb="pass")


def _shot(state: RelatiRules, action: Fire, token: str) -> Choice:
    site = state.board.label(action.cell)
    target = state.target(action.cell, action.direction)
    assert target is not None
    aim = state.board.label(target)
    relay = state.options.chain and state.sides[state.owner].cannons >> target & 1
    preview = state.say("preview.relay" if relay else "preview.hit", target=aim)
    verb = "relay" if relay else "fire"
    paths: tuple[tuple[str, ...], ...] = ((site, aim),)
    if state.chain:  # only this cannon may fire, so its target alone says enough
        paths += ((aim,),)
    says = state.say("choice.fire", site=site, target=aim)
    return Choice(token, paths, says, preview, verb=verb)
