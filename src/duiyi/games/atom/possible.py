"""Whether a position that was read as text can be: what the rules could lead to, and no more.

How it came about is not asked: numbers of atoms and of turns are free, for problems and studies.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from duiyi.boards.triangle import parts
from duiyi.core.errors import BadPosition
from duiyi.core.message import message
from duiyi.core.outcome import nobody_won, won
from duiyi.core.state import Seat
from duiyi.games.atom.cells import Cell, blacks, parts_with_black
from duiyi.games.atom.effects import chosen
from duiyi.games.atom.phases import Destroying, Drawing, Keeping, Losing, Over

if TYPE_CHECKING:
    from duiyi.games.atom.rules import AtomState

MOST_NEIGHBOURS = 6
"""No red takes more atoms than this."""


def checked(state: AtomState) -> AtomState:
    """The state, if it can be; with its outcome when the game is over."""
    if state.turn > state.options.turn_limit:
        raise _bad("turn")
    for seat, side in enumerate(state.sides):
        for number, cell in enumerate(side.cells):
            _check_cell(state, cell, _may_be_broken(state, seat, number))
    if isinstance(state.phase, Over):
        return _with_outcome(state)
    if state.out or any(side.life <= 0 for side in state.sides):
        raise _bad("life")
    if not _fits(state):
        raise _bad("phase")
    return state


def _with_outcome(state: AtomState) -> AtomState:
    dead = [seat for seat, side in enumerate(state.sides) if side.life <= 0]
    if state.out:
        if dead:
            raise _bad("life")
        (seat,) = state.out
        return replace(state, outcome=won(1 - seat, 2, "withdrawn"))
    if dead:
        # One is hurt in the other's turn only, and in the very first turn nobody is.
        if dead != [state.other] or state.turn == 1:
            raise _bad("life")
        return replace(state, outcome=won(state.owner, 2, "life"))
    if state.turn != state.options.turn_limit:
        raise _bad("turn")
    return replace(state, outcome=nobody_won(2, state.out, "turn-limit"))


def _may_be_broken(state: AtomState, seat: Seat, number: int) -> bool:
    """Whether a cell is still to be settled (A-9)."""
    match state.phase:
        case Destroying(_, cell, _, first):
            return seat == state.other and number == cell and not first
        case Keeping(_, owner, cells):
            return seat == owner and number in cells
        case Losing(_, _, touched):
            return seat == state.other and number in touched
        case Over():  # a withdrawal may have come in between
            return bool(state.out)
    return False


def _check_cell(state: AtomState, cell: Cell, broken: bool) -> None:
    if not cell:
        return
    rows, across = [r for r, _, _ in cell], [h for _, h, _ in cell]
    tall, wide = max(rows) - min(rows), max(across) - min(across)
    if tall > state.options.max_height or wide > 2 * state.options.max_width:
        raise _bad("size")
    if not broken and (not blacks(cell) or len(list(parts([atom[:2] for atom in cell]))) > 1):
        raise _bad("cell")


def _fits(state: AtomState) -> bool:
    """Whether the phase fits the turn and the cells."""
    if getattr(state.phase, "attacks", 0) and state.turn == 1:
        return False
    theirs = state.sides[state.other].cells
    match state.phase:
        case Drawing():
            return state.phase in [chosen(state, what) for what in "abc"]
        case Destroying(_, number, left, _):
            return state.turn > 1 and left <= len(theirs[number])
        case Keeping(_, owner, cells, effect):
            falls = len(parts_with_black(state.sides[owner].cells[cells[0]])) > 1
            mine = owner == state.owner
            return falls and (effect is not None and len(cells) == 1 if mine else effect is None)
        case Losing(_, left, touched):
            return left <= min(MOST_NEIGHBOURS - len(touched), sum(map(len, theirs)))
    return True


def _bad(key: str) -> BadPosition:
    return BadPosition(message(f"atom:bad-position.{key}"))
