"""What all materials share: the light over them, the game's seal, letters and numbers."""

from __future__ import annotations

import random

from duiyi.draw.canvas import Canvas, Xy, number, text_width
from duiyi.draw.layout import Board, axes

SHEET = (18.0, 14.0, 20.0)
"""How far a sheet is from the left and right, the upper and the lower edge of the picture."""
_SEAL = "M8 3Q50 0 93 3Q97 5 97 10Q100 50 97 92Q96 97 90 97Q50 100 9 97Q3 96 3 90Q0 50 3 8Q4 3 8 3Z"


def sheet(canvas: Canvas, colour: str) -> tuple[Xy, Xy]:
    """A sheet with its shadow and the light on it; where it begins and how large it is."""
    side, top, bottom = SHEET
    at, size = (side, top), (canvas.width - 2 * side, canvas.height - top - bottom)
    if not canvas.tiny:
        canvas.box("ground", (side + 3, top + 6), size, rx=3, fill="#000", fill_opacity=0.14)
    canvas.box("ground", at, size, rx=3, fill=colour)
    canvas.box("ground", at, size, rx=3, fill=light(canvas))
    return at, size


def light(canvas: Canvas) -> str:
    """The diagonal light, fainter in the dark."""
    share = float(canvas.colour("sheen"))
    stops = "".join(
        f'<stop offset="{at}" stop-color="{colour}" stop-opacity="{number(opacity * share)}"/>'
        for at, colour, opacity in (("0", "#fff", 0.28), (".5", "#fff", 0), ("1", "#000", 0.03))
    )
    gradient = f'<linearGradient id="{{id}}" x1="0" y1="0" x2="1" y2="1">{stops}</linearGradient>'
    return f"url(#{canvas.define('sheet-light', gradient)})"


def fibres(canvas: Canvas, at: Xy, size: Xy) -> None:
    """About a hundred hairs in the paper; always the same ones."""
    chance = random.Random(8)
    hairs = []
    for _ in range(100):
        x = at[0] + 10 + chance.random() * (size[0] - 50)
        y = at[1] + 10 + chance.random() * (size[1] - 20)
        dx, dy = chance.uniform(6, 26), chance.uniform(-7, 7)
        bend = chance.uniform(-6, 6)
        hairs.append(
            f"M{number(x)} {number(y)}q{number(dx / 2)} {number(bend)} {number(dx)} {number(dy)}"
        )
    d = "".join(hairs)
    canvas.path("ground", d, fill="none", stroke="ink", stroke_width=0.8, opacity=0.06)


def seal(canvas: Canvas, word: str, at: Xy | None = None) -> None:
    """The game's seal, in the lower right margin unless told where."""
    if not word:
        return
    x, y = at or (canvas.width - 62, canvas.height - 63)
    canvas.path("ground", _SEAL, transform=f"translate({number(x)} {number(y)}) scale(.31)",
                fill="seal")  # fmt: skip
    canvas.text("ground", (x + 15.5, y + 15), word, 20.5, fill="onseal",
                font_family=canvas.serif, font_weight=700)  # fmt: skip


def coordinates(canvas: Canvas, board: Board) -> None:
    """Letters under the columns and numbers before the rows, if that names every site."""
    named = axes(board.geometry.sites)
    size = max(canvas.smallest, min(15.0, board.cell * 0.3))
    if named is None:
        _names(canvas, board)
        return
    columns, rows = named
    for letters, sites in columns.items():
        low = max(sites, key=lambda site: site.y)
        x, _ = board.xy(low.id)
        y = max(y for _, y in board.outline(low.id))
        down = max(21.0, 0.36 * size + 12)
        canvas.text("labels", (x, y + down), letters, size, fill="ink2")
    for digits, sites in rows.items():
        first = min(sites, key=lambda site: site.x)
        _, y = board.xy(first.id)
        x = min(x for x, _ in board.outline(first.id))
        half = text_width(digits, size) / 2
        away = max(26.0, half + 12) if board.lined else max(18.0, half + 0.2 * board.cell)
        canvas.text("labels", (x - away, y), digits, size, fill="ink2")


def _names(canvas: Canvas, board: Board) -> None:
    """Each name in its own cell, low on the left, where cells are large enough."""
    size = canvas.smallest
    if board.cell < 3 * size:
        return
    for site in board.geometry.sites:
        x, y = board.xy(site.id)
        at = x - 0.42 * board.cell, y + 0.42 * board.cell - size / 2
        canvas.text("labels", at, site.label, size, fill="ink2", text_anchor="start")
