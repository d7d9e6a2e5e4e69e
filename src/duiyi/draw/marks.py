"""Marks around pieces: what the last action changed, what may be done, whose areas there are."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

from duiyi.core.view import BUTTON, Area, Choice, View
from duiyi.draw.canvas import Canvas, Xy
from duiyi.draw.layout import Board, borders
from duiyi.draw.links import draw_arrow, draw_edge
from duiyi.draw.materials.trays import draw_frame
from duiyi.draw.pieces import seat_colour
from duiyi.draw.verbs import draw_verbs, known

GOAL = "goal"
"""The kind of areas that are sides of the board: they get a stroke along its edge."""


def draw_last(canvas: Canvas, board: Board, view: View) -> None:
    """A tint and corners on a cell, dotted rings and a dotted way elsewhere."""
    if canvas.look.material == "slab":
        _ways(canvas, board, view)
    for site in view.last:
        if site not in board.sites:
            continue
        if canvas.look.material == "paper":
            canvas.polygon("tint", board.outline(site), fill="ink", fill_opacity=0.07)
            if board.lined:
                canvas.use("marks", canvas.look.mark("last"), board.xy(site), 0.98 * board.cell)
            else:
                inner = _shrunk(board.outline(site), board.xy(site), 0.9)
                canvas.polygon("tint", inner, fill="none", stroke="ink", stroke_width=3)
        else:
            _ring(canvas, board, view, site)


def _ring(canvas: Canvas, board: Board, view: View, site: str) -> None:
    dots = {"fill": "none", "stroke_linecap": "round", "stroke_width": 3.4,
            "stroke": "tz-hi" if canvas.look.material == "slab" else "ink"}  # fmt: skip
    if board.sites[site].outline:
        draw_frame(canvas, board, site, stroke_dasharray="0.1 9", **dots)
        return
    if canvas.look.material == "cloth":
        canvas.circle("marks", board.xy(site), 0.47 * board.cell, stroke_dasharray="5 4.5",
                      **{**dots, "stroke_width": 2.6, "stroke_linecap": "butt"})  # fmt: skip
        return
    taken = any(piece.site == site for piece in view.pieces)
    radius = (0.485 if taken else 0.3) * board.cell
    canvas.circle("tint", board.xy(site), radius, stroke_dasharray="0.1 9", **dots)


def _ways(canvas: Canvas, board: Board, view: View) -> None:
    """From each point that was left to the nearest changed one on a line with it."""
    taken = {piece.site for piece in view.pieces}
    ends = [site for site in view.last if site in taken]
    for site in view.last:
        if site in taken:
            continue
        start = board.xy(site)
        lined = [board.xy(end) for end in ends if _on_a_line(board, site, end)]
        if lined:
            end = min(lined, key=lambda at: hypot(at[0] - start[0], at[1] - start[1]))
            canvas.line("tint", [start, end], stroke="tz-hi", stroke_width=3.4,
                        stroke_dasharray="0.1 9", stroke_linecap="round",
                        data_way=site)  # fmt: skip


def _on_a_line(board: Board, one: str, other: str) -> bool:
    ends = [(board.sites[site].x, board.sites[site].y) for site in (one, other)]
    return any(all(end in line for end in ends) for line in board.geometry.lines)


def draw_areas(canvas: Canvas, board: Board, view: View) -> None:
    goals = [area for area in view.areas if area.kind == GOAL]
    for area in view.areas:
        if area.kind == GOAL:
            _goal(canvas, board, area, goals)
        else:
            _zone(canvas, board, area)


def _zone(canvas: Canvas, board: Board, area: Area) -> None:
    """A tint, a border along its edge and a finer one inside."""
    colour, opacity = seat_colour(area.owner), canvas.colour("zone")
    named = {"data_area": f"{area.kind} {area.sites[0]} {area.sites[-1]}"}
    box = _rectangle(board, area)
    if box is None:
        for site in area.sites:
            canvas.polygon("areas", board.outline(site), fill=colour, fill_opacity=opacity, **named)
        for _, a, b in borders(board, area.sites):
            canvas.line("areas", [a, b], stroke=colour, stroke_width=2.4, stroke_linecap="round")
        return
    (left, top), (right, bottom) = box
    for inset, attributes in (
        (0.0, {"fill": colour, "fill_opacity": opacity, **named}),
        (0.0, {"fill": "none", "stroke": colour, "stroke_width": 2.4}),
        (0.1 * board.cell, {"fill": "none", "stroke": colour, "stroke_width": 1}),
    ):
        size = right - left - 2 * inset, bottom - top - 2 * inset
        canvas.box("areas", (left + inset, top + inset), size, **attributes)


def _rectangle(board: Board, area: Area) -> tuple[Xy, Xy] | None:
    """The rectangle that an area on a grid fills, if it does."""
    places = {board.xy(site) for site in area.sites}
    xs, ys = {round(x, 2) for x, _ in places}, {round(y, 2) for _, y in places}
    if not board.lined or len(xs) * len(ys) != len(places):
        return None
    half = board.cell / 2
    return (min(xs) - half, min(ys) - half), (max(xs) + half, max(ys) + half)


def _goal(canvas: Canvas, board: Board, area: Area, goals: Sequence[Area]) -> None:
    """A stroke along the edges of the board that face this way rather than another goal's."""
    outer = {(a, b) for _, a, b in borders(board, tuple(board.sites))}
    for site, a, b in borders(board, area.sites):
        if (a, b) not in outer and (b, a) not in outer:
            continue
        x, y = board.xy(site)
        way = (a[0] + b[0]) / 2 - x, (a[1] + b[1]) / 2 - y
        rivals = [goal for goal in goals if site in goal.sites]
        if max(rivals, key=lambda goal: _facing(board, goal, way)) is area:
            grow = [_moved(end, way, 0.09 * board.cell) for end in (a, b)]
            canvas.line("areas", grow, stroke=seat_colour(area.owner), stroke_linecap="round",
                        stroke_width=0.15 * board.cell,
                        data_area=f"{area.kind} {site}")  # fmt: skip


def _facing(board: Board, area: Area, way: Xy) -> float:
    """How much an edge looks the way in which an area lies from the middle of the board."""
    (left, top), (right, bottom) = board.extent()
    places = [board.xy(site) for site in area.sites]
    x = sum(x for x, _ in places) / len(places) - (left + right) / 2
    y = sum(y for _, y in places) / len(places) - (top + bottom) / 2
    return (x * way[0] + y * way[1]) / (hypot(x, y) or 1.0)


def _moved(at: Xy, way: Xy, by: float) -> Xy:
    whole = hypot(*way) or 1.0
    return at[0] + way[0] / whole * by, at[1] + way[1] / whole * by


def _shrunk(corners: Sequence[Xy], centre: Xy, share: float) -> list[Xy]:
    cx, cy = centre
    return [(cx + (x - cx) * share, cy + (y - cy) * share) for x, y in corners]


def draw_legal(canvas: Canvas, board: Board, view: View, choices: Sequence[Choice]) -> None:
    """What may be done: by its verb, as the look has it, or else where click paths end.

    That is a dot on a free site, a target on a piece, a frame on a tray. A path that ends in a
    button only underlines its piece: the button says the rest.
    """
    taken = {piece.site for piece in view.pieces}
    slab = canvas.look.material == "slab"
    colour = ("ivory" if view.actor == 0 else "slate") if slab else seat_colour(view.actor)
    marked, plain = known(canvas.look, choices)
    draw_verbs(canvas, board, view, marked, colour)
    ends, quiet = _ends(plain)
    for site in sorted(ends | quiet):
        if site not in board.sites:
            continue
        at = board.xy(site)
        if board.sites[site].outline and canvas.look.material == "cloth":
            dashes = {} if site in ends else {"stroke_dasharray": "10 8"}
            draw_frame(canvas, board, site, stroke=colour, stroke_width=4, data_legal=site,
                       **dashes)  # fmt: skip
        elif site not in taken:
            canvas.circle("dots", at, max(0.09 * board.cell, 2.0 / canvas.scale), fill=colour,
                          data_legal=site)  # fmt: skip
        else:
            mark = canvas.look.mark("target" if site in ends else "option")
            if mark:
                canvas.use("marks", mark, at, 0.9 * board.cell, color=colour, data_legal=site)


def draw_considered(canvas: Canvas, board: Board, choice: Choice) -> None:
    """The lines of one choice; between trays an arrow from the one to the other."""
    for edge in choice.edges:
        draw_edge(canvas, board, edge)
    for path in choice.paths if canvas.look.material == "cloth" else ():
        trays = [site for site in path if site in board.sites and board.sites[site].outline]
        if len(trays) == 2:
            (x0, y0), (x1, y1) = (board.xy(site) for site in trays)
            half = (max(y for _, y in board.outline(trays[0])) - y0) * (1 if y1 > y0 else -1)
            start, end = (x0, y0 + half), (x1, y1 - half)
            named = {"data_edge": " ".join(trays), "data_kind": "attack"}
            draw_arrow(canvas, [start, end], min(board.cell, 60), "ink", named)


def _ends(choices: Sequence[Choice]) -> tuple[set[str], set[str]]:
    """The sites at which a path ends, and those after which only a button comes."""
    ends: set[str] = set()
    quiet: set[str] = set()
    for choice in choices:
        for path in choice.paths:
            sites = [step for step in path if not step.startswith(BUTTON)]
            if sites:
                (ends if sites[-1] == path[-1] or len(sites) > 1 else quiet).add(sites[-1])
    return ends, quiet - ends
