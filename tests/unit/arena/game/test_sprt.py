"""The sequential test: what it measures, and that it errs as seldom as it promises."""

from __future__ import annotations

import math
import os
import random

import pytest

from duiyi.arena.game.sprt import (
    LARGEST,
    VALUES,
    Bounds,
    deviations,
    fitted,
    normalised_elo,
    read_bounds,
    sprt,
)
from duiyi.core import BadOptions

SHAPES = {
    "few draws": (0.1, 0.1, 0.6, 0.1, 0.1),
    "the first move wins": (0.02, 0.01, 0.94, 0.01, 0.02),
    "many draws": (0.02, 0.2, 0.56, 0.2, 0.02),
}
RUNS = 1000 if os.environ.get("DUIYI_SOAK") else 120


def mean_and_deviation(chances: list[float]) -> tuple[float, float]:
    mean = sum(p * v for p, v in zip(chances, VALUES, strict=True))
    square = sum(p * (v - mean) ** 2 for p, v in zip(chances, VALUES, strict=True))
    return mean, math.sqrt(square)


@pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES)
@pytest.mark.parametrize("elo", [-80, 0, 5, 60])
def test_the_fitted_distribution_has_the_difference_that_was_asked_for(
    shape: tuple[float, ...], elo: float
) -> None:
    chances = fitted(shape, deviations(elo))
    mean, deviation = mean_and_deviation(chances)
    assert sum(chances) == pytest.approx(1, abs=1e-6)
    assert (mean - 0.5) / deviation == pytest.approx(deviations(elo), abs=1e-5)
    assert normalised_elo([round(p * 10**9) for p in chances]) == pytest.approx(elo, abs=0.01)


def test_the_fitted_distribution_is_the_likeliest() -> None:
    """No other one with the same difference, found by chance, explains what was seen better."""
    seen = (0.1, 0.2, 0.4, 0.2, 0.1)
    best = fitted(seen, deviations(40))

    def likelihood(chances: list[float]) -> float:
        return sum(p * math.log(q) for p, q in zip(seen, chances, strict=True))

    chooser = random.Random(2)
    for _ in range(200):
        near = [p * math.exp(chooser.gauss(0, 0.2)) for p in best]
        other = fitted([p / sum(near) for p in near], deviations(40))
        assert likelihood(other) <= likelihood(best) + 1e-9


def test_a_single_game_of_known_spread_gives_the_definition() -> None:
    """A share of 55 % without draws: 0.05 above ½, with a deviation of 0.4975 per game."""
    p = 0.55
    counts = [round(10**6 * chance) for chance in ((1 - p) ** 2, 0, 2 * p * (1 - p), 0, p * p)]
    expected = 0.05 / math.sqrt(p * (1 - p)) * 800 / math.log(10)
    assert normalised_elo(counts) == pytest.approx(expected, rel=1e-3)


def test_bounds_are_walds() -> None:
    bounds = Bounds(0, 5)
    assert bounds.upper == pytest.approx(math.log(19))
    assert bounds.lower == -bounds.upper


def test_winning_speaks_for_the_greater_difference_and_losing_for_the_smaller() -> None:
    bounds = Bounds(0, 30)
    assert sprt([0, 0, 0, 0, 0], bounds).ratio == 0
    assert sprt([0, 5, 50, 60, 40], bounds).accepted == 30
    assert sprt([40, 60, 50, 5, 0], bounds).accepted == 0
    assert sprt([0, 0, 1, 1, 0], bounds).accepted is None
    ahead, behind = sprt([1, 2, 5, 3, 2], bounds), sprt([2, 3, 5, 2, 1], bounds)
    assert ahead.ratio > 0 > behind.ratio


@pytest.mark.parametrize("seed", range(40))
def test_the_largest_differences_are_fitted_to_whatever_was_seen(seed: int) -> None:
    chooser = random.Random(seed)
    weights = [chooser.choice((0.001, 0.001, 1, 2, 5, 50, 500)) for _ in VALUES]
    for elo in (-LARGEST, -150, 220, LARGEST):
        chances = fitted([weight / sum(weights) for weight in weights], deviations(elo))
        mean, deviation = mean_and_deviation(chances)
        assert min(chances) > 0
        assert sum(chances) == pytest.approx(1, abs=1e-6)
        assert mean - 0.5 == pytest.approx(deviations(elo) * deviation, abs=1e-6)


@pytest.mark.parametrize("counts", [[0, 0, 0, 0, 30], [30, 0, 0, 0, 0], [0, 0, 30, 0, 0]])
def test_results_that_are_all_alike_do_not_break_it(counts: list[int]) -> None:
    assert math.isfinite(sprt(counts, Bounds(-5, 5)).ratio)
    assert normalised_elo(counts) in (math.inf, -math.inf, 0)


@pytest.mark.slow
@pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES)
@pytest.mark.parametrize("elo", [0, 100])
def test_it_errs_about_as_seldom_as_it_promises(shape: tuple[float, ...], elo: float) -> None:
    bounds = Bounds(0, 100, 0.1, 0.1)
    chances = fitted(shape, deviations(elo))
    chooser = random.Random(8)
    wrong = 0
    for _ in range(RUNS):
        counts = [0] * 5
        accepted = None
        while accepted is None:
            for result in chooser.choices(range(5), chances, k=4):
                counts[result] += 1
            accepted = sprt(counts, bounds).accepted
        wrong += accepted != elo
    # Three standard deviations of a count with probability 0.1.
    assert wrong <= 0.1 * RUNS + 3 * math.sqrt(0.09 * RUNS)


def test_bounds_as_people_write_them() -> None:
    assert read_bounds("0,10") == Bounds(0, 10)
    assert read_bounds("-2.5,2.5,0.01,0.1") == Bounds(-2.5, 2.5, 0.01, 0.1)


@pytest.mark.parametrize("text", ["", "5", "5,0", "0,5,1,1", "a,b", "0,5,0.6,0.05", "0;5", "0,501"])
def test_what_are_no_bounds_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(BadOptions, match="0,10"):
        read_bounds(text)
