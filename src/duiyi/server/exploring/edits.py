"""A position that somebody edits: what came of some operations, and how it is drawn.

These functions run in the process of `walk`: games and arrangements are those of a stranger. They
take and give plain values only, and keep nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from duiyi.core import Game, game
from duiyi.core.message import message
from duiyi.core.options import Value
from duiyi.core.study import editing
from duiyi.core.study.palette import Arrangement, Operation, Palette, Placed, options_of
from duiyi.server.table.history import bare_view, geometry
from duiyi.server.wire import raw
from duiyi.server.wire.editing import Edited, EditedPiece, EditedPosition, EditOperation


def opened(name: str, text: str | None, seats: int | None, options: dict[str, Value]) -> Edited:
    """A text, or the start of a game, as it is edited; `DuiyiError` where there is none."""
    one = game(name)
    if text is None:
        text = one.start(seats, **dict(one.options.of_json(options).items())).dump()
    palette = editing.palette_of(one)
    if palette is None:
        return _without_box(one, text)
    arrangement = editing.rebuilt(one, palette, palette.read(one, text))
    return _edited(one, palette, arrangement)


def changed(name: str, position: EditedPosition, operations: Sequence[EditOperation]) -> Edited:
    """An arrangement after some operations; it is made anew first, so that nothing in it is
    unknown."""
    one = game(name)
    palette = editing.palette_of(one)
    if palette is None:
        raise editing.unknown(name)
    pieces = {site: _placed(piece) for site, piece in position.pieces.items()}
    given = Arrangement(position.seats, position.options, pieces, position.fields)
    arrangement = editing.rebuilt(one, palette, given)
    asked = [
        Operation(op.do, op.site, _placed(op.piece) if op.piece else None, op.field, op.value)
        for op in operations
    ]
    return _edited(one, palette, editing.edited(one, palette, arrangement, asked))


def _placed(piece: EditedPiece) -> Placed:
    return Placed(piece.kind, piece.seat, piece.height)


def _edited(one: Game, palette: Palette, arrangement: Arrangement) -> Edited:
    found = editing.judged(one, palette, arrangement)
    options = options_of(one, arrangement)
    view = editing.view_of(one, palette, found)
    return Edited(
        game=one.id,
        seats=arrangement.seats,
        options=options.json(),
        geometry=geometry(one, arrangement.seats, options),
        position=_position(arrangement),
        text=found.text,
        view=raw(view),
        box=tuple(palette.stocks(one, arrangement.seats, options)),
        fields=tuple(palette.fields(one, arrangement)),
        problems=editing.problems_of(one, palette, found),
        tallest=palette.tallest,
        mover=palette.mover,
        closed=tuple(
            site.id
            for site in view.sites
            if not palette.is_site(one, arrangement.seats, options, site.id)
        ),
        hint=message(f"{one.id}:{palette.hint}") if palette.hint else None,
    )


def _position(arrangement: Arrangement) -> EditedPosition:
    pieces = {
        site: EditedPiece(one.kind, one.seat, one.height)
        for site, one in arrangement.pieces.items()
    }
    fields: dict[str, Any] = dict(arrangement.fields)
    return EditedPosition(arrangement.seats, dict(arrangement.options), pieces, fields)


def _without_box(one: Game, text: str) -> Edited:
    """Of a game that brings no palette: its text, which must be a position."""
    state = one.load(text)
    return Edited(
        game=one.id,
        seats=state.seats,
        options=state.options.json(),
        geometry=geometry(one, state.seats, state.options),
        position=None,
        text=state.dump(),
        view=raw(bare_view(state, None)),
        box=(),
        fields=(),
        problems=(),
        tallest=1,
        mover="",
        closed=(),
        hint=None,
    )
