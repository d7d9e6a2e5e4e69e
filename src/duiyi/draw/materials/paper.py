"""Paper: a sheet with fibres, hairlines, and a double frame."""

from __future__ import annotations

from math import hypot, inf

from duiyi.draw.canvas import Canvas, Xy
from duiyi.draw.layout import Board
from duiyi.draw.materials.common import fibres, seal, sheet

FRAME = ((7.4, 3.6), (0.0, 1.2))
"""Outer and inner line: how far from the cells, how thick."""


def prepare(canvas: Canvas, board: Board, coordinates: bool = True) -> None:
    """Everything that lies under the pieces; the seal has room where there are coordinates."""
    canvas.box("ground", (0, 0), (board.width, board.height), fill="desk")
    at, size = sheet(canvas, "paper")
    if not canvas.tiny:
        fibres(canvas, at, size)
    hairline = {"stroke": "ink", "stroke_opacity": 0.26, "stroke_width": 1.1}
    for line in board.geometry.lines:
        canvas.line("grid", [board.at(x, y) for x, y in line], **hairline)
    for site in board.geometry.sites:
        if not site.outline:
            canvas.circle("grid", board.xy(site.id), max(2.0, 0.04 * board.cell), fill="ink2")
        elif not board.geometry.lines:
            canvas.polygon("grid", board.outline(site.id), fill="none", **hairline)
    _frame(canvas, board)
    if coordinates:
        seal(canvas, canvas.seal, None if board.lined else _free_corner(board))


def _free_corner(board: Board) -> Xy:
    """Where a seal covers nothing: the lower right corner inside the frame, or another one."""
    right, bottom = board.width - 84, board.height - 86
    taken = [corner for site in board.sites for corner in board.outline(site)]
    corners = ((right, bottom), (50.0, bottom), (right, 46.0), (50.0, 46.0))
    return max(corners, key=lambda at: _distance(at, taken) > 60)


def _distance(at: Xy, taken: list[Xy]) -> float:
    """How far the middle of a seal is from the nearest of these."""
    return min((hypot(x - at[0] - 15, y - at[1] - 15) for x, y in taken), default=inf)


def _frame(canvas: Canvas, board: Board) -> None:
    """Around the cells of a grid; of any other board, near the edge of the sheet."""
    if board.lined:
        (left, top), (right, bottom) = board.extent()
    else:
        left, top, right, bottom = 38.0, 34.0, board.width - 38.0, board.height - 40.0
    for grow, thick in FRAME:
        at = left - grow, top - grow
        size = right - left + 2 * grow, bottom - top + 2 * grow
        canvas.box("grid", at, size, fill="none", stroke="ink", stroke_width=thick)
