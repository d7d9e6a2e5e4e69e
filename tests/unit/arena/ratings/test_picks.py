"""What a game says: who was picked among whom."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from duiyi.arena.ratings.picks import PARTS, GameResult, picks_of, tallied

HALF, ALL = PARTS // 2, PARTS


@pytest.mark.parametrize(
    ("scores", "expected"),
    [
        ((1, 0), [(("a", "b"), [0, ALL])]),
        ((0, 1), [(("a", "b"), [ALL, 0])]),
        ((Fraction(1, 2), Fraction(1, 2)), [(("a", "b"), [HALF, HALF])]),
    ],
)
def test_of_two_the_winner_is_picked_and_a_draw_is_shared(
    scores: tuple[float, float], expected: list[object]
) -> None:
    assert picks_of(("b", "a"), scores) == expected


@pytest.mark.parametrize(
    ("scores", "expected"),
    [
        ((0, 1, 0), [(("a", "b", "c"), [0, ALL, 0])]),
        ((0.5, 0.5, 0), [(("a", "b", "c"), [HALF, HALF, 0])]),
        ((1, 1, 1), [(("a", "b", "c"), [20, 20, 20])]),
        ((0, 2, 1), [(("a", "b", "c"), [0, ALL, 0]), (("a", "c"), [0, ALL])]),
        ((2, 1, 1), [(("a", "b", "c"), [ALL, 0, 0])]),
    ],
)
def test_of_three_the_winner_is_picked_then_who_is_left(
    scores: tuple[float, ...], expected: list[object]
) -> None:
    """Who is last together was not compared, unless all are even."""
    assert picks_of(("a", "b", "c"), scores) == expected


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_parts_of_a_pick_are_a_whole_one(seats: int) -> None:
    chance = random.Random(seats)
    names = [f"b{n}" for n in range(seats)]
    for _ in range(200):
        scores = [chance.randrange(3) for _ in names]
        found = picks_of(names, scores)
        assert all(sum(parts) == PARTS for _, parts in found)
        assert found[0][0] == tuple(names)


def test_twins_are_one_observation_and_games_without_an_opening_are_alone() -> None:
    twins = [GameResult(("a", "b"), (1, 0), "o1"), GameResult(("b", "a"), (1, 0), "o1")]
    alone = [GameResult(("a", "b"), (1, 0)), GameResult(("b", "a"), (1, 0))]
    whole, together = tallied(twins)
    assert whole[0].parts == (PARTS, PARTS)
    assert [one[0].parts for one in together.elements()] == [(PARTS, PARTS)]
    assert sorted(one[0].parts for one in tallied(alone)[1].elements()) == [(0, PARTS), (PARTS, 0)]


def test_whoever_sits_twice_says_nothing() -> None:
    assert tallied([GameResult(("a", "a"), (1, 0), "o")])[0] == ()
