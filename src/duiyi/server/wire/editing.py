"""What travels while somebody edits a position: an arrangement and operations in, what came of it
out.

Names and fields are those of `web/src/net/wire/editing.ts`.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Raw, Struct

from duiyi.core.message import Message
from duiyi.core.options import Value
from duiyi.core.study.editing import Problem
from duiyi.core.study.palette import Field, Stock
from duiyi.core.view import Geometry, View
from duiyi.server.limits import FIXED
from duiyi.server.wire.messages import NewName, SeatNumber

Name = Annotated[str, Meta(max_length=40)]
Said = (
    bool
    | int
    | Annotated[str, Meta(max_length=200)]
    | None
    | Annotated[tuple[int | Name, ...], Meta(max_length=FIXED.edited_pieces)]
)
"""The value of a field."""


class EditedPiece(Struct, frozen=True, forbid_unknown_fields=True):
    """A piece of the box that was put: its kind, whose, how high."""

    kind: Name
    seat: SeatNumber | None = None
    height: Annotated[int, Meta(ge=1, le=9999)] = 1


class EditedPosition(Struct, frozen=True, forbid_unknown_fields=True):
    """An arrangement: pieces by site, everything else by field. It may be impossible."""

    seats: SeatNumber
    options: Annotated[dict[Name, Value], Meta(max_length=60)] = {}
    pieces: Annotated[dict[Name, EditedPiece], Meta(max_length=FIXED.edited_pieces)] = {}
    fields: Annotated[dict[Name, Said], Meta(max_length=200)] = {}


class EditOperation(Struct, frozen=True, forbid_unknown_fields=True):
    """`put` a piece on a site; `remove` what stands there; `set` a field; `clear` the board."""

    do: Literal["put", "remove", "set", "clear"]
    site: Name = ""
    piece: EditedPiece | None = None
    field: Name = ""
    value: Said = None


class EditWanted(Struct, frozen=True, forbid_unknown_fields=True):
    """An arrangement and what is to be done with it, in this order."""

    game: NewName
    position: EditedPosition
    operations: Annotated[list[EditOperation], Meta(max_length=FIXED.edited_pieces)] = []


class EditorWanted(Struct, frozen=True, forbid_unknown_fields=True):
    """What is to be edited: a position text, or else the start of a game with so many seats (null:
    as few as can play) and these options."""

    game: NewName
    text: Annotated[str, Meta(max_length=8_000)] | None = None
    seats: SeatNumber | None = None
    options: dict[str, Value] = {}


class Edited(Struct, frozen=True):
    """An arrangement as it is now.

    `position` is null, and the box empty, where the game brings no palette: then only the text can
    be edited. `text` may be impossible; `problems` says why, the first of them as `load` does.
    `tallest`: how high pieces may be; `mover`: the field that says whose turn it is;
    `closed`: sites of the view on which nothing can be put; `hint`: what is not in the box, and
    why.
    """

    game: str
    seats: int
    options: dict[str, Value]
    geometry: Annotated[Raw, Geometry]
    position: EditedPosition | None
    text: str
    view: Annotated[Raw, View]
    box: tuple[Stock, ...]
    fields: tuple[Field, ...]
    problems: tuple[Problem, ...]
    tallest: int
    mover: str
    closed: tuple[str, ...]
    hint: Message | None
