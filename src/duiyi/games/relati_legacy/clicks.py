"""What clicks in relati legacy that fit no choice would have meant."""

from __future__ import annotations

from duiyi.core.view.clicks import Clicks
from duiyi.games.relati_legacy.actions import (
    Action,
    Attack,
    AttackKind,
    Bomb,
    Defend,
    Escape,
    Link,
    Locate,
)
from duiyi.games.relati_legacy.attacks import line
from duiyi.games.relati_legacy.rules import RelatiLegacyRules
from duiyi.games.relati_legacy.sides import owner_of


def meant(state: RelatiLegacyRules, clicks: Clicks) -> Action | None:
    cells = [cell for click in clicks if (cell := state.board.cell(click)) is not None]
    match cells, clicks[-1]:
        case [_, *_], "#bomb":
            return Bomb(cells[-1])
        case [_, *_], "#defend":
            return Defend(cells[-1])
        case [_, *_], "#relati":
            return Link(cells[-1])
        case [_, *_], "#escape":
            return Escape(cells[-1])
        case [medium, target], "#an":
            return Attack("AN", target, medium)
        case [medium, target], "#ar":
            return Attack("AR", target, medium)
    if not cells or state.board.cell(clicks[-1]) is None:
        return None
    return alone(state, cells[0]) if len(cells) == 1 else onto(state, cells[0], cells[-1])


def alone(state: RelatiLegacyRules, cell: int) -> Action:
    """One cell: an empty one would be linked to, and what stands on another must be one's own."""
    if not state.sides[state.owner].all:
        return Locate(cell)
    return Link(cell) if state.empty >> cell & 1 else Defend(cell)


def onto(state: RelatiLegacyRules, medium: int, cell: int) -> Action:
    """Two cells: an attack on another's piece; otherwise the second has a meaning of its own."""
    if owner_of(state.sides, cell) in (None, state.owner):
        action = alone(state, cell)
        if state.judge(action):
            return action
    return Attack(kind(state, cell, medium), cell, medium)


def kind(state: RelatiLegacyRules, target: int, medium: int) -> AttackKind:
    """AR strikes over empty cells, AN over pieces."""
    found = line(state.board, target, medium)
    over = found is not None and any(state.empty >> cell & 1 for cell in found.between)
    return "AR" if over else "AN"
