"""Links: what roots reach over the 8 adjacent, 8 straight and 24 stable paths.

Shared by the games whose pieces are held by such links. Which pieces are roots, which pass a link
on, and which cells block a path is for each game to say. All sets of cells are integers, see
`duiyi.boards.square`.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import cache
from heapq import heappop, heappush
from typing import NamedTuple

from duiyi.boards.square import Path, SquareBoard, bits

WEIGHTS = {
    "adjacent": 20,
    "adjacent-diagonal": 27,
    "straight": 52,
    "straight-diagonal": 60,
    "stable": 80,
}
"""What a link costs in the drawn tree, in twentieths: 1, 1.35, 2.6, 3, 4."""


class Reach(NamedTuple):
    """What a seat's roots reach: its connected pieces, and all cells that a link could reach."""

    connected: int
    linkable: int


class Link(NamedTuple):
    """The link that holds a piece: the path from the piece to its source."""

    target: int
    path: Path

    @property
    def source(self) -> int:
        return self.path.end


class Holding(NamedTuple):
    """A seat's pieces as links see them: where links begin, who passes them on, who only ends."""

    roots: int
    relays: int
    ends: int = 0

    @property
    def all(self) -> int:
        return self.roots | self.relays | self.ends


@cache
def outward(board: SquareBoard) -> tuple[tuple[int, tuple[tuple[int, int], ...]], ...]:
    """For each cell: its neighbours as a set, and its longer paths as (cells between, end).

    The lists of the seed contain each path in both directions, so that what a piece can link
    to as its source is also what it can be the source of.
    """
    return tuple(
        (
            sum(path.end_bit for path in paths if not path.via),
            tuple((path.via_bits, path.end_bit) for path in paths if path.via),
        )
        for paths in board.paths
    )


def reach(board: SquareBoard, held: Holding, blocked: int) -> Reach:
    """From scratch: from the roots over the pieces that pass a link on.

    `blocked` are the cells that a path cannot cross.
    """
    paths = outward(board)
    own = held.all
    connected = todo = held.roots
    linkable = 0
    while todo:
        for cell in bits(todo):
            near, far = paths[cell]
            linkable |= near
            for via, end in far:
                if not via & blocked:
                    linkable |= end
        found = linkable & own & ~connected
        connected |= found
        todo = found & held.relays
    return Reach(connected, linkable)


def direct(board: SquareBoard, source: int, blocked: int) -> int:
    """The cells that have one link of any kind to this source."""
    near, far = outward(board)[source]
    for via, end in far:
        if not via & blocked:
            near |= end
    return near


def tree(board: SquareBoard, held: Holding, blocked: int) -> tuple[Link, ...]:
    """For each connected piece the link that holds it, from the root outwards.

    The cheapest tree by `WEIGHTS`; among equals the first in the order of the seed's lists.
    """
    cost = dict.fromkeys(bits(held.roots), 0)
    queue = [(0, cell) for cell in cost]
    own, order = held.all, []
    while queue:
        spent, cell = heappop(queue)
        if spent > cost[cell]:
            continue
        order.append(cell)
        if held.ends >> cell & 1:
            continue
        for path in board.paths[cell]:
            if own >> path.end & 1 and not path.via_bits & blocked:
                total = spent + WEIGHTS[path.kind]
                if total < cost.get(path.end, total + 1):
                    cost[path.end] = total
                    heappush(queue, (total, path.end))
    links = []
    for cell in order[1:]:
        for path in board.paths[cell]:
            if path.via_bits & blocked or held.ends >> path.end & 1:
                continue
            if cost.get(path.end) == cost[cell] - WEIGHTS[path.kind]:
                links.append(Link(cell, path))
                break
    return tuple(links)


def hanging(board: SquareBoard, held: Holding, cells: int, blocked: int) -> tuple[Link, ...]:
    """For each of these free cells the link that would hold a piece on it."""
    found = tree(board, held._replace(ends=held.ends | cells), blocked)
    return tuple(link for link in found if cells >> link.target & 1)


def spare(
    board: SquareBoard, held: Holding, blocked: int, holding: Collection[Link]
) -> tuple[Link, ...]:
    """All links among connected pieces but those of the tree, which is `holding`.

    A path between two that both pass links on is one link, not two: its source is the piece that
    comes first in the tree.
    """
    before = held.roots
    sources = before | sum(1 << link.target for link in holding) & ~held.ends
    links = []
    for cell, drawn in holding:
        passes_on = not held.ends >> cell & 1
        others = before if passes_on else sources
        links += [
            Link(cell, path)
            for path in board.paths[cell]
            if path.end_bit & others and not path.via_bits & blocked and path is not drawn
        ]
        if passes_on:
            before |= 1 << cell
    return tuple(links)
