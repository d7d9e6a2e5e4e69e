"""The rows of a table's log, as structs: what is written about a table and read again."""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from duiyi.core.options import Value
from duiyi.core.state import Seat
from duiyi.server.storage.store import Row
from duiyi.server.wire import Clock

T = TypeVar("T")
_encoder = msgspec.json.Encoder()


class Sitting(Struct, frozen=True, omit_defaults=True):
    """Who sits at a seat: guests who hold it, a computer, or nobody yet."""

    name: str = ""
    player: str = ""
    secret: str = ""
    holders: tuple[str, ...] = ()
    hinted: bool = False
    """A hint was asked for here."""

    @property
    def open(self) -> bool:
        return not self.player and not self.holders

    @property
    def person(self) -> bool:
        return bool(self.holders)


class Make(Struct, frozen=True):
    """The first row: everything that does not change, and who sits there from the beginning."""

    game: str
    version: int
    options: dict[str, Value]
    clock: Clock
    public: bool
    undo: bool
    start: str | None
    maker: str
    sittings: tuple[Sitting, ...]
    draws: str = ""
    """What chance decides follows from it (`Randomness.draws`): an undo does not draw again."""
    address: str = ""
    """Where it was made, hashed."""


class Sit(Struct, frozen=True):
    seat: Seat
    guest: str
    name: str | None


class Leave(Struct, frozen=True):
    guest: str


class Rename(Struct, frozen=True):
    """Somebody calls himself something else at his seats."""

    seats: tuple[Seat, ...]
    name: str


class Timed(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """`left`, `acted`: the clocks after it; `own`: what the actor himself had left."""

    left: tuple[int | None, ...] = ()
    acted: tuple[Seat, ...] = ()
    own: int | None = None


class Start(Timed, frozen=True, omit_defaults=True):
    pass


class Play(Timed, frozen=True, omit_defaults=True):
    seat: Seat
    token: str


class Chance(Timed, frozen=True, omit_defaults=True):
    token: str


class Withdraw(Timed, frozen=True, omit_defaults=True):
    seat: Seat
    verdict: str


class Undo(Timed, frozen=True, omit_defaults=True):
    keep: int


class Hint(Struct, frozen=True):
    """A seat has asked for its first hint."""

    seat: Seat


class Notice(Struct, frozen=True):
    message: msgspec.Raw


class Rematch(Struct, frozen=True):
    id: str


KINDS: dict[str, Any] = {
    "make": Make,
    "sit": Sit,
    "leave": Leave,
    "rename": Rename,
    "start": Start,
    "play": Play,
    "chance": Chance,
    "withdraw": Withdraw,
    "undo": Undo,
    "hint": Hint,
    "notice": Notice,
    "rematch": Rematch,
}
_names = {kind: name for name, kind in KINDS.items()}
_decoders = {name: msgspec.json.Decoder(kind) for name, kind in KINDS.items()}
Line = (
    Make | Sit | Leave | Rename | Start | Play | Chance | Withdraw | Undo | Hint | Notice | Rematch
)


def row(table: str, n: int, at: int, line: Line) -> Row:
    return Row(table, n, at, _names[type(line)], _encoder.encode(line))


def line(row: Row) -> Line:
    """What a row says; `ValueError` when it is none of ours."""
    decoder = _decoders.get(row.kind)
    if decoder is None:
        raise ValueError(f"row {row.n} of table {row.table} is of an unknown kind: {row.kind}")
    found: Line = decoder.decode(row.data)
    return found
