"""The time of a turn."""

from __future__ import annotations

import math

import pytest

import duiyi
from duiyi.players.turn_time import SMALL_PART, TurnTime, allowance, part_of


def test_what_is_not_used_is_left_for_the_next_decision() -> None:
    state = duiyi.game("tzaar").start().play("A5xA4")
    time = TurnTime(2.0)
    assert time.left(state) == 2.0
    time.use(0.5)
    after = state.play(state.actions()[0])
    assert (after.turn, after.owner) == (state.turn, state.owner)
    assert time.left(after) == 1.5
    time.use(3.0)
    assert time.left(after) == 0.0


def test_the_next_turn_has_its_own_time() -> None:
    state = duiyi.game("tzaar").start()
    time = TurnTime(2.0)
    time.left(state)
    time.use(1.0)
    assert time.left(state.play(state.actions()[0])) == 2.0


def test_turns_are_expected_to_be_like_the_one_before() -> None:
    time = TurnTime(1.0)
    state = duiyi.game("tzaar").start()
    seen = []
    for _ in range(5):
        time.left(state)
        seen.append((state.turn, time.several))
        state = state.play(state.actions()[0])
    assert seen == [(1, True), (2, False), (2, False), (3, True), (3, True)]


def test_little_is_spent_before_chance() -> None:
    state = duiyi.game("atom").start()
    assert part_of(state, 0.9) == SMALL_PART
    assert part_of(state.play("a").play("+5000"), 0.9) == 0.9


@pytest.mark.parametrize(
    ("seconds", "nodes", "wanted"),
    [(None, None, 1.0), (0.5, None, 0.5), (None, 9, math.inf), (0.5, 9, 0.5)],
)
def test_nodes_alone_are_a_limit(seconds: float | None, nodes: int | None, wanted: float) -> None:
    assert allowance(seconds, nodes) == wanted
