"""The rules of relati legacy: a position, and what may be done in it.

What an action does and what follows from it by itself (行為) is in `effects`, the conditions of
each action (條件) one by one in `violations`, the lines of attacks in `attacks`, what a cell is to
whom in `sides`, safe zones in `zones`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from duiyi.boards.square import SquareBoard, bits, square
from duiyi.core.base import BaseState
from duiyi.core.outcome import Outcome
from duiyi.core.state import Seat
from duiyi.games.links import Reach
from duiyi.games.relati_legacy.actions import Action, Bomb, Defend, Escape, Link, Locate
from duiyi.games.relati_legacy.attacks import attacks
from duiyi.games.relati_legacy.options import LegacyOptions
from duiyi.games.relati_legacy.sides import Sides, blocking, occupied, valid_to


@dataclass(frozen=True, slots=True)
class RelatiLegacyRules(BaseState[Action]):
    """A position."""

    options: LegacyOptions
    sides: Sides
    owner: Seat
    turn: int
    gone: frozenset[Seat] = frozenset()
    """淘汰: seats that had no action when they were asked; out for good (L-16)."""
    out: frozenset[Seat] = frozenset()
    outcome: Outcome | None = None
    reaches: tuple[Reach, ...] = field(default=(), compare=False, repr=False)
    """What each seat's source reaches; follows from `sides`."""

    @property
    def seats(self) -> int:
        return len(self.sides)

    @property
    def actor(self) -> Seat | None:
        return None if self.outcome else self.owner

    @property
    def board(self) -> SquareBoard:
        return square(self.options.size)

    # 格子

    @property
    def empty(self) -> int:
        """實質空白: the cells without any symbol."""
        return self.board.full & ~occupied(self.sides)

    def blank(self, seat: Seat) -> int:
        """空白, as a seat sees it (L-2)."""
        return self.board.full & ~blocking(self.sides, seat)

    def valid(self, seat: Seat) -> int:
        """我方有效: a seat's own valid pieces (L-1)."""
        return self.reaches[seat].connected

    def valid_to(self, seat: Seat) -> int:
        """有效: everyone's pieces that are valid to a seat."""
        return valid_to(self.sides, self.reaches, seat)

    def forbidden(self, seat: Seat) -> int:
        """阻斷: a seat's plain pieces that its source does not reach (L-5)."""
        return self.sides[seat].normal & ~self.reaches[seat].connected

    # 動作

    def actions(self) -> Sequence[Action]:
        if self.outcome:
            return ()
        seat = self.owner
        if not self.sides[seat].all:
            return tuple(Locate(cell) for cell in bits(self.empty))
        return (
            *(Link(cell) for cell in bits(self.linkable(seat))),
            *(Escape(cell) for cell in bits(self.escapes(seat))),
            *attacks(self.board, self.sides, seat, self.valid(seat)),
            *(Bomb(cell) for cell in bits(self.sides[seat].shield)),
            *(Defend(cell) for cell in bits(self.valid(seat))),
        )

    def linkable(self, seat: Seat) -> int:
        """連接: empty cells with a link to an own valid piece."""
        return self.reaches[seat].linkable & self.empty

    def escapes(self, seat: Seat) -> int:
        """逃脫: empty cells with a line of blank cells to an own valid piece (L-6)."""
        return self.board.swept(self.valid(seat), self.blank(seat)) & self.empty

    def can_act(self, seat: Seat) -> bool:
        """Whether a seat has any action.

        A shield can always be set off, and without a source nothing is valid (L-5); a source can
        always be made a shield. A seat without a symbol needs an empty cell to locate on.
        """
        side = self.sides[seat]
        if not side.all:
            return self.empty != 0
        return side.source | side.shield != 0
