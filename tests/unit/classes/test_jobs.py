"""The queue: fair, with leases, each job exactly once whatever happens to workers and clocks."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.unit.classes.cs2 import ANN, BEN, EVE, NOW, Cs2, make_cs2

from duiyi.classes.people.tokens import new_id
from duiyi.classes.rows import ClassGame, GameKind, Job, JobKind, JobState, NewJob
from duiyi.classes.store.jobs import MOST_ATTEMPTS, LeaseLost
from duiyi.classes.store.sqlite import SqliteClasses

SECOND = 1000


def add(
    cs2: Cs2, kind: JobKind = JobKind.game, who: Any = ANN, key: str | None = None
) -> Job | None:
    member = cs2.member(who).id if who is not None else None
    return cs2.store.jobs.add(NewJob(cs2.joined.id, kind, {}, member, key=key), NOW)


def take(cs2: Cs2, owner: str = "worker", now: int = NOW, seconds: float = 10) -> Job:
    job = cs2.store.jobs.take(owner, now, seconds)
    assert job is not None
    return job


def test_nobody_waits_behind_a_heavy_user(cs2: Cs2) -> None:
    for _ in range(10):
        add(cs2, who=ANN)
    add(cs2, who=BEN)
    add(cs2, who=EVE)
    add(cs2, who=None)
    order = [take(cs2).member for _ in range(13)]
    ann = cs2.member(ANN).id
    assert order[0] == ann
    assert {*order[1:4]} == {cs2.member(BEN).id, cs2.member(EVE).id, None}
    assert order[4:] == [ann] * 9


def test_turns_go_round_and_survive_between_takes(cs2: Cs2) -> None:
    for entry in (ANN, BEN, EVE) * 4:
        add(cs2, who=entry)
    order = [take(cs2).member for _ in range(12)]
    assert all(first != second for first, second in pairwise(order))
    assert order[:3] * 4 == order


def test_somebody_who_waits_for_a_validation_comes_before_all_games(cs2: Cs2) -> None:
    for kind in (JobKind.game, JobKind.final, JobKind.validate, JobKind.rate):
        add(cs2, kind)
    order = [take(cs2).kind for _ in range(4)]
    assert order == [JobKind.rate, JobKind.validate, JobKind.final, JobKind.game]


def test_what_was_lost_comes_after_what_nobody_has_tried(cs2: Cs2) -> None:
    """Of the same member: otherwise one job could take down one worker after the other."""
    for _ in range(3):
        add(cs2)
    lost = take(cs2, seconds=1)
    others = [take(cs2, now=NOW + 2 * SECOND).id for _ in range(2)]
    assert lost.id not in others
    assert cs2.store.jobs.place(lost.id) == 0
    assert take(cs2, now=NOW + 2 * SECOND).id == lost.id


def test_a_worker_takes_only_what_it_can_do(cs2: Cs2) -> None:
    add(cs2, JobKind.validate)
    assert cs2.store.jobs.take("worker", NOW, 10, (JobKind.game, JobKind.final)) is None
    assert cs2.store.jobs.take("worker", NOW, 10, (JobKind.validate,)) is not None


def test_the_place_in_the_queue_is_never_less_than_what_comes(cs2: Cs2) -> None:
    for entry in (ANN, ANN, ANN, BEN, BEN, EVE):
        add(cs2, who=entry)
    add(cs2, JobKind.validate, BEN)
    waiting = {id for (id,) in cs2.store.database.rows("SELECT id FROM job")}
    places = {id: cs2.store.jobs.place(id) for id in waiting}
    for taken in range(7):
        job = take(cs2)
        place = places[job.id]
        assert place is not None
        assert place >= taken
        assert cs2.store.jobs.place(job.id) is None
    assert max(filter(None, places.values())) == 6


def test_of_one_key_there_is_one_job(cs2: Cs2) -> None:
    assert add(cs2, key="game 1") is not None
    assert add(cs2, key="game 1") is None
    cs2.store.jobs.finish(take(cs2), NOW, {})
    assert add(cs2, key="game 1") is None, "also after it is done"


def test_a_lease_that_runs_out_gives_the_job_to_another_and_the_late_one_changes_nothing(
    cs2: Cs2,
) -> None:
    add(cs2)
    late = take(cs2, "late")
    assert cs2.store.jobs.take("other", NOW + 9 * SECOND, 10) is None
    other = take(cs2, "other", NOW + 10 * SECOND)
    assert (other.id, other.epoch) == (late.id, late.epoch + 1)
    now = NOW + 11 * SECOND
    acts: list[Callable[[], None]] = [
        lambda: cs2.store.jobs.finish(late, now, {"by": "late"}),
        lambda: cs2.store.jobs.renew(late, now, 10),
        lambda: cs2.store.jobs.give_back(late, now, 0, ""),
        lambda: cs2.store.jobs.finish(replace(late, owner="other"), now, {}),
    ]
    for act in acts:
        with pytest.raises(LeaseLost):
            act()
    cs2.store.jobs.finish(other, NOW + 12 * SECOND, {"by": "other"})
    done = cs2.store.jobs.get(late.id)
    assert done is not None
    assert (done.state, done.result) == (JobState.done, {"by": "other"})


def test_nobody_finishes_after_the_lease_even_if_nobody_else_came(cs2: Cs2) -> None:
    add(cs2)
    job = take(cs2)
    with pytest.raises(LeaseLost):
        cs2.store.jobs.finish(job, NOW + 10 * SECOND, {})
    assert take(cs2, now=NOW + 10 * SECOND).attempts == 2


def test_who_renews_keeps_the_job(cs2: Cs2) -> None:
    add(cs2)
    job = take(cs2)
    for second in range(8, 80, 8):
        cs2.store.jobs.renew(job, NOW + second * SECOND, 10)
        assert cs2.store.jobs.take("other", NOW + second * SECOND + 9_999, 10) is None
    cs2.store.jobs.finish(job, NOW + 81 * SECOND, {})


def test_what_a_job_makes_and_its_end_are_one_thing(cs2: Cs2) -> None:
    add(cs2)
    late = take(cs2)
    take(cs2, "other", NOW + 20 * SECOND)
    with pytest.raises(LeaseLost):
        finish_with_game(cs2, late, NOW + 20 * SECOND)
    assert cs2.store.games.count(cs2.joined.id) == 0


def finish_with_game(cs2: Cs2, job: Job, now: int) -> None:
    with cs2.store.transaction():
        cs2.store.games.add(a_game(cs2, job))
        cs2.store.jobs.finish(job, now, {})


def a_game(cs2: Cs2, job: Job) -> ClassGame:
    return ClassGame(
        id=new_id(),
        class_id=cs2.joined.id,
        kind=GameKind.ladder,
        seats=(job.id, "b"),
        opening="",
        seed=0,
        scores=(1.0, 0.0),
        reason="",
        created=NOW,
        finished=NOW,
    )


def test_a_job_that_always_fails_dies_and_is_an_incident(cs2: Cs2) -> None:
    add(cs2)
    now = NOW
    for _ in range(MOST_ATTEMPTS - 1):
        job = take(cs2, now=now)
        cs2.store.jobs.give_back(job, now, 3, "no sandbox")
        assert cs2.store.jobs.take("worker", now + 2_999, 10) is None
        now += 3_000
    take(cs2, now=now)
    assert cs2.store.jobs.take("worker", now + 10 * SECOND, 10) is None
    assert cs2.store.jobs.counts(cs2.joined.id) == {JobState.dead: 1}
    (incident,) = cs2.store.incidents.of_class(cs2.joined.id)
    assert (incident.kind, incident.detail, incident.n) == ("job-dead", "lease", 1)


def test_old_jobs_are_forgotten_and_the_queue_is_bounded(
    cs2: Cs2, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("duiyi.classes.store.jobs.MOST_QUEUED", 2)
    add(cs2)
    add(cs2)
    with pytest.raises(Exception, match="2 jobs wait"):
        add(cs2)
    cs2.store.jobs.finish(take(cs2), NOW, {})
    assert cs2.store.jobs.forget(NOW) == 0
    assert cs2.store.jobs.forget(NOW + 1) == 1


Step = tuple[str, int, int]
"""What happens, to which worker, and a number: which lease, or how far its clock jumps."""
JUMPS = (1, 5_000, 11_000, 100_000, -50_000)
ACTS = ("take", "take", "finish", "finish", "finish", "renew", "give back", "clock", "crash", "add")
steps = st.lists(
    st.tuples(st.sampled_from(ACTS), st.integers(0, 2), st.integers(0, 9)), min_size=10, max_size=40
)


class Workers:
    """Three with clocks of their own take, work, die, wake up late; what they finish is noted."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self.stores = [SqliteClasses(directory) for _ in range(3)]
        self.cs2 = make_cs2(self.stores[0])
        self.clocks = [NOW, NOW, NOW]
        self.leases: list[tuple[int, Job]] = []
        self.jobs: set[str] = set()
        self.done: list[str] = []

    def add(self, number: int) -> None:
        job = add(Cs2(self.stores[0], self.cs2.made), who=(ANN, BEN, EVE)[number % 3])
        assert job is not None
        self.jobs.add(job.id)

    def step(self, act: str, worker: int, number: int) -> None:
        match act:
            case "add":
                self.add(number)
            case "clock":
                self.clocks[worker] += JUMPS[number % len(JUMPS)]
            case "crash":
                self.stores[worker].close()
                self.stores[worker] = SqliteClasses(self.directory)
            case "take":
                owner = f"worker {worker}"
                job = self.stores[worker].jobs.take(owner, self.clocks[worker], 10)
                if job is not None:
                    self.leases.append((worker, job))
            case _ if self.leases:
                self.go_on(act, *self.leases[-1 - number % len(self.leases)])

    def go_on(self, act: str, worker: int, job: Job) -> None:
        """With any lease that was ever had, also one that is long over."""
        store, now = self.stores[worker], self.clocks[worker]
        with suppress(LeaseLost):
            if act == "renew":
                store.jobs.renew(job, now, 10)
            elif act == "give back":
                store.jobs.give_back(job, now, 1, "")
            else:
                finish_with_game(Cs2(store, self.cs2.made), job, now)
                self.done.append(job.id)

    def work_off(self) -> None:
        """One worker that never fails does what is left."""
        cs2 = Cs2(self.stores[0], self.cs2.made)
        now = max(self.clocks)
        for _ in range(2 * len(self.jobs) + 2):
            now += 200_000
            if (job := cs2.store.jobs.take("last", now, 10)) is not None:
                finish_with_game(cs2, job, now)
                self.done.append(job.id)

    def check(self) -> None:
        database = self.stores[0].database
        rows = dict(database.rows("SELECT id, state FROM job"))
        assert {*rows} == self.jobs
        assert {*rows.values()} <= {"done", "dead"}, "nothing is stuck"
        assert sorted(self.done) == sorted(id for id, state in rows.items() if state == "done")
        games = database.rows("SELECT version FROM game_seat WHERE seat = 0")
        assert sorted(id for (id,) in games) == sorted(self.done), "a game for each, and one"


@settings(max_examples=30, deadline=None, suppress_health_check=[*HealthCheck])
@given(steps)
def test_each_job_is_done_exactly_once_under_any_crashes_and_clocks(
    tmp_path: Path, plan: list[Step]
) -> None:
    workers = Workers(tmp_path / new_id())
    for number in range(3):
        workers.add(number)
    try:
        for step in plan:
            workers.step(*step)
        workers.work_off()
        workers.check()
    finally:
        for store in workers.stores:
            store.close()
