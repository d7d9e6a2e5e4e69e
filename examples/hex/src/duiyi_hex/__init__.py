"""Hex for duiyi: 11 by 11 hexagons, with the swap rule.

Circle begins and connects the top with the bottom, cross the left with the right. Cells are
numbered row by row; the board leans to the right, so that a cell touches its neighbours in its
row, and above and below those at the places that `NEIGHBOURS` lists.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Self

from duiyi.core import (
    Geometry,
    Options,
    Seat,
    SimpleGame,
    SimpleState,
    Site,
    rearranged,
    switch,
)
from duiyi.core.view import Area

SIZE = 11
LABELS = tuple(f"{column}{row + 1}" for row in range(SIZE) for column in "ABCDEFGHIJK")
NEIGHBOURS = ((-1, 0), (1, 0), (0, -1), (0, 1), (1, -1), (-1, 1))
SWAP = "swap"


@dataclass(frozen=True)
class HexOptions(Options):
    swap: bool = switch(default=True)


@dataclass(frozen=True)
class HexState(SimpleState):
    """`stones` has a character for each cell: the seat whose stone is there, or a dot."""

    options: HexOptions
    stones: str = "." * SIZE**2

    def moves(self) -> Iterable[str]:
        empty = [label for label, stone in self.cells() if stone == "."]
        return [*empty, SWAP] if self.options.swap and self.turn == 2 else empty

    def move(self, token: str) -> Self:
        if token == SWAP:
            return self.next(stones=mirrored(self.stones))
        cell = LABELS.index(token)
        stones = self.stones[:cell] + str(self.owner) + self.stones[cell + 1 :]
        if connects(stones, cell, self.owner):
            return self.won_by(self.owner, stones=stones)
        return self.next(stones=stones)

    def board(self) -> Mapping[str, tuple[str, Seat | None]]:
        symbols = self.game.symbols
        return {
            label: (symbols[int(stone)], int(stone))
            for label, stone in self.cells()
            if stone != "."
        }

    def areas(self) -> Sequence[Area]:
        return GOALS

    def valid(self) -> bool:
        return len(self.stones) == SIZE**2 and set(self.stones) <= set(".01")

    def mapped(self, to: Mapping[str, str]) -> Self:
        return replace(self, stones=rearranged(self.stones, LABELS, to))

    def cells(self) -> Iterable[tuple[str, str]]:
        return zip(LABELS, self.stones, strict=True)


def mirrored(stones: str) -> str:
    """The first stone as cross's: rows become columns, so that its goal is turned with it."""
    turned = "".join(stones[column::SIZE] for column in range(SIZE))
    return turned.replace("0", "1")


@cache
def neighbours(cell: int) -> tuple[int, ...]:
    row, column = divmod(cell, SIZE)
    return tuple(
        (row + down) * SIZE + column + right
        for right, down in NEIGHBOURS
        if 0 <= row + down < SIZE and 0 <= column + right < SIZE
    )


def connects(stones: str, cell: int, seat: Seat) -> bool:
    """Whether the seat's stones that hang together with this one touch both its sides."""
    group, found = {cell}, [cell]
    for stone in found:
        new = [n for n in neighbours(stone) if stones[n] == str(seat) and n not in group]
        group.update(new)
        found += new
    reached = {divmod(stone, SIZE)[seat] for stone in group}
    return {0, SIZE - 1} <= reached


def hexagons() -> Geometry:
    """A rhombus of hexagons that stand on a corner; each row is half a cell further right."""
    sites = []
    for cell, label in enumerate(LABELS):
        row, column = divmod(cell, SIZE)
        x, y = column + row / 2, row * math.sqrt(3) / 2
        angles = [math.pi * (2 * corner + 1) / 6 for corner in range(6)]
        outline = tuple(
            (x + math.cos(angle) / math.sqrt(3), y + math.sin(angle) / math.sqrt(3))
            for angle in angles
        )
        sites.append(Site(label, x, y, label, "", outline))
    return Geometry(tuple(sites))


GOALS = (
    Area(LABELS[:SIZE], 0, "goal"),
    Area(LABELS[-SIZE:], 0, "goal"),
    Area(LABELS[::SIZE], 1, "goal"),
    Area(LABELS[SIZE - 1 :: SIZE], 1, "goal"),
)


class Hex(SimpleGame):
    id = "hex"
    options = HexOptions
    state = HexState
    board = hexagons()
    words = (SWAP,)

    def site_maps(self, seats: int, options: Any) -> Iterable[Mapping[str, str]]:
        """Half a turn; other turns would exchange the goals."""
        return [dict(zip(LABELS, reversed(LABELS), strict=True))]


GAME = Hex()
