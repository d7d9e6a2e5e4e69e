"""Hand-ins, from a directory or an archive with one folder per student, to a cup that can run.

Nothing of what was handed in is run here but the compiler, in the sandbox. What cannot be used is
said in the report, and left out of the cup.
"""

from __future__ import annotations

import dataclasses
import json
import shutil
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from duiyi.arena.compile import CompileError
from duiyi.arena.cup.bot_folders import BotEntry, folder_bot
from duiyi.arena.cup.bots import prepare_bot
from duiyi.arena.cup.config import CupConfig, parse_config
from duiyi.arena.cup.fields import BadCup
from duiyi.arena.cup.naming import clean_name
from duiyi.arena.cup.results import CONFIG
from duiyi.arena.cup.unzip import IGNORED, Bounds, unpack
from duiyi.core import DuiyiError, Message, message
from duiyi.core.locale import text

BOTS = "bots"
REPORT = "compile-report"
DEEPEST = 10
"""Folders within each other, before there is something in one."""


@dataclass(frozen=True, slots=True)
class HandIn:
    """What became of a folder. `problem` is missing where the bot can play."""

    folder: str
    name: str
    spec: str
    problem: Message | None
    diagnostics: str


@dataclass(frozen=True, slots=True)
class Imported:
    """`config` is the cup.toml that was made."""

    config: Path
    hand_ins: tuple[HandIn, ...]

    @property
    def good(self) -> tuple[HandIn, ...]:
        return tuple(one for one in self.hand_ins if one.problem is None)


@dataclass(frozen=True, slots=True)
class Wishes:
    """What the hand-ins do not say themselves."""

    game: str
    interface: str = "protocol"
    encoding: str | None = None
    trust: bool = False


def import_bots(source: Path, target: Path, wishes: Wishes) -> Imported:
    """Makes the directory `target` with `cup.toml`, a folder for each bot, and the report."""
    if target.exists() and (not target.is_dir() or any(target.iterdir())):
        raise BadCup(message("cup.import.exists", directory=str(target)))
    base = _config(wishes, ())
    target.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="duiyi-import-") as scratch:
        students = _students(source, Path(scratch), wishes.encoding)
        names = _names([student.name for student in students])
        hand_ins = tuple(
            _taken(student, name, target, base, wishes, Path(scratch))
            for student, name in zip(students, names, strict=True)
        )
    imported = Imported(target / CONFIG, hand_ins)
    imported.config.write_text(_toml(imported, wishes), "utf-8")
    _write_report(imported, target)
    return imported


# What was handed in


@dataclass(frozen=True, slots=True)
class _Student:
    """A folder under the name it had, and what was wrong with the archive in it, if anything."""

    name: str
    folder: Path
    problem: Message | None = None


def _students(source: Path, scratch: Path, encoding: str | None) -> list[_Student]:
    """The students' folders. A lone folder around all of them is looked into."""
    bounds = Bounds()
    if source.is_file():
        unpack(source, scratch / "whole", encoding, bounds)
        place = scratch / "whole"
        place.mkdir(exist_ok=True)
    elif source.is_dir():
        place = source
    else:
        raise BadCup(message("cup.import.no-source", source=str(source)))
    found = _children(place)
    while len(found) == 1 and len(_children(found[0])) > 1 and not _files(found[0]):
        found = _children(found[0])
    if not found:
        raise BadCup(message("cup.import.empty", source=str(source)))
    return [
        _student(folder, scratch / f"student-{number}", encoding, bounds)
        for number, folder in enumerate(found)
    ]


def _student(whole: Path, room: Path, encoding: str | None, bounds: Bounds) -> _Student:
    """A folder without what lies around the bot: an archive in it, folders with nothing else."""
    folder = whole
    for _ in range(DEEPEST):
        files, folders = _files(folder), _children(folder)
        if len(files) == 1 and not folders and files[0].suffix.lower() == ".zip":
            if room.exists():
                return _Student(whole.name, folder, message("cup.import.nested"))
            room.mkdir()
            try:
                unpack(files[0], room, encoding, bounds)
            except BadCup as error:
                return _Student(whole.name, folder, error.message)
            folder = room
        elif not files and len(folders) == 1:
            folder = folders[0]
        else:
            break
    return _Student(whole.name, folder)


def _copy(folder: Path, made: Path) -> None:
    """Plain files only: a link could lead anywhere."""
    made.mkdir(parents=True)
    for path in sorted(folder.iterdir()):
        if path.name in IGNORED or path.is_symlink():
            continue
        if path.is_dir():
            _copy(path, made / path.name)
        elif path.is_file():
            shutil.copyfile(path, made / path.name)
            shutil.copymode(path, made / path.name)


def _children(folder: Path) -> list[Path]:
    return sorted(
        path
        for path in folder.iterdir()
        if path.is_dir() and not path.is_symlink() and not path.name.startswith((".", "__MACOSX"))
    )


def _files(folder: Path) -> list[Path]:
    return sorted(
        path
        for path in folder.iterdir()
        if path.is_file() and path.name not in IGNORED and not path.name.startswith("._")
    )


def _names(folders: Sequence[str]) -> list[str]:
    """A name for each folder; `wang-2` where another is called `wang` already."""
    taken: set[str] = set()
    names = []
    for folder in folders:
        name, number = clean_name(folder), 1
        while name.casefold() in taken:
            number += 1
            name = clean_name(folder)[: 40 - len(f"-{number}")] + f"-{number}"
        taken.add(name.casefold())
        names.append(name)
    return names


# What becomes of it


def _taken(
    student: _Student, name: str, target: Path, base: CupConfig, wishes: Wishes, scratch: Path
) -> HandIn:
    """Copies a folder into the cup and prepares its bot, as far as it goes.

    What is compiled is thrown away: a cup compiles for itself.
    """
    place = target / BOTS / name
    if student.problem is not None:
        return HandIn(student.name, name, "", student.problem, "")
    _copy(student.folder, place)
    try:
        entry = folder_bot(place, target, BOTS, wishes.interface, name)
        # Who is graded is the folder, whatever the bot calls itself.
        entry = BotEntry(name, entry.spec)
        here = dataclasses.replace(base, folder=target)
        ready = prepare_bot(here, entry, scratch)
    except DuiyiError as error:
        cause = error.__cause__
        problem = cause.message if isinstance(cause, DuiyiError) else error.message
        printed = cause.diagnostics if isinstance(cause, CompileError) else ""
        return HandIn(student.name, name, "", problem, printed)
    return HandIn(student.name, entry.name, entry.spec, None, ready.diagnostics)


def _config(wishes: Wishes, bots: tuple[BotEntry, ...]) -> CupConfig:
    """The cup as far as it is known: what is wrong with the wishes is said first."""
    words = f"game = {json.dumps(wishes.game)}\n[conditions]\ntrust = {_toml_flag(wishes.trust)}\n"
    two = tuple(BotEntry(f"b{n}", "random") for n in range(8))
    return parse_config(words, "--game", Path(), bots or two)


def _toml(imported: Imported, wishes: Wishes) -> str:
    lines = [
        "# Made by `duiyi cup import`. `duiyi cup init` writes an example of all there is to say.",
        f"game = {json.dumps(wishes.game)}",
        'format = "round-robin"',
        "games = 2",
        "seed = 1",
        'grades = "60 + 40 * (n - rank) / (n - 1)"',
        "",
        "bots = [",
        *(
            f"    {{ name = {_quoted(one.name)}, spec = {_quoted(one.spec)} }},"
            for one in imported.good
        ),
        "]",
    ]
    bad = [one for one in imported.hand_ins if one.problem is not None]
    if bad:
        lines += ["# Left out, see compile-report.txt:", *(f"#   {one.name}" for one in bad)]
    lines += ["", "[clock]", "turn = 5", "", "[conditions]", "memory = 512"]
    lines += [f"trust = {_toml_flag(wishes.trust)}", ""]
    return "\n".join(lines)


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _toml_flag(value: bool) -> str:
    return "true" if value else "false"


def _write_report(imported: Imported, target: Path) -> None:
    rows = [
        {
            "folder": one.folder,
            "name": one.name,
            "spec": one.spec,
            "ok": one.problem is None,
            "problem": text(one.problem) if one.problem else "",
            "diagnostics": one.diagnostics,
        }
        for one in imported.hand_ins
    ]
    data = json.dumps(rows, ensure_ascii=False, indent=1)
    (target / f"{REPORT}.json").write_text(data + "\n", "utf-8")
    words = "".join(_paragraph(row) for row in rows)
    (target / f"{REPORT}.txt").write_text(words, "utf-8")


def _paragraph(row: Mapping[str, object]) -> str:
    """The problem tells what the compiler said; of a good bot its warnings are shown."""
    parts = [f"{row['name']}: {'ok' if row['ok'] else 'NOT TAKEN'}"]
    parts.append(str(row["diagnostics"] if row["ok"] else row["problem"]).rstrip())
    return "\n    ".join("\n".join(parts).splitlines()) + "\n\n"
