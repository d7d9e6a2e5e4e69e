"""Ratings for three and more seats: openskill's Plackett-Luce, with 95 % intervals.

The model learns game by game, so the order of games matters: it is that of the schedule, never
that in which they happened to finish.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from duiyi.arena.tournament.ratings.bradley_terry import DEVIATIONS, Rating
from duiyi.arena.tournament.schedule import Scores


def plackett_luce(
    names: Sequence[str], games: Iterable[tuple[tuple[str, ...], Scores]]
) -> dict[str, Rating]:
    """Everybody begins at 25 ± 16; more points in a game are a better place in it."""
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    skills = {name: model.rating(name=name) for name in names}
    for seated, scores in games:
        teams = [[skills[name]] for name in seated]
        ranks = [float(sum(other > score for other in scores)) for score in scores]
        for name, (skill,) in zip(seated, model.rate(teams, ranks=ranks), strict=True):
            skills[name] = skill
    return {
        name: Rating(
            skill.mu, skill.mu - DEVIATIONS * skill.sigma, skill.mu + DEVIATIONS * skill.sigma
        )
        for name, skill in skills.items()
    }
