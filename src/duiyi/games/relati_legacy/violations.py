"""The conditions of each action (條件), one by one: the first that an action does not meet."""

from __future__ import annotations

from duiyi.core.errors import Violation, violation
from duiyi.core.message import Message
from duiyi.core.state import Seat
from duiyi.games.order import symbol
from duiyi.games.relati_legacy.actions import (
    Action,
    Attack,
    Bomb,
    Defend,
    Escape,
    Link,
    Locate,
)
from duiyi.games.relati_legacy.attacks import guarded, line, passable
from duiyi.games.relati_legacy.rules import RelatiLegacyRules
from duiyi.games.relati_legacy.sides import owner_of
from duiyi.games.relati_legacy.zones import Zone, zone_around


def status(state: RelatiLegacyRules, cell: int) -> str:
    """狀態 of the piece on a cell, or `empty`."""
    seat = owner_of(state.sides, cell)
    if seat is None:
        return "empty"
    if state.forbidden(seat) >> cell & 1:
        return "forbidden"
    return next(
        name
        for name, cells in zip(state.sides[seat]._fields, state.sides[seat], strict=True)
        if cells >> cell & 1
    )


def violation_of(state: RelatiLegacyRules, action: Action) -> Violation | None:
    """The condition that is not met; `None` when the action is legal."""
    if state.outcome:
        return violation("core", "game-over")
    if isinstance(action, Locate):
        return _not_empty(state, action.cell) or _located(state)
    return _not_located(state) or _unmet(state, action)


def _unmet(
    state: RelatiLegacyRules, action: Link | Escape | Attack | Bomb | Defend
) -> Violation | None:
    """The condition that an action of someone who is on the board does not meet."""
    match action:
        case Link(cell):
            return _not_empty(state, cell) or _not_linked(state, cell)
        case Escape(cell):
            return _not_empty(state, cell) or _no_escape_line(state, cell)
        case Attack():
            return (
                _no_target(state, action.target)
                or _no_medium(state, action.medium)
                or _no_line(state, action)
            )
        case Bomb(cell):
            return _not_own(state, cell) or _not_a_shield(state, cell)
        case Defend(cell):
            return _not_own(state, cell) or _not_valid(state, "not-valid", cell)


def _breach(state: RelatiLegacyRules, code: str, cell: int, **params: Message) -> Violation:
    """A violation that concerns one cell."""
    site = state.board.label(cell)
    return state.breach(code, site, site=site, **params)


def _not_empty(state: RelatiLegacyRules, cell: int) -> Violation | None:
    """選擇格子類型為實質空白: a dead piece keeps its cell too."""
    seat = owner_of(state.sides, cell)
    if seat is None:
        return None
    how = state.say(f"status.{status(state, cell)}")
    return _breach(state, "occupied", cell, symbol=symbol(seat), status=how)


def _located(state: RelatiLegacyRules) -> Violation | None:
    """棋盤中沒有任何格子符號為我方."""
    if not state.sides[state.owner].all:
        return None
    return state.breach("already-located", symbol=symbol(state.owner))


def _not_located(state: RelatiLegacyRules) -> Violation | None:
    """Who has no symbol on the board can do nothing but 定位."""
    if state.sides[state.owner].all:
        return None
    return state.breach("locate-first", symbol=symbol(state.owner))


def _not_linked(state: RelatiLegacyRules, cell: int) -> Violation | None:
    if state.linkable(state.owner) >> cell & 1:
        return None
    return _breach(state, "not-linked", cell, symbol=symbol(state.owner))


def _no_escape_line(state: RelatiLegacyRules, cell: int) -> Violation | None:
    if state.escapes(state.owner) >> cell & 1:
        return None
    return _breach(state, "no-escape-line", cell, symbol=symbol(state.owner))


def _no_target(state: RelatiLegacyRules, cell: int) -> Violation | None:
    """L-7: what can be attacked."""
    owner = owner_of(state.sides, cell)
    if owner is None:
        return _breach(state, "target-empty", cell)
    if owner == state.owner:
        return _breach(state, "target-own", cell)
    side = state.sides[owner]
    if side.shield >> cell & 1:
        return _breach(state, "target-shield", cell)
    if side.inert >> cell & 1:
        return _breach(state, "target-inert", cell, status=_word(state, cell))
    zone = zone_around(state.board, side.shield, cell)
    return None if zone is None else _zoned(state, "target-in-zone", cell, owner, zone)


def _no_medium(state: RelatiLegacyRules, cell: int) -> Violation | None:
    """攻擊媒介: an own valid piece."""
    owner = owner_of(state.sides, cell)
    if owner is None:
        return _breach(state, "medium-empty", cell)
    if owner != state.owner:
        return _breach(state, "medium-not-yours", cell, symbol=symbol(owner))
    return _not_valid(state, "medium-not-valid", cell)


def _no_line(state: RelatiLegacyRules, action: Attack) -> Violation | None:
    """The cells between (L-8, L-9), then 攻擊耗材 beyond the medium."""
    seat, label = state.owner, state.board.label
    target, medium = label(action.target), label(action.medium)
    found = line(state.board, action.target, action.medium)
    if found is None:
        return state.breach("not-in-line", target, medium, target=target, medium=medium)
    free = passable(action.kind, state.sides, seat)
    for cell in found.between:
        if not free >> cell & 1:
            key = f"{action.kind.lower()}-line-blocked"
            how, site = _word(state, cell), label(cell)
            return state.breach(key, site, site=site, target=target, medium=medium, status=how)
    if found.material is None:
        return state.breach("material-off-board", medium, target=target, medium=medium)
    if not state.valid(seat) >> found.material & 1:
        site = label(found.material)
        return state.breach("no-material", site, site=site, medium=medium)
    if guarded(state.board, state.sides, seat) >> found.material & 1:
        return _material_in_zone(state, found.material)
    return None


def _material_in_zone(state: RelatiLegacyRules, cell: int) -> Violation:
    owner, zone = next(
        (owner, zone)
        for owner, side in enumerate(state.sides)
        if owner != state.owner and (zone := zone_around(state.board, side.shield, cell))
    )
    return _zoned(state, "material-in-zone", cell, owner, zone)


def _zoned(state: RelatiLegacyRules, code: str, cell: int, owner: Seat, zone: Zone) -> Violation:
    """A violation because of a safe zone: the zone is named by its first and last corner."""
    site = state.board.label(cell)
    corners = tuple(state.board.label(corner) for corner in zone.corners(state.board))
    return state.breach(
        code,
        site,
        *corners,
        site=site,
        symbol=symbol(owner),
        first=corners[0],
        last=corners[3],
    )


def _not_own(state: RelatiLegacyRules, cell: int) -> Violation | None:
    owner = owner_of(state.sides, cell)
    if owner is None:
        return _breach(state, "no-piece", cell)
    if owner == state.owner:
        return None
    return _breach(state, "not-your-piece", cell, symbol=symbol(owner))


def _not_a_shield(state: RelatiLegacyRules, cell: int) -> Violation | None:
    if state.sides[state.owner].shield >> cell & 1:
        return None
    return _breach(state, "not-a-shield", cell, status=_word(state, cell))


def _not_valid(state: RelatiLegacyRules, code: str, cell: int) -> Violation | None:
    """我方有效, for a cell that is the mover's own."""
    if state.valid(state.owner) >> cell & 1:
        return None
    return _breach(state, code, cell, status=_word(state, cell))


def _word(state: RelatiLegacyRules, cell: int) -> Message:
    return state.say(f"status.{status(state, cell)}")
