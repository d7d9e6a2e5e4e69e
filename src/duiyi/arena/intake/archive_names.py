"""Names in zip archives, which have no reliable encoding.

Windows in Taiwan writes Big5, in China GBK, others UTF-8 with or without saying so. The students of
an archive vote: each name says how well it reads in each encoding, and one strange name decides
nothing for the others. Where no encoding reads well, or names were spoilt before, they look
garbled, and whoever imports them is told so.
"""

from __future__ import annotations

import zipfile
from collections.abc import Iterable, Sequence

ENCODINGS = ("utf-8", "cp950", "gb18030", "cp437")
UTF8_FLAG = 0x800
LEAST = 0.6
"""So much of a name is common writing once it is read right."""
RARE = 0.3
"""A name of which less is common writing in any encoding looks garbled."""
VOTING = 2
"""Parts of a path that tell students apart: a folder around all, and the student's own."""
_spoilers = ("cp437", "cp1252", "latin-1")


def entry_names(entries: Sequence[zipfile.ZipInfo], encoding: str | None = None) -> list[str]:
    """The entries' names in Unicode; entries that say that they are UTF-8 are believed."""
    raw = [None if e.flag_bits & UTF8_FLAG else e.orig_filename.encode("cp437") for e in entries]
    chosen = encoding or elected(name for name in raw if name is not None)
    return [
        entry.orig_filename if name is None else _read(name, chosen, encoding is None)
        for entry, name in zip(entries, raw, strict=True)
    ]


def garbled(names: Iterable[str]) -> list[str]:
    """Those that are no names in any language that we know of."""
    return [name for name in names if not name.isascii() and _is_garbled(name)]


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
    return sum(_weight(sign, encoding) for sign in strange) / len(strange)


def _weight(sign: str, encoding: str) -> float:
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


def _read(raw: bytes, encoding: str, guess: bool) -> str:
    """In the common encoding, or in its own where it does not fit."""
    if guess and common(raw, encoding) is None:
        encoding = max(ENCODINGS, key=lambda code: common(raw, code) or 0.0)
    return raw.decode(encoding, "replace")


def _is_garbled(name: str) -> bool:
    if "\ufffd" in name or any("\u2500" <= sign <= "\u259f" for sign in name):
        return True
    return _misread(name) or _rare(name)


def _misread(name: str) -> bool:
    """Whether it is good writing once what a wrong encoding did to it is undone."""
    for spoiler in _spoilers:
        try:
            raw = name.encode(spoiler)
        except UnicodeEncodeError:
            continue
        for code in ENCODINGS[:3]:
            good = common(raw, code)
            text = raw.decode(code, "replace")
            hanzi = sum("\u4e00" <= sign <= "\u9fff" for sign in text)
            if good is not None and good > LEAST and hanzi >= 2:
                return True
    return False


def _rare(name: str) -> bool:
    """Whether its Chinese is neither common in Big5 nor in GBK."""
    signs = [sign for sign in name if not sign.isascii()]
    weights = []
    for code in ("cp950", "gb18030"):
        fitting = [sign for sign in signs if _encodes(sign, code)]
        weights.append(sum(_weight(sign, code) for sign in fitting) / len(signs))
    chinese = any("\u2e80" <= sign <= "\uffff" for sign in signs)
    return chinese and len(signs) > 1 and max(weights) < RARE and not _is_kana_or_hangul(signs)


def _encodes(sign: str, code: str) -> bool:
    try:
        sign.encode(code)
    except UnicodeEncodeError:
        return False
    return True


def _is_kana_or_hangul(signs: Iterable[str]) -> bool:
    return any("\u3040" <= sign <= "\u30ff" or "\uac00" <= sign <= "\ud7a3" for sign in signs)
