"""Searches on kernels: what they find out about a position."""

from __future__ import annotations

import math
from dataclasses import dataclass

from duiyi.kernels.native import Control, NativeThinker, Report, native
from duiyi.kernels.position import Position

MEMORY = 64 << 20
"""Bytes of tables and trees, where nothing else is said."""
NO_LIMIT = 2**64 - 1
"""Of nodes."""


@dataclass(frozen=True, slots=True)
class Line:
    """A decision and what is expected to follow."""

    tokens: tuple[str, ...]
    share: float
    """Of the score, for whoever decides first: from 0 to 1."""
    visits: int
    """How much of the search went there, where it counts that."""
    proof: str
    """`win`, `level` or `loss` where it is certain, otherwise empty."""


@dataclass(frozen=True, slots=True)
class Thought:
    """What a search found out; the best line first."""

    lines: tuple[Line, ...]
    nodes: int
    depth: int
    """In decisions: so far all were looked at. 0 for a search that does not count it."""
    cpu_seconds: float
    """Of the thread that led it."""


class Thinker:
    """A search of one kind for positions like a given one (the game, the seats, the size).

    It remembers between calls what may be of use again; the same calls after `forget` give the
    same answers, with one thread and a limit in nodes alone.
    """

    def __init__(self, position: Position, kind: str, weights: bytes = b"") -> None:
        """`weights` is what a search of this kind has learnt for the game, where it learns."""
        self._native: NativeThinker = native.thinker(position.native, kind, weights)
        self.kind = kind

    def think(
        self,
        position: Position,
        *,
        seconds: float = math.inf,
        nodes: int | None = None,
        memory: int = MEMORY,
        threads: int = 1,
        seed: int = 0,
        lines: int = 1,
        control: Control | None = None,
        report: Report | None = None,
    ) -> Thought:
        """`seconds` is CPU time of each thread; `report` hears of nodes; `control` stops it."""
        if math.isinf(seconds) and nodes is None and control is None:
            raise ValueError("a search needs a limit: seconds, nodes, or a control that stops it")
        found = self._native.think(
            position.native,
            seconds,
            NO_LIMIT if nodes is None else nodes,
            memory,
            threads,
            seed % 2**64,
            lines,
            control or native.Control(),
            report,
        )
        return Thought(
            tuple(Line(tuple(li.tokens), li.share, li.visits, li.proof) for li in found.lines),
            found.nodes,
            found.depth,
            found.cpu_seconds,
        )

    def forget(self) -> None:
        self._native.forget()


def control() -> Control:
    """Ends a search from another thread, by its `stop`."""
    return native.Control()
