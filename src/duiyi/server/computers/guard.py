"""Games that people are playing against each other: nobody is helped in them by a way around.

A position that is handed in, or set up at another table, is refused a hint while it lies on the
board of such a game, or next to it: a decision or two before or after, whatever the turn's number,
the options and the side to move. Boards are compared by what stands where. A board that is turned
or mirrored is another one.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from duiyi.core import DuiyiError
from duiyi.core.registry import game as find_game
from duiyi.server.table import seats
from duiyi.server.table.history import bare_view
from duiyi.server.table.summary import Summary

MOST = 10_000
"""Games that are watched over; those at which nothing has happened for longest go first."""
OPENING = 4
"""What lies on the board before so many decisions is nobody's own."""
NEAR, PART = 4, 4
"""Boards are alike that differ in so many places, and in no more than this part of all."""
FEW = 5
"""With fewer pieces only the position itself is recognised, and an empty board not at all."""


class Board(NamedTuple):
    """What stands where, and the numbers beside it."""

    pieces: frozenset[tuple[str, object]]
    meters: tuple[object, ...]


class Played(NamedTuple):
    """A game of people at its newest position."""

    table: str
    game: str
    dump: str


class Guard:
    """Asked on the event loop; boards are compared elsewhere (`unfair`)."""

    def __init__(self) -> None:
        self._played: OrderedDict[str, Played] = OrderedDict()

    def __len__(self) -> int:
        return len(self._played)

    def know(self, summary: Summary) -> None:
        """A table as it is now."""
        table = summary.setup.id
        self._played.pop(table, None)
        if summary.status != "running" or summary.decisions < OPENING or not among_people(summary):
            return
        self._played[table] = Played(table, summary.setup.game, summary.dump)
        if len(self._played) > MOST:
            self._played.popitem(last=False)

    def of(self, game: str, but: str) -> list[Played]:
        """The games of people to compare with, but that at one table."""
        return [one for one in self._played.values() if one.game == game and one.table != but]


def among_people(summary: Summary) -> bool:
    """Whether people play against each other at a table."""
    return seats.full(summary.sittings) and seats.rivals(summary.sittings)


def unfair(game: str, dump: str, played: Sequence[Played]) -> bool:
    """Whether a position lies on the board of one of these games, or next to it."""
    if not played:
        return False
    try:
        board = _board(game, dump)
    except DuiyiError:
        return False
    return any(alike(board, _board(game, one.dump)) for one in played)


def alike(one: Board, other: Board) -> bool:
    everything = {site for site, _ in one.pieces | other.pieces}
    if len(everything) < FEW:
        return bool(everything) and one == other
    places = {site for site, _ in one.pieces ^ other.pieces}
    return len(places) <= min(NEAR, len(everything) // PART)


@lru_cache(MOST)
def _board(game: str, dump: str) -> Board:
    view = bare_view(find_game(game).load(dump), None)
    pieces = (
        (piece.site, tuple((stone.glyph, stone.seat, stone.label) for stone in piece.stack))
        for piece in view.pieces
    )
    return Board(frozenset(pieces), tuple((one.seat, one.value) for one in view.meters))
