"""The ladder of a class at a moment, as a value that travels as JSON: what the page shows.

It is made by the arena from games alone; who is behind a version is not in it.
"""

from __future__ import annotations

import msgspec
from msgspec import Struct

REFERENCE = "@"
"""How the name of a reference begins, where those of others are ids of versions."""


class Beats(Struct, frozen=True, array_like=True):
    """How sure it is that somebody is stronger than a reference."""

    reference: str
    certainty: float


class StandingRow(Struct, frozen=True, omit_defaults=True):
    """A version on the ladder, or a reference, which has no place; with the 95 % interval."""

    name: str
    rating: float
    low: float
    high: float
    games: int
    place: int = 0
    best: int = 0
    worst: int = 0
    even: tuple[str, ...] = ()
    beats: tuple[Beats, ...] = ()

    @property
    def reference(self) -> bool:
        return self.name.startswith(REFERENCE)


class Standing(Struct, frozen=True, omit_defaults=True):
    """Rows from the strongest; `earlier` are versions that played once and have no place now."""

    at: int
    games: int
    rows: tuple[StandingRow, ...]
    earlier: tuple[StandingRow, ...] = ()

    def row(self, name: str) -> StandingRow | None:
        return next((row for row in (*self.rows, *self.earlier) if row.name == name), None)


_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(Standing)


def write_standing(standing: Standing) -> str:
    return _encoder.encode(standing).decode()


def read_standing(text: str) -> Standing:
    return _decoder.decode(text)
