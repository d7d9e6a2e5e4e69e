"""Played games as JSON in one line; the record inside it is text in the form `.dyr`."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from fractions import Fraction
from typing import Any

from duiyi.arena.played import Offence, Played, SeatUse
from duiyi.core import DuiyiError, message
from duiyi.core.dyr import read_dyr, write_dyr
from duiyi.core.record_check import Find
from duiyi.core.record_json import json_text
from duiyi.core.registry import game
from duiyi.engine.bot import Spent
from duiyi.engine.fault import Verdict

_SPENT = ("charged", "cpu", "wall", "waited")
"""The last one is missing in lines that are older than it."""


def write_played(played: Played) -> str:
    """One line; `read_played` gives the same value back."""
    return json_text(played_data(played))


def played_data(played: Played) -> dict[str, Any]:
    """The same as plain values, for whoever has more to say in the same line."""
    return {
        "record": write_dyr(played.record),
        "scores": played.scores and [*map(str, played.scores)],
        "offences": [asdict(offence) for offence in played.offences],
        "uses": [_use_data(use) for use in played.uses],
    }


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
        scores = data["scores"]
        return Played(
            record=read_dyr(data["record"], find),
            scores=None if scores is None else tuple(map(Fraction, scores)),
            offences=tuple(_offence(one) for one in data["offences"]),
            uses=tuple(_use(one) for one in data["uses"]),
        )
    except (KeyError, TypeError, ValueError, ZeroDivisionError) as error:
        problem = f"{type(error).__name__} {error}"
        raise DuiyiError(message("arena.bad-played", problem=problem)) from None


def _offence(data: Mapping[str, Any]) -> Offence:
    return Offence(**{**data, "verdict": Verdict(data["verdict"])})


def _use_data(use: SeatUse) -> dict[str, Any]:
    spent = {name: _spent_data(getattr(use, name)) for name in ("start", "total", "longest")}
    return {**spent, "questions": use.questions}


def _use(data: Mapping[str, Any]) -> SeatUse:
    spent = {name: Spent(*map(float, data[name])) for name in ("start", "total", "longest")}
    return SeatUse(**spent, questions=data["questions"])


def _spent_data(spent: Spent) -> list[float]:
    return [getattr(spent, name) for name in _SPENT]
