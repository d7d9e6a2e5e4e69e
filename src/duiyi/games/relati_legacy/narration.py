"""What an action of relati legacy set off, told in order and with causes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from duiyi.boards.square import bits
from duiyi.core.message import Message, Param
from duiyi.core.state import Seat
from duiyi.core.view import Event
from duiyi.games.links import Link as Held
from duiyi.games.order import SYMBOLS, symbol
from duiyi.games.relati_legacy.actions import (
    Action,
    Attack,
    Bomb,
    Defend,
    Escape,
    Link,
    Locate,
)
from duiyi.games.relati_legacy.attacks import line
from duiyi.games.relati_legacy.effects import (
    DIAGONAL,
    ORTHOGONAL,
    Round,
    changed,
    enclosed_by,
    rounds,
)
from duiyi.games.relati_legacy.rules import RelatiLegacyRules
from duiyi.games.relati_legacy.sides import blocking, owner_of
from duiyi.games.relati_legacy.view import trees
from duiyi.games.relati_legacy.words.previews import left_behind
from duiyi.games.relati_legacy.zones import Zone, stands, zones


def narrate(state: RelatiLegacyRules, later: RelatiLegacyRules, action: Action) -> Sequence[Event]:
    """`later` is the state after the action."""
    return [
        *said(state, action),
        *pincers(state, action),
        *sources_lost(state, later),
        *cut_off(state, later),
        *recovered(state, later),
        *zones_broken(state, later),
        *zones_made(state, later),
        *passing_on(state, later),
    ]


def said(state: RelatiLegacyRules, action: Action) -> Iterator[Event]:
    """The action itself and what it does directly."""
    label, who = state.board.label, symbol(state.owner)
    if isinstance(action, Attack):
        yield from _attack(state, action)
        return
    site = label(action.cell)
    match action:
        case Locate():
            yield Event(state.say("event.locate", symbol=who, site=site), (site,))
        case Link():
            yield Event(state.say("event.relati", symbol=who, site=site), (site,))
        case Escape():
            yield Event(state.say("event.escape", symbol=who, site=site), (site,))
            yield from _many(state, "event.left-behind", left_behind(state), site, symbol=who)
        case Bomb():
            yield Event(state.say("event.bomb", symbol=who, site=site), (site,))
            near = state.board.near(1 << action.cell)
            dying = near & state.valid_to(state.owner)
            yield from _many(state, "event.bombed", dying, site)
            yield from _many(state, "event.ashes", near & state.empty, site, symbol=who)
        case Defend():
            yield Event(state.say("event.defend", symbol=who, site=site), (site,))


def _many(
    state: RelatiLegacyRules, key: str, cells: int, cause: str, **params: Message
) -> Iterator[Event]:
    """One event about all these cells, if there are any."""
    if cells:
        sites = tuple(state.board.label(cell) for cell in bits(cells))
        says = state.say(key, sites=sites, count=len(sites), site=cause, **params)
        yield Event(says, sites, (cause,))


def _attack(state: RelatiLegacyRules, action: Attack) -> Iterator[Event]:
    label = state.board.label
    found, owner = line(state.board, action.target, action.medium), _owner(state, action.target)
    assert found is not None
    assert found.material is not None
    target, medium, material = label(action.target), label(action.medium), label(found.material)
    kind = action.kind.lower()
    params: dict[str, Param] = {"target": target, "medium": medium, "material": material}
    says = state.say(f"event.{kind}", symbol=symbol(state.owner), other=symbol(owner), **params)
    yield Event(says, (target,), (medium, material))
    spent = (medium, material) if kind == "ar" else (material,)
    yield Event(state.say(f"event.{kind}-weapons", **params), spent, (target,))


def _owner(state: RelatiLegacyRules, cell: int) -> Seat:
    owner = owner_of(state.sides, cell)
    assert owner is not None
    return owner


def pincers(state: RelatiLegacyRules, action: Action) -> Iterator[Event]:
    """夾擊: who dies between which four pieces."""
    for step in rounds(state.board, changed(state, action), state.owner):
        for cell in bits(step.pincered):
            yield _pincer(state, step, cell)


def _pincer(state: RelatiLegacyRules, step: Round, cell: int) -> Event:
    board, own = state.board, step.reaches[state.owner].connected
    straight = enclosed_by(board, own, ORTHOGONAL) >> cell & 1
    near = (board.step(cell, way) for way in (ORTHOGONAL if straight else DIAGONAL))
    by = tuple(board.label(other) for other in near if other is not None)
    key = "event.pincer.straight" if straight else "event.pincer.diagonal"
    owner = owner_of(step.sides, cell)
    assert owner is not None
    site = board.label(cell)
    return Event(state.say(key, site=site, symbol=symbol(owner), by=by), (site,), by)


def sources_lost(state: RelatiLegacyRules, later: RelatiLegacyRules) -> Iterator[Event]:
    """A seat without a source has nothing valid any more (L-5)."""
    for seat, (old, new) in enumerate(zip(state.sides, later.sides, strict=True)):
        if old.source and not new.source:
            site = state.board.label(old.source.bit_length() - 1)
            how = next(
                name for name, cells in zip(new._fields, new, strict=True) if cells & old.source
            )
            says = state.say(f"event.source-lost.{how}", symbol=symbol(seat), site=site)
            yield Event(says, (site,))


def cut_off(state: RelatiLegacyRules, later: RelatiLegacyRules) -> Iterator[Event]:
    """阻斷: pieces that have become forbidden, from the source outwards."""
    for seat, tree in enumerate(trees(state)):
        forbidden = later.forbidden(seat)
        for cell, link in tree.items():
            if forbidden >> cell & 1:
                why, by = cause(later, seat, link)
                yield _event(state, f"event.forbidden.{why}", cell, by)


def cause(later: RelatiLegacyRules, seat: Seat, link: Held) -> tuple[str, int]:
    """What broke a link: a piece on its path, or what became of its source."""
    blocked = blocking(later.sides, seat)
    for cell in link.path.via:
        if blocked >> cell & 1:
            return "blocked", cell
    side = later.sides[seat]
    for name in ("dead", "weapon", "shield"):
        if getattr(side, name) >> link.source & 1:
            return name, link.source
    return "follows", link.source


def recovered(state: RelatiLegacyRules, later: RelatiLegacyRules) -> Iterator[Event]:
    """Pieces that were forbidden and are linked again, with the source of their new link."""
    for seat, tree in enumerate(trees(later)):
        was_forbidden = state.forbidden(seat)
        for cell, link in tree.items():
            if was_forbidden >> cell & 1:
                yield _event(state, "event.recovered", cell, link.source)


def _event(state: RelatiLegacyRules, key: str, cell: int, by: int) -> Event:
    site, source = state.board.label(cell), state.board.label(by)
    return Event(state.say(key, site=site, by=source), (site,), (source,))


def zones_broken(state: RelatiLegacyRules, later: RelatiLegacyRules) -> Iterator[Event]:
    """安全: zones that have lost a corner."""
    for seat, (old, new) in enumerate(zip(state.sides, later.sides, strict=True)):
        for zone in zones(state.board, old.shield):
            if not stands(state.board, zone, new.shield):
                corners = zone.corners(state.board)
                lost = tuple(
                    state.board.label(cell) for cell in corners if not new.shield >> cell & 1
                )
                yield _zone(state, "event.zone-broken", seat, zone, lost)


def zones_made(state: RelatiLegacyRules, later: RelatiLegacyRules) -> Iterator[Event]:
    """安全: zones that a new shield has closed."""
    for seat, (old, new) in enumerate(zip(state.sides, later.sides, strict=True)):
        for zone in zones(state.board, new.shield):
            if not stands(state.board, zone, old.shield):
                yield _zone(state, "event.zone-made", seat, zone, ())


def _zone(
    state: RelatiLegacyRules, key: str, seat: Seat, zone: Zone, lost: tuple[str, ...]
) -> Event:
    corners = tuple(state.board.label(cell) for cell in zone.corners(state.board))
    says = state.say(key, symbol=symbol(seat), first=corners[0], last=corners[3], lost=lost)
    return Event(says, corners, lost)


def passing_on(state: RelatiLegacyRules, later: RelatiLegacyRules) -> Iterator[Event]:
    """淘汰: who has no action when asked; and how the game ended."""
    asked = ((state.owner + step) % state.seats for step in range(1, state.seats))
    for seat in asked:
        if seat in later.gone and seat not in state.gone:
            yield Event(state.say("event.eliminated", symbol=symbol(seat)))
    if later.outcome:
        yield Event(later.outcome_message(SYMBOLS))
