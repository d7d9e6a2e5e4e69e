"""The class list, `students.csv`: who is in the class, by id, name and e-mail.

    id,name,email
    B12345678,王小明,wang@example.edu

Columns are found by their names, in English or Chinese, in any order; commas, semicolons and tabs
separate. With it grades are keyed by student id, and who handed nothing in is on the list too.
"""

from __future__ import annotations

import csv
import io
import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from duiyi.arena.intake.student_names import Called, read_called
from duiyi.arena.tournament.fields import BadCup
from duiyi.classes.encodings import decoded
from duiyi.classes.roster import COLUMNS, LARGEST, cell, places, separator
from duiyi.core import message

MOST = 5_000
LONGEST = 200
PARTICIPANT = "Participant "
"""Before an id that is Moodle's own number for somebody, not the student's."""


@dataclass(frozen=True, slots=True)
class Student:
    """Who somebody is; `participant` is Moodle's own number. What is not known is empty."""

    id: str = ""
    name: str = ""
    email: str = ""
    participant: str = ""

    @property
    def any_id(self) -> str:
        """The id, or Moodle's own number where there is no other."""
        return self.id or (f"{PARTICIPANT}{self.participant}" if self.participant else "")


@dataclass(frozen=True, slots=True)
class ClassList:
    """The class list."""

    students: tuple[Student, ...] = ()

    def find(self, text: str) -> Student | None:
        """The student whose id is in a text, or whose name or e-mail it is."""
        called = read_called(text)
        words = {word.casefold() for word in _word.findall(text)}
        by_id = [one for one in self.students if one.id and one.id.casefold() in words]
        if len(by_id) == 1:
            return by_id[0]
        same = {_folded(text), _folded(called.name)}
        by_name = [
            one
            for one in self.students
            if _folded(one.name) in same or _folded(one.email.partition("@")[0]) in same
        ]
        inside = by_name or [one for one in self.students if _has_name(called.name, one.name)]
        return inside[0] if len(inside) == 1 else None

    def by_id(self, id: str) -> Student | None:
        return next((one for one in self.students if id and one.id == id), None)


_word = re.compile(r"[A-Za-z0-9]+")


def student_of(text: str, class_list: ClassList) -> Student:
    """Who handed in what is called so, as far as that and the class list tell."""
    called: Called = read_called(text)
    found = class_list.find(text)
    if found is None:
        return Student(called.id, called.name if called.student else "", "", called.participant)
    return Student(found.id, found.name, found.email, called.participant)


def read_class_list(path: Path) -> ClassList:
    """`BadCup` says what is wrong with the file, and where."""
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
    except OSError as error:
        problem = error.strerror or ""
        raise _bad(path, "unreadable", problem=problem) from None
    if len(data) > LARGEST:
        raise _bad(path, "large")
    if (text := decoded(data)) is None:
        raise _bad(path, "encoding")
    return parse_class_list(text, path)


def parse_class_list(text: str, path: Path) -> ClassList:
    try:
        reader = csv.reader(io.StringIO(text), delimiter=separator(text))
        rows = [row for row in reader if any(row)]
    except csv.Error as error:
        raise _bad(path, "unreadable", problem=str(error)) from None
    if not rows:
        raise _bad(path, "columns", found=("-",))
    columns = places(rows[0])
    if "id" not in columns or "name" not in columns:
        raise _bad(path, "columns", found=tuple(part[:40] for part in rows[0][:20]))
    if len(rows) > MOST:
        raise _bad(path, "large")
    students = tuple(_student(row, columns) for row in rows[1:])
    _check_twice(students, path)
    return ClassList(tuple(one for one in students if one.id or one.name))


def _student(row: Sequence[str], columns: dict[str, int]) -> Student:
    return Student(*(cell(row, columns.get(column))[:LONGEST] for column in COLUMNS))


def _check_twice(students: Iterable[Student], path: Path) -> None:
    seen: set[str] = set()
    for one in students:
        if one.id and one.id.casefold() in seen:
            raise _bad(path, "twice", id=one.id)
        seen.add(one.id.casefold())


def _folded(name: str) -> str:
    plain = unicodedata.normalize("NFKC", name).casefold()
    return "".join(sign for sign in plain if sign.isalnum()) or "\0"


def _has_name(text: str, name: str) -> bool:
    """Whether a whole name is in a longer text: `王小明 HW3`, `hw3 Li Si`."""
    if name.isascii():
        words = [word.casefold() for word in _word.findall(name)]
        there = {word.casefold() for word in _word.findall(text)}
        return len(words) > 1 and there.issuperset(words)
    return len(_folded(name)) > 1 and _folded(name) in _folded(text)


def _bad(path: Path, mistake: str, **params: str | tuple[str, ...]) -> BadCup:
    return BadCup(message(f"cup.students.{mistake}", file=path.name, **params))
