"""The roster: who is to be in the class, as CSV with id, name and e-mail.

    id,name,email
    B12345678,王小明,wang@example.edu

Columns are found by their names, in English or Chinese, in any order; commas, semicolons and tabs
separate. Without a line of names they are id, name, e-mail. A line that cannot be taken is a
problem with its number, and keeps nobody else out. A later roster adds and updates; it never
removes anybody.
"""

from __future__ import annotations

import csv
import io
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from duiyi.classes.encodings import decoded
from duiyi.classes.errors import BadClass
from duiyi.core import Message, message
from duiyi.core.message import Param

LARGEST = 2_000_000
MOST = 1_000
"""Members of a class, and lines of a roster."""
LONGEST = 200
LONGEST_ID = 40
MARKS = ",;\t"
COLUMNS = {
    "id": ("id", "id number", "idnumber", "student id", "student number", "number", "學號", "学号",
           "編號", "编号", "學生編號"),
    "name": ("name", "full name", "fullname", "student", "姓名", "全名", "學生", "学生"),
    "email": ("email", "e-mail", "email address", "e-mail address", "mail", "電子郵件",
              "電子郵件信箱", "信箱", "邮箱", "电子邮件", "电子邮箱", "電子信箱"),
}  # fmt: skip
_id = re.compile(r"[\w.@-]+")
_email = re.compile(r"[^@\s]+@[^@\s]+\.[^@\s]+")


@dataclass(frozen=True, slots=True)
class Entry:
    """Who is to be in the class; `line` is where the roster says so."""

    id: str
    name: str
    email: str
    line: int = 0


@dataclass(frozen=True, slots=True)
class Problem:
    """Why a line of the roster was left out."""

    line: int
    message: Message


@dataclass(frozen=True, slots=True)
class Roster:
    """Lines that can be taken, and those that cannot."""

    entries: tuple[Entry, ...] = ()
    problems: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True)
class Preview:
    """What a roster would do to a class."""

    added: tuple[Entry, ...]
    changed: tuple[Entry, ...]
    same: tuple[Entry, ...]
    problems: tuple[Problem, ...]


def read_roster(data: bytes) -> Roster:
    """`BadClass` only where the file as a whole is no table of people."""
    if len(data) > LARGEST:
        raise BadClass("roster.large", "roster", most=LARGEST)
    text = decoded(data)
    if text is None:
        raise BadClass("roster.encoding", "roster")
    return parse_roster(text)


def parse_roster(text: str) -> Roster:
    rows = _rows(text)
    first = next(rows, None)
    if first is None or isinstance(first, Problem):
        raise BadClass("roster.empty", "roster")
    line, head = first
    found = places(head)
    if not found and re.search("[0-9]", head[0]):
        rows = _after([(line, head)], rows)
        found = {"id": 0, "name": 1, "email": 2}
    if "id" not in found:
        columns = tuple(shown[:40] for shown in head[:20])
        raise BadClass("roster.columns", "roster", found=columns)
    return _taken(rows, found)


def preview(roster: Roster, known: Mapping[str, Entry]) -> Preview:
    """What would come of it in a class whose members are `known` by their folded ids."""
    added, changed, same = [], [], []
    for entry in roster.entries:
        before = known.get(folded(entry.id))
        if before is None:
            added.append(entry)
        elif updated(before, entry) == before:
            same.append(entry)
        else:
            changed.append(entry)
    return Preview(tuple(added), tuple(changed), tuple(same), roster.problems)


def updated(before: Entry, entry: Entry) -> Entry:
    """What is known of somebody afterwards: what the roster leaves empty stays as it was."""
    name, email = entry.name or before.name, entry.email or before.email
    return Entry(before.id, name, email, before.line)


def folded(id: str) -> str:
    """An id as it is compared: without regard to case and width."""
    return unicodedata.normalize("NFKC", id).casefold().strip()


def separator(text: str) -> str:
    """What separates the columns, by the first line."""
    first = text.lstrip("\r\n").partition("\n")[0]
    return max(MARKS, key=first.count)


def places(head: Sequence[str]) -> dict[str, int]:
    """Where each column is."""
    found: dict[str, int] = {}
    for at, shown in enumerate(head):
        word = shown.strip().strip('"').casefold()
        for column, names in COLUMNS.items():
            if word in names:
                found.setdefault(column, at)
    return found


def cell(row: Sequence[str], at: int | None) -> str:
    """What a row says there, on one line and without signs that nobody sees."""
    text = "" if at is None or at >= len(row) else row[at]
    return " ".join("".join(s if s.isprintable() else " " for s in text).split())


def _rows(text: str) -> Iterator[tuple[int, list[str]] | Problem]:
    """Rows that say something, with the numbers of the lines where they begin."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator(text))
    while True:
        line = reader.line_num + 1
        try:
            row = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            yield _problem(line, "unreadable", problem=str(error))
            return
        if any(part.strip() for part in row):
            yield line, row


def _after(
    first: Iterable[tuple[int, list[str]]], rows: Iterator[tuple[int, list[str]] | Problem]
) -> Iterator[tuple[int, list[str]] | Problem]:
    yield from first
    yield from rows


def _taken(rows: Iterable[tuple[int, list[str]] | Problem], columns: Mapping[str, int]) -> Roster:
    entries: list[Entry] = []
    problems: list[Problem] = []
    lines: dict[str, int] = {}
    for row in rows:
        made = row if isinstance(row, Problem) else _entry(*row, columns)
        if isinstance(made, Entry) and (earlier := lines.get(folded(made.id))):
            made = _problem(made.line, "twice", id=made.id, earlier=earlier)
        if isinstance(made, Entry) and len(entries) >= MOST:
            problems.append(_problem(made.line, "many", most=MOST))
            break
        if isinstance(made, Problem):
            problems.append(made)
        else:
            entries.append(made)
            lines[folded(made.id)] = made.line
        if len(problems) > MOST:
            break
    return Roster(tuple(entries), tuple(problems))


def _entry(line: int, row: Sequence[str], columns: Mapping[str, int]) -> Entry | Problem:
    id, name, email = (cell(row, columns.get(column)) for column in COLUMNS)
    if not id:
        return _problem(line, "no-id")
    if len(id) > LONGEST_ID or not _id.fullmatch(id):
        return _problem(line, "id", id=id[:LONGEST_ID], most=LONGEST_ID)
    if len(name) > LONGEST:
        return _problem(line, "name", most=LONGEST)
    if "\ufffd" in name:
        return _problem(line, "garbled", name=name)
    if email and (len(email) > LONGEST or not _email.fullmatch(email)):
        return _problem(line, "email", email=email[:60])
    return Entry(id, name, email, line)


def _problem(line: int, key: str, **params: Param) -> Problem:
    said = message(f"class.roster.line.{key}", **params)
    return Problem(line, message("class.roster.line", line=line, problem=said))
