"""The plan: which games a cup has, as far as its results so far allow to say.

It follows from the configuration and the results alone, not from the order in which they came.
Round robin, gauntlet and groups are known at once; Swiss and knockout one round at a time.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from duiyi.arena.cup.config import CupConfig, Format
from duiyi.arena.cup.groups import group_games, group_rounds
from duiyi.arena.cup.knockout import Knockout, points_of
from duiyi.arena.cup.round_robin import gauntlet_rounds, round_robin_rounds
from duiyi.arena.cup.schedule import Pairing, Round, ScheduledGame, Scores, games_of
from duiyi.arena.cup.swiss import swiss_round


@dataclass(frozen=True, slots=True)
class Plan:
    """`final`: nothing will be added, whatever the results of these games are."""

    rounds: tuple[Round, ...]
    games: tuple[ScheduledGame, ...]
    final: bool


def plan(config: CupConfig, scores: Mapping[str, Scores], known: Sequence[Round] = ()) -> Plan:
    """All games that can be named now. `known` are Swiss rounds that were drawn before: a round
    that has been announced stays, whatever another version of the library would pair."""
    if config.format is Format.swiss:
        return _swiss(config, scores, known)
    if config.format is Format.knockout:
        return _knockout(knockout_of(config), scores)
    if config.seats > 2:
        rounds = group_rounds(config.names, config.seats, config.rounds, config.seed)
        return Plan(tuple(rounds), tuple(group_games(rounds, config.games)), True)
    if config.format is Format.gauntlet:
        rounds = gauntlet_rounds(config.names, config.challenger or config.names[0])
    else:
        rounds = round_robin_rounds(config.names)
    return Plan(tuple(rounds), _games(rounds, config.games), True)


def knockout_of(config: CupConfig) -> Knockout:
    return Knockout(config.names, config.games, config.tie_breaks)


def round_result(pairing: Pairing, games: int, scores: Mapping[str, Scores]) -> Fraction:
    """1, ½ or 0: how a pairing of two ended for its first, by the points of its games."""
    ahead = points_of(games_of(pairing, games), scores, pairing.names[0]) * 2 - games
    return Fraction(1) if ahead > 0 else Fraction(0) if ahead < 0 else Fraction(1, 2)


def _swiss(config: CupConfig, scores: Mapping[str, Scores], known: Sequence[Round]) -> Plan:
    rounds: list[Round] = []
    length = config.rounds or 1
    while len(rounds) < length:
        if len(rounds) < len(known):
            rounds.append(known[len(rounds)])
        else:
            rounds.append(
                swiss_round(
                    config.names,
                    length,
                    rounds,
                    lambda pairing: round_result(pairing, config.games, scores),
                    colours=config.games % 2 == 1,
                )
            )
        if not all(game.id in scores for game in _games(rounds[-1:], config.games)):
            break
    return Plan(tuple(rounds), _games(rounds, config.games), len(rounds) == length)


def _knockout(knockout: Knockout, scores: Mapping[str, Scores]) -> Plan:
    rounds = knockout.rounds(scores)
    ties = [knockout.tie(pairing, scores) for round in rounds for pairing in round.pairings]
    games = tuple(game for tie in ties for game in tie.games)
    final = len(rounds) == knockout.length and all(tie.winner for tie in ties)
    return Plan(tuple(rounds), games, final)


def _games(rounds: Sequence[Round], games: int) -> tuple[ScheduledGame, ...]:
    return tuple(
        game for round in rounds for pairing in round.pairings for game in games_of(pairing, games)
    )
