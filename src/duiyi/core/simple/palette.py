"""Palettes of simple games: what they have is derived from the state's fields where it can be.

`CellsPalette` fits a state whose only field of its own is a text with a character for each site, in
the order of the geometry, and a dot where it is empty. What each character stands for is read off
`board()`. A `SimpleGame` whose state looks so, with a seat's number for its piece, has one without
saying anything; one with further characters names them.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from duiyi.core.errors import BadPosition
from duiyi.core.locale import FALLBACK, catalog
from duiyi.core.message import Message, message
from duiyi.core.options import Options
from duiyi.core.outcome import Outcome, nobody_won, won
from duiyi.core.study.palette import (
    Arrangement,
    Field,
    FieldValue,
    Offer,
    Operation,
    Palette,
    Placed,
    Stock,
    integer,
    options_of,
    out_field,
    seat_offers,
    seats_in,
    setting,
    site_ids,
    turn_field,
)
from duiyi.core.view import Stone

if TYPE_CHECKING:
    from duiyi.core.simple.state import SimpleGame, SimpleState

EMPTY = "."
CHANCE = -1
"""As `duiyi.core.state` has it."""
OWN = "piece"
"""The kind of a seat's piece, whose character is the seat's number."""


class CellsPalette(Palette):
    """`cells` is the field; `others` are further characters, each with its kind: a piece that is
    nobody's. Kinds are worded by the messages `palette.KIND` of the game."""

    mover = "owner"

    def __init__(self, cells: str, others: Mapping[str, str] | None = None) -> None:
        self.cells = cells
        self.others = dict(others or {})

    def read(self, game: SimpleGame, text: str) -> Arrangement:
        state = game.unjudged(text)
        labels = site_ids(game, state.seats, state.options)
        cells = str(getattr(state, self.cells))
        known = {EMPTY: None} | self._characters(state.seats)
        if len(cells) != len(labels) or not set(cells) <= set(known):
            raise BadPosition(message("bad-position.field", field=self.cells))
        placed = zip(labels, (known[cell] for cell in cells), strict=True)
        fields: dict[str, FieldValue] = {
            "owner": state.owner,
            "actor": state.owner if state.actor is None else state.actor,
            "turn": state.turn,
            "out": tuple(sorted(state.out)),
            "outcome": _ended(state.outcome),
        }
        pieces = {site: piece for site, piece in placed if piece}
        return Arrangement(state.seats, dict(state.options.rules()), pieces, fields)

    def write(self, game: SimpleGame, arrangement: Arrangement) -> str:
        return self._state(game, arrangement).dump()

    def stocks(self, game: SimpleGame, seats: int, options: Options) -> Sequence[Stock]:
        return _stocks(self, game, seats, options)

    def symbols(self, game: SimpleGame, seats: int) -> Sequence[str]:
        return game.symbols[:seats]

    def own_fields(self, game: SimpleGame, arrangement: Arrangement) -> Iterable[Field]:
        seats = seat_offers(game.symbols[: arrangement.seats])
        yield Field("owner", "seat", message("palette.mover"), seats)
        yield turn_field()
        yield out_field(seats)
        if arrangement.fields.get("actor") != arrangement.fields.get("owner"):
            chance = Offer(CHANCE, message("palette.chance"))
            yield Field("actor", "seat", message("palette.actor"), (*seats, chance))
        offers = tuple(_outcomes(game, arrangement.seats))
        yield Field("outcome", "choice", message("palette.outcome"), offers)

    def changed(self, game: SimpleGame, arrangement: Arrangement, field: str) -> Arrangement:
        """Whoever has the turn decides, until something else is said."""
        if field != "owner":
            return arrangement
        return arrangement.with_fields(actor=arrangement.fields["owner"])

    def repairs(
        self, game: SimpleGame, arrangement: Arrangement, problem: BadPosition
    ) -> Iterable[tuple[Operation, ...]]:
        for field in self.own_fields(game, arrangement):
            if field.id == "outcome":
                yield from ((setting("outcome", offer.value),) for offer in field.offers)

    def _characters(self, seats: int) -> dict[str, Placed]:
        own = {str(seat): Placed(OWN, seat) for seat in range(seats)}
        return own | {character: Placed(kind) for character, kind in self.others.items()}

    def _state(self, game: SimpleGame, arrangement: Arrangement) -> SimpleState:
        options, fields = options_of(game, arrangement), arrangement.fields
        start: SimpleState = game.start(arrangement.seats, **dict(options.items()))
        letters = {placed: at for at, placed in self._characters(arrangement.seats).items()}
        cells = [
            letters[Placed(placed.kind, placed.seat)] if placed else EMPTY
            for site in site_ids(game, arrangement.seats, options)
            for placed in [arrangement.pieces.get(site)]
        ]
        out, owner = seats_in(fields["out"]), integer(fields["owner"])
        outcome = _outcome(fields["outcome"], arrangement.seats, out)
        values: dict[str, Any] = {
            "actor": None if outcome else integer(fields["actor"]),
            "owner": owner,
            "turn": integer(fields["turn"], 1),
            "out": out,
            "outcome": outcome,
            self.cells: "".join(cells),
        }
        return dataclasses.replace(start, **values)


@lru_cache(32)
def _stocks(
    palette: CellsPalette, game: SimpleGame, seats: int, options: Options
) -> tuple[Stock, ...]:
    """Each character is put on the first site, and `board` says what stands there."""
    first, *others = site_ids(game, seats, options)
    start: SimpleState = game.start(seats, **dict(options.items()))
    found = []
    for character, placed in palette._characters(seats).items():
        values: dict[str, Any] = {palette.cells: character + EMPTY * len(others)}
        standing: Any = dataclasses.replace(start, **values).board()[first]
        stack = (Stone(*standing),) if isinstance(standing[0], str) else standing
        found.append(Stock(placed.kind, placed.seat, _name(game, placed), stack))
    return tuple(found)


def _name(game: SimpleGame, placed: Placed) -> Message:
    key = f"palette.{placed.kind}"
    return game.say(key) if key in catalog(game.id, FALLBACK) else message(key)


def _outcomes(game: SimpleGame, seats: int) -> Iterable[Offer]:
    """How a game may have ended, by the words that it has for that."""
    yield Offer(None, message("palette.outcome.open"))
    for key, words in {**catalog("core", FALLBACK), **catalog(game.id, FALLBACK)}.items():
        reason = key.removeprefix("outcome.")
        if reason == key or "." in reason:
            continue
        named = "{symbol}" in words
        for seat in (*(() if named else (None,)), *range(seats)):
            said = {} if seat is None else {"symbol": message(f"symbol.{game.symbols[seat]}")}
            value = reason if seat is None else f"{seat} {reason}"
            yield Offer(value, game.say(key, **said))


def _ended(outcome: Outcome | None) -> str | None:
    if outcome is None:
        return None
    if outcome.winner is None:
        return outcome.reason
    return f"{outcome.winner} {outcome.reason}"


def _outcome(value: FieldValue, seats: int, out: frozenset[int]) -> Outcome | None:
    if not isinstance(value, str):
        return None
    first, _, reason = value.partition(" ")
    inside = seats - len(out)
    if not reason:
        return nobody_won(seats, out, first) if inside else None
    return won(int(first), seats, reason)


def derived(game: SimpleGame, own: Mapping[str, Any]) -> CellsPalette | None:
    """The palette of a game whose state has one field of its own, a text of dots and seat numbers
    as long as the board has sites."""
    if len(own) != 1:
        return None
    ((name, _),) = own.items()
    start = game.start()
    cells = getattr(start, name)
    if not isinstance(cells, str) or not set(cells) <= {EMPTY, *map(str, range(start.seats))}:
        return None
    palette = CellsPalette(name)
    labels = site_ids(game, start.seats, start.options)
    if not labels or len(cells) != len(labels):
        return None
    for seat in range(start.seats):
        text = str(seat) + EMPTY * (len(labels) - 1)
        try:
            standing = dataclasses.replace(start, **{name: text}).board()
        except (LookupError, ValueError):
            return None
        if {*standing} != {labels[0]} or standing[labels[0]] != (game.symbols[seat], seat):
            return None
    return palette
