"""Histories of tables: brought back from rows, as frames, as records; and damaged logs."""

from __future__ import annotations

import contextlib
import dataclasses
import json
import random

import pytest
from tests.unit.server.conftest import Watch
from tests.unit.server.played import ME, RANDOM, Make, same

from duiyi.core.record.files import read, write_dyr
from duiyi.server import wire
from duiyi.server.storage.store import Guest, Row
from duiyi.server.table.history import MOST_FRAMES
from duiyi.server.table.randomness import Randomness
from duiyi.server.table.table import Table
from duiyi.server.wire import Clock
from duiyi.server.wire.refusal import Refused


@pytest.mark.parametrize("name", ["relati-classic", "relati", "atom", "tzaar"])
def test_rows_bring_back_any_history(make: Make, ann: Guest, watch: Watch, name: str) -> None:
    """Random games with undos and withdrawals, read again after every twentieth row."""
    chooser = random.Random(name)
    options = {"turn_limit": 12} if name == "atom" else {}
    seats = [ME] * (3 if name.startswith("relati") else 2)
    at = make(*seats, name=name, options=options, clock=Clock("game", 3600, 2))
    for number in range(80):
        if at.table.status != "running":
            break
        watch.tick(chooser.randrange(3_000))
        actor = at.table.state.actor
        assert actor is not None
        if chooser.random() < 0.1:
            with contextlib.suppress(Refused):
                at.ask(ann, do="undo", seat=actor)
        elif number == 60 and len(seats) > 2:
            at.ask(ann, do="resign", seat=actor)
        else:
            state = at.table.state
            at.play(ann, state.text(chooser.choice(state.actions())))
        if number % 20 == 19:
            same(at.table, at.again())
    same(at.table, at.again())


def test_frames_are_the_positions_one_after_another(make: Make, ann: Guest) -> None:
    at = make(ME, ME, ME, ME, name="relati-classic")
    while at.table.status == "running":
        at.play(ann)
    history = at.table.history
    total = len(history)
    assert total > 70
    state = history.first
    frames = json.loads(history.frames(0, 100))
    for at_, frame in enumerate(frames):
        before = state
        if at_:
            state = history.nodes[at_ - 1].after(state)
        assert frame["at"] == at_
        assert frame["view"] == json.loads(
            wire.encode(state.view(1 if state.actor == 0 else 0, before if at_ else None))
        )
        assert frame["view"]["choices"] == []
        assert (frame["entry"] is None) == (at_ == 0)
    assert len(frames) == total + 1
    assert json.loads(history.frames(37, 43)) == frames[37:43]
    assert json.loads(history.frames(total + 5, total + 9)) == []
    assert MOST_FRAMES == 100


def test_few_states_of_a_long_history_are_kept(make: Make, ann: Guest) -> None:
    at = make(ME, ME, ME, ME)
    while at.table.status == "running":
        at.play(ann)
    assert len(at.table.history._states) < 12
    for number in (0, 1, 31, 32, 33, len(at.table.history)):
        assert at.table.history.at(number).turn >= 1


def test_a_table_downloads_as_a_record_with_clocks(make: Make, ann: Guest, watch: Watch) -> None:
    at = make(ME, RANDOM, clock=Clock("game", 3700, 0))
    watch.tick(40_900)
    at.play(ann, "C3")
    at.ask(ann, do="resign", seat=0)
    text = write_dyr(at.table.record_of(at.table.history.copy()))
    record = read(text)
    assert record.names == ("Ann", "Random")
    assert record.tags[-1] == ("Computer1", "random")
    assert record.nodes[0].comments == ("[clk 1:00:59.1]",)
    assert record.outcome == at.table.state.outcome


def test_damaged_logs_are_refused(make: Make, ann: Guest, randomness: Randomness) -> None:
    at = make(ME, ME)
    at.play(ann, "C3")
    at.play(ann, "A1")
    with pytest.raises(ValueError, match="gap"):
        Table.of_rows([*at.rows[:2], *at.rows[3:]], randomness)
    with pytest.raises(ValueError, match="making"):
        Table.of_rows(at.rows[1:], randomness)
    with pytest.raises(ValueError, match="unknown kind"):
        Table.of_rows([*at.rows, Row("t", 5, 0, "dance", b"{}")], randomness)


def made_earlier(rows: list[Row], version: int) -> list[Row]:
    """The rows with a first one as an earlier version wrote it, without today's option."""
    first = json.loads(rows[0].data) | {"version": version}
    first["options"].pop("friendly_fire", None)
    first["start"] = first["start"] and first["start"].replace(",friendly_fire", "")
    return [dataclasses.replace(rows[0], data=json.dumps(first).encode()), *rows[1:]]


def test_a_table_of_an_earlier_version_goes_on_by_the_rules_it_was_made_for(
    make: Make, ann: Guest, randomness: Randomness
) -> None:
    """relati's version 1 is `friendly_fire` today: the own G6 is shot."""
    on = {"cannon": True, "friendly_fire": True}
    at = make(ME, ME, name="relati", options=on)
    for token in "E5 G8 G5 H7 G6 H8 build:G5 I8".split():
        at.play(ann, token)
    begun = at.table.state.dump()
    at.play(ann, "fire:G5:B")
    back = Table.of_rows(made_earlier(at.rows, 1), randomness)
    assert back.state == at.table.state
    assert (back.make.version, back.make.options["friendly_fire"]) == (2, True)
    later = make(ME, ME, name="relati", start=begun)
    later.play(ann, "fire:G5:B")
    assert Table.of_rows(made_earlier(later.rows, 1), randomness).state == later.table.state


def test_a_table_of_an_unknown_version_is_refused(make: Make, randomness: Randomness) -> None:
    at = make(ME, ME, name="relati")
    for version in (0, 3):
        with pytest.raises(ValueError, match=f"other rules: version {version} of relati"):
            Table.of_rows(made_earlier(at.rows, version), randomness)
