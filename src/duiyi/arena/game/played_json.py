"""Played games as JSON in one line; the record inside it is text in the form `.dyr`."""

from __future__ import annotations

import json
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import msgspec

from duiyi.arena.game.played import Offence, Played, SeatUse
from duiyi.core import DuiyiError, message
from duiyi.core.record.check import Find
from duiyi.core.record.dyr import read_dyr, write_dyr
from duiyi.core.record.json import json_text
from duiyi.core.registry import game
from duiyi.engine.bot import Spent

Seconds = tuple[float, ...]
"""What `Spent` has, in its order. The last one is missing in lines that are older than it."""


class UseLine(msgspec.Struct):
    """`SeatUse` as it is written."""

    start: Seconds
    total: Seconds
    longest: Seconds
    questions: int

    @property
    def value(self) -> SeatUse:
        start, total, longest = Spent(*self.start), Spent(*self.total), Spent(*self.longest)
        return SeatUse(start, total, longest, self.questions)


class PlayedLine(msgspec.Struct):
    """`Played` as it is written."""

    record: str
    scores: tuple[Fraction, ...] | None
    offences: tuple[Offence, ...]
    uses: tuple[UseLine, ...]


def write_played(played: Played) -> str:
    """One line; `read_played` gives the same value back."""
    return json_text(played_data(played))


def played_data(played: Played) -> dict[str, Any]:
    """The same as plain values, for whoever has more to say in the same line."""
    uses = (
        UseLine(_seconds(use.start), _seconds(use.total), _seconds(use.longest), use.questions)
        for use in played.uses
    )
    line = PlayedLine(write_dyr(played.record), played.scores, played.offences, tuple(uses))
    data: dict[str, Any] = msgspec.to_builtins(line, enc_hook=str)
    return data


def read_played(text: str, find: Find = game) -> Played:
    """The game that `write_played` wrote; its record is replayed and found right."""
    try:
        data = json.loads(text)
    except ValueError as error:
        raise DuiyiError(message("arena.bad-played", problem=str(error))) from None
    return played_of(data, find)


def played_of(data: Mapping[str, Any], find: Find = game) -> Played:
    """The inverse of `played_data`; `BadRecord` or `DuiyiError` say what is wrong."""
    try:
        line = msgspec.convert(data, PlayedLine, dec_hook=lambda kind, text: kind(text))
        uses = tuple(use.value for use in line.uses)
    except (msgspec.ValidationError, TypeError, ValueError, ZeroDivisionError) as error:
        problem = f"{type(error).__name__} {error}"
        raise DuiyiError(message("arena.bad-played", problem=problem)) from None
    return Played(read_dyr(line.record, find), line.scores, line.offences, uses)


def _seconds(spent: Spent) -> Seconds:
    return spent.charged, spent.cpu, spent.wall, spent.waited
