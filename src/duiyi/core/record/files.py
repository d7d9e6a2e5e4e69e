"""Reading records in either form, from text or from a file."""

from __future__ import annotations

from pathlib import Path

from duiyi.core.errors import BadRecord
from duiyi.core.message import message
from duiyi.core.record.check import Find, place
from duiyi.core.record.dyr import read_dyr, write_dyr
from duiyi.core.record.json import read_json, write_json
from duiyi.core.record.model import Record
from duiyi.core.registry import game

__all__ = ["LONGEST", "load", "read", "write_dyr", "write_json"]

LONGEST = 16_000_000
"""How many characters, or bytes of a file, a record may have."""
_BOM = "\ufeff"


def read(text: str, find: Find = game, most: int | None = None) -> Record:
    """The record in a text of either form; `BadRecord` says where and why it is none.

    Everything is checked by replaying it, variations too; `most`: so many decisions in all.
    """
    if len(text) > LONGEST:
        raise _too_long()
    text = text.removeprefix(_BOM)
    if text.lstrip(" \t\r\n").startswith("{"):
        return read_json(text, find, most)
    return read_dyr(text, find, most)


def load(path: str | Path, find: Find = game) -> Record:
    """The record in a file: UTF-8, with or without a mark at its start, any line ends."""
    with Path(path).open("rb") as file:
        data = file.read(LONGEST + 1)
    if len(data) > LONGEST:
        raise _too_long()
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        good = data[: error.start].decode("utf-8").removeprefix(_BOM)
        raise BadRecord(message("bad-record.utf-8"), *place(good, len(good))) from None
    return read(text, find)


def _too_long() -> BadRecord:
    return BadRecord(message("bad-record.long", limit=LONGEST), 1, 1)
