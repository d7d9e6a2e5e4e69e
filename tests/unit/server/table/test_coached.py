"""Who may hear the coach at a table, and of which decision."""

from __future__ import annotations

import pytest
from tests.unit.server.played import FRIEND, ME, RANDOM, Make, Played, refuses

from duiyi.server.storage.store import Guest


def ask(at: Played, guest: Guest, position: int, token: str | None) -> tuple[str, int]:
    effect = at.table.coached(guest, position, token)
    assert effect.rows == []
    return at.table.spoken_of(guest, position, token)


def test_before_a_decision_of_his_own_somebody_is_warned(make: Make, ann: Guest) -> None:
    at = make(ME, RANDOM)
    assert ask(at, ann, 0, "C3") == ("C3", 0)
    at.play(ann, "C3")
    refuses("hint-later", lambda: ask(at, ann, 0, "C3"))


def test_of_what_was_decided_he_hears_at_his_seat(make: Make, ann: Guest) -> None:
    at = make(RANDOM, ME)
    at.take(at.table.computed(at.table.id, "C3", None, at.now()))
    assert ask(at, ann, 0, None) == ("C3", 1)
    at.play(ann, "C4")
    assert ask(at, ann, 1, None) == ("C4", 1)
    refuses("no-such-position", lambda: ask(at, ann, 2, None))


def test_of_all_his_seats_the_one_that_decides(make: Make, ann: Guest) -> None:
    at = make(ME, ME)
    at.play(ann, "C3")
    at.play(ann, "C4")
    assert ask(at, ann, 1, None) == ("C4", 1)


@pytest.mark.parametrize("token", ["Z9", "C3"])
def test_what_cannot_be_played_is_refused_as_a_move_is(make: Make, ann: Guest, token: str) -> None:
    at = make(ME, ME)
    at.play(ann, "C3")
    refuses("illegal" if token == "C3" else "bad-token", lambda: ask(at, ann, 1, token))


def test_nobody_is_helped_against_people(make: Make, ann: Guest, bob: Guest) -> None:
    at = make(ME, FRIEND, RANDOM)
    refuses("not-running", lambda: ask(at, ann, 0, "C3"))
    at.take(at.table.sit(bob, 1, None, None, 0))
    refuses("hint-unfair", lambda: ask(at, ann, 0, "C3"))


def test_whoever_only_looks_on_hears_nothing(make: Make, ann: Guest, eve: Guest) -> None:
    at = make(ME, RANDOM)
    at.play(ann, "C3")
    refuses("not-your-seat", lambda: ask(at, eve, 0, None))
    refuses("not-your-turn", lambda: ask(at, ann, 1, "C4"))


def test_a_withdrawal_is_no_decision(make: Make, ann: Guest) -> None:
    at = make(ME, RANDOM)
    at.ask(ann, do="resign", seat=0)
    refuses("nothing-to-decide", lambda: ask(at, ann, 0, None))
    refuses("game-over", lambda: ask(at, ann, 1, "C3"))
