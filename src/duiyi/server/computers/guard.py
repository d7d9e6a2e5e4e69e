"""Games that people are playing against each other: nobody is helped in them by a way around.

A position that is handed in, or set up at another table, is refused a hint while it lies on the
board of such a game, or next to it: a decision or two before or after, whatever the turn's number,
the options and the side to move. Boards are compared by what stands where, and a board is the same
that is turned or mirrored by one of the game's symmetries, or on which the seats are exchanged.
"""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Sequence
from functools import lru_cache
from itertools import permutations
from typing import Any, NamedTuple

from duiyi.core import DuiyiError
from duiyi.core.options import Value
from duiyi.core.registry import game as find_game
from duiyi.core.state import Seat, State
from duiyi.core.study.symmetry import symmetries
from duiyi.core.view import Stone
from duiyi.server.table import seats
from duiyi.server.table.history import bare_view
from duiyi.server.table.summary import Summary

MOST = 10_000
"""Games that are watched over; those at which nothing has happened for longest go first."""
OPENING = 4
"""What lies on the board before so many decisions is nobody's own, unless it was dealt."""
DEALS = 10_000
"""An option with so many values deals the pieces: no two games have the same by chance."""
NEAR, PART = 4, 4
"""Boards are alike that differ in so many places, and in no more than this part of all."""
FEW = 5
"""With fewer pieces only the position itself is recognised, and an empty board not at all."""

Layer = tuple[str, Seat | None, str]
"""Its kind, whose it is, its label. Where seats have a symbol each, all of these are one kind."""


Order = tuple[Seat, ...]
"""For each seat which one it becomes."""
ALL_ORDERS = 3
"""With so many seats they may be exchanged in any way, with more only all the way round."""


class Board(NamedTuple):
    """What stands where, and the numbers beside it, by seat and place."""

    pieces: frozenset[tuple[str, tuple[Layer, ...]]]
    meters: frozenset[tuple[Seat | None, int, object]]
    seats: int

    def exchanged(self, to: Order) -> Board:
        """With the seats in another order."""
        if to == tuple(range(self.seats)):
            return self
        seats: dict[Seat | None, Seat | None] = {None: None, **dict(enumerate(to))}
        return Board(
            frozenset(
                (site, tuple((kind, seats[seat], label) for kind, seat, label in stack))
                for site, stack in self.pieces
            ),
            frozenset((seats[seat], place, value) for seat, place, value in self.meters),
            self.seats,
        )

    def stacks(self) -> Counter[tuple[Layer, ...]]:
        return Counter(stack for _, stack in self.pieces)


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
        if summary.status != "running" or not among_people(summary):
            return
        if summary.decisions < OPENING and not dealt(summary):
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


def dealt(summary: Summary) -> bool:
    """Whether a table has a set-up of its own. One that somebody brought has not: with a position
    that all know, two strangers could keep everybody else from it at once."""
    setup = summary.setup
    if setup.start is not None:
        return False
    return _dealt(setup.game, len(summary.sittings), tuple(sorted(setup.options.items())))


@lru_cache(MOST)
def _dealt(name: str, count: int, options: tuple[tuple[str, Value], ...]) -> bool:
    game = find_game(name)
    kinds = game.options.kinds().values()
    if not any(kind.start_only and kind.high - kind.low >= DEALS for kind in kinds):
        return False
    # An option that deals may be set and not used.
    chosen = game.options.of_json(dict(options))
    first, plain = (game.start(count, **dict(some)) for some in (chosen.items(), chosen.rules()))
    return first.dump() != plain.dump()


def unfair(game: str, dump: str, played: Sequence[Played]) -> bool:
    """Whether a position lies on the board of one of these games, or next to it."""
    if not played:
        return False
    try:
        looks = _looks(game, dump)
    except DuiyiError:
        return False
    orders = _orders(looks[0].seats)
    stacks = [(order, looks[0].exchanged(order).stacks()) for order in orders]
    return any(
        _meets(game, dump, order, other.dump)
        for other in played
        for order, mine in stacks
        if _could_be(mine, _board(game, other.dump))
    )


def _orders(seats: int) -> tuple[Order, ...]:
    """As they sit, then exchanged."""
    if seats <= ALL_ORDERS:
        return tuple(permutations(range(seats)))
    return tuple(tuple((seat + by) % seats for seat in range(seats)) for by in range(seats))


def _could_be(mine: Counter[tuple[Layer, ...]], other: Board) -> bool:
    """At a glance, however a board is turned: what stands on it is about the same."""
    if abs(mine.total() - len(other.pieces)) > NEAR:
        return False
    theirs = other.stacks()
    # A place that differs takes one away and adds one.
    return (mine - theirs).total() + (theirs - mine).total() <= 2 * NEAR


def _meets(game: str, dump: str, order: Order, other: str) -> bool:
    """Whether one is like the other when it is turned."""
    there = _board(game, other)
    if any(alike(look, there) for look in _looks(game, dump, order)):
        return True
    state = _state(game, dump)
    nearest = symmetries(state).towards(state, _state(game, other))
    return any(alike(_of(each), there) for each in nearest)


def alike(one: Board, other: Board) -> bool:
    everything = {site for site, _ in one.pieces | other.pieces}
    if len(everything) < FEW:
        return bool(everything) and one == other
    places = {site for site, _ in one.pieces ^ other.pieces}
    return len(places) <= min(NEAR, len(everything) // PART)


@lru_cache(MOST)
def _board(game: str, dump: str) -> Board:
    return _of(find_game(game).load(dump))


@lru_cache(256)
def _state(game: str, dump: str) -> State[Any]:
    return find_game(game).load(dump)


@lru_cache(256)
def _looks(game: str, dump: str, order: Order | None = None) -> tuple[Board, ...]:
    """A position as it is, then as it looks by each symmetry of the game; with the seats in an
    order."""
    if order is not None:
        return tuple(look.exchanged(order) for look in _looks(game, dump))
    state = _state(game, dump)
    return tuple(_of(each.state(state)) for each in symmetries(state).of(state))


def _of(state: State[Any]) -> Board:
    view = bare_view(state, None)
    symbols = [seat.symbol for seat in view.seats]
    pieces = (
        (piece.site, tuple(_layer(stone, symbols) for stone in piece.stack))
        for piece in view.pieces
    )
    places: Counter[Seat | None] = Counter()
    meters = []
    for meter in view.meters:
        places[meter.seat] += 1
        meters.append((meter.seat, places[meter.seat], meter.value))
    return Board(frozenset(pieces), frozenset(meters), len(symbols))


def _layer(stone: Stone, symbols: Sequence[str]) -> Layer:
    own = stone.seat is not None and stone.glyph == symbols[stone.seat]
    return "" if own else stone.glyph, stone.seat, stone.label
