"""Outcomes: exact scores that sum to 1."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from duiyi.core import Outcome
from duiyi.core.outcome import nobody_won, won

seats_and_one = st.integers(2, 6).flatmap(lambda n: st.tuples(st.just(n), st.integers(0, n - 1)))


@given(seats_and_one)
def test_a_winner_gets_everything(case: tuple[int, int]) -> None:
    seats, winner = case
    outcome = won(winner, seats, "won")
    assert outcome.winner == winner
    assert sum(outcome.scores) == 1
    assert outcome.scores[winner] == 1


@given(seats_and_one)
def test_without_a_winner_the_seats_still_in_share_evenly_w4(case: tuple[int, int]) -> None:
    seats, gone = case
    everyone, others = nobody_won(seats, set(), "drawn"), nobody_won(seats, {gone}, "drawn")
    assert everyone.scores == (Fraction(1, seats),) * seats
    assert others.scores[gone] == 0
    assert sum(others.scores) == 1
    assert everyone.winner is None


def test_the_last_one_in_has_won_even_when_nobody_wins() -> None:
    assert nobody_won(3, {0, 2}, "drawn").winner == 1


def test_a_shared_first_place_has_no_winner() -> None:
    assert Outcome((Fraction(1, 2), Fraction(1, 2), Fraction(0)), "shared").winner is None


@pytest.mark.parametrize(
    "scores",
    [
        (Fraction(1), Fraction(1)),
        (Fraction(0), Fraction(0)),
        (Fraction(2), Fraction(-1)),
        (Fraction(1, 3),) * 2,
        (),
    ],
)
def test_scores_that_do_not_sum_to_one_are_refused(scores: tuple[Fraction, ...]) -> None:
    with pytest.raises(ValueError, match="sum to 1"):
        Outcome(scores, "won")


def test_outcomes_are_values() -> None:
    assert won(0, 2, "won") == Outcome((Fraction(1), Fraction(0)), "won")
    assert hash(won(0, 2, "won")) == hash(Outcome((Fraction(1), Fraction(0)), "won"))
