"""Workers in processes of their own are killed in the middle of jobs, or stopped until their lease
is over. Every job is done once, with one game, and who wakes up late changes nothing.

`DUIYI_SOAK=1` runs the full form.
"""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from tests.selection import slow_but
from tests.unit.classes.cs2 import ANN, BEN, EVE, NOW, Cs2, make_cs2

from duiyi.classes.rows import JobKind, JobState, NewJob
from duiyi.classes.store.sqlite import SqliteClasses

SOAK = os.environ.get("DUIYI_SOAK") == "1"
KILLS = [100] if SOAK else slow_but(4, of=(4, 20))
PATIENCE = 60.0
ROOT = Path(__file__).parents[2]


class Worker:
    """A process; what it says is read line by line."""

    def __init__(self, directory: Path, owner: str, lease: float, seconds: float) -> None:
        arguments = [str(directory), owner, str(lease), str(seconds)]
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.classes.worker", *arguments],
            stdout=subprocess.PIPE,
            cwd=ROOT,
            text=True,
        )

    def line(self) -> list[str]:
        assert self.process.stdout is not None
        return self.process.stdout.readline().split()

    def wait_for(self, word: str) -> list[str]:
        while (line := self.line())[0] != word:
            pass
        return line

    def send(self, number: signal.Signals) -> None:
        self.process.send_signal(number)

    def end(self) -> None:
        self.process.kill()
        self.process.wait()
        if self.process.stdout is not None:
            self.process.stdout.close()


@contextmanager
def working(directory: Path, owner: str, lease: float, seconds: float) -> Iterator[Worker]:
    worker = Worker(directory, owner, lease, seconds)
    try:
        yield worker
    finally:
        worker.end()


@pytest.fixture
def cs2(tmp_path: Path) -> Iterator[Cs2]:
    store = SqliteClasses(tmp_path / "classes")
    yield make_cs2(store)
    store.close()


def add_jobs(cs2: Cs2, count: int) -> set[str]:
    made = set()
    for number in range(count):
        member = cs2.member((ANN, BEN, EVE)[number % 3]).id
        job = cs2.store.jobs.add(NewJob(cs2.joined.id, JobKind.game, {}, member), NOW)
        assert job is not None
        made.add(job.id)
    return made


def wait_until_done(cs2: Cs2, count: int) -> None:
    until = time.monotonic() + PATIENCE
    while cs2.store.jobs.counts(cs2.joined.id).get(JobState.done, 0) < count:
        assert time.monotonic() < until, cs2.store.jobs.counts(cs2.joined.id)
        time.sleep(0.02)


def check(cs2: Cs2, jobs: set[str]) -> None:
    """One game for every job, made by the lease that has finished it."""
    games = [*cs2.store.games.of_class(cs2.joined.id)]
    assert sorted(game.seats[0] for game in games) == sorted(jobs)
    for game in games:
        job = cs2.store.jobs.get(game.seats[0])
        assert job is not None
        assert job.result == {"owner": game.seats[1], "epoch": game.seed}
    problems = cs2.store.database.rows("PRAGMA integrity_check")
    assert problems == [("ok",)]


@pytest.mark.parametrize("kills", KILLS)
def test_workers_that_are_killed_leave_every_job_done_once(cs2: Cs2, kills: int) -> None:
    directory, chance = cs2.store.directory, random.Random(kills)
    jobs = add_jobs(cs2, 6 * kills)
    for number in range(kills):
        with working(directory, f"victim {number}", 0.5, 0.03) as victim:
            victim.wait_for("took")
            time.sleep(chance.uniform(0, 0.06))
            victim.send(signal.SIGKILL)
            victim.process.wait()
    with ExitStack() as stack:
        for number in range(2):
            stack.enter_context(working(directory, f"helper {number}", 5, 0.001))
        wait_until_done(cs2, len(jobs))
    check(cs2, jobs)
    taken = cs2.store.database.rows("SELECT sum(attempts) FROM job")[0][0]
    assert taken > len(jobs), "some were taken again"


def test_a_worker_that_sleeps_past_its_lease_changes_nothing(cs2: Cs2) -> None:
    directory = cs2.store.directory
    (job,) = add_jobs(cs2, 1)
    with working(directory, "sleeper", 3, 1.5) as sleeper:
        sleeper.wait_for("took")
        sleeper.send(signal.SIGSTOP)
        with working(directory, "helper", 5, 0.001):
            wait_until_done(cs2, 1)
        sleeper.send(signal.SIGCONT)
        assert sleeper.line() == ["lost", job, "1"]
    done = cs2.store.jobs.get(job)
    assert done is not None
    assert done.result == {"owner": "helper", "epoch": 2}
    check(cs2, {job})


def test_a_worker_that_is_stopped_and_then_killed_leaves_every_job_done_once(cs2: Cs2) -> None:
    """Wherever it was: a stopped process may hold the lock, and killed it lets go."""
    directory = cs2.store.directory
    jobs = add_jobs(cs2, 40)
    with working(directory, "sleeper", 0.3, 0.0) as sleeper:
        sleeper.wait_for("done")
        sleeper.send(signal.SIGSTOP)
    with working(directory, "helper", 5, 0.0):
        wait_until_done(cs2, len(jobs))
    check(cs2, jobs)
