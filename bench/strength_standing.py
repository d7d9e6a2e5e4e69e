"""How a match stands, what is asked of it, and whether that holds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from bench.strength_games import Match, Played, Thinking, together

from duiyi.arena.game.score import Result, Score, elo, pentanomial, score_of
from duiyi.arena.game.sprt import Bounds, Sprt, sprt


class Verdict(Enum):
    """`OPEN` while there are fewer games than the bound asks for."""

    HOLDS = "yes"
    FAILS = "NO"
    OPEN = "open"


@dataclass(frozen=True, slots=True)
class Standing:
    """Of the first player of a match, perhaps on one seat alone."""

    score: Score
    thinking: tuple[Thinking, Thinking]
    failures: int
    test: Sprt | None = None

    @property
    def elo(self) -> tuple[float, float, float]:
        """The lower end of its interval, itself, the upper end."""
        score = self.score
        return elo(score.low), elo(score.share), elo(score.high)

    @property
    def decisions(self) -> int:
        return sum(one.decisions for one in self.thinking)


def standing(
    match: Match,
    games: Mapping[int, Played],
    seat: int | None = None,
    bounds: Bounds | None = None,
) -> Standing:
    """`seat`: only of the games in which the first player sits there. These have openings of their
    own; the games of a whole opening are one observation."""
    own = [game for game in games.values() if seat is None or game.number % match.seats == seat]
    results = [result_of(match, game) for game in own]
    one, other = (together(game.thinking[player] for game in own) for player in (0, 1))
    return Standing(
        score_of(0, results, match.seats if seat is None else 1),
        (one, other),
        sum(len(game.failures) for game in own),
        None if bounds is None else sprt(pentanomial(0, results), bounds),
    )


def result_of(match: Match, game: Played) -> Result:
    return Result(game.number // match.seats, match.seating(game.number), game.scores)


@dataclass(frozen=True, slots=True)
class Bound:
    """What the first player has to reach; everything that is said has to hold."""

    games: int
    least_share: float | None = None
    """Below the interval of its share, so that chance is hardly the reason."""
    least_elo: float | None = None
    """In the same way, of its Elo; strictly."""
    band: tuple[float, float] | None = None
    """Where the measured Elo itself lies."""

    def verdict(self, standing: Standing) -> Verdict:
        if standing.score.games < self.games:
            return Verdict.OPEN
        low, middle, _ = standing.elo
        holds = (
            not standing.failures
            and (self.least_share is None or standing.score.low >= self.least_share)
            and (self.least_elo is None or low > self.least_elo)
            and (self.band is None or self.band[0] <= middle <= self.band[1])
        )
        return Verdict.HOLDS if holds else Verdict.FAILS

    @property
    def text(self) -> str:
        told = []
        if self.least_share is not None:
            told.append(f"low ≥ {self.least_share:.2f}")
        if self.band is not None:
            told.append("Elo {:g}-{:g}".format(*self.band))
        if self.least_elo is not None:
            told.append(f"low > {self.least_elo:g} Elo")
        return ", ".join(told)
