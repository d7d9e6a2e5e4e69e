"""Archives from strangers, unpacked so that nothing can happen but files in one directory.

Names in zip files have no reliable encoding: Windows in Taiwan writes Big5, in China GBK, others
UTF-8 with or without saying so. All names of an archive are read in the first encoding that fits
every one of them. What is no plain file or directory (links, devices), leads outside, or grows
beyond its bounds is refused, whatever sizes the archive claims.
"""

from __future__ import annotations

import stat
import unicodedata
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from duiyi.arena.cup.fields import BadCup
from duiyi.core import message

ENCODINGS = ("utf-8", "cp950", "gb18030", "cp437")
MOST_FILES = 20_000
LARGEST_FILE = 64_000_000
LARGEST_WHOLE = 1_000_000_000
LONGEST_NAME = 200
DEEPEST = 20
CHUNK = 65_536
IGNORED = ("__MACOSX", ".DS_Store", "Thumbs.db", "desktop.ini", ".git")
_utf8_flag = 0x800
_encrypted_flag = 0x1
_reserved = '<>:"|?*\\'


@dataclass(slots=True)
class Bounds:
    """What may still be unpacked; archives in an archive share them."""

    files: int = MOST_FILES
    whole: int = LARGEST_WHOLE
    file: int = LARGEST_FILE


def unpack(
    archive: Path, target: Path, encoding: str | None = None, bounds: Bounds | None = None
) -> None:
    """Unpacks into an empty directory; `BadCup` says which entry is not acceptable."""
    bounds = bounds or Bounds()
    try:
        with zipfile.ZipFile(archive) as opened:
            entries = opened.infolist()
            if len(entries) > bounds.files:
                raise _bad(archive, "many", most=MOST_FILES)
            names = entry_names(entries, encoding)
            for entry, name in zip(entries, names, strict=True):
                _unpack_entry(opened, entry, name, target, archive, bounds)
    except (zipfile.BadZipFile, NotImplementedError, EOFError, ValueError) as error:
        raise _bad(archive, "broken", problem=str(error)) from None
    except RuntimeError as error:
        raise _bad(archive, "broken", problem=str(error)) from None


def entry_names(entries: Sequence[zipfile.ZipInfo], encoding: str | None = None) -> list[str]:
    """The entries' names in Unicode; entries that say that they are UTF-8 are believed."""
    raw = [None if e.flag_bits & _utf8_flag else e.orig_filename.encode("cp437") for e in entries]
    unsure = [name for name in raw if name is not None]
    chosen = encoding or next((code for code in ENCODINGS if _fits(unsure, code)), ENCODINGS[-1])
    return [
        entry.orig_filename if name is None else name.decode(chosen, "replace")
        for entry, name in zip(entries, raw, strict=True)
    ]


def _fits(names: Sequence[bytes], encoding: str) -> bool:
    try:
        return all(name.decode(encoding).isprintable() for name in names)
    except UnicodeDecodeError:
        return False


def _unpack_entry(
    opened: zipfile.ZipFile,
    entry: zipfile.ZipInfo,
    name: str,
    target: Path,
    archive: Path,
    bounds: Bounds,
) -> None:
    parts = _parts(name, archive)
    if not parts or any(part in IGNORED for part in parts):
        return
    kind = stat.S_IFMT(entry.external_attr >> 16)
    if kind not in (0, stat.S_IFREG, stat.S_IFDIR):
        raise _bad(archive, "kind", name=name[:100])
    if entry.flag_bits & _encrypted_flag:
        raise _bad(archive, "encrypted", name=name[:100])
    place = target.joinpath(*parts)
    bounds.files -= 1
    if bounds.files < 0:
        raise _bad(archive, "many", most=MOST_FILES)
    if name.endswith(("/", "\\")) or kind == stat.S_IFDIR:
        _directory(place, archive, name)
        return
    _directory(place.parent, archive, name)
    if place.exists():
        raise _bad(archive, "twice", name=name[:100])
    _write(opened, entry, place, archive, name, bounds)
    if entry.external_attr >> 16 & stat.S_IXUSR:
        place.chmod(0o755)


def _write(
    opened: zipfile.ZipFile,
    entry: zipfile.ZipInfo,
    place: Path,
    archive: Path,
    name: str,
    bounds: Bounds,
) -> None:
    """Counts what really comes out: what the archive says of its size may be a lie."""
    size = 0
    with opened.open(entry) as source, place.open("xb") as file:
        while chunk := source.read(CHUNK):
            size += len(chunk)
            bounds.whole -= len(chunk)
            if size > bounds.file or bounds.whole < 0:
                raise _bad(archive, "large", name=name[:100])
            file.write(chunk)


def _parts(name: str, archive: Path) -> tuple[str, ...]:
    """The way from the target on; backslashes are Windows' slashes."""
    text = unicodedata.normalize("NFC", name.replace("\\", "/"))
    if not text.isprintable() or text.startswith("/"):
        raise _bad(archive, "name", name=ascii(name[:100]))
    parts = PurePosixPath(text).parts
    for part in parts:
        bad = part == ".." or any(sign in _reserved for sign in part)
        if bad or len(part.encode("utf-8")) > LONGEST_NAME:
            raise _bad(archive, "name", name=ascii(name[:100]))
    if len(parts) > DEEPEST:
        raise _bad(archive, "name", name=ascii(name[:100]))
    return parts


def _directory(place: Path, archive: Path, name: str) -> None:
    try:
        place.mkdir(parents=True, exist_ok=True)
    except (FileExistsError, NotADirectoryError):
        raise _bad(archive, "twice", name=name[:100]) from None


def _bad(archive: Path, mistake: str, **params: str | int) -> BadCup:
    return BadCup(message(f"cup.zip.{mistake}", archive=archive.name, **params))
