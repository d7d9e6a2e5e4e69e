"""What importing writes: `compile-report.txt` for people, `compile-report.json` for programs and
for the next import, and `cup.toml`.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from duiyi.arena.bots.entrants import Entrant
from duiyi.arena.intake.students import Student
from duiyi.arena.tournament.fields import BadCup
from duiyi.arena.tournament.history import CONFIG, STUDENTS
from duiyi.classes.formula import DEFAULT
from duiyi.core import Message, message
from duiyi.core.locale import text

if TYPE_CHECKING:
    from duiyi.arena.intake.importing import ImportOptions

BOTS = "bots"
REPORT = "compile-report"
MADE = "# Made by `duiyi cup import`"
CHECK = "# Unchanged since: "
DETAIL = 300


@dataclass(frozen=True, slots=True)
class HandIn:
    """What became of a hand-in. `entry` is there where the bot can play, otherwise `reason` (see
    `duiyi.arena.intake.absent`) and `problem` say why it cannot."""

    folder: str
    name: str
    student: Student = field(default_factory=Student)
    entry: Entrant | None = None
    interface: str = ""
    reason: str = ""
    problem: Message | None = None
    diagnostics: str = ""
    """What the compiler said."""
    trials: tuple[Message, ...] = ()
    """What came of asking it for a move."""
    printed: str = ""
    """The last that it wrote to stderr then."""
    mark: str = ""

    @property
    def spec(self) -> str:
        return self.entry.spec if self.entry is not None else ""

    def detail(self, language: str) -> str:
        """The problem in one line."""
        return "" if self.problem is None else _one_line(self.problem, self.diagnostics, language)


@dataclass(frozen=True, slots=True)
class Imported:
    """`config` is the cup.toml that was made; `notes` are for whoever imports."""

    target: Path
    hand_ins: tuple[HandIn, ...]
    notes: tuple[Message, ...] = ()
    config: Path = Path()

    @property
    def good(self) -> tuple[HandIn, ...]:
        return tuple(one for one in self.hand_ins if one.entry is not None)

    @property
    def bad(self) -> tuple[HandIn, ...]:
        return tuple(one for one in self.hand_ins if one.entry is None)


# The report


def write_report(imported: Imported, language: str) -> None:
    """In the user's language; the numbers of the class first."""
    target = imported.target
    rows = msgspec.to_builtins([_row(one, language) for one in imported.hand_ins])
    _whole(target / f"{REPORT}.json", json.dumps(rows, ensure_ascii=False, indent=1) + "\n")
    summary = message("cup.report.summary", good=len(imported.good), all=len(imported.hand_ins))
    parts = [text(summary, language)]
    parts += [text(note, language) for note in imported.notes]
    parts += ["\n".join(_paragraph(one, language)) for one in imported.hand_ins]
    _whole(target / f"{REPORT}.txt", "\n\n".join(parts) + "\n")


def known_hand_ins(target: Path) -> list[HandIn]:
    """What an import before this one found out; `BadCup` where the directory is something else."""
    if not target.exists() or (target.is_dir() and not any(target.iterdir())):
        return []
    file = target / f"{REPORT}.json"
    if not file.is_file():
        raise BadCup(message("cup.import.exists", directory=str(target)))
    try:
        rows = msgspec.convert(json.loads(file.read_text("utf-8")), list[Row])
        return [_hand_in(row) for row in rows]
    except (ValueError, msgspec.ValidationError):
        raise BadCup(message("cup.import.exists", directory=str(target))) from None


class Row(msgspec.Struct):
    """A hand-in as `compile-report.json` has it."""

    folder: str
    name: str
    student: Student
    spec: str
    interface: str
    settings: dict[str, Any]
    ok: bool
    reason: str
    problem: str
    diagnostics: str
    trials: list[str]
    stderr: str
    mark: str


def _row(one: HandIn, language: str) -> Row:
    return Row(
        folder=one.folder,
        name=one.name,
        student=one.student,
        spec=one.spec,
        interface=one.interface,
        settings=one.entry.extras if one.entry is not None else {},
        ok=one.entry is not None,
        reason=one.reason,
        problem=text(one.problem, language) if one.problem else "",
        diagnostics=one.diagnostics,
        trials=[text(trial, language) for trial in one.trials],
        stderr=one.printed,
        mark=one.mark,
    )


def _hand_in(row: Row) -> HandIn:
    """As far as the next import needs it."""
    entry = Entrant.with_extras(row.name, row.spec, row.settings) if row.ok else None
    return HandIn(
        folder=row.folder,
        name=row.name,
        student=row.student,
        entry=entry,
        interface=row.interface,
        reason=row.reason,
        problem=None if row.ok else message("cup.absent.only", reason=row.problem),
        diagnostics=row.diagnostics,
        printed=row.stderr,
        mark=row.mark,
    )


def _paragraph(one: HandIn, language: str) -> Iterator[str]:
    """The problem tells what the compiler said; of a good bot its warnings are shown."""
    who = one.name
    if one.student.any_id:
        who = f"{who} ({one.student.any_id})"
    if one.problem is None:
        said = message("cup.report.taken", name=who, interface=one.interface)
        yield text(said, language)
        yield from _indented(one.diagnostics)
        return
    reason = message(f"cup.absent.{one.reason}")
    yield text(message("cup.report.not-taken", name=who, reason=reason), language)
    if one.reason != "nothing":
        yield from _indented(text(one.problem, language))
    for trial in one.trials if len(one.trials) > 1 else ():
        yield from _indented(text(trial, language), "  - ")
    yield from _indented(one.printed, "  | ")


def _indented(words: str, before: str = "    ") -> Iterator[str]:
    for line in words.rstrip().splitlines():
        yield before + printable(line)


def printable(line: str) -> str:
    """What a stranger's program or file says must not steer a terminal."""
    return "".join(sign if sign.isprintable() or sign == "\t" else "?" for sign in line)


def _one_line(problem: Message, diagnostics: str, language: str) -> str:
    """Of what the compiler said the first error; otherwise the problem's first line."""
    errors = [line for line in diagnostics.splitlines() if ": error: " in line]
    line = errors[0] if errors else text(problem, language).strip().partition("\n")[0]
    line = printable(" ".join(line.split()))
    return line if len(line) <= DETAIL else line[: DETAIL - 1] + "…"


# The cup


def write_cup(imported: Imported, options: ImportOptions) -> Path:
    """`cup.toml`; where somebody has changed it since, `cup.new.toml` beside it."""
    file = imported.target / CONFIG
    if file.exists() and not _unchanged(file.read_text("utf-8", "replace")):
        file = file.with_name("cup.new.toml")
    words = "\n".join(_toml(imported, options)) + "\n"
    _whole(file, f"{words}{CHECK}{_check(words)}\n")
    return file


def _toml(imported: Imported, options: ImportOptions) -> Iterator[str]:
    yield f"{MADE}. `duiyi cup init` writes an example of all there is to say."
    yield f"game = {_quoted(options.game)}"
    yield from ('format = "round-robin"', "games = 2", "seed = 1", f"grades = {_quoted(DEFAULT)}")
    if options.students is not None:
        yield f"students = {_quoted(STUDENTS)}"
    if options.cflags:
        yield f"cflags = {_value([*options.cflags])}"
    if options.interpreters:
        yield f"interpreters = {_value([*options.interpreters])}"
    yield from ("", "bots = [")
    for one in imported.good:
        assert one.entry is not None
        extras = {k: v for k, v in one.entry.extras.items() if v != [*options.cflags]}
        yield _table({"name": one.name, "spec": one.spec, **extras})
    yield "]"
    if imported.bad:
        yield from ("", text(message("cup.report.absent"), options.language), "absent = [")
        for one in imported.bad:
            detail = "" if one.reason == "nothing" else one.detail(options.language)
            entry = {
                "name": one.name,
                "id": one.student.any_id,
                "reason": one.reason,
                "detail": detail,
            }
            yield _table({key: value for key, value in entry.items() if value})
        yield "]"
    yield from ("", "[clock]", "turn = 5", "", "[conditions]", "memory = 512")
    yield f"trust = {'true' if options.trust else 'false'}"


def _table(values: Mapping[str, str | list[str]]) -> str:
    inside = ", ".join(f"{key} = {_value(value)}" for key, value in values.items())
    return f"    {{ {inside} }},"


def _value(value: str | list[str]) -> str:
    return _quoted(value) if isinstance(value, str) else f"[{', '.join(map(_quoted, value))}]"


def _quoted(words: str) -> str:
    """A basic string of TOML."""
    return json.dumps(words, ensure_ascii=False).replace("\x7f", "\\u007f")


def _check(words: str) -> str:
    return f"{zlib.crc32(words.encode()):08x}"


def _unchanged(words: str) -> bool:
    made, mark, check = words.rpartition(CHECK)
    return bool(mark) and check.strip() == _check(made)


def _whole(path: Path, words: str) -> None:
    fresh = path.with_name(f".{path.name}.new")
    fresh.write_text(words, "utf-8")
    fresh.replace(path)
