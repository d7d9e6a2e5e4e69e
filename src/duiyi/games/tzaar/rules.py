"""The rules of tzaar, in the order of the seed.

Pieces are in `pieces`, steps and tokens in `actions`, the set-up is in `deal`, the position text
in `position`, and why something is not legal in `reasons`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from duiyi.core.base import BaseGame, BaseState
from duiyi.core.clicks import Clicks
from duiyi.core.errors import BadPosition, Violation
from duiyi.core.message import message
from duiyi.core.options import Options
from duiyi.core.outcome import Outcome, won
from duiyi.core.state import Seat
from duiyi.core.view import Event, Geometry, View
from duiyi.games.tzaar import actions as tokens
from duiyi.games.tzaar import clicks as clicked
from duiyi.games.tzaar import narration, position, reasons, shown
from duiyi.games.tzaar.actions import CAPTURE, PASS, STACK, WAYS, Action, Step, joined, way_of
from duiyi.games.tzaar.deal import dealt
from duiyi.games.tzaar.options import LARGEST_SEED, TzaarOptions
from duiyi.games.tzaar.pieces import BLACK, BOARD, KINDS, WHITE, Points, Stack, side_and_kind

NOBODY_OUT: frozenset[Seat] = frozenset()


@dataclass(frozen=True, slots=True, repr=False)
class TzaarState(BaseState[Action]):
    """A position: what stands where, and whose step is next.

    Of a finished game `side` and `step` say whose decision it would have been.
    """

    points: Points
    side: Seat
    step: int
    turn: int
    out: frozenset[Seat]
    outcome: Outcome | None

    def __repr__(self) -> str:
        return f"duiyi.game('tzaar').load({self.dump()!r})"

    @property
    def game(self) -> Tzaar:
        return GAME

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

    def judge(self, action: Action) -> Violation | None:
        if self.outcome is None and self.allows(action):
            return None
        return reasons.violation_of(self, action)

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

    def after(self, action: Action) -> TzaarState:
        points = self.points
        if isinstance(action, Step):
            points = stepped(points, action)
        if self.step == 1 and not self.single:
            return settled(points, self.side, 2, self.turn)
        return settled(points, 1 - self.side, 1, self.turn + 1)

    def without(self, seat: Seat, out: frozenset[Seat]) -> TzaarState:
        raise AssertionError("W-3: of two seats the one that is left has won")

    def over(self, out: frozenset[Seat], outcome: Outcome) -> TzaarState:
        return TzaarState(self.points, self.side, self.step, self.turn, out, outcome)

    # 違規

    def leftover(self, token: str) -> Violation | None:
        """玩家第一回合步驟錯誤: after White's only step a `pass` is tolerated (T-8)."""
        if (self.side, self.step, self.turn) == (BLACK, 1, 2):
            return None if token == tokens.write(PASS) else reasons.second_step(token)
        return BaseState.leftover(self, token)

    # texts and pictures

    def text(self, action: Action) -> str:
        return tokens.write(action)

    def read(self, token: str) -> Action:
        action = tokens.read(token)
        if action is None:
            raise self.unreadable(token)
        return action

    def meant(self, clicks: Clicks) -> Action | Violation | None:
        return clicked.meant(self, clicks)

    def narrate(self, action: Action) -> Sequence[Event]:
        return narration.narrate(self, self.play(action), action)

    def promise(self, seat: Seat) -> float:
        """For players: what a side has, its rarest kind above all, and what it could capture."""
        return strengths(self.points)[seat]

    def view(
        self, seat: Seat | None = None, since: TzaarState | None = None, *, choices: bool = True
    ) -> View:
        return shown.view(self, since, choices and seat in (None, self.actor))

    def dump(self) -> str:
        fields = position.Fields(self.points, self.side, self.step, self.turn, self.out)
        return position.write(fields)


def stepped(points: Points, step: Step) -> Points:
    """吃子 keeps the mover's height and removes the victim; 併子 adds the heights (T-3)."""
    way, moved, met = joined(points, step)
    if step.sign == STACK:
        moved = Stack(moved.seat, moved.kind, moved.height + met.height)
    changed = list(points)
    changed[way.source], changed[way.target] = None, moved
    return tuple(changed)


def settled(points: Points, side: Seat, step: int, turn: int) -> TzaarState:
    """The position, with the game ended where a side has won."""
    return TzaarState(points, side, step, turn, NOBODY_OUT, ending(points, side, step))


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
    for stack, ways in zip(points, WAYS, strict=True):
        if stack is None or stack[0] != side:
            continue
        for line in ways:
            for way in line:
                met = points[way[1]]
                if met is not None:
                    if met[0] != side and met[2] <= stack[2]:
                        return True
                    break
    return False


@lru_cache(maxsize=16)
def strengths(points: Points) -> tuple[int, int]:
    """Of each side its heights, four for each piece of its rarest kind, and its captures."""
    found = [0, 0]
    counts = [dict.fromkeys(KINDS, 0), dict.fromkeys(KINDS, 0)]
    for stack, ways in zip(points, WAYS, strict=True):
        if stack is None:
            continue
        side, kind, height = stack
        counts[side][kind] += 1
        found[side] += height
        for line in ways:
            for way in line:
                met = points[way[1]]
                if met is not None:
                    found[side] += met[0] != side and met[2] <= height
                    break
    white, black = (4 * min(kinds.values()) for kinds in counts)
    return found[WHITE] + white, found[BLACK] + black


class Tzaar(BaseGame):
    """tzaar, for two seats: White is seat 0 and begins."""

    id = "tzaar"
    look = "tzaar"
    seats = range(2, 3)
    options = TzaarOptions
    faults = (
        "no-such-piece", "not-your-piece", "off-board", "not-a-line", "jump",
        "first-turn-two-steps", "first-step-must-capture", "too-weak", "timeout",
    )  # fmt: skip
    """違規: the nine of T-8, in its order."""
    turn_seconds = 5
    """超時 (T-9): the time for a player's whole turn, both steps together, by default."""

    def setup(self, seats: int, options: TzaarOptions) -> TzaarState:
        return settled(dealt(options), WHITE, 1, 1)

    def load(self, text: str) -> TzaarState:
        points, side, step, turn, out = position.read(text)
        if len(losers(points)) == 2:
            raise BadPosition(message("tzaar:bad-position.both-lost"))
        state = settled(points, side, step, turn)
        if not out:
            return state
        (loser,) = out
        return state.over(out, won(1 - loser, 2, "withdrawn"))

    def geometry(self, seats: int, options: Options) -> Geometry:
        return BOARD.geometry

    def samples(self) -> Sequence[tuple[int, Options]]:
        return [*super().samples(), (2, TzaarOptions("random", LARGEST_SEED))]


DEFAULTS = TzaarOptions()
GAME = Tzaar()
