"""relati classic for two, solved: the perfect player gives nothing away."""

from __future__ import annotations

import threading
from functools import cache
from typing import Any

import pytest
from tests.unit.players.clocked import clocked

import duiyi
from duiyi import kernels, players
from duiyi.core import BadOptions, State
from duiyi.kernels.solver import Solver, values
from duiyi.players import PerfectPlayer, RandomPlayer

GAME = duiyi.game("relati-classic")
OVERHEAD = 0.05
BUSY = 0.15
"""Seconds by which a timer may be late on a busy machine."""


@cache
def value_of(text: str) -> int:
    """For whoever is to act, by all that can happen, on the Python rules."""
    state: State[Any] = GAME.load(text)
    seat = state.actor
    best = -1
    for action in state.actions():
        after = state.play(action)
        if after.outcome is None:
            best = max(best, value(after) if after.actor == seat else -value(after))
        elif after.outcome.winner is None:
            best = max(best, 0)
        elif after.outcome.winner == seat:
            return 1
        if best == 1:
            break
    return best


def value(state: State[Any]) -> int:
    return value_of(state.dump())


def late(seed: int, decisions: int) -> State[Any]:
    state, walker = GAME.start(2), RandomPlayer(seed)
    for _ in range(decisions):
        if state.actor is None:
            return late(seed + 1000, decisions)
        state = state.play(walker.choose(state))
    return state if state.actor is not None else late(seed + 1000, decisions)


def test_it_keeps_the_value_of_late_positions() -> None:
    player = PerfectPlayer(1)
    for seed in range(30):
        state = late(seed, 16)
        token, known = next(iter(values(state).items()))
        assert known == value(state)
        for action in (state.parse(token), player.choose(state)):
            after = state.play(action)
            if after.outcome is not None:
                kept = 0 if after.outcome.winner is None else 1
            else:
                kept = value(after) if after.actor == state.actor else -value(after)
            assert kept == known


def test_it_never_loses_what_it_has_from_the_start_on() -> None:
    first, second = PerfectPlayer(1), RandomPlayer(5)
    for seed in range(4):
        state = GAME.start(2)
        second = RandomPlayer(seed)
        while state.actor is not None:
            state = state.play((first if state.actor == 0 else second).choose(state))
        assert state.outcome is not None
        assert state.outcome.winner in (0, None)


def test_first_moves_are_symmetric_and_none_wins() -> None:
    start = GAME.start(2)
    worth = values(start)
    each = [worth[start.text(action)] for action in start.actions()]
    rows = [each[at : at + 5] for at in range(0, 25, 5)]
    assert rows == [row[::-1] for row in rows] == rows[::-1]
    assert {value for row in rows[1:4] for value in row[1:4]} == {0}
    assert sum(each) == -16


@pytest.mark.parametrize(("name", "seats"), [("tzaar", 2), ("relati-classic", 3)])
def test_it_knows_one_game_only(name: str, seats: int) -> None:
    state = duiyi.game(name).start(seats)
    assert not PerfectPlayer.fits(state)
    with pytest.raises(BadOptions, match=f"perfect cannot play {name}"):
        players.require_fit("perfect", state)


def test_time_may_be_too_short() -> None:
    first = kernels.position(GAME.start(2))
    lines, spent = Solver(first).lines(first, seconds=0.001)
    assert lines == ()
    assert spent < 0.5


@pytest.mark.parametrize("seconds", [0.02, 0.1])
def test_it_keeps_to_a_time_that_is_too_short(seconds: float) -> None:
    """Given when it is made, and by a clock."""
    limited, hurried = PerfectPlayer(1, seconds), PerfectPlayer(1)
    players.allow(hurried, seconds)
    for player in (limited, hurried):
        state = GAME.start(2)
        for _ in range(3):
            with clocked() as used:
                action = player.choose(state)
            assert action in state.actions()
            assert used[0] <= seconds + OVERHEAD
            state = state.play(action)


def test_it_answers_when_it_is_stopped() -> None:
    """Long before it has solved the game, which takes half a second or more."""
    player = PerfectPlayer(1)
    timer = threading.Timer(0.1, player.stop)
    timer.start()
    with clocked() as used:
        action = player.choose(GAME.start(2))
    timer.cancel()
    assert action in GAME.start(2).actions()
    assert used[0] < 0.1 + OVERHEAD + BUSY


@pytest.mark.slow
def test_of_what_is_equally_good_it_takes_what_is_likely_to_win() -> None:
    """Nine first moves keep the draw; in simulation the middle wins most."""
    start = GAME.start(2)
    assert {start.text(PerfectPlayer(seed).choose(start)) for seed in range(4)} == {"C3"}
