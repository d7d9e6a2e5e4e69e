"""A final: everybody meets everybody, then the first few meet again, and again.

The first stage is a round robin, or groups. Then, at each of the points that are fixed beforehand
(`looks`), those pairings of the first few go on in which two bots cannot be told apart. A round of
the second stage is written down when it is drawn: another machine, which might round otherwise,
plays the same games.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from duiyi.arena.final.again import blocks, first_of, meeting_again, playing_on
from duiyi.arena.final.belief import Belief, belief_of
from duiyi.arena.ratings.picks import GameResult
from duiyi.arena.tournament.config import TournamentConfig
from duiyi.arena.tournament.formats.groups import group_games, group_rounds
from duiyi.arena.tournament.formats.round_robin import round_robin_rounds
from duiyi.arena.tournament.schedule import (
    Pairing,
    Plan,
    Round,
    ScheduledGame,
    Scores,
    games_of_rounds,
)


def plan(config: TournamentConfig, scores: Mapping[str, Scores], known: Sequence[Round]) -> Plan:
    """`known` are rounds that were drawn before."""
    rounds, games = _first_stage(
        config.names, config.seats, config.games, config.rounds, config.seed
    )
    chosen: tuple[str, ...] | None = None
    for block in blocks(config.looks) if config.again else ():
        if not all(game.id in scores for game in games):
            return Plan(rounds, games, final=False)
        if len(known) > len(rounds):
            drawn = known[len(rounds)]
        else:
            belief = belief_after(config, [(game, scores[game.id]) for game in games])
            pairings = meeting_again(belief, chosen or first_of(belief, config.again), config.seats)
            drawn = _round(len(rounds) + 1, pairings)
        if not drawn.pairings:
            break
        chosen = playing_on([one.names for one in drawn.pairings])
        rounds = (*rounds, drawn)
        games = (*games, *games_of_rounds([drawn], block))
    return Plan(rounds, games)


def _round(number: int, pairings: Sequence[tuple[str, ...]]) -> Round:
    return Round(number, tuple(Pairing(number, at, one) for at, one in enumerate(pairings, 1)))


@lru_cache(maxsize=4)
def _first_stage(
    names: tuple[str, ...], seats: int, games: int, rounds: int | None, seed: int
) -> tuple[tuple[Round, ...], tuple[ScheduledGame, ...]]:
    if seats == 2:
        found = round_robin_rounds(names)
        return tuple(found), games_of_rounds(found, games)
    found = group_rounds(names, seats, rounds, seed)
    return tuple(found), tuple(group_games(found, games))


def belief_after(
    config: TournamentConfig, finished: Sequence[tuple[ScheduledGame, Scores]]
) -> Belief:
    """What the games so far say about the order of all."""
    return belief_of(
        [GameResult(game.names, scores, game.opening) for game, scores in finished], config.names
    )
