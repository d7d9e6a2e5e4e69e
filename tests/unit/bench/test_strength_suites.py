"""What suites ask for, and when it holds."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest
from bench import strength_suites
from bench.strength_games import Failure, Match, Played, Thinking
from bench.strength_run import run
from bench.strength_standing import Bound, Standing, Verdict, standing
from bench.strength_store import Results
from rich.console import Console

from duiyi.arena.game.sprt import Bounds

MATCH = Match("relati-classic", ("one", "other"))
NO_TIME = (Thinking(1, 1, 0.1, 0.1), Thinking(1, 1, 0.1, 0.1))


def games(points: int, count: int, failed: bool = False) -> dict[int, Played]:
    """So many games, of which the first player has won so many, spread over the pairs."""
    found = {}
    for number in range(count):
        won = Fraction((number + 1) * points // count - number * points // count)
        scores = (won, 1 - won) if number % 2 == 0 else (1 - won, won)
        failures = (Failure(1, "", "IllegalAction"),) if failed and not number else ()
        found[number] = Played(number, scores, NO_TIME, failures)
    return found


def stands(points: int, count: int, *, failed: bool = False) -> Standing:
    return standing(MATCH, games(points, count, failed))


def test_points_become_elo_with_an_interval() -> None:
    """64 of 100 are 100 Elo."""
    now = stands(256, 400)
    low, middle, high = now.elo
    assert middle == pytest.approx(100, abs=0.1)
    assert 60 < low < 100 < high < 140
    assert now.score.points == 256


LEVELS = Bound(400, least_elo=20, band=(60, 250))


@pytest.mark.parametrize(
    ("points", "verdict"),
    [
        (200, Verdict.FAILS),
        (225, Verdict.FAILS),
        (240, Verdict.HOLDS),
        (300, Verdict.HOLDS),
        (321, Verdict.HOLDS),
        (330, Verdict.FAILS),
        (400, Verdict.FAILS),
    ],
)
def test_neighbouring_levels_are_60_to_250_elo_apart(points: int, verdict: Verdict) -> None:
    assert LEVELS.verdict(stands(points, 400)) is verdict


def test_a_lower_bound_is_asked_for_where_one_is_promised() -> None:
    assert Bound(200, least_share=0.65).verdict(stands(150, 200)) is Verdict.HOLDS
    assert Bound(200, least_share=0.65).verdict(stands(134, 200)) is Verdict.FAILS
    assert Bound(10, least_elo=20, band=(60, 250)).verdict(stands(6, 10)) is Verdict.FAILS


def test_with_too_few_games_nothing_is_said() -> None:
    assert LEVELS.verdict(stands(300, 399)) is Verdict.OPEN


def test_an_illegal_answer_spoils_everything() -> None:
    assert LEVELS.verdict(stands(270, 400)) is Verdict.HOLDS
    assert LEVELS.verdict(stands(270, 400, failed=True)) is Verdict.FAILS


def test_levels_are_compared_with_their_neighbours() -> None:
    lines = strength_suites.levels("tzaar")
    assert [line.match.players for line in lines] == [
        ("greedy", "level-1"),
        *((f"level-{level + 1}", f"level-{level}") for level in range(1, 8)),
    ]
    assert [line.games for line in lines] == [400] * 7 + [100]
    armed = strength_suites.levels("relati", options="cannon=on")
    assert {line.match.options for line in armed} == {"cannon=on"}


@pytest.mark.parametrize(("seats", "least"), [(2, 0.95), (3, 0.95), (4, 0.75), (6, 0.5)])
def test_every_seat_has_to_beat_random(seats: int, least: float) -> None:
    lines = strength_suites.against_random("relati-legacy", seats, "strong", 120)
    assert [line.bound and line.bound.least_share for line in lines] == [least] * len(lines)
    assert [line.seat for line in lines] == ([None] if seats == 2 else [*range(seats)])


def test_a_seat_counts_only_its_own_games() -> None:
    """Here the first player wins from seat 0 alone."""
    match = Match("relati-legacy", ("one", "other"), 3)
    seen = {
        number: Played(number, (Fraction(1), Fraction(0), Fraction(0)), NO_TIME)
        for number in range(30)
    }
    shares = [standing(match, seen, seat).score.share for seat in range(3)]
    assert shares == [1, 0, 0]
    assert standing(match, seen).score.share == pytest.approx(1 / 3)


def test_everything_that_is_installed_is_tried_at_every_level() -> None:
    matches = strength_suites.everything(("tzaar", "relati-legacy"))
    assert {match.game for match in matches} == {"tzaar", "relati-legacy"}
    assert {match.seats for match in matches} == {2, 3, 4, 5, 6}
    for level in range(1, 9):
        players = [player for match in matches for player in match.players]
        assert sum(f"level={level}," in player for player in players) == len(matches) / 4
        assert all("seconds" not in player for player in players)


def test_slow_games_have_a_tenth_of_the_decisions() -> None:
    found = strength_suites.parts(["tzaar", "atom", "tic-tac-toe"], 1000)
    assert found == {"tzaar": 477, "atom": 477, "tic-tac-toe": 48}
    assert sum(found.values()) >= 1000


def test_a_test_that_is_decided_ends_a_match(tmp_path: Path) -> None:
    match = Match("relati-classic", ("greedy", "random"))
    with Results(tmp_path / "games.jsonl") as results:
        run({match: 1000}, results, 0, Console(quiet=True), Bounds(0, 100))
        games = results.of(match)
        test = standing(match, games, bounds=Bounds(0, 100)).test
    assert test is not None
    assert test.accepted == 100
    assert len(games) < 200
