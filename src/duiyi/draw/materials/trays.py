"""Cloth with porcelain trays: groups of points that grow, what they measure, who holds what.

A tray is a site with an outline; the points of its group lie on it. Edges of the kinds `attack`
and `defence` are measures: brackets at the left and at the lower edge of the tray.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from duiyi.core.locale import text
from duiyi.core.message import message
from duiyi.core.view import Edge, Meter, SeatView, Site, View
from duiyi.draw.canvas import Canvas, Xy, smallest_text, text_width
from duiyi.draw.layout import Board
from duiyi.draw.materials.common import seal, sheet

MEASURES = ("attack", "defence")
CORNER = 16
"""The radius of the corners of a tray."""
SEAL = 44.0
"""Room for the seal at the right end of a row."""
HELD = "held"
"""The mark of what lies beside the trays."""
_LINE = {"fill": "none", "stroke": "ink2", "stroke_width": 2, "stroke_linecap": "square"}


def spread(board: Board, view: View, shown: float | None = None) -> Board:
    """Points closer together where trays are small, so that there is room for their numbers."""
    text = smallest_text(board.width, shown)
    left, below, free = 2.6 * text, 2.4 * text, 0.55 * board.scale
    trays = {site.id: _corners(board, site) for site in board.sites.values() if site.outline}
    points = {
        site.id: (board.xy(site.id), trays[site.group])
        for site in board.sites.values()
        if site.group in trays and not site.outline
    }
    share = 1.0
    for (x, y), ((x0, y0), (x1, y1)) in points.values():
        room = x1 - x0 - left - 2 * free, y1 - y0 - below - 2 * free
        share = min(share, room[0] / max(x1 - free - x, 1.0), room[1] / max(y - y0 - free, 1.0))
    moved = {
        site: (x1 - free - (x1 - free - x) * share, y0 + free + (y - y0 - free) * share)
        for site, ((x, y), ((_, y0), (x1, _))) in points.items()
        if share < 1.0
    }
    for row in _rows(view):
        pitch = max(board.xy(row[1])[0] - board.xy(row[0])[0], 5.2 * text) if row[1:] else 0.0
        x, y = board.xy(row[0])
        moved |= {site: (x + at * pitch, y) for at, site in enumerate(row)}
    return replace(board, cell=board.scale * share, moved=moved)


def with_lives(canvas: Canvas, board: Board, view: View) -> Board:
    """The sites of lives, where their numbers are written."""
    name = canvas.look.life.rpartition(".")[2]
    moved = dict(board.moved)
    for seat in view.seats:
        side = _side(canvas, board, view, seat)
        site = f"{seat.seat}.{name}"
        if side and side.life and site in board.sites:
            x = side.figure(canvas) + text_width(str(side.life[0].value), side.large) / 2
            moved[site] = x, side.y
    return replace(board, moved=moved)


def _rows(view: View) -> list[list[str]]:
    """The sites of what each seat holds, from the left."""
    places = {site.id: site.x for site in view.sites}
    rows = []
    for seat in view.seats:
        held = [p.site for p in view.pieces if HELD in p.marks and p.stack[-1].seat == seat.seat]
        rows += [sorted(held, key=lambda site: places[site])] if held else []
    return rows


def prepare(canvas: Canvas, board: Board, view: View) -> None:
    """Everything that lies under the pieces."""
    canvas.box("ground", (0, 0), (board.width, board.height), fill="desk")
    (x, y), (wide, high) = sheet(canvas, "cloth")
    for inset, thick in ((12.0, 3.6), (19.4, 1.2)):
        at, size = (x + inset, y + inset), (wide - 2 * inset, high - 2 * inset)
        canvas.box("grid", at, size, fill="none", stroke="ink", stroke_width=thick)
    taken = {piece.site for piece in view.pieces}
    filled = {board.sites[site].group for site in taken}
    for site in board.sites.values():
        if site.outline:
            _tray(canvas, board, site, empty=site.id not in filled)
        elif site.id not in taken and site.group in board.sites:
            radius = max(0.09 * board.cell, 2 / canvas.scale)
            canvas.circle("grid", board.xy(site.id), radius, fill="traydot")
    for edge in view.edges:
        if edge.kind in MEASURES:
            _measure(canvas, board, edge)
    for seat in view.seats:
        _draw_side(canvas, board, view, seat)
    _, (right, bottom) = board.extent()
    seal(canvas, canvas.seal, (right - 33, bottom - 0.5 * board.scale - 16))


def _corners(board: Board, tray: Site) -> tuple[Xy, Xy]:
    xs, ys = zip(*board.outline(tray.id), strict=True)
    return (min(xs), min(ys)), (max(xs), max(ys))


def _tray(canvas: Canvas, board: Board, site: Site, empty: bool) -> None:
    (x, y), (right, bottom) = _corners(board, site)
    size = right - x, bottom - y
    if not canvas.tiny:
        canvas.box("ground", (x + 2, y + 5), size, rx=CORNER, fill="#000", fill_opacity=0.14)
    canvas.box("ground", (x, y), size, rx=CORNER, fill="tray")
    inner = size[0] - 10, size[1] - 10
    canvas.box("ground", (x + 5, y + 5), inner, rx=12, fill="none", stroke="trayline",
               stroke_width=1.5)  # fmt: skip
    font = canvas.smallest
    corner = x + max(21.0, 0.6 * font), y + max(22.0, 0.66 * font)
    canvas.text("labels", corner, site.label, font, fill="ink2", font_weight=600)
    if empty and not any(s.group == site.id and not s.outline for s in board.sites.values()):
        words = text(message("draw.empty"), canvas.language)
        middle = (x + right) / 2, (y + bottom) / 2
        canvas.text("labels", middle, words, 1.2 * font, fill="ink2")


def draw_frame(canvas: Canvas, board: Board, tray: str, **attributes: object) -> None:
    """A line around a tray."""
    (x, y), (right, bottom) = _corners(board, board.sites[tray])
    size = right - x, bottom - y
    canvas.box("marks", (x, y), size, **{"rx": CORNER, "fill": "none", **attributes})


def _measure(canvas: Canvas, board: Board, edge: Edge) -> None:
    """A bracket from the first to the last, with its number; a tick where both are level."""
    tray = board.sites[board.sites[edge.source].group]
    (left, top), (_, bottom) = _corners(board, tray)
    (ax, ay), (bx, by) = board.xy(edge.source), board.xy(edge.target)
    tick = min(9.0, 0.16 * board.cell)
    font = max(canvas.smallest, min(24.0, 0.46 * board.cell))
    wide, signed = text_width(edge.label, font), board.cell > 36
    symbol = f"{canvas.look.material}-{edge.kind}"
    if edge.kind == "attack":
        x = left + max(1.12 * board.cell, 2.05 * canvas.smallest)
        canvas.line("labels", [(x + tick, ay), (x, ay), (x, by), (x + tick, by)], **_LINE)
        room = font * (1.75 if signed else 1.0)
        y = max((ay + by) / 2, top + 32 + room / 2)
        at = x - 0.5 * wide - max(0.25 * board.cell, 5.0), y
        if signed:
            canvas.use("labels", symbol, (at[0], at[1] - 0.42 * room), 0.8 * font, color="ink2")
            at = at[0], at[1] + 0.28 * room
    else:
        y = bottom - max(0.98 * board.cell, 1.55 * font)
        canvas.line("labels", [(ax, y - tick), (ax, y), (bx, y), (bx, y - tick)], **_LINE)
        at = (ax + bx) / 2, y + 0.82 * font
        if signed:
            canvas.use("labels", symbol, (at[0] - wide / 2 - 0.1 * font, at[1]), 0.8 * font,
                       color="ink2")  # fmt: skip
            at = at[0] + 0.5 * font, at[1]
    canvas.text("labels", at, edge.label, font, font_weight=700)


@dataclass(frozen=True, slots=True)
class _Side:
    """Where things stand in the row of what a seat holds. `roomy`: there is room for words;
    `small`: what else is counted, where there is room for that."""

    begin: float
    y: float
    end: float
    words: str
    size: float
    large: float
    roomy: bool
    life: list[Meter]
    small: list[str]
    widest: float

    def figure(self, canvas: Canvas) -> float:
        """Where the number of the life begins."""
        name = text(self.life[0].name, canvas.language)
        return self.begin + (text_width(name, canvas.smallest) + 8 if self.roomy else 0.0)


def _side(canvas: Canvas, board: Board, view: View, seat: SeatView) -> _Side | None:
    rows = [row for row in _rows(view) if row[0].startswith(f"{seat.seat}.")]
    if not rows:
        return None
    last, y = board.xy(rows[0][-1])
    begin = last + max(1.9 * board.scale, 4.8 * canvas.smallest)
    (_, (right, _)) = board.extent()
    words = text(message(f"symbol.{seat.symbol}"), canvas.language)
    size = max(20.0, canvas.smallest)
    life, others = _meters(view, seat.seat, canvas.look.life)
    small = [f"{text(meter.name, canvas.language)} {meter.value}" for meter in others]
    widest = max((text_width(said, canvas.smallest) for said in small), default=0.0)
    large = max(min(46.0, 2.2 * board.scale), canvas.smallest)
    figures = max((_life_width(canvas, meter, large) for meter in life), default=0.0)
    start = right - SEAL - text_width(words, size)
    # The name goes before what else is counted.
    roomy = begin + figures < start - 60
    if begin + figures >= start - 60 - widest:
        small, widest = [], 0.0
    end = start if roomy else right - SEAL + 8
    return _Side(begin, y, end, words, size, large, roomy, life, small, widest)


def _draw_side(canvas: Canvas, board: Board, view: View, seat: SeatView) -> None:
    """In the row of what a seat holds: its life, its symbol and its name; where there is no room
    for words, the number and the symbol."""
    side = _side(canvas, board, view, seat)
    if side is None:
        return
    x, y = side.end, side.y
    colour = f"s{seat.seat}"
    if side.roomy:
        canvas.text("labels", (x, y), side.words, side.size, text_anchor="start", font_weight=700)
    symbol = canvas.look.seats.get(seat.symbol, "")
    if canvas.knows(symbol):
        canvas.use("labels", symbol, (x - 26, y), 36, color=colour)
    for meter in side.life:
        room = side.large, x - 80 - side.widest
        _life(canvas, (side.begin, y), meter, colour, room, named=side.roomy)
    for line, said in enumerate(side.small):
        up = y + (line - (len(side.small) - 1) / 2) * 1.25 * canvas.smallest
        canvas.text("labels", (x - 60, up), said, canvas.smallest, fill="ink2",
                    text_anchor="end")  # fmt: skip


def _meters(view: View, seat: int, life: str) -> tuple[list[Meter], list[Meter]]:
    """The meters of a seat that are not about one of its trays: its life, and the others."""
    plain = [meter for meter in view.meters if meter.seat == seat and not meter.name.params]
    large = [meter for meter in plain if life and meter.name.key.endswith(life)]
    return large, [meter for meter in plain if meter not in large]


def _life_width(canvas: Canvas, meter: Meter, size: float) -> float:
    """How much room the name and the number of a life need."""
    name = text(meter.name, canvas.language)
    return text_width(name, canvas.smallest) + 8 + text_width(str(meter.value), size)


def _life(
    canvas: Canvas, at: Xy, meter: Meter, colour: str, room: tuple[float, float], named: bool
) -> None:
    """The number large, with a bar up to its limit; `room` is its size, and where to end."""
    (x, y), (size, end) = at, room
    if named:
        name, small = text(meter.name, canvas.language), canvas.smallest
        canvas.text("labels", (x, y), name, small, fill="ink2", text_anchor="start")
        x += text_width(name, small) + 8
    figure = str(meter.value)
    canvas.text("labels", (x, y), figure, size, text_anchor="start", font_family=canvas.serif,
                font_weight=700)  # fmt: skip
    x += text_width(figure, size) + 12
    full, high = min(150.0, end - x), 14.0
    if meter.limit and full > 40:
        share = max(0.0, min(1.0, float(meter.value / meter.limit)))
        canvas.box("labels", (x, y - high / 2), (full, high), fill="tray", stroke="ink2",
                   stroke_width=1.2)  # fmt: skip
        if share:
            canvas.box("labels", (x + 2, y - high / 2 + 2), ((full - 4) * share, high - 4),
                       fill=colour)  # fmt: skip
