"""Palettes: what a game brings to an editor of positions, as data and four functions.

A palette says what the box holds (`stocks`) and what a position says beside its board (`fields`),
reads a position text into an arrangement that may be changed freely, and writes one. Whether an
arrangement is a position is judged by `Game.load` alone; `duiyi.core.study.editing` puts both
together. No rule depends on a palette.
"""

from __future__ import annotations

import dataclasses
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Literal

from duiyi.core.message import Message, message
from duiyi.core.options import SAFE_INTEGER, Options, Value
from duiyi.core.view import Piece, SeatView, Stone, View

if TYPE_CHECKING:
    from duiyi.core.errors import BadPosition
    from duiyi.core.state import Game, Seat

FieldValue = bool | int | str | None | tuple[int | str, ...]
"""A switch, a number or seat, a word or site, nothing, or several seats or sites."""
SEATS = "seats"
"""The field of the number of seats."""
OPTION = "option."
"""The fields of options begin with this."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A piece of an arrangement: one of the box, so high."""

    kind: str
    seat: int | None = None
    height: int = 1


@dataclass(frozen=True, slots=True)
class Arrangement:
    """What is being edited: pieces by site, and everything else by field. It may be impossible."""

    seats: int
    options: Mapping[str, Value] = field(default_factory=dict)
    pieces: Mapping[str, Placed] = field(default_factory=dict)
    fields: Mapping[str, FieldValue] = field(default_factory=dict)

    def with_fields(self, **values: FieldValue) -> Arrangement:
        return dataclasses.replace(self, fields={**self.fields, **values})


@dataclass(frozen=True, slots=True)
class Stock:
    """A piece of the box: its row is a seat (none: nobody's), its column a kind with a name. It is
    drawn as on the board."""

    kind: str
    seat: int | None
    name: Message
    stack: tuple[Stone, ...]
    marks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Offer:
    """A value that a field may have, in words."""

    value: bool | int | str | None
    name: Message


@dataclass(frozen=True, slots=True)
class Field:
    """Something that a position says beside its board.

    `seat`, `choice` and `switch`: one of `offers`; `seats`: some of them; `number`: from `low` to
    `high`, or none where that is `optional`; `site`, `sites`: labels, none or several. `owner` is
    the seat that it is about, `glyph` what it counts. A field of the group `turn` is always shown.
    """

    id: str
    kind: Literal["seat", "seats", "number", "choice", "switch", "site", "sites"]
    name: Message
    offers: tuple[Offer, ...] = ()
    low: int = 0
    high: int = 0
    optional: bool = False
    owner: int | None = None
    glyph: str = ""
    group: Literal["turn", "meters", "options"] = "turn"


@dataclass(frozen=True, slots=True)
class Operation:
    """One change of an arrangement: `put` a piece on a site, whatever stood there; `remove` what
    stands on a site; `set` a field; `clear` the board, with the fields of the start."""

    do: Literal["put", "remove", "set", "clear"]
    site: str = ""
    piece: Placed | None = None
    field: str = ""
    value: FieldValue = None


def put(site: str, kind: str, seat: int | None = None, height: int = 1) -> Operation:
    return Operation("put", site, Placed(kind, seat, height))


def remove(site: str) -> Operation:
    return Operation("remove", site)


def setting(field: str, value: FieldValue) -> Operation:
    return Operation("set", field=field, value=value)


class Palette(ABC):
    """What a game brings; `game` is the game itself."""

    tallest: int = 1
    """How high a piece may be; more than 1 where stacks are put by their height."""
    hint: str = ""
    """The key of a message of the game about what is not in the box, since it follows by itself."""
    mover: str = ""
    """The field that says whose turn it is."""

    @abstractmethod
    def read(self, game: Any, text: str) -> Arrangement:
        """The arrangement of a text; `BadPosition` where it says none. It is not judged."""

    @abstractmethod
    def write(self, game: Any, arrangement: Arrangement) -> str:
        """The text of an arrangement, possible or not."""

    @abstractmethod
    def stocks(self, game: Any, seats: int, options: Any) -> Sequence[Stock]:
        """What the box holds, row by row. Asked often: it should be remembered."""

    @abstractmethod
    def symbols(self, game: Any, seats: int) -> Sequence[str]:
        """The glyphs of the seats."""

    @abstractmethod
    def own_fields(self, game: Any, arrangement: Arrangement) -> Iterable[Field]:
        """What the position says beside seats and options."""

    def fields(self, game: Game, arrangement: Arrangement) -> list[Field]:
        """All of them, also for seats and for the options that are rules."""
        return [*self.own_fields(game, arrangement), *frame_fields(game)]

    def is_site(self, game: Game, seats: int, options: Options, site: str) -> bool:
        """Whether a piece may be put there."""
        return site in site_ids(game, seats, options)

    def changed(self, game: Any, arrangement: Arrangement, field: str) -> Arrangement:
        """The arrangement after a field was set, or, where that is "", after a piece was put or
        removed: with what must follow at once."""
        return arrangement

    def standing(self, stock: Stock, height: int) -> tuple[Stone, ...]:
        """How a piece is drawn that is so high."""
        return stock.stack

    def owner(self, arrangement: Arrangement) -> Seat:
        """Whose turn it is said to be."""
        value = arrangement.fields.get(self.mover)
        return value if type(value) is int and 0 <= value < arrangement.seats else 0

    def drawn(self, game: Any, arrangement: Arrangement, said: Message) -> View:
        """An arrangement as it lies there, whatever the rules say to it."""
        return plain_view(self, game, arrangement, said)

    def shown(self, game: Any, arrangement: Arrangement, view: View) -> View:
        """A position that the rules allow, as it is edited; `view` is its own, without choices."""
        return view

    def repairs(
        self, game: Any, arrangement: Arrangement, problem: BadPosition
    ) -> Iterable[tuple[Operation, ...]]:
        """What might solve a problem; only what does is offered."""
        return ()


def options_of(game: Game, arrangement: Arrangement) -> Options:
    return game.options.of_json(dict(arrangement.options))


def site_ids(game: Any, seats: int, options: Options) -> tuple[str, ...]:
    """The sites of a board, in its order."""
    return _site_ids(game, seats, options)


@lru_cache(64)
def _site_ids(game: Any, seats: int, options: Options) -> tuple[str, ...]:
    return tuple(site.id for site in game.geometry(seats, options).sites)


def seat_offers(symbols: Iterable[str], nobody: bool = False) -> tuple[Offer, ...]:
    """The seats by their symbols, then nobody where that can be."""
    seats = [Offer(seat, message(f"symbol.{name}")) for seat, name in enumerate(symbols)]
    return (*seats, Offer(None, message("palette.nobody"))) if nobody else tuple(seats)


def turn_field(high: int = 900_000) -> Field:
    return Field("turn", "number", message("palette.turn"), (), 1, high)


def out_field(offers: tuple[Offer, ...]) -> Field:
    return Field("out", "seats", message("palette.out"), offers, group="options")


def integer(value: FieldValue, default: int = 0) -> int:
    """A number of a field."""
    return value if type(value) is int else default


def seats_in(value: FieldValue) -> frozenset[int]:
    """The seats of a field."""
    found = value if isinstance(value, tuple) else ()
    return frozenset(seat for seat in found if isinstance(seat, int))


def frame_fields(game: Game) -> Iterable[Field]:
    """The number of seats, where it can be chosen, and the options that are rules."""
    if len(game.seats) > 1:
        offers = tuple(Offer(n, message("palette.seats.count", count=n)) for n in game.seats)
        yield Field(SEATS, "choice", message("palette.seats"), offers, group="options")
    for name, kind in game.options.kinds().items():
        if kind.start_only or kind.high > SAFE_INTEGER:
            continue
        id_, said = f"{OPTION}{name}", message(f"{game.id}:option.{name}")
        if kind.choices == (False, True):
            yield Field(id_, "switch", said, group="options")
        elif kind.choices:
            offers = tuple(Offer(v, message("palette.value", value=str(v))) for v in kind.choices)
            yield Field(id_, "choice", said, offers, group="options")
        else:
            yield Field(
                id_, "number", said, (), kind.low, kind.high, kind.optional, group="options"
            )


def plain_view(palette: Palette, game: Game, arrangement: Arrangement, said: Message) -> View:
    """Pieces as the box draws them, without anything that follows from them."""
    options = options_of(game, arrangement)
    stocks = {(one.kind, one.seat): one for one in palette.stocks(game, arrangement.seats, options)}
    pieces = []
    for site, placed in arrangement.pieces.items():
        stock = stocks[placed.kind, placed.seat]
        pieces.append(Piece(site, palette.standing(stock, placed.height), stock.marks))
    owner = palette.owner(arrangement)
    symbols = palette.symbols(game, arrangement.seats)
    out = seats_in(arrangement.fields.get("out"))
    return View(
        actor=owner,
        owner=owner,
        turn=integer(arrangement.fields.get("turn"), 1),
        seats=tuple(SeatView(s, symbol, s not in out) for s, symbol in enumerate(symbols)),
        prompt=said,
        pieces=tuple(pieces),
    )
