"""How much time a seat has: periods are pairs of turn and actor."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from duiyi.arena.clocks import LEAST_CAP, SECOND, cap, clock_text, micro, read_clock, started
from duiyi.core import BadOptions
from duiyi.engine.bot import Clock

FIVE = Clock("turn", 5)


def test_per_turn_all_decisions_of_a_turn_share_the_allowance() -> None:
    clocks = started(FIVE, 2).at(1).charged(0, 2 * SECOND)
    assert clocks.at(1).of(0) == 3 * SECOND
    assert clocks.at(1).charged(0, SECOND).of(0) == 2 * SECOND


def test_per_turn_a_new_turn_begins_with_everything() -> None:
    clocks = started(FIVE, 2).at(1).charged(0, 4 * SECOND)
    assert clocks.at(2).left == (5 * SECOND, 5 * SECOND)


def test_who_decides_inside_anothers_turn_has_an_allowance_of_his_own() -> None:
    """atom: the owner acts, the opponent keeps a part, the owner goes on: two periods."""
    clocks = started(FIVE, 2).at(7).charged(0, 3 * SECOND)
    assert clocks.of(1) == 5 * SECOND
    clocks = clocks.at(7).charged(1, 4 * SECOND).at(7)
    assert clocks.left == (2 * SECOND, SECOND)
    assert clocks.charged(1, SECOND // 2).of(1) == SECOND // 2
    assert clocks.at(8).left == (5 * SECOND, 5 * SECOND)


def test_per_game_time_runs_down_and_a_period_earns_the_increment_once() -> None:
    clocks = started(Clock("game", 60, 1), 2).at(1)
    clocks = clocks.charged(0, 10 * SECOND).at(1).charged(0, 5 * SECOND)
    assert clocks.of(0) == 45 * SECOND
    clocks = clocks.at(2)
    assert clocks.left == (46 * SECOND, 60 * SECOND)
    assert clocks.charged(1, SECOND).at(3).left == (46 * SECOND, 60 * SECOND)


def test_per_game_a_decision_inside_anothers_turn_earns_its_increment_too() -> None:
    clocks = started(Clock("game", 60, 2), 3).at(1).charged(0, SECOND).charged(2, SECOND).at(2)
    assert clocks.left == (61 * SECOND, 60 * SECOND, 61 * SECOND)


def test_without_a_clock_nobody_counts() -> None:
    clocks = started(Clock("none", 0), 2)
    assert clocks.at(3).charged(0, SECOND) == clocks
    assert clocks.of(0) is None


def test_nobody_has_less_than_nothing() -> None:
    assert started(FIVE, 2).at(1).charged(1, 9 * SECOND).of(1) == 0


def test_what_is_begun_counts_but_arithmetic_does_not() -> None:
    assert micro(0.1 + 0.2) == 300_000
    assert micro(0.3000001) == 300_001
    assert micro(5.0) == 5 * SECOND


def test_the_cap_follows_what_is_left_but_leaves_the_scheduler_some_room() -> None:
    assert cap(5 * SECOND, 3) == 15 * SECOND
    assert cap(1000, 3) == LEAST_CAP


@given(
    st.one_of(
        st.just(Clock("none", 0.0)),
        st.builds(Clock, st.just("turn"), st.integers(1, 10**9).map(lambda n: n / 10**6)),
        st.builds(
            Clock,
            st.just("game"),
            st.integers(1, 10**9).map(lambda n: n / 10**6),
            st.integers(0, 10**9).map(lambda n: n / 10**6),
        ),
    )
)
def test_a_clock_is_read_as_it_is_written(clock: Clock) -> None:
    assert read_clock(clock_text(clock)) == clock


@pytest.mark.parametrize(
    ("text", "clock"),
    [
        ("5/turn", FIVE),
        ("0.25/turn", Clock("turn", 0.25)),
        ("60+1", Clock("game", 60, 1)),
        ("90", Clock("game", 90)),
        ("none", Clock("none", 0)),
    ],
)
def test_clocks_as_people_write_them(text: str, clock: Clock) -> None:
    assert read_clock(text) == clock


@pytest.mark.parametrize("text", ["", "5/game", "0/turn", "-1", "5/turn ", "1e3", "99999+0", "٥"])
def test_what_is_no_clock_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(BadOptions, match="5/turn"):
        read_clock(text)
