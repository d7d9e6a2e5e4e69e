"""Clocks of tables: as they are sent, coming back from a row, and impossible ones."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from duiyi.server import wire
from duiyi.server.table import clocks
from duiyi.server.wire import Clock
from duiyi.server.wire.refusal import Refused

PER_TURN = Clock("turn", 30)
PER_GAME = Clock("game", 60, 5)
DAYS = Clock("days", 2 * 86400)


def test_what_is_sent_says_who_runs_and_what_is_left_by_now() -> None:
    waiting = clocks.waiting(PER_TURN, 2)
    assert clocks.shown(waiting, 99_000) == wire.Clocks((30_000, 30_000), None)
    running = clocks.started(PER_TURN, 2, 0, 1, 0)
    assert clocks.shown(running, 12_000) == wire.Clocks((18_000, 30_000), 0)
    assert clocks.shown(running.charged(12_000).passed(1, 1), 16_000).left == (18_000, 26_000)


def test_no_clock_is_sent_as_nothing_for_each_seat() -> None:
    later = clocks.started(Clock(), 2, 0, 1, 1000).charged(9_999_999).passed(1, 2)
    assert clocks.shown(later, 10_000_000) == wire.Clocks((None, None), None)


@given(
    st.sampled_from([PER_TURN, PER_GAME, DAYS, Clock()]),
    st.lists(st.tuples(st.integers(0, 2), st.booleans(), st.integers(0, 20_000)), max_size=12),
)
def test_rows_bring_clocks_back(clock: Clock, decisions: list[tuple[int, bool, int]]) -> None:
    now, turn = 0, 1
    running = clocks.started(clock, 3, 0, turn, now)
    for actor, passes, milliseconds in decisions:
        now, turn = now + milliseconds, turn + passes
        running = running.charged(now).passed(actor, turn)
        kept = clocks.kept(running)
        fresh = clocks.waiting(clock, 3)
        back = clocks.restored(
            fresh, kept.get("left", ()), kept.get("acted", ()), running.seat, turn
        )
        if clock.kind != "none":
            assert back.at(now) == running


@pytest.mark.parametrize(
    "clock", [Clock("turn", 0), Clock("game", 0, 5), Clock("days", 60), Clock("turn", 30, 5)]
)
def test_impossible_clocks_are_refused(clock: Clock) -> None:
    with pytest.raises(Refused):
        clocks.check(clock)
