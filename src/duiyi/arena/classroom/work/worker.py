"""The arena process of classes: it takes jobs, has them done, and writes what came of them.

It alone of the arena knows the store; programs run in processes of their own, which know nothing.
Whatever it is doing when it is killed is done again by the next, and counts once: a result is
written in the transaction that ends its job, under a lease that only one can hold.
"""

from __future__ import annotations

import logging
import os
import secrets
import socket
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from duiyi.arena.classroom.work.finals import ClassFinal
from duiyi.arena.classroom.work.laddering import ClassLadder
from duiyi.arena.classroom.work.outcomes import game_of
from duiyi.arena.classroom.work.programs import Programs, settings_of
from duiyi.arena.classroom.work.progress import Progress
from duiyi.arena.classroom.work.reviews import judge_requests
from duiyi.arena.classroom.work.validators import Told, ValidationTask, Validators
from duiyi.arena.game.openings import seed_of
from duiyi.arena.runners.lock import locked
from duiyi.arena.runners.pool import Lost, Pool, Runner, core_sets
from duiyi.arena.runners.task import GameTask, TaskResult
from duiyi.classes.hand_ins import stop_the_dead
from duiyi.classes.rows import Class, GameKind, Job, JobKind, Pulse, Version
from duiyi.classes.standing import REFERENCE
from duiyi.classes.store.jobs import LeaseLost
from duiyi.classes.store.store import ClassStore
from duiyi.core import DuiyiError

REFERENCES = ("random", "greedy", "level-2", "level-4")
LEASE = 20.0
RENEW = 5.0
LOOK = 0.1
"""Seconds to wait for something to happen while something runs;"""
IDLE = 0.5
"""and while nothing does."""
BEAT = 5.0
REVIEWS = 1.0
AGAIN = 5.0
"""Seconds until what failed by nobody's fault is tried again."""
KEEP_JOBS = 3 * 86_400_000
"""Milliseconds that finished jobs stay."""
SWEEP = 60.0
WORKSPACE = "arena"
EVERYTHING = 10 * 365 * 86_400_000
_log = logging.getLogger("duiyi.arena")


def now() -> int:
    return time.time_ns() // 1_000_000


@contextmanager
def working(
    store: ClassStore,
    directory: Path,
    workers: int | None = None,
    references: Sequence[str] = REFERENCES,
) -> Iterator[Worker]:
    """The one arena process of a directory of classes; `DuiyiError` where another is at work."""
    workspace = directory / WORKSPACE
    workspace.mkdir(parents=True, exist_ok=True, mode=0o755)
    with locked(workspace) as scratch:
        # Whoever held leases before is gone: the lock says so.
        store.jobs.expire(now() + EVERYTHING)
        runner = Pool(core_sets(workers, 1), scratch)
        try:
            validators = Validators(max(1, runner.places // 2), workspace, scratch)
            try:
                worker = Worker(store, runner, validators, Programs(workspace), references)
                yield worker
                worker.end()
            finally:
                validators.close()
        finally:
            runner.close()


@dataclass
class Worker:
    """One loop; `step` is once around."""

    store: ClassStore
    runner: Runner
    validators: Validators
    programs: Programs
    references: Sequence[str] = REFERENCES
    owner: str = field(
        default_factory=lambda: f"{socket.gethostname()}-{os.getpid()}-{secrets.token_hex(4)}"
    )

    def __post_init__(self) -> None:
        self._held: dict[str, Job] = {}
        self._ladders: dict[str, ClassLadder] = {}
        self._finals: dict[str, ClassFinal] = {}
        self._progress: dict[str, Progress] = {}
        self._games = 0
        self._due = dict.fromkeys(("renew", "beat", "sweep", "look", "reviews"), 0.0)

    def run(self, ending: Callable[[], bool]) -> None:
        while not ending():
            self.step()

    def step(self) -> None:
        """Everything that can be done now; waits a moment for something to happen."""
        if self._is_due("renew", RENEW):
            self._renew()
        if self._is_due("sweep", SWEEP):
            stop_the_dead(self.store)
            self.store.jobs.forget(now() - KEEP_JOBS)
        busy = bool(self._held)
        if not busy or self._is_due("look", IDLE):
            self._top_up()
        self._take()
        for event in self.runner.events(LOOK if self._held else IDLE):
            self._due["look"] = 0.0
            self._played(event)
        for told in self.validators.events(0):
            self._due["look"] = 0.0
            self._told(told)
        for ladder in self._ladders.values():
            ladder.rate(now())
        for final in self._finals.values():
            final.rate(now())
        if self._is_due("reviews", REVIEWS):
            judge_requests(self.store)
        if self._is_due("beat", BEAT):
            self._beat()

    def end(self) -> None:
        """In order: others need not wait until the leases run out, and ratings are up to date."""
        for job in self._held.values():
            self._leave(job, 0.0, "ended")
        self._held.clear()
        for ladder in self._ladders.values():
            ladder.rate(now(), at_once=True)

    # Taking

    def _top_up(self) -> None:
        classes = self.store.classes.all()
        known = {one.id for one in classes}
        for gone in [id for id in self._ladders if id not in known]:
            del self._ladders[gone], self._finals[gone]
        for kept in classes:
            ladder = self._ladders.get(kept.id)
            if ladder is None:
                ladder = self._ladders[kept.id] = ClassLadder(self.store, kept, self.references)
            ladder.kept = kept
            final = self._finals.setdefault(kept.id, ClassFinal(self.store, kept))
            final.kept = kept
            try:
                ladder.top_up(self.runner.places + 1, now())
                final.top_up(self.runner.places + 1, now())
            except DuiyiError as error:
                _log.error("class %s: %s", kept.slug, error)

    def _take(self) -> None:
        while self.validators.free and self._start(JobKind.validate):
            pass
        places = max(1, self.runner.places - self.validators.running)
        while self._games < places and self._start(JobKind.final, JobKind.game):
            pass

    def _start(self, *kinds: JobKind) -> bool:
        """Whether a job was there."""
        job = self.store.jobs.take(self.owner, now(), LEASE, kinds)
        if job is None:
            return False
        self._held[job.id] = job
        try:
            if job.kind is JobKind.validate:
                self._validate(job)
            else:
                self._play(job)
        except Exception as error:  # whatever it is: one job must not keep others from being done
            _log.exception("job %s", job.id)
            self._held.pop(job.id, None)
            self._leave(job, AGAIN, str(error))
        return True

    def _validate(self, job: Job) -> None:
        version = self.store.versions.get(job.payload["version"])
        kept = self.store.classes.get(job.class_id)
        if version is None or kept is None or not version.sha256:
            self._skip(job)
            return
        progress = Progress(self.store, job, version, now)
        upload = self.store.uploads.path(version.sha256)
        settings = settings_of(kept.settings)
        self._progress[job.id] = progress
        self.validators.submit(ValidationTask(job.id, progress.name, upload, settings))

    def _play(self, job: Job) -> None:
        kept = self.store.classes.get(job.class_id)
        found = None if kept is None else self._task(job, kept)
        if found is None:
            self._skip(job)
            return
        self.runner.submit(found)
        self._games += 1

    def _task(self, job: Job, kept: Class) -> GameTask | None:
        """`None` where a program is gone, with the person whose it was."""
        settings = settings_of(kept.settings)
        bots = []
        for name in job.payload["seats"]:
            if name.startswith(REFERENCE):
                bots.append(self.programs.reference(name, settings))
                continue
            version = self.store.versions.get(name)
            if version is None or not version.sha256:
                return None
            data = self.store.uploads.read(version.sha256)
            shown = self._name(version)
            bots.append(self.programs.version(name, data, version.report, settings, shown))
        ladder = self._ladders.get(kept.id) or ClassLadder(self.store, kept, self.references)
        opening, seed = job.payload["opening"], job.payload["seed"]
        return GameTask(
            id=job.id,
            game=kept.settings.game,
            options=settings.options,
            bots=tuple(bots),
            seeds=tuple(seed_of(seed, seat) for seat in range(len(bots))),
            opening=seed_of(ladder.seed, opening),
            random_turns=ladder.random_turns,
            conditions=settings.conditions,
            tags=(("Event", kept.title), ("Round", opening)),
            listens=True,
        )

    def _name(self, version: Version) -> str:
        """What records call it: nothing by which anybody is known."""
        member = self.store.members.get(version.member)
        return "-" if member is None else member.pseudonym

    def _skip(self, job: Job) -> None:
        self._held.pop(job.id, None)
        with suppress(LeaseLost):
            self.store.jobs.finish(job, now(), {"skipped": True})

    # What came of it

    def _played(self, event: TaskResult | Lost) -> None:
        self._games -= 1
        job = self._held.pop(event.id, None)
        if job is None:
            return
        if isinstance(event, Lost) or event.played is None:
            detail = event.how if isinstance(event, Lost) else f"{event.code}: {event.detail}"
            _log.error("game %s: %s", job.id, detail)
            self._leave(job, 0.0 if isinstance(event, Lost) else AGAIN, detail)
            return
        kind = GameKind.final if job.kind is JobKind.final else GameKind.ladder
        try:
            with self.store.transaction():
                self.store.jobs.finish(job, now(), {"game": job.id})
                self.store.games.add(game_of(job, kind, event, now()))
        except LeaseLost:
            _log.warning("game %s came too late", job.id)
        except ValueError as error:  # too large to be kept
            self._leave(job, AGAIN, str(error))

    def _told(self, event: Told | Lost) -> None:
        job = self._held.get(event.id)
        progress = self._progress.get(event.id)
        if job is None or progress is None:
            self._progress.pop(event.id, None)
            return
        try:
            if isinstance(event, Lost):
                over = True
                _log.error("validation %s: %s", job.id, event.how)
                self._leave(job, 0.0, event.how)
            else:
                over = event.over
                progress.told(event.validation, event.over)
        except LeaseLost:
            over = True
        if over:
            self._held.pop(event.id, None)
            self._progress.pop(event.id, None)

    def _leave(self, job: Job, pause: float, reason: str) -> None:
        with suppress(LeaseLost):
            self.store.jobs.give_back(job, now(), pause, reason)

    # Now and then

    def _renew(self) -> None:
        for job in [*self._held.values()]:
            try:
                self.store.jobs.renew(job, now(), LEASE)
            except LeaseLost:
                _log.warning("job %s: its lease is lost", job.id)
                self._held.pop(job.id, None)

    def _beat(self) -> None:
        waiting = self.store.jobs.waiting()
        running = len(self._held)
        self.store.ladders.beat(Pulse(now(), self.owner, self.runner.places, running, waiting))

    def _is_due(self, what: str, seconds: float) -> bool:
        if time.monotonic() < self._due[what]:
            return False
        self._due[what] = time.monotonic() + seconds
        return True
