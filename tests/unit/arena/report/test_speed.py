"""What a report costs: CPU time of a game, also compared with reading the same games."""

from __future__ import annotations

import time
from itertools import pairwise
from pathlib import Path

import pytest
from tests.report_cup import class_cup

from duiyi.arena.report import write_report
from duiyi.arena.tournament.results import read_results

GAMES = 120
FIRST = 40
"""Not counted: the first games draw what all others find drawn."""
WINDOW = 10
MOST_MS = 12.0
MOST_READINGS = 14.0
"""A report with choices and previews, made without remembering, took above 40."""


@pytest.fixture(scope="module")
def cup(tmp_path_factory: pytest.TempPathFactory) -> Path:
    directory = tmp_path_factory.mktemp("class")
    assert class_cup(directory, 20, games=GAMES) == GAMES
    return directory


def report_times(cup: Path) -> list[float]:
    """For each window of games the CPU time of one game."""
    marks: list[float] = []
    write_report(cup, progress=lambda done, of: marks.append(time.process_time()))
    return [
        (marks[at + WINDOW] - marks[at]) / WINDOW for at in range(FIRST, GAMES - WINDOW, WINDOW)
    ]


def reading_times(cup: Path) -> list[float]:
    games = read_results(cup).games[FIRST:]
    marks = [time.process_time()]
    for at in range(0, len(games) - WINDOW, WINDOW):
        for game in games[at : at + WINDOW]:
            assert game.played.record
        marks.append(time.process_time())
    return [(after - before) / WINDOW for before, after in pairwise(marks)]


def test_a_game_costs_12_ms_and_not_much_more_than_reading_it_a_few_times(cup: Path) -> None:
    report, reading = sorted(report_times(cup)), sorted(reading_times(cup))
    # A busy machine makes single windows slower, never faster: the quicker half tells the cost.
    cost, read = (sum(times[: len(times) // 2]) / (len(times) // 2) for times in (report, reading))
    assert cost * 1000 <= MOST_MS, (report, reading)
    assert cost / read <= MOST_READINGS, (report, reading)
