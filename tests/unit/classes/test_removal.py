"""Deletion: afterwards neither the database nor any file has a word of who it was."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest
from tests.unit.classes.cs2 import ANN, BEN, EVE, HERE, NOW, QUICK, Cs2, make_cs2

from duiyi.classes.errors import BadClass
from duiyi.classes.people.devices import ask, decide, waiting
from duiyi.classes.people.joining import Account, make_link, redeem
from duiyi.classes.people.sign_in import new_session, session_of
from duiyi.classes.people.tokens import new_id
from duiyi.classes.removal import delete_class, delete_member, delete_person
from duiyi.classes.roster import Entry
from duiyi.classes.rows import MemberState, Person, Review, Version
from duiyi.classes.store.database import NotErased
from duiyi.classes.store.sqlite import SqliteClasses

SOURCE = b"/* by Wang Xiaoming, my own secret plan */ int main;"
SAID = "stderr of Wang Xiaoming: thinking hard"
ASKED = "my program was right, says Wang Xiaoming"
REPORT = '{"compiler": "warning: Wang Xiaoming"}'
TRACES = (
    *(ANN.id, ANN.id.lower(), ANN.name, ANN.email, "Xiaoming", "ann-the-login", "guest-of-ann"),
    "lesson-of-ann",
)


def traces(cs2: Cs2) -> list[str]:
    """Which traces are left, in any file of the directory."""
    kept = b"\n".join(
        file.name.encode() + b"\n" + file.read_bytes()
        for file in sorted(cs2.store.directory.rglob("*"))
        if file.is_file()
    )
    return [trace for trace in TRACES if trace.encode() in kept]


def live(cs2: Cs2) -> tuple[Person, Version, Version]:
    """Ann does everything that leaves traces; Ben plays against her."""
    token = make_link(cs2.store, cs2.member(ANN), NOW)
    account = Account(login="ann-the-login", password="correct horse")
    ann, member = redeem(cs2.store, QUICK, token, account, HERE, NOW)
    cs2.let_in(BEN)
    cs2.store.people.bring(ann.id, "guest-of-ann", ["lesson-of-ann"], NOW)
    new_session(cs2.store, ann.id, NOW, label="Wang Xiaoming's phone")
    asked = ask(cs2.store, "Xiaoming's laptop", NOW)
    decide(cs2.store, waiting(cs2.store, asked.code, HERE, NOW), ann.id, True, NOW)
    mine = cs2.store.versions.passed(cs2.hand_in(ANN, SOURCE).id, REPORT)
    stopped = cs2.hand_in(ANN, SOURCE + b"2")
    cs2.store.versions.stop(stopped.id, "compiled", counts=False, report=REPORT)
    job = cs2.store.jobs.take("worker", NOW, 10)
    assert job is not None
    cs2.store.jobs.finish(job, NOW, {"report": REPORT})
    theirs = cs2.active(BEN, b"bens own source")
    game = cs2.play(mine, theirs, stderr=SAID, record="moves of both")
    review = Review(new_id(), cs2.joined.id, member.id, game.id, ASKED, {}, NOW)
    cs2.store.reviews.add(review)
    cs2.store.reviews.answer(review.id, "no, Wang Xiaoming", "teacher", NOW)
    cs2.store.database.erase()
    assert traces(cs2) == [*TRACES], "there is something to be deleted"
    return ann, mine, theirs


def test_of_a_deleted_class_nothing_is_left(cs2: Cs2) -> None:
    live(cs2)
    delete_class(cs2.store, cs2.joined)
    assert traces(cs2) == []
    assert [*cs2.store.uploads.directory.iterdir()] == []
    tables = [name for (name,) in cs2.store.database.rows(ALL_TABLES)]
    counts = {
        name: cs2.store.database.rows(f"SELECT count(*) FROM {name}")[0][0] for name in tables
    }
    left = {name: count for name, count in counts.items() if count}
    assert {*left} <= {"setting", "attempt", "sqlite_sequence"}


ALL_TABLES = "SELECT name FROM sqlite_schema WHERE type = 'table'"


def test_a_class_beside_it_stays_whole(cs2: Cs2) -> None:
    other = make_cs2(cs2.store, "cs3")
    other.let_in(EVE)
    version = other.active(EVE, b"eves source")
    other.play(version, version)
    live(cs2)
    delete_class(cs2.store, cs2.joined)
    assert other.store.versions.get(version.id) == version
    assert other.store.uploads.read(version.sha256) == b"eves source"
    assert other.store.games.count(other.joined.id) == 1
    assert other.member(EVE).state is MemberState.joined


@pytest.mark.parametrize("how", ["member", "person"])
def test_of_a_deleted_person_only_moves_under_the_pseudonym_are_left(cs2: Cs2, how: str) -> None:
    ann, mine, theirs = live(cs2)
    member = cs2.member(ANN)
    session = new_session(cs2.store, ann.id, NOW)
    if how == "member":
        delete_member(cs2.store, member, "teacher", NOW)
    else:
        delete_person(cs2.store, ann.id, "operator", NOW)
    assert traces(cs2) == []
    assert session_of(cs2.store, session.token, NOW) is None
    left = cs2.store.members.get(member.id)
    assert left is not None
    assert (left.state, left.pseudonym) == (MemberState.removed, member.pseudonym)
    assert (left.student, left.name, left.email, left.person) == ("", "", "", None)
    (game,) = cs2.store.games.of_version(theirs.id)
    assert (game.seats, game.record) == ((mine.id, theirs.id), "moves of both")
    assert game.stderr == [[], [[1, "theirs"]]], "only the own program's words are gone"
    assert theirs in cs2.store.versions.active(cs2.joined.id)
    assert mine.id not in [one.id for one in cs2.store.versions.active(cs2.joined.id)]
    assert cs2.store.uploads.read(theirs.sha256) == b"bens own source"


def test_who_is_in_another_class_keeps_the_account(cs2: Cs2) -> None:
    ann, _, _ = live(cs2)
    other = make_cs2(cs2.store, "cs3")
    token = make_link(cs2.store, other.member(ANN), NOW)
    redeem(cs2.store, QUICK, token, Account(person=ann.id), HERE, NOW)
    delete_member(cs2.store, cs2.member(ANN), "teacher", NOW)
    assert cs2.store.people.get(ann.id) is not None
    assert [one.slug for one in cs2.store.classes.of_person(ann.id)] == ["cs3"]
    delete_person(cs2.store, ann.id, "operator", NOW)
    assert traces(cs2) == []
    with pytest.raises(BadClass):
        delete_person(cs2.store, ann.id, "operator", NOW)


def test_who_was_deleted_can_come_anew(cs2: Cs2) -> None:
    live(cs2)
    before = cs2.member(ANN)
    delete_member(cs2.store, before, "teacher", NOW)
    assert cs2.store.members.put_roster(cs2.joined.id, [ANN], NOW) == (1, 0)
    _, member = cs2.let_in(ANN)
    assert member.id != before.id
    assert member.pseudonym != before.pseudonym
    assert cs2.store.versions.of_member(member.id) == ()


def test_a_worker_at_work_for_somebody_deleted_changes_nothing(cs2: Cs2) -> None:
    live(cs2)
    cs2.hand_in(ANN)
    while (job := cs2.store.jobs.take("worker", NOW, 10)) and job.member != cs2.member(ANN).id:
        pass
    assert job is not None
    delete_member(cs2.store, cs2.member(ANN), "teacher", NOW)
    assert cs2.store.jobs.get(job.id) is None


def test_many_rows_that_come_and_go_leave_no_word(cs2: Cs2) -> None:
    """Pages split, merge and are used again on the way."""
    chance = random.Random(7)
    store, class_id = cs2.store, cs2.joined.id
    people = [
        Entry(f"Xiaoming{n}", f"Xiaoming {n} " + "x" * chance.randrange(150), "")
        for n in range(400)
    ]
    chance.shuffle(people)
    with store.transaction():
        store.members.put_roster(class_id, people, NOW)
        for entry in people[::3]:
            store.members.put_roster(class_id, [replace(entry, name="y" * 90)], NOW)
    chance.shuffle(people)
    with store.transaction():
        for entry in people:
            member = store.members.by_student(class_id, entry.id)
            assert member is not None
            store.members.forget(member.id)
    store.erase()
    assert traces(cs2) == [ANN.id, ANN.id.lower(), ANN.name, ANN.email], "who is still there"


def test_a_reader_that_stays_is_told(
    cs2: Cs2, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("duiyi.classes.store.database.ERASE_TRIES", 1)
    monkeypatch.setattr("duiyi.classes.store.database.WAIT_MILLISECONDS", 50)
    live(cs2)
    store, reader = (SqliteClasses(tmp_path / "classes") for _ in range(2))
    reading = reader.database._writer
    reading.execute("BEGIN; SELECT count(*) FROM member")
    with pytest.raises(NotErased):
        delete_class(store, cs2.joined)
    reading.execute("COMMIT")
    store.erase()
    assert traces(cs2) == []
    store.close()
    reader.close()
