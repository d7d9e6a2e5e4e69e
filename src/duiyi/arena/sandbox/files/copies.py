"""Copies that boxes show: made before the first game, kept for the life of this process, or as
long as somebody needs them who says so.

A bot plays from a copy of its own files. Nothing that comes later is in it: no record of the
running match, and no change. The copies lie where the bots' users can read them, who are nobody on
this machine; each process of ours has a directory for its own, with a lock beside it. What the
dead have left is removed by whoever comes next.
"""

from __future__ import annotations

import atexit
import hashlib
import os
import shutil
import stat
import tempfile
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path

from duiyi.arena.sandbox.files.locks import lock
from duiyi.arena.sandbox.files.tree import OWN, Care, Wanted, copy_tree
from duiyi.core import DuiyiError, message

PLACES = ("/var/tmp", tempfile.gettempdir())
"""On disk rather than in memory, where there is a choice."""
LOCK = ".lock"
MOST_LOOKED_AT = 1_000

_ours: dict[int, Path] = {}
_passing: ContextVar[Path | None] = ContextVar("_passing", default=None)
_making = threading.Lock()


def copied(source: Path, care: Care = OWN, wanted: Wanted | None = None) -> Path:
    """A copy of a directory. Equal ones are kept once."""
    with _new(_passing.get() if care is OWN else None) as made:
        return _kept(made, copy_tree(source, made / "copy", care, wanted))


def copied_alone(folder: Path, names: Sequence[str], care: Care = OWN) -> Path:
    """A directory with nothing of a folder but what is named, under its names."""
    with _new(_passing.get()) as made:
        (made / "copy").mkdir(mode=0o755)
        digest = hashlib.sha256()
        for name in sorted(set(names)):
            target = made / "copy" / name
            target.parent.mkdir(parents=True, exist_ok=True)
            if not target.exists():
                mark = copy_tree(folder / name, target, care)
                digest.update(os.fsencode(f"{len(name)}:{name}{mark}"))
        for place in (made / "copy").rglob("*"):
            if place.is_dir():
                place.chmod(0o755)
        (made / "copy").chmod(0o755)
        return _kept(made, digest.hexdigest()[:40])


def is_open(path: Path) -> bool:
    """Whether everybody can reach and read a path; of many files only the first are looked at."""
    if not all(parent.stat().st_mode & stat.S_IXOTH for parent in path.parents):
        return False
    waiting = [str(path)]
    for one in waiting:
        mode = os.lstat(one).st_mode
        if stat.S_ISLNK(mode):
            continue
        if not mode & stat.S_IROTH or (mode & stat.S_IXUSR and not mode & stat.S_IXOTH):
            return False
        if stat.S_ISDIR(mode):
            waiting += [entry.path for entry in os.scandir(one)]
        if len(waiting) > MOST_LOOKED_AT:
            return True  # a whole installation: what is closed in it stays closed
    return True


@contextmanager
def passing_copies() -> Iterator[None]:
    """Copies of bots' own files that are made meanwhile, by this thread, go at its end: whoever
    looks at one program after the other would keep them all."""
    place = Path(tempfile.mkdtemp(prefix=".passing-", dir=_own_directory()))
    place.chmod(0o711)
    token = _passing.set(place)
    try:
        yield
    finally:
        _passing.reset(token)
        shutil.rmtree(place, ignore_errors=True)


@contextmanager
def _new(place: Path | None) -> Iterator[Path]:
    """A directory to copy into; what stays in it is removed."""
    made = Path(tempfile.mkdtemp(prefix=".new-", dir=place or _own_directory()))
    try:
        yield made
    finally:
        shutil.rmtree(made, ignore_errors=True)


def _kept(made: Path, name: str) -> Path:
    place = made.parent / name
    with _making:
        if not place.exists():
            (made / "copy").rename(place)
    return place


def _own_directory() -> Path:
    with _making:
        process = os.getpid()
        if process not in _ours:
            home = _home()
            _sweep(home)
            _ours[process] = _make(home)
        return _ours[process]


def _make(home: Path) -> Path:
    while True:
        place = home / os.urandom(8).hex()
        held = lock(home / f"{place.name}{LOCK}")
        if held is not None:
            place.mkdir(mode=0o711)
            place.chmod(0o711)
            atexit.register(_remove, place, os.getpid())
            return place


def _remove(place: Path, process: int) -> None:
    """The lock is let go with the process."""
    if os.getpid() == process:
        shutil.rmtree(place, ignore_errors=True)
        place.with_name(f"{place.name}{LOCK}").unlink(missing_ok=True)


def _sweep(home: Path) -> None:
    for file in list(home.glob(f"*{LOCK}")):
        held = lock(file)
        if held is not None:
            shutil.rmtree(file.with_suffix(""), ignore_errors=True)
            file.unlink(missing_ok=True)
            os.close(held)


def _home() -> Path:
    """A directory of our own where everybody may have one."""
    for place in PLACES:
        if os.access(place, os.W_OK):
            home = Path(place) / f"duiyi-copies-{os.geteuid()}"
            home.mkdir(mode=0o711, exist_ok=True)
            found = home.lstat()
            if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.geteuid():
                raise DuiyiError(message("sandbox.foreign-directory", file=str(home)))
            home.chmod(0o711)
            return home
    raise DuiyiError(message("sandbox.copy.nowhere", places=PLACES))
