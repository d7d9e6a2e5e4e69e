"""Archives from strangers, unpacked so that nothing can happen but files in one directory.

What is no plain file or directory (links, devices), leads outside, or grows beyond its bounds is
refused, whatever sizes the archive claims. What is wrong with an entry is kept with it: in the
archive of a whole class it concerns the student whose entry it is, and nobody else.
"""

from __future__ import annotations

import errno
import io
import os
import stat
import struct
import time
import unicodedata
import zipfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import Self

from duiyi.arena.intake.archive_names import UTF8_FLAG, entry_names
from duiyi.arena.tournament.fields import BadCup
from duiyi.core import Message, message

MOST_FILES = 2_000
LARGEST_FILE = 64_000_000
LARGEST_WHOLE = 100_000_000
"""What one student may hand in, unpacked."""
SECONDS = 30.0
"""Of our CPU time, for unpacking what one student handed in."""
DIRECTORY = 1_000_000
"""Bytes of the list of contents of a student's archive; more would be thousands of files."""
CLASS_DIRECTORY = 16_000_000
"""The same of the archive of a class."""
LONGEST_NAME = 200
DEEPEST = 20
CHUNK = 65_536
IGNORED = ("__MACOSX", ".DS_Store", "Thumbs.db", "desktop.ini", ".git")
_encrypted_flag = 0x1
_reserved = '<>:"|?*\\'


@dataclass(slots=True)
class Bounds:
    """What one student may still bring; archives in an archive share them."""

    files: int = MOST_FILES
    whole: int = LARGEST_WHOLE
    file: int = LARGEST_FILE
    seconds: float = SECONDS
    most: int = field(init=False)
    _end: float = field(init=False)

    def __post_init__(self) -> None:
        self.most = self.files
        self._end = time.thread_time() + self.seconds

    def one_more(self, archive: str) -> None:
        self.files -= 1
        if self.files < 0:
            raise bad(archive, "many", most=self.most)
        self._look(archive)

    def more(self, size: int, archive: str, name: str) -> None:
        """Counts what really comes out: what an archive says of its size may be a lie."""
        self.whole -= size
        if self.whole < 0:
            raise bad(archive, "large", name=name[:100])
        self._look(archive)

    def _look(self, archive: str) -> None:
        if time.thread_time() > self._end:
            raise bad(archive, "slow", seconds=round(self.seconds))


@dataclass(frozen=True, slots=True)
class Entry:
    """A file or folder in an archive: the way to it, and what is wrong with it, if anything.

    Where the name itself is wrong `parts` are what of it is safe to show.
    """

    info: zipfile.ZipInfo
    name: str
    parts: tuple[str, ...]
    folder: bool
    problem: Message | None
    misnamed: bool

    @property
    def is_ignored(self) -> bool:
        return any(part in IGNORED for part in self.parts)


class Archive:
    """An archive that is open; `BadCup` where it is none."""

    def __init__(self, path: Path, encoding: str | None = None, most: int = DIRECTORY) -> None:
        self.name = path.name
        with _told(self.name):
            self._file = _File(path, most)
            try:
                self._zip = _zip(self._file)
            except BaseException:
                self._file.close()
                raise
        infos = self._zip.infolist()
        found = [
            _entry(info, name, self.name)
            for info, name in zip(infos, entry_names(infos, encoding), strict=True)
        ]
        self.entries = tuple(entry for entry in found if entry.parts and not entry.is_ignored)
        self.ignored = tuple(visible(entry.name) for entry in found if entry.is_ignored)
        """Names of what is nobody's, such as what a file manager leaves."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: object) -> None:
        self._zip.close()
        self._file.close()

    def unpack(
        self, entries: Iterable[tuple[Entry, tuple[str, ...]]], target: Path, bounds: Bounds
    ) -> None:
        """Each entry at its place under the target; `BadCup` says which is not acceptable."""
        target.mkdir(parents=True, exist_ok=True)
        with _told(self.name):
            for entry, parts in entries:
                if entry.problem is not None:
                    raise BadCup(entry.problem)
                bounds.one_more(self.name)
                place = target.joinpath(*parts)
                if entry.folder:
                    self._directory(place, entry)
                else:
                    self._directory(place.parent, entry)
                    self._write(entry, place, bounds)

    def _write(self, entry: Entry, place: Path, bounds: Bounds) -> None:
        if place.exists():
            raise bad(self.name, "twice", name=entry.name[:100])
        size = 0
        with self._zip.open(entry.info) as source, place.open("xb") as file:
            while chunk := source.read(CHUNK):
                size += len(chunk)
                bounds.more(len(chunk), self.name, entry.name)
                if size > bounds.file:
                    raise bad(self.name, "large", name=entry.name[:100])
                file.write(chunk)
        if entry.info.external_attr >> 16 & stat.S_IXUSR:
            place.chmod(0o755)

    def _directory(self, place: Path, entry: Entry) -> None:
        try:
            place.mkdir(parents=True, exist_ok=True)
        except (FileExistsError, NotADirectoryError):
            raise bad(self.name, "twice", name=entry.name[:100]) from None


def unpack(
    archive: Path, target: Path, encoding: str | None = None, bounds: Bounds | None = None
) -> None:
    """Unpacks all of it into an empty directory; `BadCup` says which entry is not acceptable."""
    bounds = bounds or Bounds()
    with Archive(archive, encoding) as opened:
        opened.unpack(((entry, entry.parts) for entry in opened.entries), target, bounds)


def bad(archive: str, mistake: str, **params: str | int) -> BadCup:
    return BadCup(_problem(archive, mistake, **params))


# Reading what may be a trap


class _File(io.FileIO):
    """A file of which no list of contents is read that would fill our memory.

    `zipfile` reads that list at once, however long it says it is.
    """

    def __init__(self, path: Path, most: int) -> None:
        super().__init__(path)
        self._most = most
        self.mend = False

    def read(self, size: int | None = -1, /) -> bytes:
        if size is not None and size > self._most:
            raise bad(Path(os.fsdecode(self.name)).name, "many", most=MOST_FILES)
        data = super().read(-1 if size is None else size) or b""
        return _without_utf8_flags(data) if self.mend else data


def _zip(file: _File) -> zipfile.ZipFile:
    try:
        return zipfile.ZipFile(file)
    except UnicodeDecodeError:
        # A name says that it is UTF-8, and is not. It must not keep the others out.
        file.mend = True
        opened = zipfile.ZipFile(file)
        file.mend = False
        return opened


def _without_utf8_flags(data: bytes) -> bytes:
    """A list of contents in which no name claims to be UTF-8 that is not."""
    made, at = bytearray(data), 0
    while data[at : at + 4] == b"PK\x01\x02" and len(data) >= at + 46:
        flags, length, extra, comment = struct.unpack_from("<H18xHHH", data, at + 8)
        try:
            data[at + 46 : at + 46 + length].decode("utf-8")
        except UnicodeDecodeError:
            struct.pack_into("<H", made, at + 8, flags & ~UTF8_FLAG)
        at += 46 + length + extra + comment
    return bytes(made)


@contextmanager
def _told(archive: str) -> Iterator[None]:
    """What reading an archive can end in, as the one error for it."""
    try:
        yield
    except BadCup:
        raise
    except OSError as error:
        if error.errno not in (errno.ENAMETOOLONG, errno.EINVAL):
            raise
        raise bad(archive, "broken", problem=os.strerror(error.errno)) from None
    except Exception as error:  # zipfile and the decompressors have no error of their own
        raise bad(archive, "broken", problem=str(error) or type(error).__name__) from None


def _entry(info: zipfile.ZipInfo, name: str, archive: str) -> Entry:
    parts, misnamed = _parts(name)
    kind = stat.S_IFMT(info.external_attr >> 16)
    problem = None
    if misnamed:
        problem = _problem(archive, "name", name=visible(name[:100]))
    elif kind not in (0, stat.S_IFREG, stat.S_IFDIR):
        problem = _problem(archive, "kind", name=name[:100])
    elif info.flag_bits & _encrypted_flag:
        problem = _problem(archive, "encrypted", name=name[:100])
    folder = name.endswith(("/", "\\")) or kind == stat.S_IFDIR
    return Entry(info, name, parts, folder, problem, misnamed)


def _parts(name: str) -> tuple[tuple[str, ...], bool]:
    """The way from the target on, and whether there is something wrong with it; backslashes are
    Windows' slashes."""
    text = unicodedata.normalize("NFC", name.replace("\\", "/"))
    misnamed = not text.isprintable() or text.startswith("/")
    parts = PurePosixPath(text).parts
    for part in parts:
        odd = part == ".." or any(sign in _reserved for sign in part)
        misnamed |= odd or len(part.encode("utf-8", "replace")) > LONGEST_NAME
    misnamed |= len(parts) > DEEPEST
    return tuple(part for part in parts[:DEEPEST] if part not in ("/", "//", "..")), misnamed


def visible(name: str) -> str:
    """With what could steer a terminal, or cannot be seen, written out."""
    return "".join(sign if sign.isprintable() else ascii(sign)[1:-1] for sign in name)


def _problem(archive: str, mistake: str, **params: str | int) -> Message:
    return message(f"cup.zip.{mistake}", archive=archive, **params)
