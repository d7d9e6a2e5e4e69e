"""What the server asks of storage: an append-only log of tables, an index of them, guests, records.

Everything is written by `write`, in one transaction that is durable when it returns. Reading is
allowed from any thread. `duiyi.server.storage.sqlite` is the storage that comes with duiyi; another
database needs these methods and passes the same tests.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from duiyi.server.storage.openings import Counted
from duiyi.server.storage.puzzles import FirstTry, Rate, Standing

PAGE = 4096
UNFINISHED = ("waiting", "running")
"""What a table is called in the index until it is over."""


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a table's log; `n` counts from 1 without a gap. `data` is JSON."""

    table: str
    n: int
    at: int
    """Milliseconds since 1970."""
    kind: str
    data: bytes


@dataclass(frozen=True, slots=True)
class Index:
    """What lists and searches need to know about a table; renewed with the rows that change it.

    `status` is waiting, running, finished, or abandoned before anything was decided; `names` has
    one name per seat; `guests` are the ids of all who hold a seat; `summary` is JSON that only the
    server reads.
    """

    table: str
    game: str
    status: str
    public: bool
    names: tuple[str, ...]
    guests: tuple[str, ...]
    created: int
    updated: int
    summary: bytes


@dataclass(frozen=True, slots=True)
class Guest:
    """A guest; cookies of an older `epoch` are no longer his."""

    id: str
    name: str
    epoch: int
    created: int


@dataclass(frozen=True, slots=True)
class Kept:
    """A record that was handed in; `id` is made of its content, so that it is kept once."""

    id: str
    game: str
    names: tuple[str, ...]
    added: int
    summary: bytes
    text: str

    @property
    def size(self) -> int:
        """Bytes that it takes up, a page of the database at least."""
        names = 2 * sum(len(name.encode()) for name in self.names)
        return max(PAGE, len(self.text.encode()) + len(self.summary) + names)


Write = Row | Index | Guest | Kept
Place = tuple[int, str]
"""Where something stands in a list: its moment and its id. The newest comes first."""


class Conflict(Exception):
    """A row of this table and number is there already: somebody else has written."""


class Store(Protocol):
    """All methods may block; call them off the event loop."""

    def write(self, writes: Sequence[Write]) -> None:
        """All or nothing, durable on return. Rows are only ever added (`Conflict` otherwise);
        an index, a guest or a record of the same id is replaced."""
        ...

    def rows(self, table: str) -> list[Row]: ...
    def index(self, table: str) -> Index | None: ...

    def unfinished(self) -> list[str]:
        """Ids of all tables that are waiting or running."""
        ...

    def tables(
        self,
        *,
        status: Sequence[str],
        public: bool | None = None,
        guest: str | None = None,
        game: str | None = None,
        name: str | None = None,
        before: Place | None = None,
        limit: int = 50,
    ) -> list[Index]:
        """Newest first by `updated`. `name`: part of a player's name, without regard to case;
        `before`: only what comes after this place."""
        ...

    def guest(self, guest: str) -> Guest | None: ...
    def kept(self, record: str) -> Kept | None: ...

    def kept_list(
        self,
        *,
        game: str | None = None,
        name: str | None = None,
        before: Place | None = None,
        limit: int = 50,
    ) -> list[Kept]: ...

    def kept_bytes(self) -> int:
        """The sizes of all records that were handed in, together."""
        ...

    def drop_kept(self, before: int, limit: int) -> int:
        """Forget records that were handed in before a moment, at most so many; how many it were."""
        ...

    def openings_place(self) -> tuple[int, str]:
        """Up to where finished games have been counted in the index of openings."""
        ...

    def finished_after(
        self, place: tuple[int, str], before: int, limit: int
    ) -> list[tuple[str, int]]:
        """Finished tables from a place to before a moment, the oldest first, with their moments."""
        ...

    def count_openings(self, counted: Counted, place: tuple[int, str], most: int) -> None:
        """Count a game once, and go on behind it; with `most` rows no new ones are added."""
        ...

    def opening(self, position: bytes) -> dict[bytes, tuple[int, int]]:
        """Games and points in 60ths by the positions that follow one."""
        ...

    def deal(self, text: str) -> tuple[float, ...]:
        """What the pairs of a deal have scored so far."""
        ...

    def put_deal(self, text: str, game: str, at: int, pairs: Sequence[float], most: int) -> None:
        """Keep what is known of a deal, and of all deals the `most` newest."""
        ...

    def puzzle_rating(self, game: str, puzzle: str) -> Standing | None:
        """What first tries have made of a puzzle's rating; `None` before there was one."""
        ...

    def puzzle_marked(self, made: FirstTry) -> bool:
        """Whether its guest or its address has tried the puzzle before."""
        ...

    def count_first_try(self, made: FirstTry, rate: Rate | None, since: int, most: int) -> bool:
        """Mark a try unless its guest or its address has a mark, and rate puzzle and solver by it.
        Marks from before the day `since` are forgotten; with `most` of them nothing counts."""
        ...

    def secret(self) -> bytes:
        """The key that cookies are signed with; made on first use and kept."""
        ...

    def can_save(self) -> bool:
        """Whether something written now would stay."""
        ...

    def backup(self, target: str) -> None:
        """A consistent copy, while the server runs."""
        ...

    def close(self) -> None: ...
