"""A bot's working directory, read and written so that nothing the bot left there can fool us.

Links are not followed, FIFOs do not block, and files are found from the directory as it was opened
before the bot ran, so that a directory put in its place does not matter. Where a system has no
open directories, paths have to do: bots run there only where they are trusted.
"""

from __future__ import annotations

import errno
import os
import secrets
import shutil
import stat
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

from duiyi.engine.fault import Fault, Verdict

T = TypeVar("T")
_HELD = os.open in os.supports_dir_fd
_NOFOLLOW: int = getattr(os, "O_NOFOLLOW", 0)
_EXTRA: int = getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
_NONBLOCK: int = getattr(os, "O_NONBLOCK", 0)
_DIRECTORY: int = getattr(os, "O_DIRECTORY", 0)
_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EIO)
"""What is not wrong with the entry: whether it is the bot's doing, its box knows."""
_KINDS = (
    (stat.S_ISLNK, "a link"),
    (stat.S_ISDIR, "a directory"),
    (stat.S_ISFIFO, "a FIFO"),
    (stat.S_ISSOCK, "a socket"),
)


class Folder:
    """The directory `path`, until `close`. Names are those of its own entries, without a path."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._descriptor: int | None = None
        self._mode = 0o700
        if _HELD:
            self._descriptor = os.open(path, os.O_RDONLY | _DIRECTORY | _NOFOLLOW | _EXTRA)
            self._mode = stat.S_IMODE(os.fstat(self._descriptor).st_mode)

    def close(self) -> None:
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None

    def reopen(self) -> None:
        """Takes back what the bot did to the directory itself: it could keep itself out."""
        if self._descriptor is not None:
            os.fchmod(self._descriptor, self._mode)

    def read(self, name: str, most: int) -> bytes | None:
        """What the file holds, `most` bytes at the most; `None` if there is none."""
        try:
            found = os.lstat(self._at(name), dir_fd=self._descriptor)
            if not stat.S_ISREG(found.st_mode):
                raise _bad(name, f"is {_kind(found.st_mode)}, not a file")
            flags = os.O_RDONLY | _NOFOLLOW | _NONBLOCK | _EXTRA
            opened = os.open(self._at(name), flags, dir_fd=self._descriptor)
        except FileNotFoundError:
            return None
        except OSError as error:
            raise _bad(name, f"cannot be read: {error.strerror}") from error
        try:
            return _contents(opened, name, most)
        finally:
            os.close(opened)

    def write(self, name: str, text: str) -> None:
        """A new file that the bot may read and change, whatever was there before."""
        self.remove(name)
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | _NOFOLLOW | _EXTRA
        opened = self._insist(
            name, lambda: os.open(self._at(name), flags, 0o666, dir_fd=self._descriptor)
        )
        with open(opened, "wb") as file:
            if _HELD:
                os.fchmod(opened, 0o666)  # the bot may be another user, whatever our umask is
            file.write(text.encode())

    def remove(self, name: str) -> None:
        """Removes a file, a link, or a directory with all that is in it, if there is one."""
        self._insist(name, lambda: remove_entry(self._at(name), self._descriptor))

    def _at(self, name: str) -> str:
        return name if _HELD else str(self._path / name)

    def _insist(self, name: str, act: Callable[[], T]) -> T:
        """Does what has to be possible, unless the bot has seen to it that it is not."""
        try:
            return act()
        except OSError as error:
            if error.errno in _FULL:
                raise
            raise _bad(name, f"cannot be replaced: {error.strerror}") from error


def remove_entry(name: str, parent: int | None) -> None:
    """Removes what is called so in an open directory, if there is anything.

    Directories may be deeper than descriptors and recursion reach, so nothing descends: what lies
    two levels deep is moved up one, until there is only one level.
    """
    try:
        found = os.lstat(name, dir_fd=parent)
    except FileNotFoundError:
        return
    if not stat.S_ISDIR(found.st_mode):
        os.unlink(name, dir_fd=parent)
        return
    if parent is None:
        shutil.rmtree(name)
        return
    top = _open_directory(name, parent)
    try:
        while entries := os.listdir(top):
            for entry in entries:
                _flatten(entry, top)
    finally:
        os.close(top)
    os.rmdir(name, dir_fd=parent)


def _flatten(name: str, top: int) -> None:
    """Removes an entry of `top`; the directories that were in it are then in `top` themselves."""
    if not stat.S_ISDIR(os.lstat(name, dir_fd=top).st_mode):
        os.unlink(name, dir_fd=top)
        return
    inner = _open_directory(name, top)
    try:
        for entry in os.listdir(inner):
            if not stat.S_ISDIR(os.lstat(entry, dir_fd=inner).st_mode):
                os.unlink(entry, dir_fd=inner)
                continue
            os.close(_open_directory(entry, inner))  # a closed one could not be moved
            os.rename(entry, secrets.token_hex(16), src_dir_fd=inner, dst_dir_fd=top)
    finally:
        os.close(inner)
    os.rmdir(name, dir_fd=top)


def _open_directory(name: str, parent: int) -> int:
    """An open directory in which we may do anything; it is known not to be a link."""
    flags = os.O_RDONLY | _DIRECTORY | _NOFOLLOW | _EXTRA
    with suppress(PermissionError):  # another user's, which root does not mind
        os.chmod(name, 0o700, dir_fd=parent)
    return os.open(name, flags, dir_fd=parent)


def _contents(opened: int, name: str, most: int) -> bytes:
    found = os.fstat(opened)
    if not stat.S_ISREG(found.st_mode):
        raise _bad(name, f"is {_kind(found.st_mode)}, not a file")
    if found.st_nlink > 1:
        raise _bad(name, "is a hard link: the file has another name too")
    if found.st_size > most:
        raise _bad(name, f"has {found.st_size} bytes, more than {most}")
    data = bytearray()
    while len(data) <= most and (more := os.read(opened, most + 1 - len(data))):
        data += more
    if len(data) > most:
        raise _bad(name, f"has more than {most} bytes")
    return bytes(data)


def _kind(mode: int) -> str:
    return next((words for is_kind, words in _KINDS if is_kind(mode)), "a device")


def _bad(name: str, problem: str) -> Fault:
    return Fault(Verdict.protocol, "bad-answer", name, f"{name} {problem}")
