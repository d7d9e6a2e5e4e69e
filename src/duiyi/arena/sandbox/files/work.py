"""Working directories of bounded size, which we share with a bot.

Where we may mount, one is a file system of its own, which cannot grow beyond its bound; elsewhere
it is an ordinary directory that is looked at again and again.
"""

from __future__ import annotations

import ctypes
import os
import shutil
import stat
import subprocess
from contextlib import suppress
from pathlib import Path
from typing import Protocol

from duiyi.arena.sandbox.command import FOLDER_LIMIT, SLACK

NOSUID_NODEV = 2 | 4
"""MS_NOSUID and MS_NODEV of mount(2)."""
DETACH = 2
"""MNT_DETACH of umount2(2)."""


class WorkDirectory(Protocol):
    """`over` tells what was too much, in words, or nothing."""

    path: Path

    def over(self) -> str: ...
    def remove(self) -> None: ...


class BoundedWork:
    """A file system in memory, a little larger than the bound."""

    def __init__(self, path: Path, size: int, user: int | None) -> None:
        self.path = path
        self._size = size
        path.mkdir(mode=0o700)
        owner = os.geteuid() if user is None else user
        room = f"size={size + SLACK},nr_inodes={FOLDER_LIMIT}"
        mount(path, f"{room},mode=700,uid={owner},gid={owner}")
        self._descriptor = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)

    def over(self) -> str:
        found = os.fstatvfs(self._descriptor)
        used = (found.f_blocks - found.f_bfree) * found.f_frsize
        if used > self._size:
            return _too_large(used, self._size)
        return "" if found.f_ffree else f"more than {found.f_files - 1} files"

    def remove(self) -> None:
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1
            unmount(self.path)


class WatchedWork:
    """An ordinary directory. A bot is faster than our looks, but not by much."""

    def __init__(self, path: Path, size: int, user: int | None) -> None:
        self.path = path
        self._size = size
        path.mkdir(mode=0o700)
        if user is not None:
            os.chown(path, user, user)

    def over(self) -> str:
        """A directory that we cannot look into could hold anything: that is too much as well."""
        used = entries = 0
        directories = [str(self.path)]
        for directory in directories:
            try:
                with os.scandir(directory) as found:
                    for entry in found:
                        entries += 1
                        if entries >= FOLDER_LIMIT:
                            return f"more than {FOLDER_LIMIT - 1} files"
                        with suppress(FileNotFoundError):
                            status = entry.stat(follow_symlinks=False)
                            used += status.st_blocks * 512
                            if stat.S_ISDIR(status.st_mode):
                                directories.append(entry.path)
            except FileNotFoundError:
                continue
            except OSError as error:
                return f"a directory that nobody can look into: {error.strerror}"
        return _too_large(used, self._size) if used > self._size else ""

    def remove(self) -> None:
        remove_tree(self.path)


class UnboundedWork(WatchedWork):
    """As it is without the piece."""

    def over(self) -> str:
        return ""


def _too_large(used: int, size: int) -> str:
    return f"{used / 1e6:.1f} MB in files, {size / 1e6:.1f} MB are allowed"


def mount(path: Path, options: str) -> None:
    """Mounts a file system in memory."""
    library = ctypes.CDLL(None, use_errno=True)
    if library.mount(b"duiyi", os.fsencode(path), b"tmpfs", NOSUID_NODEV, options.encode()) != 0:
        error = ctypes.get_errno()
        raise OSError(error, os.strerror(error), str(path))


def unmount(path: Path) -> None:
    """Takes away all that is mounted there, if anything is."""
    if os.geteuid() != 0:
        return
    library = ctypes.CDLL(None, use_errno=True)
    while library.umount2(os.fsencode(path), DETACH) == 0:
        pass


def remove_tree(path: Path) -> None:
    """Removes a directory that a bot has filled, however deep and however locked."""
    with suppress(OSError, RecursionError):
        shutil.rmtree(path)
    if path.exists():
        for tool in (["chmod", "-R", "u+rwx"], ["rm", "-rf", "--one-file-system"]):
            subprocess.run([*tool, "--", str(path)], stderr=subprocess.DEVNULL, check=False)
