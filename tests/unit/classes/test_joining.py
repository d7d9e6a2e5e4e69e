"""Coming in: one-time links, codes that can be closed, accounts, guests' games and lessons."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
from tests.unit.classes.cs2 import ANN, BEN, EVE, HERE, NOW, QUICK, SECRET, TEACHER, Cs2, make_cs2

from duiyi.classes.errors import BadClass, Refused
from duiyi.classes.hand_ins import hand_in
from duiyi.classes.people import attempts
from duiyi.classes.people.joining import (
    LINK_LASTS,
    Account,
    close_code,
    invitation,
    join_by_code,
    make_link,
    open_code,
    redeem,
)
from duiyi.classes.people.sign_in import new_session, session_of
from duiyi.classes.removal import release, turn_away
from duiyi.classes.roles import Role
from duiyi.classes.roster import Entry
from duiyi.classes.rows import ClassState, Member, MemberState, Person
from duiyi.classes.store.people import MOST_GUESTS, MOST_LESSONS
from duiyi.classes.store.sqlite import SqliteClasses

NEW = Account(login="ann", password=SECRET)
STRANGER = Entry("X999", "Somebody Else", "")


def by_link(cs2: Cs2, token: str, account: Account = NEW, now: int = NOW) -> Member:
    return redeem(cs2.store, QUICK, token, account, HERE, now)[1]


def by_code(
    cs2: Cs2, code: str, entry: Entry = ANN, account: Account = NEW, address: str = HERE
) -> tuple[Person, Member]:
    return join_by_code(cs2.store, QUICK, code, entry, account, address, NOW)


def test_the_teachers_link_makes_the_teacher(cs2: Cs2) -> None:
    shown = invitation(cs2.store, cs2.made.link, NOW)
    assert (shown.joined.slug, shown.member.student, shown.resets) == ("cs2", TEACHER.id, False)
    member = by_link(cs2, cs2.made.link)
    assert (member.role, member.state) == (Role.teacher, MemberState.joined)


def test_a_link_is_used_once(cs2: Cs2) -> None:
    token = make_link(cs2.store, cs2.member(ANN), NOW)
    member = by_link(cs2, token)
    assert (member.id, member.state) == (cs2.member(ANN).id, MemberState.joined)
    for again in (NEW, Account(login="other", password=SECRET)):
        with pytest.raises(Refused) as refused:
            by_link(cs2, token, again)
        assert refused.value.key == "link"


def test_of_many_who_use_a_link_at_once_one_comes_in(cs2: Cs2, tmp_path: Path) -> None:
    token = make_link(cs2.store, cs2.member(ANN), NOW)
    stores = [SqliteClasses(tmp_path / "classes") for _ in range(6)]
    inside: list[str] = []
    refused: list[str] = []
    gate = threading.Barrier(len(stores))

    def use(number: int) -> None:
        account = Account(login=f"person-{number}", password=SECRET)
        gate.wait()
        try:
            person, _ = redeem(stores[number], QUICK, token, account, str(number), NOW)
            inside.append(person.id)
        except Refused as error:
            refused.append(error.key)

    threads = [threading.Thread(target=use, args=(number,)) for number in range(len(stores))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for one in stores:
        one.close()
    assert (len(inside), refused) == (1, ["link"] * 5)
    assert cs2.member(ANN).person == inside[0]
    accounts = cs2.store.database.rows("SELECT id FROM person")
    assert accounts == [(inside[0],)], "who was refused has left no account behind"


@pytest.mark.parametrize("token", ["", "invented", "x" * 100_000])
def test_used_expired_replaced_and_invented_links_get_one_answer(cs2: Cs2, token: str) -> None:
    old = make_link(cs2.store, cs2.member(ANN), NOW)
    current = make_link(cs2.store, cs2.member(ANN), NOW)
    for wrong, now in ((token, NOW), (old, NOW), (current, NOW + LINK_LASTS)):
        with pytest.raises(Refused) as refused:
            invitation(cs2.store, wrong, now)
        assert (refused.value.key, refused.value.seconds) == ("link", 0)
    assert invitation(cs2.store, current, NOW + LINK_LASTS - 1).member == cs2.member(ANN)


def test_who_has_an_account_shows_its_password_or_is_signed_in(cs2: Cs2) -> None:
    person, _ = cs2.let_in(ANN)
    other = make_cs2(cs2.store, "cs3")
    token = make_link(cs2.store, other.member(ANN), NOW)
    with pytest.raises(Refused) as refused:
        by_link(cs2, token, Account(login=ANN.id, password="wrong horse"))
    assert refused.value.key == "sign-in"
    assert by_link(cs2, token, Account(login=ANN.id, password=SECRET)).person == person.id
    third = make_cs2(cs2.store, "cs4")
    token = make_link(cs2.store, third.member(ANN), NOW)
    assert by_link(cs2, token, Account(person=person.id)).person == person.id
    assert [one.slug for one in cs2.store.classes.of_person(person.id)] == ["cs2", "cs3", "cs4"]


def test_a_short_password_uses_no_link_up(cs2: Cs2) -> None:
    token = make_link(cs2.store, cs2.member(ANN), NOW)
    with pytest.raises(BadClass):
        by_link(cs2, token, Account(login="ann", password="short"))
    by_link(cs2, token)


def test_one_account_is_in_a_class_once(cs2: Cs2) -> None:
    person, _ = cs2.let_in(ANN)
    token = make_link(cs2.store, cs2.member(BEN), NOW)
    with pytest.raises(BadClass) as refused:
        by_link(cs2, token, Account(person=person.id))
    assert refused.value.key == "joined-already"
    assert cs2.member(BEN).state is MemberState.invited
    by_link(cs2, token, Account(login="ben", password=SECRET))


def test_a_forgotten_password_is_set_anew_by_a_link_and_ends_sessions(cs2: Cs2) -> None:
    person, member = cs2.let_in(ANN)
    session = new_session(cs2.store, person.id, NOW)
    token = make_link(cs2.store, member, NOW)
    assert invitation(cs2.store, token, NOW).resets
    by_link(cs2, token, Account(password="another horse"))
    found = cs2.store.people.get(person.id)
    assert found is not None
    assert QUICK.verify(found.password, "another horse").right
    assert session_of(cs2.store, session.token, NOW) is None


def test_a_teachers_link_does_not_open_what_a_student_has_elsewhere(cs2: Cs2) -> None:
    person, member = cs2.let_in(ANN)
    token = make_link(cs2.store, member, NOW)
    other = make_cs2(cs2.store, "cs3")
    by_link(cs2, make_link(cs2.store, other.member(ANN), NOW), Account(person=person.id))
    for attempt in (
        lambda: make_link(cs2.store, member, NOW),
        lambda: by_link(cs2, token, Account(password="another horse")),
    ):
        with pytest.raises(BadClass) as refused:
            attempt()
        assert refused.value.key == "reset-elsewhere"


def test_by_code_somebody_of_the_roster_is_in_at_once(cs2: Cs2) -> None:
    _, member = by_code(cs2, cs2.made.code.lower())
    assert (member.id, member.state) == (cs2.member(ANN).id, MemberState.joined)
    assert member.name == ANN.name, "what the roster says counts, not what was typed"


def test_by_code_all_others_wait_and_learn_nothing(cs2: Cs2) -> None:
    """Somebody who is in already, somebody who is not on the roster: the same answer."""
    cs2.let_in(BEN)
    _, unknown = by_code(cs2, cs2.made.code, STRANGER)
    _, taken = by_code(cs2, cs2.made.code, BEN, Account(login="thief", password=SECRET))
    _, staff = by_code(cs2, cs2.made.code, TEACHER, Account(login="thief2", password=SECRET))
    for member in (unknown, taken, staff):
        assert (member.state, member.role) == (MemberState.waiting, Role.student)
    assert cs2.store.classes.of_person(str(taken.person)) == ()
    with pytest.raises(BadClass):
        hand_in(cs2.store, cs2.joined, unknown, b"int main;", NOW)


def test_the_teacher_admits_or_turns_away(cs2: Cs2) -> None:
    _, waiting = by_code(cs2, cs2.made.code, STRANGER)
    cs2.store.members.admit(waiting.id)
    assert cs2.member(STRANGER).state is MemberState.joined
    with pytest.raises(BadClass):
        cs2.store.members.admit(waiting.id)
    cs2.let_in(BEN)
    _, thief = by_code(cs2, cs2.made.code, BEN, Account(login="thief", password=SECRET))
    with pytest.raises(BadClass):
        cs2.store.members.admit(thief.id)
    turn_away(cs2.store, thief, "teacher", NOW)
    assert cs2.store.members.get(thief.id) is None
    assert cs2.store.people.by_login("thief") is None, "an account in no class is nobody's"
    with pytest.raises(BadClass):
        turn_away(cs2.store, cs2.member(BEN), "teacher", NOW)


def test_nobody_becomes_a_teacher_by_being_admitted(cs2: Cs2) -> None:
    _, waiting = by_code(cs2, cs2.made.code, TEACHER)
    with pytest.raises(BadClass):
        cs2.store.members.admit(waiting.id)
    teacher = cs2.member(TEACHER)
    assert (teacher.person, teacher.state) == (None, MemberState.invited)


def test_who_waits_for_a_place_on_the_roster_takes_it_when_it_is_free_again(cs2: Cs2) -> None:
    thief, member = by_code(cs2, cs2.made.code, EVE)
    right, waiting = by_code(cs2, cs2.made.code, EVE, Account(login="eve", password=SECRET))
    release(cs2.store, member, "teacher", NOW)
    with pytest.raises(BadClass):
        release(cs2.store, member, "teacher", NOW)
    cs2.store.members.admit(waiting.id)
    found = cs2.member(EVE)
    assert (found.person, found.name) == (right.id, EVE.name)
    assert cs2.store.people.get(thief.id) is None


def test_wrong_closed_replaced_and_malformed_codes_get_one_answer(cs2: Cs2) -> None:
    old = cs2.made.code
    new = open_code(cs2.store, cs2.joined.id)
    codes = [old, "AAAAAAAA", "", "no code at all"]
    close_code(cs2.store, cs2.joined.id)
    for number, code in enumerate([*codes, new]):
        with pytest.raises(Refused) as refused:
            by_code(cs2, code, address=f"address {number}")
        assert (refused.value.key, refused.value.seconds) == ("code", 0)
    assert cs2.store.database.rows("SELECT count(*) FROM person") == [(0,)]


def test_nobody_joins_a_closed_class_by_its_code(cs2: Cs2) -> None:
    cs2.store.classes.set_state(cs2.joined.id, ClassState.closed)
    with pytest.raises(Refused) as refused:
        by_code(cs2, cs2.made.code)
    assert refused.value.key == "code"


def test_codes_cannot_be_tried_one_after_the_other(cs2: Cs2) -> None:
    for _ in range(attempts.FREE):
        with pytest.raises(Refused, match="code"):
            by_code(cs2, "AAAAAAAA")
    with pytest.raises(Refused, match="wait 30 seconds"):
        by_code(cs2, cs2.made.code)
    by_code(cs2, cs2.made.code, address="elsewhere")


def test_a_stranger_with_the_code_cannot_fill_the_class(
    cs2: Cs2, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("duiyi.classes.store.members.MOST_WAITING", 3)
    for number in range(3):
        account = Account(login=f"flood-{number}", password=SECRET)
        by_code(cs2, cs2.made.code, STRANGER, account)
    with pytest.raises(BadClass) as refused:
        by_code(cs2, cs2.made.code, STRANGER, Account(login="flood-3", password=SECRET))
    assert refused.value.key == "many-waiting"
    assert cs2.store.people.by_login("flood-3") is None
    by_code(cs2, cs2.made.code, ANN)


def test_a_later_roster_updates_and_never_removes(cs2: Cs2) -> None:
    cs2.let_in(ANN)
    before = {member.id: member.pseudonym for member in cs2.store.members.of_class(cs2.joined.id)}
    later = (Entry("b10000001", "王大明", ""), Entry("B10000009", "New One", ""))
    assert cs2.store.members.put_roster(cs2.joined.id, later, NOW) == (1, 1)
    assert cs2.store.members.put_roster(cs2.joined.id, later, NOW) == (0, 0)
    ann = cs2.member(ANN)
    assert (ann.name, ann.email, ann.state) == ("王大明", ANN.email, MemberState.joined)
    after = {member.id: member.pseudonym for member in cs2.store.members.of_class(cs2.joined.id)}
    assert before.items() <= after.items()
    assert len(after) == len(before) + 1
    assert len({*after.values()}) == len(after)


def test_guest_games_and_lessons_come_along_once(cs2: Cs2) -> None:
    ann, _ = cs2.let_in(ANN)
    ben, _ = cs2.let_in(BEN)
    people = cs2.store.people
    assert people.bring(ann.id, "guest-1", ["tzaar/1", "tzaar/2", "tzaar/1", "", "x" * 101], NOW)
    assert not people.bring(ben.id, "guest-1", [], NOW), "a guest is one person's"
    assert (people.guests(ann.id), people.guests(ben.id)) == (("guest-1",), ())
    assert people.lessons(ann.id) == ("tzaar/1", "tzaar/2")
    for number in range(2, MOST_GUESTS + 5):
        people.bring(ann.id, f"guest-{number}", [], NOW)
    people.bring(ann.id, None, (f"lesson {n}" for n in range(MOST_LESSONS + 10)), NOW)
    assert len(people.guests(ann.id)) == MOST_GUESTS
    assert len(people.lessons(ann.id)) == MOST_LESSONS


@pytest.mark.parametrize("slug", ["", "CS2", "a b", "-cs", "cs-", "x" * 41, "c/s", "班"])
def test_what_cannot_stand_in_an_address_is_refused(store: SqliteClasses, slug: str) -> None:
    with pytest.raises(BadClass) as refused:
        make_cs2(store, slug)
    assert refused.value.key == "slug"
    assert store.classes.all() == ()


def test_a_class_that_exists_is_not_made_again(cs2: Cs2) -> None:
    with pytest.raises(BadClass) as refused:
        make_cs2(cs2.store)
    assert refused.value.key == "slug-taken"
    assert len(cs2.store.members.of_class(cs2.joined.id)) == 4
