"""The way of jobs: validated, active, played, rated; given back, lost, too late, and once only."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from tests.unit.arena.classroom.room import FakeRunner, FakeValidators, make_room, result, stopped

from duiyi.arena.classroom.work import laddering, worker
from duiyi.arena.classroom.work.reviews import judged
from duiyi.arena.classroom.work.standings import differs, recomputed
from duiyi.arena.runners.lock import locked
from duiyi.arena.runners.pool import Lost
from duiyi.arena.runners.task import TaskResult
from duiyi.classes.rows import ClassState, GameKind, JobKind, JobState, Review, VersionState
from duiyi.classes.standing import Standing
from duiyi.classes.store.jobs import LeaseLost
from duiyi.classes.store.sqlite import SqliteClasses
from duiyi.classes.validation import StepName, StepState, read_validation
from duiyi.core import DuiyiError


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(laddering, "PAUSE", 0.0)
    monkeypatch.setattr(laddering, "SHARE", 0)
    monkeypatch.setattr(worker, "IDLE", 0.0)


def test_a_hand_in_becomes_active_plays_and_is_rated(store: SqliteClasses) -> None:
    room = make_room(store)
    versions = [room.hand_in(at) for at in range(2)]
    runner = FakeRunner()
    found = room.worker(runner)
    for _ in range(60):
        found.step()
    assert [one.state for one in store.versions.active(room.kept.id)] == [VersionState.active] * 2
    told = read_validation(store.versions.active(room.kept.id)[0].report)
    assert told.step(StepName.active).state is StepState.done
    assert told.name == "bot.c"
    results = [*store.games.results(room.kept.id, GameKind.ladder)]
    assert len(results) == len({one.id for one in results}) == len(runner.played) > 20
    standing = store.ladders.standing(room.kept.id)
    assert standing is not None
    assert {row.name for row in standing.rows} == {
        "@random",
        "@greedy",
        *(one.id for one in versions),
    }
    again = recomputed(store, room.kept.id, standing.at)
    assert standing.games == again.games
    assert not differs(standing, again)
    assert standing == again
    marks = {row.name: row.rating for row in standing.rows if row.reference}
    assert marks == store.ladders.marks(room.kept.id)
    assert marks["@random"] == 1000.0
    pulse = store.ladders.pulse()
    assert pulse is not None
    assert pulse.places == 2


def test_twins_share_their_opening_and_swap_seats(store: SqliteClasses) -> None:
    room = make_room(store)
    for at in range(3):
        room.hand_in(at)
    runner = FakeRunner()
    found = room.worker(runner)
    for _ in range(60):
        found.step()
    meetings: dict[str, list[tuple[str, ...]]] = {}
    for one in store.games.results(room.kept.id, GameKind.ladder):
        meetings.setdefault(one.opening, []).append(one.seats)
    whole = [seats for seats in meetings.values() if len(seats) == 2]
    assert len(whole) >= len(meetings) - 2
    assert all(one == other[::-1] for one, other in whole)
    openings = {task.opening for task in runner.played}
    assert len(openings) == len(meetings)
    assert all(task.listens for task in runner.played)


def test_what_stops_leaves_the_active_version_alone(store: SqliteClasses) -> None:
    room = make_room(store)
    first = room.hand_in(0)
    validators = FakeValidators()
    found = room.worker(validators=validators)
    found.step()
    validators.how = stopped
    second = room.hand_in(0)
    for _ in range(3):
        found.step()
    assert [one.id for one in store.versions.active(room.kept.id)] == [first.id]
    kept = store.versions.get(second.id)
    assert kept is not None
    assert (kept.state, kept.stopped_at) == (VersionState.stopped, "compiled")
    assert not kept.counts


def test_a_lost_game_is_played_again_and_counts_once(store: SqliteClasses) -> None:
    room = make_room(store)
    runner = FakeRunner()
    found = room.worker(runner)
    found._top_up()
    found._take()
    assert runner.tasks
    lost = runner.tasks[0].id
    runner.lost.append(Lost(lost, "SIGKILL"))
    runner.tasks.pop(0)
    for _ in range(30):
        found.step()
    job = store.jobs.get(lost)
    assert job is not None
    assert (job.state, job.attempts) == (JobState.done, 2)
    ids = [one.id for one in store.games.results(room.kept.id, GameKind.ladder)]
    assert ids.count(lost) == 1


def test_a_game_that_nobody_failed_at_is_left_for_later(store: SqliteClasses) -> None:
    room = make_room(store)
    runner = FakeRunner()
    found = room.worker(runner)
    found._top_up()
    found._take()
    failed = runner.tasks.pop(0)
    runner.lost.append(TaskResult(failed.id, None, "sandbox", "no room"))
    found.step()
    job = store.jobs.get(failed.id)
    assert job is not None
    assert job.state is JobState.queued
    assert store.games.get(failed.id) is None


def test_a_result_that_comes_after_its_lease_changes_nothing(
    store: SqliteClasses, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = make_room(store)
    runner = FakeRunner()
    slow = room.worker(runner)
    slow._top_up()
    slow._take()
    task = runner.tasks[0]
    store.jobs.expire(worker.now() + 10**9)
    other_runner = FakeRunner(places=100)
    other = room.worker(other_runner)
    other._take()
    assert task.id in {one.id for one in other_runner.tasks}
    slow._played(result(task))
    assert store.games.get(task.id) is None
    other.step()
    assert store.games.get(task.id) is not None
    taken = store.jobs.get(task.id)
    assert taken is not None
    with pytest.raises(LeaseLost):
        store.jobs.renew(taken, worker.now(), 10)


def test_one_who_died_between_taking_and_writing_leaves_nothing_behind(
    store: SqliteClasses, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The game and the end of its job are one transaction."""
    room = make_room(store)
    runner = FakeRunner()
    found = room.worker(runner)
    found._top_up()
    found._take()
    task = runner.tasks[0]

    def die(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(type(store.games), "add", die)
        with pytest.raises(KeyboardInterrupt):
            found._played(result(task))
    job = store.jobs.get(task.id)
    assert job is not None
    assert job.state is JobState.leased
    assert store.games.get(task.id) is None


def test_a_new_worker_goes_on_where_the_last_one_was(store: SqliteClasses) -> None:
    room = make_room(store)
    for at in range(3):
        room.hand_in(at)
    runner = FakeRunner()
    first = room.worker(runner)
    for _ in range(40):
        first.step()
    first._top_up()
    first._take()
    store.jobs.expire(worker.now() + 10**9)
    second = room.worker(FakeRunner())
    for _ in range(40):
        second.step()
    results = [*store.games.results(room.kept.id, GameKind.ladder)]
    assert len({one.id for one in results}) == len(results)
    assert max(Counter(one.opening for one in results).values()) == 2
    done = store.jobs.recent(room.kept.id, JobKind.game, 10_000)
    assert {one.id for one in done if one.state is JobState.done} == {one.id for one in results}


def test_a_frozen_class_plays_no_more_on_the_ladder(store: SqliteClasses) -> None:
    room = make_room(store)
    found = room.worker()
    store.classes.set_state(room.kept.id, ClassState.frozen)
    for _ in range(5):
        found.step()
    assert store.games.count(room.kept.id) == 0


def test_whoever_has_played_enough_rests(
    store: SqliteClasses, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(laddering, "ENOUGH", 12)
    room = make_room(store)
    room.hand_in(0)
    found = room.worker()
    for _ in range(80):
        found.step()
    standing = store.ladders.standing(room.kept.id)
    assert isinstance(standing, Standing)
    (own,) = (row for row in standing.rows if not row.reference)
    assert 12 <= own.games <= 18
    before = store.games.count(room.kept.id)
    for _ in range(5):
        found.step()
    assert store.games.count(room.kept.id) == before


def test_a_program_that_is_gone_is_not_waited_for(store: SqliteClasses) -> None:
    room = make_room(store)
    room.hand_in(0)
    runner = FakeRunner()
    found = room.worker(runner)
    for _ in range(12):
        found.step()
    found._top_up()
    store.versions.forget(room.members[0].id)
    for _ in range(12):
        found.step()
    jobs = store.jobs.recent(room.kept.id, JobKind.game, 1000)
    assert all(one.state is JobState.done for one in jobs)
    assert any(one.result == {"skipped": True} for one in jobs)


def test_a_validation_that_dies_too_often_is_given_up_and_says_so(store: SqliteClasses) -> None:
    room = make_room(store)
    version = room.hand_in(0)
    for _ in range(5):
        job = store.jobs.take("somebody", worker.now(), 10, (JobKind.validate,))
        assert job is not None
        store.jobs.expire(worker.now() + 10**9)
    found = room.worker()
    found.step()
    kept = store.versions.get(version.id)
    assert kept is not None
    assert (kept.state, kept.counts) == (VersionState.stopped, False)
    told = read_validation(kept.report)
    assert told.incident
    assert told.heading is not None
    assert told.heading.key == "core:validation.stop.platform"


def test_a_second_one_on_the_same_classes_is_refused(store: SqliteClasses) -> None:
    workspace = store.directory / worker.WORKSPACE
    workspace.mkdir()
    with locked(workspace), pytest.raises(DuiyiError), worker.working(store, store.directory):
        pass


def test_a_request_is_judged_by_the_rules(store: SqliteClasses) -> None:
    room = make_room(store)
    runner = FakeRunner()
    found = room.worker(runner)
    for _ in range(3):
        found.step()
    game = next(store.games.of_class(room.kept.id))
    request = Review("r", room.kept.id, room.members[0].id, game.id, "Why?", {}, worker.now())
    store.reviews.add(request)
    store.reviews.add(replace(request, id="gone", game="gone"))
    found._due["reviews"] = 0.0
    found.step()
    kept = store.reviews.get("r")
    assert kept is not None
    assert kept.verdict == judged(game.record)
    gone = store.reviews.get("gone")
    assert gone is not None
    assert gone.verdict == {"judged": "unreadable"}
    assert not store.reviews.unjudged(10)
