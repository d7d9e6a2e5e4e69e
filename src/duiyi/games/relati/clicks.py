"""What clicks in relati that fit no choice would have meant."""

from __future__ import annotations

from duiyi.boards.square import RAYS
from duiyi.core.errors import Violation
from duiyi.core.view.clicks import Clicks
from duiyi.games.relati.actions import Action, Build, Fire, Migrate, Pass, Place
from duiyi.games.relati.rules import RelatiRules


def meant(state: RelatiRules, clicks: Clicks) -> Action | Violation | None:
    cells = [cell for click in clicks if (cell := state.board.cell(click)) is not None]
    match cells, clicks[-1]:
        case [_, *_], "#build":
            return Build(cells[-1])
        case [_, *_], "#root":
            return Migrate(cells[-1])
        case _, "#pass":
            return Pass()
        case [cell], site if site == state.board.label(cell):
            return alone(state, cell)
        case [cannon, cell], _:
            if state.sides[state.owner].ready >> cannon & 1:
                return shot(state, cannon, cell)
            return alone(state, cell)
    return None


def alone(state: RelatiRules, cell: int) -> Action:
    """One cell: an own symbol would do something, and anywhere else one would be placed."""
    side = state.sides[state.owner]
    if not (side.all & ~side.dead) >> cell & 1:
        return Place(cell)
    if side.cannons >> cell & 1:
        return Fire(cell, RAYS[0])
    if state.options.cannon:
        return Build(cell)
    return Migrate(cell) if state.options.migration else Place(cell)


def shot(state: RelatiRules, cannon: int, cell: int) -> Action | Violation:
    """From a cannon at a cell: the first living symbol in its direction is what can be hit."""
    label = state.board.label
    site, target = label(cannon), label(cell)
    for direction in RAYS:
        if cell in state.board.rays[cannon][direction]:
            hit = state.target(cannon, direction)
            action = Fire(cannon, direction)
            if hit is None or state.judge(action):
                return action
            first = label(hit)
            return state.breach(
                "not-first", site, target, first, site=site, target=target, hit=first
            )
    return state.breach("not-in-line", site, target, site=site, target=target)
