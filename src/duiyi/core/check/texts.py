"""Texts to test parsers with: junk, and good texts with something wrong in them."""

from __future__ import annotations

import re
from collections.abc import Callable

from duiyi.core.check.walk import Choose

CHARACTERS = (
    "ABCJKZabcxz0123456789 :;,.+-*/!#@()[]{}<>='\"\\|_~%&^?$`"
    "\n\t\0\x7f\u00e9\u00b2\uff11\u0663\u5c0d\u200b\u202e\ud800\U0001f600"
)
NUMBERS = ("0", "00", "1", "2", "-1", "7", "99", "4294967296", "9" * 40, "1e9", "0x1", "1_0", "")
_number = re.compile(r"[0-9]+")


def junk(choose: Choose) -> str:
    """Any text: mostly short, sometimes empty, now and then very long."""
    length = (0, 1, 2, 3, 5, 8, 20, 65, 5000)[choose(9)]
    if length == 5000:
        return CHARACTERS[choose(len(CHARACTERS))] * length
    return "".join(CHARACTERS[choose(len(CHARACTERS))] for _ in range(length))


def edited(text: str, choose: Choose) -> str:
    """The text with one to three edits."""
    for _ in range(1 + choose(3)):
        text = EDITS[choose(len(EDITS))](text, choose)
    return text


def _insert(text: str, choose: Choose) -> str:
    at = choose(len(text) + 1)
    return text[:at] + _character(text, choose) + text[at:]


def _replace(text: str, choose: Choose) -> str:
    at = choose(len(text) + 1)
    return text[:at] + _character(text, choose) + text[at + 1 :]


def _delete(text: str, choose: Choose) -> str:
    at = choose(len(text) + 1)
    return text[:at] + text[at + 1 + choose(3) :]


def _exchange(text: str, choose: Choose) -> str:
    a, b = sorted((choose(len(text) + 1), choose(len(text) + 1)))
    return text[:a] + text[b : b + 1] + text[a + 1 : b] + text[a : a + 1] + text[b + 1 :]


def _repeat(text: str, choose: Choose) -> str:
    a, b = sorted((choose(len(text) + 1), choose(len(text) + 1)))
    return text[:b] + text[a:]


def _cut(text: str, choose: Choose) -> str:
    return text[: choose(len(text) + 1)]


def _number_changed(text: str, choose: Choose) -> str:
    found = list(_number.finditer(text))
    if not found:
        return text + NUMBERS[choose(len(NUMBERS))]
    where = found[choose(len(found))]
    return text[: where.start()] + NUMBERS[choose(len(NUMBERS))] + text[where.end() :]


def _case_changed(text: str, choose: Choose) -> str:
    at = choose(len(text) + 1)
    return text[:at] + text[at:].swapcase()


def _character(text: str, choose: Choose) -> str:
    """As often one of the text's own, which makes finer mistakes."""
    source = text if text and choose(2) else CHARACTERS
    return source[choose(len(source))]


EDITS: tuple[Callable[[str, Choose], str], ...] = (
    _insert, _replace, _delete, _exchange, _repeat, _cut, _number_changed, _case_changed,
)  # fmt: skip
