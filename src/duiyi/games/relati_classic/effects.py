"""What placing a symbol does in relati classic: whose turn is next, and when the game is over."""

from __future__ import annotations

from typing import TypeVar

from duiyi.core.outcome import Outcome, nobody_won, won
from duiyi.core.state import Seat
from duiyi.games.order import next_able
from duiyi.games.relati_classic.actions import Place
from duiyi.games.relati_classic.rules import RelatiClassicRules, board_of, placeable

S = TypeVar("S", bound=RelatiClassicRules)
"""The class of the state that is given: what comes of it has the same."""


def after(state: S, action: Place) -> S:
    """Place, then look for the next player."""
    mover = state.owner
    symbols = list(state.symbols)
    symbols[mover] |= 1 << action.cell
    return turn_over(type(state), tuple(symbols), mover, state.turn, state.out)


def turn_over(
    kind: type[S], symbols: tuple[int, ...], mover: Seat, turn: int, out: frozenset[Seat]
) -> S:
    """C-3: the next player who can act; the mover wins when it is only himself."""
    seats = len(symbols)
    board = board_of(seats)
    empty = board.full
    for own in symbols:
        empty &= ~own
    found = next_able(mover, seats, out, lambda seat: placeable(board, symbols[seat], empty))
    if found is None:
        outcome = nobody_won(seats, out, "nobody-can-act")
        return kind(symbols, None, mover, turn, out, outcome, 0)
    if found == mover:
        outcome = won(mover, seats, "others-cannot-act")
        return kind(symbols, None, mover, turn, out, outcome, 0)
    legal = placeable(board, symbols[found], empty)
    return kind(symbols, found, mover, turn + 1, out, None, legal)


def withdrawn(state: S, seat: Seat, out: frozenset[Seat]) -> S:
    """W-5: as if the last mover had just acted; a turn that stays where it was goes on."""
    if seat == state.actor:
        return turn_over(type(state), state.symbols, state.last, state.turn, out)
    return type(state)(state.symbols, state.actor, state.last, state.turn, out, None, state.legal)


def ended(state: S, out: frozenset[Seat], outcome: Outcome) -> S:
    """W-3: by a withdrawal."""
    return type(state)(state.symbols, None, state.last, state.turn, out, outcome, 0)
