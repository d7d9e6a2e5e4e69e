"""The text of a hand-in, line by line: what a finding shows of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from duiyi.arena.bots.sources import HEADERS, SOURCES, suffix
from duiyi.arena.report.page.words import cut, visible
from duiyi.classes.validation import Fix, SourceLine, SourcePlace

AROUND = 4
"""Lines before and after the one that is meant."""
LONGEST_LINE = 300
"""Letters of a line that are shown."""
MOST_LINES = 20_000
LARGEST = 1_000_000
"""Bytes of a file that is read for a finding."""
SCRIPTS = (".py",)
MOST_FILES = 200
WHOLE = 4_000_000
"""Bytes of all files together that are read for findings."""


@dataclass(frozen=True, slots=True)
class SourceText:
    """The sources below a folder, by their names there; a file is read when somebody asks."""

    folder: Path
    _read: dict[str, tuple[bytes, ...]] = field(default_factory=dict)
    _left: list[int] = field(default_factory=lambda: [WHOLE])

    def names(self, endings: Sequence[str] = (*SOURCES, *HEADERS, *SCRIPTS)) -> list[str]:
        found = (path for path in self.folder.rglob("*") if path.is_file())
        names = (path.relative_to(self.folder).as_posix() for path in found)
        return sorted(name for name in names if suffix(name) in endings)[:MOST_FILES]

    def lines(self, name: str) -> tuple[bytes, ...]:
        """Nothing for what is no file of the hand-in: a header of the system, a name made up."""
        if name not in self._read:
            self._read[name] = self._lines(name) if self._left[0] > 0 else ()
        return self._read[name]

    def _lines(self, name: str) -> tuple[bytes, ...]:
        path = self.folder / name
        if "\0" in name or not path.resolve().is_relative_to(self.folder.resolve()):
            return ()
        if path.is_symlink() or not path.is_file():
            return ()
        with path.open("rb") as file:
            data = file.read(LARGEST)
        self._left[0] -= len(data)
        return tuple(data.split(b"\n")[:MOST_LINES])

    def text(self, name: str, line: int) -> str:
        lines = self.lines(name)
        return _shown(lines[line - 1]) if 0 < line <= len(lines) else ""

    def letters(self, name: str, line: int, byte: int) -> int:
        """The column of a byte, both from 1: a letter of Chinese has three bytes, not three
        columns."""
        lines = self.lines(name)
        if not 0 < line <= len(lines) or byte < 1:
            return 0
        return len(lines[line - 1][: byte - 1].decode("utf-8", "replace")) + 1

    def place(
        self, name: str, line: int, column: int = 0, end: int = 0, fixes: Sequence[Fix] = ()
    ) -> SourcePlace | None:
        """With the lines around it; `None` where the hand-in has no such line."""
        lines = self.lines(name)
        if not 0 < line <= len(lines):
            return None
        near = range(max(1, line - AROUND), min(len(lines), line + AROUND) + 1)
        shown = tuple(SourceLine(number, _shown(lines[number - 1])) for number in near)
        return SourcePlace(cut(visible(name), 200), line, column, end, shown, tuple(fixes))


def _shown(line: bytes) -> str:
    return cut(visible(line.decode("utf-8", "replace").rstrip("\r")), LONGEST_LINE)


def word_end(text: str, column: int) -> int:
    """The column after the word, or the sign, that begins at a column."""
    at = column - 1
    while at < len(text) and (text[at].isalnum() or text[at] == "_"):
        at += 1
    return max(at + 1, column + 1)
