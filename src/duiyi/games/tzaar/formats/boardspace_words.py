"""The words of Boardspace's moves: `12 Capture C 2 C 3`, `Pickb E 6`, `OnBoard wr 0 A 1`."""

from __future__ import annotations

import re
from typing import NamedTuple

from duiyi.core.record import Node, Withdrawal, sgf
from duiyi.core.record.check import Flaw, shown
from duiyi.games.tzaar.formats.head import CATALOG
from duiyi.games.tzaar.pieces import BOARD

STANDARD = "tzaar-standard"
CUSTOM = "tzaar-custom"
RANDOM = "tzaar-random"
RACKS = ("wr", "br")
"""Where the pieces of a side stand before they are on the board."""
KINDS = ("totts", "tzarra", "tzaar")
"""In the order in which they stand there."""
_HOLE = 5
_ABOUT = ("id", "time", "ranking", "country", "uid")
"""Words that tell something about a player."""
_part = re.compile(r"[^ \t\r\n]++")
_letter = re.compile(r"[A-Ia-i]")
_number = re.compile(r"[0-9]{1,3}")


class Word(NamedTuple):
    """What a player did, with what stands behind the word, and where it is said."""

    name: str
    rest: tuple[sgf.Value, ...]
    at: int


def read(value: sgf.Value) -> Word | None:
    """The word in a value; `None` where it is about the player, not about the game."""
    found = _part.finditer(value.text)
    parts = [sgf.Value(part.group(), value.at + part.start()) for part in found]
    if parts and parts[0].text.isdigit():
        del parts[0]
    if not parts or parts[0].text.lower() in _ABOUT:
        return None
    return Word(parts[0].text.lower(), tuple(parts[1:]), parts[0].at)


def point(word: Word, first: int) -> str:
    """Our label of the point that two parts behind a word name."""
    parts = word.rest[first : first + 2]
    if len(parts) < 2 or not _letter.fullmatch(parts[0].text):
        raise Flaw("boardspace-form", word.at, CATALOG, found=_shown(word))
    letter, number = parts[0].text.upper(), parts[1].text
    if _number.fullmatch(number):
        height = int(number)
        if letter == "E" and height >= _HOLE:
            height = height - 1 if height > _HOLE else 0
        label = f"{letter}{height}"
        if BOARD.point(label) is not None:
            return label
    raise Flaw("boardspace-point", parts[0].at, CATALOG, found=shown(f"{letter} {number}"))


def written_point(at: int) -> str:
    letter, number = BOARD.labels[at][0], int(BOARD.labels[at][1:])
    return f"{letter} {number + (letter == 'E' and number >= _HOLE)}"


def ends(word: Word) -> tuple[str, str]:
    """From where to where."""
    return point(word, 0), point(word, 2)


def written(node: Node) -> str:
    """What a node of a record is called."""
    if isinstance(node, Withdrawal):
        return "LoseOnTime" if node.verdict == "time" else "Resign"
    if node.token == "pass":
        return "Pass"
    name = "Capture" if "x" in node.token else "Move"
    labels = re.split(r"[x+]", node.token)
    places = (BOARD.point(label) for label in labels)
    return " ".join([name, *(written_point(at) for at in places if at is not None)])


def unknown(word: Word) -> Flaw:
    return Flaw("boardspace-word", word.at, CATALOG, found=_shown(word))


def _shown(word: Word) -> str:
    return shown(" ".join((word.name, *(part.text for part in word.rest[:6]))))
