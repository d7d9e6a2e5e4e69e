"""Two small games for the tests of records: one plain, one with everything that is awkward."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, ClassVar, Self

from duiyi.core import (
    CHANCE,
    BadOptions,
    BadPosition,
    Event,
    Game,
    Geometry,
    Move,
    Options,
    Outcome,
    Seat,
    SimpleGame,
    SimpleState,
    Site,
    View,
    Violation,
    message,
    number,
    switch,
)
from duiyi.core.base import BaseGame, BaseState
from duiyi.core.errors import violation
from duiyi.core.outcome import nobody_won, won

CELLS = ("p1", "p2", "p3", "p4", "p5")


@dataclass(frozen=True)
class RowState(SimpleState):
    """Whoever takes p5 wins, unless it is the last cell."""

    taken: tuple[int, ...] = (-1,) * len(CELLS)

    def moves(self) -> list[str]:
        return [cell for cell, seat in zip(CELLS, self.taken, strict=True) if seat < 0]

    def move(self, token: str) -> Self:
        at, seat = CELLS.index(token), self.owner
        taken = (*self.taken[:at], seat, *self.taken[at + 1 :])
        if -1 not in taken:
            return self.drawn(taken=taken)
        return self.won_by(seat, taken=taken) if token == "p5" else self.next(taken=taken)

    def board(self) -> Mapping[str, tuple[str, Seat | None]]:
        stones = zip(CELLS, self.taken, strict=True)
        return {cell: ("disc", seat) for cell, seat in stones if seat >= 0}


class Row(SimpleGame):
    """No options, no chance, one decision a turn."""

    id = "row"
    seats = range(2, 4)
    state = RowState
    board = Geometry(tuple(Site(cell, at, 0) for at, cell in enumerate(CELLS)))

    @property
    def locales(self) -> Traversable:
        return files("duiyi") / "locales"


@dataclass(frozen=True)
class DiceOptions(Options):
    limit: int = number(3, 1, 9)
    harsh: bool = switch()
    seed: int = number(0, 0, 2**64 - 1, start_only=True)


# Tokens that mean something else in the text form, were they not in quotes.
CHOICES = ("roll", "7", "(x)", "@0", "!1", "*", "[Game", '"', "{}", "\\n", "1K0,-1")
RESULTS = ("1", "2", "+(3)")
ANSWERS = ("ok", "no", "2")
ENDS = ("end", "again")


@dataclass(frozen=True, slots=True)
class DiceState(BaseState[Move]):
    """The owner chooses, chance rolls, the next seat answers, the owner ends or goes on."""

    seats: int
    options: DiceOptions
    owner: Seat
    actor: Seat | None
    step: int = 0
    total: int = 0
    turn: int = 1
    out: frozenset[Seat] = frozenset()
    outcome: Outcome | None = None

    @property
    def game(self) -> Game:
        return DICE

    def actions(self) -> Sequence[Move]:
        tokens = {0: CHOICES, 2: ANSWERS, 3: ENDS}.get(self.step, ())
        return () if self.outcome else tuple(map(Move, tokens))

    def chances(self) -> Sequence[tuple[Move, Fraction]]:
        return [(Move(token), Fraction(1, 3)) for token in RESULTS] if self.step == 1 else ()

    def judge(self, action: Move) -> Violation | None:
        if self.outcome:
            return violation("core", "game-over")
        legal = self.actions() or [result for result, _ in self.chances()]
        return None if action in legal else violation("core", "not-legal", token=action.token)

    def after(self, action: Move) -> Self:
        if self.step == 0:
            return replace(self, step=1, actor=CHANCE)
        if self.step == 1:
            total = self.total + RESULTS.index(action.token)
            return replace(self, step=2, actor=self._next(self.owner), total=total)
        if self.step == 2:
            return replace(self, step=3, actor=self.owner)
        return replace(self, step=1, actor=CHANCE) if action.token == "again" else self._passed()

    def without(self, seat: Seat, out: frozenset[Seat]) -> Self:
        left = replace(self, out=out)
        if seat == self.owner:
            return left._passed()
        return replace(left, step=3, actor=self.owner) if seat == self.actor else left

    def _next(self, seat: Seat) -> Seat:
        later = (seat + 1) % self.seats
        return self._next(later) if later in self.out else later

    def _passed(self) -> Self:
        if self.turn < self.options.limit:
            owner = self._next(self.owner)
            return replace(self, owner=owner, actor=owner, step=0, turn=self.turn + 1)
        inside = [seat for seat in range(self.seats) if seat not in self.out]
        drawn = self.total % 2 and not self.options.harsh
        outcome = (
            nobody_won(self.seats, self.out, "drawn")
            if drawn
            else won(inside[self.total % len(inside)], self.seats, "won")
        )
        return replace(self, actor=None, outcome=outcome)

    def text(self, action: Move) -> str:
        return action.token

    def read(self, token: str) -> Move:
        if token in (*CHOICES, *RESULTS, *ANSWERS, *ENDS):
            return Move(token)
        raise self.unreadable(token)

    def narrate(self, action: Move) -> Sequence[Event]:
        return ()

    def view(self, seat: Seat | None = None, since: Self | None = None) -> View:
        return View(self.actor, self.owner, self.turn, (), message("list"))

    def dump(self) -> str:
        head = [self.seats, self.options.limit, self.options.harsh, self.owner, self.actor]
        rest = [self.step, self.total, self.turn, sorted(self.out)]
        return json.dumps([*head, *rest])


class Dice(BaseGame):
    """Chance, several decisions in a turn, one of another seat, options that a state forgets."""

    id: ClassVar[str] = "dice"
    version: ClassVar[int] = 3
    seats: ClassVar[range] = range(2, 4)
    options: ClassVar[type[Options]] = DiceOptions

    @property
    def locales(self) -> Traversable:
        return files("duiyi") / "locales"

    def setup(self, seats: int, options: DiceOptions) -> DiceState:
        return DiceState(seats, replace(options, seed=0), 0, 0, total=options.seed % 5)

    def load(self, text: str) -> DiceState:
        try:
            seats, limit, harsh, owner, actor, step, total, turn, out = json.loads(text)
            state = DiceState(
                seats, DiceOptions(limit, harsh), owner, actor, step, total, turn, frozenset(out)
            )
        except (ValueError, TypeError, RecursionError, BadOptions):
            raise BadPosition(message("bad-position.json")) from None
        numbers = (seats, owner, actor, step, total, turn, *out)
        if any(type(value) is not int or value not in range(-1, 99) for value in numbers):
            raise BadPosition(message("bad-position.impossible"))
        if not (seats in self.seats and owner in range(seats) and step in range(4) and turn > 0):
            raise BadPosition(message("bad-position.impossible"))
        if len(out) > seats - 2 or owner in out or not set(out) <= set(range(seats)):
            raise BadPosition(message("bad-position.impossible"))
        if actor != {1: CHANCE, 2: state._next(owner)}.get(step, owner) or total < 0:
            raise BadPosition(message("bad-position.impossible"))
        return state

    def geometry(self, seats: int, options: Any) -> Geometry:
        return Geometry()


ROW, DICE = Row(), Dice()


def find(name: str) -> Game:
    """A lookup like the registry's, for these two games."""
    for game in (ROW, DICE):
        if game.id == name:
            return game
    raise BadOptions(message("bad-options.game", name=name[:60], known=("dice", "row")), "game")
