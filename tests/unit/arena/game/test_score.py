"""Scores: points, intervals that hold what they promise, Elo."""

from __future__ import annotations

import math
import random
from fractions import Fraction

import pytest

from duiyi.arena.game.score import Result, elo, openings, pentanomial, score_of
from duiyi.core.study.intervals import spread, wilson

WIN, HALF, LOSS = Fraction(1), Fraction(1, 2), Fraction(0)


def pair(opening: int, first: Fraction, second: Fraction) -> list[Result]:
    """A pair in which entrant 0 got these points, from seat 0 and then from seat 1."""
    return [
        Result(opening, (0, 1), (first, 1 - first)),
        Result(opening, (1, 0), (1 - second, second)),
    ]


def test_wins_draws_and_losses_are_counted_from_both_seats() -> None:
    results = [*pair(0, WIN, WIN), *pair(1, HALF, LOSS), *pair(2, WIN, LOSS)]
    own, other = (score_of(entrant, results, 2) for entrant in (0, 1))
    assert (own.games, own.wins, own.draws, own.losses) == (6, 3, 1, 2)
    assert own.points == Fraction(7, 2)
    assert own.points + other.points == 6
    assert own.low < own.share < own.high
    assert own.low == pytest.approx(1 - other.high)


def test_pairs_are_counted_by_their_five_results() -> None:
    pairs = [(LOSS, LOSS), (HALF, LOSS), (WIN, LOSS), (HALF, HALF), (WIN, HALF), (WIN, WIN)]
    results = [game for at, (one, two) in enumerate(pairs) for game in pair(at, one, two)]
    assert pentanomial(0, results) == (1, 1, 2, 1, 1)
    assert pentanomial(1, results) == (1, 1, 2, 1, 1)


def test_a_pair_that_is_not_finished_counts_for_the_points_but_not_for_the_interval() -> None:
    results = pair(0, WIN, LOSS)
    more = [*results, Result(1, (0, 1), (WIN, LOSS))]
    whole, begun = score_of(0, results, 2), score_of(0, more, 2)
    assert begun.points == 2
    assert (begun.low, begun.high) == (whole.low, whole.high)
    assert pentanomial(0, more) == (0, 0, 1, 0, 0)


def test_pairs_that_are_decided_by_the_first_move_say_that_nobody_is_stronger() -> None:
    """Each side wins with the first move: 100 wins in 200 games, and no doubt about it."""
    results = [game for at in range(100) for game in pair(at, WIN, LOSS)]
    paired = score_of(0, results, 2)
    alone = score_of(0, results, 1)
    assert paired.high - paired.low < (alone.high - alone.low) / 4


def test_with_four_seats_shares_are_measured_against_a_quarter() -> None:
    seats = range(4)
    results = [
        Result(opening, tuple((s + shift) % 4 for s in seats), (WIN, LOSS, LOSS, LOSS))
        for opening in range(30)
        for shift in seats
    ]
    score = score_of(2, results, 4)
    assert (score.games, score.wins, score.losses) == (120, 30, 90)
    assert score.share == 0.25
    assert 0.2 < score.low < 0.25 < score.high < 0.3
    assert openings(2, results, 4) == [Fraction(1, 4)] * 30


def test_an_entrant_on_two_seats_has_the_points_of_both() -> None:
    result = Result(0, (0, 1, 0, 1), (HALF, LOSS, HALF, LOSS))
    assert result.of(0) == 1
    assert score_of(0, [result], 2).wins == 1


def test_nothing_played_is_nothing_known() -> None:
    score = score_of(0, [], 2)
    assert (score.games, score.low, score.high) == (0, 0, 1)
    assert math.isnan(score.share)


@pytest.mark.parametrize(
    ("chances", "pairs"),
    [
        ((0.25, 0, 0.5, 0, 0.25), 10),
        ((0.05, 0, 0.9, 0, 0.05), 20),
        ((0, 0, 0.1, 0.2, 0.7), 15),
        ((0, 0, 0.02, 0.06, 0.92), 10),
        ((0.02, 0.2, 0.56, 0.2, 0.02), 100),
    ],
)
def test_intervals_of_pairs_hold_the_truth_about_95_times_of_100(
    chances: tuple[float, ...], pairs: int
) -> None:
    values = (0, 0.25, 0.5, 0.75, 1)
    truth = sum(p * value for p, value in zip(chances, values, strict=True))
    chooser = random.Random(4)
    held = 0
    for _ in range(1000):
        low, high = spread(chooser.choices(values, chances, k=pairs))
        held += low <= truth <= high
    assert held >= 920


@pytest.mark.parametrize("share", [0.02, 0.3, 0.5, 0.9])
def test_wilsons_interval_holds_the_truth_about_95_times_of_100(share: float) -> None:
    chooser = random.Random(9)
    held = 0
    for _ in range(1000):
        points = sum(chooser.random() < share for _ in range(60))
        low, high = wilson(points, 60)
        held += low <= share <= high
    assert held >= 920


def test_wilsons_interval_as_the_books_have_it() -> None:
    assert [round(end, 4) for end in wilson(10, 10)] == [0.7225, 1]
    assert [round(end, 4) for end in wilson(5, 10)] == [0.2366, 0.7634]


def test_elo_of_shares() -> None:
    assert elo(0.5) == 0
    assert elo(10 / 11) == pytest.approx(400)
    assert elo(0.25) == pytest.approx(-elo(0.75))
    assert (elo(0), elo(1)) == (-math.inf, math.inf)
