"""What a final may promise before it is played: certainty for so many games, and places.

The standard error of the difference of two bots in a round robin follows from how much their games
say: g p (1 - p) for g games with the expected share p against each of the others, and twice that
for their games with each other. How many places there will be is found by playing the final with
dice, several times, by the code that schedules and judges the real one.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from statistics import NormalDist

from duiyi.arena.final.again import AGAIN, blocks, first_of, meeting_again, playing_on, usual_looks
from duiyi.arena.final.belief import Belief, belief_of_picks
from duiyi.arena.final.places import Place, places_of
from duiyi.arena.ratings.bradley_terry import SCALE
from duiyi.arena.ratings.picks import PARTS, Picked
from duiyi.arena.ratings.strengths import chance

GAPS = (20.0, 50.0, 100.0)
"""How far apart two bots are, in Elo, for which a plan says how sure their order will be."""
CHOICES = (2, 4, 6, 12)
"""Games a pairing among which a teacher chooses."""
SPREAD = 180.0
"""The standard deviation of a class, in Elo, while nothing is known of it."""
REHEARSALS = 12
_NORMAL = NormalDist()


@dataclass(frozen=True, slots=True)
class Choice:
    """A round robin of so many games a pairing."""

    games: int
    each: int
    all: int
    seconds: float
    certainties: tuple[float, ...]
    """For the gaps that were asked for: how likely two bots so far apart are ordered right."""


@dataclass(frozen=True, slots=True)
class Rehearsal:
    """A final that dice played: its places, and how many games the second stage took."""

    places: tuple[Place, ...]
    again: int
    truth: Mapping[str, float]
    belief: Belief


@dataclass(frozen=True, slots=True)
class Forecast:
    """What several rehearsals say: how many places may be told apart, from and to (of ten finals
    eight are between), how often first place is one bot's, and games of the second stage."""

    low: int
    high: int
    single_first: float
    again: float
    most_again: int


def usual_field(bots: int, spread: float = SPREAD) -> tuple[float, ...]:
    """Ratings of a class of which nothing is known but how much its bots differ."""
    return tuple(spread * _NORMAL.inv_cdf((at + 0.5) / bots) for at in range(bots))


def choices(
    field: Sequence[float],
    seconds: float,
    cores: int,
    games: Sequence[int] = CHOICES,
    gaps: Sequence[float] = GAPS,
) -> tuple[Choice, ...]:
    """The table to choose from; `seconds` is how long a game takes one core."""
    bots = len(field)
    return tuple(
        Choice(
            games=count,
            each=count * (bots - 1),
            all=count * math.comb(bots, 2),
            seconds=count * math.comb(bots, 2) * seconds / cores,
            certainties=tuple(certainty(field, count, gap) for gap in gaps),
        )
        for count in games
    )


def certainty(field: Sequence[float], games: int, gap: float) -> float:
    """How likely two bots so far apart are ordered right, wherever in the field they are."""
    return math.fsum(_certainty(field, games, gap, middle) for middle in field) / len(field)


def _certainty(field: Sequence[float], games: int, gap: float, middle: float) -> float:
    """Others stay as many as they are: two of them make room."""
    others = (len(field) - 2) / len(field)
    upper, lower = middle + gap / 2, middle - gap / 2
    one = others * games * math.fsum(_bend(upper - other) for other in field)
    two = others * games * math.fsum(_bend(lower - other) for other in field)
    direct = games * _bend(gap)
    variance = (one + two) / (one * two + direct * (one + two))
    return _NORMAL.cdf(gap / SCALE / math.sqrt(variance))


def _bend(difference: float) -> float:
    share = chance(difference / SCALE)
    return share * (1 - share)


def rehearse(
    ratings: Mapping[str, float],
    games: int,
    dice: random.Random,
    again: int = AGAIN,
    looks: Sequence[int] | None = None,
) -> Rehearsal:
    """One final of two seats between bots of these strengths."""
    met: dict[tuple[str, str], tuple[int, int]] = {}
    _play(ratings, combinations(sorted(ratings), 2), games, met, dice)
    belief = _belief(ratings, met)
    chosen, more = first_of(belief, again), 0
    for block in blocks(looks if looks is not None else usual_looks(2)):
        pairs = [(min(pair), max(pair)) for pair in meeting_again(belief, chosen)]
        if not pairs:
            break
        chosen = playing_on(pairs)
        _play(ratings, pairs, block, met, dice)
        more += block * len(pairs)
        belief = _belief(ratings, met)
    return Rehearsal(places_of(belief), more, ratings, belief)


def _play(
    ratings: Mapping[str, float],
    pairs: Iterable[tuple[str, str]],
    games: int,
    met: dict[tuple[str, str], tuple[int, int]],
    dice: random.Random,
) -> None:
    for pair in pairs:
        share = chance((ratings[pair[0]] - ratings[pair[1]]) / SCALE)
        played, won = met.get(pair, (0, 0))
        won += sum(dice.random() < share for _ in range(games))
        met[pair] = (played + games, won)


def _belief(ratings: Mapping[str, float], met: Mapping[tuple[str, str], tuple[int, int]]) -> Belief:
    picked = tuple(
        Picked(pair, played, (won * PARTS, (played - won) * PARTS))
        for pair, (played, won) in sorted(met.items())
    )
    return belief_of_picks(ratings, picked)


def drawn_fields(
    bots: int, spread: float = SPREAD, count: int = REHEARSALS, seed: int = 0
) -> tuple[tuple[float, ...], ...]:
    """Classes that differ so much, each drawn by chance."""
    dice = random.Random(seed)
    return tuple(tuple(dice.gauss(0, spread) for _ in range(bots)) for _ in range(count))


def forecast(
    fields: Sequence[Sequence[float]], games: int, again: int = AGAIN, seed: int = 0
) -> Forecast:
    """How many places a final may tell apart, if the class is like one of these fields."""
    dice = random.Random(seed)
    found = [
        rehearse({f"{at:04}": value for at, value in enumerate(field)}, games, dice, again)
        for field in fields
    ]
    counts = sorted(len(one.places) for one in found)
    tenth = len(counts) // 10
    return Forecast(
        low=counts[tenth],
        high=counts[-1 - tenth],
        single_first=sum(not one.places[0].shared for one in found) / len(found),
        again=math.fsum(one.again for one in found) / len(found),
        most_again=math.comb(min(again, len(fields[0])), 2) * usual_looks(2)[-1],
    )
