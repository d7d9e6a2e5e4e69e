"""A version against the one before: better or worse is said only where zero is outside."""

from __future__ import annotations

import math
import random

import pytest
from tests.unit.arena.ladder.made_up import World

from duiyi.arena.ladder.comparison import (
    Change,
    Comparison,
    compare_faults,
    compare_strength,
    compare_times,
)
from duiyi.arena.ladder.ratings import ladder_of

MARKS = {"level-1": 1000.0, "level-2": 1200.0}


@pytest.mark.parametrize(
    ("low", "high", "less_is_better", "change"),
    [
        (-29, 173, False, Change.not_shown),
        (12, 90, False, Change.better),
        (-90, -12, False, Change.worse),
        (12, 90, True, Change.worse),
        (-90, -12, True, Change.better),
        (0, 90, False, Change.not_shown),
    ],
)
def test_what_may_be_said(low: float, high: float, less_is_better: bool, change: Change) -> None:
    assert Comparison((low + high) / 2, low, high, less_is_better).change is change


def test_versions_are_compared_with_their_covariance() -> None:
    chance = random.Random(1)
    world = World({**MARKS, "v1": 1000, "v2": 1200, "v3": 1205})
    ladder = ladder_of(world.rotations(sorted(world.ratings), 2, 500, chance), MARKS)
    better = compare_strength(ladder, "v2", "v1")
    apart = ladder.difference("v2", "v1")
    assert (better.low, better.high) == (apart.low, apart.high)
    assert better.change is Change.better
    assert compare_strength(ladder, "v1", "v2").change is Change.worse
    assert compare_strength(ladder, "v3", "v2").change is Change.not_shown


def test_times_of_the_same_program_are_rarely_said_to_differ() -> None:
    """Few games too: in about 5 of 100 comparisons."""
    chance = random.Random(2)
    for games in (3, 6, 40):
        said = 0
        for _ in range(1500):
            new, old = ([chance.gauss(2, 0.5) for _ in range(games)] for _ in range(2))
            said += compare_times(new, old).change is not Change.not_shown
        assert 0.02 < said / 1500 < 0.08, games


def test_slower_is_worse() -> None:
    chance = random.Random(3)
    new = [chance.gauss(3, 0.5) for _ in range(30)]
    old = [chance.gauss(2, 0.5) for _ in range(30)]
    assert compare_times(new, old).change is Change.worse
    assert compare_times(old, new).change is Change.better
    assert compare_times(new[:1], old).change is Change.not_shown
    assert math.isinf(compare_times([], old).high)


def test_faults_are_compared_by_their_share() -> None:
    assert compare_faults(9, 40, 0, 40).change is Change.worse
    assert compare_faults(0, 40, 9, 40).change is Change.better
    assert compare_faults(1, 40, 0, 40).change is Change.not_shown
    assert compare_faults(0, 40, 0, 40).change is Change.not_shown
    assert compare_faults(0, 0, 3, 40).change is Change.not_shown


def test_faults_of_the_same_program_are_rarely_said_to_differ() -> None:
    chance = random.Random(4)
    said = 0
    for _ in range(2000):
        new, old = (sum(chance.random() < 0.1 for _ in range(40)) for _ in range(2))
        said += compare_faults(new, 40, old, 40).change is not Change.not_shown
    assert said / 2000 < 0.06
