"""A position of atom beside another one: with its cells turned, moved and put in the order in which
most atoms come to lie on atoms of the other.

Cells are turned and change places each by itself, so that the symmetries are too many to list; but
which of them is best is found cell by cell.
"""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Iterator
from itertools import permutations
from typing import NamedTuple, TypeVar

from duiyi.games.atom.cells import CELLS, Cell, Side
from duiyi.games.atom.phases import Choosing
from duiyi.games.atom.rules import AtomRules
from duiyi.games.atom.study.flips import FLIPS, STILL, Flip

S = TypeVar("S", bound=AtomRules)


class Fit(NamedTuple):
    """How many atoms of a cell lie on equal ones of another when it is turned and moved so."""

    atoms: int
    flip: Flip


def nearest(state: S, other: AtomRules) -> Iterator[S]:
    """As it is, and with the players exchanged; what is being decided is left out."""
    first, second = state.sides
    for sides in ((first, second), (second, first)):
        turned = [_side(one, to) for one, to in zip(sides, other.sides, strict=True)]
        yield dataclasses.replace(state, sides=(turned[0], turned[1]), phase=Choosing())


def _side(side: Side, other: Side) -> Side:
    fits = [[_fit(cell, to) for to in other.cells] for cell in side.cells]

    def atoms(order: tuple[int, ...]) -> int:
        return sum(fits[number][order[number]].atoms for number in CELLS)

    order = max(permutations(CELLS), key=atoms)
    cells = list(side.cells)
    for number in CELLS:
        cells[order[number]] = fits[number][order[number]].flip.cell(side.cells[number])
    return side._replace(cells=(cells[0], cells[1], cells[2]))


def _fit(cell: Cell, other: Cell) -> Fit:
    return max((_moved(cell, other, flip) for flip in FLIPS), key=lambda fit: fit.atoms)


def _moved(cell: Cell, other: Cell, flip: Flip) -> Fit:
    """By the shift that most pairs of equal atoms have in common."""
    shifts = Counter(
        (r - mine_r, h - mine_h)
        for mine_r, mine_h, mine in flip.cell(cell)
        for r, h, colour in other
        if mine == colour
    )
    if not shifts:
        return Fit(0, STILL)
    (up, right), atoms = shifts.most_common(1)[0]
    return Fit(atoms, Flip(flip.rows, flip.across, up, right))
