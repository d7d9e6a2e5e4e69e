"""Clocks: periods, increments, days, deadlines, and coming back from a row."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from duiyi.core.state import CHANCE
from duiyi.server import clocks
from duiyi.server.refusal import Refused
from duiyi.server.wire import Clock

PER_TURN = Clock("turn", 30)
PER_GAME = Clock("game", 60, 5)
DAYS = Clock("days", 2 * 86400)


def test_no_clock_never_runs() -> None:
    running = clocks.started(Clock(), 2, 0, 1, 1000)
    later = running.charged(9_999_999).passed(1, 2)
    assert later.left == (None, None)
    assert later.deadline is None
    assert later.shown(10_000_000).running is None


def test_each_turn_has_its_own_time() -> None:
    running = clocks.started(PER_TURN, 2, 0, 1, 0)
    assert running.deadline == 30_000
    later = running.charged(12_000).passed(1, 2)
    assert later.shown(12_000).left == (30_000, 30_000)
    assert later.deadline == 42_000


def test_all_decisions_of_a_turn_are_charged_together() -> None:
    """A period is (turn, actor), also when another seat decides in between."""
    running = clocks.started(PER_TURN, 2, 0, 1, 0)
    running = running.charged(10_000).passed(0, 1)
    running = running.charged(15_000).passed(1, 1)
    assert running.shown(16_000).left == (15_000, 29_000)
    running = running.charged(20_000).passed(0, 1)
    assert running.deadline == 35_000


def test_time_of_a_game_runs_down_and_earns_an_increment_per_turn() -> None:
    running = clocks.started(PER_GAME, 2, 0, 1, 0)
    running = running.charged(10_000).passed(0, 1)
    assert running.left == (50_000, 60_000)
    running = running.charged(20_000).passed(1, 2)
    assert running.left == (45_000, 60_000)
    running = running.charged(21_000).passed(0, 3)
    assert running.left == (45_000, 64_000)


def test_an_interrupted_turn_earns_one_increment() -> None:
    running = clocks.started(PER_GAME, 2, 0, 1, 0)
    running = running.passed(1, 1).passed(0, 1).passed(1, 2)
    assert running.left == (65_000, 65_000)


def test_chance_costs_nobody_time() -> None:
    running = clocks.started(PER_GAME, 2, CHANCE, 1, 0)
    assert running.deadline is None
    running = running.charged(50_000).passed(0, 1)
    assert running.left == (60_000, 60_000)
    assert running.deadline == 110_000


def test_days_are_long_turns() -> None:
    running = clocks.started(DAYS, 2, 1, 1, 0)
    assert running.deadline == 2 * 86_400_000
    assert running.charged(86_400_000).passed(0, 2).left == (172_800_000, 172_800_000)


def test_time_is_never_negative_and_never_comes_back() -> None:
    running = clocks.started(PER_GAME, 2, 0, 1, 1000)
    assert running.charged(500).left == (60_000, 60_000)
    assert running.charged(100_000).left == (0, 60_000)


def test_a_pause_is_charged_to_nobody() -> None:
    running = clocks.started(PER_GAME, 2, 0, 1, 0).charged(20_000)
    assert running.at(900_000).deadline == 940_000


def test_an_undo_gives_a_new_turn_but_no_time_of_the_game() -> None:
    game = clocks.started(PER_GAME, 2, 0, 1, 0).charged(20_000).passed(1, 2)
    assert game.undone(0, 1).left == game.left
    turn = clocks.started(PER_TURN, 2, 0, 1, 0).charged(20_000)
    assert turn.undone(0, 1).left == (30_000, 30_000)


@given(
    st.sampled_from([PER_TURN, PER_GAME, DAYS, Clock()]),
    st.lists(st.tuples(st.integers(0, 2), st.booleans(), st.integers(0, 20_000)), max_size=12),
)
def test_rows_bring_clocks_back(clock: Clock, course: list[tuple[int, bool, int]]) -> None:
    now, turn = 0, 1
    running = clocks.started(clock, 3, 0, turn, now)
    for actor, passes, milliseconds in course:
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
