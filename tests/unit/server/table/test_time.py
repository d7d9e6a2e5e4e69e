"""Time at a table: late moves, alarms, and clocks of a table that is read again."""

from __future__ import annotations

from tests.unit.server.conftest import Watch
from tests.unit.server.played import ME, Make, same

from duiyi.server import wire
from duiyi.server.storage.store import Guest
from duiyi.server.wire import Clock


def test_time_runs_from_the_start_and_a_late_move_loses(
    make: Make, ann: Guest, watch: Watch
) -> None:
    at = make(ME, ME, clock=Clock("turn", 10))
    watch.tick(9_999)
    at.play(ann, "C3")
    watch.tick(10_000)
    effect = at.play(ann, "A1")
    assert isinstance(effect.answer, wire.ErrorMessage)
    assert effect.answer.code == "time-up"
    assert [row.kind for row in effect.rows] == ["withdraw"]
    assert at.table.status == "finished"
    assert at.table.state.outcome is not None
    assert at.table.state.outcome.winner == 0
    same(at.table, at.again())


def test_an_alarm_that_rings_too_early_does_nothing(make: Make, watch: Watch) -> None:
    at = make(ME, ME, clock=Clock("game", 10, 1))
    watch.tick(9_999)
    assert not at.table.time_up(watch()).rows
    watch.tick(1)
    assert [row.kind for row in at.table.time_up(watch()).rows] == ["withdraw"]
    assert not at.table.time_up(watch.tick(1)).rows


def test_clocks_of_a_table_read_again_are_those_of_its_last_row(
    make: Make, ann: Guest, watch: Watch
) -> None:
    at = make(ME, ME, clock=Clock("game", 60, 2))
    for pause in (5_000, 7_000, 11_000):
        watch.tick(pause)
        at.play(ann)
    left = at.table.clocks.left
    back = at.again()
    back.resume(watch.tick(1_000_000))
    assert back.clocks.left == left == (60_000 - 5_000 - 11_000 + 4_000, 60_000 - 7_000 + 2_000)
    assert back.clocks.deadline == watch() + left[1]
    assert back.history.left == [57_000, 55_000, 48_000]
