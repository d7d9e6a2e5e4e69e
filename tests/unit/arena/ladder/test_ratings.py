"""A ladder follows from the set of its games, and its intervals hold."""

from __future__ import annotations

import gc
import random
import time

import pytest
from tests.unit.arena.ladder.made_up import Term, World

from duiyi.arena.ladder.pairing import Entrant, Meeting
from duiyi.arena.ladder.places import rows_of
from duiyi.arena.ladder.ratings import ladder_of, marks_of
from duiyi.arena.ratings.picks import GameResult

MARKS = {f"level-{n}": 700.0 + 170 * n for n in range(6)}


def term(seed: int, world: World, bots: int, seats: int = 2) -> Term:
    """A ladder of bots that differ by about 200."""
    chance = random.Random(f"term {seed}")
    ratings = {f"b{n:02}": chance.gauss(1150, 200) for n in range(bots)}
    world = World({**ratings, **MARKS}, world.alike, world.draws, world.whole_order)
    entrants = [Entrant(name, f"member of {name}") for name in ratings]
    entrants += [Entrant(name) for name in MARKS]
    return Term(world, entrants, MARKS, seats, seed)


def random_games(count: int, seed: int, seats: int = 2) -> list[GameResult]:
    chance = random.Random(seed)
    ratings = {f"v{n:03}": chance.gauss(1200, 200) for n in range(60)}
    world = World({**ratings, **MARKS}, alike=0.3)
    return world.rotations(sorted(world.ratings), seats, -(-count // seats), chance)[:count]


@pytest.mark.parametrize("seats", [2, 4])
def test_the_order_of_5000_games_changes_not_a_bit(seats: int) -> None:
    games = random_games(5000 if seats == 2 else 1500, 1, seats)
    first = ladder_of(games, MARKS)
    random.Random(2).shuffle(games)
    again = ladder_of(games, MARKS)
    assert repr(again) == repr(first)
    assert repr(rows_of(again)) == repr(rows_of(first))


def test_references_stay_where_they_are() -> None:
    games = random_games(600, 3)
    ladder = ladder_of(games, MARKS)
    for name, value in MARKS.items():
        rating = ladder.rating(name)
        assert rating.low == pytest.approx(value)
        assert rating.high == pytest.approx(value)


def test_a_class_that_becomes_stronger_does_not_move_the_scale() -> None:
    """Everybody else gets better by 200: who did not has the same rating as before."""
    chance = random.Random(4)
    others = [f"o{n}" for n in range(10)]
    found = []
    for better in (0, 200):
        world = World({**dict.fromkeys(others, 1100 + better), **MARKS, "me": 1150})
        games = world.rotations([*others, *MARKS], 2, 600, chance)
        for number in range(800):
            met = Meeting(number, ("me", chance.choice([*others, *MARKS])), "")
            games += world.games(met.games, met.opening, chance)
        found.append(ladder_of(games, MARKS).rating("me"))
    before, after = found
    assert abs(before.value - after.value) < 40
    assert before.low < 1150 < before.high
    assert after.low < 1150 < after.high


def test_without_references_the_mean_is_zero() -> None:
    ladder = ladder_of(random_games(400, 5))
    assert sum(ladder.rating(name).value for name in ladder.names) == pytest.approx(0, abs=1e-6)


def test_whoever_has_not_played_is_there_and_may_be_anything() -> None:
    ladder = ladder_of(random_games(400, 6), MARKS, ["newcomer"])
    rating = ladder.rating("newcomer")
    assert rating.high - rating.low > 1000
    assert ladder.games["newcomer"] == 0


def test_marks_come_from_games_among_references() -> None:
    chance = random.Random(7)
    world = World({"random": 0, "greedy": 250, "level-1": 400})
    games = world.rotations(sorted(world.ratings), 2, 2000, chance)
    marks = marks_of(games, "random", 400)
    assert marks["random"] == 400
    assert marks["greedy"] == pytest.approx(650, abs=30)
    assert marks["level-1"] == pytest.approx(800, abs=30)
    assert all(value == round(value) for value in marks.values())


WORLDS = {
    "independent games": (World({}), 2),
    "openings suit bots": (World({}, alike=0.5), 2),
    "openings suit seats": (World({}, alike=-0.6), 2),
    "many draws": (World({}, draws=0.6), 2),
    "four seats": (World({}), 4),
    "four seats, whole order": (World({}, alike=0.4, whole_order=True), 4),
}


def covered(world: World, seats: int, terms: int, bots: int) -> tuple[float, float]:
    """How often intervals of ratings, and of differences, hold the truth."""
    inside, apart = [], []
    for seed in range(terms):
        found = term(seed, world, bots, seats)
        found.go_on(bots * (12 if seats == 2 else 6))
        truth, ladder = found.world.ratings, found.ladder
        # By name: who was chosen for a high rating was lucky more often than not.
        names = sorted(name for name in ladder.names if name not in MARKS)
        for at, name in enumerate(names):
            rating = ladder.rating(name)
            inside.append(rating.low <= truth[name] <= rating.high)
            other = names[(at + bots // 2) % bots]
            gap = ladder.difference(name, other)
            apart.append(gap.low <= truth[name] - truth[other] <= gap.high)
    return sum(inside) / len(inside), sum(apart) / len(apart)


@pytest.mark.parametrize("kind", ["openings suit bots", "four seats"])
def test_intervals_hold_the_truth(kind: str) -> None:
    """With the real pairings; 160 intervals, so 95 % is 0.95 ± 0.035."""
    world, seats = WORLDS[kind]
    for share in covered(world, seats, terms=10, bots=16):
        assert 0.91 <= share <= 0.99


@pytest.mark.slow
@pytest.mark.parametrize("kind", WORLDS)
def test_intervals_hold_the_truth_in_95_of_100(kind: str) -> None:
    world, seats = WORLDS[kind]
    for share in covered(world, seats, terms=12, bots=24):
        assert share == pytest.approx(0.95, abs=0.03)


def test_twins_that_are_alike_count_for_less() -> None:
    """Without looking at openings the intervals would be too narrow, or too wide."""
    chance = random.Random(8)
    names = [f"b{n}" for n in range(8)]
    for alike, low, high in ((0.8, 1.2, 2.0), (0.0, 0.85, 1.15), (-0.8, 0.3, 0.8)):
        world = World(dict.fromkeys(names, 0.0), alike)
        games = world.rotations(names, 2, 400, chance)
        assert low < ladder_of(games).dispersion < high
        loose = [GameResult(game.seats, game.scores) for game in games]
        assert 0.85 < ladder_of(loose).dispersion < 1.15


@pytest.mark.slow
@pytest.mark.alone
def test_50000_games_of_300_versions_are_rated_quickly() -> None:
    """In times of the same machine: less than it takes to add 40 million numbers. What other tests
    have left in memory is not looked through for garbage meanwhile."""
    chance = random.Random(9)
    ratings = {f"v{n:03}": chance.gauss(1200, 200) for n in range(300)}
    world = World({**ratings, **MARKS})
    names = sorted(world.ratings, key=lambda name: world.ratings[name])
    games: list[GameResult] = []
    for number in range(25_000):
        at = chance.randrange(len(names) - 40)
        pair = [names[at], names[at + chance.randint(1, 40)]]
        games += world.games([pair, pair[::-1]], f"o{number}", chance)
    gc.collect()
    gc.freeze()
    began = time.process_time()
    total = 0
    for number in range(10_000_000):
        total += number
    loop = time.process_time() - began
    began = time.process_time()
    ladder_of(games, MARKS)
    took = time.process_time() - began
    gc.unfreeze()
    assert took < 4 * loop
