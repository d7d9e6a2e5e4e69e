"""Links as brush strokes: a filled ribbon along a rounded path. Attack lines as arrows."""

from __future__ import annotations

from itertools import pairwise
from math import hypot

from duiyi.core.view import Edge
from duiyi.draw.canvas import Canvas, Xy, number
from duiyi.draw.layout import Board
from duiyi.draw.pieces import seat_colour

CORNER = 0.42
"""The radius of a bend, in cells."""
STEP = 0.11
"""How far apart the sampled points of a stroke are, in cells."""
BLEED = 7.0
"""How much wider the faint stroke under a link is, in eightieths of a cell."""
ORDINARY = (8.0, 4.0, 8.0)
"""The widths of a link whose kind the look does not know."""
EDGE = 0.36
"""How far a symbol reaches from its middle, in cells."""

Widths = tuple[float, float, float]


def draw_edge(canvas: Canvas, board: Board, edge: Edge, *, faint: bool = False) -> None:
    """A link, a bond, the two dry ends of a link that was cut, or the arrow of an attack."""
    cell, colour = board.cell, seat_colour(edge.owner)
    points = [board.xy(site) for site in (edge.source, *edge.via, edge.target)]
    named = {"data_edge": f"{edge.source} {edge.target}", "data_kind": edge.kind}
    if edge.kind == "bond":
        canvas.line("links", points, stroke="bond", stroke_width=0.15 * cell, **named)
    elif edge.kind == "cut":
        for stub in stubs(rounded(points, cell), cell):
            widths = (cell * 0.11, cell * 0.06, cell * 0.02)
            canvas.path("links", ribbon(stub, widths), fill=colour, opacity=0.9, **named)
    elif edge.kind == "attack":
        track = rounded(points, cell)
        between = part(track, EDGE * cell, length(track) - EDGE * cell)
        draw_arrow(canvas, between, cell, colour, named)
    else:
        unit = cell / 80
        start, middle, end = canvas.look.links.get(edge.kind, ORDINARY)
        widths = start * unit, middle * unit, end * unit
        track = rounded(points, cell)
        share = 0.45 if faint else 1.0
        if not canvas.tiny:
            canvas.path("links", ribbon(track, widths, BLEED * unit), fill=colour,
                        opacity=0.16 * share)  # fmt: skip
        canvas.path("links", ribbon(track, widths), fill=colour, opacity=0.78 * share, **named)


def draw_arrow(
    canvas: Canvas, track: list[Xy], cell: float, colour: str, named: dict[str, str]
) -> None:
    """An arrow along a whole track, with a casing so that it stands out from what it crosses."""
    whole = length(track)
    head = min(0.3 * cell, 0.6 * whole)
    shaft, tip = part(track, 0.0, whole - head), track[-1]
    wide = max(0.09 * cell, 3.0)
    line = {"fill": "none", "stroke_linecap": "round", "stroke_linejoin": "round"}
    canvas.line("marks", shaft, stroke="paper", stroke_width=wide + 0.09 * cell, **line)
    canvas.line("marks", shaft, stroke=colour, stroke_width=wide, **line, **named)
    (x, y), share = shaft[-1], 0.17 * cell / head
    dx, dy = (tip[0] - x) * share, (tip[1] - y) * share
    corners = [tip, (x - dy, y + dx), (x + dy, y - dx)]
    canvas.polygon("marks", corners, fill=colour, stroke="paper", stroke_width=0.03 * cell)


def rounded(points: list[Xy], cell: float) -> list[Xy]:
    """Points along a polyline whose corners are rounded by quadratic curves."""
    track = [points[0]]
    for before, corner, after in zip(points, points[1:], points[2:], strict=False):
        enter = _towards(corner, before, CORNER * cell)
        leave = _towards(corner, after, CORNER * cell)
        _sample(track, enter, cell)
        track += [_curve(enter, corner, leave, t / 5) for t in range(1, 6)]
    _sample(track, points[-1], cell)
    return track


def length(track: list[Xy]) -> float:
    return sum(hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(track))


def part(track: list[Xy], start: float, end: float) -> list[Xy]:
    """What lies between two distances along a track."""
    found, gone = [], 0.0
    for a, b in pairwise(track):
        step = hypot(b[0] - a[0], b[1] - a[1])
        for at in (start, end):
            if gone <= at < gone + step or (at == start == gone):
                t = (at - gone) / step if step else 0.0
                found.append((a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t))
        if start < gone + step < end:
            found.append(b)
        gone += step
    return found if len(found) > 1 else track[:1] + track[-1:]


def stubs(track: list[Xy], cell: float) -> list[list[Xy]]:
    """The two dry ends of a cut link: they show beyond the symbols and never meet."""
    end = min(0.64 * cell, 0.5 * length(track) - 0.05 * cell)
    return [part(track, EDGE * cell, end), part(track[::-1], EDGE * cell, end)]


def ribbon(track: list[Xy], widths: Widths, wider: float = 0.0) -> str:
    """The outline of a stroke whose width goes from the first over the middle to the last."""
    distance = [0.0]
    for a, b in pairwise(track):
        distance.append(distance[-1] + hypot(b[0] - a[0], b[1] - a[1]))
    left, right = [], []
    for i, (x, y) in enumerate(track):
        before, after = track[max(i - 1, 0)], track[min(i + 1, len(track) - 1)]
        dx, dy = after[0] - before[0], after[1] - before[1]
        whole = hypot(dx, dy) or 1.0
        half = (_width(widths, distance[i] / (distance[-1] or 1.0)) + wider) / 2
        nx, ny = -dy / whole * half, dx / whole * half
        left.append(f"{number(x + nx)} {number(y + ny)}")
        right.append(f"{number(x - nx)} {number(y - ny)}")
    return f"M{'L'.join(left + right[::-1])}Z"


def _width(widths: Widths, t: float) -> float:
    start, middle, end = widths
    if t < 0.5:
        return start + (middle - start) * (1 - (1 - 2 * t) ** 2)
    return middle + (end - middle) * (2 * t - 1) ** 2


def _towards(start: Xy, end: Xy, distance: float) -> Xy:
    whole = hypot(end[0] - start[0], end[1] - start[1])
    share = min(distance / whole, 0.5) if whole else 0.0
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


def _curve(a: Xy, b: Xy, c: Xy, t: float) -> Xy:
    u = 1 - t
    x, y = (u * u * p + 2 * u * t * q + t * t * r for p, q, r in zip(a, b, c, strict=True))
    return x, y


def _sample(track: list[Xy], end: Xy, cell: float) -> None:
    """Straight on to a point. Straight strokes need few samples, but their width bends."""
    start = track[-1]
    steps = max(1, round(hypot(end[0] - start[0], end[1] - start[1]) / (STEP * cell)))
    for step in range(1, steps + 1):
        t = step / steps
        track.append((start[0] + (end[0] - start[0]) * t, start[1] + (end[1] - start[1]) * t))
