"""The fields of a dump, read one by one: a value that makes no sense is a `BadPosition`."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

from duiyi.core.errors import BadPosition
from duiyi.core.locale import FALLBACK, has
from duiyi.core.message import message
from duiyi.core.outcome import Outcome
from duiyi.core.state import CHANCE, Seat

LAST_TURN = 10**6
"""A dump with a higher turn number is refused."""
DEEPEST = 8
"""How deep tuples may lie in each other in a state's fields."""
_score = re.compile(r"[0-9]{1,9}(/[1-9][0-9]{0,8})?")


def read_like(name: str, value: Any, default: Any) -> Any:
    """The value as the same type as the field's default; lists become tuples."""
    value = _fixed(name, value)
    if type(value) is not type(default):
        raise bad_field(name)
    return value


def _fixed(name: str, value: Any, depth: int = 0) -> Any:
    if isinstance(value, list) and depth < DEEPEST:
        return tuple(_fixed(name, item, depth + 1) for item in value)
    if value is None or isinstance(value, str | int):
        return value
    raise bad_field(name)


def read_actor(value: Any, seats: range) -> Seat | None:
    if value is None or (type(value) is int and value == CHANCE):
        return value
    return read_seat("actor", value, seats)


def read_seat(name: str, value: Any, seats: range) -> Seat:
    if type(value) is int and value in seats:
        return value
    raise bad_field(name)


def read_number(name: str, value: Any) -> int:
    if type(value) is int and 1 <= value <= LAST_TURN:
        return value
    raise bad_field(name)


def read_out(value: Any, seats: range) -> frozenset[Seat]:
    if isinstance(value, list) and len(value) < len(seats):
        return frozenset(read_seat("out", seat, seats) for seat in value)
    raise bad_field("out")


def read_outcome(game: str, value: Any, seats: range) -> Outcome | None:
    if value is None:
        return None
    texts = isinstance(value, list) and all(isinstance(item, str) for item in value)
    if not texts or len(value) != len(seats) + 1:
        raise bad_field("outcome")
    *scores, reason = value
    if not all(map(_score.fullmatch, scores)) or not has(f"{game}:outcome.{reason}", FALLBACK):
        raise bad_field("outcome")
    try:
        return Outcome(tuple(map(Fraction, scores)), reason)
    except ValueError:  # the scores do not sum to 1
        raise bad_field("outcome") from None


def bad_field(name: str) -> BadPosition:
    return BadPosition(message("bad-position.field", field=name))
