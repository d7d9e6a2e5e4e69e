"""Standings against figures worked out by hand, and independent of the order of finishing."""

from __future__ import annotations

import math
import random
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.unit.arena.tournament.cups import cup, played_out

from duiyi.arena.ratings.bradley_terry import bradley_terry
from duiyi.arena.tournament.plan import plan
from duiyi.arena.tournament.schedule import Scores
from duiyi.arena.tournament.standings import Standings, Tally, standings_of

WIN, DRAW, LOSS = (
    (Fraction(1), Fraction(0)),
    (Fraction(1, 2), Fraction(1, 2)),
    (Fraction(0), Fraction(1)),
)


def table(words: str, count: int, results: dict[str, str]) -> Standings:
    """`results` by pair in the order of names: `b0 b1` → `1`, `=` or `0` for each game."""
    config = cup(words, count)
    scores: dict[str, Scores] = {}
    left = {pair: list(signs) for pair, signs in results.items()}
    found = plan(config, {})
    for game in found.games:
        one, other = sorted(game.names)
        if signs := left.get(f"{one} {other}"):
            points = {"1": Fraction(1), "=": Fraction(1, 2), "0": Fraction(0)}[signs.pop(0)]
            mine = {one: points, other: 1 - points}
            scores[game.id] = tuple(mine[name] for name in game.names)
    pairs = [(game, scores[game.id]) for game in found.games if game.id in scores]
    return standings_of(config, found.rounds, pairs)


def test_points_seats_and_meetings_are_counted() -> None:
    found = table("games = 2", 3, {"b0 b1": "1=", "b0 b2": "11", "b1 b2": "01"})
    first = found.rows[0]
    assert (first.name, first.points, first.games) == ("b0", Fraction(7, 2), 4)
    assert (first.wins, first.draws, first.losses) == (3, 1, 0)
    assert [tally.games for tally in first.by_seat] == [2, 2]
    assert sum(tally.points for tally in first.by_seat) == first.points
    assert found.against("b0", "b2") == Tally(2, Fraction(2))
    assert found.against("b2", "b1") == Tally(2, Fraction(1))
    assert found.against("b2", "b3") == Tally()


def test_even_bots_are_parted_by_their_own_games() -> None:
    """b0 and b1 both have 3 of 4 points; b1 has beaten b0."""
    results = {
        "b0 b1": "0", "b0 b2": "1", "b0 b3": "1", "b0 b4": "1",
        "b1 b2": "1", "b1 b3": "1", "b1 b4": "0",
        "b2 b3": "1", "b2 b4": "1", "b3 b4": "1",
    }  # fmt: skip
    found = table("games = 1", 5, results)
    assert [row.name for row in found.rows][:2] == ["b1", "b0"]
    assert found.criteria == ("share", "direct", "sonneborn-berger", "wins")
    assert found.rows[0].criteria[:2] == (Fraction(3, 4), Fraction(1))


def test_then_by_whom_they_have_beaten() -> None:
    """b2 and b3 drew; b2 beat the second, b3 the last."""
    results = {"b0 b1": "1", "b0 b2": "1", "b0 b3": "1", "b1 b2": "0", "b1 b3": "1", "b2 b3": "="}
    found = table("games = 1", 4, results)
    assert [row.name for row in found.rows] == ["b0", "b2", "b1", "b3"]
    b2 = found.rows[1]
    # Beat b1 (1 point), drew with b3 (½ a point): 1·1 + ½·½.
    assert b2.criteria[2] == Fraction(5, 4)


def test_who_is_even_in_everything_shares_a_rank() -> None:
    found = table("games = 2", 3, {"b0 b1": "==", "b0 b2": "==", "b1 b2": "=="})
    assert [row.rank for row in found.rows] == [1, 1, 1]
    assert [row.name for row in found.rows] == ["b0", "b1", "b2"]
    found = table("games = 2", 4, dict.fromkeys(("b0 b1", "b0 b2", "b0 b3"), "11"))
    assert [row.rank for row in found.rows] == [1, 2, 2, 2]


def test_swiss_counts_rounds_and_byes() -> None:
    config = cup('format = "swiss"\nrounds = 1\ngames = 2', 3)
    found = plan(config, {})
    scores = {game.id: DRAW for game in found.games}
    rows = standings_of(config, found.rounds, [(g, scores[g.id]) for g in found.games]).rows
    assert {row.name: row.criteria[0] for row in rows}[found.rounds[0].byes[0]] == 1
    assert sorted(row.criteria[0] for row in rows) == [Fraction(1, 2), Fraction(1, 2), 1]
    assert sum(row.byes for row in rows) == 1


def test_knockout_ranks_by_how_far_one_came() -> None:
    config = cup('format = "knockout"', 8)
    found, scores = played_out(config, 4)
    rows = standings_of(config, found.rounds, [(g, scores[g.id]) for g in found.games]).rows
    assert [row.rank for row in rows] == [1, 2, 3, 3, 5, 5, 5, 5]


def test_two_bots_have_the_elo_difference_of_their_score() -> None:
    """Without the given draws 75 % would be 190.85; with them it is a little less."""
    many = bradley_terry(["a", "b"], {("a", "b"): (100_000, 75_000.0)})
    assert many["a"].value - many["b"].value == pytest.approx(190.85, abs=0.02)
    assert many["a"].value + many["b"].value == pytest.approx(0)
    few = bradley_terry(["a", "b"], {("a", "b"): (4, 3.0)})
    assert 100 < few["a"].value - few["b"].value < 190


def test_the_interval_is_that_of_the_score() -> None:
    """100 even games: a standard error of 0.05 in the score is 34.7 in the difference, and each of
    the two has half of it."""
    found = bradley_terry(["a", "b"], {("a", "b"): (100, 50.0)})["a"]
    error = 400 / math.log(10) / 0.25 * 0.05 / 2
    assert (found.high - found.low) / 2 == pytest.approx(1.96 * error, rel=0.02)


def test_who_won_everything_is_far_ahead_and_not_infinitely() -> None:
    names = ["a", "b", "c"]
    found = bradley_terry(names, {("a", "b"): (1000, 1000.0), ("b", "c"): (1000, 1000.0)})
    assert 500 < found["a"].value < 3000
    assert found["a"].value > found["b"].value > found["c"].value
    assert all(math.isfinite(x) for r in found.values() for x in (r.low, r.value, r.high))


def test_who_has_not_played_is_in_the_middle_and_uncertain() -> None:
    found = bradley_terry(["a", "b", "c"], {("a", "b"): (40, 30.0)})
    assert found["b"].value < found["c"].value < found["a"].value
    assert found["c"].high - found["c"].low > found["a"].high - found["a"].low


@settings(deadline=None, max_examples=30)
@given(st.integers(2, 12), st.integers(0, 2**32))
def test_ratings_are_where_the_likelihood_is_flat(count: int, seed: int) -> None:
    """The expected points of everybody are those it has, draws that were given included."""
    chance = random.Random(seed)
    names = [f"b{n}" for n in range(count)]
    results = {
        (a, b): (games := chance.randint(0, 9), chance.randint(0, 2 * games) / 2)
        for i, a in enumerate(names)
        for b in names[i + 1 :]
    }
    found = bradley_terry(names, results)
    scale = 400 / math.log(10)
    points = dict.fromkeys(names, 0.5)
    for (a, b), (games, made) in results.items():
        points[a] += made
        points[b] += games - made

    # The mean was moved to 0 afterwards: find how far the strengths were from it.
    def expected(name: str, shift: float) -> float:
        own = found[name].value / scale
        total = 1 / (1 + math.exp(-(own + shift)))
        for (a, b), (games, _) in results.items():
            if name in (a, b):
                other = found[b if name == a else a].value / scale
                total += games / (1 + math.exp(other - own))
        return total

    low, high = -20.0, 20.0
    for _ in range(80):
        middle = (low + high) / 2
        if sum(expected(name, middle) for name in names) < sum(points.values()):
            low = middle
        else:
            high = middle
    for name in names:
        assert expected(name, low) == pytest.approx(points[name], abs=1e-6)


@pytest.mark.parametrize(
    "words",
    [
        "",
        'format = "swiss"\nrounds = 3',
        'format = "knockout"',
        'format = "final"\nlooks = [2, 4]',
        "seats = 3\nrounds = 4\ngames = 2",
    ],
)
def test_the_order_of_finishing_changes_nothing(words: str) -> None:
    config = cup(words, 6)
    found, scores = played_out(config, 9)
    pairs = [(game, scores[game.id]) for game in found.games]
    first = standings_of(config, found.rounds, pairs)
    for seed in range(5):
        random.Random(seed).shuffle(pairs)
        assert standings_of(config, found.rounds, pairs) == first


def test_many_seats_are_rated_by_places() -> None:
    config = cup("seats = 3\ngames = 6", 4)
    found = plan(config, {})
    pairs = [
        (game, tuple(Fraction(int(name == min(game.names))) for name in game.names))
        for game in found.games
    ]
    rows = standings_of(config, found.rounds, pairs)
    assert rows.model == "plackett-luce"
    assert rows.rows[0].name == "b0"
    assert rows.rows[0].rating.low > rows.rows[-1].rating.value
    assert sum(row.rating.value for row in rows.rows) == pytest.approx(0, abs=1e-6)
