"""When a decision is held against somebody."""

from __future__ import annotations

import pytest

from duiyi.analysis import Mark, mark_of


@pytest.mark.parametrize(
    ("loss", "mark"),
    [
        (0.0, Mark.fine),
        (0.049, Mark.fine),
        (0.05, Mark.inaccuracy),
        (0.099, Mark.inaccuracy),
        (0.1, Mark.mistake),
        (0.199, Mark.mistake),
        (0.2, Mark.blunder),
        (1.0, Mark.blunder),
    ],
)
def test_with_two_seats_the_bounds_are_5_10_and_20_percent(loss: float, mark: Mark) -> None:
    assert mark_of(loss, 2) is mark
    # What a subtraction of shares leaves of the same loss.
    assert mark_of((0.7 + loss) - 0.7, 2) is mark


def test_with_more_seats_there_is_less_to_lose() -> None:
    assert mark_of(0.19, 2) is Mark.mistake
    assert mark_of(0.19, 6) is Mark.blunder
    assert mark_of(0.4 / 6, 6) is Mark.blunder
    assert mark_of(0.4 / 6 - 0.001, 6) is Mark.mistake
