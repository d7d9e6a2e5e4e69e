"""Options: the switches, choices and numbers that a game is started with.

A game's options are a frozen dataclass whose fields are made with `switch`, `choice` and
`number`. This module has the one validator, the one `key=value` parser and the one JSON schema.
Labels and help are the messages `option.NAME` and `option.NAME.help` of the game's catalog.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from itertools import product
from typing import Any, Self

from duiyi.core.errors import BadOptions
from duiyi.core.message import message

Value = bool | int | str | None
SAFE_INTEGER = 2**53
_integer = re.compile(r"-?(0|[1-9][0-9]{0,30})")


@dataclass(frozen=True, slots=True)
class Kind:
    """What a field may hold. `start_only`: it matters when a game is set up, and never again."""

    choices: tuple[Value, ...] = ()
    low: int = 0
    high: int = 0
    optional: bool = False
    start_only: bool = False

    def allows(self, value: object) -> bool:
        if value is None:
            return self.optional
        if self.choices:
            return any(type(value) is type(choice) and value == choice for choice in self.choices)
        return type(value) is int and self.low <= value <= self.high

    def allowed(self) -> str:
        """The allowed values in words that `parse` understands."""
        if self.choices:
            return ", ".join(_text(choice) for choice in self.choices)
        return f"{self.low}-{self.high}" + (", none" if self.optional else "")

    def values(self, default: Value) -> tuple[Value, ...]:
        """What tests try: every choice; low, default and high end of a number."""
        if self.choices:
            return self.choices
        ends = (
            (default, None, self.low, self.high)
            if self.optional
            else (
                default,
                self.low,
                self.high,
            )
        )
        return tuple(dict.fromkeys(ends))


def switch(default: bool = False) -> Any:
    return field(default=default, metadata={"kind": Kind(choices=(False, True))})


def choice(*choices: str, start_only: bool = False) -> Any:
    """One of several words; the first is the default."""
    return field(
        default=choices[0], metadata={"kind": Kind(choices=choices, start_only=start_only)}
    )


def number(default: int | None, low: int, high: int, *, start_only: bool = False) -> Any:
    """A whole number; `None` as default means that there may be none."""
    kind = Kind(low=low, high=high, optional=default is None, start_only=start_only)
    return field(default=default, metadata={"kind": kind})


@dataclass(frozen=True)
class Options:
    """A game without options uses this class as it is."""

    def __post_init__(self) -> None:
        for name, kind in self.kinds().items():
            if not kind.allows(value := getattr(self, name)):
                raise BadOptions(
                    message(
                        "bad-options.value", name=name, value=_text(value), allowed=kind.allowed()
                    ),
                    name,
                )
        self.check()

    def check(self) -> None:
        """Rules between fields: a game raises `BadOptions` here."""

    @classmethod
    def kinds(cls) -> Mapping[str, Kind]:
        return {f.name: f.metadata["kind"] for f in dataclasses.fields(cls)}

    @classmethod
    def of(cls, values: Mapping[str, Value]) -> Self:
        """Options from named values; unknown names are refused with the nearest known one."""
        for name in values:
            if name not in cls.kinds():
                raise _unknown(name, list(cls.kinds()))
        return cls(**values)

    @classmethod
    def parse(cls, pairs: Iterable[str]) -> Self:
        """Options from texts like `chain=on`, `size=9`, `life_cap=none`."""
        values: dict[str, Value] = {}
        for pair in pairs:
            name, equals, text = pair.partition("=")
            if name not in cls.kinds():
                raise _unknown(name, list(cls.kinds()))
            if not equals:
                allowed = cls.kinds()[name].allowed()
                raise BadOptions(message("bad-options.form", name=name, allowed=allowed), name)
            if name in values:
                raise BadOptions(message("bad-options.twice", name=name), name)
            values[name] = _value(text, cls.kinds()[name])
        return cls(**values)

    @classmethod
    def of_json(cls, values: Mapping[str, object]) -> Self:
        """The inverse of `json`: big numbers come back from strings."""
        read: dict[str, Any] = dict(values)
        for name, value in values.items():
            kind = cls.kinds().get(name)
            if kind and not kind.choices and isinstance(value, str) and _integer.fullmatch(value):
                read[name] = int(value)
        return cls.of(read)

    def json(self) -> dict[str, Value]:
        """Plain values; numbers beyond 2^53 as strings, so that every language reads them."""
        return {
            name: str(value) if type(value) is int and abs(value) > SAFE_INTEGER else value
            for name, value in self.items()
        }

    def items(self) -> Iterator[tuple[str, Value]]:
        return ((name, getattr(self, name)) for name in self.kinds())

    def rules(self) -> Iterator[tuple[str, Value]]:
        """The options that are rules: part of the state and of its dump."""
        return ((n, getattr(self, n)) for n, kind in self.kinds().items() if not kind.start_only)

    def text(self) -> str:
        """`continuous=off cannon=on …`: what `parse` reads, separated by spaces."""
        return " ".join(f"{name}={_text(value)}" for name, value in self.items())

    @classmethod
    def schema(cls) -> dict[str, object]:
        """A JSON schema of these options, for a page that offers them."""
        return {
            "type": "object",
            "additionalProperties": False,
            "properties": {f.name: _schema(f) for f in dataclasses.fields(cls)},
        }

    @classmethod
    def samples(cls) -> tuple[Self, ...]:
        """Every combination of switches and choices, and each number at both its ends."""
        fields = dataclasses.fields(cls)
        defaults = {f.name: f.default for f in fields}
        chosen = [f for f in fields if f.metadata["kind"].choices]
        sets = [
            dict(zip([f.name for f in chosen], values, strict=True))
            for values in product(*(f.metadata["kind"].choices for f in chosen))
        ]
        for f in fields:
            if not f.metadata["kind"].choices:
                sets += [{f.name: value} for value in f.metadata["kind"].values(f.default)]
        found: dict[Self, None] = {}
        for values in sets:
            try:
                found[cls(**{**defaults, **values})] = None
            except BadOptions:
                continue  # a combination that the game itself excludes
        return tuple(found)


def _unknown(name: str, known: list[str]) -> BadOptions:
    if not known:
        return BadOptions(message("bad-options.none", name=name), name)
    near = get_close_matches(name, known, 1, 0.5)
    if near:
        return BadOptions(message("bad-options.near", name=name, near=near[0]), name)
    return BadOptions(message("bad-options.unknown", name=name, known=tuple(known)), name)


def _text(value: object) -> str:
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value)[:60]


def _value(text: str, kind: Kind) -> Value:
    """The value that a text stands for; left as text when it stands for none."""
    for choice in kind.choices:
        if text == _text(choice):
            return choice
    if not kind.choices and text == "none":
        return None
    if not kind.choices and _integer.fullmatch(text):
        return int(text)
    return text


def _schema(f: dataclasses.Field[Any]) -> dict[str, object]:
    kind: Kind = f.metadata["kind"]
    shape: dict[str, object] = {"default": f.default, "startOnly": kind.start_only}
    if kind.choices == (False, True):
        return shape | {"type": "boolean"}
    if kind.choices:
        return shape | {"enum": list(kind.choices)}
    if kind.high > SAFE_INTEGER:
        return shape | {"type": "string", "pattern": "^[0-9]+$", "default": str(f.default)}
    types = ["integer", "null"] if kind.optional else "integer"
    return shape | {"type": types, "minimum": kind.low, "maximum": kind.high}
