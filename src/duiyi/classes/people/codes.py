"""Codes that people read out and type: of a class, and of a device that asks to hand in.

Eight letters without those that look like others or like digits. Small and capital letters are the
same, and so is whatever somebody puts between them.
"""

from __future__ import annotations

import re
import secrets
import unicodedata

ALPHABET = "ACDEFGHJKMNPQRTUVWXY"
LENGTH = 8
_between = re.compile(r"[\s_.-]+")


def new_code() -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))


def read_code(text: str) -> str | None:
    """The code that somebody has typed; `None` where it cannot be one."""
    plain = _between.sub("", unicodedata.normalize("NFKC", text[: 4 * LENGTH])).upper()
    fits = len(plain) == LENGTH and all(sign in ALPHABET for sign in plain)
    return plain if fits else None


def shown_code(code: str) -> str:
    """In two groups, as it is read out."""
    return f"{code[: LENGTH // 2]}-{code[LENGTH // 2 :]}"
