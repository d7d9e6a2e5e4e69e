"""Ratings of puzzles: each begins at that of its grade, and first tries of guests move it.

A stranger decides nothing here but whether he solves a puzzle, and that once. What counts is a try
that this server judged itself: one for a guest and one for an address, before any hint. Of how well
a guest solves only this server's own judgement is believed as well, so whoever is new weighs
little. A puzzle moves by `DAILY` in a day and by `DRIFT` in all at most.
"""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Callable
from dataclasses import replace

from duiyi.analysis.puzzles.model import Puzzle
from duiyi.server.fair_queue import CALLER
from duiyi.server.http.addresses import hashed
from duiyi.server.limiter import Limiter
from duiyi.server.limits import FIXED
from duiyi.server.storage.puzzles import FirstTry, Standing
from duiyi.server.storage.store import Store
from duiyi.server.wire.puzzles import PuzzleJudged, PuzzleRating

FIRST_DEVIATION = 120.0
"""Of a puzzle: its grade says much already."""
NEW_SOLVER = Standing(1500.0, 350.0)
LEAST_DEVIATION = 50.0
"""Nothing is ever so certain that it could no longer move; and by no more than this lets it."""
DAILY, DRIFT = 40.0, 400.0
DAY_SECONDS = 86_400
MIDDLE, SCALE, VOLATILITY = 1500.0, 173.7178, 0.06


def met(one: Standing, other: Standing, score: float) -> tuple[float, float]:
    """The rating and deviation of `one` after a meeting with the other, by Glicko-2. The volatility
    stays what it is: puzzles do not learn. A test compares with the page's library."""
    mu, phi = (one.rating - MIDDLE) / SCALE, one.deviation / SCALE
    known = 1 / math.sqrt(1 + 3 * (other.deviation / SCALE / math.pi) ** 2)
    expected = 1 / (1 + math.exp(-known * (mu - (other.rating - MIDDLE) / SCALE)))
    told = known**2 * expected * (1 - expected)
    after = 1 / (1 / (phi**2 + VOLATILITY**2) + told)
    rating = MIDDLE + SCALE * (mu + after * known * (score - expected))
    return rating, max(SCALE * math.sqrt(after), LEAST_DEVIATION)


def rated(
    first: float, puzzle: Standing | None, solver: Standing | None, solved: bool, day: int
) -> tuple[Standing, Standing]:
    """A puzzle, which began at `first`, and its solver after a first try."""
    puzzle = puzzle or Standing(first, FIRST_DEVIATION, morning=first)
    solver = solver or NEW_SOLVER
    if puzzle.day != day:
        puzzle = replace(puzzle, day=day, morning=puzzle.rating)
    rating, deviation = met(puzzle, solver, 0.0 if solved else 1.0)
    rating = _within(rating, puzzle.morning, DAILY)
    after = replace(puzzle, rating=_within(rating, first, DRIFT), deviation=deviation)
    strength, certainty = met(solver, puzzle, 1.0 if solved else 0.0)
    learnt = replace(solver, rating=strength, deviation=certainty, day=day)
    return _counted(after, solved), _counted(learnt, solved)


def _within(value: float, middle: float, most: float) -> float:
    return min(max(value, middle - most), middle + most)


def _counted(one: Standing, solved: bool) -> Standing:
    return replace(one, tries=one.tries + 1, solved=one.solved + solved)


class PuzzleRatings:
    """Asked on the event loop; the store is asked on a thread."""

    def __init__(
        self, store: Store, limiter: Limiter, clock: Callable[[], float] = time.time
    ) -> None:
        self._store, self._limiter, self._clock = store, limiter, clock
        self._key = store.secret()

    async def of(self, game: str, puzzle: Puzzle) -> PuzzleRating:
        found = await asyncio.to_thread(self._store.puzzle_rating, game, puzzle.id)
        now = found or Standing(puzzle.rating, FIRST_DEVIATION)
        return PuzzleRating(round(now.rating), round(now.deviation), now.tries, now.solved)

    async def tried(self, game: str, puzzle: Puzzle, judged: PuzzleJudged) -> None:
        """A try was judged: it counts if it decides the first one of whoever asks."""
        if judged.verdict in ("solved", "wrong"):
            await self._count(game, puzzle, judged.verdict == "solved")

    async def helped(self, game: str, puzzle: Puzzle) -> None:
        """Whoever asks gets a hint or the solution: what he tries afterwards counts for nothing."""
        await self._count(game, puzzle, None)

    async def _count(self, game: str, puzzle: Puzzle, solved: bool | None) -> None:
        caller, day = CALLER.get(), int(self._clock()) // DAY_SECONDS
        guest = hashed(caller.guest, self._key, "puzzles of guest") if caller.guest else ""
        address = hashed(caller.address, self._key, "puzzles at address")
        made = FirstTry(game, puzzle.id, guest, address, day)
        if await asyncio.to_thread(self._store.puzzle_marked, made):
            return
        if caller.guest and not self._limiter.of_guest("ratings", caller.guest):
            return
        if not self._limiter.of_address("ratings", caller.address):
            return

        def rate(before: Standing | None, solver: Standing | None) -> tuple[Standing, Standing]:
            return rated(puzzle.rating, before, solver, bool(solved), day)

        counts = None if solved is None else rate
        since = day - FIXED.puzzle_days
        await asyncio.to_thread(
            self._store.count_first_try, made, counts, since, FIXED.puzzle_marks
        )
