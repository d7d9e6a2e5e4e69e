"""Searches on kernels as Python sees them."""

from __future__ import annotations

import threading
import time

import pytest

import duiyi
from duiyi import kernels
from duiyi.core import CHANCE
from duiyi.kernels.thinker import Thinker, control


def somewhere(name: str, seats: int | None = None) -> kernels.Position:
    """After some decisions, where a seat decides."""
    start = kernels.position(duiyi.game(name).start(seats))
    most = 12
    while (found := start.walk(3, most)[1]).actor in (None, CHANCE):
        most += 1
    return found


@pytest.mark.parametrize("name", kernels.GAMES)
def test_lines_can_be_played_by_the_rules(name: str) -> None:
    there = somewhere(name)
    thought = Thinker(there, "mcts").think(there, nodes=300, lines=3)
    assert 1 <= len(thought.lines) <= 3
    assert thought.nodes > 0
    for line in thought.lines:
        assert 0 <= line.share <= 1
        assert line.proof in ("", "win", "level", "loss")
        state = there.state()
        for token in line.tokens:
            state = state.play(token)


@pytest.mark.parametrize(("name", "seats"), [("relati-classic", 4), ("relati", 3), ("tzaar", 2)])
def test_the_same_calls_give_the_same_thoughts(name: str, seats: int) -> None:
    there = somewhere(name, seats)
    thinker = Thinker(there, "mcts")
    first = thinker.think(there, nodes=500, seed=4, lines=5)
    thinker.forget()
    again = thinker.think(there, nodes=500, seed=4, lines=5)
    assert (first.lines, first.nodes) == (again.lines, again.nodes)


def test_time_is_kept_and_counted() -> None:
    there = somewhere("tzaar")
    thought = Thinker(there, "mcts").think(there, seconds=0.05)
    assert 0.03 < thought.cpu_seconds < 0.10


def test_nodes_are_those_of_all_threads() -> None:
    there = kernels.position(duiyi.game("relati-classic").start(2))
    alone = Thinker(there, "alphabeta").think(there, nodes=3000)
    together = Thinker(there, "alphabeta").think(there, nodes=3000, threads=2)
    assert alone.nodes == 3000
    assert together.nodes > 3000


def test_another_thread_can_stop_it() -> None:
    there, stop = somewhere("relati"), control()
    timer = threading.Timer(0.2, stop.stop)
    timer.start()
    began = time.monotonic()
    Thinker(there, "mcts").think(there, control=stop)
    assert stop.stopped
    assert time.monotonic() - began < 5
    timer.join()


def test_what_cannot_be_is_refused() -> None:
    there = somewhere("tzaar")
    with pytest.raises(ValueError, match="no such search"):
        Thinker(there, "luck")
    thinker = Thinker(there, "mcts")
    with pytest.raises(ValueError, match="needs a limit"):
        thinker.think(there)
    with pytest.raises(ValueError, match="another game"):
        thinker.think(somewhere("atom"), nodes=1)
