"""The classes' SQLite file: transactions that join, and what is deleted is overwritten.

Web and arena processes write it at once. A transaction is immediate, so that whoever waits does so
before having read anything, and durable when it ends.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import apsw
import msgspec

from duiyi.classes.store.schema import SCHEMA
from duiyi.core import DuiyiError, message
from duiyi.database.connections import Connections

ERASE_TRIES = 2
"""Each waits for readers as long as every write does."""
WAIT_MILLISECONDS = 30_000
"""Longer than it takes to rewrite a large file after a deletion."""


def as_json(value: Any) -> str:
    return msgspec.json.encode(value).decode()


class Conflict(Exception):
    """Something of this name is there already."""


class NotErased(DuiyiError):
    """Rows are deleted, but somebody who reads keeps the log from being cut."""

    def __init__(self) -> None:
        super().__init__(message("class.not-erased"))
        self.args = ()


class ClassDatabase(Connections):
    """Of the file `path`; all methods may block, and any thread may call them."""

    def __init__(self, path: Path | str, *, create: bool = True) -> None:
        super().__init__(path, SCHEMA, create=create)
        self._writer.set_busy_timeout(WAIT_MILLISECONDS)
        self._writer.execute("PRAGMA foreign_keys = ON; PRAGMA secure_delete = ON")
        self._here = threading.local()

    @contextmanager
    def transaction(self) -> Iterator[Any]:
        """All or nothing. Inside another one of the same thread it is part of that."""
        outer = getattr(self._here, "run", None)
        if outer is not None:
            yield outer
            return
        with self._lock, self._transaction() as run:
            self._here.run = run
            try:
                yield run
            finally:
                self._here.run = None

    def rows(self, statement: str, values: Any = ()) -> list[tuple[Any, ...]]:
        """What is committed, and inside a transaction also what that has written so far."""
        run = getattr(self._here, "run", None)
        return self._all(statement, values) if run is None else run(statement, values).fetchall()

    def row(self, statement: str, values: Any = ()) -> tuple[Any, ...] | None:
        found = self.rows(statement, values)
        return found[0] if found else None

    def change(self, statement: str, values: Any = ()) -> int:
        """Run one statement; how many rows it has changed. `Conflict` changes nothing."""
        with self.transaction() as run:
            try:
                run(statement, values)
            except apsw.ConstraintError as error:
                raise Conflict(str(error)) from None
            return self._writer.changes()

    def erase(self) -> None:
        """Rewrite the file and cut the log; `NotErased` if somebody who reads prevents it.

        Deleted rows are overwritten at once, but pages that were rearranged on the way may have
        kept copies of them, and the log has all that ever was written."""
        with self._readers_lock:
            while self._readers:
                self._readers.pop().close()
        for _ in range(ERASE_TRIES):
            with self._lock:
                try:
                    self._writer.execute("VACUUM")
                    self._writer.wal_checkpoint("main", apsw.SQLITE_CHECKPOINT_TRUNCATE)
                    return
                except apsw.BusyError:
                    continue
        raise NotErased
