"""Signing in: new tokens, hashes only, pauses that grow, one answer for all that is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.unit.classes.cs2 import ANN, BEN, DAY, HERE, NOW, SECRET, Cs2

from duiyi.classes.errors import BadClass, Refused
from duiyi.classes.people import attempts
from duiyi.classes.people.passwords import Passwords
from duiyi.classes.people.sign_in import (
    LASTS,
    SignedIn,
    change_password,
    check_login,
    new_session,
    session_of,
    sign_in,
    sign_out,
)
from duiyi.classes.store.sessions import IDLE, MOST_SESSIONS
from duiyi.classes.store.sqlite import SqliteClasses


def enter(
    cs2: Cs2,
    login: str = ANN.id,
    password: str = SECRET,
    *,
    address: str = HERE,
    now: int = NOW,
    old: str | None = None,
    passwords: Passwords | None = None,
) -> SignedIn:
    chosen = passwords or Passwords(memory=64, passes=1)
    return sign_in(cs2.store, chosen, login, password, address=address, now=now, old=old)


def test_who_has_joined_signs_in_with_any_writing_of_the_name(cs2: Cs2) -> None:
    person, _ = cs2.let_in(ANN)
    for login in (ANN.id, ANN.id.lower(), f" {ANN.id} "):
        signed = enter(cs2, login)
        session = session_of(cs2.store, signed.token, NOW)
        assert session is not None
        assert session.person == person.id


def test_only_the_hash_of_a_token_is_kept(cs2: Cs2, tmp_path: Path) -> None:
    cs2.let_in(ANN)
    token = enter(cs2).token
    cs2.store.database.erase()
    kept = b"".join(
        file.read_bytes() for file in (tmp_path / "classes").rglob("*") if file.is_file()
    )
    assert token.encode() not in kept
    assert SECRET.encode() not in kept
    assert session_of(cs2.store, signed_hash(cs2), NOW) is None, "a hash is no token"


def signed_hash(cs2: Cs2) -> str:
    person = cs2.store.people.by_login(ANN.id.lower())
    assert person is not None
    return cs2.store.sessions.of(person.id)[0].hash


def test_signing_in_ends_the_token_that_was_there_before(cs2: Cs2) -> None:
    """No fixation: whoever planted a token has nothing after its victim has signed in."""
    cs2.let_in(ANN)
    planted = enter(cs2).token
    signed = enter(cs2, old=planted)
    assert signed.token != planted
    assert session_of(cs2.store, planted, NOW) is None
    assert session_of(cs2.store, signed.token, NOW) is not None


def test_sessions_end_one_by_one_and_all(cs2: Cs2) -> None:
    person, _ = cs2.let_in(ANN)
    other, _ = cs2.let_in(BEN)
    one, two, three = (enter(cs2) for _ in range(3))
    theirs = enter(cs2, BEN.id)
    sign_out(cs2.store, one.token)
    assert session_of(cs2.store, one.token, NOW) is None
    assert not cs2.store.sessions.end_one(other.id, two.session.id), "that of somebody else"
    assert cs2.store.sessions.end_one(person.id, two.session.id)
    assert session_of(cs2.store, two.token, NOW) is None
    assert session_of(cs2.store, three.token, NOW) is not None
    assert cs2.store.sessions.end_all(person.id) == 1
    assert session_of(cs2.store, three.token, NOW) is None
    assert session_of(cs2.store, theirs.token, NOW) is not None


def test_sessions_expire_by_age_and_without_use(cs2: Cs2) -> None:
    cs2.let_in(ANN)
    signed = enter(cs2)
    assert session_of(cs2.store, signed.token, NOW + IDLE) is not None
    assert session_of(cs2.store, signed.token, NOW + 2 * IDLE + 1) is None
    for day in range(0, 100, 7):
        found = session_of(cs2.store, signed.token, NOW + day * DAY)
        assert (found is not None) == (day * DAY < LASTS["page"])
    assert cs2.store.sessions.forget(NOW + 200 * DAY) == 1


def test_one_person_has_so_many_sessions_at_most(cs2: Cs2) -> None:
    person, _ = cs2.let_in(ANN)
    signed = [new_session(cs2.store, person.id, NOW + n) for n in range(MOST_SESSIONS + 3)]
    assert len(cs2.store.sessions.of(person.id)) == MOST_SESSIONS
    assert session_of(cs2.store, signed[2].token, NOW) is None
    assert session_of(cs2.store, signed[3].token, NOW) is not None


def test_a_new_password_ends_every_session(cs2: Cs2, passwords: Passwords) -> None:
    person, _ = cs2.let_in(ANN)
    before = enter(cs2)
    after = change_password(cs2.store, passwords, person.id, "another horse", NOW)
    assert session_of(cs2.store, before.token, NOW) is None
    assert session_of(cs2.store, after.token, NOW) is not None
    with pytest.raises(Refused):
        enter(cs2, address="elsewhere")
    enter(cs2, password="another horse", address="elsewhere")


def test_an_old_hash_is_renewed_by_signing_in(cs2: Cs2) -> None:
    person, _ = cs2.let_in(ANN)
    stronger = Passwords(memory=128, passes=1)
    enter(cs2, passwords=stronger)
    found = cs2.store.people.get(person.id)
    assert found is not None
    assert "m=128" in found.password
    enter(cs2, passwords=stronger)


@pytest.mark.parametrize("login", [ANN.id, "nobody", "", "x" * 10_000, "a\x00b"])
def test_every_wrong_name_and_password_gets_the_same_answer(cs2: Cs2, login: str) -> None:
    cs2.let_in(ANN)
    with pytest.raises(Refused) as refused:
        enter(cs2, login, "wrong horse", address=login[:5])
    assert (refused.value.key, refused.value.seconds) == ("sign-in", 0)
    assert str(refused.value) == "name or password is wrong"


def wrong(cs2: Cs2, *, address: str = HERE, now: int = NOW, login: str = ANN.id) -> Refused:
    with pytest.raises(Refused) as refused:
        enter(cs2, login, "wrong horse", address=address, now=now)
    return refused.value


def test_after_five_wrong_tries_pauses_grow(cs2: Cs2) -> None:
    cs2.let_in(ANN)
    assert [wrong(cs2).key for _ in range(5)] == ["sign-in"] * 5
    now, seen = NOW, []
    for _ in range(8):
        refused = wrong(cs2, now=now)
        assert refused.key == "pause"
        seen.append(refused.seconds)
        with pytest.raises(Refused, match="wait"):
            enter(cs2, now=now)
        now += refused.seconds * 1000
        assert wrong(cs2, now=now).key == "sign-in"
    assert seen == sorted(seen)
    assert (seen[0], seen[-1]) == (30, attempts.LONGEST_PAUSE // 1000)


def test_many_tries_at_once_do_not_slip_through_together(cs2: Cs2) -> None:
    """Tries count when they begin: none can be judged before those before it have been counted."""
    tried = attempts.Try("password", HERE, "x")
    for _ in range(attempts.FREE):
        attempts.begin(cs2.store, tried, NOW)
    with pytest.raises(Refused):
        attempts.begin(cs2.store, tried, NOW)


def test_an_own_account_does_not_pay_for_tries_at_others(cs2: Cs2) -> None:
    cs2.let_in(ANN)
    cs2.let_in(BEN)
    for _ in range(attempts.FREE - 1):
        assert wrong(cs2, login=ANN.id).key == "sign-in"
        enter(cs2, BEN.id)
    assert wrong(cs2, login=ANN.id).key == "sign-in"
    assert wrong(cs2, login=ANN.id).key == "pause"


def test_time_forgives(cs2: Cs2) -> None:
    cs2.let_in(ANN)
    now = NOW
    for _ in range(20):
        assert wrong(cs2, now=now).key == "sign-in"
        now += 61_000


def test_one_name_is_guarded_against_many_addresses_and_its_owner_still_comes_in(cs2: Cs2) -> None:
    cs2.let_in(ANN)
    enter(cs2, address="home")
    answers = [wrong(cs2, address=f"address {n}").key for n in range(attempts.FREE_SHARED + 5)]
    assert answers[: attempts.FREE_SHARED] == ["sign-in"] * attempts.FREE_SHARED
    assert answers[-1] == "pause"
    assert enter(cs2, address="home").session.person
    cs2.let_in(BEN)
    assert enter(cs2, BEN.id, address="address 1").session.person


def test_several_processes_share_the_counts(cs2: Cs2, tmp_path: Path) -> None:
    cs2.let_in(ANN)
    other = SqliteClasses(tmp_path / "classes")
    try:
        for _ in range(attempts.FREE):
            wrong(cs2)
        assert wrong(Cs2(other, cs2.made)).key == "pause"
    finally:
        other.close()


def test_neither_addresses_nor_names_are_kept_of_tries(cs2: Cs2, tmp_path: Path) -> None:
    wrong(cs2, address="198.51.100.77", login="somebody-else")
    cs2.store.database.erase()
    kept = (tmp_path / "classes" / "classes.db").read_bytes()
    assert b"198.51.100.77" not in kept
    assert b"somebody-else" not in kept


@pytest.mark.parametrize("login", ["", "a", "a b", "x" * 101, "a\nb"])
def test_what_cannot_be_a_name_is_refused(login: str) -> None:
    assert check_login(" Ann@Example.edu ") == "ann@example.edu"
    with pytest.raises(BadClass):
        check_login(login)
