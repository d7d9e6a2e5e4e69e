"""Tables before the first move: how they are made, who sits down, when they begin."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec
import pytest
from tests.unit.server.played import FRIEND, ME, RANDOM, Make, refuses, same

from duiyi.core import game
from duiyi.server.storage.store import Guest
from duiyi.server.table import creation
from duiyi.server.table.randomness import Randomness
from duiyi.server.wire import Clock, NewSeat, NewTable


def test_a_table_begins_when_all_seats_are_taken(make: Make, ann: Guest, bob: Guest) -> None:
    at = make(ME, FRIEND)
    assert at.table.summary().status == "waiting"
    refuses("not-running", lambda: at.play(ann))
    effect = at.take(at.table.sit(bob, None, None, None, at.now()))
    assert at.table.status == "running"
    assert effect.anew
    assert effect.seats
    assert [row.kind for row in at.rows] == ["make", "sit", "start"]
    assert at.table.id == 3


def test_a_secret_takes_its_seat_and_works_on_another_device(
    make: Make, ann: Guest, bob: Guest, eve: Guest
) -> None:
    at = make(ME, FRIEND, public=False)
    secret = at.table.secrets(ann)["1"]
    refuses("by-link-only", lambda: at.table.sit(bob, 1, None, None, 0))
    refuses("wrong-secret", lambda: at.table.sit(bob, None, "x" * 24, None, 0))
    at.table.sit(bob, None, secret, "Bobby", 0)
    at.table.sit(eve, None, secret, "Eve", 0)
    sitting = at.table.sittings[1]
    assert sitting.holders == (bob.id, eve.id)
    assert sitting.name == "Bobby"
    assert at.table.secrets(eve) == {"1": secret}
    assert {*at.table.secrets(ann)} == {"0"}


def test_taken_seats_and_strange_seats_are_refused(make: Make, ann: Guest, bob: Guest) -> None:
    at = make(ME, RANDOM, FRIEND)
    refuses("seat-taken", lambda: at.table.sit(bob, 0, None, None, 0))
    refuses("seat-taken", lambda: at.table.sit(bob, 1, None, None, 0))
    refuses("no-such-seat", lambda: at.table.sit(bob, 3, None, None, 0))
    assert not at.table.sit(ann, 0, None, None, 0).rows


def test_leaving_frees_a_seat_only_before_the_start(make: Make, ann: Guest, bob: Guest) -> None:
    at = make(ME, FRIEND, FRIEND)
    at.take(at.table.sit(bob, 1, None, None, 0))
    at.take(at.table.leave(bob, 0))
    assert at.table.sittings[1].open
    assert at.table.sittings[1].name == ""
    same(at.table, at.again())
    at.take(at.table.sit(bob, 1, None, None, 0))
    at.take(at.table.sit(bob, 2, None, None, 0))
    refuses("has-begun", lambda: at.table.leave(bob, 0))


def test_a_table_left_by_its_maker_alone_is_given_up(make: Make, ann: Guest, bob: Guest) -> None:
    at = make(ME, FRIEND)
    at.take(at.table.leave(ann, 0))
    assert at.table.status == "finished"
    assert at.again().status == "finished"
    refuses("game-over", lambda: at.table.sit(bob, 0, None, None, 0))


@pytest.mark.parametrize(
    ("change", "code", "field"),
    [
        ({"game": "chess"}, "bad-options", "game"),
        ({"seats": [ME]}, "bad-options", "seats"),
        ({"seats": [ME] * 9}, "bad-options", "seats"),
        ({"options": {"colour": 1}}, "bad-options", "colour"),
        ({"game": "relati", "options": {"cannon": 3}}, "bad-options", "cannon"),
        ({"seats": [ME, NewSeat("computer", "deep")]}, "bad-options", "seats.1.player"),
        ({"clock": Clock("turn", 0)}, "bad-clock", "clock"),
        ({"start": "nonsense"}, "bad-position", "start"),
        ({"seats": [ME, NewSeat("me", name="\x07")]}, "bad-name", "name"),
    ],
)
def test_impossible_tables_are_refused(
    change: dict[str, Any], code: str, field: str, ann: Guest, randomness: Randomness
) -> None:
    possible = NewTable("relati-classic", {}, [ME, ME], Clock(), True, True)
    creation.first_row(possible, ann, randomness)
    new = msgspec.structs.replace(possible, **change)
    error = refuses(code, lambda: creation.first_row(new, ann, randomness))
    assert error.field == field


def test_a_table_may_begin_in_a_position(make: Make, ann: Guest) -> None:
    state = game("relati-classic").start(2).play("C3").play("A1")
    at = make(ME, ME, start=state.dump())
    assert at.table.state == state
    refuses("illegal", lambda: at.play(ann, "E5"))
    at.play(ann, "C4")
    same(at.table, at.again())
    assert at.table.record_of(at.table.history.copy()).start == state.dump()


def test_a_seed_that_is_not_given_is_drawn(make: Make) -> None:
    setup = {"setup": "random"}
    tables = [make(ME, ME, name="tzaar", options=setup).table for _ in range(2)]
    assert tables[0].state != tables[1].state
    given = make(ME, ME, name="tzaar", options={**setup, "seed": 7}).table
    assert given.state == game("tzaar").start(2, setup="random", seed=7)


def test_who_sits_where_is_drawn_by_lot_where_that_is_wanted(make: Make, ann: Guest) -> None:
    """Each order about as often as the others; without it, as listed."""
    orders = Counter(
        tuple(sitting.name for sitting in make(ME, FRIEND, RANDOM, lot=True).table.sittings)
        for _ in range(300)
    )
    assert len(orders) == 6
    assert min(orders.values()) >= 25
    listed = make(ME, FRIEND, RANDOM).table.sittings
    assert [sitting.name for sitting in listed] == ["Ann", "", "random"]
    refused = refuses("bad-options", lambda: make(ME, NewSeat("computer", "nobody"), lot=True))
    assert refused.field == "seats.1.player"
