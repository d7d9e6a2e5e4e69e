"""Where the packed games of a page lie: in the page itself, or, where they are too many, in files
beside it that it loads when somebody asks for a game.

A file is a script that hands its games to the page: a page that was opened from a disk may load
scripts, and nothing else. Its name has a part of the hash of what is in it. So a new report writes
new files beside the old ones, then the page that names them, and then removes what no page names:
whenever it is stopped, the page that is there finds its games.
"""

from __future__ import annotations

import hashlib
import re
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Self

LARGEST_WHOLE = 2_500_000
"""So many bytes of games a page has in itself."""
FILE_SIZE = 250_000
"""About so many bytes of games are in a file."""
_name = re.compile(r"[0-9]{4,}-[0-9a-f]{16}\.js(\.new)?")


@dataclass(frozen=True, slots=True)
class GameFile:
    """A file with the games from a number on."""

    name: str
    first: int


class PackedGames:
    """Packed games in the order in which they were put there; base64, so they are only letters."""

    def __init__(self) -> None:
        self._file = tempfile.TemporaryFile("w+", encoding="ascii")  # noqa: SIM115 - closed at exit
        self.size = 0
        """Of all of them, in bytes."""

    def add(self, packed: str) -> None:
        self._file.write(f"{packed}\n")
        self.size += len(packed)

    def __iter__(self) -> Iterator[str]:
        self._file.seek(0)
        return (line.rstrip("\n") for line in self._file)

    def write_files(self, folder: Path) -> list[GameFile]:
        """All games as files; what else lies in the folder stays."""
        folder.mkdir(exist_ok=True)
        files: list[GameFile] = []
        waiting: list[str] = []
        first = size = 0
        for number, packed in enumerate(self):
            waiting.append(packed)
            size += len(packed)
            if size >= FILE_SIZE:
                files.append(_written(folder, len(files), first, waiting))
                first, size, waiting = number + 1, 0, []
        if waiting:
            files.append(_written(folder, len(files), first, waiting))
        return files

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._file.close()


def _written(folder: Path, number: int, first: int, games: Sequence[str]) -> GameFile:
    inside = ",\n".join(f'"{packed}"' for packed in games)
    text = f"duiyiGames({first},[\n{inside}\n]);\n"
    digest = hashlib.sha256(text.encode("ascii")).hexdigest()[:16]
    name = f"{number + 1:04}-{digest}.js"
    fresh = folder / f"{name}.new"
    fresh.write_text(text, "ascii")
    fresh.replace(folder / name)
    return GameFile(name, first)


def tidy(folder: Path, files: Sequence[GameFile]) -> None:
    """Removes what earlier reports left, and the folder where nothing is left in it."""
    if not folder.is_dir():
        return
    named = {file.name for file in files}
    for found in [*folder.iterdir()]:
        if found.name not in named and _name.fullmatch(found.name):
            found.unlink()
    if not any(folder.iterdir()):
        folder.rmdir()
