"""Pieces and what can be said of the cells they stand on (格子: 符號, 狀態, 類型).

All sets of cells are integers, see `duiyi.boards.square`.
"""

from __future__ import annotations

from typing import NamedTuple

from duiyi.boards.square import SquareBoard
from duiyi.core.state import Seat
from duiyi.games import links
from duiyi.games.links import Holding, Reach


class Side(NamedTuple):
    """The pieces of one seat by status (狀態); which of `normal` are forbidden is derived."""

    source: int = 0
    normal: int = 0
    shield: int = 0
    weapon: int = 0
    bomb: int = 0
    dead: int = 0

    @property
    def inert(self) -> int:
        """What everyone sees as blank (視為空白): weapons, bombs, dead pieces."""
        return self.weapon | self.bomb | self.dead

    @property
    def living(self) -> int:
        return self.source | self.normal | self.shield

    @property
    def all(self) -> int:
        return self.source | self.normal | self.shield | self.weapon | self.bomb | self.dead

    def without(self, cells: int) -> Side:
        """The same without any piece on these cells."""
        return Side(*[pieces & ~cells for pieces in self])

    def with_weapons(self, cells: int) -> Side:
        """The same with the pieces on these cells spent as weapons."""
        return self.without(cells)._replace(weapon=self.weapon | cells)


Sides = tuple[Side, ...]


def occupied(sides: Sides) -> int:
    """The cells with a symbol, in whatever status."""
    cells = 0
    for side in sides:
        cells |= side.all
    return cells


def blocking(sides: Sides, seat: Seat) -> int:
    """The cells that are not blank to a seat (空白): an own shield is blank to it (L-2)."""
    cells = 0
    for side in sides:
        cells |= side.living
    return cells & ~sides[seat].shield


def valid_to(sides: Sides, reaches: tuple[Reach, ...], seat: Seat) -> int:
    """The pieces that are valid to a seat (有效, L-1): not forbidden, not blank to it.

    An enemy's shield is one of them (L-2).
    """
    cells = 0
    for side, found in zip(sides, reaches, strict=True):
        cells |= found.connected | side.shield
    return cells & ~sides[seat].shield


def owner_of(sides: Sides, cell: int) -> Seat | None:
    """Whose piece stands on a cell, in whatever status."""
    for seat, side in enumerate(sides):
        if side.all >> cell & 1:
            return seat
    return None


def held(side: Side) -> Holding:
    """Links begin at the source and go on over plain pieces that they reach."""
    return Holding(side.source, side.normal)


def reaches_of(board: SquareBoard, sides: Sides) -> tuple[Reach, ...]:
    """阻斷 (L-5), from scratch: what each seat's source reaches, judged from that seat's side.

    `connected` are the seat's own valid pieces; a plain piece that is not among them is forbidden.
    """
    return tuple(
        links.reach(board, held(side), blocking(sides, seat)) for seat, side in enumerate(sides)
    )


def killed(sides: Sides, cells: int) -> Sides:
    """死亡: whoever's living pieces stand on these cells are dead, and keep their cells."""
    return tuple(
        side.without(dies)._replace(dead=side.dead | dies)
        if (dies := side.living & cells)
        else side
        for side in sides
    )


def with_side(sides: Sides, seat: Seat, side: Side) -> Sides:
    return (*sides[:seat], side, *sides[seat + 1 :])
