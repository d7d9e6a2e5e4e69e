"""A match: the same bots meet in every game. An opening is played once from every seat, then comes
the next; where two bots are tested (`sprt`), the match ends as soon as the test is decided.

Games are numbered: `00001`, `00002`, … A match that goes on may get another number of games; those
that it has stay what they are.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from duiyi.arena.game.openings import seatings
from duiyi.arena.game.score import Result, Score, pentanomial, score_of
from duiyi.arena.game.sprt import Sprt, sprt
from duiyi.arena.tournament.config import TournamentConfig
from duiyi.arena.tournament.schedule import Pairing, Plan, Round, ScheduledGame, Scores


def plan(config: TournamentConfig, scores: Mapping[str, Scores]) -> Plan:
    rounds = (Round(1, (Pairing(1, 1, config.names),)),)
    games = scheduled(config.names, config.seats, config.games)
    if config.sprt is None:
        return Plan(rounds, games)
    finished = tuple(game for game in games if game.id in scores)
    if decided(config, scores):
        return Plan(rounds, finished)
    return Plan(rounds, games, len(finished) == len(games))


@lru_cache(maxsize=4)
def scheduled(names: tuple[str, ...], seats: int, games: int) -> tuple[ScheduledGame, ...]:
    """With more seats than bots each bot has several, as many as the others."""
    seated = seatings(len(names), seats)
    found = []
    for number in range(games):
        opening, turn = divmod(number, len(seated))
        found.append(
            ScheduledGame(
                id=f"{number + 1:05}",
                round=1,
                pairing=1,
                names=tuple(names[entrant] for entrant in seated[turn]),
                opening=f"opening {opening}",
                seed=f"bot {number}",
                tags=(("Match", str(number + 1)), ("Opening", str(opening + 1))),
            )
        )
    return tuple(found)


def results(config: TournamentConfig, scores: Mapping[str, Scores]) -> list[Result]:
    """The games that count, by the numbers of the bots."""
    seated = seatings(len(config.names), config.seats)
    return [
        Result(number // len(seated), seated[number % len(seated)], scores[game.id])
        for number, game in enumerate(scheduled(config.names, config.seats, config.games))
        if game.id in scores
    ]


def bot_scores(config: TournamentConfig, scores: Mapping[str, Scores]) -> list[Score]:
    """Of every bot."""
    found = results(config, scores)
    return [score_of(at, found, len(config.names)) for at in range(len(config.names))]


def sequential_test(config: TournamentConfig, scores: Mapping[str, Scores]) -> Sprt | None:
    """The sequential test, where one is asked for."""
    if config.sprt is None:
        return None
    return sprt(pentanomial(0, results(config, scores)), config.sprt)


def decided(config: TournamentConfig, scores: Mapping[str, Scores]) -> bool:
    test = sequential_test(config, scores)
    return test is not None and test.accepted is not None
