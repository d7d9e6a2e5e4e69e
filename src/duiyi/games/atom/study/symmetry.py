"""The symmetries of atom: each cell may be turned over in both directions and moved, and a
player's cells may change places.

Attack and defence count rows and columns between blacks, so neither left and right nor up and down
differ. Where a cell lies on its lattice decides nothing. Which of a player's cells is the first
decides one thing only: of several that fell apart the first is settled first. So cells keep their
places while several may fall apart.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TypeVar

from duiyi.boards.triangle import Point
from duiyi.core.state import Seat
from duiyi.core.study.symmetry import Canonical, Symmetries, Symmetry
from duiyi.games.atom.actions import (
    Action,
    Attack,
    Destroy,
    Direct,
    Effect,
    Keep,
    Lose,
    Place,
    read,
    write,
)
from duiyi.games.atom.cells import CELLS, Cell, Side, blacks, parts_with_black
from duiyi.games.atom.phases import Destroying, Keeping, Losing, Phase
from duiyi.games.atom.rules import AtomRules
from duiyi.games.atom.study.flips import FLIPS, STILL, Flip
from duiyi.games.atom.study.nearness import nearest

S = TypeVar("S", bound=AtomRules)
SEATS = (0, 1)
Three = tuple[Flip, Flip, Flip]
Order = tuple[int, int, int]
SAME_ORDER: Order = (0, 1, 2)
ORDERS: tuple[Order, ...] = ((1, 0, 2), (0, 2, 1))
"""These two make all others."""


@dataclass(frozen=True, slots=True)
class AtomSymmetry:
    """For each seat how its cells are turned over, and then where each goes."""

    flips: tuple[Three, Three] = ((STILL,) * 3, (STILL,) * 3)
    orders: tuple[Order, Order] = (SAME_ORDER, SAME_ORDER)

    def state(self, state: S) -> S:
        sides = self._side(0, state.sides[0]), self._side(1, state.sides[1])
        return dataclasses.replace(state, sides=sides, phase=self._phase(state))

    def _side(self, seat: Seat, side: Side) -> Side:
        cells = list(side.cells)
        for number in CELLS:
            cells[self.orders[seat][number]] = self.flips[seat][number].cell(side.cells[number])
        return side._replace(cells=(cells[0], cells[1], cells[2]))

    def _phase(self, state: AtomRules) -> Phase:
        theirs = self.orders[state.other]
        match state.phase:
            case Destroying(cell=number) as phase:
                return dataclasses.replace(phase, cell=theirs[number])
            case Keeping(owner=owner, cells=cells) as phase:
                moved = tuple(self.orders[owner][number] for number in cells)
                return dataclasses.replace(phase, cells=moved)
            case Losing(touched=touched) as phase:
                moved = tuple(theirs[number] for number in touched)
                return dataclasses.replace(phase, touched=frozenset(moved))
        return state.phase

    def token(self, state: AtomRules, token: str) -> str:
        action = read(token)
        return token if action is None else write(self._action(state, action))

    def _action(self, state: AtomRules, action: Action) -> Action:
        own, other = state.owner, state.other
        match action:
            case Place(number, colour, point):
                return Place(self.orders[own][number], colour, self._at(own, number, point))
            case Attack(number, target):
                return Attack(self.orders[own][number], self.orders[other][target])
            case Direct(number):
                return Direct(self.orders[own][number])
            case Destroy(point):
                assert isinstance(state.phase, Destroying)
                return Destroy(self._at(other, state.phase.cell, point))
            case Effect(number, point):
                return Effect(self.orders[own][number], self._at(own, number, point))
            case Lose(number, point):
                return Lose(self.orders[other][number], self._at(other, number, point))
            case Keep(number, point):
                assert isinstance(state.phase, Keeping)
                return self._keep(state, state.phase.owner, number, point)
        return action

    def _keep(self, state: AtomRules, owner: Seat, number: int, point: Point) -> Keep:
        """A part is named by its first black, which may be another one when it is turned over."""
        parts = parts_with_black(state.sides[owner].cells[number])
        (part,) = [part for part in parts if blacks(part)[0] == point]
        return Keep(self.orders[owner][number], blacks(self.flips[owner][number].cell(part))[0])

    def _at(self, seat: Seat, number: int, point: Point) -> Point:
        return self.flips[seat][number].point(point)


class AtomSymmetries(Symmetries):
    """Too many to list: those that make all others."""

    def of(self, state: AtomRules) -> Iterable[Symmetry]:
        yield AtomSymmetry()
        for seat in SEATS:
            for number in CELLS:
                if state.sides[seat].cells[number]:
                    yield from _flipped(seat, number, state.sides[seat].cells[number])
            if not order_counts(state, seat):
                for order in ORDERS:
                    orders = (order, SAME_ORDER) if seat == 0 else (SAME_ORDER, order)
                    yield AtomSymmetry(orders=orders)

    def canonical(self, state: AtomRules) -> Canonical:
        flips = tuple(_three(least(cell) for cell in side.cells) for side in state.sides)
        orders = tuple(_order(state, seat, flips[seat]) for seat in SEATS)
        symmetry = AtomSymmetry((flips[0], flips[1]), (orders[0], orders[1]))
        return Canonical(self.text(symmetry.state(state)), symmetry)

    def towards(self, state: S, other: AtomRules) -> Iterable[S]:
        return nearest(state, other)


def order_counts(state: AtomRules, seat: Seat) -> bool:
    """Whether several of a seat's cells may have to be settled, in their order."""
    match state.phase:
        case Losing():
            return seat == state.other
        case Keeping(owner=owner, cells=cells):
            return seat == owner and len(cells) > 1
    return False


def least(cell: Cell) -> Flip:
    """How a cell is turned over and moved such that it comes first among all that are like it."""
    if not cell:
        return STILL
    return min((flip.to_origin(cell) for flip in FLIPS), key=lambda flip: flip.cell(cell))


def _order(state: AtomRules, seat: Seat, flips: Three) -> Order:
    """The places of a seat's cells: the one that is at stake last, the others by their atoms."""
    if order_counts(state, seat):
        return SAME_ORDER
    stake = None
    match state.phase:
        case Destroying(cell=number):
            stake = number if seat == state.other else None
        case Keeping(owner=owner, cells=(number,)):
            stake = number if seat == owner else None
    cells = state.sides[seat].cells
    ranked = sorted(CELLS, key=lambda n: (n == stake, not cells[n], flips[n].cell(cells[n])))
    first, second, third = (ranked.index(number) for number in CELLS)
    return first, second, third


def _flipped(seat: Seat, number: int, cell: Cell) -> Iterator[AtomSymmetry]:
    for flip in (*FLIPS[1:], STILL.to_origin(cell)):
        three = _three(flip if other == number else STILL for other in CELLS)
        still = (STILL, STILL, STILL)
        yield AtomSymmetry((three, still) if seat == 0 else (still, three))


def _three(flips: Iterable[Flip]) -> Three:
    first, second, third = flips
    return first, second, third


SYMMETRY = AtomSymmetries()
