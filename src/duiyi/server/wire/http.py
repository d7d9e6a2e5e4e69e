"""What travels over HTTP and belongs to no one matter: refusals, guests, records, positions.

Names and fields are those of `web/src/net/wire/`.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Raw, Struct, UnsetType

from duiyi.core.message import Message
from duiyi.core.options import Value
from duiyi.core.outcome import Outcome
from duiyi.core.view import Geometry, View
from duiyi.server.wire.messages import NewName, SeatNumber

Language = Literal["zh-Hant", "zh-Hans", "en"]


class Refusal(Struct, frozen=True):
    """Why a request was not taken; `code` is stable, `field` the part that is wrong."""

    code: str
    message: Message
    field: str = ""


class Health(Struct, frozen=True):
    """`status`: `unsaved` while nothing can be written down."""

    status: Literal["ok", "unsaved"]
    version: str
    page: bool
    tables: int
    connections: int


class Me(Struct, frozen=True):
    name: str


class RecordSummary(Struct, frozen=True):
    id: str
    source: Literal["table", "record"]
    game: str
    names: tuple[str, ...]
    seats: int
    decisions: int
    outcome: Annotated[Raw, Outcome | None]
    ended: str


class Position(Struct, frozen=True):
    game: str
    options: dict[str, Value]
    geometry: Annotated[Raw, Geometry]
    view: Annotated[Raw, View]
    start: str


# ---- to the server


class NewMe(Struct, frozen=True, forbid_unknown_fields=True):
    """How the guest wants to be called."""

    name: Annotated[str, Meta(max_length=200)]


class Sitting(Struct, frozen=True, forbid_unknown_fields=True):
    """Which seat is taken: by its number, or by the secret of its link."""

    seat: SeatNumber | UnsetType = UNSET
    secret: Annotated[str, Meta(max_length=200)] | UnsetType = UNSET
    name: NewName | UnsetType = UNSET


class HandedIn(Struct, frozen=True, forbid_unknown_fields=True):
    """The text of a record, `.dyr` or JSON."""

    text: str


class PositionText(Struct, frozen=True, forbid_unknown_fields=True):
    """A position, as `dump` writes it."""

    game: NewName
    text: str
