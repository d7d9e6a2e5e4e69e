"""The curve of levels: it finds strengths from games, and levels that are equally far apart."""

from __future__ import annotations

import json
import random
from itertools import pairwise
from pathlib import Path

import pytest
from tools.level_curve import ELO, Curve, Games, Ranked, Way, on_path, solved
from tools.tune_levels import BELOW, BELOW_GREEDY, heights, write

from duiyi.players.levels import Level

KNOTS = [0.0, 0.25, 0.5, 0.75, 1.0]
GREEDY, FULL = Ranked("greedy"), Ranked("full strength")
SEEING = 60.0


def true_elo(player: Ranked) -> float:
    """A steep beginning and a flat end."""
    named = {"greedy": 350.0, "full strength": 1300.0}
    return named.get(player.name, 1100 * (1 - (1 - player.x) ** 2) + SEEING * player.sees)


def games(one: Ranked, other: Ranked, count: int, chooser: random.Random) -> Games:
    chance = 1 / (1 + 10 ** ((true_elo(other) - true_elo(one)) / 400))
    won = sum(chooser.random() < chance for _ in range(count))
    return Games(one, other, won, count)


def measured(count: int) -> Curve:
    chooser = random.Random(1)
    places = [at / 8 for at in range(9)]
    pairs = [(on_path(5, high), on_path(5, low)) for low, high in pairwise(places)]
    pairs += [(on_path(1, x + 0.1), on_path(1, x)) for x in (0.0, 0.1, 0.2)]
    pairs += [(on_path(5, 0.2), on_path(1, 0.2)), (on_path(5, 0.1), on_path(1, 0.1))]
    pairs += [(GREEDY, on_path(1, x)) for x in (0.0, 0.1, 0.2)]
    pairs += [(FULL, on_path(5, x)) for x in (0.8, 1.0)]
    return Curve(KNOTS, [games(*pair, count, chooser) for pair in pairs])


def test_strengths_are_found_from_games() -> None:
    curve = measured(2000)
    floor = curve.elo(on_path(1, 0)) - true_elo(on_path(1, 0))
    for player in (*(on_path(5, knot) for knot in KNOTS), on_path(1, 0.25), GREEDY, FULL):
        assert curve.elo(player) - floor == pytest.approx(true_elo(player), abs=45)


def test_who_wins_all_is_stronger_but_not_infinitely() -> None:
    curve = Curve(KNOTS, [Games(FULL, on_path(5, 1.0), 10, 10)])
    assert 200 < curve.elo(FULL) - curve.elo(on_path(5, 1.0)) < 1000


def test_what_was_not_played_says_nothing() -> None:
    one, other = on_path(5, 0.25), on_path(5, 0.75)
    played = [Games(other, one, 90, 100)]
    more = [*played, *([Games(other, one, 0, 0)] * 50)]
    assert Curve(KNOTS, more).elo(other) == Curve(KNOTS, played).elo(other)


def test_a_place_is_found_by_its_strength() -> None:
    curve = measured(500)
    for x in (0.1, 0.4, 0.9):
        assert curve.x(5, curve.elo(on_path(5, x))) == pytest.approx(x, abs=1e-9)
    assert curve.x(5, -10_000) == 0
    assert curve.x(5, 10_000) == 1


def test_levels_are_equally_far_apart_and_the_first_is_below_greedy() -> None:
    curve = measured(500)
    own = [*heights(curve), curve.elo(FULL)]
    steps = [high - low for low, high in pairwise(own)]
    assert len(own) == 8
    assert max(steps) - min(steps) < 1e-6
    assert own[0] == pytest.approx(curve.elo(GREEDY) - BELOW_GREEDY)


def test_where_full_strength_is_far_above_the_path_the_last_level_is_its_end() -> None:
    chooser = random.Random(2)
    pairs = [(on_path(5, high), on_path(5, low)) for low, high in pairwise(KNOTS)]
    played = [games(*pair, 400, chooser) for pair in pairs]
    played += [Games(FULL, on_path(5, 1.0), 399, 400), games(GREEDY, on_path(1, 0.2), 400, chooser)]
    curve = Curve(KNOTS, played)
    assert curve.x(BELOW[-1], heights(curve)[-1]) == 1


def test_rows_go_from_careless_to_careful() -> None:
    way = Way(20, 60_000)
    rows = [way.row(5, x) for x in KNOTS]
    assert (rows[0].nodes, rows[-1].nodes, rows[-1].careless) == (20, 60_000, 0)
    assert [row.careless for row in rows] == sorted((row.careless for row in rows), reverse=True)


def test_all_rows_of_a_way_have_its_kind_of_search() -> None:
    way = Way(5, 1000, kind="mcts")
    assert {way.row(3, 0.5).kind, way.highest(8).kind} == {"mcts"}
    assert Way(5, 1000).row(3, 0.5).kind is None


def test_equations_are_solved() -> None:
    assert solved([[0, 2], [3, 1]], [4, 5]) == pytest.approx([1, 2])
    assert pytest.approx(173.7, abs=0.1) == ELO


def test_the_table_keeps_the_rows_of_other_games(tmp_path: Path) -> None:
    file = tmp_path / "levels.json"
    file.write_text('{"atom": [{"level": 1, "nodes": 3, "careless": 0.5}]}')
    rows = [Level(1, 200, 0.25), Way(1, 2, seconds=0.5).highest(8)]
    write("tzaar", rows, file)
    table = json.loads(file.read_text())
    assert [*table] == ["atom", "tzaar"]
    assert table["tzaar"] == [
        {"level": 1, "nodes": 200, "careless": 0.25},
        {"level": 8, "careless": 0.0, "seconds": 0.5},
    ]
