"""What a piece will hang on: choices to link have the link that would hold the piece as a line."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from duiyi.boards.square import SquareBoard
from duiyi.core.view import Choice, Edge, View
from duiyi.games.links import Holding, hanging

LINK = "link"
"""The verb of these choices; the first click of each is the cell."""


def with_links(view: View, board: SquareBoard, held: Holding, blocked: int) -> View:
    """`held` are the actor's pieces, `blocked` the cells that his links cannot cross."""
    sites = [choice.paths[0][0] for choice in view.choices if choice.verb == LINK]
    if not sites:
        return view
    cells = (board.cell(site) for site in sites)
    wanted = sum(1 << cell for cell in cells if cell is not None)
    edges = {
        board.label(link.target): Edge(
            board.label(link.source),
            board.label(link.target),
            tuple(board.label(cell) for cell in reversed(link.path.via)),
            view.actor,
            link.path.kind,
        )
        for link in hanging(board, held, wanted, blocked)
    }
    return replace(view, choices=tuple(_lined(choice, edges) for choice in view.choices))


def _lined(choice: Choice, edges: Mapping[str, Edge]) -> Choice:
    edge = edges.get(choice.paths[0][0]) if choice.verb == LINK else None
    return choice if edge is None else replace(choice, edges=(edge,))
