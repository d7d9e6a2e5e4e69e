"""The rules of relati classic, in the order of the seed: a position, and where a symbol may go.

Each seat's symbols are a set of cells (see `duiyi.boards.square`). What follows from placing is in
`effects`, why a cell is not legal in `violations`, the position text in `position`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from duiyi.boards.square import SquareBoard, bits, square
from duiyi.core.base import BaseState
from duiyi.core.options import Options
from duiyi.core.outcome import Outcome
from duiyi.core.state import Seat
from duiyi.games.relati_classic.actions import PLACES, Place

NO_OPTIONS = Options()


def board_of(seats: int) -> SquareBoard:
    """棋盤大小: (seats × 2 + 1) cells on a side."""
    return square(seats * 2 + 1)


@dataclass(frozen=True, slots=True)
class RelatiClassicRules(BaseState[Place]):
    """A position: whose symbols are where, who moved last, who is next."""

    symbols: tuple[int, ...]
    actor: Seat | None
    last: Seat
    turn: int
    out: frozenset[Seat]
    outcome: Outcome | None
    legal: int = field(compare=False, repr=False)
    """放置條件: the cells on which the actor may place, empty and linked; follows from the rest."""

    @property
    def seats(self) -> int:
        return len(self.symbols)

    @property
    def options(self) -> Options:
        return NO_OPTIONS

    @property
    def owner(self) -> Seat:
        return max(self.last, 0) if self.actor is None else self.actor

    @property
    def board(self) -> SquareBoard:
        return board_of(len(self.symbols))

    def actions(self) -> Sequence[Place]:
        return tuple([PLACES[cell] for cell in bits(self.legal)])


def placeable(board: SquareBoard, own: int, empty: int) -> int:
    """連線條件: next to an own symbol; C-2: the first symbol goes anywhere."""
    return board.near(own) & empty if own else empty
