"""What travels about openings and deals.

Names and fields are those of `web/src/net/wire/openings.ts`.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from duiyi.core.message import Message
from duiyi.server.wire.messages import NewName, Token

MOST_TOKENS = 40


class OpeningsWanted(Struct, frozen=True, forbid_unknown_fields=True):
    """A position as `dump` writes it, or the game's start where `text` is empty; and what is played
    from there."""

    game: NewName
    text: Annotated[str, Meta(max_length=8000)] = ""
    tokens: Annotated[list[Token], Meta(max_length=MOST_TOKENS)] = []


class OpeningRow(Struct, frozen=True):
    """A decision that was made here; `tokens` are all that are the same by symmetry, `token` the
    first of them, `label` that one in words. `score`: of who decides, from 0 to 1, with its 95 %
    interval; with fewer than five games no percentage should be shown. `proven`: where it ends the
    game at once."""

    token: str
    tokens: tuple[str, ...]
    label: Message
    games: int
    score: float
    low: float
    high: float
    proven: Literal["", "win", "level", "loss"]


class Openings(Struct, frozen=True):
    """What was played in a position, the most frequent first: in finished public games here, and
    in self-play of the strongest player."""

    people: tuple[OpeningRow, ...]
    selfplay: tuple[OpeningRow, ...]


class DealWanted(Struct, frozen=True, forbid_unknown_fields=True):
    """The first position of a game of two, as `dump` writes it."""

    game: NewName
    text: Annotated[str, Meta(max_length=8000)]


class Deal(Struct, frozen=True):
    """How fair a deal is: the score of the first seat with its 95 % interval, from `games` of
    `wanted` games, both sides together. `running`: more are being played. `tells`: about how many
    games would decide it; 0 where it is decided, or nothing is known."""

    games: int
    wanted: int
    running: bool
    score: float
    low: float
    high: float
    word: Literal["fair", "favours-first", "favours-second", "not-decided"]
    tells: int
