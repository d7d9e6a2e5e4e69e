"""Pieces as pixels in grey, and how many of them differ."""

from __future__ import annotations

import io
from collections.abc import Sequence

from PIL import Image

from duiyi.core.view import Geometry, Piece, Site
from duiyi.draw.canvas import Canvas
from duiyi.draw.layout import Board
from duiyi.draw.look import Look
from duiyi.draw.pieces import draw_piece
from duiyi.draw.png import to_png

Grey = tuple[float, ...]


def grey_pieces(
    pieces: Sequence[Sequence[Piece]], look: Look, theme: str, cell: int, ground: str
) -> list[Grey]:
    """The grey value of each pixel of each heap of pieces, on a cell of so many pixels."""
    sites = {str(at): Site(str(at), at + 0.5, 0.5) for at in range(len(pieces))}
    board = Board(sites, Geometry(), (0, 0), cell, cell, cell * len(pieces), cell, True)
    canvas = Canvas((board.width, board.height), look, theme, cell=cell)
    canvas.box("ground", (0, 0), (board.width, board.height), fill=ground)
    for at, heap in enumerate(pieces):
        for piece in heap:
            draw_piece(canvas, board, Piece(str(at), piece.stack, piece.marks))
    image = Image.open(io.BytesIO(to_png(canvas.svg("")))).convert("L")
    rows = [image.crop((cell * at, 0, cell * (at + 1), cell)) for at in range(len(pieces))]
    return [tuple(value / 255 for value in row.tobytes()) for row in rows]


def share_that_differs(one: Grey, other: Grey, by: float) -> float:
    return sum(abs(a - b) > by for a, b in zip(one, other, strict=True)) / len(one)
