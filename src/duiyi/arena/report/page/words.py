"""What the report says: texts in three languages, each kept once, and foreign text made harmless.

Names, tokens, comments and stderr come from bots. They are shown as they are, but for characters
that would not be seen or would turn the text around them: those are written out.
"""

from __future__ import annotations

import re
from functools import lru_cache

from duiyi.core.locale import LANGUAGES, text
from duiyi.core.message import Message, Param, message

Said = tuple[str, ...]
"""A text in each of `LANGUAGES`."""

_unseen = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e"
    "\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\uffff"
    "\ud800-\udfff\U000e0000-\U000e0fff]"
)


def visible(foreign: str) -> str:
    """Text of a bot with every character visible: controls, marks of direction, characters without
    width and what is no character at all are written as `\\u202e`. New lines and tabs stay."""
    return _unseen.sub(_written_out, foreign)


def one_line(foreign: str) -> str:
    """The same, with new lines and tabs written out too."""
    return visible(foreign).replace("\n", "\\n").replace("\t", "\\t")


def cut(foreign: str, limit: int) -> str:
    """Not more of a text than anyone reads."""
    return foreign if len(foreign) <= limit else f"{foreign[:limit]}…"


def _written_out(found: re.Match[str]) -> str:
    point = ord(found[0])
    return f"\\x{point:02x}" if point < 256 else f"\\u{point:04x}"


@lru_cache(maxsize=10_000)
def said(told: Message) -> Said:
    """A message in all languages."""
    return tuple(visible(text(told, language)) for language in LANGUAGES)


def phrase(key: str, **params: Param) -> Message:
    """A message of the report itself."""
    return message(f"report.{key}", **params)


class Words:
    """Texts by number; the same text has the same one."""

    def __init__(self) -> None:
        self._numbers: dict[Said, int] = {}
        self._told: dict[Message, int] = {}

    def number(self, told: Message) -> int:
        if told not in self._told:
            texts = said(told)
            self._told[told] = self._numbers.setdefault(texts, len(self._numbers))
        return self._told[told]

    def say(self, key: str, **params: Param) -> int:
        """The number of a message of the report."""
        return self.number(phrase(key, **params))

    @property
    def texts(self) -> list[Said]:
        return list(self._numbers)
