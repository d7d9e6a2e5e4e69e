"""Plain data: views, geometries, messages, outcomes and options as what JSON can hold.

A dataclass becomes an object with its fields, a message `{"key": …, "params": {…}}`, a fraction a
text like `"1/2"`. Whole numbers beyond 2^53 become texts, so that every language reads them.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from fractions import Fraction
from typing import Union

from duiyi.core.message import Message
from duiyi.core.options import SAFE_INTEGER, Options

Plain = Union[bool, int, float, str, list["Plain"], dict[str, "Plain"], None]  # noqa: UP007


def plain(value: object) -> Plain:
    """The value as JSON-ready data; `TypeError` for what is not meant to be sent."""
    if value is None or isinstance(value, bool | str):
        return value
    if isinstance(value, int):
        return value if abs(value) <= SAFE_INTEGER else str(value)
    if isinstance(value, Fraction):
        return str(value)
    if isinstance(value, Message):
        return {"key": value.key, "params": plain(dict(value.params))}
    if isinstance(value, Options):
        return plain(value.json())
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {f.name: plain(getattr(value, f.name)) for f in dataclasses.fields(value)}
    if isinstance(value, Mapping):
        return {_name(name): plain(item) for name, item in value.items()}
    if isinstance(value, AbstractSet):
        return [plain(item) for item in sorted(value)]
    if isinstance(value, tuple | list):
        return [plain(item) for item in value]
    if isinstance(value, float) and math.isfinite(value):
        return value
    raise TypeError(f"{value!r} is no plain data")


def _name(name: object) -> str:
    if isinstance(name, str):
        return name
    raise TypeError(f"{name!r} is no name of a field")
