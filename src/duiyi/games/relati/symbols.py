"""Symbols and their marks (符號): what stands on the board, and an open chain of shots."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


class Side(NamedTuple):
    """The symbols of one seat, by their marks (符號)."""

    plain: int = 0
    root: int = 0
    ready: int = 0
    spent: int = 0
    dead: int = 0

    @property
    def cannons(self) -> int:
        return self.ready | self.spent

    @property
    def living(self) -> int:
        return self.plain | self.root | self.ready | self.spent

    @property
    def all(self) -> int:
        return self.plain | self.root | self.ready | self.spent | self.dead

    def without(self, cells: int) -> Side:
        """The same without any mark on these cells."""
        return Side(*[marks & ~cells for marks in self])


@dataclass(frozen=True, slots=True)
class Chain:
    """An open chain (連鎖砲台): which cannon must go on firing, and with how many shells."""

    cannon: int
    shells: int
    passed: int
    """The cannons that have passed their shells on in this chain (R-13)."""
    lost: tuple[int, ...]
    """How many symbols each seat had lost before the chain (R-14)."""
