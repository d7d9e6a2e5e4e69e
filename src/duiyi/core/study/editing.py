"""Editing a position by a game's palette: operations on an arrangement, and what `load` says to it.

Nothing is refused while editing but what no box holds: numbers are brought within their bounds, and
an impossible arrangement is drawn with what is wrong and how it could be mended.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from duiyi.core.errors import BadOptions, BadPosition
from duiyi.core.message import Message, message
from duiyi.core.state import Game, State
from duiyi.core.study.palette import (
    OPTION,
    SEATS,
    Arrangement,
    Field,
    FieldValue,
    Operation,
    Palette,
    Placed,
    options_of,
    put,
    setting,
    site_ids,
)
from duiyi.core.view import View

MOST_REPAIRS = 2
MOST_TRIED = 8
"""Repairs of one problem that are tried out."""
MOST_MENDED = 3
"""Problems for which repairs are looked for."""
LONGEST_LIST = 400


@dataclass(frozen=True, slots=True)
class Repair:
    """Operations after which less is wrong."""

    message: Message
    operations: tuple[Operation, ...]


@dataclass(frozen=True, slots=True)
class Problem:
    """Why an arrangement is no position: where on the board, at which fields, and what helps."""

    message: Message
    sites: tuple[str, ...] = ()
    fields: tuple[str, ...] = ()
    repairs: tuple[Repair, ...] = ()


@dataclass(frozen=True, slots=True)
class Judged:
    """An arrangement with what `load` says to its text: a state, or problems."""

    arrangement: Arrangement
    text: str
    state: State[Any] | None
    problems: tuple[BadPosition, ...]


def palette_of(game: Game) -> Palette | None:
    """The palette that a game brings, if any."""
    found: Palette | None = getattr(game, "palette", None)
    return found


def emptied(game: Game, palette: Palette, seats: int, options: Mapping[str, Any]) -> Arrangement:
    """The empty board: the start without its pieces."""
    start = game.start(seats, **dict(game.options.of_json(dict(options)).items()))
    return dataclasses.replace(palette.read(game, start.dump()), pieces={})


def edited(
    game: Game, palette: Palette, arrangement: Arrangement, operations: Iterable[Operation]
) -> Arrangement:
    """An arrangement after some operations; `BadPosition` where one names what there is not."""
    for operation in operations:
        arrangement = _applied(game, palette, arrangement, operation)
    return arrangement


def rebuilt(game: Game, palette: Palette, arrangement: Arrangement) -> Arrangement:
    """The same arrangement made anew from the empty board, so that it holds nothing unknown."""
    return edited(
        game,
        palette,
        emptied(game, palette, arrangement.seats, arrangement.options),
        building(game, palette, arrangement),
    )


def building(game: Game, palette: Palette, arrangement: Arrangement) -> Iterator[Operation]:
    """The operations that make an arrangement from the empty board."""
    for field in palette.own_fields(game, arrangement):
        yield setting(field.id, arrangement.fields.get(field.id))
    for site, piece in arrangement.pieces.items():
        yield put(site, piece.kind, piece.seat, piece.height)


def judged(game: Game, palette: Palette, arrangement: Arrangement) -> Judged:
    text = palette.write(game, arrangement)
    try:
        return Judged(arrangement, text, game.load(text), ())
    except BadPosition as error:
        return Judged(arrangement, text, None, (error, *error.also))


def problems_of(game: Game, palette: Palette, found: Judged) -> tuple[Problem, ...]:
    """What is wrong, each with up to two repairs that leave less wrong."""
    return tuple(
        Problem(
            one.message,
            one.sites,
            one.fields,
            _repairs(game, palette, found, one) if number < MOST_MENDED else (),
        )
        for number, one in enumerate(found.problems)
    )


def view_of(game: Game, palette: Palette, found: Judged) -> View:
    """How it is drawn: as the rules see it, or as it lies there."""
    if found.state is None:
        return palette.drawn(game, found.arrangement, found.problems[0].message)
    seat = 1 if found.state.actor == 0 else 0
    return palette.shown(game, found.arrangement, found.state.view(seat))


def _applied(
    game: Game, palette: Palette, arrangement: Arrangement, operation: Operation
) -> Arrangement:
    match operation.do:
        case "put":
            return _put(game, palette, arrangement, operation)
        case "remove":
            pieces = {s: p for s, p in arrangement.pieces.items() if s != operation.site}
            return palette.changed(game, dataclasses.replace(arrangement, pieces=pieces), "")
        case "clear":
            return emptied(game, palette, arrangement.seats, arrangement.options)
        case "set":
            return _set(game, palette, arrangement, operation.field, operation.value)


def _put(
    game: Game, palette: Palette, arrangement: Arrangement, operation: Operation
) -> Arrangement:
    site, piece = operation.site, operation.piece
    seats, options = arrangement.seats, options_of(game, arrangement)
    stocks = palette.stocks(game, seats, options)
    boxed = piece and any((s.kind, s.seat) == (piece.kind, piece.seat) for s in stocks)
    if piece is None or not boxed or not palette.is_site(game, seats, options, site):
        raise unknown(site or operation.do)
    height = min(max(piece.height, 1), palette.tallest)
    pieces = {**arrangement.pieces, site: Placed(piece.kind, piece.seat, height)}
    return palette.changed(game, dataclasses.replace(arrangement, pieces=pieces), "")


def _set(
    game: Game, palette: Palette, arrangement: Arrangement, name: str, value: FieldValue
) -> Arrangement:
    # A field may be there only while it says something.
    said = arrangement.with_fields(**{name: value})
    offered = (*palette.fields(game, arrangement), *palette.fields(game, said))
    field = next((one for one in offered if one.id == name), None)
    if field is None:
        raise unknown(name)
    fitted = _fitted(game, arrangement, field, value)
    if name == SEATS or name.startswith(OPTION):
        return _framed(game, palette, arrangement, name, fitted)
    return palette.changed(game, arrangement.with_fields(**{name: fitted}), name)


def _fitted(game: Game, arrangement: Arrangement, field: Field, value: FieldValue) -> FieldValue:
    """The value, within what the field may have."""
    offered = [offer.value for offer in field.offers]
    match field.kind:
        case "seat" | "choice" if not isinstance(value, tuple) and _among(value, offered):
            return value
        case "switch" if isinstance(value, bool):
            return value
        case "seats" if isinstance(value, tuple) and all(_among(one, offered) for one in value):
            return tuple(sorted(set(value), key=offered.index))
        case "number" if value is None and field.optional:
            return None
        case "number" if type(value) is int:
            return min(max(value, field.low), field.high)
        case "site" if isinstance(value, str):
            if not value or value in _board(game, arrangement):
                return value
        case "sites" if isinstance(value, tuple) and len(value) <= LONGEST_LIST:
            ordered = [site for site in _board(game, arrangement) if site in value]
            if len(ordered) == len(set(value)):
                return tuple(ordered)
    raise unknown(field.id)


def _among(value: object, offered: Sequence[object]) -> bool:
    """1 is not True here."""
    return any(type(value) is type(one) and value == one for one in offered)


def _board(game: Game, arrangement: Arrangement) -> tuple[str, ...]:
    return site_ids(game, arrangement.seats, options_of(game, arrangement))


def _framed(
    game: Game, palette: Palette, arrangement: Arrangement, name: str, value: FieldValue
) -> Arrangement:
    """Another number of seats or other options: what still has a place stays."""
    seats, options = arrangement.seats, dict(arrangement.options)
    if name == SEATS and isinstance(value, int):
        seats = value
    elif not isinstance(value, tuple):
        options[name.removeprefix(OPTION)] = value
    try:
        empty = emptied(game, palette, seats, options)
    except BadOptions as error:
        raise BadPosition(error.message, fields=(name,)) from None
    operations = building(game, palette, arrangement)
    return edited(game, palette, empty, _fitting(game, palette, empty, operations))


def _fitting(
    game: Game, palette: Palette, empty: Arrangement, operations: Iterable[Operation]
) -> Iterator[Operation]:
    for operation in operations:
        try:
            empty = _applied(game, palette, empty, operation)
        except BadPosition:
            continue
        yield operation


def _repairs(
    game: Game, palette: Palette, found: Judged, problem: BadPosition
) -> tuple[Repair, ...]:
    offered: list[Repair] = []
    proposed = [*palette.repairs(game, found.arrangement, problem)]
    fields = {field.id: field for field in palette.fields(game, found.arrangement)}
    for name in problem.fields:
        if name in fields and not any(one.field == name for ops in proposed for one in ops):
            proposed += [(setting(name, offer.value),) for offer in fields[name].offers]
    for operations in proposed[:MOST_TRIED]:
        try:
            mended = edited(game, palette, found.arrangement, operations)
        except BadPosition:
            continue
        if len(judged(game, palette, mended).problems) < len(found.problems):
            offered.append(Repair(_told(game, palette, found.arrangement, operations), operations))
            if len(offered) == MOST_REPAIRS:
                break
    return tuple(offered)


def _told(
    game: Game, palette: Palette, arrangement: Arrangement, operations: tuple[Operation, ...]
) -> Message:
    """What a repair does, by its operations."""
    first, count = operations[0], len(operations)
    sites = tuple(one.site for one in operations)
    match first.do:
        case "put" if first.piece is not None:
            stocks = palette.stocks(game, arrangement.seats, options_of(game, arrangement))
            key = (first.piece.kind, first.piece.seat)
            name = next(s.name for s in stocks if (s.kind, s.seat) == key)
            return message("palette.repair.put", site=first.site, piece=name, count=count)
        case "remove":
            return message("palette.repair.remove", sites=sites, count=count)
        case _:
            field = next(f for f in palette.fields(game, arrangement) if f.id == first.field)
            said = _worded(field, first.value)
            return message("palette.repair.set", field=field.name, value=said)


def _worded(field: Field, value: FieldValue) -> Message:
    if isinstance(value, bool):
        return message("palette.on" if value else "palette.off")
    if isinstance(value, tuple):
        names = tuple(offer.name for offer in field.offers if offer.value in value)
        return message("palette.list", items=names) if names else message("palette.nobody")
    named = next((offer.name for offer in field.offers if offer.value == value), None)
    if named is not None:
        return named
    return (
        message("palette.value", value=str(value))
        if value not in (None, "")
        else message("palette.none")
    )


def unknown(what: str) -> BadPosition:
    """Something was named that neither box nor board nor fields have."""
    return BadPosition(message("bad-position.unknown", what=ascii(what[:40])[1:-1]))
