"""All searches that are bound: they keep to time, memory and nodes, and stop when they are told."""

from __future__ import annotations

import math
import subprocess
import sys
import threading
import time
from typing import Any

import pytest
from tests.unit.players.clocked import clocked

import duiyi
from duiyi import kernels
from duiyi.core import BadOptions
from duiyi.kernels import proof
from duiyi.kernels.solver import Solver
from duiyi.kernels.thinker import Thinker, control
from duiyi.players import searches

MEGABYTE = 1 << 20
SOON = 0.02
"""Seconds in which a search ends that is stopped."""
KINDS = [
    ("relati-classic", 2, "mcts"),
    ("relati-classic", 2, "alphabeta"),
    ("relati-classic", 4, "mcts"),
    ("relati", 2, "alphabeta"),
    ("relati", 4, "mcts"),
    ("relati-legacy", 2, "phases"),
    ("relati-legacy", 6, "mcts"),
    ("tzaar", 2, "alphabeta"),
    ("tzaar", 2, "mcts"),
    ("atom", 2, "turns"),
    ("atom", 2, "mcts"),
]


def begun(name: str, seats: int) -> kernels.Position:
    state: Any = duiyi.game(name).start(seats)
    if name == "atom":
        state = state.play("a").play("+5000")
    return kernels.position(state)


@pytest.mark.parametrize(("name", "seats", "kind"), KINDS)
def test_lines_are_legal_and_limits_are_kept(name: str, seats: int, kind: str) -> None:
    position = begun(name, seats)
    thinker = searches.thinker(position, kind)
    thinker.think(position, seconds=0.01)  # tables and trees are made
    for seconds, threads in ((0.02, 1), (0.2, 1), (0.1, 2)):
        with clocked() as used:
            thought = thinker.think(position, seconds=seconds, threads=threads, lines=3)
        assert used[0] <= threads * (seconds + 0.05)
        assert 1 <= len(thought.lines) <= 3
        for line in thought.lines:
            assert 0 <= line.share <= 1
            after = position
            for token in line.tokens:
                after = after.play(token)


@pytest.mark.parametrize(("name", "seats", "kind"), KINDS)
@pytest.mark.parametrize("nodes", [1, 2, 50])
def test_a_few_nodes_are_enough_for_an_answer(name: str, seats: int, kind: str, nodes: int) -> None:
    position = begun(name, seats)
    thinker = searches.thinker(position, kind)
    first = thinker.think(position, nodes=nodes, seed=5)
    assert first.lines[0].tokens[0] in position.tokens()
    thinker.forget()
    again = thinker.think(position, nodes=nodes, seed=5)
    assert again.lines == first.lines
    assert again.nodes == first.nodes


def stopped_after(think: Any) -> float:
    """Seconds from the word to the answer; the best of some, for a busy machine."""
    late = math.inf
    for _ in range(10):
        ending = control()
        told: list[float] = []

        def tell(ending: Any = ending, told: list[float] = told) -> None:
            told.append(time.monotonic())
            ending.stop()

        timer = threading.Timer(0.15, tell)
        timer.start()
        think(ending)
        late = min(late, time.monotonic() - told[0])
        timer.join()
        if late < SOON:
            break
    return late


@pytest.mark.parametrize(("name", "seats", "kind"), KINDS)
def test_a_search_stops_when_it_is_told(name: str, seats: int, kind: str) -> None:
    position = begun(name, seats)
    thinker = searches.thinker(position, kind)
    assert stopped_after(lambda ending: thinker.think(position, control=ending)) < SOON


def test_a_proof_and_the_solver_stop_when_they_are_told() -> None:
    start = begun("tzaar", 2)
    assert stopped_after(lambda ending: proof.prove(start, control=ending)) < SOON
    first = begun("relati-classic", 2)
    assert stopped_after(lambda ending: Solver(first).lines(first, control=ending)) < SOON


@pytest.mark.slow
@pytest.mark.parametrize(("name", "seats", "kind"), KINDS)
def test_memory_is_kept(name: str, seats: int, kind: str) -> None:
    """In a process of its own: how far its memory grew while it thought."""
    program = f"""
import resource
from tests.unit.kernels.test_searches import begun, searches
position = begun({name!r}, {seats})
searches.thinker(position, {kind!r}).think(position, nodes=300, memory={MEGABYTE})
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
searches.thinker(position, {kind!r}).think(position, seconds=0.4, memory={24 * MEGABYTE})
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
"""
    grown = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    ).stdout
    assert int(grown) * 1024 <= 25 * MEGABYTE


@pytest.mark.parametrize(
    ("name", "seats", "kind"),
    [("relati-legacy", 2, "alphabeta"), ("relati", 3, "alphabeta"), ("tzaar", 2, "turns")],
)
def test_a_search_that_is_not_there(name: str, seats: int, kind: str) -> None:
    position = begun(name, seats)
    with pytest.raises(ValueError, match="no such search"):
        Thinker(position, kind)


@pytest.mark.parametrize("weights", [b"", b"0 1 2", bytes(1000)])
@pytest.mark.parametrize(
    ("name", "kind"), [("tzaar", "alphabeta"), ("relati", "alphabeta"), ("atom", "turns")]
)
def test_weights_that_are_none(name: str, kind: str, weights: bytes) -> None:
    position = begun(name, 2)
    with pytest.raises(ValueError, match="no weights"):
        Thinker(position, kind, weights)


def test_a_search_keeps_to_its_game() -> None:
    thinker = searches.thinker(begun("tzaar", 2), "alphabeta")
    other = begun("relati", 2)
    with pytest.raises(ValueError, match="another game"):
        thinker.think(other, nodes=10)


def test_only_some_games_can_be_proven() -> None:
    with pytest.raises(BadOptions, match="nothing can be proven in atom"):
        proof.prove(begun("atom", 2), nodes=10)
    with pytest.raises(BadOptions, match="two players"):
        proof.prove(begun("relati", 3), nodes=10)


def test_winning_turns() -> None:
    """In the last position of a won game before its winner's last turn, and nowhere after it."""
    tokens, end = begun("tzaar", 2).walk(3)
    assert end.winner is not None
    position, before = begun("tzaar", 2), begun("tzaar", 2)
    for token in tokens:
        if (position.owner, position.turn) != (before.owner, before.turn):
            before = position
        position = position.play(token)
    assert before.actor == end.winner
    turn = before.winning_turn()
    after = before
    for token in turn:
        assert after.actor == end.winner
        after = after.play(token)
    assert after.winner == end.winner
    assert begun("tzaar", 2).winning_turn() == []
    assert before.winning_turn(0) == []
    assert end.winning_turn() == []
