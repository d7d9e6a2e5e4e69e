"""The rules of relati classic, in the order of the seed.

Each seat's symbols are a set of cells (see `duiyi.boards.square`).
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass, field

from duiyi.boards.square import SquareBoard, bits, is_label, square
from duiyi.core.base import BaseGame, BaseState
from duiyi.core.clicks import Clicks
from duiyi.core.errors import BadToken, Violation, violation
from duiyi.core.options import Options
from duiyi.core.outcome import Outcome, nobody_won, won
from duiyi.core.state import Seat
from duiyi.core.view import Event, Geometry, View
from duiyi.games.fields import check_turn, wrong_actor
from duiyi.games.order import BEFORE_FIRST, next_able
from duiyi.games.relati_classic import position, shown


@dataclass(frozen=True, slots=True)
class Place:
    """放置符號: put one's symbol on a cell."""

    cell: int


def board_of(seats: int) -> SquareBoard:
    """棋盤大小: (seats × 2 + 1) cells on a side."""
    return square(seats * 2 + 1)


_places = tuple(Place(cell) for cell in range(board_of(4).size ** 2))


@dataclass(frozen=True, slots=True)
class RelatiClassicState(BaseState[Place]):
    """A position: whose symbols are where, who moved last, who is next."""

    symbols: tuple[int, ...]
    actor: Seat | None
    last: Seat
    turn: int
    out: frozenset[Seat]
    outcome: Outcome | None
    legal: int = field(compare=False, repr=False)
    """The cells on which the actor may place; follows from the rest."""

    @property
    def game(self) -> RelatiClassic:
        return GAME

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
        return tuple([_places[cell] for cell in bits(self.legal)])

    def judge(self, action: Place) -> Violation | None:
        """放置條件: an empty cell that can be linked."""
        if self.legal >> action.cell & 1:
            return None
        if self.outcome is not None:
            return violation("core", "game-over")
        site = self.board.label(action.cell)
        if any(own >> action.cell & 1 for own in self.symbols):
            return violation("core", "occupied", site, site=site)
        return self.breach("not-linked", site, site=site, symbol=shown.symbol(self.owner))

    def after(self, action: Place) -> RelatiClassicState:
        """Place, then look for the next player."""
        mover = self.owner
        symbols = list(self.symbols)
        symbols[mover] |= 1 << action.cell
        return turn_over(tuple(symbols), mover, self.turn, self.out)

    def without(self, seat: Seat, out: frozenset[Seat]) -> RelatiClassicState:
        """W-5: as if the last mover had just acted; a turn that stays where it was goes on."""
        if seat == self.actor:
            return turn_over(self.symbols, self.last, self.turn, out)
        return RelatiClassicState(
            self.symbols, self.actor, self.last, self.turn, out, None, self.legal
        )

    def over(self, out: frozenset[Seat], outcome: Outcome) -> RelatiClassicState:
        return RelatiClassicState(self.symbols, None, self.last, self.turn, out, outcome, 0)

    def text(self, action: Place) -> str:
        return self.board.label(action.cell)

    def read(self, token: str) -> Place:
        cell = self.board.cell(token)
        if cell is not None:
            return _places[cell]
        if is_label(token):
            raise BadToken(self.say("bad-token.off-board", token=token, size=self.board.size))
        raise self.unreadable(token)

    def meant(self, clicks: Clicks) -> Place | None:
        cell = self.board.cell(clicks[-1])
        return None if cell is None else _places[cell]

    def narrate(self, action: Place) -> Sequence[Event]:
        return shown.narrate(self, self.play(action), action.cell)

    def promise(self, seat: Seat) -> float:
        """For players: the empty cells that a seat comes to before the others do."""
        return territory(self.board, self.symbols, seat)

    def view(
        self,
        seat: Seat | None = None,
        since: RelatiClassicState | None = None,
        *,
        choices: bool = True,
    ) -> View:
        return shown.view(self, since, choices and seat in (None, self.actor))

    def dump(self) -> str:
        return position.write(self.symbols, self.actor, self.last, self.turn, self.out)


def placeable(board: SquareBoard, own: int, empty: int) -> int:
    """連線條件: next to an own symbol; C-2: the first symbol goes anywhere."""
    return board.near(own) & empty if own else empty


def territory(board: SquareBoard, symbols: tuple[int, ...], seat: Seat) -> float:
    """The cells nearer to a seat than to any other, and half of those as near."""
    own, others, taken = symbols[seat], 0, 0
    for other in symbols:
        taken |= other
    others = taken & ~own
    mine, shared, empty = 0, 0, board.full & ~taken
    while empty:
        near, far = board.near(own) & empty, board.near(others) & empty
        if not near | far:
            break
        mine, shared, empty = mine | near & ~far, shared | near & far, empty & ~(near | far)
        own, others = own | near, others | far
    return mine.bit_count() + shared.bit_count() / 2


def turn_over(
    symbols: tuple[int, ...], mover: Seat, turn: int, out: frozenset[Seat]
) -> RelatiClassicState:
    """C-3: the next player who can act; the mover wins when it is only himself."""
    seats = len(symbols)
    board = board_of(seats)
    empty = board.full
    for own in symbols:
        empty &= ~own
    found = next_able(mover, seats, out, lambda seat: placeable(board, symbols[seat], empty))
    if found is None:
        outcome = nobody_won(seats, out, "nobody-can-act")
        return RelatiClassicState(symbols, None, mover, turn, out, outcome, 0)
    if found == mover:
        outcome = won(mover, seats, "others-cannot-act")
        return RelatiClassicState(symbols, None, mover, turn, out, outcome, 0)
    legal = placeable(board, symbols[found], empty)
    return RelatiClassicState(symbols, found, mover, turn + 1, out, None, legal)


class RelatiClassic(BaseGame):
    """relati classic for two, three or four seats."""

    id = "relati-classic"
    seats = range(2, 5)

    def setup(self, seats: int, options: Options) -> RelatiClassicState:
        return turn_over((0,) * seats, BEFORE_FIRST, 0, frozenset())

    def load(self, text: str) -> RelatiClassicState:
        symbols, actor, last, turn, out = position.read(text)
        taken = sum(own.bit_count() for own in symbols)
        check_turn(turn, len(board_of(len(symbols)).cells) - taken + len(symbols) - len(out))
        if len(symbols) - len(out) == 1:
            (winner,) = set(range(len(symbols))) - out
            outcome = won(winner, len(symbols), "withdrawn")
            state = RelatiClassicState(symbols, None, last, turn, out, outcome, 0)
        else:
            state = turn_over(symbols, last, turn, out)
            state = dataclasses.replace(state, turn=turn)
        if state.actor != actor:
            raise wrong_actor(actor, state.actor)
        return state

    def geometry(self, seats: int, options: Options) -> Geometry:
        return board_of(seats).geometry


NO_OPTIONS = Options()
GAME = RelatiClassic()
