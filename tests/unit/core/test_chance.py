"""Chance: exactly the probabilities of the state, and the same draws from the same seed."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from duiyi.core import State
from duiyi.core.chance import Dice, drawn


class Draw:
    """The part of a state that dice look at."""

    def __init__(self, *chances: tuple[str, Fraction]) -> None:
        self._chances = chances

    def chances(self) -> tuple[tuple[str, Fraction], ...]:
        return self._chances


def test_dice_follow_the_probabilities() -> None:
    draw = Draw(("a", Fraction(1, 6)), ("b", Fraction(1, 2)), ("c", Fraction(1, 3)))
    state = cast("State[Any]", draw)
    dice = Dice(0)
    seen = Counter(dice.choose(state) for _ in range(6000))
    assert abs(seen["a"] - 1000) < 150
    assert abs(seen["b"] - 3000) < 200
    assert abs(seen["c"] - 2000) < 200


def test_dice_refuse_probabilities_that_do_not_sum_to_one() -> None:
    dice = Dice(0)
    state = cast("State[Any]", Draw(("never", Fraction(0))))
    with pytest.raises(ValueError, match="sum to 1"):
        dice.choose(state)


@given(st.integers(0, 2**128 - 1), st.integers(0, 500))
def test_a_draw_follows_from_seed_and_number_alone(seed: int, number: int) -> None:
    state = cast("State[Any]", Draw(*((str(face), Fraction(1, 6)) for face in range(6))))
    assert drawn(state, seed, number) == drawn(state, seed, number)


def test_draws_of_one_game_differ_from_each_other() -> None:
    state = cast("State[Any]", Draw(*((str(face), Fraction(1, 6)) for face in range(6))))
    assert {drawn(state, 7, number) for number in range(60)} == {*"012345"}
