"""Ratings of puzzles: what first tries make of them, and what nobody can make of them."""

from __future__ import annotations

import asyncio

import pytest

from duiyi.analysis.puzzles.model import Puzzle, Task
from duiyi.server.fair_queue import CALLER, Caller
from duiyi.server.limiter import Limiter
from duiyi.server.limits import FIXED, GENEROUS, NORMAL, Limits
from duiyi.server.storage.puzzles import FirstTry, Standing
from duiyi.server.storage.sqlite import SqliteStore
from duiyi.server.teaching.ratings import (
    DAILY,
    DRIFT,
    FIRST_DEVIATION,
    LEAST_DEVIATION,
    NEW_SOLVER,
    PuzzleRatings,
    met,
    rated,
)
from duiyi.server.wire.puzzles import PuzzleJudged, PuzzleRating

PUZZLE = Puzzle("0a1b2c3d4e", "", 0, Task("win"), 3, (), ("A1xA2",))
WRONG, SOLVED, RIGHT = (PuzzleJudged(verdict, ()) for verdict in ("wrong", "solved", "right"))


class Day:
    """A clock that stands until a test says otherwise."""

    def __init__(self) -> None:
        self.number = 20_000

    def __call__(self) -> float:
        return self.number * 86_400.0 + 5


class Visits:
    """Those who try the puzzle, from some address."""

    def __init__(self, store: SqliteStore, limits: Limits = GENEROUS) -> None:
        self.day = Day()
        self.ratings = PuzzleRatings(store, Limiter(limits), self.day)

    def tries(self, guest: str, address: str, *all_judged: PuzzleJudged) -> PuzzleRating:
        async def act() -> PuzzleRating:
            CALLER.set(Caller(address, guest))
            for judged in all_judged:
                await self.ratings.tried("tzaar", PUZZLE, judged)
            return await self.ratings.of("tzaar", PUZZLE)

        return asyncio.run(act())

    def is_helped(self, guest: str, address: str) -> None:
        async def act() -> None:
            CALLER.set(Caller(address, guest))
            await self.ratings.helped("tzaar", PUZZLE)

        asyncio.run(act())


@pytest.fixture
def visits(store: SqliteStore) -> Visits:
    return Visits(store)


def test_a_meeting_is_as_glicko_2_has_it() -> None:
    """The same numbers as the page's library gives, `rating.test.ts`."""
    found = met(Standing(1500, 200), Standing(1400, 30), 1)
    assert found == pytest.approx((1563.564, 175.403), abs=0.01)
    found = met(Standing(1500, 350), Standing(2100, 120), 1)
    assert found == pytest.approx((2061.361, 329.376), abs=0.01)


def test_it_begins_at_its_grade_and_follows_first_tries(visits: Visits) -> None:
    first = visits.tries("ann", "1")
    assert first == PuzzleRating(1500, round(FIRST_DEVIATION), 0, 0)
    missed = visits.tries("ann", "1", WRONG)
    assert missed.rating > 1500
    assert missed.deviation < FIRST_DEVIATION
    assert (missed.tries, missed.solved) == (1, 0)
    solved = visits.tries("bob", "2", RIGHT, SOLVED)
    assert solved.rating < missed.rating
    assert (solved.tries, solved.solved) == (2, 1)


def test_only_the_first_try_of_a_guest_and_of_an_address_counts(visits: Visits) -> None:
    once = visits.tries("ann", "1", WRONG)
    assert visits.tries("ann", "1", WRONG, SOLVED) == once
    assert visits.tries("ann", "elsewhere", SOLVED) == once
    assert visits.tries("another", "1", SOLVED) == once
    assert visits.tries("another", "another", SOLVED).tries == 2


def test_a_hundred_guests_of_one_address_move_it_once(visits: Visits) -> None:
    once = visits.tries("guest 0", "1", WRONG)
    for number in range(1, 100):
        visits.tries(f"guest {number}", "1", WRONG)
    assert visits.tries("", "2") == once


def test_many_addresses_move_it_by_little_in_a_day_and_in_all(visits: Visits) -> None:
    for number in range(60):
        found = visits.tries(f"guest {number}", f"address {number}", WRONG)
    assert found.rating == 1500 + DAILY
    for number in range(60, 200):
        visits.day.number += 1
        found = visits.tries(f"guest {number}", f"address {number}", WRONG)
    assert 1500 + DAILY < found.rating <= 1500 + DRIFT
    assert found.deviation >= LEAST_DEVIATION


def test_who_was_helped_or_has_no_name_counts_for_nothing(visits: Visits) -> None:
    visits.is_helped("ann", "1")
    assert visits.tries("ann", "1", SOLVED).tries == 0
    assert visits.tries("ann", "2", SOLVED).tries == 0
    assert visits.tries("", "3", WRONG).tries == 0
    assert visits.tries("bob", "3", SOLVED).tries == 0


def test_what_is_right_so_far_or_unclear_counts_for_nothing(visits: Visits) -> None:
    assert visits.tries("ann", "1", RIGHT, PuzzleJudged("unclear", ())).tries == 0


def test_a_guest_has_only_so_many_that_count(store: SqliteStore) -> None:
    visits = Visits(store, NORMAL)
    puzzles = [Puzzle(f"{number:010x}", "", 0, Task("win"), 3, (), ()) for number in range(30)]

    async def act() -> int:
        CALLER.set(Caller("1", "ann"))
        for one in puzzles:
            await visits.ratings.tried("tzaar", one, WRONG)
        return sum([(await visits.ratings.of("tzaar", one)).tries for one in puzzles])

    assert asyncio.run(act()) == NORMAL.ratings.burst


def test_somebody_who_is_new_weighs_less_than_somebody_who_is_known() -> None:
    known = Standing(1500, LEAST_DEVIATION)
    by_new, _ = rated(1500, None, NEW_SOLVER, False, 1)
    by_known, _ = rated(1500, None, known, False, 1)
    assert 1500 < by_new.rating < by_known.rating


def test_a_better_solver_is_told_from_a_lucky_one() -> None:
    """A puzzle that the strong miss rises; one that they solve stays about where it is."""
    strong = Standing(2100, 60)
    missed, _ = rated(1500, None, strong, False, 1)
    solved, after = rated(1500, None, strong, True, 1)
    assert missed.rating - 1500 > 10 * (1500 - solved.rating)
    assert after.solved == 1


def test_whoever_tried_is_forgotten_after_a_while(visits: Visits, store: SqliteStore) -> None:
    visits.tries("ann", "1", WRONG)
    visits.day.number += FIXED.puzzle_days + 1
    visits.tries("bob", "2", WRONG)
    marked = FirstTry("tzaar", PUZZLE.id, "", "", 0)
    assert not store.puzzle_marked(marked)
    rows = store._all("SELECT who FROM puzzle_mark") + store._all("SELECT who FROM puzzle_solver")
    assert len(rows) == 3
    assert visits.tries("ann", "1", WRONG).tries == 3


def test_what_is_kept_tells_neither_guest_nor_address(visits: Visits, store: SqliteStore) -> None:
    visits.tries("guest-ann", "192.0.2.7", WRONG)
    kept = [
        str(value)
        for table in ("puzzle_mark", "puzzle_solver", "puzzle_rating")
        for row in store._all(f"SELECT * FROM {table}")
        for value in row
    ]
    assert not [one for one in kept if "ann" in one or "192" in one]


def test_with_too_many_marks_nothing_counts(store: SqliteStore) -> None:
    def rate(_: Standing | None, __: Standing | None) -> tuple[Standing, Standing]:
        return NEW_SOLVER, NEW_SOLVER

    def count(number: int) -> bool:
        made = FirstTry("tzaar", "x", f"guest {number}", f"address {number}", 7)
        return store.count_first_try(made, rate, 0, 4)

    assert [count(number) for number in range(4)] == [True, True, False, False]
    made = FirstTry("tzaar", "x", "later", "elsewhere", 9)
    assert store.count_first_try(made, rate, 8, 4)
