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

from duiyi.arena.bots.compile import CompileError
from duiyi.arena.bots.entrants import Entrant
from duiyi.arena.bots.interfaces import SETTINGS, split
from duiyi.arena.intake.bot_folders import folder_bot, given_interface
from duiyi.arena.intake.bot_names import LONGEST, clean_name
from duiyi.arena.intake.compile_report import (
    BOTS,
    HandIn,
    Imported,
    known_hand_ins,
    write_cup,
    write_report,
)
from duiyi.arena.intake.hand_ins import HandIns, Submission, bounds_of, laid_out, opened
from duiyi.arena.intake.smoke import smoke
from duiyi.arena.intake.student_names import read_called
from duiyi.arena.intake.students import ClassList, read_class_list, student_of
from duiyi.arena.tournament.bots import COMPILED, prepare_bot
from duiyi.arena.tournament.config import TournamentConfig, parse_config
from duiyi.arena.tournament.fields import BadCup
from duiyi.arena.tournament.history import STUDENTS
from duiyi.core import DuiyiError, Message, message

SCRATCH = ".import-"
MACHINE = ("core:arena.compile.no-compiler", "core:arena.compile.infra")
"""What keeps a bot from being compiled that is not its fault."""


@dataclass(frozen=True, slots=True)
class ImportOptions:
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
    source: Path, target: Path, options: ImportOptions, tell: Tell = lambda one, number, all: None
) -> Imported:
    """Makes the directory `target` with `cup.toml`, a folder for each bot, and the report."""
    base = _config(options)
    if not options.trust:
        _require_sandbox()
    class_list = read_class_list(options.students) if options.students is not None else ClassList()
    known = {one.name: one for one in known_hand_ins(target)}
    target.mkdir(parents=True, exist_ok=True)
    with opened(source, options.encoding) as found:
        place = target.resolve()  # bots run in directories of their own
        work = _Import(place, dataclasses.replace(base, folder=place), options, class_list, known)
        hand_ins = work.all(found, tell)
        noted = _notes(found, hand_ins)
    if options.students is not None and options.students.resolve() != (target / STUDENTS).resolve():
        shutil.copyfile(options.students, target / STUDENTS)
    hand_ins += _missing(hand_ins, class_list)
    imported = Imported(target, tuple(hand_ins), noted)
    imported = dataclasses.replace(imported, config=write_cup(imported, options))
    write_report(imported, options.language)
    return imported


class _Import:
    """One run over the hand-ins."""

    def __init__(
        self,
        target: Path,
        base: TournamentConfig,
        options: ImportOptions,
        class_list: ClassList,
        known: dict[str, HandIn],
    ) -> None:
        self._target, self._base, self._options = target, base, options
        self._class_list, self._known = class_list, known

    def all(self, found: HandIns, tell: Tell) -> list[HandIn]:
        names = _names([read_called(submission.name).name for submission in found.submissions])
        done: list[HandIn] = []
        for old in self._target.glob(f"{SCRATCH}*"):
            shutil.rmtree(old, ignore_errors=True)
        with tempfile.TemporaryDirectory(prefix=SCRATCH, dir=self._target) as scratch:
            for number, (submission, name) in enumerate(
                zip(found.submissions, names, strict=True), 1
            ):
                room = Path(scratch) / f"student-{number}"
                one = self._one(submission, name, room, len(names))
                shutil.rmtree(room, ignore_errors=True)
                done.append(one)
                # What is known so far outlives an interruption.
                write_report(Imported(self._target, tuple(done)), self._options.language)
                tell(one, number, len(names))
        return done

    def _one(self, submission: Submission, name: str, room: Path, students: int) -> HandIn:
        student = student_of(submission.name, self._class_list)
        blank = HandIn(submission.name, name, student)
        try:
            bounds = bounds_of(students, self._target)
            folder = laid_out(submission, room, self._options.encoding, bounds)
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
        mark = f"{content} {_settings(place, self._options)}"
        if known is not None and known.mark == mark and known.entry is not None:
            entry = dataclasses.replace(known.entry, id=student.any_id)
            return dataclasses.replace(known, student=student, entry=entry)
        return self._tried(dataclasses.replace(blank, mark=mark), place)

    def _tried(self, blank: HandIn, place: Path) -> HandIn:
        """Compiles a bot and asks it for a move. The cup finds what was compiled, by content."""
        try:
            given = given_interface(place, BOTS) or self._options.interface
            entry = folder_bot(
                place, self._target, BOTS, "protocol", blank.name, self._options.cflags
            )
        except DuiyiError as error:
            return dataclasses.replace(blank, reason="no-program", problem=error.message)
        # Who is graded is the folder, whatever the bot calls itself.
        entry = dataclasses.replace(entry, name=blank.name, id=blank.student.any_id)
        try:
            ready = prepare_bot(self._base, _spoken(entry, "protocol"), self._target / COMPILED)
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


def _spoken(entry: Entrant, interface: str) -> Entrant:
    """The bot with the interface that it is asked by; `bot.toml` may have named another."""
    return dataclasses.replace(entry, spec=f"{interface}:{split(entry.spec)[1]}")


def _missing(hand_ins: Sequence[HandIn], class_list: ClassList) -> list[HandIn]:
    """Who is in the class list and handed nothing in."""
    there = {(one.student.id, one.student.name) for one in hand_ins}
    gone = [one for one in class_list.students if (one.id, one.name) not in there]
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


def _settings(place: Path, options: ImportOptions) -> str:
    """A fingerprint of all else that decides what becomes of it; somebody may have mended the
    settings in the folder since."""
    chosen = options.game, options.interface, options.cflags, options.trust, options.interpreters
    words = json.dumps(chosen).encode()
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


def _config(options: ImportOptions) -> TournamentConfig:
    """The cup as far as it is known: what is wrong with the options is said first."""
    trust = "true" if options.trust else "false"
    words = f"game = {json.dumps(options.game)}\ncflags = {json.dumps([*options.cflags])}\n"
    words += f"interpreters = {json.dumps(options.interpreters)}\n[conditions]\ntrust = {trust}\n"
    some = tuple(Entrant(f"b{n}", "random") for n in range(8))
    return parse_config(words, "--game", Path(), some)
