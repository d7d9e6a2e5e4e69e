"""A book: the openings of many games in one small file.

The file has a line of JSON about how it was made, then for each position in the order of its key:
the key, how many decisions follow, and for each the first four bytes of the key that it leads to,
games and points. Numbers are written in groups of seven bits, the smallest first. Decisions of one
position are few, so four bytes tell them apart.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any

from duiyi.analysis.openings.positions import BYTES, Edge
from duiyi.analysis.openings.tally import Tally
from duiyi.core import Game

FORMAT = "duiyi-openings-1"
CHILD_BYTES = 4
MOST_BYTES = 480_000
"""Of a file; positions that were met least often are left out."""
FEWEST = 2
"""A position that was met once says no more than its game."""
Rows = dict[bytes, Tally]


class BadBook(Exception):
    """The bytes are no book."""


@dataclass(frozen=True, slots=True)
class Book:
    """For each position what was played; `about` says how the book was made."""

    about: Mapping[str, Any] = field(default_factory=dict)
    positions: Mapping[bytes, Rows] = field(default_factory=dict)

    def rows(self, position: bytes) -> Rows:
        """What was played in a position, by the beginnings of the keys that follow."""
        return self.positions.get(position, {})

    def tally(self, position: bytes, child: bytes) -> Tally:
        return self.rows(position).get(child[:CHILD_BYTES], Tally())


def made_of(games: Iterable[tuple[Iterable[Edge], Iterable[int]]]) -> dict[bytes, Rows]:
    """The positions of games, each with its edges and the scores of its seats in 60ths."""
    positions: dict[bytes, Rows] = {}
    for edges, scores in games:
        points = tuple(scores)
        for position, child, seat in edges:
            rows = positions.setdefault(position, {})
            games_so_far, sum_so_far = rows.get(child[:CHILD_BYTES], Tally())
            rows[child[:CHILD_BYTES]] = Tally(games_so_far + 1, sum_so_far + points[seat])
    return positions


def write(book: Book, most: int = MOST_BYTES) -> bytes:
    """The book as bytes, the same for the same games; at most so many."""
    head = json.dumps({"format": FORMAT, **book.about}, sort_keys=True).encode() + b"\n"
    met = {key: sum(tally.games for tally in rows.values()) for key, rows in book.positions.items()}
    chosen: dict[bytes, bytes] = {}
    size = len(head)
    for key in sorted(met, key=lambda one: (-met[one], one)):
        written = _position(key, book.positions[key])
        if met[key] < FEWEST or size + len(written) > most:
            break
        chosen[key], size = written, size + len(written)
    return head + b"".join(chosen[key] for key in sorted(chosen))


def _position(key: bytes, rows: Rows) -> bytes:
    parts = [key, _number(len(rows))]
    for child, tally in sorted(rows.items()):
        parts += (child, _number(tally.games), _number(tally.points))
    return b"".join(parts)


def _number(number: int) -> bytes:
    found = bytearray()
    while number >= 128:
        found.append(number % 128 + 128)
        number //= 128
    return bytes((*found, number))


def read(data: bytes) -> Book:
    """The book in bytes that `write` made; `BadBook` for others."""
    head, end, _ = data.partition(b"\n")
    try:
        about = json.loads(head)
        if not end or about.pop("format") != FORMAT:
            raise BadBook("of another format")
        return Book(about, dict(_positions(data, len(head) + 1)))
    except (ValueError, KeyError, AttributeError, IndexError) as error:
        raise BadBook(str(error)) from None


def _positions(data: bytes, at: int) -> Iterator[tuple[bytes, Rows]]:
    while at < len(data):
        key, at = data[at : at + BYTES], at + BYTES
        count, at = _read_number(data, at)
        rows: Rows = {}
        for _ in range(count):
            child, at = data[at : at + CHILD_BYTES], at + CHILD_BYTES
            games, at = _read_number(data, at)
            points, at = _read_number(data, at)
            rows[child] = Tally(games, points)
        yield key, rows


def _read_number(data: bytes, at: int) -> tuple[int, int]:
    number = shift = 0
    while True:
        byte = data[at]
        number |= (byte & 127) << shift
        at, shift = at + 1, shift + 7
        if byte < 128:
            return number, at


def packaged(game: Game) -> Book:
    """The book of self-play that comes with duiyi; an empty one where there is none, or where the
    rules have changed since it was made."""
    return _packaged(game.id, game.version)


@cache
def _packaged(game: str, version: int) -> Book:
    file = files(__package__) / "data" / f"{game}.book"
    if not file.is_file():
        return Book()
    book = read(file.read_bytes())
    return book if book.about.get("version") == version else Book()
