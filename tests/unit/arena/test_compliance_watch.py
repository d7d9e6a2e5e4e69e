"""What is noticed beside the moves: memory that grows, and the positions that are asked about."""

from __future__ import annotations

import os
import sys

import pytest

import duiyi
from duiyi.arena.compliance.positions import moments, random_game
from duiyi.arena.compliance.watched import growth, resident

MB = 1_000_000


@pytest.mark.parametrize(
    ("memory", "grows"),
    [
        ([10 * MB + 3 * MB * n for n in range(30)], True),
        ([10 * MB] * 30, False),
        ([10 * MB] + [300 * MB] * 29, False),  # a table that is made with the first answer
        ([min(10 + 20 * n, 200) * MB for n in range(30)], False),  # one that fills up, and is full
        ([10 * MB + 100_000 * n for n in range(30)], False),  # too little to matter
        ([10 * MB, 90 * MB, 200 * MB], False),  # too few to tell
    ],
)
def test_only_memory_that_grows_and_grows_is_told(memory: list[int], grows: bool) -> None:
    assert (growth(memory) is not None) == grows


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_the_memory_of_a_process_is_read() -> None:
    held = resident(os.getpid())
    assert held is not None
    assert held > 5 * MB
    assert resident(2**22 + 1) is None


@pytest.mark.parametrize(
    ("name", "seats", "kinds"),
    [
        ("tzaar", 2, {"mid-turn", "near-end"}),
        ("relati-classic", 2, {"near-end"}),
        ("relati-classic", 4, {"near-end", "withdrawn"}),
        ("relati-legacy", 3, {"near-end", "withdrawn"}),
        ("atom", 2, {"mid-turn", "near-end"}),
    ],
)
def test_moments_are_of_the_kinds_that_a_game_has(name: str, seats: int, kinds: set[str]) -> None:
    first = duiyi.game(name).start(seats)
    found = moments(first, 5, each=2)
    assert {moment.kind for moment in found} == kinds
    for moment in found:
        state = first
        for node in moment.nodes:
            state = node.after(state)
        assert state == moment.state
        assert moment.seat in range(seats)
        assert moment.state.actions()
        if moment.kind == "mid-turn":
            assert moment.begun
        if moment.kind == "withdrawn":
            assert moment.state.out


def test_moments_follow_from_the_seed() -> None:
    first = duiyi.game("tzaar").start()
    assert moments(first, 5) == moments(first, 5) != moments(first, 6)


def test_near_the_end_is_near_the_end() -> None:
    first = duiyi.game("tzaar").start()
    lengths = {len(random_game(first, 5 + number)) for number in range(4)}
    for moment in moments(first, 5):
        if moment.kind == "near-end":
            assert any(0 < length - len(moment.nodes) <= 9 for length in lengths)
