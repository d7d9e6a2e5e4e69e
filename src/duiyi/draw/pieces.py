"""Pieces: the symbols of a look on top of each other, stacks with their height, and tags.

A glyph or a mark that the look does not know is still shown: as a disc with letters on it, or as
letters in a corner.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from duiyi.core.view import Piece, Stone
from duiyi.draw.canvas import Canvas, Xy, text_width
from duiyi.draw.layout import Board
from duiyi.draw.look import Layer
from duiyi.draw.materials.trays import HELD
from duiyi.draw.materials.wood import stone_of

STEP = 0.11
"""How far each stone of a heap is raised above the one below, in cells; a heap rises by .33."""


def seat_colour(seat: int | None) -> str:
    return "ink" if seat is None or seat < 0 else f"s{seat % 6}"


def draw_piece(canvas: Canvas, board: Board, piece: Piece) -> None:
    at = board.xy(piece.site)
    if canvas.look.stack:
        _stack(canvas, board, piece, canvas.look.stack, at)
        return
    known = [mark for mark in piece.marks if mark in canvas.look.states]
    state = known[0] if known else ""
    height = len(piece.stack)
    step = min(STEP, 0.33 / max(height - 1, 1)) * board.cell
    for level, stone in enumerate(piece.stack):
        raised = at[0], at[1] - (level - (height - 1) / 2) * step
        _stone(canvas, board, stone, state, raised)
    top = piece.stack[-1]
    if state == HELD:
        size = max(canvas.smallest, 0.5 * board.cell)
        beside = at[0] + max(0.56 * board.cell, 1.2 * size), at[1]
        canvas.text("labels", beside, top.label, size, text_anchor="start", font_weight=700)
    elif state == "" and top.label:
        _tag(canvas, board, at, top.label, top.seat, (1, -1))
    if height > 3:
        _tag(canvas, board, at, str(height), top.seat, (1, 1))
    for mark in piece.marks:
        if mark not in canvas.look.states:
            _tag(canvas, board, at, mark[:2], top.seat, (-1, 1))


def _stone(canvas: Canvas, board: Board, stone: Stone, state: str, at: Xy) -> None:
    look = canvas.look
    layer = "inert" if state in look.inert else "pieces"
    parts = [
        (part, part.symbol.format(glyph=stone.glyph, label="1")) for part in look.states[state]
    ]
    if not all(canvas.knows(symbol) for _, symbol in parts):
        _disc(canvas, board, layer, stone, at)
        return
    for part, first in parts:
        symbol = part.symbol.format(glyph=stone.glyph, label=stone.label)
        if canvas.knows(symbol):
            _layer(canvas, board, layer, part, symbol, stone, at)
        else:  # more shells than a sheet draws: one, and their number
            _layer(canvas, board, layer, part, first, stone, at)
            _tag(canvas, board, at, stone.label, stone.seat, (1, -1))


def _layer(
    canvas: Canvas, board: Board, layer: str, part: Layer, symbol: str, stone: Stone, at: Xy
) -> None:
    colour = seat_colour(stone.seat) if part.colour == "seat" else part.colour
    raised = at[0], at[1] - part.rise * board.cell
    size = part.size * board.cell
    if symbol.endswith("-letter"):  # beside the trays there is always room
        size = max(size, 1.6 * canvas.smallest)
    canvas.use(layer, symbol, raised, size, color=colour)


def _disc(canvas: Canvas, board: Board, layer: str, stone: Stone, at: Xy) -> None:
    """A glyph that no sheet has: its first letters on a disc in the seat's colour."""
    cell, words = board.cell, (stone.label or stone.glyph)[:3]
    canvas.circle(layer, at, 0.36 * cell, fill="paper", stroke=seat_colour(stone.seat),
                  stroke_width=0.07 * cell, data_glyph=stone.glyph)  # fmt: skip
    size = min(0.36 * cell, 0.6 * cell / max(text_width(words, 1.0), 0.6))
    canvas.text(layer, at, words, size, font_weight=700)


def _tag(
    canvas: Canvas, board: Board, at: Xy, words: str, seat: int | None, corner: tuple[int, int]
) -> None:
    """A few letters or digits in a corner of the cell, on paper so that nothing hides them."""
    size = max(canvas.smallest, 0.27 * board.cell)
    wide, high = text_width(words, size) + 0.3 * size, 1.16 * size
    reach = 0.49 * board.cell
    x = at[0] + corner[0] * (reach - wide / 2)
    y = at[1] + corner[1] * (reach - high / 2)
    canvas.box("labels", (x - wide / 2, y - high / 2), (wide, high), rx=high / 2, fill="paper",
               stroke=seat_colour(seat), stroke_width=1.4)  # fmt: skip
    canvas.text("labels", (x, y), words, size, font_weight=700)


def _stack(canvas: Canvas, board: Board, piece: Piece, stack: Mapping[str, Any], at: Xy) -> None:
    """Stones upon each other: the base sinks, the top rises, the height stands in the well."""
    size = stack["size"] * board.cell
    top, height = piece.stack[-1], len(piece.stack)
    stone = stone_of(top.seat)
    if not canvas.knows(stack["top"].format(glyph=top.glyph)):
        _disc(canvas, board, "pieces", top, at)
        return
    rise = min(stack["rise"] * (height - 1), stack["highest"]) * size / 100
    x, base = at[0], at[1] + rise * stack["sink"]
    if not canvas.tiny:
        canvas.use("pieces", stack["shadow"], (x, base), size)
    for level in range(height - 1):
        y = base - rise * level / (height - 1)
        band = (level + 1) % stack["count"] == 0  # every fifth layer, so that one can count
        canvas.use("pieces", stack["band" if band else "layer"], (x, y), size, stone=stone)
    crown = x, base - rise
    canvas.use("pieces", stack["top"].format(glyph=top.glyph), crown, size, stone=stone)
    if height > 1:
        font = max((38 if height < 10 else 31) * size / 100, canvas.smallest)
        ink = "onivory" if stone == "white" else "onslate"
        canvas.text("labels", crown, top.label, font, fill=ink, font_weight=700)
    elif canvas.knows(pip := stack["pip"].format(glyph=top.glyph)):
        canvas.use("pieces", pip, crown, size, stone=stone)
    for mark in piece.marks:
        _tag(canvas, board, at, mark[:2], top.seat, (-1, 1))
