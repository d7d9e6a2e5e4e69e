"""Why an action of relati is not legal: the first rule that it breaks."""

from __future__ import annotations

from duiyi.core.errors import Violation, violation
from duiyi.core.message import Message
from duiyi.games.order import symbol
from duiyi.games.relati.actions import Action, Build, Fire, Migrate, Pass, Place
from duiyi.games.relati.rules import RelatiRules


def violation_of(state: RelatiRules, action: Action) -> Violation:
    """For an action that is not legal here."""
    if state.actor is None:
        return violation("core", "game-over")
    label = state.board.label
    if state.chain and not (isinstance(action, Fire) and action.cell == state.chain.cannon):
        site = label(state.chain.cannon)
        return state.breach("must-fire", site, site=site)
    match action:
        case Place(cell):
            return _place(state, label(cell), cell)
        case Pass():
            return _off(state, "continuous") or state.breach("first-action")
        case Build(cell):
            return _off(state, "cannon") or _not_plain(state, label(cell), cell)
        case Fire(cell, direction):
            return _off(state, "cannon") or _fire(state, label(cell), cell, direction)
        case Migrate(cell):
            return _off(state, "migration") or _migrate(state, label(cell), cell)


def _place(state: RelatiRules, site: str, cell: int) -> Violation:
    if not state.empty >> cell & 1:
        if any(side.dead >> cell & 1 for side in state.sides):
            return state.breach("dead-cell", site, site=site)
        return violation("core", "occupied", site, site=site)
    return state.breach("not-linked", site, site=site, symbol=symbol(state.owner))


def _off(state: RelatiRules, name: str) -> Violation | None:
    if getattr(state.options, name):
        return None
    return state.breach("extension-off", option=state.say(f"option.{name}"))


def _not_own(state: RelatiRules, site: str, cell: int) -> Violation | None:
    for seat, side in enumerate(state.sides):
        if side.all >> cell & 1:
            if seat == state.owner:
                return None
            return state.breach("not-your-symbol", site, site=site, symbol=symbol(seat))
    return state.breach("no-symbol", site, site=site)


def _not_plain(state: RelatiRules, site: str, cell: int) -> Violation:
    """R-8: only a plain symbol will do."""
    return _not_own(state, site, cell) or state.breach(
        "not-plain", site, site=site, mark=_mark(state, cell)
    )


def _mark(state: RelatiRules, cell: int) -> Message:
    """What an own symbol is instead of plain."""
    side = state.sides[state.owner]
    for name in ("root", "ready", "spent", "dead"):
        if getattr(side, name) >> cell & 1:
            return state.say(f"mark.{name}")
    return state.say("mark.lost")


def _fire(state: RelatiRules, site: str, cell: int, direction: str) -> Violation:
    side = state.sides[state.owner]
    not_own = _not_own(state, site, cell)
    if not_own:
        return not_own
    if side.spent >> cell & 1:
        return state.breach("spent", site, site=site)
    if not side.ready >> cell & 1:
        return state.breach("not-a-cannon", site, site=site)
    met, way = state.met(cell, direction), _way(state, direction)
    if met is None:
        return state.breach("no-target", site, site=site, direction=way)
    aim = state.board.label(met)
    if state.chain and state.chain.passed >> met & 1:
        return state.breach("passed-on", site, aim, site=site, target=aim)
    return state.breach("own-target", site, aim, site=site, target=aim, direction=way)


def _way(state: RelatiRules, direction: str) -> Message:
    return state.say(f"direction.{direction}")


def _migrate(state: RelatiRules, site: str, cell: int) -> Violation:
    side = state.sides[state.owner]
    if not state.plain(state.owner) >> cell & 1:
        return _not_plain(state, site, cell)
    root = state.board.label(side.root.bit_length() - 1)
    return state.breach("not-linked-to-root", site, root, site=site, root=root)
