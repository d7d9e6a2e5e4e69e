"""Records and positions read from text: what replays need of them, encoded.

These functions run in a process of their own (`duiyi.server.reader`), because a text that a
stranger hands in may take long to check; so they take and give plain values only.
"""

from __future__ import annotations

import base64
import hashlib
from dataclasses import dataclass
from functools import lru_cache

import msgspec

from duiyi.core import Record, game
from duiyi.core.record_io import read, write_dyr, write_json
from duiyi.server.course import Course, bare_view, geometry
from duiyi.server.limits import FIXED
from duiyi.server.wire import encode, raw
from duiyi.server.wire_http import Position

REMEMBERED = 8
"""How many records are kept played, so that frames in a row are not replayed from the start."""


@dataclass(frozen=True, slots=True)
class Checked:
    """A record that is in order; `id` is made of its content."""

    id: str
    game: str
    names: tuple[str, ...]
    summary: bytes
    text: str


class Counts(msgspec.Struct, frozen=True):
    """What a list says about a record; kept with it as JSON."""

    seats: int
    decisions: int
    outcome: msgspec.Raw


def check(text: str) -> Checked:
    """The record in a text of either form; `BadRecord` where it is none."""
    record = _read(text)
    written = write_dyr(record)
    counts = Counts(record.seats, len(record.nodes), raw(record.outcome))
    digest = hashlib.sha256(written.encode("utf-8")).digest()[:16]
    id = base64.urlsafe_b64encode(digest).decode("ascii").rstrip("=")
    return Checked(id, record.game.id, record.names, encode(counts), written)


def as_json(text: str) -> str:
    return write_json(_read(text))


def course(text: str, id: str) -> bytes:
    """Everything about a record but its views, as JSON of `wire.Course`."""
    record, course = _course(text)
    return course.shown(id, record.names, record.options)


def frames(text: str, first: int, last: int) -> bytes:
    """The positions from `first` to before `last`, as JSON of `wire.Frame[]`."""
    return _course(text)[1].frames(first, last)


def asked(text: str, at: int) -> tuple[str, str] | None:
    """The game and the position after `at` decisions; `None` where nobody decides in it."""
    course = _course(text)[1]
    state = course.at(at) if at <= len(course) else None
    if state is None or state.actor is None or state.actor < 0:
        return None
    return state.game.id, state.dump()


def position(name: str, text: str) -> bytes:
    """A position text, as JSON of `Position`; `BadOptions`, `BadPosition` where it is none."""
    state = game(name).load(text)
    return encode(
        Position(
            game=state.game.id,
            options=state.options.json(),
            geometry=geometry(state.game, state.seats, state.options),
            view=raw(bare_view(state, None)),
            start=state.dump(),
        )
    )


def _read(text: str) -> Record:
    return read(text, most=FIXED.record_nodes)


@lru_cache(REMEMBERED)
def _course(text: str) -> tuple[Record, Course]:
    record = _read(text)
    return record, Course.of_record(record)
