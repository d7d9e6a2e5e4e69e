"""What a hand-in is called, and what that says about the student.

Moodle calls folders `Name_12345_assignsubmission_file_` and files of flat archives the same with
the file's own name behind it; the number is Moodle's own for a participant. Others write student
ids (`B12345678.c`, `110550001_王小明`).
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_moodle = re.compile(
    r"(?P<name>.+?)_(?P<number>[0-9]{1,12})_assignsubmission(?:_[a-z]{1,20})?(?:_(?P<rest>.*))?",
    re.DOTALL,
)
_id = re.compile(r"(?<![A-Za-z0-9])[A-Za-z]{0,3}[0-9]{6,12}(?![A-Za-z0-9])")


@dataclass(frozen=True, slots=True)
class Called:
    """`name` of the student or of what was handed in, the student's `id`, Moodle's number for the
    participant, and the name of the file itself. What is not said is empty."""

    name: str
    id: str = ""
    participant: str = ""
    file: str = ""

    @property
    def student(self) -> bool:
        """Whether the name says who it is."""
        return bool(self.id or self.participant)


def read_called(text: str) -> Called:
    if found := _moodle.fullmatch(text):
        name, rest = found["name"].replace("_", " ").strip(), found["rest"] or ""
        return Called(name or text, _first_id(name), found["number"], rest.strip("_ "))
    return Called(text, _first_id(text))


def _first_id(text: str) -> str:
    found = _id.search(text)
    return found[0] if found else ""
