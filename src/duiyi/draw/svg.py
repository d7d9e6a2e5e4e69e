"""A view as SVG: what stands where, on the material of the game, in light or dark."""

from __future__ import annotations

from typing import Any

from duiyi.core.errors import BadOptions
from duiyi.core.locale import text
from duiyi.core.message import message
from duiyi.core.state import Game, State
from duiyi.core.view import SPARE, Geometry, View
from duiyi.draw.canvas import Canvas
from duiyi.draw.layout import Board, board_of
from duiyi.draw.links import draw_edge
from duiyi.draw.look import look_of
from duiyi.draw.marks import draw_areas, draw_considered, draw_last, draw_legal
from duiyi.draw.materials import common, paper, trays, wood
from duiyi.draw.pieces import draw_piece

CROWD = 4
"""From so many seats on, the links of the others fade while one seat chooses."""


def draw_state(state: State[Any], *, since: State[Any] | None = None, **how: Any) -> str:
    """A position as one SVG document; `since` marks what changed, the rest is as in `draw`."""
    geometry = state.game.geometry(state.seats, state.options)
    return draw(state.view(since=since), geometry, state.game, **how)


def draw(
    view: View,
    geometry: Geometry,
    game: Game,
    *,
    theme: str = "light",
    legal: bool = False,
    choice: str | None = None,
    coordinates: bool = True,
    language: str = "en",
    width: int | None = None,
) -> str:
    """A view as one SVG document.

    `legal` marks what may be done, `choice` one action with its line, by its token. `width` is
    that of the picture in pixels: where cells become tiny, so does what is drawn on them.
    """
    look = look_of(game)
    board = board_of(view, geometry, look.material, coordinates)
    if look.material == "cloth":
        board = trays.spread(board, view, width)
    canvas = Canvas(
        (board.width, board.height),
        look,
        theme,
        language=language,
        width=width,
        cell=board.cell,
        seal=look.seal.get(game.id, ""),
    )
    if look.material == "cloth":
        board = trays.with_lives(canvas, board, view)
    _ground(canvas, board, view, coordinates)
    draw_last(canvas, board, view)
    draw_areas(canvas, board, view)
    crowded = legal and len(view.seats) >= CROWD
    apart = (SPARE, *(trays.MEASURES if look.material == "cloth" else ()))
    for edge in view.edges:
        if edge.kind not in apart:
            draw_edge(canvas, board, edge, faint=crowded and edge.owner != view.actor)
    for piece in sorted(view.pieces, key=lambda piece: board.xy(piece.site)[1]):
        draw_piece(canvas, board, piece)
    considered = [one for one in view.choices if one.token == choice]
    if choice is not None and not considered:
        raise BadOptions(message("violation.not-legal", token=choice), "choice")
    for one in considered:
        draw_considered(canvas, board, one)
    aimless = [one for one in considered if not one.edges]
    draw_legal(canvas, board, view, view.choices if legal else aimless)
    return canvas.svg(f"{game.id}: {text(view.prompt, language)}")


def _ground(canvas: Canvas, board: Board, view: View, coordinates: bool) -> None:
    if canvas.look.material == "slab":
        wood.prepare(canvas, board)
        wood.counters(canvas, board, view)
        if coordinates:
            wood.coordinates(canvas, board)
    elif canvas.look.material == "cloth":
        trays.prepare(canvas, board, view)
    else:
        paper.prepare(canvas, board, coordinates)
        if coordinates:
            common.coordinates(canvas, board)
