"""Little Golem's form: one node for the head, then one for each turn.

Coordinates are those of the board (`duiyi.boards.hexagon`): a letter from k to s for x, another for
y, o for 0. So `ko` is A1, and the columns of `POS` are ours, each from below.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from duiyi.core.record import Decision, Node, Record, Withdrawal, sgf
from duiyi.core.record.check import Flaw, Replay, shown
from duiyi.core.record.formats import Format
from duiyi.core.state import Seat, State
from duiyi.games.tzaar.deal import FIXED
from duiyi.games.tzaar.formats import head
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
from duiyi.games.tzaar.pieces import BLACK, BOARD, WHITE, Points, Stack
from duiyi.games.tzaar.position import read_points

NAME = "littlegolem"
_OWN = ("FF", "PB", "PW", "POS", "VA")
_LETTERS = "klmnopqrs"
_PIECES = {
    "a": Stack(WHITE, "tzaar"), "b": Stack(WHITE, "tzarra"), "c": Stack(WHITE, "totts"),
    "A": Stack(BLACK, "tzaar"), "B": Stack(BLACK, "tzarra"), "C": Stack(BLACK, "totts"),
}  # fmt: skip
_letters = {stack: letter for letter, stack in _PIECES.items()}
_place_of = {
    label: _LETTERS[x + 4] + _LETTERS[y + 4]
    for label, (x, y) in zip(BOARD.labels, BOARD.places, strict=True)
}
_label_of = {place: label for label, place in _place_of.items()}
_SIDES = {"W": WHITE, "B": BLACK}
RANDOM = "RANDOM"
_head = re.compile(r"\s*\(\s*;.{0,4000}?\bFF\s*\[\s*TZAAR\s*\]", re.ASCII | re.DOTALL)


def recognises(text: str) -> bool:
    return _head.match(text) is not None


def read(text: str, most: int | None) -> Record:
    root = sgf.read_sgf(text)
    points, at = _setup(root)
    names = tuple(sgf.joined(root.values(name)) for name in ("PW", "PB"))
    known = points != _fixed() and sgf.joined(root.values("VA")) == RANDOM
    tags = head.read_tags(root, _OWN if known else _OWN[:-1])
    record, state = head.begin(root, points, at, (names[0], names[1]), tags)
    replay = Replay(state, most)
    for comment in root.values("C"):
        replay.comment(comment.text, comment.at)
    read_line(root.children, replay, _moves, None)
    return replay.onto(record)


def _setup(root: sgf.Node) -> tuple[Points, int]:
    said = root.first("POS")
    if said is None:
        if any(value.text == RANDOM for value in root.values("VA")):
            raise Flaw("missing", root.at, name="POS")
        return _fixed(), root.at
    wanted = len(BOARD.points)
    if len(said.text) != wanted:
        found = len(said.text)
        raise Flaw("golem-pieces", said.at, head.CATALOG, found=found, wanted=wanted)
    for offset, letter in enumerate(said.text):
        if letter not in _PIECES:
            raise Flaw("golem-piece", said.at + offset, head.CATALOG, found=shown(letter))
    return tuple(_PIECES[letter] for letter in said.text), said.at


def _fixed() -> Points:
    return read_points(FIXED)


def _moves(node: sgf.Node, hand: None) -> tuple[list[Act], None]:
    acts: list[Act] = []
    for name, values, _ in node.properties:
        if name in _SIDES:
            for value in values:
                acts += _turn(_SIDES[name], node, value)
    return acts, hand


def _turn(seat: Seat, node: sgf.Node, value: sgf.Value) -> Iterator[Act]:
    """The steps of a turn, `FROMTO-FROMTO`."""
    if value.text == "resign":
        yield withdrawing(seat, node, value.at)
        return
    at = value.at
    for number, step in enumerate(value.text.split("-")):
        yield _step(seat, step, at, may_be_spare=number > 0)
        at += len(step) + 1


def _step(seat: Seat, step: str, at: int, may_be_spare: bool) -> Act:
    def act(replay: Replay) -> bool:
        state = replay.state
        if step == "pass" and may_be_spare and state.actor != seat:
            return False  # White's first turn, or the game is over: there is nothing to pass
        replay.expect(seat, at)
        replay.decide("pass" if step == "pass" else _token(state, step, at), at)
        return True

    return act


def _token(state: State[Any], step: str, at: int) -> str:
    ends = step[:2], step[2:]
    for offset, place in zip((0, 2), ends, strict=True):
        if place not in _label_of:
            if len(step) != 4:
                raise Flaw("golem-step", at, head.CATALOG, found=shown(step))
            raise Flaw("golem-point", at + offset, head.CATALOG, found=shown(place))
    return token(state, _label_of[ends[0]], _label_of[ends[1]])


def write(record: Record) -> str:
    points = head.first_points(record, "Little Golem")
    tags = list(record.tags)
    parts = [sgf.written("FF", "TZAAR")]
    if points != _fixed():
        parts.append(sgf.written("VA", RANDOM))
    if tags and tags[0][0] == "Event":
        parts += head.write_tags(tags[:1], _OWN)
        del tags[0]
    for name, who in zip(("PB", "PW"), reversed(record.names), strict=True):
        if who:
            parts.append(sgf.written(name, who))
    parts.append(sgf.written("POS", "".join(_letters[stack] for stack in points if stack)))
    parts += head.write_tags(tags, _OWN)
    parts += head.write_options(record)
    if record.comments:
        parts.append(sgf.written("C", *record.comments))
    return f"(;{''.join(parts)}{write_line(record.nodes, record.first(), _pieces)})\n"


def _pieces(nodes: Sequence[Node], state: State[Any], number: int) -> Iterator[Piece]:
    """A node for each turn; two where something is said about its first step."""
    at = 0
    while at < len(nodes):
        node, before = nodes[at], state
        state = node.after(state)
        if isinstance(node, Withdrawal):
            text = sgf.written("WB"[node.seat], "resign") + fault(node)
        else:
            steps = [_written(node)]
            later = nodes[at + 1] if at + 1 < len(nodes) else None
            if (
                isinstance(later, Decision)
                and state.turn == before.turn
                and not (node.comments or node.variations or later.variations)
            ):
                steps.append(_written(later))
                state, node, at = later.after(state), later, at + 1
            text = sgf.written("WB"[node.actor], "-".join(steps))
        variations = node.variations
        yield Piece(f";{text}{comments(node)}", variations, before, number)
        at += 1


def _written(decision: Decision) -> str:
    if decision.token == "pass":
        return "pass"
    source, target = re.split(r"[x+]", decision.token)
    return _place_of[source] + _place_of[target]


LITTLE_GOLEM = Format(NAME, "sgf", recognises, read, write)
