"""Grades: a formula over a bot's place in the standings, `duiyi.classes.formula`.

grades = "60 + 40 * (n - rank) / (n - 1) if clean else 0"
grades = "max(60, 75 + rating / 20) if losses < games else 50"
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from duiyi.arena.tournament.fields import BadCup, Fields
from duiyi.classes.formula import BadFormula, NoValue, check, value
from duiyi.core import message

if TYPE_CHECKING:
    from duiyi.arena.tournament.conduct import Conduct
    from duiyi.arena.tournament.standings import Standing, Standings


def check_formula(formula: str, fields: Fields) -> None:
    """Refuses a formula that is not one, before anything starts."""
    try:
        check(formula)
    except BadFormula as wrong:
        raise fields.bad("grades", problem=wrong.message) from None


def grades_of(
    formula: str, standings: Standings, conduct: Mapping[str, Conduct]
) -> dict[str, float]:
    """A grade for each bot, in the order of the standings."""
    try:
        return {
            standing.name: value(
                formula, values_of(standing, standings.rows, conduct[standing.name])
            )
            for standing in standings.rows
        }
    except NoValue as error:
        raise BadCup(message("cup.grades.failed", problem=error.message)) from None


def values_of(standing: Standing, rows: Sequence[Standing], conduct: Conduct) -> dict[str, float]:
    return {
        "rank": float(standing.rank),
        "n": float(len(rows)),
        "points": float(standing.points),
        "games": float(standing.games),
        "share": float(standing.share),
        "wins": float(standing.wins),
        "draws": float(standing.draws),
        "losses": float(standing.losses),
        "rating": standing.rating.value,
        "faults": float(conduct.faults),
        "clean": float(conduct.clean),
    }
