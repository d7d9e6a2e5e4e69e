"""Formats from elsewhere: how other programs write the games of a game, registered with it.

A game lists its formats in `formats`; this module finds them, by name and by content. It knows no
game and no format.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from duiyi.core.errors import BadRecord
from duiyi.core.record.check import Flaw, place
from duiyi.core.record.model import Record
from duiyi.core.registry import games


@dataclass(frozen=True, slots=True)
class Format:
    """A form in which another program writes games.

    `read` raises `Flaw` with an offset in the text; `most` bounds its decisions. `write` raises
    `BadOptions` for a record that the format cannot say.
    """

    name: str
    suffix: str
    recognises: Callable[[str], bool]
    read: Callable[[str, int | None], Record]
    write: Callable[[Record], str]

    def record(self, text: str, most: int | None = None) -> Record:
        """The record in a text of this format; `BadRecord` says where and why it is none."""
        try:
            return self.read(text, most)
        except Flaw as flaw:
            raise BadRecord(flaw.message, *place(text, flaw.at)) from None


Known = Callable[[], Iterable[Format]]


def formats() -> tuple[Format, ...]:
    """The formats of all installed games."""
    return tuple(one for game in games() for one in getattr(game, "formats", ()))


def recognised(text: str, known: Known = formats) -> Format | None:
    """The format that a text is written in, by its content."""
    return next((one for one in known() if one.recognises(text)), None)
