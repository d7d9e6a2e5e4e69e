"""Parcels: a bot's files as a value that is sent to a machine which does not have them.

Only the program's own directory is sent: interpreters and libraries are the system's, and have to
be there. Compiled programs run where the operating system and the processor are the same.
"""

from __future__ import annotations

import contextlib
import dataclasses
import hashlib
import os
import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path

from duiyi.arena.bots.entrants import Ready
from duiyi.arena.bots.programs import here, places_here
from duiyi.arena.tournament.fields import BadCup
from duiyi.core import message

LARGEST = 64_000_000
MEGABYTE = 1_000_000


@dataclass(frozen=True, slots=True)
class Parcel:
    """A directory: names, contents, and whether a file can be executed."""

    mark: str
    files: tuple[tuple[str, bytes, bool], ...]


def packed(ready: Ready) -> Parcel | None:
    """The parcel of a bot; `None` for one that has no files. `BadCup` where it is too large."""
    if ready.command is None or ready.command.directory is None:
        return None
    root = ready.command.directory
    left = LARGEST
    files = []
    for path in sorted(root.rglob("*")):
        if path.is_symlink() or not path.is_file():
            continue
        left -= path.stat().st_size
        if left < 0:
            said = message("cup.dask.large", name=ready.name, most=LARGEST // MEGABYTE)
            raise BadCup(said)
        name = path.relative_to(root).as_posix()
        files.append((name, path.read_bytes(), os.access(path, os.X_OK)))
    digest = hashlib.sha256()
    for name, data, executable in files:
        head = f"{len(name)}:{name}{len(data)}:{executable}"
        digest.update(head.encode("utf-8", "surrogateescape") + data)
    return Parcel(digest.hexdigest()[:40], tuple(files))


def unpacked(ready: Ready, parcel: Parcel | None) -> Ready:
    """The bot with its files on this machine; they are kept for the games to come.

    Without a parcel its own are here under the same names. Interpreters that the operator has
    listed have to be here in any case.
    """
    command = ready.command
    if command is None:
        return ready
    if parcel is None or command.directory is None:
        return dataclasses.replace(ready, command=here(command))
    there = _laid_out(parcel)
    before = command.directory
    arguments = tuple(
        str(there / Path(word).relative_to(before)) if Path(word).is_relative_to(before) else word
        for word in command.arguments
    )
    command = dataclasses.replace(
        command, arguments=arguments, directory=there, readable=places_here(command)
    )
    return dataclasses.replace(ready, command=command)


def _laid_out(parcel: Parcel) -> Path:
    """All at once: whoever finds the directory finds all that is in it."""
    place = _shelf() / parcel.mark
    if place.is_dir():
        return place
    made = Path(tempfile.mkdtemp(prefix=".new-", dir=place.parent))
    try:
        for name, data, executable in parcel.files:
            file = made / name
            file.parent.mkdir(mode=0o755, parents=True, exist_ok=True)
            file.write_bytes(data)
            file.chmod(0o755 if executable else 0o644)
        made.chmod(0o755)
        # Another worker on this machine may have been faster: then its copy is as good.
        with contextlib.suppress(OSError):
            made.rename(place)
    finally:
        shutil.rmtree(made, ignore_errors=True)
    return place


def _shelf() -> Path:
    """A directory of our own where everybody may put directories."""
    place = Path(tempfile.gettempdir()) / f"duiyi-bots-{os.getuid()}"
    place.mkdir(mode=0o711, exist_ok=True)
    found = place.lstat()
    if place.is_symlink() or found.st_uid != os.getuid() or found.st_mode & 0o022:
        raise BadCup(message("cup.dask.shelf", directory=str(place)))
    return place
