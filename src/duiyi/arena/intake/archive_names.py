"""Names in zip archives, which have no reliable encoding.

The students of an archive vote, as `duiyi.classes.encodings` counts it. Where no encoding reads
well, or names were spoilt before, they look garbled, and whoever imports them is told so.
"""

from __future__ import annotations

import zipfile
from collections.abc import Iterable, Sequence

from duiyi.classes.encodings import ENCODINGS, common, elected, weight

UTF8_FLAG = 0x800
LEAST = 0.6
"""So much of a name is common writing once it is read right."""
RARE = 0.3
"""A name of which less is common writing in any encoding looks garbled."""
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
        weights.append(sum(weight(sign, code) for sign in fitting) / len(signs))
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
