"""The phases of a turn (回合流程), and the decisions inside an action.

A phase holds what is still to be done. `attacks` is how many attacks the turn has left.
"""

from __future__ import annotations

from dataclasses import dataclass

from duiyi.core.state import Seat


@dataclass(frozen=True, slots=True)
class Choosing:
    """階段 0."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """階段 1: chance gives `atoms`."""

    atoms: int
    placements: int
    attacks: int


@dataclass(frozen=True, slots=True)
class Placing:
    """階段 2."""

    placements: int
    attacks: int


@dataclass(frozen=True, slots=True)
class Acting:
    """階段 3, between two actions."""

    attacks: int


@dataclass(frozen=True, slots=True)
class Destroying:
    """The attacker destroys up to `left` atoms of a cell; the first must be black."""

    attacks: int
    cell: int
    left: int
    first: bool


@dataclass(frozen=True, slots=True)
class Keeping:
    """The owner of cells that fell apart keeps one part of the first of `cells`, then the next.

    `effect` is a colour and y where an effect is still to come after one's own cell (A-11).
    """

    attacks: int
    owner: Seat
    cells: tuple[int, ...]
    effect: tuple[str, int] | None = None


@dataclass(frozen=True, slots=True)
class Losing:
    """The other player removes `left` of his atoms; `touched` cells are settled afterwards."""

    attacks: int
    left: int
    touched: frozenset[int]


@dataclass(frozen=True, slots=True)
class Over:
    """The game has ended."""


Phase = Choosing | Drawing | Placing | Acting | Destroying | Keeping | Losing | Over
