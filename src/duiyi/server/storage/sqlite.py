"""Storage in one SQLite file.

`store` says what is stored, `schema` has the tables, and `duiyi.database` opens and copies a file.
What rows and summaries mean is not known here.

A batch is written with one statement per kind of write, which SQLite takes as a JSON array: every
call into SQLite hands the interpreter to other threads and has to win it back, so that the price of
a batch is the number of calls, not of rows.
"""

from __future__ import annotations

import logging
import os
import secrets
import time
import unicodedata
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import apsw
import msgspec

from duiyi.database.connections import Connections
from duiyi.database.file import BadDatabase
from duiyi.server.storage.openings import OpeningTables
from duiyi.server.storage.puzzles import PuzzleTables
from duiyi.server.storage.schema import SCHEMA
from duiyi.server.storage.store import Conflict, Guest, Index, Kept, Place, Row, Write

log = logging.getLogger(__name__)

STATUSES = ("waiting", "running", "finished", "abandoned")
SECRET_BYTES = 32
FREE_BYTES = 16 * 1024 * 1024
"""With less on the disk it is as good as full."""
FAILED_SECONDS = 60.0
"""For so long what could not be written tells more than what can be tried."""
SEARCHED = 100
"""Characters of a name in a record that searches look at."""
AT_ONCE = 200
"""How many tables are read at once by those who want all."""

ADD_ROWS = """
INSERT INTO log (room, n, at, kind, data)
SELECT value->>0, value->>1, value->>2, value->>3, value->>4 FROM json_each(?)
"""
PUT_INDEXES = """
INSERT INTO room (id, game, status, public, names, folded, guests, created, updated, summary)
SELECT value->>0, value->>1, value->>2, value->>3, value->>4,
       value->>5, value->>6, value->>7, value->>8, value->>9
FROM json_each(?) WHERE true
ON CONFLICT (id) DO UPDATE SET game = excluded.game, status = excluded.status,
    public = excluded.public, names = excluded.names, folded = excluded.folded,
    guests = excluded.guests, created = excluded.created, updated = excluded.updated,
    summary = excluded.summary
"""
PUT_GUEST = "INSERT OR REPLACE INTO guest (id, name, epoch, created) VALUES (?, ?, ?, ?)"
PUT_KEPT = """
INSERT OR REPLACE INTO kept (id, game, names, folded, added, summary, text, size)
VALUES (?, ?, ?, ?, ?, ?, ?, ?)
"""
DROP_KEPT = """
DELETE FROM kept WHERE id IN (SELECT id FROM kept WHERE added < ? ORDER BY added LIMIT ?)
"""
TRY = "INSERT OR REPLACE INTO setting (name, value) VALUES ('tried', ?)"
MAKE_SECRET = "INSERT OR IGNORE INTO setting (name, value) VALUES ('secret', ?)"
READ_SECRET = "SELECT value FROM setting WHERE name = 'secret'"
ROOM_FIELDS = "id, game, status, public, names, guests, created, updated, summary"
KEPT_FIELDS = "id, game, names, added, summary, text"

_encode = msgspec.json.Encoder().encode
_texts = msgspec.json.Decoder(tuple[str, ...]).decode


class SqliteStore(Connections, OpeningTables, PuzzleTables):
    """The `Store` in the file `path`; as `Connections` say."""

    def __init__(
        self,
        path: Path | str,
        *,
        vfs: str | None = None,
        synchronous: str = "FULL",
        create: bool = True,
    ) -> None:
        super().__init__(path, SCHEMA, vfs=vfs, synchronous=synchronous, create=create)

    # -- writing ----------------------------------------------------------------------------

    def write(self, writes: Sequence[Write]) -> None:
        if not writes:
            return
        rows = [_row_values(write) for write in writes if isinstance(write, Row)]
        rooms = {write.table: _index_values(write) for write in writes if isinstance(write, Index)}
        others = [_other(write) for write in writes if isinstance(write, Guest | Kept)]
        with self._lock, self._transaction() as run:
            if rows:
                self._add_rows(run, _encode(rows).decode())
            if rooms:
                run(PUT_INDEXES, (_encode(list(rooms.values())).decode(),))
            for statement, values in others:
                run(statement, values)

    def _add_rows(self, run: Any, rows: str) -> None:
        try:
            run(ADD_ROWS, (rows,))
        except apsw.ConstraintError as error:
            raise Conflict(str(error)) from None

    # -- reading ----------------------------------------------------------------------------

    def rows(self, table: str) -> list[Row]:
        found = self._all("SELECT n, at, kind, data FROM log WHERE room = ? ORDER BY n", (table,))
        return [Row(table, n, at, kind, data.encode()) for n, at, kind, data in found]

    def index(self, table: str) -> Index | None:
        found = self._all(f"SELECT {ROOM_FIELDS} FROM room WHERE id = ?", (table,))
        return _index(found[0]) if found else None

    def unfinished(self) -> list[str]:
        asked = "SELECT id FROM room WHERE status IN ('waiting', 'running') ORDER BY created, id"
        return [table for (table,) in self._all(asked)]

    def tables(
        self,
        *,
        status: Sequence[str],
        public: bool | None = None,
        guest: str | None = None,
        game: str | None = None,
        name: str | None = None,
        before: Place | None = None,
        limit: int = 50,
    ) -> list[Index]:
        # Statuses stand in the statement itself: that is how SQLite sees that an index of finished
        # games is enough.
        wanted = [known for known in STATUSES if known in status]
        if not wanted:
            return []
        where = [f"status IN ({', '.join(map(repr, wanted))})"]
        if len(wanted) == 1:
            where = [f"status = {wanted[0]!r}"]
        values: dict[str, Any] = {"limit": max(limit, 0)}
        if public is not None:
            where.append("public = :public")
            values["public"] = int(public)
        if guest is not None:
            where.append("id IN (SELECT room FROM holder WHERE guest = :guest)")
            values["guest"] = guest
        _narrow(where, values, game, name, before, "updated")
        found = self._all(
            f"SELECT {ROOM_FIELDS} FROM room WHERE {' AND '.join(where)}"
            " ORDER BY updated DESC, id DESC LIMIT :limit",
            values,
        )
        return [_index(values) for values in found]

    def count_finished(self) -> int:
        found = self._all("SELECT count(*) FROM room WHERE status = 'finished'")
        return int(found[0][0])

    def each_finished(self) -> Iterator[Index]:
        """All finished tables, oldest first; those that finish meanwhile come last."""
        last = (-1, "")
        while True:
            found = self._all(
                f"SELECT {ROOM_FIELDS} FROM room WHERE status = 'finished'"
                f" AND (updated, id) > (?, ?) ORDER BY updated, id LIMIT {AT_ONCE}",
                last,
            )
            if not found:
                return
            for index in map(_index, found):
                last = (index.updated, index.table)
                yield index

    def guest(self, guest: str) -> Guest | None:
        found = self._all("SELECT id, name, epoch, created FROM guest WHERE id = ?", (guest,))
        return Guest(*found[0]) if found else None

    def kept(self, record: str) -> Kept | None:
        found = self._all(f"SELECT {KEPT_FIELDS} FROM kept WHERE id = ?", (record,))
        return _kept(found[0]) if found else None

    def kept_list(
        self,
        *,
        game: str | None = None,
        name: str | None = None,
        before: Place | None = None,
        limit: int = 50,
    ) -> list[Kept]:
        where: list[str] = ["true"]
        values: dict[str, Any] = {"limit": max(limit, 0)}
        _narrow(where, values, game, name, before, "added")
        found = self._all(
            f"SELECT {KEPT_FIELDS} FROM kept WHERE {' AND '.join(where)}"
            " ORDER BY added DESC, id DESC LIMIT :limit",
            values,
        )
        return [_kept(values) for values in found]

    def kept_bytes(self) -> int:
        return int(self._all("SELECT coalesce(sum(size), 0) FROM kept")[0][0])

    def drop_kept(self, before: int, limit: int) -> int:
        with self._lock, self._transaction() as run:
            run(DROP_KEPT, (before, limit))
            return self._writer.changes()

    # -- the rest ---------------------------------------------------------------------------

    def secret(self) -> bytes:
        if not (found := self._all(READ_SECRET)):
            with self._lock, self._transaction() as run:
                run(MAKE_SECRET, (secrets.token_bytes(SECRET_BYTES),))
            found = self._all(READ_SECRET)
        return bytes(found[0][0])

    def can_save(self) -> bool:
        """Whether something written now would stay: tried, with room to spare on the disk."""
        if self._failed is not None and time.monotonic() - self._failed < FAILED_SECONDS:
            return False
        try:
            free = os.statvfs(self.path)
            if free.f_bavail * free.f_frsize < FREE_BYTES:
                return False
            with self._lock, self._transaction() as run:
                run(TRY, (secrets.token_bytes(SECRET_BYTES),))
        except (OSError, BadDatabase) as error:
            log.warning("nothing can be saved: %s", error)
            return False
        return True


def folded(name: str) -> str:
    """A name as searches compare it: without regard to case, width or spacing."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


def _narrow(
    where: list[str],
    values: dict[str, Any],
    game: str | None,
    name: str | None,
    before: Place | None,
    moment: str,
) -> None:
    """Add the conditions that lists of tables and of records share."""
    if game is not None:
        where.append("game = :game")
        values["game"] = game
    if name is not None and (part := folded(name)):
        where.append("instr(folded, :name) > 0")
        values["name"] = part
    if before is not None:
        where.append(f"({moment}, id) < (:before, :before_id)")
        values["before"], values["before_id"] = before


def _row_values(row: Row) -> tuple[Any, ...]:
    return (row.table, row.n, row.at, row.kind, row.data.decode())


def _index_values(index: Index) -> tuple[Any, ...]:
    return (
        index.table,
        index.game,
        index.status,
        int(index.public),
        _encode(index.names).decode(),
        "\n".join(map(folded, index.names)),
        _encode(index.guests).decode(),
        index.created,
        index.updated,
        index.summary.decode(),
    )


def _other(write: Guest | Kept) -> tuple[str, tuple[Any, ...]]:
    if isinstance(write, Guest):
        return PUT_GUEST, (write.id, write.name, write.epoch, write.created)
    return PUT_KEPT, (
        write.id,
        write.game,
        _encode(write.names).decode(),
        "\n".join(folded(name[:SEARCHED]) for name in write.names),
        write.added,
        write.summary.decode(),
        write.text,
        write.size,
    )


def _index(values: tuple[Any, ...]) -> Index:
    table, game, status, public, names, guests, created, updated, summary = values
    return Index(
        table,
        game,
        status,
        bool(public),
        _texts(names),
        _texts(guests),
        created,
        updated,
        summary.encode(),
    )


def _kept(values: tuple[Any, ...]) -> Kept:
    record, game, names, added, summary, text = values
    return Kept(record, game, _texts(names), added, summary.encode(), text)
