"""Reading records in either form or in a format from elsewhere, from text or from a file."""

from __future__ import annotations

import re
from pathlib import Path

from duiyi.core.errors import BadRecord
from duiyi.core.message import message
from duiyi.core.record.check import Find, place
from duiyi.core.record.dyr import read_dyr, write_dyr
from duiyi.core.record.formats import Format, Known, formats, recognised
from duiyi.core.record.json import read_json, write_json
from duiyi.core.record.model import Record
from duiyi.core.registry import game

__all__ = ["LONGEST", "load", "read", "write_dyr", "write_json"]

LONGEST = 16_000_000
"""How many characters, or bytes of a file, a record may have."""
_BOM = "\ufeff"
_sgf = re.compile(r"\s*\(\s*;")


def read(text: str, find: Find = game, most: int | None = None, known: Known = formats) -> Record:
    """The record in a text, whatever form it has; `BadRecord` says where and why it is none.

    Everything is checked by replaying it, variations too; `most`: so many decisions in all.
    `known` are the formats from elsewhere, which are recognised by their content.
    """
    if len(text) > LONGEST:
        raise _too_long()
    text = text.removeprefix(_BOM)
    first = text.lstrip(" \t\r\n")[:1]
    if first == "{":
        return read_json(text, find, most)
    if first == "[":
        return read_dyr(text, find, most)
    form = recognised(text, known)
    if form is not None:
        return form.record(text, most)
    if _sgf.match(text):
        names = tuple(one.name for one in known())
        at = place(text, text.index("("))
        raise BadRecord(message("bad-record.sgf-unknown", known=names), *at)
    return read_dyr(text, find, most)


def load(path: str | Path, find: Find = game, form: Format | None = None) -> Record:
    """The record in a file: UTF-8, with or without a mark at its start, any line ends.

    `form` says that it is written in this format; otherwise its content tells.
    """
    with Path(path).open("rb") as file:
        data = file.read(LONGEST + 1)
    if len(data) > LONGEST:
        raise _too_long()
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        good = data[: error.start].decode("utf-8").removeprefix(_BOM)
        raise BadRecord(message("bad-record.utf-8"), *place(good, len(good))) from None
    return read(text, find) if form is None else form.record(text.removeprefix(_BOM))


def _too_long() -> BadRecord:
    return BadRecord(message("bad-record.long", limit=LONGEST), 1, 1)
