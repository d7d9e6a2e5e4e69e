"""Finals of bots of known strengths, by the schedule and the judgement of the real ones."""

from __future__ import annotations

import random
from collections.abc import Mapping
from fractions import Fraction

from tests.unit.arena.ladder.made_up import World
from tests.unit.arena.tournament.cups import cup

from duiyi.arena.final.belief import Belief
from duiyi.arena.tournament.config import TournamentConfig
from duiyi.arena.tournament.formats.final import belief_after
from duiyi.arena.tournament.plan import plan
from duiyi.arena.tournament.schedule import Plan, Round, ScheduledGame, Scores


def a_final(bots: int, words: str = "") -> TournamentConfig:
    return cup(f'format = "final"\n{words}', bots)


def played(
    config: TournamentConfig, world: World, seed: int
) -> tuple[Plan, dict[str, Scores], Belief]:
    """A whole final; twins are played together."""
    chance = random.Random(f"final {seed}")
    scores: dict[str, Scores] = {}
    known: tuple[Round, ...] = ()
    while True:
        now = plan(config, scores, known)
        known = now.rounds
        due: dict[str, list[ScheduledGame]] = {}
        for game in now.games:
            if game.id not in scores:
                due.setdefault(game.opening, []).append(game)
        if not due:
            finished = [(game, scores[game.id]) for game in now.games]
            return now, scores, belief_after(config, finished)
        for opening, twins in due.items():
            results = world.games([game.names for game in twins], opening, chance)
            for game, result in zip(twins, results, strict=True):
                scores[game.id] = tuple(Fraction(score) for score in result.scores)


def right(belief: Belief, ratings: Mapping[str, float], one: str, other: str) -> float:
    """Whether the stronger of two is above: half, where both have the same points."""
    apart = (belief.mean(one) - belief.mean(other)) * (ratings[one] - ratings[other])
    return 0.5 if abs(apart) < 1e-6 else float(apart > 0)
