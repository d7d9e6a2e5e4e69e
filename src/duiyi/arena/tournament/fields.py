"""Reading the fields of a TOML table: each once, with its type and range; none left over.

Every mistake is one `BadCup` that says where it is and what would be right.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from typing import Any

from duiyi.core import DuiyiError, Message, message

TYPES = {bool: "flag", int: "integer", float: "number", str: "text", dict: "table", list: "list"}
_needed: Any = object()


class BadCup(DuiyiError):
    """What a cup was to be made of cannot be taken."""


class Fields:
    """One table. `where` is its name for people: `cup.toml`, `cup.toml [clock]`."""

    def __init__(self, values: Mapping[str, Any], where: str) -> None:
        self.values = dict(values)
        self.where = where
        self._asked: list[str] = []

    def has(self, key: str) -> bool:
        return key in self.values

    def text(self, key: str, default: Any = _needed) -> Any:
        return self._get(key, str, default)

    def texts(self, key: str, default: tuple[str, ...]) -> tuple[str, ...]:
        """A text, or a list of them."""
        value = self.anything(key, default)
        if key not in self.values:
            return default
        found = [value] if isinstance(value, str) else value
        if not isinstance(found, list) or not all(isinstance(one, str) for one in found):
            raise self.wrong_type(key, str, list)
        return tuple(found)

    def flag(self, key: str, default: bool) -> bool:
        return bool(self._get(key, bool, default))

    def integer(self, key: str, low: int, high: int, default: Any = _needed) -> Any:
        return self._bounded(key, self._get(key, int, default), low, high, default)

    def number(self, key: str, low: float, high: float, default: Any = _needed) -> Any:
        return self._bounded(key, self._get(key, float, default), low, high, default)

    def choice(self, key: str, choices: Sequence[str], default: str) -> str:
        value: str = self._get(key, str, default)
        if value not in choices:
            near = get_close_matches(value, choices, 1, 0.5)
            if near:
                raise self.bad("choice-near", item=key, value=value[:60], near=near[0])
            raise self.bad("choice", item=key, value=value[:60], choices=tuple(choices))
        return value

    def table(self, key: str) -> Fields:
        """A table in this one; an empty one where there is none."""
        return Fields(self._get(key, dict, {}), f"{self.where} [{key}]")

    def anything(self, key: str, default: Any = _needed) -> Any:
        """A value of any type, for whoever tells types apart."""
        self._asked.append(key)
        if key not in self.values:
            if default is _needed:
                raise self.bad("missing-key", item=key)
            return default
        return self.values[key]

    def done(self) -> None:
        """Refuses what nobody has asked for: a misspelt key must not be a silent default."""
        for key in self.values:
            if key not in self._asked:
                near = get_close_matches(key, self._asked, 1, 0.5)
                if near:
                    raise self.bad("unknown-near", item=key[:60], near=near[0])
                raise self.bad("unknown-key", item=key[:60], known=tuple(sorted(self._asked)))

    def bad(self, mistake: str, **params: Any) -> BadCup:
        """The error `cup.config.MISTAKE`, with where it is."""
        return BadCup(message(f"cup.config.{mistake}", where=self.where, **params))

    def wrong_type(self, key: str, *wanted: type) -> BadCup:
        value = self.values.get(key)
        words = tuple(_type_word(kind) for kind in wanted)
        found = _type_word(type(value))
        return self.bad("type", item=key, found=found, wanted=words)

    def _get(self, key: str, kind: type, default: Any) -> Any:
        value = self.anything(key, default)
        if key not in self.values:
            return value
        fits = type(value) is kind or (kind is float and type(value) is int)
        if not fits:
            raise self.wrong_type(key, kind)
        return value

    def _bounded(self, key: str, value: Any, low: float, high: float, default: Any) -> Any:
        if key not in self.values:
            return default
        if not low <= value <= high:
            shown = f"{value:g}" if isinstance(value, float) else str(value)
            raise self.bad("range", item=key, value=shown[:40], low=f"{low:g}", high=f"{high:g}")
        return value


def _type_word(kind: type) -> Message:
    return message(f"cup.type.{TYPES.get(kind, 'other')}")
