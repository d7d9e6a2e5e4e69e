"""The journal: everything that has happened in a cup, a line each, on disk before it counts.

A line is a JSON object whose last member, `check`, is the CRC-32 of all before it. Lines are only
ever added, one at a time, each with `fsync`; so a kill or a power cut can damage the last line and
no other. A damaged last line is one that had not counted yet: it is cut off. Damage anywhere else
is not ours to repair, and is reported.
"""

from __future__ import annotations

import json
import os
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from duiyi.arena.tournament.fields import BadCup
from duiyi.core import message

NAME = "journal.jsonl"
_mark = b',"check":"'
_end = b'"}\n'
_tail = len(_mark) + 8 + len(_end)

Entry = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Place:
    """Where an entry stands in the file, in bytes."""

    start: int
    end: int


def line_of(entry: Entry) -> bytes:
    """An entry as it stands in the file, with the end of the line."""
    if not entry or "check" in entry:
        raise ValueError("an entry has members, and none of them is `check`")
    text = json.dumps(entry, ensure_ascii=False, separators=(",", ":"))
    # What is no character at all, such as half of a pair, becomes an escape that JSON knows.
    body = text.encode("utf-8", "backslashreplace")[:-1]
    return body + _mark + f"{zlib.crc32(body):08x}".encode() + _end


def entry_of(line: bytes) -> Entry | None:
    """The entry of a line with its end; `None` for one that is damaged or not complete."""
    body, tail = line[:-_tail], line[-_tail:]
    if tail != _mark + f"{zlib.crc32(body):08x}".encode() + _end:
        return None
    try:
        entry = json.loads(body + b"}")
    except ValueError:
        return None
    return entry if isinstance(entry, dict) else None


def read_journal(directory: Path) -> Iterator[tuple[Entry, Place]]:
    """All whole entries, one after the other; nothing is changed. `BadCup` where there is no
    journal, or where an entry before the last is damaged.

    What is added while this reads is left for the next time: half of a line, and then the rest of
    it, would look like damage.
    """
    path = directory / NAME
    try:
        file = path.open("rb")
    except (FileNotFoundError, NotADirectoryError):
        raise BadCup(message("cup.journal.none", directory=str(directory))) from None
    with file:
        try:
            yield from entries_of(file, os.fstat(file.fileno()).st_size)
        except _Damaged as damaged:
            said = message("cup.journal.damaged", file=str(path), line=damaged.args[0])
            raise BadCup(said) from None


class _Damaged(Exception):
    """The number of a line that is damaged and not the last."""


def entries_of(lines: Iterable[bytes], size: int) -> Iterator[tuple[Entry, Place]]:
    """The entries among the first `size` bytes of a file that may be growing."""
    damaged: int | None = None
    start = 0
    for number, line in enumerate(lines, 1):
        if start >= size:
            return
        if damaged is not None:
            raise _Damaged(damaged)
        entry = entry_of(line)
        if entry is None:
            damaged = number
        else:
            yield entry, Place(start, start + len(line))
        start += len(line)


def read_entry(directory: Path, place: Place) -> Entry:
    """One entry again."""
    with (directory / NAME).open("rb") as file:
        file.seek(place.start)
        entry = entry_of(file.read(place.end - place.start))
    if entry is None:
        raise BadCup(message("cup.journal.changed", file=str(directory / NAME)))
    return entry


class Journal:
    """The journal of a cup that is being played: cut to what is whole, then only added to.

    Whoever opens it holds the cup's lock (`duiyi.arena.runners.lock`).
    """

    def __init__(self, directory: Path) -> None:
        path = directory / NAME
        fresh = not path.exists()
        whole = 0
        if not fresh:
            for _, place in read_journal(directory):
                whole = place.end
        self._file = path.open("ab")
        if path.stat().st_size != whole:
            self._file.truncate(whole)
            os.fsync(self._file.fileno())
        if fresh:
            sync_directory(directory)

    def add(self, entry: Entry) -> None:
        """When this returns the entry is on disk."""
        self._file.write(line_of(entry))
        self._file.flush()
        os.fsync(self._file.fileno())

    def close(self) -> None:
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: object) -> None:
        self.close()


def sync_directory(directory: Path) -> None:
    """So that a new file's name is on disk too."""
    if hasattr(os, "O_DIRECTORY"):
        descriptor = os.open(directory, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
