"""What clicks in tzaar that fit no choice would have meant."""

from __future__ import annotations

from duiyi.core.errors import Violation
from duiyi.core.view.clicks import Clicks
from duiyi.games.tzaar import violations
from duiyi.games.tzaar.actions import CAPTURE, PASS, STACK, Action, Step
from duiyi.games.tzaar.pieces import BOARD, piece_name
from duiyi.games.tzaar.rules import TzaarRules


def meant(state: TzaarRules, clicks: Clicks) -> Action | Violation | None:
    match clicks:
        case (*_, "#pass"):
            return PASS
        case (source,) if BOARD.point(source) is not None:
            return unmovable(state, source)
        case (source, target) if (point := BOARD.point(target)) is not None:
            met = state.points[point]
            own = met is not None and met.seat == state.side
            return Step(source, STACK if own else CAPTURE, target)
    return None


def unmovable(state: TzaarRules, source: str) -> Violation:
    """Why no step begins at a point."""
    nowhere = Step(source, CAPTURE, source)
    point = BOARD.point(source)
    moved = None if point is None else state.points[point]
    if moved is None:
        return violations.no_such_piece(nowhere, point)
    if moved.seat != state.side:
        return violations.not_your_piece(nowhere, moved)
    step = "first" if state.step == 1 else "second"
    return violations.broken(f"stuck.{step}", source, source=source, piece=piece_name(moved))
