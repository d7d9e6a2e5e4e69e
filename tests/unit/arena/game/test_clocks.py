"""The referee's clocks: microseconds, the cap by the wall clock, clocks as text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from duiyi.arena.game.clocks import LEAST_CAP, SECOND, cap, clock_text, micro, read_clock, started
from duiyi.core import BadOptions
from duiyi.core.clock import Clock

FIVE = Clock("turn", 5)


def test_the_referee_counts_microseconds() -> None:
    clocks = started(Clock("game", 0.25, 0.000_001), 2).at(1)
    assert clocks.left == (250_000, 250_000)
    assert clocks.charged(1, 7).at(2).left == (250_000, 249_994)


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
