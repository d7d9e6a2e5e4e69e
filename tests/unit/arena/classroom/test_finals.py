"""A final at work: frozen versions, every game of the schedule once, what is drawn stays drawn."""

from __future__ import annotations

from collections import Counter

import pytest
from tests.unit.arena.classroom.room import FakeRunner, Room, make_room

from duiyi.arena.classroom.work import finals, laddering, worker
from duiyi.classes.errors import BadClass
from duiyi.classes.final import Final, final_of, freeze
from duiyi.classes.hand_ins import hand_in
from duiyi.classes.rows import ClassState, GameKind, JobKind, JobState
from duiyi.classes.store.sqlite import SqliteClasses

MEMBERS = 4


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "IDLE", 0.0)
    monkeypatch.setattr(laddering, "PAUSE", 0.0)
    monkeypatch.setattr(finals, "PAUSE", 0.0)
    monkeypatch.setattr(finals, "SHARE", 0)


@pytest.fixture
def room(store: SqliteClasses) -> Room:
    """Everybody but the last has an active version."""
    made = make_room(store, MEMBERS + 1)
    for at in range(MEMBERS):
        version = made.hand_in(at)
        store.versions.passed(version.id, version.report)
    for job in store.jobs.recent(made.kept.id, JobKind.validate, 100):
        taken = store.jobs.take("test", worker.now(), 10)
        assert taken is not None, job
        store.jobs.finish(taken, worker.now(), {})
    return made


def begun(room: Room, games: int = 2) -> Final:
    return freeze(room.store, room.kept, games, "teacher", worker.now())


def finished(room: Room) -> Final:
    found = final_of(room.store, room.kept.id)
    assert found is not None
    assert found.finished
    return found


def test_everybody_meets_everybody_and_the_stronger_are_first(room: Room) -> None:
    begun(room)
    runner = FakeRunner(places=8)
    found = room.worker(runner)
    steps = 0
    while not (final_of(room.store, room.kept.id) or begun(room)).finished:
        found.step()
        steps += 1
        assert steps < 2_000
    final = finished(room)
    results = [*room.store.games.results(room.kept.id, GameKind.final)]
    assert final.played == final.of == len(results) == len({one.opening for one in results})
    pairs = Counter(tuple(sorted(one.seats)) for one in results)
    assert len(pairs) == MEMBERS * (MEMBERS - 1) // 2
    assert min(pairs.values()) >= 2
    # Whoever is first in the alphabet wins: with enough games that is the order.
    pseudonyms = {
        version.id: member.pseudonym
        for version in room.store.versions.of_class(room.kept.id)
        for member in room.members
        if member.id == version.member
    }
    order = [pseudonyms[row.name] for row in final.rows]
    assert order == sorted(order)
    assert [row.place for row in final.rows] == sorted(row.place for row in final.rows)
    assert len(final.certainties) == MEMBERS - 1
    assert not [*room.store.games.results(room.kept.id, GameKind.ladder)]


def test_one_that_is_killed_is_gone_on_with(room: Room) -> None:
    begun(room)
    first = room.worker(FakeRunner(places=3))
    for _ in range(8):
        first.step()
    before = final_of(room.store, room.kept.id)
    assert before is not None
    assert before.rounds
    first._top_up()
    first._take()
    room.store.jobs.expire(worker.now() + 10**9)
    second = room.worker(FakeRunner(places=8))
    for _ in range(400):
        second.step()
    final = finished(room)
    assert final.rounds[: len(before.rounds)] == before.rounds
    results = [*room.store.games.results(room.kept.id, GameKind.final)]
    assert len(results) == len({one.opening for one in results}) == final.of


def test_a_game_that_failed_too_often_is_tried_again_later(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(finals, "PATIENCE", 0)
    begun(room)
    found = room.worker(FakeRunner(places=8))
    found._top_up()
    while not room.store.jobs.dead(JobKind.final):
        assert room.store.jobs.take("somebody", worker.now(), 10, (JobKind.final,)) is not None
        room.store.jobs.expire(worker.now() + 10**9)
    jobs = room.store.jobs.recent(room.kept.id, JobKind.final, 100)
    assert any(one.state is JobState.dead for one in jobs)
    for _ in range(400):
        found.step()
    finished(room)
    jobs = room.store.jobs.recent(room.kept.id, JobKind.final, 10_000)
    assert {one.state for one in jobs} == {JobState.done}


def test_a_frozen_class_takes_nothing_and_is_frozen_once(room: Room) -> None:
    begun(room)
    kept = room.store.classes.get(room.kept.id)
    assert kept is not None
    assert kept.state is ClassState.frozen
    with pytest.raises(BadClass):
        hand_in(room.store, kept, room.members[0], b"late", worker.now(), "bot.c")
    with pytest.raises(BadClass):
        begun(room)


@pytest.mark.parametrize("games", [0, 1, 3, 102])
def test_games_are_whole_rotations(room: Room, games: int) -> None:
    with pytest.raises(BadClass):
        begun(room, games)
    kept = room.store.classes.get(room.kept.id)
    assert kept is not None
    assert kept.state is ClassState.open


def test_nobody_plays_a_final_alone(store: SqliteClasses) -> None:
    room = make_room(store)
    with pytest.raises(BadClass):
        begun(room)
