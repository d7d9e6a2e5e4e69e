"""Finding a position in a record."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import typer

from duiyi.core import Record, State
from duiyi.core.record import Node

Place = tuple[State[Any], State[Any] | None]
"""A position, and the one before it."""


def steps(record: Record) -> Iterator[tuple[State[Any], Node, State[Any]]]:
    """Each node with the states before and after it."""
    before = record.first()
    for node, after in record.replay():
        yield before, node, after
        before = after


def at_turn(record: Record, turn: int | None) -> Place:
    """The position at the end of a turn, or of the record."""
    state: State[Any] = record.first()
    since: State[Any] | None = None
    first = state.turn
    for before, _, after in steps(record):
        if turn is not None and before.turn > turn:
            break
        state, since = after, before
    if turn is not None and turn != 0 and not first <= turn <= record.last().turn:
        raise typer.BadParameter(f"the turns of this record are {first} to {record.last().turn}")
    return state, since


def at_move(record: Record, move: int) -> Place:
    """The position after so many moves, counting chance and withdrawals too."""
    if move > len(record.nodes):
        raise typer.BadParameter(f"the moves of this record are 1 to {len(record.nodes)}")
    state: State[Any] = record.first()
    since: State[Any] | None = None
    for _, (before, _, after) in zip(range(move), steps(record), strict=False):
        state, since = after, before
    return state, since
