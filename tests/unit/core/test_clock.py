"""How much time a seat has: periods are pairs of turn and actor, whatever a tick is."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from duiyi.core.clock import Clock, Clocks, Running, face, full, restored, started, ticks
from duiyi.core.state import CHANCE

MILLI, MICRO = 1000, 1_000_000
"""Ticks of a second."""
SECOND = MICRO
NONE = Clock()
FIVE = Clock("turn", 5)
PER_TURN = Clock("turn", 30)
PER_GAME = Clock("game", 60, 5)
DAYS = Clock("days", 2 * 86400)
CLOCKS = st.sampled_from([NONE, PER_TURN, PER_GAME, DAYS, Clock("game", 0.25, 0.1)])
DECISIONS = st.lists(st.tuples(st.integers(0, 2), st.booleans(), st.integers(0, 20_000)))
"""Who decides, whether the turn passes on, and how many milliseconds it took."""


def running(clock: Clock, seats: int, actor: int, turn: int, now: int) -> Running:
    return started(clock, seats, MILLI, actor, turn, now)


# ---- charged by somebody who measures


def test_per_turn_all_decisions_of_a_turn_share_the_allowance() -> None:
    clocks = full(FIVE, 2, SECOND).at(1).charged(0, 2 * SECOND)
    assert clocks.at(1).of(0) == 3 * SECOND
    assert clocks.at(1).charged(0, SECOND).of(0) == 2 * SECOND


def test_per_turn_a_new_turn_begins_with_everything() -> None:
    clocks = full(FIVE, 2, SECOND).at(1).charged(0, 4 * SECOND)
    assert clocks.at(2).left == (5 * SECOND, 5 * SECOND)


def test_who_decides_inside_anothers_turn_has_an_allowance_of_his_own() -> None:
    """atom: the owner acts, the opponent keeps a part, the owner goes on: two periods."""
    clocks = full(FIVE, 2, SECOND).at(7).charged(0, 3 * SECOND)
    assert clocks.of(1) == 5 * SECOND
    clocks = clocks.at(7).charged(1, 4 * SECOND).at(7)
    assert clocks.left == (2 * SECOND, SECOND)
    assert clocks.charged(1, SECOND // 2).of(1) == SECOND // 2
    assert clocks.at(8).left == (5 * SECOND, 5 * SECOND)


def test_per_game_time_runs_down_and_a_period_earns_the_increment_once() -> None:
    clocks = full(Clock("game", 60, 1), 2, SECOND).at(1)
    clocks = clocks.charged(0, 10 * SECOND).at(1).charged(0, 5 * SECOND)
    assert clocks.of(0) == 45 * SECOND
    clocks = clocks.at(2)
    assert clocks.left == (46 * SECOND, 60 * SECOND)
    assert clocks.charged(1, SECOND).at(3).left == (46 * SECOND, 60 * SECOND)


def test_per_game_a_decision_inside_anothers_turn_earns_its_increment_too() -> None:
    clocks = full(Clock("game", 60, 2), 3, SECOND).at(1).charged(0, SECOND)
    clocks = clocks.charged(2, SECOND).at(2)
    assert clocks.left == (61 * SECOND, 60 * SECOND, 61 * SECOND)


def test_without_a_clock_nobody_counts() -> None:
    clocks = full(NONE, 2, SECOND)
    assert clocks.at(3).charged(0, SECOND).undone(2) == clocks
    assert clocks.of(0) is None


def test_nobody_has_less_than_nothing() -> None:
    assert full(FIVE, 2, SECOND).at(1).charged(1, 9 * SECOND).of(1) == 0


def test_what_is_begun_counts_but_arithmetic_does_not() -> None:
    assert ticks(0.1 + 0.2, MICRO) == 300_000
    assert ticks(0.3000001, MICRO) == 300_001
    assert ticks(5.0, MICRO) == 5 * SECOND


@given(st.integers(0, 366 * 86400))
def test_whole_seconds_are_whole_ticks(seconds: int) -> None:
    assert ticks(seconds, MILLI) == seconds * 1000
    assert ticks(seconds, MICRO) == seconds * 1_000_000


@pytest.mark.parametrize(
    ("time", "second", "digits", "shown"),
    [
        (4_930_000, MICRO, 3, "0:04.930"),
        (3_659_100, MILLI, 1, "1:00:59.1"),
        (3_599_999, MILLI, 1, "59:59.9"),
        (59_999_999, MICRO, 3, "0:59.999"),
        (0, MILLI, 1, "0:00.0"),
        (90_061_050, MILLI, 3, "25:01:01.050"),
    ],
)
def test_a_clock_shows_what_is_left(time: int, second: int, digits: int, shown: str) -> None:
    assert face(time, second, digits) == shown


# ---- read off moments


def test_no_clock_never_runs() -> None:
    later = running(NONE, 2, 0, 1, 1000).charged(9_999_999).passed(1, 2)
    assert later.left == (None, None)
    assert later.deadline is None
    assert later.seat is None


def test_each_turn_has_its_own_time() -> None:
    clocks = running(PER_TURN, 2, 0, 1, 0)
    assert clocks.deadline == 30_000
    later = clocks.charged(12_000).passed(1, 2)
    assert later.left == (30_000, 30_000)
    assert later.deadline == 42_000


def test_all_decisions_of_a_turn_are_charged_together() -> None:
    """A period is (turn, actor), also when another seat decides in between."""
    clocks = running(PER_TURN, 2, 0, 1, 0)
    clocks = clocks.charged(10_000).passed(0, 1)
    clocks = clocks.charged(15_000).passed(1, 1)
    assert clocks.charged(16_000).left == (15_000, 29_000)
    clocks = clocks.charged(20_000).passed(0, 1)
    assert clocks.deadline == 35_000


def test_time_of_a_game_runs_down_and_earns_an_increment_per_turn() -> None:
    clocks = running(PER_GAME, 2, 0, 1, 0)
    clocks = clocks.charged(10_000).passed(0, 1)
    assert clocks.left == (50_000, 60_000)
    clocks = clocks.charged(20_000).passed(1, 2)
    assert clocks.left == (45_000, 60_000)
    clocks = clocks.charged(21_000).passed(0, 3)
    assert clocks.left == (45_000, 64_000)


def test_an_interrupted_turn_earns_one_increment() -> None:
    clocks = running(PER_GAME, 2, 0, 1, 0).passed(1, 1).passed(0, 1).passed(1, 2)
    assert clocks.left == (65_000, 65_000)


def test_chance_costs_nobody_time() -> None:
    clocks = running(PER_GAME, 2, CHANCE, 1, 0)
    assert clocks.deadline is None
    clocks = clocks.charged(50_000).passed(0, 1)
    assert clocks.left == (60_000, 60_000)
    assert clocks.deadline == 110_000


def test_days_are_long_turns() -> None:
    clocks = running(DAYS, 2, 1, 1, 0)
    assert clocks.deadline == 2 * 86_400_000
    assert clocks.charged(86_400_000).passed(0, 2).left == (172_800_000, 172_800_000)


def test_time_is_never_negative_and_never_comes_back() -> None:
    clocks = running(PER_GAME, 2, 0, 1, 1000)
    assert clocks.charged(500).left == (60_000, 60_000)
    assert clocks.charged(100_000).left == (0, 60_000)


def test_a_pause_is_charged_to_nobody() -> None:
    clocks = running(PER_GAME, 2, 0, 1, 0).charged(20_000)
    assert clocks.at(900_000).deadline == 940_000


def test_an_undo_gives_a_new_turn_but_no_time_of_the_game() -> None:
    game = running(PER_GAME, 2, 0, 1, 0).charged(20_000).passed(1, 2)
    assert game.undone(0, 1).left == game.left
    turn = running(PER_TURN, 2, 0, 1, 0).charged(20_000)
    assert turn.undone(0, 1).left == (30_000, 30_000)


def test_a_stopped_clock_has_no_deadline() -> None:
    assert running(PER_TURN, 2, 0, 1, 0).stopped().deadline is None


# ---- both ways, both units


@given(CLOCKS, DECISIONS)
def test_moments_and_measured_answers_give_the_same_sums(
    clock: Clock, decisions: list[tuple[int, bool, int]]
) -> None:
    """A server in milliseconds and a referee in microseconds agree after every decision."""
    now, turn, actor = 0, 1, 0
    moments = started(clock, 3, MILLI, actor, turn, now)
    measured = full(clock, 3, MICRO).at(turn)
    for following, passes, milliseconds in decisions:
        now += milliseconds
        measured = measured.at(turn).charged(actor, milliseconds * 1000)
        turn, actor = turn + passes, following
        moments = moments.charged(now).passed(actor, turn)
        assert tuple(None if t is None else t * 1000 for t in moments.left) == (
            measured.at(turn).left
        )
        assert moments.acted == measured.at(turn).acted


@given(CLOCKS, DECISIONS)
def test_nobody_is_charged_more_than_has_passed(
    clock: Clock, decisions: list[tuple[int, bool, int]]
) -> None:
    now, turn = 0, 1
    clocks = started(clock, 3, MILLI, 0, turn, now)
    for actor, passes, milliseconds in decisions:
        now, turn = now + milliseconds, turn + passes
        before, clocks = clocks, clocks.charged(now)
        for seat, (had, has) in enumerate(zip(before.left, clocks.left, strict=True)):
            if had is None or has is None:
                assert clock.kind == "none"
            else:
                assert has == (max(0, had - milliseconds) if seat == before.seat else had)
        clocks = clocks.passed(actor, turn)


@given(CLOCKS, DECISIONS)
def test_clocks_that_were_noted_come_back(
    clock: Clock, decisions: list[tuple[int, bool, int]]
) -> None:
    now, turn = 0, 1
    clocks = started(clock, 3, MILLI, 0, turn, now)
    for actor, passes, milliseconds in decisions:
        now, turn = now + milliseconds, turn + passes
        clocks = clocks.charged(now).passed(actor, turn)
        fresh = Running(full(clock, 3, MILLI))
        back = restored(fresh, clocks.left, clocks.acted, clocks.seat, turn)
        if clock.kind != "none":
            assert back.at(now) == clocks


def test_clocks_are_values() -> None:
    assert isinstance(full(FIVE, 2, MICRO), Clocks)
    assert full(FIVE, 2, MICRO) == full(Clock("turn", 5.0), 2, MICRO)
    assert full(FIVE, 2, MICRO) != full(FIVE, 2, MILLI)
