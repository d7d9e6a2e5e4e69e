"""How a game on Boardspace begins: fixed, dealt from a key, or set up by the players."""

from __future__ import annotations

import re
from typing import NamedTuple

from duiyi.core.record import sgf
from duiyi.core.record.check import Flaw, shown
from duiyi.core.state import Seat
from duiyi.games.tzaar.deal import FIXED
from duiyi.games.tzaar.formats import boardspace_words as words
from duiyi.games.tzaar.formats.boardspace_deal import boardspace_deal
from duiyi.games.tzaar.formats.boardspace_words import CUSTOM, RACKS, RANDOM, STANDARD, Word
from duiyi.games.tzaar.formats.head import CATALOG
from duiyi.games.tzaar.pieces import BOARD, KINDS, Points, Stack
from duiyi.games.tzaar.position import read_points

_said = re.compile(r"\s*(tzaar-[a-z]+)\s*(-?[0-9]{1,20})?\s*", re.IGNORECASE)


class SetUp(NamedTuple):
    """What `SU` says, with the date, and where it says so."""

    kind: str
    key: int
    date: str
    at: int

    def points(self) -> Points:
        """The pieces, where the players did not put them there themselves."""
        if self.kind == RANDOM:
            return boardspace_deal(self.key, self.date)
        return read_points(FIXED)

    @classmethod
    def read(cls, text: str, date: str) -> Points | None:
        """The pieces that a key deals; `None` where a text says no key."""
        found = _said.fullmatch(text)
        if found is None or found[1].lower() != RANDOM:
            return None
        return cls(RANDOM, int(found[2] or 0), date, 0).points()


def set_up(root: sgf.Node) -> SetUp:
    said = root.first("SU")
    if said is None:
        raise Flaw("missing", root.at, name="SU")
    found = _said.fullmatch(said.text)
    kind = found[1].lower() if found else ""
    if found is None or kind not in (STANDARD, CUSTOM, RANDOM):
        raise Flaw("boardspace-setup", said.at, CATALOG, found=shown(said.text))
    return SetUp(kind, int(found[2] or 0), sgf.joined(root.values("DT")), said.at)


def custom(root: sgf.Node, seats: dict[str, Seat]) -> tuple[Points, sgf.Node]:
    """The pieces as the players put them, and the node after which they play."""
    points: list[Stack | None] = [None] * len(BOARD.points)
    node = root
    hand: Word | None = None
    while None in points:
        if not node.children:
            left = points.count(None)
            raise Flaw("boardspace-placing", node.at, CATALOG, left=left)
        if len(node.children) > 1:
            raise Flaw("variation-first", node.children[1].at)
        (node,) = node.children
        for name, values, _ in node.properties:
            for value in values if name in seats else ():
                word = words.read(value)
                if word is not None:
                    hand = _placed(points, word, hand)
    _count(points, node.at)
    return tuple(points), node


def _placed(points: list[Stack | None], word: Word, hand: Word | None) -> Word | None:
    """Put the piece that a word names on the board; what is in the hand then."""
    if word.name in ("start", "done"):
        return hand
    if word.name == "pick":
        return word
    if word.name == "onboard":
        piece, label = _piece(word), words.point(word, 2)
    elif word.name in ("dropb", "dropcap") and hand is not None:
        piece, label = _piece(hand), words.point(word, 0)
    else:
        raise Flaw("boardspace-placing", word.at, CATALOG, left=points.count(None))
    at = BOARD.point(label)
    assert at is not None
    if points[at] is not None:
        raise Flaw("boardspace-taken", word.at, CATALOG, site=label)
    points[at] = piece
    return None


def _piece(word: Word) -> Stack:
    rack, kind = ([part.text.lower() for part in word.rest] + ["", ""])[:2]
    if rack not in RACKS or kind not in ("0", "1", "2"):
        raise words.unknown(word)
    return Stack(RACKS.index(rack), words.KINDS[int(kind)])


def _count(points: list[Stack | None], at: int) -> None:
    """Each side has put exactly its own pieces on the board."""
    for seat in range(len(RACKS)):
        for kind, wanted in KINDS.items():
            found = points.count(Stack(seat, kind))
            if found != wanted:
                raise Flaw("boardspace-count", at, CATALOG, found=found, wanted=wanted)
