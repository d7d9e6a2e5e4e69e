"""Sources: what is compiled of a bot, read so that nothing of the host gets in by a link.

A source alone brings the headers that lie beside it; a directory brings all that is in it.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path, PurePosixPath

from duiyi.core import DuiyiError, message

C = (".c",)
CPP = (".cc", ".cpp", ".cxx")
SOURCES = (*C, *CPP)
HEADERS = (".h", ".hh", ".hpp", ".hxx", ".inc", ".inl")
MOST_FILES = 1000
LOOKED_AT = 10_000
"""Files that are looked through for a source."""
MOST_BYTES = 16_000_000
DEEPEST = 8
"""Directories within each other."""


@dataclass(frozen=True, slots=True)
class Sources:
    """The files by their names within the source's directory, and which of them are compiled."""

    files: tuple[tuple[str, bytes], ...]
    units: tuple[str, ...]

    @property
    def is_cpp(self) -> bool:
        return any(PurePosixPath(unit).suffix.lower() in CPP for unit in self.units)


def is_source(path: Path) -> bool:
    """Whether a path is something to compile: a C or C++ file, or a directory that has some."""
    if path.is_dir():
        some = islice(_entries(path), LOOKED_AT)
        return any(suffix(name) in SOURCES for name, _ in some)
    return suffix(path.name) in SOURCES


def read_sources(path: Path, only: Sequence[str] = ()) -> Sources:
    """The sources at a path; `DuiyiError` where something is there that cannot be taken.

    Of a directory `only` these files, and those in these folders, are compiled, where any are
    named; the others are there to be included.
    """
    root = path if path.is_dir() else path.parent
    wanted = _entries(root) if path.is_dir() else _beside(path)
    files: list[tuple[str, bytes]] = []
    left = MOST_BYTES
    for name, place in wanted:
        data = _read(place, left)
        left -= len(data)
        files.append((name, data))
        if len(files) > MOST_FILES:
            raise _too_many(path)
    files.sort()
    units = tuple(
        name
        for name, _ in files
        if suffix(name) in SOURCES
        and (is_chosen(name, only) if path.is_dir() else name == path.name)
    )
    missing = [name for name in only if not any(is_chosen(unit, (name,)) for unit in units)]
    if missing:
        raise DuiyiError(
            message("arena.compile.no-such-source", file=str(path), source=missing[0][:100])
        )
    if not units:
        raise DuiyiError(message("arena.compile.no-source", file=str(path)))
    return Sources(tuple(files), units)


def is_chosen(name: str, only: Sequence[str]) -> bool:
    """Whether a source is one of these, or lies in one of these folders; of none, each is."""
    if not only:
        return True
    path = PurePosixPath(name)
    return any(path == PurePosixPath(one) or PurePosixPath(one) in path.parents for one in only)


def suffix(name: str) -> str:
    return PurePosixPath(name).suffix.lower()


def _beside(path: Path) -> Iterator[tuple[str, Path]]:
    yield path.name, path
    with os.scandir(path.parent) as found:
        for entry in found:
            if suffix(entry.name) in HEADERS and entry.is_file(follow_symlinks=False):
                yield entry.name, Path(entry.path)


def _entries(root: Path, depth: int = 0) -> Iterator[tuple[str, Path]]:
    """Everything but what is hidden, with links, which are refused when they are read."""
    with os.scandir(root) as found:
        for entry in sorted(found, key=lambda entry: entry.name):
            if entry.name.startswith("."):
                continue
            if not entry.is_dir(follow_symlinks=False):
                yield entry.name, Path(entry.path)
            elif depth < DEEPEST:
                for name, place in _entries(Path(entry.path), depth + 1):
                    yield f"{entry.name}/{name}", place


def _read(path: Path, most: int) -> bytes:
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    try:
        if not stat.S_ISREG(os.lstat(path).st_mode):
            raise DuiyiError(message("arena.compile.not-a-file", file=str(path)))
        with open(os.open(path, flags | getattr(os, "O_BINARY", 0)), "rb") as file:
            data = file.read(most + 1)
    except OSError as error:
        problem = error.strerror or ""
        raise DuiyiError(
            message("arena.entrant.unreadable", file=str(path), problem=problem)
        ) from None
    if len(data) > most:
        raise _too_many(path)
    return data


def _too_many(path: Path) -> DuiyiError:
    megabytes = MOST_BYTES // 1_000_000
    return DuiyiError(
        message("arena.compile.too-many", file=str(path), files=MOST_FILES, megabytes=megabytes)
    )
