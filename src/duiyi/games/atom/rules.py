"""The rules of atom: a position, and what may be decided in it.

What a decision does is in `effects`, the lattice of a cell in `cells`, the phases in `phases`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import factorial

from duiyi.core.base import BaseGame, BaseState
from duiyi.core.clicks import Clicks
from duiyi.core.errors import Violation
from duiyi.core.options import Options
from duiyi.core.outcome import Outcome
from duiyi.core.state import CHANCE, Seat
from duiyi.core.view import Event, Geometry, View
from duiyi.games.atom import actions as tokens
from duiyi.games.atom import clicks as clicked
from duiyi.games.atom import effects, narration, position, possible, reasons, shown
from duiyi.games.atom.actions import (
    Action,
    Attack,
    Choose,
    Destroy,
    Direct,
    Draw,
    Effect,
    End,
    Keep,
    Lose,
    Stop,
    placement,
)
from duiyi.games.atom.cells import COLOURS, attack, blacks, defence, free_points, parts_with_black
from duiyi.games.atom.options import AtomOptions
from duiyi.games.atom.phases import (
    Acting,
    Choosing,
    Destroying,
    Drawing,
    Keeping,
    Losing,
    Phase,
    Placing,
)
from duiyi.games.atom.side import CELLS, START, Side

CHANCES = (Fraction(1, 2), Fraction(1, 6), Fraction(1, 6), Fraction(1, 6))
"""隨機概率: how likely each colour is, in the order of `COLOURS`."""


@dataclass(frozen=True, slots=True)
class AtomState(BaseState[Action]):
    """A position."""

    options: AtomOptions
    sides: tuple[Side, Side]
    turn: int
    phase: Phase
    out: frozenset[Seat] = frozenset()
    outcome: Outcome | None = None

    @property
    def game(self) -> AtomGame:
        return GAME

    @property
    def seats(self) -> int:
        return 2

    @property
    def owner(self) -> Seat:
        """Turns alternate."""
        return (self.turn - 1) % 2

    @property
    def other(self) -> Seat:
        return 1 - self.owner

    @property
    def actor(self) -> Seat | None:
        if self.outcome is not None:
            return None
        match self.phase:
            case Drawing():
                return CHANCE
            case Keeping(_, owner):
                return owner
            case Losing():
                return self.other
        return self.owner

    def actions(self) -> Sequence[Action]:
        return tuple(self._actions())

    def _actions(self) -> Iterator[Action]:
        """None while chance draws, and none when the game is over."""
        side = self.sides[self.owner]
        match self.phase:
            case Choosing():
                yield from (Choose("a"), Choose("b"), Choose("c"))
            case Placing(left):
                if left:
                    yield from self._placements(side)
                yield End()
            case Acting(attacks):
                if attacks:
                    yield from self._attacks(side, self.sides[self.other])
                yield from self._effects(side)
                yield End()
            case Destroying(_, number, _, first):
                for r, h, colour in self.sides[self.other].cells[number]:
                    if colour == "K" or not first:
                        yield Destroy((r, h))
                if not first:
                    yield Stop()
            case Keeping(_, owner, (number, *_)):
                for part in parts_with_black(self.sides[owner].cells[number]):
                    yield Keep(number, blacks(part)[0])
            case Losing():
                for number in CELLS:
                    for r, h, _ in self.sides[self.other].cells[number]:
                        yield Lose(number, (r, h))

    def _placements(self, side: Side) -> Iterator[Action]:
        """階段 2 (A-5): next to another atom; the first atom of a cell is black."""
        held = [colour for colour, n in zip(COLOURS, side.held, strict=True) if n]
        for number in CELLS:
            cell = side.cells[number]
            points = free_points(cell, self.options.max_height, self.options.max_width)
            for colour in held if cell else [c for c in held if c == "K"]:
                for point in points:
                    yield placement(number, colour, point)

    def _attacks(self, side: Side, enemy: Side) -> Iterator[Action]:
        """動作 1 (A-7, A-10): cell against cell, or the player when all his cells are empty."""
        for number in CELLS:
            if not side.cells[number]:
                continue
            if not enemy.filled:
                yield Direct(number)
            for target in CELLS:
                if enemy.cells[target]:
                    yield Attack(number, target)

    def _effects(self, side: Side) -> Iterator[Action]:
        """動作 2 (A-11)."""
        for number in CELLS:
            for r, h, colour in side.cells[number]:
                if colour != "K":
                    yield Effect(number, (r, h))

    def chances(self) -> Sequence[tuple[Action, Fraction]]:
        if isinstance(self.phase, Drawing):
            return draws(self.phase.atoms)
        return ()

    def judge(self, action: Action) -> Violation | None:
        if self.outcome is None and effects.allows(self, action):
            return None
        return reasons.violation_of(self, action)

    def after(self, action: Action) -> AtomState:
        return effects.after(self, action)

    def without(self, seat: Seat, out: frozenset[Seat]) -> AtomState:
        raise AssertionError("with two seats a withdrawal ends the game (W-3)")

    def over(self, out: frozenset[Seat], outcome: Outcome) -> AtomState:
        return effects.ended(self, outcome, out)

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
        """For players: life, and the strength of the cells."""
        side = self.sides[seat]
        power = sum(attack(cell) + float(defence(cell)) / 2 for cell in side.cells)
        return max(0, side.life) + power + sum(map(len, side.cells)) / 4

    def view(
        self, seat: Seat | None = None, since: AtomState | None = None, *, choices: bool = True
    ) -> View:
        return shown.view(self, since, choices and seat in (None, self.actor))

    def dump(self) -> str:
        return position.write(self)


@cache
def draws(atoms: int) -> tuple[tuple[Draw, Fraction], ...]:
    """A-4: the colour counts that `atoms` can come in, with their multinomial probabilities."""
    found = []
    for black in range(atoms, -1, -1):
        for red in range(atoms - black, -1, -1):
            for blue in range(atoms - black - red, -1, -1):
                counts = (black, red, blue, atoms - black - red - blue)
                ways = Fraction(factorial(atoms))
                for chance, n in zip(CHANCES, counts, strict=True):
                    ways *= chance**n / factorial(n)
                found.append((Draw(counts), ways))
    return tuple(found)


class AtomGame(BaseGame):
    """Atom Game for two players."""

    id = "atom"
    look = "atom"
    options = AtomOptions

    def setup(self, seats: int, options: AtomOptions) -> AtomState:
        return AtomState(options, (START, START), 1, Choosing())

    def load(self, text: str) -> AtomState:
        return possible.checked(AtomState(**position.read(text)))

    def geometry(self, seats: int, options: Options) -> Geometry:
        return Geometry()  # every site grows with the atoms: `View.sites` has them all


GAME = AtomGame()
