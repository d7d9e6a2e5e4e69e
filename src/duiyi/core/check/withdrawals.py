"""What must hold when seats withdraw (W-1 to W-4)."""

from __future__ import annotations

from duiyi.core.check.properties import expect, refused, requirement, same
from duiyi.core.check.turns import expect_actor
from duiyi.core.check.walk import Point, inside, onward
from duiyi.core.errors import IllegalAction


@requirement("withdrawal", weight=2)
def withdrawal(point: Point) -> None:
    """Any seat still in can withdraw at any time; the last one in wins at once (W-1, W-3, W-4)."""
    state, before = point.state, point.state.dump()
    if state.outcome is not None:
        return
    for seat in inside(state):
        later = state.withdraw(seat)
        same(f"seats out after withdraw({seat})", later.out, state.out | {seat})
        expect_actor(later)
        passed = 0 <= later.turn - state.turn <= 1
        expect(passed, f"turn {state.turn} or one more after withdraw({seat})", later.turn)
        left = inside(later)
        scores = None if later.outcome is None else later.outcome.scores
        if len(left) == 1:
            wanted = tuple(int(other == left[0]) for other in range(point.seats))
            same(f"W-3: scores after withdraw({seat})", scores, wanted)
        elif scores is not None:
            same(f"W-4: score of seat {seat}", scores[seat], 0)
        expect(point.game.load(later.dump()) == later, "its dump gives it back", later)
    same("state after withdrawals from it", state.dump(), before)


@requirement("no-withdrawal", weight=2)
def no_withdrawal(point: Point) -> None:
    """The withdrawal of a seat that is out, or does not exist, is refused as IllegalAction."""
    state = point.state
    if state.outcome is not None:
        return
    for seat in (*state.out, -1, state.seats, 10**9):
        refused(IllegalAction, f"withdraw({seat})", state.withdraw, seat)
    for seat in inside(state):
        later = state.withdraw(seat)
        what = f"withdraw({seat}) after withdraw({seat})"
        refused(IllegalAction, what, later.withdraw, seat)


@requirement("play-on", weight=6)
def play_on(point: Point) -> None:
    """After a withdrawal the others play to the end, and the seat never decides again (W-2)."""
    if point.state.outcome is not None:
        return
    for seat in inside(point.state):
        later = point.state.withdraw(seat)
        states = [later, *onward(later, point.choose, point.limit)]
        for state in states:
            expect(seat in state.out, f"seat {seat} stays out", state.out)
            expect(state.actor != seat, f"seat {seat} does not decide", state)
        # A game that never ends is told by `ends`.
        ended = states[-1].outcome is not None or len(states) > point.limit
        expect(ended, f"an outcome after withdraw({seat})", states[-1])
