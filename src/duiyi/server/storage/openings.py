"""What the store keeps about openings: an index of finished games, and what is known of deals.

The index can be made anew from the log at any time; what it has counted is marked, so that a game
counts once.
"""

from __future__ import annotations

import json
import threading
from abc import ABC, abstractmethod
from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any

ADD = """
INSERT INTO opening (position, child, games, points) VALUES (?, ?, 1, ?)
ON CONFLICT (position, child) DO UPDATE SET games = games + 1, points = points + excluded.points
"""
ADD_KNOWN = """
UPDATE opening SET games = games + 1, points = points + ?3 WHERE position = ?1 AND child = ?2
"""
NEXT = """
SELECT id, updated FROM room WHERE status = 'finished' AND (updated, id) > (?, ?) AND updated < ?
ORDER BY updated, id LIMIT ?
"""
PUT_PLACE = "INSERT OR REPLACE INTO setting (name, value) VALUES ('openings', ?)"
PUT_DEAL = "INSERT OR REPLACE INTO deal (text, game, at, pairs) VALUES (?, ?, ?, ?)"
DROP_DEALS = """
DELETE FROM deal WHERE text IN (SELECT text FROM deal ORDER BY at DESC LIMIT -1 OFFSET ?)
"""
Place = tuple[int, str]


@dataclass(frozen=True, slots=True)
class Counted:
    """What a finished game adds: positions, the ones that follow, and points in 60ths."""

    table: str
    rows: tuple[tuple[bytes, bytes, int], ...]


class OpeningTables(ABC):
    """The part of a SQLite store that is about openings and deals."""

    _lock: threading.Lock
    _opening_rows: int | None = None
    """How many rows the index has at most; counted when that is not known."""

    @abstractmethod
    def _all(self, statement: str, values: Any = ()) -> list[tuple[Any, ...]]: ...

    @abstractmethod
    def _transaction(self) -> AbstractContextManager[Any]: ...

    def openings_place(self) -> Place:
        """Up to where the finished games have been counted."""
        found = self._all("SELECT value FROM setting WHERE name = 'openings'")
        updated, table = json.loads(found[0][0]) if found else (-1, "")
        return updated, table

    def finished_after(self, place: Place, before: int, limit: int) -> list[tuple[str, int]]:
        """Finished tables from a place to before a moment, the oldest first, with their moments."""
        return [(id, updated) for id, updated in self._all(NEXT, (*place, before, limit))]

    def count_openings(self, counted: Counted, place: Place, most: int) -> None:
        """Add a game and go on behind it; one that was counted before adds nothing. With `most`
        rows in the index only what is there already is counted."""
        with self._lock, self._transaction() as run:
            new = not run("SELECT 1 FROM opening_room WHERE room = ?", (counted.table,)).fetchall()
            if new:
                run("INSERT INTO opening_room (room) VALUES (?)", (counted.table,))
                full = self._opening_count(run, most) >= most
                for row in counted.rows:
                    run(ADD_KNOWN if full else ADD, row)
                self._opening_rows = (self._opening_rows or 0) + len(counted.rows)
            run(PUT_PLACE, (json.dumps(place),))

    def _opening_count(self, run: Any, most: int) -> int:
        """Counting takes long in a large index, so it is done again only when it may be full."""
        if self._opening_rows is None or self._opening_rows >= most:
            self._opening_rows = int(run("SELECT count(*) FROM opening").fetchall()[0][0])
        return self._opening_rows

    def opening(self, position: bytes) -> dict[bytes, tuple[int, int]]:
        """What was played in a position: games and points by the positions that follow."""
        asked = "SELECT child, games, points FROM opening WHERE position = ?"
        return {
            bytes(child): (games, points) for child, games, points in self._all(asked, (position,))
        }

    def forget_openings(self) -> None:
        """The index begins anew."""
        with self._lock, self._transaction() as run:
            for statement in ("opening", "opening_room", "setting WHERE name = 'openings'"):
                run(f"DELETE FROM {statement}")
            self._opening_rows = 0

    def deal(self, text: str) -> tuple[float, ...]:
        """What the pairs of a deal have scored so far."""
        found = self._all("SELECT pairs FROM deal WHERE text = ?", (text,))
        return tuple(json.loads(found[0][0])) if found else ()

    def put_deal(self, text: str, game: str, at: int, pairs: Sequence[float], most: int) -> None:
        """Keep what is known of a deal; of all deals the `most` that were asked about last."""
        with self._lock, self._transaction() as run:
            run(PUT_DEAL, (text, game, at, json.dumps(list(pairs))))
            run(DROP_DEALS, (most,))
