"""A slab of wood around a board of points: its grain, its lines, what each side has left."""

from __future__ import annotations

import random
from math import hypot

from duiyi.core.view import View
from duiyi.draw.canvas import STONES, Canvas, Xy, number
from duiyi.draw.layout import SLAB_EDGE, Board, axes, grown, hull, span_at
from duiyi.draw.materials.common import light, seal

RIM = 0.7
"""How far the engraved rim is from the outermost points, in cells."""
LETTERS = 19.0
OUTSIDE = 0.64
"""How far letters and numbers are from the points that they name, in cells."""
NOWHERE = [(0.0, 0.0), (1.0, 0.0)]
"""A line from left to right, where there is none."""
COUNTED = (1, 0)
"""The seats whose pieces are counted, in the order in which that is drawn."""


def prepare(canvas: Canvas, board: Board) -> None:
    """Everything that lies under the pieces."""
    canvas.box("ground", (0, 0), (board.width, board.height), fill="desk")
    points = [board.xy(site.id) for site in board.geometry.sites]
    corners = hull(points)
    if len(corners) > 2:
        _wood(canvas, board, corners)
    lines = {"stroke": "woodline", "stroke_width": 2.4, "stroke_linecap": "round"}
    for line in board.geometry.lines:
        canvas.line("grid", [board.at(x, y) for x, y in line], **lines)
    for at in points:
        canvas.circle("grid", at, 0.05 * board.cell, fill="woodline")
    centre = board.width / 2, board.height / 2
    if _is_hole(board, centre, points):
        canvas.circle("grid", centre, 0.23 * board.cell, fill="none", stroke="woodline",
                      stroke_width=2.4, stroke_dasharray="1 6",
                      stroke_linecap="round")  # fmt: skip
    seal(canvas, canvas.seal)


def coordinates(canvas: Canvas, board: Board) -> None:
    """The letter of each column under its lowest point, the number of each line of points before
    its leftmost."""
    named = axes(board.geometry.sites)
    if named is None:
        return
    columns, rows = named
    for letters, sites in columns.items():
        x, y = board.xy(max(sites, key=lambda site: site.y).id)
        _label(canvas, (x, y + OUTSIDE * board.cell), letters)
    lines = {digits: sorted(board.xy(site.id) for site in sites) for digits, sites in rows.items()}
    # Where the first line comes from: others may bend around a hole, or have one point.
    (x, y), (next_x, next_y) = next((line[:2] for line in lines.values() if line[1:]), NOWHERE)
    out = OUTSIDE * board.cell / hypot(x - next_x, y - next_y)
    for digits, line in lines.items():
        at = line[0][0] + out * (x - next_x), line[0][1] + out * (y - next_y)
        _label(canvas, at, digits)


def _label(canvas: Canvas, at: Xy, text: str) -> None:
    size = max(LETTERS, canvas.smallest)
    canvas.text("labels", at, text, size, fill="tzlab", font_weight=700)


def counters(canvas: Canvas, board: Board, view: View) -> None:
    """What each side has left of each kind, in the free corners: the first seat's below."""
    size, step = 34.0, 78.0
    for seat in COUNTED:
        x, y = 36.0, 36.0 if seat else board.height - 40.0
        for meter in view.meters:
            symbol = _symbol(canvas, meter.name.key)
            if meter.seat != seat or not symbol:
                continue
            canvas.use("ground", symbol, (x, y), size, stone=stone_of(seat))
            pip = symbol.replace("tzaar-", "tzaar-pip-", 1)
            if canvas.knows(pip):
                canvas.use("ground", pip, (x, y), size, stone=stone_of(seat))
            font = max(20.0, canvas.smallest)
            canvas.text("labels", (x + 24, y), str(meter.value), font, text_anchor="start",
                        font_weight=700)  # fmt: skip
            x += step


def stone_of(seat: int | None) -> str:
    """The stones of a seat: white for the first, black for the second."""
    return list(STONES)[(seat or 0) % len(STONES)]


def _symbol(canvas: Canvas, key: str) -> str:
    return next((s for end, s in canvas.look.meters.items() if key.endswith(end)), "")


def _wood(canvas: Canvas, board: Board, corners: list[Xy]) -> None:
    outline = grown(corners, SLAB_EDGE * board.cell)
    canvas.polygon("ground", outline, transform="translate(4 9)", fill="#000", fill_opacity=0.2)
    canvas.polygon("ground", outline, transform="translate(0 4)", fill="wood2")
    canvas.polygon("ground", outline, fill="wood")
    canvas.path("ground", _grain(outline), fill="none", stroke="woodline", stroke_opacity=0.13,
                stroke_width=1.2)  # fmt: skip
    canvas.polygon("ground", outline, fill=light(canvas))
    rim = grown(corners, RIM * board.cell)
    canvas.polygon("grid", rim, fill="none", stroke="woodline", stroke_width=2.4)


def _grain(outline: list[Xy]) -> str:
    """Wavy lines from edge to edge; they stay inside without being clipped."""
    chance = random.Random(5)
    bottom = max(y for _, y in outline)
    y = min(y for _, y in outline) + 14
    lines = []
    while y < bottom - 12:
        ends = [span_at(outline, at) for at in (y - 9, y + 9)]
        if all(ends):
            left = max(end[0] for end in ends if end)
            right = min(end[1] for end in ends if end)
            line, x = f"M{number(left)} {number(y)}", left
            while x < right:
                step = min(100.0, right - x)
                bend = chance.randint(-7, 7) * step / 100
                line += f"q{number(step / 2)} {number(bend)} {number(step)} 0"
                x += step
            lines.append(line)
        y += chance.uniform(14, 24)
    return "".join(lines)


def _is_hole(board: Board, centre: Xy, points: list[Xy]) -> bool:
    """Whether the middle of the board is no point, and far enough from every point to be one."""
    return bool(points) and all(
        hypot(x - centre[0], y - centre[1]) > 0.9 * board.cell for x, y in points
    )
