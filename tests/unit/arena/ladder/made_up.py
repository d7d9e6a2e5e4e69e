"""A made-up class: bots of known strengths, whose games follow from chance alone.

Everybody has a form in each game, and the best form wins: strength plus luck that has Gumbel's
distribution, which is what Luce's choice means. In twin games luck is partly the same (`alike` > 0:
an opening suits a bot) or partly the opposite (`alike` < 0: it suits a seat), and still each game
by itself has exactly the chances that the ratings are about.
"""

from __future__ import annotations

import math
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import NormalDist

from duiyi.arena.ladder.pairing import Entrant, Meeting, Past, next_meetings
from duiyi.arena.ladder.ratings import Ladder, ladder_of
from duiyi.arena.ratings.bradley_terry import SCALE
from duiyi.arena.ratings.picks import GameResult

_cdf = NormalDist().cdf


@dataclass(frozen=True, slots=True)
class World:
    """Ratings by name, and how games come out."""

    ratings: Mapping[str, float]
    alike: float = 0.0
    draws: float = 0.0
    """So many games are shared by all, if their forms are near."""
    whole_order: bool = False
    """Whether scores tell the whole order, or the winner alone."""

    def games(
        self, seatings: Sequence[Sequence[str]], opening: str, chance: random.Random
    ) -> list[GameResult]:
        """Twin games: the same bots at other seats."""
        names = sorted(seatings[0])
        shared = {name: chance.gauss(0, 1) if self.alike else 0.0 for name in names}
        found = []
        for number, seats in enumerate(seatings):
            sign = -1 if self.alike < 0 and number % 2 else 1
            forms = {
                name: self.ratings[name] / SCALE + self._luck(sign * shared[name], chance)
                for name in names
            }
            found.append(GameResult(tuple(seats), self._scores(seats, forms), opening))
        return found

    def rotations(
        self, names: Sequence[str], seats: int, count: int, chance: random.Random
    ) -> list[GameResult]:
        """So many openings, each from every seat, between any of these."""
        found = []
        for number in range(count):
            met = Meeting(number, tuple(chance.sample(names, seats)), "")
            found += self.games(met.games, met.opening, chance)
        return found

    def _luck(self, shared: float, chance: random.Random) -> float:
        part = abs(self.alike)
        if not part:
            return -math.log(-math.log(chance.random() or 0.5))
        mixed = math.sqrt(part) * shared + math.sqrt(1 - part) * chance.gauss(0, 1)
        return -math.log(-math.log(min(max(_cdf(mixed), 1e-15), 1 - 1e-15)))

    def _scores(self, seats: Sequence[str], forms: Mapping[str, float]) -> tuple[float, ...]:
        order = sorted(seats, key=lambda name: -forms[name])
        if self.whole_order:
            last = len(seats) - 1
            return tuple((last - order.index(name)) / last for name in seats)
        if len(seats) == 2 and forms[order[0]] - forms[order[1]] < self.draws:
            return tuple(1 / len(seats) for _ in seats)
        return tuple(float(name == order[0]) for name in seats)


def played(world: World, meetings: Sequence[Meeting], chance: random.Random) -> list[GameResult]:
    return [
        game for meeting in meetings for game in world.games(meeting.games, meeting.opening, chance)
    ]


@dataclass
class Term:
    """A ladder that goes on: meetings are made and played, ratings recomputed now and then."""

    world: World
    entrants: list[Entrant]
    references: Mapping[str, float]
    seats: int = 2
    seed: int = 0
    batch: int = 30

    def __post_init__(self) -> None:
        self.chance = random.Random(self.seed)
        self.meetings: list[Meeting] = []
        self.games: list[GameResult] = []
        self.ladder: Ladder = ladder_of([], self.references)

    def go_on(self, meetings: int) -> None:
        target = len(self.meetings) + meetings
        while len(self.meetings) < target:
            count = min(self.batch, target - len(self.meetings))
            made = next_meetings(
                self.entrants,
                self.ladder,
                Past(self.meetings),
                seats=self.seats,
                seed=self.seed,
                count=count,
            )
            self.meetings += made
            self.games += played(self.world, made, self.chance)
            names = [one.name for one in self.entrants]
            self.ladder = ladder_of(self.games, self.references, names)
