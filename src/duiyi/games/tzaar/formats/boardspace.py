"""Boardspace's form: one node for the head, then one for each thing that a player did.

    SU[tzaar-standard 0] P0[id "white"] P1[id "black"]
    ; P0[0 Start P0] ; P0[1 Capture D 3 C 3] ; P0[2 Done] ; P1[3 Pickb E 6] ; P1[4 Dropcap F 5] …

Its columns are ours, but in column E the hole has the number 5: its E6 is our E5.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from duiyi.core.errors import BadOptions
from duiyi.core.message import message
from duiyi.core.record import Node, Record, Withdrawal, sgf
from duiyi.core.record.check import Flaw, Replay
from duiyi.core.record.formats import Format
from duiyi.core.state import Seat, State
from duiyi.games.tzaar.deal import FIXED
from duiyi.games.tzaar.formats import boardspace_words as words
from duiyi.games.tzaar.formats import head
from duiyi.games.tzaar.formats.boardspace_setup import SetUp, custom, set_up
from duiyi.games.tzaar.formats.boardspace_words import CUSTOM, RACKS, STANDARD, Word
from duiyi.games.tzaar.formats.lines import (
    Act,
    Piece,
    comments,
    fault,
    read_line,
    token,
    withdrawing,
    write_line,
)
from duiyi.games.tzaar.pieces import BLACK, KINDS, WHITE, Points, count
from duiyi.games.tzaar.position import read_points

NAME = "boardspace"
TITLE = "Boardspace"
_OWN = ("GM", "VV", "P0", "P1", "CM")
_TIME = "time"
"""The verdict of somebody whose time was over, as the server calls it."""
_head = re.compile(
    r"\s*\(\s*;.{0,4000}?\b(?:SU\s*\[\s*tzaar-|GM\s*\[\s*tzaar\s*\])",
    re.ASCII | re.DOTALL | re.IGNORECASE,
)
_SILENT = ("start", "done", "offerdraw", "declinedraw", "pleaseundo", "dontundo", "nullmove")
"""Words that decide nothing."""


def recognises(text: str) -> bool:
    return _head.match(text) is not None


def read(text: str, most: int | None) -> Record:
    root = sgf.read_sgf(text)
    kind = set_up(root)
    seats = _seats(root)
    points, first = custom(root, seats) if kind.kind == CUSTOM else (kind.points(), root)
    own = _OWN if kind.kind.endswith("-random") else (*_OWN, "SU")
    tags = head.read_tags(root, own)
    record, state = head.begin(root, points, kind.at, _names(root, seats), tags)
    replay = Replay(state, most)
    for node in _until(root, first):
        for comment in node.values("C"):
            replay.comment(comment.text, comment.at)
    read_line(first.children, replay, _Moves(seats), None)
    return replay.onto(record)


def _until(root: sgf.Node, last: sgf.Node) -> Iterator[sgf.Node]:
    """The nodes of the set-up."""
    node = root
    while node is not last:
        yield node
        node = node.children[0]
    yield last


def _seats(root: sgf.Node) -> dict[str, Seat]:
    """Which player has which side: the first is White, unless `CM` has them change."""
    changed = any(value.text.strip().startswith("1") for value in root.values("CM"))
    return {"P0": BLACK, "P1": WHITE} if changed else {"P0": WHITE, "P1": BLACK}


def _names(root: sgf.Node, seats: dict[str, Seat]) -> tuple[str, str]:
    names = ["", ""]
    for player, seat in seats.items():
        for value in root.values(player):
            said = value.text.lstrip()
            if said[:3].lower() == "id ":
                name = said[3:].strip(" ")
                quoted = len(name) > 1 and name[0] == name[-1] == '"'
                names[seat] = name[1:-1] if quoted else name
    return names[0], names[1]


class _Moves:
    """What nodes do; `hand` is the point of a piece that was picked up."""

    def __init__(self, seats: dict[str, Seat]) -> None:
        self._seats = seats

    def __call__(self, node: sgf.Node, hand: Word | None) -> tuple[list[Act], Word | None]:
        acts: list[Act] = []
        for name, values, _ in node.properties:
            if name not in self._seats:
                continue
            for value in values:
                word = words.read(value)
                if word is not None:
                    found, hand = self._word(self._seats[name], word, hand, node)
                    acts += found
        return acts, hand

    def _word(
        self, seat: Seat, word: Word, hand: Word | None, node: sgf.Node
    ) -> tuple[list[Act], Word | None]:
        name = word.name
        if name in ("capture", "move"):
            source, target = words.ends(word)
            return [_step(seat, source, target, word.at)], None
        if name == "pickb":
            return [], word
        if name in ("dropb", "dropcap"):
            if hand is None:
                raise Flaw("boardspace-hand", word.at, head.CATALOG)
            source, target = words.point(hand, 0), words.point(word, 0)
            put_back = source == target
            return ([] if put_back else [_step(seat, source, target, hand.at)]), None
        if name == "pass":
            return [_pass(seat, word.at)], None
        if name == "done":
            return [_done(seat, word.at)], None
        if name in ("resign", "loseontime", "winontime"):
            loser = 1 - seat if name == "winontime" else seat
            verdict = "resigned" if name == "resign" else _TIME
            return [withdrawing(loser, node, word.at, verdict)], None
        if name in _SILENT:
            return [], hand
        if name == "acceptdraw":
            raise Flaw("boardspace-draw", word.at, head.CATALOG)
        raise words.unknown(word)


def _step(seat: Seat, source: str, target: str, at: int) -> Act:
    def act(replay: Replay) -> bool:
        replay.expect(seat, at)
        replay.decide(token(replay.state, source, target), at)
        return True

    return act


def _pass(seat: Seat, at: int) -> Act:
    def act(replay: Replay) -> bool:
        replay.expect(seat, at)
        replay.decide("pass", at)
        return True

    return act


def _done(seat: Seat, at: int) -> Act:
    """The turn is over: whoever could still make a second step passes."""

    def act(replay: Replay) -> bool:
        state = replay.state
        if state.actor != seat or state.step != 2:  # type: ignore[attr-defined]
            return False
        replay.decide("pass", at)
        return True

    return act


def write(record: Record) -> str:
    points = head.first_points(record, TITLE)
    said, before = _said_setup(record, points)
    lines = [sgf.written("GM", "Tzaar") + sgf.written("VV", "1")]
    lines += head.write_tags(record.tags, _OWN if said is None else (*_OWN, "SU"))
    if said is not None:
        lines.append(sgf.written("SU", said))
    lines += head.write_options(record)
    lines += (
        sgf.written(f"P{seat}", f'id "{name}"') for seat, name in enumerate(record.names) if name
    )
    if record.comments:
        lines.append(sgf.written("C", *record.comments))
    lines.append("; " + sgf.written("P0", "0 Start P0"))
    lines += before
    moves = write_line(record.nodes, record.first(), _pieces, len(before) + 1)
    return "(;\n" + "\n".join(lines) + moves + "\n)\n"


def _said_setup(record: Record, points: Points) -> tuple[str | None, list[str]]:
    """What `SU` says, if no tag says it; and the nodes that put the pieces on the board."""
    tags = dict(record.tags)
    if "SU" in tags and SetUp.read(tags["SU"], tags.get("Date", "")) == points:
        return None, []
    if points == read_points(FIXED):
        return f"{STANDARD} 0", []
    if any(count(points, seat, kind) != KINDS[kind] for seat in (WHITE, BLACK) for kind in KINDS):
        raise BadOptions(message("tzaar:format.pieces", format=TITLE), "to")
    return f"{CUSTOM} 0", list(_placing(points))


def _placing(points: Points) -> Iterator[str]:
    """The players put their pieces on the board in turns."""
    number = 1
    own = [
        [(at, stack) for at, stack in enumerate(points) if stack and stack.seat == seat]
        for seat in (WHITE, BLACK)
    ]
    for pair in zip(*own, strict=True):
        for at, (seat, kind, _) in pair:
            rack = f"{RACKS[seat]} {words.KINDS.index(kind)}"
            placed = f"{number} OnBoard {rack} {words.written_point(at)}"
            yield "; " + sgf.written(f"P{seat}", placed)
            yield "; " + sgf.written(f"P{seat}", f"{number + 1} Done")
            number += 2


def _pieces(nodes: Sequence[Node], state: State[Any], number: int) -> Iterator[Piece]:
    """A node for each decision, and one that ends its turn."""
    for node in nodes:
        before, state = state, node.after(state)
        first = number
        said = [words.written(node)]
        if state.turn != before.turn or state.outcome is not None:
            said.append("Done")
        lines = [
            "; " + sgf.written(f"P{node.actor}", f"{number + later} {word}")
            for later, word in enumerate(said)
        ]
        number += len(lines)
        lines[0] += comments(node) + (fault_of(node) if isinstance(node, Withdrawal) else "")
        yield Piece("".join(f"\n{line}" for line in lines), node.variations, before, first)


def fault_of(node: Withdrawal) -> str:
    """What the words `Resign` and `LoseOnTime` do not say themselves."""
    return "" if (node.verdict, node.code, node.text) == (_TIME, None, None) else fault(node)


BOARDSPACE = Format(NAME, "sgf", recognises, read, write)
