"""Why an action of tzaar is not legal (違規): the first rule that it breaks, in T-8's order."""

from __future__ import annotations

from duiyi.core.base import BaseState, told
from duiyi.core.errors import Violation, violation
from duiyi.core.message import Param, message
from duiyi.games.tzaar.actions import CAPTURE, PASS, STACK, Action, Step, write
from duiyi.games.tzaar.pieces import BLACK, BOARD, Stack, piece_name, side_name
from duiyi.games.tzaar.rules import TzaarRules


def violation_of(state: TzaarRules, action: Action) -> Violation:
    """For an action that is not legal here."""
    if state.outcome is not None:
        return violation("core", "game-over")
    if not isinstance(action, Step):
        return broken("first-step-must-capture.pass", symbol=side_name(state.side))
    source = BOARD.point(action.source)
    moved = None if source is None else state.points[source]
    if source is None or moved is None:
        return no_such_piece(action, source)
    if moved.seat != state.side:
        return not_your_piece(action, moved)
    target = BOARD.point(action.target)
    if target is None:
        return broken("off-board", action.source, source=action.source, target=action.target)
    between = BOARD.between.get((source, target))
    if between is None:
        return not_a_line(action, source, target)
    blocking = tuple(BOARD.label(point) for point in between if state.points[point])
    if blocking:
        return jump(action, blocking)
    met = state.points[target]
    if met is None:
        return broken("empty-target", *ends(action), source=action.source, target=action.target)
    return unfit(action, state, moved, met)


def no_such_piece(step: Step, source: int | None) -> Violation:
    """選取的棋子不存在."""
    if source is None:
        return broken("no-such-piece.off", source=step.source)
    return broken("no-such-piece", step.source, source=step.source)


def not_your_piece(step: Step, moved: Stack) -> Violation:
    """選取非己方的棋子."""
    return broken("not-your-piece", step.source, source=step.source, piece=piece_name(moved))


def not_a_line(step: Step, source: int, target: int) -> Violation:
    """非直線移動棋子: no line joins the points, or the hole interrupts it."""
    code = "not-a-line"
    if source == target:
        return broken(f"{code}.same", step.source, source=step.source)
    if BOARD.across_hole(source, target):
        code = f"{code}.hole"
    return broken(code, *ends(step), source=step.source, target=step.target)


def jump(step: Step, blocking: tuple[str, ...]) -> Violation:
    """越子."""
    params: dict[str, Param] = {"source": step.source, "target": step.target}
    return broken("jump", *ends(step), *blocking, between=blocking, **params)


def unfit(step: Step, state: TzaarRules, moved: Stack, met: Stack) -> Violation:
    """The way is right, but not what is done at its end."""
    params: dict[str, Param] = {
        "source": step.source,
        "target": step.target,
        "piece": piece_name(moved),
        "other": piece_name(met),
    }
    own = met.seat == state.side
    heights: dict[str, Param] = {"height": moved.height, "against": met.height}
    if own == (step.sign == CAPTURE):
        return wrong_sign(step, state, own, {**params, **heights})
    if own:  # 玩家第一步驟錯誤
        return broken("first-step-must-capture", *ends(step), **params)
    return broken("too-weak", *ends(step), **params, **heights)  # 非法吃子


def wrong_sign(step: Step, state: TzaarRules, own: bool, params: dict[str, Param]) -> Violation:
    """`x` on an own piece, or `+` on an enemy: the other sign is advised only where it is legal."""
    key = "wrong-sign.own" if own else "wrong-sign.enemy"
    other = Step(step.source, STACK if own else CAPTURE, step.target)
    if not state.allows(other):
        key += ".not-yet" if own else ".too-weak"
    return broken(key, *ends(step), **params)


def leftover(state: TzaarRules, token: str) -> Violation | None:
    """玩家第一回合步驟錯誤: after White's only step a `pass` is tolerated (T-8)."""
    if (state.side, state.step, state.turn) == (BLACK, 1, 2):
        return None if token == write(PASS) else second_step(token)
    return BaseState.leftover(state, token)


def second_step(token: str) -> Violation:
    """玩家第一回合步驟錯誤."""
    return broken("first-turn-two-steps", token=told(token))


def ends(step: Step) -> tuple[str, str]:
    return step.source, step.target


def broken(key: str, *sites: str, **params: Param) -> Violation:
    """The violation worded by `violation.KEY`; its code is the key up to a dot."""
    return Violation(key.partition(".")[0], message(f"tzaar:violation.{key}", **params), sites)
