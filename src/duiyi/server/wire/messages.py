"""What travels between server and page, as structs: the twin of `web/src/net/wire/`.

Views, events, messages and outcomes are the core's own values; msgspec writes them as they are.
What is large and sent to many (a view, an entry, a geometry) is encoded once and travels on as
`Raw`; `Annotated[Raw, View]` is the JSON of a view. Nothing here knows tables or sockets.
"""

from __future__ import annotations

import datetime
from fractions import Fraction
from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, Raw, Struct, UnsetType

from duiyi.core.errors import Violation
from duiyi.core.message import Message
from duiyi.core.options import Value
from duiyi.core.outcome import Outcome
from duiyi.core.state import Seat
from duiyi.core.view import Event, Geometry, View
from duiyi.server.limits import FIXED
from duiyi.server.wire.refusal import Refused, refused

LONGEST_TEXT = FIXED.message
"""Characters of a message to the server."""
ClockKind = Literal["none", "turn", "game", "days"]
ProposalKind = Literal["undo", "rematch"]
Status = Literal["waiting", "running", "finished"]
Ref = Annotated[int, Meta(ge=0, le=2**53)] | UnsetType
SeatNumber = Annotated[int, Meta(ge=0, le=99)]
StateId = Annotated[int, Meta(ge=0, le=2**53)]
Token = Annotated[str, Meta(max_length=64)]
Path = Annotated[list[Annotated[str, Meta(max_length=32)]], Meta(max_length=8)]
NewName = Annotated[str, Meta(max_length=60)]


# ---- tables


class Clock(Struct, frozen=True, forbid_unknown_fields=True):
    kind: ClockKind = "none"
    seconds: Annotated[int, Meta(ge=0, le=366 * 86400)] = 0
    increment: Annotated[int, Meta(ge=0, le=3600)] = 0


class TableSeat(Struct, frozen=True):
    seat: Seat
    kind: Literal["person", "computer", "open"]
    name: str
    present: bool
    mine: bool
    hinted: bool = False
    """A hint was asked for at this seat."""


class TableSummary(Struct, frozen=True):
    id: str
    game: str
    options: dict[str, Value]
    seats: list[TableSeat]
    clock: Clock
    public: bool
    undo: bool
    status: Status
    actor: Seat | None
    turn: int
    decisions: int
    outcome: Annotated[Raw, Outcome | None]
    created: str
    updated: str


class NewSeat(Struct, frozen=True, forbid_unknown_fields=True):
    kind: Literal["me", "friend", "computer"]
    player: NewName | UnsetType = UNSET
    name: NewName | UnsetType = UNSET


class NewTable(Struct, frozen=True, forbid_unknown_fields=True):
    game: NewName
    options: dict[str, Value]
    seats: Annotated[list[NewSeat], Meta(max_length=12)]
    clock: Clock
    public: bool
    undo: bool
    start: Annotated[str, Meta(max_length=16_000)] | UnsetType = UNSET
    lot: bool = False
    """Who sits where is drawn by lot."""


class MadeTable(Struct, frozen=True):
    id: str
    secrets: dict[str, str]


class Entry(Struct, frozen=True):
    at: int
    actor: Seat
    turn: int
    token: str | None
    verdict: str | None
    left: int | None
    events: tuple[Event, ...]
    notation: Message | None
    """As a list of moves says it to people; null for a withdrawal."""
    forced: bool
    """It decided nothing: the only thing that could be done, and by a button alone."""


class Frame(Struct, frozen=True):
    at: int
    entry: Annotated[Raw, Entry] | None
    view: Annotated[Raw, View]


class Clocks(Struct, frozen=True):
    left: tuple[int | None, ...]
    running: Seat | None


class Proposal(Struct, frozen=True):
    kind: ProposalKind
    seat: Seat
    agreed: tuple[Seat, ...]


class History(Struct, frozen=True):
    """What a replay needs besides frames; `over`: the game has a result."""

    id: str
    game: str
    names: tuple[str, ...]
    options: dict[str, Value]
    geometry: Annotated[Raw, Geometry]
    entries: Annotated[Raw, list[Entry]]
    over: bool


# ---- to the server


class _Request(Struct, frozen=True, tag_field="do", forbid_unknown_fields=True, kw_only=True):
    ref: Ref = UNSET


class Play(_Request, frozen=True, tag="play"):
    on: StateId
    token: Token
    seat: SeatNumber | UnsetType = UNSET


class Resign(_Request, frozen=True, tag="resign"):
    seat: SeatNumber


class Undo(_Request, frozen=True, tag="undo"):
    seat: SeatNumber


class Rematch(_Request, frozen=True, tag="rematch"):
    seat: SeatNumber


class Answer(_Request, frozen=True, tag="answer"):
    kind: ProposalKind
    seat: SeatNumber
    yes: bool


class Why(_Request, frozen=True, tag="why"):
    on: StateId
    path: Path | UnsetType = UNSET
    token: Token | UnsetType = UNSET


class Read(_Request, frozen=True, tag="read"):
    on: StateId
    text: Annotated[str, Meta(max_length=200)]
    language: Annotated[str, Meta(max_length=16)]


class Sync(_Request, frozen=True, tag="sync"):
    pass


class Ping(_Request, frozen=True, tag="ping"):
    pass


ToServer = Play | Resign | Undo | Rematch | Answer | Why | Read | Sync | Ping


# ---- from the server


class TableMessage(Struct, frozen=True, tag_field="type", tag="table"):
    table: TableSummary
    geometry: Annotated[Raw, Geometry]
    id: int
    entries: Annotated[Raw, list[Entry]]
    view: Annotated[Raw, View]
    clocks: Clocks
    proposals: tuple[Proposal, ...]
    rematch: str | None
    ref: Ref = UNSET


class PlayedMessage(Struct, frozen=True, tag_field="type", tag="played"):
    id: int
    entry: Annotated[Raw, Entry]
    view: Annotated[Raw, View]
    clocks: Clocks
    status: Status


class SeatsMessage(Struct, frozen=True, tag_field="type", tag="seats"):
    seats: list[TableSeat]
    status: Status
    watchers: int
    clocks: Clocks


class ProposalsMessage(Struct, frozen=True, tag_field="type", tag="proposals"):
    proposals: tuple[Proposal, ...]


class RematchMessage(Struct, frozen=True, tag_field="type", tag="rematch"):
    id: str


class NoticeMessage(Struct, frozen=True, tag_field="type", tag="notice"):
    message: Message


class TakenMessage(Struct, frozen=True, tag_field="type", tag="taken"):
    id: int
    ref: Ref = UNSET


class WhyMessage(Struct, frozen=True, tag_field="type", tag="why"):
    violation: Violation | None
    token: str | None
    ref: Ref = UNSET


class ReadMessage(Struct, frozen=True, tag_field="type", tag="read"):
    tokens: tuple[str, ...]
    ref: Ref = UNSET


class ErrorMessage(Struct, frozen=True, tag_field="type", tag="error"):
    code: str
    message: Message
    violation: Violation | None
    ref: Ref = UNSET


class PongMessage(Struct, frozen=True, tag_field="type", tag="pong"):
    ref: Ref = UNSET


FromServer = (
    TableMessage
    | PlayedMessage
    | SeatsMessage
    | ProposalsMessage
    | RematchMessage
    | NoticeMessage
    | TakenMessage
    | WhyMessage
    | ReadMessage
    | ErrorMessage
    | PongMessage
)


# ---- writing and reading


def _plain(value: Any) -> Any:
    if isinstance(value, Fraction):
        return str(value)
    raise NotImplementedError(f"a {type(value).__name__} does not travel")


_encoder = msgspec.json.Encoder(enc_hook=_plain)
_decoder: msgspec.json.Decoder[ToServer] = msgspec.json.Decoder(ToServer)
encode = _encoder.encode
"""JSON of anything that is made of structs and of the core's values."""


def raw(value: Any) -> Raw:
    return Raw(encode(value))


def joined(parts: list[bytes]) -> Raw:
    """A JSON list of parts that are encoded already."""
    return Raw(b"[" + b",".join(parts) + b"]")


def text(message: FromServer) -> str:
    return encode(message).decode()


def decode(data: str) -> ToServer:
    """The request that a text is; `Refused` says why it is none."""
    if len(data) > LONGEST_TEXT:
        raise refused("message-long", 422, limit=LONGEST_TEXT)
    try:
        return _decoder.decode(data)
    except msgspec.ValidationError as error:
        raise refused("bad-message", 422, problem=str(error)) from None
    except (msgspec.DecodeError, RecursionError, UnicodeError):
        raise refused("not-json", 422) from None


def error_message(error: Refused, ref: int | UnsetType = UNSET) -> ErrorMessage:
    return ErrorMessage(error.code, error.message, error.violation, ref)


def moment(milliseconds: int) -> str:
    """A moment as texts have it: 2024-05-06T07:08:09.123Z."""
    seconds, rest = divmod(milliseconds, 1000)
    stamp = datetime.datetime.fromtimestamp(seconds, datetime.UTC)
    return f"{stamp:%Y-%m-%dT%H:%M:%S}.{rest:03}Z"
