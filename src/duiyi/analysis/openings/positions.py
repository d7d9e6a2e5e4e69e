"""Positions as openings know them: by a number made of what symmetric ones have in common.

A decision is known by the position that it leads to. So decisions that are the same but for how one
looks at the board are one, also in a position that is symmetric itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import blake2b
from typing import Any, NamedTuple

from duiyi.core import CHANCE, State
from duiyi.core.record import Node, Withdrawal
from duiyi.core.study.symmetry import canonical

DEPTH = 12
"""So many decisions of seats from the beginning of a game are counted."""
BYTES = 8
"""Of a key: among a million positions no two are alike by accident."""


class Edge(NamedTuple):
    """A decision of a game: from which position to which, and who made it."""

    position: bytes
    child: bytes
    seat: int


def key(state: State[Any]) -> bytes:
    """The same for all positions that are symmetric; another for another game or its version."""
    game = state.game
    text = f"{game.id} {game.version} {canonical(state).text}"
    return blake2b(text.encode("utf-8"), digest_size=BYTES).digest()


def edges(state: State[Any], nodes: Sequence[Node], depth: int = DEPTH) -> Iterator[Edge]:
    """What seats decided first in a game that began in a state; each position counts once."""
    seen: set[bytes] = set()
    here: bytes | None = None
    for node in nodes:
        if depth <= 0 or state.outcome is not None or isinstance(node, Withdrawal):
            return
        after = node.after(state)
        if node.actor == CHANCE:
            here = None
        else:
            here = here if here is not None else key(state)
            there = key(after)
            if here not in seen:
                yield Edge(here, there, node.actor)
            seen.add(here)
            here, depth = there, depth - 1
        state = after


def decisions_by_child(state: State[Any]) -> dict[bytes, list[str]]:
    """The legal tokens of a position by the positions that they lead to."""
    found: dict[bytes, list[str]] = {}
    for action in state.actions():
        token = state.text(action)
        found.setdefault(key(state.play(action)), []).append(token)
    return found
