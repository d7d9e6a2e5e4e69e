"""Counting and random games: alike on any number of threads, stopped and reported on the way."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
import time
from collections import Counter

import pytest

import duiyi
from duiyi import kernels
from duiyi.kernels import Position

LONG = "import duiyi, duiyi.kernels as k; k.position(duiyi.game('tzaar').start())"


def start(name: str) -> Position:
    return kernels.position(duiyi.game(name).start())


def test_perft_is_the_same_on_several_threads() -> None:
    known = {1: 42, 2: 1_797, 3: 260_556, 4: 11_010_135}
    for depth, count in known.items():
        assert start("tzaar").perft(depth, threads=3) == count
    assert kernels.perft(duiyi.game("tzaar").start(), 3) == known[3]


@pytest.mark.parametrize("name", kernels.GAMES)
def test_random_games_follow_from_the_seed_alone(name: str) -> None:
    one = start(name).playouts(100, 5)
    again = start(name).playouts(100, 5, threads=3)
    assert (one.games, one.decisions, one.wins) == (again.games, again.decisions, again.wins)
    assert one.games == 100
    assert sum(one.wins) <= 100
    assert one.cpu_seconds > 0
    other = start(name).playouts(100, 6)
    assert (one.decisions, one.wins) != (other.decisions, other.wins)


def test_no_games_are_none() -> None:
    assert start("atom").playouts(0, 1).games == 0
    ended = start("relati-classic").walk(1)[1]
    assert ended.playouts(10, 1).decisions == 0


@pytest.mark.parametrize("name", kernels.GAMES)
def test_a_walk_is_legal_by_the_rules_and_follows_from_its_seed(name: str) -> None:
    state = duiyi.game(name).start()
    tokens, end = kernels.walk(state, 3, 40)
    assert kernels.walk(state, 3, 40) == (tokens, end)
    for token in tokens:
        state = state.play(token)
    assert state == end


def test_every_first_move_is_equally_likely() -> None:
    """Chi-square: 24 degrees of freedom are above 60 once in 50,000 seeds; this seed is fixed."""
    rounds, there = 25_000, start("relati-classic")
    seen = Counter(there.walk(seed, 1)[0][0] for seed in range(rounds))
    expected = rounds / 25
    assert len(seen) == 25
    assert sum((count - expected) ** 2 / expected for count in seen.values()) < 60


def test_progress_grows_and_is_told() -> None:
    told: list[int] = []
    there = start("atom")
    games = 500
    while len(told) < 3:
        told.clear()
        games *= 4
        there.playouts(games, 1, report=told.append)
    assert told == sorted(told)
    assert 0 < told[-1] <= games


def test_what_a_report_raises_ends_the_call_at_once() -> None:
    def enough(_: int) -> None:
        raise RuntimeError("enough")

    began = time.monotonic()
    with pytest.raises(RuntimeError, match="enough"):
        start("tzaar").perft(9, threads=2, report=enough)
    assert time.monotonic() - began < 5


@pytest.mark.parametrize("call", ["perft(9)", "perft(9, threads=3)", "playouts(10**12, 1)"])
def test_control_c_ends_it(call: str) -> None:
    # Whoever runs the tests in the background may have left the signal ignored.
    ready = "import signal, duiyi.kernels; signal.signal(2, signal.default_int_handler)"
    with subprocess.Popen(
        [sys.executable, "-c", f"{ready}; print('on', flush=True); {LONG}.{call}"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "on\n"
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        try:
            _, said = process.communicate(timeout=20)
        finally:
            process.kill()
    assert "KeyboardInterrupt" in said


def test_other_threads_of_python_go_on() -> None:
    """The GIL is released: a second thread counts while the kernel does."""
    counted = 0
    done = threading.Event()

    def count() -> None:
        nonlocal counted
        while not done.wait(0.001):
            counted += 1

    other = threading.Thread(target=count)
    other.start()
    try:
        start("tzaar").perft(5)
    finally:
        done.set()
        other.join()
    assert counted > 20


@pytest.mark.parametrize(
    ("depth", "threads", "said"),
    [
        (-1, 1, "depth must be 0 to 1000, not -1"),
        (1001, 1, "depth must be 0 to 1000, not 1001"),
        (1, 0, "threads must be 1 to 256, not 0"),
    ],
)
def test_impossible_numbers_are_named(depth: int, threads: int, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        start("tzaar").perft(depth, threads=threads)


def test_a_number_of_games_cannot_be_negative() -> None:
    with pytest.raises(ValueError, match="games must be"):
        start("tzaar").playouts(-1, 1)
