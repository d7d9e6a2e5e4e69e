"""What a box shows of the host: directories that its user can read, copies of others.

A bot runs as a user who is nobody on this machine, and whom a home directory or a temporary one
does not let in. What we may read and it may not is copied for the time of the box.
"""

from __future__ import annotations

import os
import shutil
import stat
from pathlib import Path

from duiyi.core import DuiyiError, message

LOOKED_AT = 1_000
ENTRIES = 50_000
SIZE = 2_000_000_000
"""Bytes; who needs larger directories makes them readable."""


def shown(path: Path, copies: Path, user: int | None) -> Path:
    """Where `user` finds what is at `path`: there itself, or in a copy below `copies`."""
    real = path.resolve()
    if not real.exists():
        raise DuiyiError(message("sandbox.not-there", file=str(path)))
    if user is None or _is_open(real):
        return real
    copies.mkdir(mode=0o711, exist_ok=True)
    copy = copies / str(len(os.listdir(copies)))
    _Copy(path).copy(real, copy)
    return copy


def _is_open(path: Path) -> bool:
    """Whether everybody can reach and read it with all that is in it."""
    if not all(parent.stat().st_mode & stat.S_IXOTH for parent in path.parents):
        return False
    waiting = [str(path)]
    for one in waiting:
        mode = os.lstat(one).st_mode
        if stat.S_ISLNK(mode):
            continue
        if not mode & stat.S_IROTH:
            return False
        if stat.S_ISDIR(mode):
            if not mode & stat.S_IXOTH:
                return False
            waiting += [entry.path for entry in os.scandir(one)]
        elif mode & stat.S_IXUSR and not mode & stat.S_IXOTH:
            return False
        if len(waiting) > LOOKED_AT:
            return True  # a whole installation: what is closed in it stays closed
    return True


class _Copy:
    """A copy that everybody can read. Links stay links: what they lead to is not shown."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._entries = 0
        self._size = 0

    def copy(self, source: Path, target: Path) -> None:
        waiting = [(str(source), str(target))]
        for here, there in waiting:
            status = os.lstat(here)
            self._count(status)
            if stat.S_ISLNK(status.st_mode):
                os.symlink(os.readlink(here), there)
            elif stat.S_ISDIR(status.st_mode):
                os.mkdir(there)
                os.chmod(there, 0o755)
                with os.scandir(here) as found:
                    waiting += [(entry.path, f"{there}/{entry.name}") for entry in found]
            elif stat.S_ISREG(status.st_mode):
                shutil.copyfile(here, there, follow_symlinks=False)
                os.chmod(there, 0o755 if status.st_mode & stat.S_IXUSR else 0o644)

    def _count(self, status: os.stat_result) -> None:
        self._entries += 1
        self._size += status.st_size if stat.S_ISREG(status.st_mode) else 0
        if self._entries > ENTRIES or self._size > SIZE:
            raise DuiyiError(message("sandbox.too-large-to-copy", file=str(self._path)))
