"""Encodings of texts that do not say theirs: names in zip archives, class lists.

Windows in Taiwan writes Big5, in China GBK, others UTF-8 with or without saying so. The lines of a
text vote: each says how well it reads in each encoding, and a strange one decides nothing for the
others.
"""

from __future__ import annotations

from collections.abc import Iterable

ENCODINGS = ("utf-8", "cp950", "gb18030", "cp437")
VOTING = 2
"""Parts of a path that tell students apart: a folder around all, and the student's own."""


def common(raw: bytes, encoding: str) -> float | None:
    """How much of a name is common writing in an encoding, from 0 to 1; `None` where it is none."""
    try:
        text = raw.decode(encoding)
    except UnicodeDecodeError:
        return None
    strange = [sign for sign in text if not sign.isascii()]
    if not strange or encoding == "utf-8":
        return 1.0
    if not text.isprintable():
        return None
    return sum(weight(sign, encoding) for sign in strange) / len(strange)


def weight(sign: str, encoding: str) -> float:
    code = sign.encode(encoding)
    if encoding == "cp950":  # the first level, and what names seldom have
        return 1.0 if 0xA4 <= code[0] <= 0xC6 else 0.4 if code[0] >= 0xC9 else 0.0
    if encoding == "gb18030":  # both levels of GB 2312
        plain = len(code) == 2 and code[1] >= 0xA1
        return 0.0 if not plain else 1.0 if 0xB0 <= code[0] <= 0xD7 else 0.4 * (code[0] > 0xD7)
    return 0.2 if sign.isalpha() else 0.0


def elected(names: Iterable[bytes]) -> str:
    """The encoding in which most of them read well; each first part of a path has one vote."""
    voters = {b"/".join(name.split(b"/")[:VOTING]) for name in names if not name.isascii()}
    votes = {code: sum(common(name, code) or 0.0 for name in voters) for code in ENCODINGS}
    return max(ENCODINGS, key=lambda code: votes[code])


def decoded(data: bytes) -> str | None:
    """A text as whoever wrote it read it; `None` where it is none in any encoding."""
    for encoding in ("utf-8-sig", elected(data.replace(b"\t", b",").splitlines())):
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    return None
