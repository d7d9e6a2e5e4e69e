"""Finals are fair: what they say is as sure as they say, and equals share a place."""

from __future__ import annotations

import math
import random
from collections import defaultdict
from itertools import pairwise

import pytest
from tests.unit.arena.final.finals import a_final, played, right
from tests.unit.arena.ladder.made_up import World

from duiyi.arena.final.places import places_of
from duiyi.arena.final.plan import certainty

CHI_SQUARE_9 = 21.67
"""Ten ranks that mean nothing are beyond this in one of a hundred cases."""


def field(bots: int, spread: float, seed: int) -> dict[str, float]:
    chance = random.Random(f"field {seed}")
    return {f"b{n}": chance.gauss(0, spread) for n in range(bots)}


def identical(words: str, finals: int) -> None:
    """Ten identical bots: nobody has a better rank than others over many finals (Friedman's χ²),
    and nearly always all share the first place."""
    config = a_final(10, words)
    world = World({f"b{n}": 0.0 for n in range(10)}, alike=0.3)
    ranks: dict[str, list[int]] = defaultdict(list)
    one_place = 0
    for seed in range(finals):
        _, _, belief = played(config, world, seed)
        one_place += len(places_of(belief)) == 1
        for rank, name in enumerate(belief.names, 1):
            ranks[name].append(rank)
    means = [sum(found) / finals for found in ranks.values()]
    square = 12 * finals / (10 * 11) * sum((mean - 5.5) ** 2 for mean in means)
    assert square < CHI_SQUARE_9
    assert one_place >= 0.9 * finals


def test_ten_identical_bots_span_one_rank() -> None:
    identical("games = 4\nagain = 0", 20)


@pytest.mark.slow
def test_ten_identical_bots_span_one_rank_also_after_meeting_again() -> None:
    identical("games = 4", 20)


def ordered_right(bots: int, games: int, finals: int) -> tuple[float, float, int]:
    """Pairs 50 Elo apart, all over the field: how many are ordered right, and what is stated."""
    config = a_final(bots, f"games = {games}\nagain = 0")
    good, count = 0.0, 0
    stated = []
    for seed in range(finals):
        middles = [*field(bots // 2, 180, seed).values()]
        ratings = {}
        for at, middle in enumerate(middles):
            ratings[f"b{2 * at}"], ratings[f"b{2 * at + 1}"] = middle + 25, middle - 25
        stated.append(certainty([*ratings.values()], games, 50))
        _, _, belief = played(config, World(ratings), seed)
        for at in range(bots // 2):
            good += right(belief, ratings, f"b{2 * at}", f"b{2 * at + 1}")
            count += 1
    return good / count, sum(stated) / len(stated), count


def test_bots_50_elo_apart_are_ordered_right_as_often_as_the_plan_says() -> None:
    found, stated, count = ordered_right(16, 4, 30)
    assert found == pytest.approx(stated, abs=2.5 * math.sqrt(stated * (1 - stated) / count))


@pytest.mark.slow
def test_200_finals_order_bots_50_elo_apart_as_the_plan_says() -> None:
    found, stated, count = ordered_right(20, 4, 200)
    assert count == 2000
    assert found == pytest.approx(stated, abs=0.03)


FIELDS = {
    "normal": lambda chance: chance.gauss(0, 180),
    "narrow": lambda chance: chance.gauss(0, 40),
    "even": lambda chance: chance.uniform(-300, 300),
    "two groups": lambda chance: chance.choice((-150, 150)) + chance.gauss(0, 60),
}


def calibrated(kinds: list[str], bots: int, finals: int, alike: float) -> dict[int, list[float]]:
    """For neighbours, who were chosen by looking, by how sure their order is said to be: how
    many, how sure on average, and how many are right."""
    config = a_final(bots, "games = 4")
    found: dict[int, list[float]] = defaultdict(lambda: [0.0, 0.0, 0.0])
    for kind in kinds:
        chance = random.Random(f"calibrated {kind}")
        for seed in range(finals):
            ratings = {f"b{n}": FIELDS[kind](chance) for n in range(bots)}
            _, _, belief = played(config, World(ratings, alike), seed)
            for one, other in pairwise(belief.names):
                sure = belief.certainty(one, other)
                bin_ = found[min(4, int((sure - 0.5) * 10 + 1e-9))]
                bin_[0] += 1
                bin_[1] += sure
                bin_[2] += ratings[one] > ratings[other]
    return found


def stated_and_right(found: dict[int, list[float]]) -> tuple[float, float]:
    count, stated, good = (sum(column) for column in zip(*found.values(), strict=True))
    return stated / count, good / count


def test_neighbours_are_ordered_right_as_often_as_is_said() -> None:
    stated, good = stated_and_right(calibrated(["normal"], 16, 14, 0.3))
    assert good == pytest.approx(stated, abs=0.06)


@pytest.mark.slow
def test_what_is_said_of_neighbours_is_right_within_three_points() -> None:
    """Over all fields together, and by how sure it is where there are enough of them."""
    found = calibrated([*FIELDS], 16, 20, 0.3)
    stated, good = stated_and_right(found)
    assert good == pytest.approx(stated, abs=0.03)
    for count, sure, well in found.values():
        error = math.sqrt(sure / count * (1 - sure / count) / count)
        assert well / count == pytest.approx(sure / count, abs=0.03 + 1.96 * error)


@pytest.mark.parametrize("seats", [3, 4])
def test_more_seats_have_finals_too(seats: int) -> None:
    config = a_final(8, f"seats = {seats}\ngames = {seats}\nrounds = 12\nagain = 5")
    ratings = {f"b{n}": 150.0 * n for n in range(8)}
    found, scores, belief = played(config, World(ratings), 1)
    assert found.final
    assert all(game.id in scores for game in found.games)
    assert belief.names[0] in ("b7", "b6")
    assert belief.names[-1] in ("b0", "b1")
    again = [one for one in found.rounds if one.number > 12]
    assert all({*one.names} <= {*belief.names} for round in again for one in round.pairings)
