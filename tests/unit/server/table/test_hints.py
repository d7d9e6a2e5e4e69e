"""Who may have a hint at a table, and that it is written down."""

from __future__ import annotations

import pytest
from tests.unit.server.played import FRIEND, ME, RANDOM, Make, Played, refuses, same

from duiyi.server.storage.store import Guest
from duiyi.server.table.effects import Effect
from duiyi.server.table.table import Rematched


def hint(at: Played, guest: Guest, position: int) -> Effect:
    return at.take(at.table.hint(guest, position, at.now()))


def hinted(at: Played) -> list[bool]:
    return [sitting.hinted for sitting in at.table.sittings]


def test_against_a_computer_a_hint_is_had_and_written_down_once(make: Make, ann: Guest) -> None:
    at = make(ME, RANDOM)
    id = at.table.id
    first = hint(at, ann, 0)
    assert [row.kind for row in first.rows] == ["hint"]
    assert first.seats
    assert hinted(at) == [True, False]
    assert at.table.id == id
    again = hint(at, ann, 0)
    assert (again.rows, again.seats) == ([], False)
    same(at.table, at.again())


def test_alone_at_both_seats_each_has_its_own(make: Make, ann: Guest) -> None:
    at = make(ME, ME)
    at.play(ann)
    hint(at, ann, 1)
    assert hinted(at) == [False, True]


def test_against_another_person_there_are_no_hints(make: Make, ann: Guest, bob: Guest) -> None:
    at = make(ME, FRIEND, RANDOM)
    refuses("not-running", lambda: hint(at, ann, 0))
    at.take(at.table.sit(bob, 1, None, None, 0))
    refuses("hint-unfair", lambda: hint(at, ann, 0))
    assert at.rows[-1].kind == "start"


def test_whoever_shares_only_one_of_the_seats_is_another_person(
    make: Make, ann: Guest, bob: Guest
) -> None:
    at = make(ME, ME)
    at.take(at.table.sit(bob, None, at.table.secrets(ann)["1"], None, 0))
    refuses("hint-unfair", lambda: hint(at, ann, 0))
    at.play(ann)
    refuses("hint-unfair", lambda: hint(at, bob, 1))


def test_a_second_device_at_the_same_seat_does_no_harm(make: Make, ann: Guest, bob: Guest) -> None:
    at = make(ME, RANDOM)
    hint(at, ann, 0)
    at.take(at.table.sit(bob, None, at.table.secrets(ann)["0"], None, 0))
    hint(at, bob, 0)
    assert hinted(at) == [True, False]
    same(at.table, at.again())


def test_only_whoever_decides_has_a_hint_and_only_for_now(
    make: Make, ann: Guest, eve: Guest
) -> None:
    at = make(ME, RANDOM)
    refuses("not-your-seat", lambda: hint(at, eve, 0))
    refuses("no-such-position", lambda: hint(at, ann, 1))
    at.play(ann)
    refuses("not-your-turn", lambda: hint(at, ann, 1))
    refuses("hint-later", lambda: hint(at, ann, 0))


@pytest.mark.parametrize("seats", [(ME, ME), (ME, RANDOM)])
def test_after_the_end_everybody_may_ask_about_every_decision(
    make: Make, ann: Guest, eve: Guest, seats: tuple[object, ...]
) -> None:
    at = make(*seats)
    at.play(ann, "C3")
    at.ask(ann, do="resign", seat=0)
    for position in (0, 1):
        assert hint(at, ann, position).rows == []
        assert hint(at, eve, position).rows == []
    refuses("nothing-to-decide", lambda: hint(at, eve, 2))
    refuses("no-such-position", lambda: hint(at, eve, 3))
    assert hinted(at) == [False, False]


def test_a_rematch_begins_without_hints(make: Make, ann: Guest) -> None:
    at = make(ME, RANDOM)
    hint(at, ann, 0)
    at.ask(ann, do="resign", seat=0)
    effect = at.ask(ann, do="rematch", seat=0)
    assert isinstance(effect, Rematched)
    assert [sitting.hinted for sitting in effect.born.sittings] == [False, False]


def test_every_undo_begins_another_branch(make: Make, ann: Guest) -> None:
    at = make(ME, ME)
    seen = {at.table.summary().branch}
    for _ in range(3):
        at.play(ann)
        at.ask(ann, do="undo", seat=0)
        assert at.again().summary().branch == at.table.summary().branch
        seen.add(at.table.summary().branch)
    assert len(seen) == 4
