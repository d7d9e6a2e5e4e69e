"""Hand-ins, from a directory or an archive, to a cup that can run.

Each student's is taken on its own: unpacked within bounds, compiled in the sandbox, and asked for
one move. Whoever moved is in the cup; everybody else is on its list with the reason. Importing
once more, after an interruption or with late hand-ins, does only what is new or failed before.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
import shutil
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from duiyi.arena.compile import CompileError
from duiyi.arena.cup.bot_folders import BotEntry, folder_bot, given_interface
from duiyi.arena.cup.bots import prepare_bot
from duiyi.arena.cup.config import CupConfig, parse_config
from duiyi.arena.cup.fields import BadCup
from duiyi.arena.cup.hand_ins import HandIns, Parcel, bounds_of, laid_out, opened
from duiyi.arena.cup.import_files import (
    BOTS,
    HandIn,
    Imported,
    known_hand_ins,
    write_cup,
    write_report,
)
from duiyi.arena.cup.naming import LONGEST, clean_name
from duiyi.arena.cup.results import PARTICIPANT, STUDENTS
from duiyi.arena.cup.smoke import smoke
from duiyi.arena.cup.student_names import read_called
from duiyi.arena.cup.students import Roll, Student, read_roll, student_of
from duiyi.arena.interfaces import SETTINGS, split
from duiyi.core import DuiyiError, Message, message

SCRATCH = ".import-"
MACHINE = ("core:arena.compile.no-compiler", "core:arena.compile.infra")
"""What keeps a bot from being compiled that is not its fault."""


@dataclass(frozen=True, slots=True)
class Wishes:
    """What the hand-ins do not say themselves. Without an interface it is found out."""

    game: str
    interface: str | None = None
    encoding: str | None = None
    trust: bool = False
    students: Path | None = None
    cflags: tuple[str, ...] = ()
    language: str = "en"
    interpreters: tuple[str, ...] = ()


Tell = Callable[[HandIn, int, int], None]
"""Told of each hand-in when it is known what becomes of it: its number, and how many there are."""


def import_bots(
    source: Path, target: Path, wishes: Wishes, tell: Tell = lambda one, number, all: None
) -> Imported:
    """Makes the directory `target` with `cup.toml`, a folder for each bot, and the report."""
    base = _config(wishes)
    if not wishes.trust:
        _require_sandbox()
    roll = read_roll(wishes.students) if wishes.students is not None else Roll()
    known = {one.name: one for one in known_hand_ins(target)}
    target.mkdir(parents=True, exist_ok=True)
    with opened(source, wishes.encoding) as found:
        place = target.resolve()  # bots run in directories of their own
        work = _Import(place, dataclasses.replace(base, folder=place), wishes, roll, known)
        hand_ins = work.all(found, tell)
        noted = _notes(found, hand_ins)
    if wishes.students is not None and wishes.students.resolve() != (target / STUDENTS).resolve():
        shutil.copyfile(wishes.students, target / STUDENTS)
    hand_ins += _missing(hand_ins, roll)
    imported = Imported(target, tuple(hand_ins), noted)
    imported = dataclasses.replace(imported, config=write_cup(imported, wishes))
    write_report(imported, wishes.language)
    return imported


class _Import:
    """One run over the hand-ins."""

    def __init__(
        self, target: Path, base: CupConfig, wishes: Wishes, roll: Roll, known: dict[str, HandIn]
    ) -> None:
        self._target, self._base, self._wishes = target, base, wishes
        self._roll, self._known = roll, known
        self._compiled = Path()

    def all(self, found: HandIns, tell: Tell) -> list[HandIn]:
        names = _names([read_called(parcel.name).name for parcel in found.parcels])
        done: list[HandIn] = []
        for old in self._target.glob(f"{SCRATCH}*"):
            shutil.rmtree(old, ignore_errors=True)
        with tempfile.TemporaryDirectory(prefix=SCRATCH, dir=self._target) as scratch:
            self._compiled = Path(scratch)
            for number, (parcel, name) in enumerate(zip(found.parcels, names, strict=True), 1):
                room = Path(scratch) / f"student-{number}"
                one = self._one(parcel, name, room, len(names))
                shutil.rmtree(room, ignore_errors=True)
                done.append(one)
                # What is known so far outlives an interruption.
                write_report(Imported(self._target, tuple(done)), self._wishes.language)
                tell(one, number, len(names))
        return done

    def _one(self, parcel: Parcel, name: str, room: Path, students: int) -> HandIn:
        student = student_of(parcel.name, self._roll)
        blank = HandIn(parcel.name, name, student)
        try:
            bounds = bounds_of(students, self._target)
            folder = laid_out(parcel, room, self._wishes.encoding, bounds)
        except BadCup as error:
            return dataclasses.replace(blank, reason="refused", problem=error.message)
        content = _content(folder)
        place = self._target / BOTS / name
        known = self._known.get(name)
        same = known is not None and known.mark.partition(" ")[0] == content
        if not same or not place.is_dir():
            shutil.rmtree(place, ignore_errors=True)
            place.parent.mkdir(exist_ok=True)
            shutil.move(folder, place)
        mark = f"{content} {_settings(place, self._wishes)}"
        if known is not None and known.mark == mark and known.entry is not None:
            entry = dataclasses.replace(known.entry, id=_id(student))
            return dataclasses.replace(known, student=student, entry=entry)
        return self._tried(dataclasses.replace(blank, mark=mark), place)

    def _tried(self, blank: HandIn, place: Path) -> HandIn:
        """Compiles a bot and asks it for a move. What is compiled is thrown away: a cup compiles
        for itself."""
        try:
            given = given_interface(place, BOTS) or self._wishes.interface
            entry = folder_bot(
                place, self._target, BOTS, "protocol", blank.name, self._wishes.cflags
            )
        except DuiyiError as error:
            return dataclasses.replace(blank, reason="no-program", problem=error.message)
        # Who is graded is the folder, whatever the bot calls itself.
        entry = dataclasses.replace(entry, name=blank.name, id=_id(blank.student))
        try:
            ready = prepare_bot(self._base, _spoken(entry, "protocol"), self._compiled)
        except DuiyiError as error:
            return _unprepared(blank, error, place)
        tried = smoke(ready, given, self._base)
        if tried.problem is not None:
            return dataclasses.replace(
                blank,
                reason=tried.reason,
                problem=tried.problem,
                diagnostics=ready.diagnostics,
                trials=tried.trials,
                printed=tried.printed,
            )
        entry = _spoken(entry, tried.interface)
        return dataclasses.replace(
            blank, entry=entry, interface=tried.interface, diagnostics=ready.diagnostics
        )


def _unprepared(blank: HandIn, error: DuiyiError, place: Path) -> HandIn:
    cause = error.__cause__
    problem = _inside(cause.message if isinstance(cause, DuiyiError) else error.message, place)
    printed = cause.diagnostics if isinstance(cause, CompileError) else ""
    reason = "compile" if isinstance(cause, CompileError) else "no-program"
    if problem.key in MACHINE:
        reason = "machine"
    return dataclasses.replace(blank, reason=reason, problem=problem, diagnostics=printed)


def _inside(problem: Message, place: Path) -> Message:
    """With paths as the student knows them."""
    params = tuple(
        (key, value.replace(str(place), place.name) if isinstance(value, str) else value)
        for key, value in problem.params
    )
    return dataclasses.replace(problem, params=params)


def _spoken(entry: BotEntry, interface: str) -> BotEntry:
    """The bot with the interface that it is asked by; `bot.toml` may have named another."""
    return dataclasses.replace(entry, spec=f"{interface}:{split(entry.spec)[1]}")


def _id(student: Student) -> str:
    if student.id:
        return student.id
    return f"{PARTICIPANT}{student.participant}" if student.participant else ""


def _missing(hand_ins: Sequence[HandIn], roll: Roll) -> list[HandIn]:
    """Who is in the class list and handed nothing in."""
    there = {(one.student.id, one.student.name) for one in hand_ins}
    gone = [one for one in roll.students if (one.id, one.name) not in there]
    taken = [one.name for one in hand_ins]
    names = _names([*taken, *(one.name or one.id for one in gone)])[len(taken) :]
    return [
        HandIn("", name, student, reason="nothing", problem=message("cup.absent.nothing"))
        for name, student in zip(names, gone, strict=True)
    ]


def _names(called: Sequence[str]) -> list[str]:
    """A name for each; `wang-2` where another is called `wang` already."""
    taken: set[str] = set()
    names = []
    for text in called:
        name, number = clean_name(text), 1
        while name.casefold() in taken:
            number += 1
            name = clean_name(text)[: LONGEST - len(f"-{number}")] + f"-{number}"
        taken.add(name.casefold())
        names.append(name)
    return names


def _content(folder: Path) -> str:
    """A fingerprint of what was handed in."""
    digest = hashlib.sha256()
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            name = path.relative_to(folder).as_posix().encode("utf-8", "surrogateescape")
            data = path.read_bytes()
            digest.update(b"%d:%s%d:" % (len(name), name, len(data)) + data)
    return digest.hexdigest()[:32]


def _settings(place: Path, wishes: Wishes) -> str:
    """A fingerprint of all else that decides what becomes of it; somebody may have mended the
    settings in the folder since."""
    wished = wishes.game, wishes.interface, wishes.cflags, wishes.trust, wishes.interpreters
    words = json.dumps(wished).encode()
    file = place / SETTINGS
    own = file.read_bytes() if file.is_file() else b""
    return hashlib.sha256(words + own).hexdigest()[:32]


def _notes(found: HandIns, hand_ins: Sequence[HandIn]) -> tuple[Message, ...]:
    """What whoever imports should know besides."""
    by_student: dict[str, list[str]] = {}
    for one in hand_ins:
        if one.student.id:
            by_student.setdefault(one.student.id, []).append(one.name)
    notes = [
        message("cup.import.same-student", id=id, names=tuple(names))
        for id, names in by_student.items()
        if len(names) > 1
    ]
    if found.garbled:
        notes.append(message("cup.import.garbled", names=found.garbled[:3]))
    if found.nobodys:
        notes.append(message("cup.import.nobodys", names=found.nobodys[:10]))
    return tuple(notes)


def _require_sandbox() -> None:
    """Said once, not of every student."""
    from duiyi.arena.sandbox import require

    require()


def _config(wishes: Wishes) -> CupConfig:
    """The cup as far as it is known: what is wrong with the wishes is said first."""
    trust = "true" if wishes.trust else "false"
    words = f"game = {json.dumps(wishes.game)}\ncflags = {json.dumps([*wishes.cflags])}\n"
    words += f"interpreters = {json.dumps(wishes.interpreters)}\n[conditions]\ntrust = {trust}\n"
    some = tuple(BotEntry(f"b{n}", "random") for n in range(8))
    return parse_config(words, "--game", Path(), some)
