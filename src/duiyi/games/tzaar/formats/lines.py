"""Lines of moves with their variations, read from a tree of SGF nodes and written as one.

In a record a variation belongs to the decision that it replaces; in SGF it is a child beside the
one that the game went on with.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple, TypeVar

from duiyi.core.record import Node, Withdrawal, sgf
from duiyi.core.record.check import Flaw, Replay
from duiyi.core.state import State
from duiyi.games.tzaar.actions import CAPTURE, STACK
from duiyi.games.tzaar.pieces import BOARD, Stack

FAULT = "DYW"
"""Our own property: verdict, code and text of a withdrawal that is more than resigning."""
RESIGNED = "resigned"
H = TypeVar("H")
Act = Callable[[Replay], bool]
"""Plays something, and says whether that was a decision."""
Moves = Callable[[sgf.Node, H], tuple[list[Act], H]]
"""What a node does, given what the nodes before it left in the hand; and what is in it then."""


def read_line(children: Sequence[sgf.Node], replay: Replay, moves: Moves[H], hand: H) -> None:
    """Play the first child and what follows it; the other children are variations."""
    waiting: list[tuple[sgf.Node, H]] = []
    while children:
        node, *others = children
        waiting += ((other, hand) for other in others)
        acts, hand = moves(node, hand)
        for act in acts:
            if act(replay):
                for other, held in waiting:
                    replay.open(other.at)
                    read_line([other], replay, moves, held)
                    replay.close(other.at)
                waiting.clear()
        for comment in node.values("C"):
            replay.comment(comment.text, comment.at)
        children = node.children
    if waiting:
        raise Flaw("variation-first", waiting[0][0].at)


class Piece(NamedTuple):
    """Nodes as text. The variations are those of the first decision in it, which was made in
    `before`; `number` counts nodes."""

    text: str
    variations: tuple[tuple[Node, ...], ...]
    before: State[Any]
    number: int


Pieces = Callable[[Sequence[Node], State[Any], int], Iterator[Piece]]


def write_line(nodes: Sequence[Node], before: State[Any], pieces: Pieces, number: int = 1) -> str:
    """A line as text, its variations after what the game went on with."""
    parts: list[str] = []
    tails: list[str] = []
    for piece in pieces(nodes, before, number):
        if piece.variations:
            parts.append("(")
            others = (
                _variation(line, piece.before, pieces, piece.number) for line in piece.variations
            )
            tails.append(")" + "".join(f"({other})" for other in others))
        parts.append(piece.text)
    return "".join((*parts, *reversed(tails)))


def _variation(nodes: Sequence[Node], before: State[Any], pieces: Pieces, number: int) -> str:
    """A tree begins with a node: an empty one where there is none, or a choice at once."""
    text = write_line(nodes, before, pieces, number)
    return text if text.lstrip().startswith(";") else ";" + text


def comments(node: Node) -> str:
    return sgf.written("C", *node.comments) if node.comments else ""


def fault(node: Withdrawal) -> str:
    """What a withdrawal is beyond resigning."""
    if (node.verdict, node.code, node.text) == (RESIGNED, None, None):
        return ""
    values = [node.verdict, node.code or ""]
    if node.text is not None:
        values.append(node.text)
    return sgf.written(FAULT, *values)


def withdrawing(seat: int, node: sgf.Node, at: int, verdict: str = RESIGNED) -> Act:
    """A seat withdraws; `FAULT` may say why."""
    said = [value.text for value in node.values(FAULT)] or [verdict]
    code = said[1] if len(said) > 1 and said[1] else None
    text = said[2] if len(said) > 2 else None

    def act(replay: Replay) -> bool:
        replay.withdraw(seat, said[0], code, text, at)
        return True

    return act


def token(state: State[Any], source: str, target: str) -> str:
    """A step is told by its ends: it captures or stacks by what stands on its target."""
    point = BOARD.point(target)
    assert point is not None
    met: Stack | None = state.points[point]  # type: ignore[attr-defined]
    own = met is not None and met.seat == state.actor
    return source + (STACK if own else CAPTURE) + target
