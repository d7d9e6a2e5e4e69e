"""Waiting for a core: what threads tell, what a host takes, what we wait ourselves."""

from __future__ import annotations

import threading
from collections.abc import Hashable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from duiyi.engine.waiting import Host, Ran, Taken, Waits, any_ready, own_delay, read_ran, read_taken

SECOND = 1_000_000_000
ROUNDING = 1e-6
STAT = """\
cpu  300 0 60 900 10 0 6 40 0 0
cpu0 100 0 20 500 10 0 2 10 0 0
cpu1 200 0 40 400 0 0 4 30 0 0
intr 12345
"""


def seconds(**threads: tuple[float, float]) -> dict[Hashable, Ran]:
    """Of each thread how long it has run and waited."""
    return {
        name: Ran(int(cpu * SECOND), int(delay * SECOND)) for name, (cpu, delay) in threads.items()
    }


def test_a_single_thread_tells_for_the_bot() -> None:
    waits = Waits()
    assert waits.add(seconds(a=(1.0, 3.0)), 1.0) == pytest.approx(3.0)
    assert waits.add(seconds(a=(2.0, 7.0)), 2.0) == pytest.approx(7.0)
    assert waits.alone("a", Ran(2 * SECOND, 8 * SECOND), 2.0) == pytest.approx(8.0)


def test_a_thread_that_waits_while_another_one_runs_tells_nothing() -> None:
    waits = Waits()
    assert waits.add(seconds(worker=(1.35, 0.0), idle=(0.0, 1.35)), 1.35) == 0.0


def test_what_the_dead_have_run_counts_as_well() -> None:
    """They are no longer among the threads, but in the sum."""
    waits = Waits()
    assert waits.add(seconds(idle=(0.0, 1.0)), 1.0) == 0.0


def test_two_threads_that_wait_for_somebody_else_wait_once() -> None:
    waits = Waits()
    assert waits.add(seconds(a=(0.1, 0.9), b=(0.1, 0.9)), 0.2) == pytest.approx(0.8)


def test_what_was_waited_before_it_begins_is_not_told() -> None:
    waits = Waits()
    waits.begin(seconds(a=(0.5, 9.0)))
    assert waits.add(seconds(a=(0.5, 9.25)), 0.0) == pytest.approx(0.25)
    waits.alone("a", Ran(SECOND // 2, 10 * SECOND), 0.0)
    assert waits.add(seconds(a=(0.5, 10.0), b=(0.0, 0.0)), 0.0) == pytest.approx(1.0)


def test_a_number_that_is_used_again_is_a_new_thread() -> None:
    waits = Waits()
    waits.add(seconds(a=(5.0, 5.0)), 5.0)
    assert waits.add(seconds(a=(0.1, 0.4)), 5.1) - 5.0 == pytest.approx(0.4)


@given(
    st.lists(
        st.tuples(*[st.integers(0, 50)] * 6).map(lambda six: (six[:3], six[3:])),
        min_size=1,
        max_size=20,
    )
)
def test_no_more_is_told_than_any_thread_has_waited(
    steps: list[tuple[tuple[int, ...], tuple[int, ...]]],
) -> None:
    waits = Waits()
    ran, delay = [0] * 3, [0] * 3
    most = 0.0
    for more_ran, more_delay in steps:
        ran = [a + b for a, b in zip(ran, more_ran, strict=True)]
        delay = [a + b for a, b in zip(delay, more_delay, strict=True)]
        most += max(more_delay)
        threads: dict[Hashable, Ran] = {
            at: Ran(ran[at] * SECOND, delay[at] * SECOND) for at in range(3)
        }
        assert 0 <= waits.add(threads, sum(ran)) <= most + ROUNDING


def test_a_line_that_says_nothing_is_no_figure() -> None:
    assert read_ran(b"") is None
    assert read_ran(b"12 34 5\n") == Ran(12, 34)


def test_a_core_that_is_not_ours_does_not_count() -> None:
    assert read_taken(STAT, frozenset({0, 1}), 0.01) == pytest.approx(Taken(3.66, 0.4))
    assert read_taken(STAT, frozenset({1}), 0.01) == pytest.approx(Taken(2.44, 0.3))
    assert read_taken("", frozenset({0}), 0.01) == Taken()


@pytest.mark.parametrize(
    ("busy", "stolen", "cpu", "share"),
    [
        (0.8, 0.2, 0.8, 0.2),  # alone: all of it was taken from him
        (0.8, 0.2, 0.4, 0.1),  # the rest was taken from others
        (0.8, 0.2, 0.0, 0.0),  # who sleeps has nothing to be taken
        (0.0, 0.2, 0.01, 0.2),  # less than a tick ran
        (0.1, 0.2, 5.0, 0.2),  # never more than there was
        (1.0, 0.0, 1.0, 0.0),
    ],
)
def test_stolen_time_is_shared_by_those_who_ran(
    busy: float, stolen: float, cpu: float, share: float
) -> None:
    before = Taken(100.0, 7.0)
    now = Taken(100.0 + busy, 7.0 + stolen)
    assert now.share(before, cpu) == pytest.approx(share)


def test_the_host_is_asked_now_and_then() -> None:
    host = Host(60.0)
    assert host.read() is host.read()


def test_each_thread_waits_for_itself() -> None:
    """The figure is that of whoever asks: a new thread has waited less than an old one at most."""
    found: list[float] = []
    thread = threading.Thread(target=lambda: found.append(own_delay()))
    thread.start()
    thread.join()
    first = own_delay()
    assert 0.0 <= first <= own_delay()
    assert found[0] >= 0.0


def test_whoever_asks_is_ready_himself() -> None:
    assert any_ready([threading.get_native_id()]) == any_ready([threading.get_native_id()])
    assert not any_ready([])
