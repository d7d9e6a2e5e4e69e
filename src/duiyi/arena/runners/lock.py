"""The lock: one process plays a match or cup. The system lets go of it when that dies, however."""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

from duiyi.core import DuiyiError, message

NAME = "lock"
SCRATCH = "duiyi-games-"


@contextlib.contextmanager
def locked(directory: Path) -> Iterator[Path]:
    """Holds the directory; gives a directory for what games leave behind, removed at the end.

    The lock's file names that directory, so that whoever goes on after a kill removes it too.
    """
    with (directory / NAME).open("a+") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise DuiyiError(message("arena.locked", directory=str(directory))) from None
        file.seek(0)
        _remove_old(file.read())
        scratch = Path(tempfile.mkdtemp(prefix=SCRATCH))
        # A bot with a user id of its own has to get through to its own directory.
        scratch.chmod(0o711)
        file.truncate(0)
        json.dump({"scratch": str(scratch)}, file)
        file.flush()
        try:
            yield scratch
        finally:
            shutil.rmtree(scratch, ignore_errors=True)
            file.truncate(0)


def _remove_old(text: str) -> None:
    """What was left by one who was killed. Only a directory that looks like ours is touched."""
    try:
        scratch = Path(json.loads(text)["scratch"])
    except (ValueError, KeyError, TypeError):
        return
    ours = scratch.name.startswith(SCRATCH) and scratch.parent == Path(tempfile.gettempdir())
    real = ours and scratch.is_dir() and not scratch.is_symlink()
    if real and scratch.stat().st_uid == os.getuid():
        shutil.rmtree(scratch, ignore_errors=True)
