"""Strengths against figures worked out by hand, and against the likelihood itself."""

from __future__ import annotations

import math
import random

import pytest

from duiyi.arena.ratings.cholesky import centred, factor, inverse, log_determinant, solved
from duiyi.arena.ratings.picks import PARTS, GameResult, Picked, tallied
from duiyi.arena.ratings.strengths import Prior, fit


def test_equations_are_solved_and_inverted() -> None:
    lower = factor([[4.0, 2.0], [2.0, 3.0]])
    assert solved(lower, [8.0, 7.0]) == pytest.approx([1.25, 1.5])
    assert inverse(lower)[0] == pytest.approx([0.375])
    assert inverse(lower)[1] == pytest.approx([-0.25, 0.5])
    assert log_determinant(lower) == pytest.approx(math.log(8))


def test_twice_as_often_picked_is_twice_the_weight() -> None:
    """Among three, picked in 50, 25 and 25 of 100 games, which is 2 : 1 : 1."""
    games = [Picked(("a", "b", "c"), 4000, (2000 * PARTS, 1000 * PARTS, 1000 * PARTS))]
    found = fit("abc", games, Prior(1e-9)).strengths
    assert found["a"] - found["b"] == pytest.approx(math.log(2), abs=1e-6)
    assert found["b"] == pytest.approx(found["c"])


def test_a_whole_order_says_more_than_its_winner() -> None:
    chance = random.Random(1)
    orders = [chance.sample("abcd", 4) for _ in range(200)]
    whole = [GameResult(tuple(order), (3, 2, 1, 0)) for order in orders]
    won = [GameResult(tuple(order), (1, 0, 0, 0)) for order in orders]
    surer, sure = (
        centred(fit("abcd", tallied(games)[0], Prior()).covariance) for games in (whole, won)
    )
    assert all(surer[at][at] < 0.6 * sure[at][at] for at in range(4))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_likelihood_is_highest_there(seats: int) -> None:
    """Whoever is moved, it becomes less; and its curvature is what differences say."""
    chance = random.Random(seats)
    names = [f"b{n}" for n in range(6)]
    games = []
    for _ in range(120):
        seated = tuple(chance.sample(names, seats))
        games.append(GameResult(seated, tuple(chance.randrange(3) for _ in seated)))
    found = fit(names, tallied(games)[0], Prior(1.0, 0.3, 0.2), {"b5": 0.7})
    assert found.strengths["b5"] == 0.7
    order = found.problem.order
    top = [found.strengths[name] for name in order]
    step = 1e-3
    matrix = found.problem.curvature(top)
    for at in range(5):
        moved = [
            found.problem.likelihood([s + way * (n == at) for n, s in enumerate(top)])
            for way in (-step, 0, step)
        ]
        assert moved[1] > max(moved[0], moved[2])
        bend = (2 * moved[1] - moved[0] - moved[2]) / step**2
        assert bend == pytest.approx(matrix[at][at], rel=1e-3)


def test_a_start_changes_nothing_but_the_time() -> None:
    games = [Picked(("a", "b"), 10, (7 * PARTS, 3 * PARTS)), Picked(("b", "c"), 9, (540, 0))]
    plain = fit("abc", games, Prior()).strengths
    other = fit("abc", games, Prior(), start={"a": 4.0, "b": -3.0, "c": 1.0}).strengths
    assert other == pytest.approx(plain, abs=1e-8)
