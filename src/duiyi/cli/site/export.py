"""Writing the finished games of a database as files: into a directory, or into a zip archive.

What is there already is left as it is, so that an export that was interrupted goes on, and a later
one adds what is new. `index.jsonl` says in one line per game what is in which file.
"""

from __future__ import annotations

import os
import zipfile
from collections.abc import Iterator, Set
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

import msgspec
from rich.progress import Progress

from duiyi.cli.common.files import write_whole
from duiyi.cli.common.screen import Screen
from duiyi.core import DuiyiError
from duiyi.core.record.dyr import write_dyr
from duiyi.server.storage.sqlite import SqliteStore
from duiyi.server.storage.store import Index
from duiyi.server.table.randomness import Randomness
from duiyi.server.table.summary import listed
from duiyi.server.table.table import Table
from duiyi.server.wire import moment

INDEX = "index.jsonl"


@dataclass
class Done:
    """What an export has come to: lines of the index, new files, games that could not be read."""

    lines: list[str] = field(default_factory=list)
    written: int = 0
    left_out: int = 0


class Target(Protocol):
    """Where files go; `there` are the names of those from before."""

    @property
    def there(self) -> Set[str]: ...
    def add(self, name: str, text: str) -> None: ...


class Directory:
    """A directory; every file appears whole, at once."""

    def __init__(self, path: Path) -> None:
        path.mkdir(parents=True, exist_ok=True)
        self._path = path
        self.there: Set[str] = {file.name for file in path.iterdir()} - {INDEX}

    def add(self, name: str, text: str) -> None:
        write_whole(text.encode("utf-8"), self._path / name)


class Archive:
    """A zip archive that is being written."""

    def __init__(self, archive: zipfile.ZipFile) -> None:
        self._archive = archive
        self.there: Set[str] = set(archive.namelist())

    def add(self, name: str, text: str) -> None:
        self._archive.writestr(name, text)


@contextmanager
def opened(path: Path) -> Iterator[Target]:
    """The target of this name; an archive is replaced when everything has gone well."""
    if path.suffix.lower() != ".zip":
        yield Directory(path)
        return
    target = path.resolve()
    target.parent.mkdir(parents=True, exist_ok=True)
    beside = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        with zipfile.ZipFile(beside, "w", zipfile.ZIP_DEFLATED) as archive:
            _copy(target, archive)
            yield Archive(archive)
        beside.replace(target)
    finally:
        beside.unlink(missing_ok=True)


def _copy(old: Path, archive: zipfile.ZipFile) -> None:
    """All but the index, which is written anew: an archive cannot change a file."""
    if not old.exists():
        return
    try:
        with zipfile.ZipFile(old) as before:
            for name in before.namelist():
                if name != INDEX:
                    archive.writestr(name, before.read(name))
    except zipfile.BadZipFile as error:
        raise OSError(None, str(error), str(old)) from None


def export_games(database: Path, target: Path, screen: Screen) -> Done:
    """Write what is not there yet, and the index of everything."""
    store = SqliteStore(database, create=False)
    try:
        with opened(target) as files:
            done = _write_games(store, files, screen)
            files.add(INDEX, "".join(done.lines))
    finally:
        store.close()
    return done


def _write_games(store: SqliteStore, files: Target, screen: Screen) -> Done:
    done = Done()
    label, count = screen.phrase("db.exporting"), store.count_finished()
    with Progress(console=screen.errors, transient=True) as progress:
        for index in progress.track(store.each_finished(), count, description=label):
            _write_game(store, files, index, done, screen)
    return done


def _write_game(
    store: SqliteStore, files: Target, index: Index, done: Done, screen: Screen
) -> None:
    name = f"{index.table}.dyr"
    try:
        if name not in files.there:
            files.add(name, _record(store, index))
            done.written += 1
    except (DuiyiError, ValueError) as error:
        screen.errors.print(f"{name}: {error}")
        done.left_out += 1
    else:
        done.lines.append(_line(index, name))


def _record(store: SqliteStore, index: Index) -> str:
    table = Table.of_rows(store.rows(index.table), Randomness())
    return write_dyr(table.record_of(table.history))


def _line(index: Index, name: str) -> str:
    table = listed(index)
    line = {
        "file": name,
        "id": index.table,
        "game": index.game,
        "options": table.options,
        "names": index.names,
        "decisions": table.decisions,
        "outcome": table.outcome,
        "ended": moment(index.updated),
    }
    return msgspec.json.encode(line).decode("utf-8") + "\n"
