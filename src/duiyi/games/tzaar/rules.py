"""The rules of tzaar, in the order of the seed: a position, what may be done in it, who has won.

Pieces are in `pieces`, steps and tokens in `actions`, what a step does is in `effects`, the set-up
in `deal`, the position text in `position`, and why something is not legal in `violations`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from duiyi.core.base import BaseState
from duiyi.core.outcome import Outcome, won
from duiyi.core.state import Seat
from duiyi.games.tzaar.actions import CAPTURE, PASS, STACK, WAYS, Action, Step, Way, way_of
from duiyi.games.tzaar.options import TzaarOptions
from duiyi.games.tzaar.pieces import BLACK, KINDS, WHITE, Points, side_and_kind

DEFAULTS = TzaarOptions()


@dataclass(frozen=True, slots=True, repr=False)
class TzaarRules(BaseState[Action]):
    """A position: what stands where, and whose step is next.

    Of a finished game `side` and `step` say whose decision it would have been.
    """

    points: Points
    side: Seat
    step: int
    turn: int
    out: frozenset[Seat]
    outcome: Outcome | None

    @property
    def seats(self) -> int:
        return 2

    @property
    def options(self) -> TzaarOptions:
        """The defaults: how a game was set up does not decide how it goes on."""
        return DEFAULTS

    @property
    def owner(self) -> Seat:
        return self.side

    @property
    def actor(self) -> Seat | None:
        return self.side if self.outcome is None else None

    @property
    def single(self) -> bool:
        """第一回合的先手玩家不得進行步驟二 (T-2): White's first turn has step 1 only."""
        return self.side == WHITE and self.turn == 1

    # 棋子移動方式

    def actions(self) -> Sequence[Action]:
        """By point from A1 to I5, and clockwise from straight up; `pass` comes last."""
        if self.outcome is not None:
            return ()
        points, side, second = self.points, self.side, self.step == 2
        found: list[Action] = []
        for stack, ways in zip(points, WAYS, strict=True):
            if stack is None or stack[0] != side:
                continue
            for line in ways:
                for way in line:
                    met = points[way[1]]
                    if met is None:
                        continue
                    if met[0] != side:
                        if met[2] <= stack[2]:
                            found.append(way[3])
                    elif second:
                        found.append(way[4])
                    break
        if second:
            found.append(PASS)
        return tuple(found)

    def allows(self, action: Action) -> bool:
        """Whether `actions` has it, without making the others."""
        if not isinstance(action, Step):
            return self.step == 2
        way = way_of(action)
        if way is None:
            return False
        moved, met = self.points[way.source], self.points[way.target]
        if moved is None or moved.seat != self.side or met is None:
            return False
        for point in way.between:
            if self.points[point] is not None:
                return False
        if met.seat == self.side:
            return action.sign == STACK and self.step == 2
        return action.sign == CAPTURE and met.height <= moved.height


# 勝利條件


def ending(points: Points, side: Seat, step: int) -> Outcome | None:
    """Who has won, if anyone: T-4 is looked at before T-5."""
    lost = losers(points)
    if lost:
        return won(1 - lost[0], 2, "kinds-gone")
    if step == 1 and not can_capture(points, side):
        return won(1 - side, 2, "no-capture")
    return None


def losers(points: Points) -> list[Seat]:
    """敵方剩下兩個種類的棋子: the sides that have at most two kinds left (T-4)."""
    kinds = {*map(side_and_kind, filter(None, points))}
    if len(kinds) == 2 * len(KINDS):
        return []
    return [seat for seat in (WHITE, BLACK) if any((seat, kind) not in kinds for kind in KINDS)]


def can_capture(points: Points, side: Seat) -> bool:
    """敵方無法移動任何棋子: whether a side that must capture can (T-5)."""
    return next(captures(points, side), None) is not None


def captures(points: Points, side: Seat) -> Iterator[Way]:
    """The ways on which a side can capture."""
    for stack, ways in zip(points, WAYS, strict=True):
        if stack is None or stack[0] != side:
            continue
        for line in ways:
            for way in line:
                met = points[way[1]]
                if met is not None:
                    if met[0] != side and met[2] <= stack[2]:
                        yield way
                    break
