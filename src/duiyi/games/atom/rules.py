"""The rules of atom: a position, and what may be decided in it.

What a decision does is in `effects`, the lattice of a cell in `cells`, the phases in `phases`, why
a decision is not legal in `violations`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import factorial

from duiyi.core.base import BaseState
from duiyi.core.outcome import Outcome
from duiyi.core.state import CHANCE, Seat
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
    Place,
    Stop,
    placement,
)
from duiyi.games.atom.cells import CELLS, COLOURS, Side, blacks, free_points, parts_with_black
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

CHANCES = (Fraction(1, 2), Fraction(1, 6), Fraction(1, 6), Fraction(1, 6))
"""隨機概率: how likely each colour is, in the order of `COLOURS`."""


@dataclass(frozen=True, slots=True)
class AtomRules(BaseState[Action]):
    """A position."""

    options: AtomOptions
    sides: tuple[Side, Side]
    turn: int
    phase: Phase
    out: frozenset[Seat] = frozenset()
    outcome: Outcome | None = None

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

    def allows(self, action: Action) -> bool:
        """Whether the decision is one of `actions` or `chances`, without making the others."""
        if isinstance(action, Place) and isinstance(self.phase, Placing):
            side, options = self.sides[self.owner], self.options
            cell = side.cells[action.cell]
            return (
                self.phase.placements > 0
                and side.held[COLOURS.index(action.colour)] > 0
                and (bool(cell) or action.colour == "K")
                and action.point in free_points(cell, options.max_height, options.max_width)
            )
        if isinstance(action, Draw):
            return action in [draw for draw, _ in self.chances()]
        return action in self.actions()


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
