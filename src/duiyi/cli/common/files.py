"""Files: records read with the name of the file in errors; all written whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import typer

from duiyi.cli.common.screen import explained
from duiyi.core import BadRecord, DuiyiError, Record, message
from duiyi.core.record.dyr import write_dyr
from duiyi.core.record.files import load
from duiyi.core.record.formats import Format
from duiyi.core.record.json import write_json

FORMS = {"dyr": write_dyr, "json": write_json}


def read_record(path: Path, form: Format | None = None) -> Record:
    """The record in a file; an error says which file, which line and which column.

    Its content tells the format, unless `form` does.
    """
    try:
        return load(path, form=form)
    except BadRecord as error:
        said = message("cli.in-file", file=str(path), problem=explained(error))
        raise DuiyiError(said) from None


def record_files(path: Path) -> Iterator[Path]:
    """A record, or all those in a directory and below."""
    if not path.is_dir():
        yield path
        return
    found = sorted(file for file in path.rglob("*") if file.suffix == ".dyr" and file.is_file())
    if not found:
        raise DuiyiError(message("cli.no-records", directory=str(path)))
    yield from found


def form_of(path: Path) -> str:
    """The form that a file's name asks for."""
    form = path.suffix.removeprefix(".").lower()
    if form not in FORMS:
        raise typer.BadParameter(f"{path}: a record is a .dyr or a .json file")
    return form


def write_record(record: Record, path: Path) -> None:
    write_whole(FORMS[form_of(path)](record).encode("utf-8"), path)


def write_whole(data: bytes, path: Path) -> None:
    """Write beside, then replace: nobody ever sees half a file."""
    target = path.resolve()
    beside = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        beside.write_bytes(data)
        beside.replace(target)
    except OSError as error:
        beside.unlink(missing_ok=True)
        raise OSError(error.errno, error.strerror, str(path)) from None


class Saved:
    """The file that a game at a table is kept in. A stranger's file is never overwritten."""

    def __init__(self, path: Path) -> None:
        form_of(path)
        self.path = path

    @classmethod
    def to(cls, path: Path, *own: Path | None) -> Saved:
        """A new file, or one of those that this game came from."""
        if path.exists() and path.resolve() not in [p.resolve() for p in own if p]:
            raise DuiyiError(message("cli.exists", file=str(path)))
        return cls(path)

    def write(self, record: Record) -> None:
        write_record(record, self.path)
