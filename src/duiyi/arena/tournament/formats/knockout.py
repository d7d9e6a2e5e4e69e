"""Knockout for two seats: who loses a pairing is out.

The order of the bots is their seeding: the first two can only meet in the last round, and byes of
the first round go to the upper seeds. A pairing that its games leave even has tie-break games, two
by two with seats swapped, until one is ahead; after as many as the cup allows the upper seed is
through.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from duiyi.arena.tournament.config import TournamentConfig
from duiyi.arena.tournament.schedule import (
    Pairing,
    Plan,
    Round,
    ScheduledGame,
    Scores,
    games_of,
    points_of,
    tie_breaks_of,
)


def knockout_of(config: TournamentConfig) -> Knockout:
    return Knockout(config.names, config.games, config.tie_breaks)


@dataclass(frozen=True, slots=True)
class Tie:
    """Where a pairing stands: its games so far, also those to come, and who is through."""

    pairing: Pairing
    games: tuple[ScheduledGame, ...]
    winner: str | None


@dataclass(frozen=True, slots=True)
class Knockout:
    """The rules of one cup: seeding, games per pairing, and how often a tie is played on."""

    names: tuple[str, ...]
    games: int
    tie_breaks: int

    @property
    def length(self) -> int:
        """How many rounds there are."""
        return (len(self.names) - 1).bit_length()

    def rounds(self, scores: Mapping[str, Scores]) -> list[Round]:
        """All that are known: each needs the one before to be decided."""
        alive: list[str | None] = [
            self.names[seed] if seed < len(self.names) else None for seed in _bracket(self.length)
        ]
        rounds: list[Round] = []
        while len(alive) > 1:
            number = len(rounds) + 1
            met = list(zip(alive[::2], alive[1::2], strict=True))
            byes = tuple(one or other or "" for one, other in met if one is None or other is None)
            pairs = [self._seated((one, other)) for one, other in met if one and other]
            pairings = tuple(Pairing(number, at, pair) for at, pair in enumerate(pairs, 1))
            rounds.append(Round(number, pairings, byes))
            through = {*byes, *(self.tie(pairing, scores).winner for pairing in pairings)}
            if None in through:
                break
            alive = [one if one in through else other for one, other in met]
        return rounds

    def tie(self, pairing: Pairing, scores: Mapping[str, Scores]) -> Tie:
        games = games_of(pairing, self.games)
        for rotations in range(self.tie_breaks + 1):
            games = (*games_of(pairing, self.games), *tie_breaks_of(pairing, rotations))
            if not all(game.id in scores for game in games):
                return Tie(pairing, games, None)
            ahead = points_of(games, scores, pairing.names[0]) * 2 - len(games)
            if ahead:
                return Tie(pairing, games, pairing.names[0 if ahead > 0 else 1])
        return Tie(pairing, games, min(pairing.names, key=self.names.index))

    def plan(self, scores: Mapping[str, Scores]) -> Plan:
        rounds = self.rounds(scores)
        ties = [self.tie(pairing, scores) for round in rounds for pairing in round.pairings]
        games = tuple(game for tie in ties for game in tie.games)
        final = len(rounds) == self.length and all(tie.winner for tie in ties)
        return Plan(tuple(rounds), games, final)

    def _seated(self, pair: tuple[str, str]) -> tuple[str, str]:
        """The lower seed sits first, so that a single game is not the favourite's twice over."""
        upper, lower = sorted(pair, key=self.names.index)
        return lower, upper


def _bracket(rounds: int) -> list[int]:
    """The seeds from top to bottom: 0 7 3 4 1 6 2 5 for three rounds."""
    order = [0]
    for round in range(rounds):
        whole = 2 ** (round + 1) - 1
        order = [seed for upper in order for seed in (upper, whole - upper)]
    return order
