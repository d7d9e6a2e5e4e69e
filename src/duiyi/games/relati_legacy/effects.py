"""What an action of relati legacy does, and what follows from it by itself (行為).

Functions from state to state. `reaches` is made anew wherever pieces have changed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple, TypeVar

from duiyi.boards.square import SquareBoard
from duiyi.core.outcome import Outcome, won
from duiyi.core.state import Seat
from duiyi.games.links import Reach
from duiyi.games.relati_legacy.actions import (
    Action,
    Attack,
    Bomb,
    Defend,
    Escape,
    Link,
    Locate,
)
from duiyi.games.relati_legacy.attacks import line, spent
from duiyi.games.relati_legacy.rules import RelatiLegacyRules
from duiyi.games.relati_legacy.sides import (
    Side,
    Sides,
    killed,
    reaches_of,
    valid_to,
    with_side,
)

S = TypeVar("S", bound=RelatiLegacyRules)
"""The class of the state that is given: what comes of it has the same."""
ORTHOGONAL = ("F", "B", "L", "R")
DIAGONAL = ("FR", "FL", "BR", "BL")


class Round(NamedTuple):
    """One round of L-14: the pieces, what their sources reach, and who is pincered then."""

    sides: Sides
    reaches: tuple[Reach, ...]
    pincered: int


def after(state: S, action: Action) -> S:
    """The state after a legal action."""
    *_, last = rounds(state.board, changed(state, action), state.owner)
    settled = replace(state, sides=last.sides, reaches=last.reaches)
    return passed_on(settled, state.owner)


def changed(state: RelatiLegacyRules, action: Action) -> Sides:
    """The pieces right after the action itself (動作), before anything follows from it."""
    sides, mover = state.sides, state.owner
    side = sides[mover]
    match action:
        case Locate(cell):
            side = side._replace(source=1 << cell)
        case Link(cell):
            side = side._replace(normal=side.normal | 1 << cell)
        case Escape(cell):
            side = Side(1 << cell, shield=side.shield, dead=side.all & ~side.shield)
        case Attack(target=target, medium=medium):
            found = line(state.board, target, medium)
            assert found is not None
            sides = killed(sides, 1 << target)
            side = side.with_weapons(spent(action, found))
        case Bomb(cell):
            near = state.board.near(1 << cell)
            sides = killed(sides, near & state.valid_to(mover))
            side = sides[mover]
            side = side._replace(
                shield=side.shield ^ 1 << cell,
                bomb=side.bomb | 1 << cell,
                dead=side.dead | near & state.empty,
            )
        case Defend(cell):
            side = side.without(1 << cell)._replace(shield=side.shield | 1 << cell)
    return with_side(sides, mover, side)


def rounds(board: SquareBoard, sides: Sides, mover: Seat) -> Iterator[Round]:
    """L-14: forbid, then pincer all at once, and again until nothing changes."""
    while True:
        reaches = reaches_of(board, sides)
        dying = pincered(board, sides, reaches, mover)
        yield Round(sides, reaches, dying)
        if not dying:
            return
        sides = killed(sides, dying)


def pincered(board: SquareBoard, sides: Sides, reaches: tuple[Reach, ...], mover: Seat) -> int:
    """夾擊 (L-13): others' pieces, valid to the mover, with his valid pieces on four sides."""
    own = reaches[mover].connected
    enclosed = enclosed_by(board, own, ORTHOGONAL) | enclosed_by(board, own, DIAGONAL)
    return enclosed & valid_to(sides, reaches, mover) & ~own


def enclosed_by(board: SquareBoard, cells: int, directions: tuple[str, ...]) -> int:
    """The cells that have one of these on all sides; all must be on the board."""
    enclosed = board.full
    for direction in directions:
        enclosed &= board.moved(cells, direction)
    return enclosed


def passed_on(state: S, mover: Seat) -> S:
    """L-16: seats are asked in order; without an action they are out; the last one left wins."""
    gone, seat = state.gone, mover
    while True:
        seat = (seat + 1) % state.seats
        if seat in gone or seat in state.out:
            continue
        outcome = outcome_of(state.seats, gone, state.out)
        if outcome:
            return ended(state, gone, state.out, outcome)
        if state.can_act(seat):
            return replace(state, owner=seat, turn=state.turn + 1, gone=gone)
        gone |= {seat}


def outcome_of(seats: int, gone: frozenset[Seat], out: frozenset[Seat]) -> Outcome | None:
    """最後一位玩家為勝者: the outcome, once one seat is neither eliminated nor withdrawn."""
    left = frozenset(range(seats)) - gone - out
    if len(left) != 1:
        return None
    (winner,) = left
    return won(winner, seats, "withdrawn" if len(out) == seats - 1 else "last-left")


def ended(state: S, gone: frozenset[Seat], out: frozenset[Seat], outcome: Outcome) -> S:
    return replace(state, gone=gone, out=out, outcome=outcome)


def withdrawn(state: S, seat: Seat, out: frozenset[Seat]) -> S:
    """W-2, W-5: the pieces stay; if it was his turn the next seat is asked as in L-16."""
    outcome = outcome_of(state.seats, state.gone, out)
    if outcome:
        return ended(state, state.gone, out, outcome)
    state = replace(state, out=out)
    return passed_on(state, seat) if seat == state.owner else state
