"""One SQLite file as a process uses it: a writer connection behind a lock, readers in a small pool.

Several processes may do so at once: whoever writes waits for the others, for some seconds.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import apsw

from duiyi.database import file

log = logging.getLogger(__name__)

IDLE_READERS = 8
CHECKPOINT_PAGES = 1_000
"""The write-ahead log is copied back when it has this many pages of 4 KB."""
RESTART_PAGES = 16_000
"""Readers who never pause keep the log growing; past this many pages the writer waits for them."""


class Connections:
    """Those of the file `path`, which is made when it is not there (unless not `create`).

    `vfs` and `synchronous` exist for tests of what a loss of power does.
    """

    def __init__(
        self,
        path: Path | str,
        schema: file.Schema,
        *,
        vfs: str | None = None,
        synchronous: str = "FULL",
        create: bool = True,
    ) -> None:
        self.path = Path(path) if vfs else file.real(Path(path))
        self._vfs = vfs
        self._failed: float | None = None
        """When writing last failed, if nothing has been written since."""
        self._lock = threading.Lock()
        self._pages = 0
        self._writer = file.open_writer(self.path, schema, vfs, synchronous, create)
        self._writer.set_wal_hook(self._committed)
        self._readers: list[apsw.Connection] = []
        self._readers_lock = threading.Lock()
        self._closed = False

    @contextmanager
    def _transaction(self) -> Iterator[Any]:
        run = self._writer.execute
        try:
            run("BEGIN IMMEDIATE")
            yield run
            run("COMMIT")
        except BaseException as error:
            if self._writer.in_transaction:
                run("ROLLBACK")
            if isinstance(error, apsw.Error):
                self._failed = time.monotonic()
                raise file.broken(error, self.path) from error
            raise
        self._failed = None
        self._checkpoint()

    def _committed(self, _: apsw.Connection, __: str, pages: int) -> int:
        self._pages = pages
        return apsw.SQLITE_OK

    def _checkpoint(self) -> None:
        """Keep the write-ahead log short. What was committed stays so if this does not succeed."""
        if self._pages < CHECKPOINT_PAGES:
            return
        patient = self._pages >= RESTART_PAGES
        mode = apsw.SQLITE_CHECKPOINT_RESTART if patient else apsw.SQLITE_CHECKPOINT_PASSIVE
        try:
            self._writer.wal_checkpoint("main", mode)
        except apsw.Error as error:
            log.warning("checkpoint: %s", error)

    def backup(self, target: str) -> None:
        with self._reader() as reader:
            file.copy(reader, Path(target))

    def close(self) -> None:
        with self._lock, self._readers_lock:
            self._closed = True
            for reader in self._readers:
                reader.close()
            self._readers.clear()
            self._writer.close()

    def _all(self, statement: str, values: Any = ()) -> list[tuple[Any, ...]]:
        with self._reader() as reader:
            try:
                return reader.execute(statement, values).fetchall()
            except apsw.Error as error:
                raise file.broken(error, self.path) from error

    @contextmanager
    def _reader(self) -> Iterator[apsw.Connection]:
        with self._readers_lock:
            reader = self._readers.pop() if self._readers else None
        if reader is None:
            reader = file.open_reader(self.path, self._vfs)
        try:
            yield reader
        finally:
            with self._readers_lock:
                if keep := not self._closed and len(self._readers) < IDLE_READERS:
                    self._readers.append(reader)
            if not keep:
                reader.close()
