"""Faults and clean games, and that a bot that only has faults gets nothing for the faults of
others."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

import pytest
from tests.unit.arena.tournament.cups import cup

from duiyi.arena.tournament.conduct import Conduct, conduct_of, feedback_of
from duiyi.arena.tournament.grades import grades_of
from duiyi.arena.tournament.history import FinishedGame, SeatConduct, seats_of
from duiyi.arena.tournament.journal import Place
from duiyi.arena.tournament.plan import plan
from duiyi.arena.tournament.standings import standings_of
from duiyi.classes.formula import DEFAULT
from duiyi.core.locale import text

CLEAN, SILENT = SeatConduct("", True), SeatConduct("", False)
LATE, AT_ONCE = SeatConduct("timeout", True), SeatConduct("crash", False)


def conduct(*seats: SeatConduct) -> Conduct:
    made = Conduct()
    for seat in seats:
        made.add(seat)
    return made


@pytest.mark.parametrize(
    ("seats", "faults", "clean", "never"),
    [
        ([CLEAN, CLEAN], 0, 2, False),
        ([CLEAN, LATE], 1, 1, False),
        ([LATE, LATE], 2, 0, False),
        ([AT_ONCE, SILENT], 1, 0, True),
        ([SILENT, SILENT], 0, 2, False),
        ([AT_ONCE, AT_ONCE], 2, 0, True),
        ([], 0, 0, False),
    ],
)
def test_what_counts_as_clean(
    seats: Sequence[SeatConduct], faults: int, clean: int, never: bool
) -> None:
    made = conduct(*seats)
    assert (made.faults, made.clean, made.never_moved) == (faults, clean, never)


def test_who_failed_at_the_first_question_never_moved() -> None:
    played = {
        "offences": [{"seat": 1, "verdict": "crash"}],
        "uses": [{"questions": 1}, {"questions": 1}],
    }
    assert seats_of(played, 2) == (CLEAN, AT_ONCE)
    played["uses"] = [{"questions": 3}, {"questions": 2}]
    assert seats_of(played, 2)[1] == SeatConduct("crash", True)


def test_a_bot_that_only_faults_gets_no_points_for_the_faults_of_others() -> None:
    """b2 and b3 fall over whenever they are asked: who is asked second wins without a move."""
    config = cup(f'grades = "{DEFAULT}"\n')
    games, pairs = [], []
    falls = ("b2", "b3")
    for scheduled in plan(config, {}).games:
        first, second = scheduled.names
        loser = first if first in falls else second
        scores = tuple(Fraction(int(name != loser)) for name in scheduled.names)
        seats = tuple(
            (AT_ONCE if name == loser else SILENT) if name in falls else CLEAN
            for name in scheduled.names
        )
        pairs.append((scheduled, scores))
        place = (Path(), Place(0, 0))
        games.append(FinishedGame(scheduled.id, 1, 1, scheduled.names, scores, seats, *place))
    standings = standings_of(config, plan(config, {}).rounds, pairs)
    points = {row.name: row.points for row in standings.rows}
    assert points["b2"] == points["b3"] == 1  # against each other
    behaved = conduct_of(config.names, games)
    grades = grades_of(DEFAULT, standings, behaved)
    assert grades["b2"] == grades["b3"] == 0
    assert grades["b0"] == 100
    assert grades["b1"] > 60
    row = next(row for row in standings.rows if row.name == "b2")
    said = text(feedback_of(row, 4, behaved["b2"]), "zh-Hant")
    assert "都沒有走出任何合法的走法（當掉）" in said
