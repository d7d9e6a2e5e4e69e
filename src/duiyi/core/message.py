"""Messages: what the program says, as a key with parameters, before any language is chosen.

The words themselves are in `locales/`; `duiyi.core.locale` turns a message into text.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Union

Param = Union[str, int, Fraction, "Message", tuple["Param", ...]]


@dataclass(frozen=True, slots=True)
class Message:
    """`catalog:key` and its parameters; `core` is duiyi's own catalog, a game's is its id."""

    key: str
    params: tuple[tuple[str, Param], ...] = ()

    def __getitem__(self, name: str) -> Param:
        return dict(self.params)[name]


def message(key: str, **params: Param) -> Message:
    """A message; of duiyi itself where `key` names no catalog."""
    return Message(key if ":" in key else f"core:{key}", tuple(sorted(params.items())))
