"""The rules of relati: a position, and what may be done in it.

What an action does is in `effects`, links (連線條件) are in `links`, the position text is in
`position`, and why something is not legal in `violations`.

A state keeps each seat's symbols by their marks; who is connected follows from them and is kept
beside them, because every question about a position asks for it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from duiyi.boards.square import RAYS, SquareBoard, bits
from duiyi.core.base import BaseState
from duiyi.core.outcome import Outcome
from duiyi.core.state import Seat
from duiyi.games.relati.actions import Action, Build, Fire, Migrate, Pass, Place
from duiyi.games.relati.links import Reach, blocked_by, board_of, direct
from duiyi.games.relati.options import RelatiOptions
from duiyi.games.relati.symbols import Chain, Side


@dataclass(frozen=True, slots=True)
class RelatiRules(BaseState[Action]):
    """A position."""

    options: RelatiOptions
    sides: tuple[Side, ...]
    actor: Seat | None
    last: Seat
    turn: int
    bonus: int = 0
    """Bonus actions left, the one to be decided now included; 0 at a turn's first action."""
    chain: Chain | None = None
    out: frozenset[Seat] = frozenset()
    outcome: Outcome | None = None
    reaches: tuple[Reach, ...] = field(default=(), compare=False, repr=False)
    """What each seat's root reaches; follows from `sides`."""

    @property
    def seats(self) -> int:
        return len(self.sides)

    @property
    def owner(self) -> Seat:
        return max(self.last, 0) if self.actor is None else self.actor

    @property
    def board(self) -> SquareBoard:
        return board_of(len(self.sides))

    @property
    def blocked(self) -> int:
        """The cells that are not blank."""
        return blocked_by(self.sides)

    @property
    def empty(self) -> int:
        """空格: the cells without any symbol, dead ones included."""
        cells = self.board.full
        for side in self.sides:
            cells &= ~side.all
        return cells

    # 玩家行動

    def actions(self) -> Sequence[Action]:
        if self.actor is None:
            return ()
        if self.chain:
            return tuple(self.shots(self.chain.cannon))
        return (*self.acts(self.actor), *([Pass()] if self.bonus else []))

    def acts(self, seat: Seat) -> Iterator[Action]:
        """All that a seat can do as a new action (R-5: `pass` does not count)."""
        for cell in bits(self.placeable(seat)):
            yield Place(cell)
        plain = self.plain(seat)
        if self.options.cannon:
            for cell in bits(plain):
                yield Build(cell)
            for cell in bits(self.sides[seat].ready):
                yield from self.shots(cell)
        if self.options.migration:
            for cell in bits(self.migratable(seat)):
                yield Migrate(cell)

    def can_act(self, seat: Seat) -> bool:
        return any(True for _ in self.acts(seat))

    def placeable(self, seat: Seat) -> int:
        """放置條件: empty cells that can be linked; the first symbol goes anywhere."""
        if not self.sides[seat].all:
            return self.empty
        return self.reaches[seat].linkable & self.empty

    def plain(self, seat: Seat) -> int:
        """一般符號: living, connected, without a mark (R-8)."""
        return self.sides[seat].plain & self.reaches[seat].connected

    def migratable(self, seat: Seat) -> int:
        """R-15: plain symbols with a direct link to the root."""
        root = self.sides[seat].root
        if not root:
            return 0
        return direct(self.board, root.bit_length() - 1, self.blocked) & self.plain(seat)

    def shots(self, cannon: int) -> Iterator[Fire]:
        """The directions in which a cannon may fire."""
        for direction in RAYS:
            if self.target(cannon, direction) is not None:
                yield Fire(cannon, direction)

    def target(self, cannon: int, direction: str) -> int | None:
        """目標符號: what a shot kills or passes its shells to; without one it is not legal."""
        cell = self.met(cannon, direction)
        return None if cell is None or self.spared(cannon, cell) else cell

    def spared(self, cannon: int, cell: int) -> bool:
        """R-10: own symbols are no targets, but for relays (R-12) that may still pass on (R-13)."""
        own = next(side for side in self.sides if side.all >> cannon & 1)
        if self.options.chain and own.cannons >> cell & 1:
            return self.chain is not None and bool(self.chain.passed >> cell & 1)
        return not self.options.friendly_fire and bool(own.living >> cell & 1)

    def met(self, cannon: int, direction: str) -> int | None:
        """R-10: the first living symbol; empty cells and dead symbols are skipped."""
        blocked = self.blocked
        for cell in self.board.rays[cannon][direction]:
            if blocked >> cell & 1:
                return cell
        return None

    def relays(self, target: int) -> bool:
        """R-12: whether a shot at this cell passes the shells on instead of killing."""
        return self.options.chain and bool(self.sides[self.owner].cannons >> target & 1)

    def shells(self, cannon: int) -> int:
        """A cannon with a shell has one, but for the one that a chain has reached."""
        if self.chain and self.chain.cannon == cannon:
            return self.chain.shells
        return 1

    def allows(self, action: Action) -> bool:
        """Whether `actions` has it, without making the others."""
        seat = self.actor
        if seat is None:
            return False
        if self.chain:
            return action in self.actions()
        match action:
            case Place(cell):
                return bool(self.placeable(seat) >> cell & 1)
            case Build(cell):
                return self.options.cannon and bool(self.plain(seat) >> cell & 1)
            case Fire(cell, direction):
                ready = self.sides[seat].ready >> cell & 1
                return bool(ready) and self.target(cell, direction) is not None
            case Migrate(cell):
                return self.options.migration and bool(self.migratable(seat) >> cell & 1)
            case Pass():
                return self.bonus > 0

    def lost(self) -> tuple[int, ...]:
        """失聯符號: how many living symbols of each seat are lost."""
        pairs = zip(self.sides, self.reaches, strict=True)
        return tuple((side.plain & ~found.connected).bit_count() for side, found in pairs)
