"""A worker whose games are decided by a word and whose hand-ins pass or stop at once: what is left
is the way of jobs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from duiyi.arena.bots.entrants import Kind, Ready
from duiyi.arena.classroom.settings import Settings
from duiyi.arena.classroom.work.programs import Programs
from duiyi.arena.classroom.work.validators import Told, ValidationTask
from duiyi.arena.classroom.work.worker import Worker
from duiyi.arena.runners.pool import Event
from duiyi.arena.runners.task import GameTask, TaskResult
from duiyi.classes.hand_ins import hand_in
from duiyi.classes.making import make_class
from duiyi.classes.people.tokens import new_id
from duiyi.classes.roster import Entry
from duiyi.classes.rows import Class, Member, Person, Version
from duiyi.classes.settings import ClassSettings
from duiyi.classes.store.sqlite import SqliteClasses
from duiyi.classes.validation import (
    Finding,
    Level,
    Sentence,
    Step,
    StepName,
    StepState,
    Validation,
    begun,
)
from duiyi.core.clock import Clock

RECORD = '[Game "relati-classic"] [Version "1"] [Seats "2"]\n[Result "1 0"] [Reason "no-moves"]\n'
USE = {"start": [0, 0, 0, 0], "total": [1, 1, 1, 0], "longest": [0.5, 0.5, 0.5, 0], "questions": 3}


def passed(task: ValidationTask) -> Validation:
    steps = tuple(Step(name, StepState.done, 0.1) for name in list(StepName)[:4])
    found = begun(task.name, "0" * 64, 3)
    return Validation(
        found.name, found.sha256, 3, (*steps, Step(StepName.active)), interface="protocol"
    )


def stopped(task: ValidationTask) -> Validation:
    said = Finding(Level.problem, Sentence("core:x"), heading=Sentence("core:y"))
    return begun(task.name, "0" * 64, 3).with_step(
        Step(StepName.compiled, StepState.stopped, 0.1, (said,))
    )


@dataclass
class FakeRunner:
    """Finishes what it is asked; `lost` are told instead of a result."""

    places: int = 2
    tasks: list[GameTask] = field(default_factory=list)
    played: list[GameTask] = field(default_factory=list)
    lost: list[Event] = field(default_factory=list)

    def submit(self, task: GameTask) -> None:
        self.tasks.append(task)

    def events(self, seconds: float) -> Sequence[Event]:
        found: list[Event] = [*self.lost]
        self.lost.clear()
        known = {event.id for event in found}
        for task in self.tasks:
            if task.id not in known:
                self.played.append(task)
                found.append(result(task))
        self.tasks.clear()
        return found

    def close(self) -> None:
        self.tasks.clear()


def result(task: GameTask) -> TaskResult:
    """Who is first in the alphabet wins."""
    names = [bot.name for bot in task.bots]
    scores = ["1" if name == min(names) else "0" for name in names]
    played = {"record": RECORD, "scores": scores, "offences": [], "uses": [USE, USE]}
    return TaskResult(task.id, played, stderr=([(1, "thinking")], []))


@dataclass
class FakeValidators:
    """Tell one step, then how it ended."""

    how: object = passed
    tasks: list[ValidationTask] = field(default_factory=list)
    events_: list[Told] = field(default_factory=list)

    @property
    def free(self) -> int:
        return 1 - len(self.tasks)

    @property
    def running(self) -> int:
        return len(self.tasks)

    def submit(self, task: ValidationTask) -> None:
        self.tasks.append(task)

    def events(self, seconds: float) -> list[Told]:
        found = []
        for task in self.tasks:
            first = begun(task.name, "0" * 64, 3)
            found.append(
                Told(task.id, first.with_step(Step(StepName.compiled, StepState.running)), False)
            )
            found.append(Told(task.id, self.how(task), True))  # type: ignore[operator]
        self.tasks.clear()
        return found

    def close(self) -> None:
        pass


class FakePrograms(Programs):
    """Bots that nobody ever starts."""

    def version(self, id: str, data: bytes, report: str, settings: Settings, name: str) -> Ready:
        return Ready(name, "x", Kind.engine)


@dataclass
class Room:
    """A class of relati with some members in it."""

    store: SqliteClasses
    kept: Class
    members: tuple[Member, ...]

    def hand_in(self, at: int, arrived: int = 0) -> Version:
        return hand_in(
            self.store, self.kept, self.members[at], b"x %d" % at, arrived or NOW, "bot.c"
        )

    def worker(
        self,
        runner: FakeRunner | None = None,
        validators: FakeValidators | None = None,
        references: Sequence[str] = ("random", "greedy"),
    ) -> Worker:
        place = self.store.directory / "arena"
        place.mkdir(exist_ok=True)
        return Worker(
            self.store,
            runner or FakeRunner(),
            validators or FakeValidators(),  # type: ignore[arg-type]
            FakePrograms(place),
            references,
        )


NOW = 1_790_000_000_000


def make_room(store: SqliteClasses, members: int = 3, game: str = "relati-classic") -> Room:
    settings = ClassSettings(game=game, clock=Clock("turn", 5.0))
    roster = [Entry(f"s{number}", f"Student {number}", "") for number in range(members)]
    made = make_class(store, "cs2", "CS 2", settings, Entry("t", "T", ""), NOW, roster)
    found = []
    for entry in roster:
        member = store.members.by_student(made.made.id, entry.id)
        assert member is not None
        person = Person(new_id(), entry.id, "x", NOW)
        store.people.add(person)
        store.members.join(member.id, person.id)
        joined = store.members.get(member.id)
        assert joined is not None
        found.append(joined)
    return Room(store, made.made, tuple(found))
