"""What relati classic brings to those who search it."""

from __future__ import annotations

from duiyi.boards.square import SquareBoard
from duiyi.core.searching import Searching
from duiyi.core.state import Seat
from duiyi.games.relati_classic.rules import RelatiClassicRules


def promise(state: RelatiClassicRules, seat: Seat) -> float:
    """The empty cells that a seat comes to before the others do."""
    return territory(state.board, state.symbols, seat)


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


SEARCHING = Searching(solved=frozenset({2}), review_nodes=20_000)
