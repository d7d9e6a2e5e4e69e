"""What an action of relati set off, told in order and with causes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from duiyi.core.message import Message
from duiyi.core.state import Seat
from duiyi.core.view import Event
from duiyi.games.order import SYMBOLS, skipped, symbol
from duiyi.games.relati.actions import Action, Build, Fire, Migrate, Pass, Place
from duiyi.games.relati.effects import bonuses
from duiyi.games.relati.links import Link
from duiyi.games.relati.rules import RelatiRules
from duiyi.games.relati.view import trees


def narrate(state: RelatiRules, later: RelatiRules, action: Action) -> Sequence[Event]:
    """`later` is the state after the action."""
    hit = state.target(action.cell, action.direction) if isinstance(action, Fire) else None
    events = [said(state, action), *cut_off(state, later, hit), *regained(state, later)]
    if isinstance(action, Fire):
        events += shells_lost(state, later, action)
    if not isinstance(action, Pass) and later.chain is None:
        events += bonus(state, later)
    return [*events, *passing_on(state, later)]


def said(state: RelatiRules, action: Action) -> Event:
    """The action itself."""
    label, who = state.board.label, symbol(state.owner)
    match action:
        case Place(cell):
            first = not state.sides[state.owner].all
            key = "event.place-root" if first else "event.place"
            return Event(state.say(key, symbol=who, site=label(cell)), (label(cell),))
        case Build(cell):
            return Event(state.say("event.build", symbol=who, site=label(cell)), (label(cell),))
        case Migrate(cell):
            root = label(state.sides[state.owner].root.bit_length() - 1)
            says = state.say("event.root", symbol=who, site=label(cell), old=root)
            return Event(says, (label(cell), root))
        case Fire():
            return _shot(state, action)
        case Pass():
            return Event(state.say("event.pass", symbol=who))


def _shot(state: RelatiRules, action: Fire) -> Event:
    target = state.target(action.cell, action.direction)
    assert target is not None
    site, aim = state.board.label(action.cell), state.board.label(target)
    if state.relays(target):
        return Event(state.say("event.relay", site=site, target=aim), (aim,), (site,))
    owner = next(seat for seat, side in enumerate(state.sides) if side.living >> target & 1)
    says = state.say("event.hit", site=site, target=aim, symbol=symbol(owner))
    return Event(says, (aim,), (site,))


def cut_off(state: RelatiRules, later: RelatiRules, hit: int | None) -> Iterator[Event]:
    """Symbols that are lost and cannons that die of it, from the root outwards.

    A cannon that was hit died of that instead.
    """
    for seat, held in enumerate(trees(state)):
        lost = later.sides[seat].plain & ~later.reaches[seat].connected
        died = state.sides[seat].cannons & later.sides[seat].dead
        for cell, link in held.items():
            why, by = cause(later, seat, link)
            if lost >> cell & 1:
                yield _event(state, f"event.lost.{why}", cell, by)
            elif died >> cell & 1 and cell != hit:
                yield _event(state, f"event.cannon-dies.{why}", cell, by)


def cause(later: RelatiRules, seat: Seat, link: Link) -> tuple[str, int]:
    """What broke a link: a symbol on its path, or what became of its source."""
    for cell in link.path.via:
        if later.blocked >> cell & 1:
            return "blocked", cell
    side = later.sides[seat]
    if side.dead >> link.source & 1:
        return "dead", link.source
    if side.cannons >> link.source & 1:
        return "cannon", link.source
    return "follows", link.source


def regained(state: RelatiRules, later: RelatiRules) -> Iterator[Event]:
    """Symbols that were lost and are linked again, with the source of their new link."""
    for seat, held in enumerate(trees(later)):
        was_lost = state.sides[seat].plain & ~state.reaches[seat].connected
        for cell, link in held.items():
            if was_lost >> cell & 1:
                yield _event(state, "event.regained", cell, link.source)


def _event(state: RelatiRules, key: str, cell: int, by: int) -> Event:
    site, cause = state.board.label(cell), state.board.label(by)
    return Event(state.say(key, site=site, by=cause), (site,), (cause,))


def shells_lost(state: RelatiRules, later: RelatiRules, action: Fire) -> Iterator[Event]:
    """R-13: a chain that ends with shells left, because its cannon died or has nowhere to fire."""
    target = state.target(action.cell, action.direction)
    assert target is not None
    side, left, cannon = state.sides[state.owner], 0, action.cell
    if state.relays(target):
        left = (state.chain.shells if state.chain else 1) + (side.ready >> target & 1)
        cannon = target
    elif state.chain:
        left = state.chain.shells - 1
    if left and later.chain is None:
        died = later.sides[state.owner].dead >> cannon & 1
        key = "event.shells-lost.dead" if died else "event.shells-lost.no-target"
        site = state.board.label(cannon)
        yield Event(state.say(key, site=site, shells=left), (site,))


def bonus(state: RelatiRules, later: RelatiRules) -> Iterator[Event]:
    """連續行動: why bonus actions were earned, and whether they are forfeited (R-6, R-7)."""
    if not state.options.continuous:
        return
    mover = state.owner
    before = state.chain.lost if state.chain else state.lost()
    now = later.lost()
    reasons = bonuses(mover, before, now)
    for seat, earned in enumerate(reasons):
        if earned:
            key = "event.bonus.mended" if seat == mover else "event.bonus.cut"
            count = abs(now[seat] - before[seat])
            yield Event(state.say(key, symbol=symbol(mover), other=symbol(seat), count=count))
    left = max(state.bonus - 1, 0) + sum(reasons)
    if left and later.outcome is None and later.actor != mover:
        yield Event(state.say("event.forfeit", symbol=symbol(mover), count=left))


def passing_on(state: RelatiRules, later: RelatiRules) -> Iterator[Event]:
    """Who is skipped, or how the game ended."""
    if later.outcome:
        yield Event(later.outcome_message(SYMBOLS))
    elif later.turn > state.turn:
        for seat in skipped(state.owner, later.owner, state.seats, state.out):
            yield Event(state.say("event.skip", symbol=symbol(seat)))


def notation(state: RelatiRules, action: Action) -> Message:
    """The action in short, as a list of moves says it to people."""
    label = state.board.label
    match action:
        case Place(cell):
            key = "notation.link" if state.sides[state.owner].all else "notation.root"
            return state.say(key, site=label(cell))
        case Build(cell):
            return state.say("notation.build", site=label(cell))
        case Migrate(cell):
            return state.say("notation.root.moves", site=label(cell))
        case Fire():
            return _shot_in_short(state, action)
        case Pass():
            return state.say("notation.pass")


def _shot_in_short(state: RelatiRules, action: Fire) -> Message:
    target = state.target(action.cell, action.direction)
    assert target is not None
    key = "notation.hit"
    if state.relays(target):
        key = "notation.relay"
    elif state.sides[state.owner].living >> target & 1:
        key = "notation.hit.own"
    return state.say(
        key,
        site=state.board.label(action.cell),
        target=state.board.label(target),
        way=state.say(f"way.{action.direction}"),
        shells=state.shells(action.cell),
    )
