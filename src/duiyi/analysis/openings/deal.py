"""Is this deal fair? What the first seat scores from a position in paired games of self-play.

In a pair the same two players, each with its seed, play the position from both sides, so that who
happens to draw better is not mistaken for the position.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from typing import Any

from duiyi.analysis.openings import processes
from duiyi.analysis.openings.selfplay import play
from duiyi.core import BadPosition, State, game, message
from duiyi.core.study.intervals import Z95, spread

NODES = 8_000
"""Of the search for each decision."""
EVEN = 0.5
NEAR = 0.05
"""A deal whose interval lies within so much of one half is called fair."""
SIDES = 2


class Word(StrEnum):
    """What is said of a deal."""

    fair = "fair"
    first = "favours-first"
    second = "favours-second"
    open = "not-decided"


@dataclass(frozen=True, slots=True)
class Fairness:
    """What the first seat scores: an estimate with its 95 % interval, from so many games."""

    games: int
    score: float
    low: float
    high: float
    word: Word
    would_tell: int | None
    """About how many games in all would decide it, where it is not decided."""


def check(state: State[Any]) -> None:
    """`BadPosition` for what is no beginning of a game of two whose set-up can be chosen."""
    chosen = any(kind.start_only for kind in state.game.options.kinds().values())
    if not chosen or state.seats != SIDES or state.outcome is not None or state.turn != 1:
        raise BadPosition(message("bad-position.no-deal"))


def pair(state: State[Any], seed: int, number: int, nodes: int = NODES) -> float | None:
    """What the first seat scored in both games of a pair, together from 0 to 1; `None` where one
    of them did not end."""
    seeds = 2 * (seed * 1_000_003 + number), 2 * (seed * 1_000_003 + number) + 1
    scores = []
    for seated in (seeds, seeds[::-1]):
        outcome = play(state, seated, nodes).last.outcome
        if outcome is None:
            return None
        scores.append(float(outcome.scores[0]))
    return sum(scores) / SIDES


def pairs(name: str, dump: str, seed: int, count: int, workers: int) -> Iterator[float]:
    """What so many pairs scored, in their order, played on several processes."""
    numbers = range(count)
    if workers <= 1:
        found: Iterable[float | None] = (_pair(name, dump, seed, number) for number in numbers)
        yield from (one for one in found if one is not None)
        return
    with processes.pool(workers) as pool:
        try:
            found = pool.map(partial(_pair, name, dump, seed), numbers)
            yield from (one for one in found if one is not None)
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _pair(name: str, dump: str, seed: int, number: int) -> float | None:
    return pair(game(name).load(dump), seed, number)


def fairness(pairs: Sequence[float]) -> Fairness:
    """What pairs tell."""
    score = sum(pairs) / len(pairs) if pairs else EVEN
    low, high = spread(pairs) if pairs else (0.0, 1.0)
    word = _word(low, high)
    tells = _would_tell(pairs, score) if word == Word.open and pairs else None
    return Fairness(SIDES * len(pairs), score, low, high, word, tells)


def _word(low: float, high: float) -> Word:
    if low >= EVEN - NEAR and high <= EVEN + NEAR:
        return Word.fair
    if low > EVEN:
        return Word.first
    return Word.second if high < EVEN else Word.open


def _would_tell(pairs: Sequence[float], score: float) -> int:
    """If the estimate is right and pairs go on to differ as they do: until the interval is narrow
    enough to lie on one side of one half, or within what counts as fair."""
    away = abs(score - EVEN)
    narrow = max(away, NEAR - away)
    variance = max(sum((one - score) ** 2 for one in pairs) / len(pairs), 1 / 64)
    wanted = SIDES * math.ceil((Z95 / narrow) ** 2 * variance)
    digits: int = 10 ** max(0, len(str(wanted)) - 2)
    return max(SIDES * (len(pairs) + 1), math.ceil(wanted / digits) * digits)
