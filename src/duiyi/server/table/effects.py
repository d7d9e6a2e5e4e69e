"""Effects: what a request at a table leads to, and the table as it is sent whole."""

from __future__ import annotations

from dataclasses import dataclass, field

from msgspec import Raw

from duiyi.server.storage.store import Row
from duiyi.server.table.summary import Summary
from duiyi.server.wire import FromServer


@dataclass(slots=True)
class Effect:
    """What a request has led to: rows to commit, and what is said once they are."""

    rows: list[Row] = field(default_factory=list)
    room: list[FromServer] = field(default_factory=list)
    answer: FromServer | None = None
    seats: bool = False
    """Who sits where has changed."""
    anew: bool = False
    """Everybody needs the whole table again."""
    listed: bool = False
    """Lists show something else now."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The heavy part of a `table` message, encoded; the same for everybody."""

    summary: Summary
    geometry: Raw
    entries: Raw
    view: Raw
