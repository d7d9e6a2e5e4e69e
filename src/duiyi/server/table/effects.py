"""Effects: what a request at a table leads to, and the table as it is sent whole."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from msgspec import Raw

from duiyi.server.facts import Facts
from duiyi.server.store import Row
from duiyi.server.wire import FromServer

if TYPE_CHECKING:
    from duiyi.server.table import Table


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
    born: Table | None = None
    """The table of a rematch; its rows are among the rows."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """The heavy part of a `table` message, encoded; the same for everybody."""

    facts: Facts
    geometry: Raw
    entries: Raw
    view: Raw
