"""Names of people as they are shown: something that can be seen, and no taller than its line."""

from __future__ import annotations

import unicodedata

from duiyi.core.message import message
from duiyi.server.limits import FIXED
from duiyi.server.wire.refusal import Refused

LONGEST_NAME = FIXED.name
_HIDDEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
_MARKS = {"Mn", "Me"}
_BETWEEN = frozenset("\u200c\u200d\ufe0e\ufe0f")
"""Joiners, which some scripts and emoji need inside words, and how a character is to be drawn."""
_BLANK = frozenset(
    map(
        chr,
        (
            0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, *range(0x180B, 0x1810), 0x2800, 0x3164,
            *range(0xFE00, 0xFE0E), 0xFFA0, 0xFFFC, 0x16FE4, 0x1D159, *range(0xE0000, 0xE1000),
        ),
    )
)  # fmt: skip
"""What counts as letters, marks or signs and shows nothing."""


def clean_name(name: str) -> str:
    """A name as it is shown: composed, trimmed, with single spaces; `Refused` if it is none."""
    whole = unicodedata.normalize("NFC", name.strip())
    tidy = " ".join(whole.split())
    if not tidy or len(tidy) > LONGEST_NAME or any(map(_hidden, whole)) or _piled(tidy):
        said = message("http:bad-name", limit=LONGEST_NAME, marks=FIXED.name_marks)
        raise Refused(422, "bad-name", said, "name")
    return tidy


def _hidden(sign: str) -> bool:
    if sign in _BETWEEN:
        return False
    return sign in _BLANK or unicodedata.category(sign) in _HIDDEN


def _piled(name: str) -> bool:
    """Whether marks lie on nothing or on each other, more than any script needs."""
    marks = FIXED.name_marks  # so that none may stand at the beginning
    for sign in name:
        if sign in _BETWEEN or unicodedata.category(sign) in _MARKS:
            marks += 1
            if marks > FIXED.name_marks:
                return True
        else:
            marks = FIXED.name_marks if sign == " " else 0
    return False
