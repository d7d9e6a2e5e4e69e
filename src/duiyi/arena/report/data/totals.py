"""Sums over the games: results, who met whom, time, faults. Filled game by game."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction

from duiyi.arena.game.played import SeatUse
from duiyi.arena.report.data.contents import ReportGame
from duiyi.engine.bot import Spent
from duiyi.engine.fault import Verdict


@dataclass
class Score:
    """Points, and the games that they were made in."""

    points: Fraction = Fraction(0)
    games: int = 0
    wins: int = 0
    draws: int = 0
    losses: int = 0

    def add(self, score: Fraction) -> None:
        self.points += score
        self.games += 1
        self.wins += score == 1
        self.draws += 0 < score < 1
        self.losses += score == 0


@dataclass
class Time:
    """What an entrant spent in all its games; where its longest decision and start-up were."""

    total: Spent = field(default_factory=Spent)
    questions: int = 0
    longest: Spent = field(default_factory=Spent)
    longest_in: str = ""
    start: Spent = field(default_factory=Spent)
    start_in: str = ""

    def add(self, use: SeatUse, game: str) -> None:
        self.total += use.total
        self.questions += use.questions
        if use.longest.charged > self.longest.charged or not self.longest_in:
            self.longest, self.longest_in = use.longest, game
        if use.start.charged > self.start.charged or not self.start_in:
            self.start, self.start_in = use.start, game


@dataclass
class Sums:
    """By name: `scores`, `times`, `faults`; `met` by two names; `seated` by name and seat."""

    seats: int = 0
    scores: dict[str, Score] = field(default_factory=dict)
    times: dict[str, Time] = field(default_factory=dict)
    faults: dict[str, int] = field(default_factory=dict)
    met: dict[tuple[str, str], Score] = field(default_factory=dict)
    seated: dict[tuple[str, int], Score] = field(default_factory=dict)
    counted: int = 0
    """Games that have scores; the others are nobody's."""

    def add(self, game: ReportGame) -> None:
        played = game.played
        self.seats = max(self.seats, len(game.names))
        for name, use in zip(game.names, played.uses, strict=True):
            self.times.setdefault(name, Time()).add(use, game.id)
        for offence in played.offences:
            if offence.verdict is not Verdict.infra:
                name = game.names[offence.seat]
                self.faults[name] = self.faults.get(name, 0) + 1
        if played.scores is None:
            return
        self.counted += 1
        for seat, (name, score) in enumerate(zip(game.names, played.scores, strict=True)):
            self.scores.setdefault(name, Score()).add(score)
            self.seated.setdefault((name, seat), Score()).add(score)
            for other_seat, other in enumerate(game.names):
                if other_seat != seat:
                    self.met.setdefault((name, other), Score()).add(score)

    def score(self, name: str) -> Score:
        return self.scores.get(name, Score())


def summed(games: Iterable[ReportGame]) -> Sums:
    sums = Sums()
    for game in games:
        sums.add(game)
    return sums
