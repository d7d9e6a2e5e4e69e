"""The strongest player, and the time that it keeps to."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from tests.unit.players.clocked import clocked
from tests.unit.players.matches import SMALL, finished, score

import duiyi
from duiyi import players
from duiyi.core import CHANCE, State
from duiyi.core.chance import Dice
from duiyi.players import GreedyPlayer, Player, StrongPlayer
from duiyi.players.random import RandomPlayer
from duiyi.players.searches import best_kind

TABLES = [("relati-classic", 4), ("relati", 3), ("relati", 4), ("relati-legacy", 6)]
WON_SOON = "TT.Tt/R5...../t....../t...r2..r4/T......./.......Z3/z6....../Tt2...R3/T.T2tt b 1 3"
MEMORY = Path("/proc/self/statm")
RESIDENT = """
import duiyi
from duiyi.players import StrongPlayer

def resident():
    with open("/proc/self/statm") as told:
        return int(told.read().split()[1]) * 4096

state = duiyi.game("tzaar").start()
StrongPlayer(1, 0.01).choose(state)
before = resident()
player = StrongPlayer(1, 0.3)
player.choose(state)
print(resident() - before)
"""
"""Says how many bytes a turn of 0.3 s took, when everything that all turns need was there."""
OVERHEAD = 0.05
"""Seconds of CPU time beyond what is given, at most."""


def quick(seed: int) -> Player:
    return StrongPlayer(seed, nodes=300)


def start(name: str, seats: int = 2) -> State[Any]:
    options = SMALL.get(name, {}) if seats == 2 else {}
    return duiyi.game(name).start(seats, **options)


@pytest.mark.parametrize("name", [name for name in SMALL if name != "relati-classic"])
def test_it_beats_the_greedy_player(name: str) -> None:
    assert score(name, quick, GreedyPlayer, 4) >= 0.75


@pytest.mark.slow
def test_it_never_loses_what_it_has_in_a_solved_game() -> None:
    player = StrongPlayer(1, 4.0)
    for seed in range(3):
        state = finished("relati-classic", (lambda _: player, GreedyPlayer), seed)
        assert state.outcome is not None
        assert state.outcome.winner in (0, None)


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_it_can_sit_at_any_table(name: str, seats: int) -> None:
    state = start(name, seats)
    sitting = [StrongPlayer(seat, nodes=20) for seat in range(seats)]
    for _ in range(60):
        if state.actor is None:
            break
        assert state.actor != CHANCE
        state = state.play(sitting[state.actor].choose(state))


def test_it_plays_games_that_have_no_kernel() -> None:
    assert best_kind(start("tic-tac-toe")) is None
    assert score("tic-tac-toe", lambda seed: StrongPlayer(seed, nodes=100), RandomPlayer, 6) >= 0.8


@pytest.mark.parametrize("name", SMALL)
def test_the_same_seed_and_nodes_play_the_same_game(name: str) -> None:
    makers = (lambda seed: StrongPlayer(seed, nodes=40), RandomPlayer)
    first, again = finished(name, makers, 5), finished(name, makers, 5)
    assert first.dump() == again.dump()


@pytest.mark.skipif(not MEMORY.exists(), reason="only Linux tells a process its memory like this")
def test_who_thinks_shortly_takes_little_memory() -> None:
    """In a process of its own, for which nobody else takes memory."""
    told = subprocess.run(
        [sys.executable, "-c", RESIDENT], check=True, stdout=subprocess.PIPE, text=True
    ).stdout
    assert int(told) < 24 << 20


@pytest.mark.parametrize("name", SMALL)
@pytest.mark.parametrize("seconds", [0.02, 0.1])
def test_a_turn_takes_no_more_than_its_time(name: str, seconds: float) -> None:
    state = start(name)
    players.prepare(state.game)  # as before any clock runs
    player, dice, other = StrongPlayer(1, seconds), Dice(1), RandomPlayer(1)
    used: dict[tuple[int, int], float] = {}
    turns = 0
    while state.actor is not None and turns < 12:
        if state.actor == CHANCE:
            state = state.play(dice.choose(state))
        elif state.actor == 0:
            with clocked() as seconds_used:
                action = player.choose(state)
            turn = state.turn, state.owner
            used[turn] = used.get(turn, 0.0) + seconds_used[0]
            state = state.play(action)
            turns = len(used)
        else:
            state = state.play(other.choose(state))
    assert used
    assert max(used.values()) <= seconds + OVERHEAD, used


def test_each_of_two_threads_takes_no_more_than_the_time() -> None:
    with clocked() as used:
        StrongPlayer(1, 0.2, threads=2).choose(start("tzaar"))
    assert used[0] <= 2 * (0.2 + OVERHEAD)


@pytest.mark.parametrize("name", [*SMALL, "tic-tac-toe"])
def test_it_answers_soon_when_it_is_stopped(name: str) -> None:
    state = start(name)
    if name == "atom":
        state = state.play("a").play("+5000")
    kind = None if name != "relati-classic" else "alphabeta"
    player = StrongPlayer(3, 60.0, kind=kind)
    stopped: list[float] = []

    def stop() -> None:
        stopped.append(time.monotonic())
        player.stop()

    timer = threading.Timer(0.3, stop)
    timer.start()
    action = player.choose(state)
    late = time.monotonic() - stopped[0] if stopped else 0.0
    timer.cancel()
    assert action in state.actions()
    assert late < 0.5  # of the wall clock, on a busy machine; its own CPU time is measured below


def test_less_is_allowed_when_the_clock_says_so() -> None:
    player = StrongPlayer(1, 30.0)
    players.allow(player, 0.05)
    with clocked() as used:
        player.choose(start("tzaar"))
    assert used[0] <= 0.05 + OVERHEAD


def test_it_proves_endgames() -> None:
    state = duiyi.game("tzaar").load(WON_SOON)
    seat = state.actor
    sitting: dict[int | None, Player] = {seat: StrongPlayer(1, 2.0)}
    for seed in range(3):
        after = state
        while after.actor is not None:
            after = after.play(sitting.get(after.actor, RandomPlayer(seed)).choose(after))
        assert after.outcome is not None
        assert after.outcome.winner == seat
