"""Trays in the terminal: small lattices beside each other, with what they measure.

A tray is a site of the view with an outline; the sites of its group are the points on it, whose
labels are their row and column.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from rich.style import Style
from rich.text import Text

from duiyi.core.locale import text
from duiyi.core.message import message
from duiyi.core.view import Site, View

HELD = "held"
DIM = Style(dim=True)
GAP = 2
"""Blanks between two trays."""

Cells = Mapping[str, tuple[str, Style]]
Block = list[Text]


def trays_of(view: View) -> list[Site]:
    """The trays of a view, from the top and from the left."""
    found = [site for site in view.sites if site.outline and site.group == site.id]
    return sorted(found, key=lambda site: (round(site.y, 3), round(site.x, 3)))


def draw_trays(view: View, cells: Cells, width: int, language: str) -> Text:
    """Each row of trays with what its owner holds; trays go below each other if they must."""
    trays = trays_of(view)
    points = {
        tray.id: [s for s in view.sites if s.group == tray.id and s != tray] for tray in trays
    }
    lines: list[Text] = []
    for y in sorted({round(tray.y, 3) for tray in trays}):
        row = [tray for tray in trays if round(tray.y, 3) == y]
        lines += [Text()] if lines else []
        lines += _held(view, row, language)
        for pitch in (2, 1):
            blocks = [_block(view, tray, points[tray.id], cells, pitch, language) for tray in row]
            if sum(map(_width, blocks)) + GAP * (len(blocks) - 1) <= width:
                break
        lines += _beside(blocks, width)
    return Text("\n").join(lines)


def _held(view: View, row: Sequence[Site], language: str) -> Iterator[Text]:
    """What the owner of a row of trays has beside them."""
    owner = row[0].id.partition(".")[0]
    held = [p for p in view.pieces if HELD in p.marks and str(p.stack[-1].seat) == owner]
    if held:
        names = {site.id: site.label for site in view.sites}
        told = "  ".join(f"{names[p.site]} {p.stack[-1].label}" for p in held)
        seat = next(s for s in view.seats if str(s.seat) == owner)
        who = message(f"symbol.{seat.symbol}")
        yield Text(text(message("draw.held", symbol=who, told=told), language))


def _block(
    view: View, tray: Site, points: Sequence[Site], cells: Cells, pitch: int, language: str
) -> Block:
    """A tray: its name and measures, its points with their rows and columns."""
    head = [Text(f"[{tray.label}]", Style(bold=True))]
    if not points:
        return [*head, Text(text(message("draw.empty"), language), DIM)]
    ends = {site.id for site in points}
    for edge in view.edges:
        if edge.label and edge.source in ends:
            word = text(message(f"draw.{edge.kind}"), language)
            head[0].append(f" {word} {edge.label}", Style(bold=False))
    places = {site.id: _place(site) for site in points}
    rows = sorted({row for row, _ in places.values()}, reverse=True)
    first = min(column for _, column in places.values())
    margin = max(len(str(row)) for row in rows) + 1
    lines = []
    for row in rows:
        line = Text(f"{row}".rjust(margin - 1), DIM)
        for site, (_, column) in sorted(
            ((site, place) for site, place in places.items() if place[0] == row),
            key=lambda found: found[1],
        ):
            line.append(" " * (margin + (column - first) * pitch - len(line)))
            written, style = cells.get(site, ("?", DIM))
            line.append(written[:1], style)
        lines.append(line)
    columns = sorted({column for _, column in places.values()})
    return [*head, *lines, _columns(columns, margin, pitch)]


def _columns(columns: Iterable[int], margin: int, pitch: int) -> Text:
    """Under a lattice the columns, as many of them as have room."""
    line, first = "", None
    for column in columns:
        first = column if first is None else first
        start = margin + (column - first) * pitch - (len(str(column)) - 1)
        if not line or start > len(line):
            line = line.ljust(max(start, 0)) + str(column)
    return Text(line, DIM)


def _place(site: Site) -> tuple[int, int]:
    row, _, column = site.label.partition(",")
    return int(row), int(column)


def _width(block: Block) -> int:
    return max(line.cell_len for line in block)


def _beside(blocks: Sequence[Block], width: int) -> Block:
    """Blocks beside each other as long as there is room, then below; all end at their foot."""
    rows: list[list[Block]] = [[]]
    for block in blocks:
        taken = sum(_width(b) + GAP for b in rows[-1])
        if rows[-1] and taken + _width(block) > width:
            rows.append([])
        rows[-1].append(block)
    lines = []
    for row in rows:
        high = max(map(len, row))
        for at in range(high):
            line = Text()
            for block in row:
                start = line.cell_len
                if at < len(block):
                    line.append_text(block[at])
                line.append(" " * (start + _width(block) + GAP - line.cell_len))
            line.rstrip()
            lines.append(line)
    return lines
