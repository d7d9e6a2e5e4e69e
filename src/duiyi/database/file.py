"""The SQLite file itself: opening it, recognising it, bringing it up to date, copying it.

Which tables it has is said by a `Schema`; how it is written and read, by
`duiyi.database.connections`.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import apsw

from duiyi.core import DuiyiError, message
from duiyi.core.message import Param

BUSY_MILLISECONDS = 5_000
CACHE_KILOBYTES = 32_000
LOG_BYTES = 16 * 1024 * 1024
"""The write-ahead log is cut to this after it has been longer."""
DAMAGED = (apsw.CorruptError, apsw.NotADBError, apsw.FormatError)
OWNER_ONLY = 0o600
"""Files hold keys of cookies, and what people have said about themselves."""


class BadDatabase(DuiyiError):
    """The file cannot be used as duiyi's database; the message says why."""


@dataclass(frozen=True, slots=True)
class Schema:
    """What is in a kind of file: `PRAGMA application_id` says which kind, and `migrations` lead
    from version n to n + 1. A published one never changes: `PRAGMA user_version` counts how many a
    file has had."""

    application: int
    migrations: tuple[str, ...]


def open_writer(
    path: Path, schema: Schema, vfs: str | None, synchronous: str, create: bool
) -> apsw.Connection:
    """The connection that writes, with the current schema in the file."""
    if vfs is None:
        _prepare(path, create)
    connection = _open(path, vfs, apsw.SQLITE_OPEN_CREATE)
    try:
        _recognise(connection, path, schema)
        if _value(connection, "PRAGMA journal_mode = WAL") != "wal":
            raise _bad("unreadable", path, problem="no write-ahead log here")
        connection.execute(f"PRAGMA synchronous = {synchronous}")
        connection.execute(f"PRAGMA cache_size = -{CACHE_KILOBYTES}")
        connection.execute(f"PRAGMA journal_size_limit = {LOG_BYTES}")
        # Only some systems know these; there a plain sync does not reach the disk.
        connection.execute("PRAGMA fullfsync = ON; PRAGMA checkpoint_fullfsync = ON")
        _migrate(connection, schema)
    except apsw.Error as error:
        connection.close()
        raise broken(error, path) from None
    except BaseException:
        connection.close()
        raise
    return connection


def open_reader(path: Path, vfs: str | None = None) -> apsw.Connection:
    connection = _open(path, vfs, 0)
    try:
        connection.execute("PRAGMA query_only = ON")
    except apsw.Error as error:
        connection.close()
        raise broken(error, path) from None
    return connection


def broken(error: apsw.Error, path: Path) -> BadDatabase:
    """What went wrong in the file, as a sentence."""
    key = "damaged" if isinstance(error, DAMAGED) else "unreadable"
    return _bad(key, path, problem=str(error))


def data_directory(environment: Mapping[str, str]) -> Path:
    """Where a person's data belongs."""
    given = environment.get("XDG_DATA_HOME", "")
    base = Path(given) if given.startswith("/") else Path.home() / ".local" / "share"
    return base / "duiyi"


def real(path: Path) -> Path:
    """The file itself, whatever links lead to it; `BadDatabase` where it has several names."""
    found = Path(os.path.realpath(path))
    try:
        names = found.stat().st_nlink if found.is_file() else 1
    except OSError:
        names = 1
    if names > 1:
        raise _bad("linked", path)
    return found


def copy(source: apsw.Connection, target: Path) -> None:
    """A copy of one moment, checked, in a file of its own; `target` appears only when whole."""
    target.parent.mkdir(parents=True, exist_ok=True)
    beside = target.with_name(f".{target.name}.{os.getpid()}")
    beside.unlink(missing_ok=True)
    _prepare(beside, create=True)
    try:
        _copy(source, beside)
        with beside.open("rb+") as file:
            os.fsync(file.fileno())
        beside.replace(target)
    finally:
        beside.unlink(missing_ok=True)


def _copy(source: apsw.Connection, beside: Path) -> None:
    connection = _open(beside, None, apsw.SQLITE_OPEN_CREATE)
    try:
        with connection.backup("main", source, "main") as backup:
            while not backup.done:
                backup.step()
        # Without a write-ahead log the copy is one file, also for those who only read it.
        connection.execute("PRAGMA journal_mode = DELETE")
        found = [text for (text,) in connection.execute("PRAGMA integrity_check")]
    except apsw.Error as error:
        raise broken(error, Path(source.filename)) from None
    finally:
        connection.close()
    if found != ["ok"]:
        raise _bad("damaged", Path(source.filename), problem=str(found[0]))


def _prepare(path: Path, create: bool) -> None:
    """Make the file and the directories above it; SQLite would let others read it."""
    if path.exists():
        return
    if not create:
        raise _bad("missing", path)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, OWNER_ONLY))
    except OSError as error:
        raise _bad("unreadable", path, problem=error.strerror or str(error)) from None


def _open(path: Path, vfs: str | None, flags: int) -> apsw.Connection:
    try:
        connection = apsw.Connection(
            str(path), flags=apsw.SQLITE_OPEN_READWRITE | flags, vfs=vfs, statementcachesize=100
        )
    except apsw.Error as error:
        raise _bad("unreadable", path, problem=str(error)) from None
    connection.set_busy_timeout(BUSY_MILLISECONDS)
    return connection


def _recognise(connection: apsw.Connection, path: Path, schema: Schema) -> None:
    """Refuse a file of somebody else, before anything in it is changed."""
    try:
        # All of one moment: another process may be making the file just now.
        with connection:
            empty = _value(connection, "SELECT count(*) FROM sqlite_schema") == 0
            application = _value(connection, "PRAGMA application_id")
            version = _value(connection, "PRAGMA user_version")
    except apsw.NotADBError:
        raise _bad("not-ours", path) from None
    if application != schema.application and not (empty and application == version == 0):
        raise _bad("not-ours", path)
    if isinstance(version, int) and version > len(schema.migrations):
        raise _bad("newer", path, found=version, known=len(schema.migrations))


def _migrate(connection: apsw.Connection, schema: Schema) -> None:
    if _value(connection, "PRAGMA user_version") == len(schema.migrations):
        return
    with connection:
        # Under the lock it is asked again: another process may have been faster.
        connection.execute(f"PRAGMA application_id = {schema.application}")
        version = _value(connection, "PRAGMA user_version")
        assert isinstance(version, int)
        for migration in schema.migrations[version:]:
            connection.execute(migration)
        connection.execute(f"PRAGMA user_version = {len(schema.migrations)}")


def _value(connection: apsw.Connection, statement: str) -> object:
    return connection.execute(statement).get


def _bad(key: str, path: Path, **params: Param) -> BadDatabase:
    return BadDatabase(message(f"database.{key}", file=str(path), **params))
