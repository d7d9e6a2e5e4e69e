"""Copies of trees of files that somebody else has made, and may be changing.

A copy holds directories, regular files, and links as links: what a link leads to is not copied. It
stays on one file system, and is bounded in bytes, entries, depth and seconds. Every name is opened
below the open directory that it was found in, so that nothing can be exchanged under our feet.
Everybody can read the copy; nobody but us can change it.
"""

from __future__ import annotations

import hashlib
import os
import stat
from collections.abc import Callable, Collection
from dataclasses import dataclass
from pathlib import Path
from time import monotonic

from duiyi.core import DuiyiError, message

MEGABYTE = 1_000_000
CHUNK = 1 << 20
DEEPEST = 40
"""Directories within each other."""
NOT_FOLLOWED = os.O_RDONLY | os.O_CLOEXEC | getattr(os, "O_NOFOLLOW", 0)
NOT_WAITED = getattr(os, "O_NONBLOCK", 0)


@dataclass(frozen=True, slots=True)
class Care:
    """The bounds of a copy, and what it leaves out; nobody but a test leaves out the latter."""

    size: int = 256 * MEGABYTE
    entries: int = 20_000
    seconds: float = 60.0
    links: bool = True
    """Links stay links."""
    regular: bool = True
    """No FIFOs, devices and sockets."""
    one_system: bool = True
    """Nothing that is mounted within it."""


OWN = Care()
"""For the files of a bot."""
LISTED = Care(size=2_000 * MEGABYTE, entries=100_000, seconds=180.0)
"""For an installation that the operator has listed."""

Wanted = Callable[[str, Collection[str]], bool]
"""Whether a directory is copied, by its path within the tree and the names in it."""


def copy_tree(source: Path, target: Path, care: Care = OWN, wanted: Wanted | None = None) -> str:
    """Copies a directory or a file to a path where nothing is yet; the copy's fingerprint."""
    try:
        made = _Copy(source, care, wanted)
        made.copy(str(source.parent), source.name, str(target))
    except OSError as error:
        problem = f"{error.strerror} ({error.filename})"
        raise DuiyiError(
            message("arena.entrant.unreadable", file=str(source), problem=problem)
        ) from error
    return made.digest.hexdigest()[:40]


class _Copy:
    def __init__(self, source: Path, care: Care, wanted: Wanted | None) -> None:
        self.digest = hashlib.sha256()
        self._source = source
        self._care = care
        self._wanted = wanted
        self._until = monotonic() + care.seconds
        self._entries = 0
        self._size = 0
        self._device = os.stat(source).st_dev

    def copy(self, folder: str, name: str, target: str) -> None:
        parent = os.open(folder, os.O_RDONLY | os.O_CLOEXEC | os.O_DIRECTORY)
        try:
            self._entry(parent, name, "", target, 0)
        finally:
            os.close(parent)

    def _entry(self, parent: int, name: str, path: str, target: str, depth: int) -> None:
        """One name in an open directory."""
        self._count(0, 1)
        status = os.stat(name, dir_fd=parent, follow_symlinks=not self._care.links)
        if self._care.one_system and status.st_dev != self._device:
            return
        if stat.S_ISLNK(status.st_mode):
            leads_to = os.readlink(name, dir_fd=parent)
            os.symlink(leads_to, target)
            self._note("link", path, os.fsencode(leads_to))
        elif stat.S_ISDIR(status.st_mode):
            self._directory(parent, name, path, target, depth)
        elif stat.S_ISREG(status.st_mode) or not self._care.regular:
            self._file(parent, name, path, target)

    def _directory(self, parent: int, name: str, path: str, target: str, depth: int) -> None:
        if depth > DEEPEST:
            raise self._too_much("deep", DEEPEST)
        here = os.open(name, self._flags() | os.O_DIRECTORY, dir_fd=parent)
        try:
            names = self._names(here)
            if self._wanted is not None and not self._wanted(path, names):
                return
            os.mkdir(target)
            os.chmod(target, 0o755)
            self._note("directory", path, b"")
            for inner in names:
                below = f"{path}/{inner}" if path else inner
                self._entry(here, inner, below, f"{target}/{inner}", depth + 1)
        finally:
            os.close(here)

    def _names(self, directory: int) -> list[str]:
        """In an order of their own; as many as there may still be."""
        found = []
        with os.scandir(directory) as entries:
            for entry in entries:
                found.append(entry.name)
                if self._entries + len(found) > self._care.entries:
                    raise self._too_much("many", self._care.entries)
        return sorted(found)

    def _file(self, parent: int, name: str, path: str, target: str) -> None:
        """What it holds now, however much it was when we looked."""
        wait = NOT_WAITED if self._care.regular else 0
        here = os.open(name, self._flags() | wait, dir_fd=parent)
        with open(here, "rb", buffering=0) as source, open(target, "xb") as copy:
            mode = os.fstat(here).st_mode
            if self._care.regular and not stat.S_ISREG(mode):
                raise DuiyiError(message("sandbox.copy.changed", file=str(self._source)))
            whole = hashlib.sha256()
            while chunk := source.read(CHUNK):
                self._count(len(chunk), 0)
                copy.write(chunk)
                whole.update(chunk)
        executable = bool(mode & stat.S_IXUSR)
        os.chmod(target, 0o755 if executable else 0o644)
        self._note("program" if executable else "file", path, whole.digest())

    def _flags(self) -> int:
        return NOT_FOLLOWED if self._care.links else os.O_RDONLY | os.O_CLOEXEC

    def _note(self, kind: str, path: str, data: bytes) -> None:
        name = os.fsencode(path)
        self.digest.update(f"{kind} {len(name)} {len(data)}:".encode() + name + data)

    def _count(self, size: int, entries: int) -> None:
        care = self._care
        self._size += size
        self._entries += entries
        if self._size > care.size:
            raise self._too_much("large", care.size // MEGABYTE)
        if self._entries > care.entries:
            raise self._too_much("many", care.entries)
        if monotonic() > self._until:
            raise self._too_much("long", round(care.seconds))

    def _too_much(self, what: str, most: int) -> DuiyiError:
        return DuiyiError(message(f"sandbox.copy.{what}", file=str(self._source), most=most))
