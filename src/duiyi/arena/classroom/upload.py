"""The first step: what was sent becomes a folder, and a list of what is in it.

A source, a script or a zip, from strangers: names, sizes and contents are checked by the same code
that takes the hand-ins of a whole class.
"""

from __future__ import annotations

import hashlib
import io
import os
import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath

from duiyi.arena.bots.entrants import Entrant
from duiyi.arena.bots.interfaces import SETTINGS, split
from duiyi.arena.bots.programs import own_file, words_of
from duiyi.arena.bots.sources import HEADERS, SOURCES, is_chosen, is_source, suffix
from duiyi.arena.classroom.settings import Settings
from duiyi.arena.intake.bot_folders import folder_bot
from duiyi.arena.intake.grouping import OPENED, visible
from duiyi.arena.intake.hand_ins import Submission, laid_out
from duiyi.arena.intake.unzip import IGNORED, LARGEST_WHOLE, Archive, Bounds, bad
from duiyi.arena.report.page.words import cut, one_line
from duiyi.classes.validation import File, sentence
from duiyi.core import DuiyiError, Message, message

ZIP = b"PK\x03\x04"
EMPTY_ZIP = b"PK\x05\x06"
MOST_LISTED = 200
"""Files that the list names."""
NAME = "bot"
UNPACKED = 16
"""So many times larger it may be, unpacked, than what may be sent."""
SECONDS = 5.0
"""Of our CPU time, for unpacking."""


@dataclass(frozen=True, slots=True)
class Upload:
    """What somebody sent, under the name that it had there."""

    name: str
    data: bytes

    @property
    def sha256(self) -> str:
        return hashlib.sha256(self.data).hexdigest()

    @property
    def shown(self) -> str:
        """Its name, harmless."""
        return cut(one_line(PurePosixPath(self.name.replace("\\", "/")).name), 100)


@dataclass(frozen=True, slots=True)
class Received:
    """A folder with a bot in it."""

    name: str
    folder: Path
    entrant: Entrant
    files: tuple[File, ...]

    @property
    def compiles(self) -> bool:
        return is_source(self.program)

    @property
    def program(self) -> Path:
        """The file or folder that is the bot."""
        found = own_file(words_of(split(self.entrant.spec)[1]), self.folder)
        return self.folder if found is None else found


def receive(upload: Upload, settings: Settings, room: Path) -> Received:
    """Lays a hand-in out in an empty directory; `DuiyiError` says why it cannot be taken."""
    size = len(upload.data)
    if size > settings.largest:
        limit, found = (f"{value / 1e6:.1f}" for value in (settings.largest, size))
        raise DuiyiError(message("validation.receive.large", limit=limit, size=found))
    if size == 0:
        raise DuiyiError(message("validation.receive.empty"))
    laying = _Laying(upload, room)
    bounds = Bounds(whole=min(LARGEST_WHOLE, UNPACKED * settings.largest), seconds=SECONDS)
    folder = laid_out(Submission(upload.shown, laying.lay_out), room, None, bounds)
    entrant = _bot(folder, upload, settings)
    entrant = Entrant(NAME, entrant.spec, "", entrant.cflags, entrant.sources)
    plain = Received(upload.shown, folder, entrant, ())
    files = (*_files(plain), *(_passed_over(name) for name in laying.ignored))
    return replace(plain, files=tuple(sorted(files, key=_used_first)[:MOST_LISTED]))


def _bot(folder: Path, upload: Upload, settings: Settings) -> Entrant:
    try:
        return folder_bot(folder, folder, upload.shown, "protocol", NAME, settings.cflags)
    except DuiyiError as error:
        kind = error.message.key.removeprefix("core:cup.bots.")
        if kind not in ("nothing", "several"):
            raise
        raise DuiyiError(
            message(f"validation.receive.{kind}", files=error.message["files"])
        ) from None


class _Laying:
    """Writes what was sent, and remembers what of it was passed over."""

    def __init__(self, upload: Upload, room: Path) -> None:
        self._upload, self._room = upload, room
        self.ignored: list[str] = []

    def lay_out(self, target: Path, bounds: Bounds) -> None:
        data = self._upload.data
        if data.startswith((ZIP, EMPTY_ZIP)) or suffix(self._upload.name) in OPENED:
            self._unpack(target, bounds)
            return
        name = _safe_name(self._upload)
        target.mkdir(parents=True)
        (target / name).write_bytes(data)

    def _unpack(self, target: Path, bounds: Bounds) -> None:
        place = self._room / "upload.zip"
        place.write_bytes(self._upload.data)
        try:
            with Archive(place) as archive:
                self.ignored = list(archive.ignored[:MOST_LISTED])
                archive.unpack(((one, one.parts) for one in archive.entries), target, bounds)
        finally:
            place.unlink()


def _safe_name(upload: Upload) -> str:
    """The last part of a name, if it can be a file's."""
    name = upload.name.replace("\\", "/").rpartition("/")[2]
    plain = name.isprintable() and name.strip() == name and name[:1] not in ("", ".", "-", "@")
    if not plain or len(name.encode("utf-8", "replace")) > 200 or any(s in name for s in '<>:"|?*'):
        raise bad(upload.shown, "name", name=upload.shown)
    return name


# What is used, and what is not


def _files(received: Received) -> Iterator[File]:
    compiled = received.compiles
    for path in sorted(received.folder.rglob("*")):
        if path.is_file() and not path.is_symlink():
            name = path.relative_to(received.folder).as_posix()
            why = _why_not(name, received.entrant.sources) if compiled else _hidden(name)
            said = None if why is None else sentence(why)
            yield File(cut(one_line(name), 200), path.stat().st_size, said)


def _why_not(name: str, only: Sequence[str]) -> Message | None:
    """Of a program that is compiled, what nobody reads."""
    ending = suffix(name)
    if hidden := _hidden(name):
        return hidden
    if ending in HEADERS or name == SETTINGS:
        return None
    if ending not in SOURCES:
        return message("validation.ignored.no-source")
    return None if is_chosen(name, only) else message("validation.ignored.not-named")


def _hidden(name: str) -> Message | None:
    parts = PurePosixPath(name).parts
    seen = visible([(part, False) for part in parts])
    return message("validation.ignored.hidden") if len(seen) < len(parts) else None


def _passed_over(name: str) -> File:
    return File(cut(one_line(name), 200), 0, sentence(message("validation.ignored.hidden")))


def _used_first(file: File) -> tuple[bool, str]:
    return file.ignored is not None, file.name


# From a person's own machine


def packed(path: Path) -> Upload:
    """A file as it is, a folder as a zip; hidden files stay at home."""
    if path.is_file():
        return Upload(path.name, path.read_bytes())
    if not path.is_dir():
        raise DuiyiError(message("arena.entrant.no-file", file=str(path)))
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for place, folders, names in os.walk(path):
            folders[:] = sorted(f for f in folders if f not in IGNORED and f[0] != ".")
            for name in sorted(names):
                file = Path(place) / name
                if name not in IGNORED and name[0] != "." and file.is_file():
                    archive.write(file, file.relative_to(path))
    return Upload(f"{path.resolve().name}.zip", made.getvalue())
