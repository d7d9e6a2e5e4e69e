"""What seats are called: new names, several people at one screen, computers in records."""

from __future__ import annotations

from dataclasses import replace

from tests.unit.server.conftest import Watch
from tests.unit.server.played import FRIEND, ME, RANDOM, Make, same

from duiyi.core.record.files import read, write_dyr
from duiyi.server.computers.opponents import english
from duiyi.server.storage.store import Guest
from duiyi.server.table.summary import index, listed
from duiyi.server.wire import NewSeat


def names(at: object) -> list[str]:
    return [sitting.name for sitting in at.table.sittings]  # type: ignore[attr-defined]


def test_a_new_name_is_that_of_the_seat_and_of_the_record(
    make: Make, ann: Guest, bob: Guest
) -> None:
    at = make(ME, FRIEND)
    at.take(at.table.sit(bob, None, None, "Bobby", at.now()))
    at.play(ann)
    effect = at.take(at.table.rename(replace(bob, name="Robert"), "Bob", at.now()))
    assert (effect.seats, effect.listed, effect.anew) == (True, True, False)
    assert names(at) == ["Ann", "Robert"]
    assert at.rows[-1].kind == "rename"
    same(at.table, at.again())
    record = at.table.record_of(at.table.history.copy())
    assert read(write_dyr(record)).names == ("Ann", "Robert")


def test_the_same_name_or_nobody_s_seat_is_no_news(make: Make, ann: Guest, eve: Guest) -> None:
    at = make(ME, RANDOM)
    assert not at.table.rename(ann, "Anna", at.now()).rows
    assert not at.table.rename(eve, "", at.now()).rows


def test_people_at_one_screen_keep_their_own_names(make: Make, ann: Guest) -> None:
    at = make(ME, NewSeat("me", name="Wei"), NewSeat("me", name="Lan"), name="relati")
    at.take(at.table.rename(replace(ann, name="Anna"), "Ann", at.now()))
    assert names(at) == ["Anna", "Wei", "Lan"]


def test_another_device_does_not_rename_the_seat(make: Make, ann: Guest, eve: Guest) -> None:
    at = make(ME, FRIEND)
    at.table.sit(eve, None, at.table.secrets(ann)["0"], "Eve", at.now())
    at.table.rename(replace(eve, name="Evelyn"), "Eve", at.now())
    assert names(at) == ["Ann", ""]


def test_a_finished_game_says_who_played_it_then(make: Make, ann: Guest) -> None:
    at = make(ME, ME)
    at.ask(ann, do="resign", seat=0)
    assert not at.table.rename(replace(ann, name="Anna"), "Ann", at.now()).rows


def test_a_name_is_no_news_of_the_game(make: Make, ann: Guest, watch: Watch) -> None:
    at = make(ME, FRIEND)
    before = at.table.updated
    watch.tick(90_000)
    at.take(at.table.rename(replace(ann, name="Anna"), "Ann", at.now()))
    assert at.table.updated == before == at.again().updated


def test_records_and_searches_say_titles_of_computers(make: Make) -> None:
    at = make(ME, NewSeat("computer", "level-3"))
    record = at.table.record_of(at.table.history.copy())
    assert record.names == ("Ann", "Level 3")
    assert ("Computer1", "level-3") in record.tags
    kept = index(at.table.summary())
    assert kept.names == ("Ann", "Level 3")
    # Lists are read in three languages: they get what can be said in each.
    assert [seat.name for seat in listed(kept).seats] == ["Ann", "level-3"]
    assert english("somebody-else's") == "somebody-else's"
