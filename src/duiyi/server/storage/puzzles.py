"""What the store keeps about puzzles: their ratings, and whose first tries have counted.

Who tried is known by hashes alone, which expire: they are kept so that nobody counts twice.
"""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any

FIELDS = "rating, deviation, tries, solved, day, morning"
READ_PUZZLE = f"SELECT {FIELDS} FROM puzzle_rating WHERE game = ? AND puzzle = ?"
READ_SOLVER = f"SELECT {FIELDS} FROM puzzle_solver WHERE game = ? AND who = ?"
PUT_PUZZLE = f"""
INSERT OR REPLACE INTO puzzle_rating (game, puzzle, {FIELDS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
"""
PUT_SOLVER = f"""
INSERT OR REPLACE INTO puzzle_solver (game, who, {FIELDS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
"""
MARKED = "SELECT count(*) FROM puzzle_mark WHERE game = ? AND puzzle = ? AND who IN (?, ?)"
PUT_MARK = "INSERT OR REPLACE INTO puzzle_mark (game, puzzle, who, day) VALUES (?, ?, ?, ?)"


@dataclass(frozen=True, slots=True)
class Standing:
    """The rating of a puzzle or a solver; `morning` is what it was when the day `day` began, in
    days since 1970."""

    rating: float
    deviation: float
    tries: int = 0
    solved: int = 0
    day: int = 0
    morning: float = 0.0

    def values(self) -> tuple[float | int, ...]:
        return self.rating, self.deviation, self.tries, self.solved, self.day, self.morning


@dataclass(frozen=True, slots=True)
class FirstTry:
    """Of a puzzle, by hashes of a guest ("" for a stranger) and of an address, on a day."""

    game: str
    puzzle: str
    guest: str
    address: str
    day: int

    @property
    def who(self) -> tuple[str, ...]:
        return tuple(filter(None, (self.guest, self.address)))


Rate = Callable[[Standing | None, Standing | None], tuple[Standing, Standing]]
"""What becomes of a puzzle and its solver; `None` is one of whom nothing is known."""


class PuzzleTables(ABC):
    """The part of a SQLite store that is about puzzles."""

    _lock: threading.Lock
    _marks: int | None = None
    """How many marks there are at most; counted when that is not known."""

    @abstractmethod
    def _all(self, statement: str, values: Any = ()) -> list[tuple[Any, ...]]: ...

    @abstractmethod
    def _transaction(self) -> AbstractContextManager[Any]: ...

    def puzzle_rating(self, game: str, puzzle: str) -> Standing | None:
        """`None` while nobody has tried it."""
        return _standing(self._all(READ_PUZZLE, (game, puzzle)))

    def puzzle_marked(self, made: FirstTry) -> bool:
        """Whether the guest or the address has tried it, or has been helped with it, before."""
        return bool(self._all(MARKED, (made.game, made.puzzle, made.guest, made.address))[0][0])

    def count_first_try(self, made: FirstTry, rate: Rate | None, since: int, most: int) -> bool:
        """Mark a first try and count it; without `rate` it is only marked. Marks from before the
        day `since` are forgotten; with `most` of them nothing is counted. Whether it was."""
        with self._lock, self._transaction() as run:
            self._forget(run, since)
            found = run(MARKED, (made.game, made.puzzle, made.guest, made.address)).fetchall()
            if found[0][0] or self._mark_count(run, most) >= most:
                return False
            for who in made.who:
                run(PUT_MARK, (made.game, made.puzzle, who, made.day))
            self._marks = (self._marks or 0) + len(made.who)
            if rate is None or not made.guest:
                return False
            puzzle = _standing(run(READ_PUZZLE, (made.game, made.puzzle)).fetchall())
            solver = _standing(run(READ_SOLVER, (made.game, made.guest)).fetchall())
            puzzle, solver = rate(puzzle, solver)
            run(PUT_PUZZLE, (made.game, made.puzzle, *puzzle.values()))
            run(PUT_SOLVER, (made.game, made.guest, *solver.values()))
            return True

    def _forget(self, run: Any, since: int) -> None:
        run("DELETE FROM puzzle_mark WHERE day < ?", (since,))
        run("DELETE FROM puzzle_solver WHERE day < ?", (since,))

    def _mark_count(self, run: Any, most: int) -> int:
        """Counted again only when there may be too many."""
        if self._marks is None or self._marks >= most:
            self._marks = int(run("SELECT count(*) FROM puzzle_mark").fetchall()[0][0])
        return self._marks


def _standing(found: Sequence[tuple[Any, ...]]) -> Standing | None:
    return Standing(*found[0]) if found else None
