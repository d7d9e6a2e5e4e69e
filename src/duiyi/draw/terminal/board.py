"""A view in the terminal: one line per row of the board, three characters per site.

What a piece is can be read without colour: the seat's letter or shape stands between two
characters that say how it is doing. Colour and underlining only help.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rich.style import Style
from rich.text import Text

from duiyi.core.view import BUTTON, Geometry, Piece, Stone, View
from duiyi.draw.terminal.grid import Grid, lay_out
from duiyi.draw.terminal.trays import draw_trays, trays_of

SHAPES = {
    "circle": "O",
    "cross": "X",
    "triangle": "△",
    "square": "□",
    "star": "☆",
    "hexagram": "✡",
}
LETTERS = {
    "circle": "O",
    "cross": "X",
    "triangle": "D",
    "square": "U",
    "star": "A",
    "hexagram": "H",
}
FRAMES = {  # the first mark that a piece has decides
    "dead": "-@-",
    "lost": "(@)",
    "forbidden": "/@/",
    "root": "[@]",
    "source": "[@]",
    "spent": ">@<",
    "cannon": "<@>",
    "shield": "{@}",
    "weapon": "!@!",
    "bomb": "*@*",
}
INERT = ("dead", "weapon", "bomb")
LOADED = "cannon"
"""The mark whose label, a number above 1, takes the place of its frame's first character."""
AREA = ":@:"
"""Around what has no frame and is inside an area."""
GOAL = "goal"
"""Areas of this kind are sides of the board, which everyone can see."""

# Pigments that are readable on light and on dark grounds; seat 0 is ink, the terminal's own colour.
PIGMENTS = ("default", "#ee4433", "#48907f", "#b07a06", "#ab70db", "#1f88cf")
ASH = Style(dim=True)
CELL = 3


@dataclass(frozen=True, slots=True)
class Signs:
    """The characters of a board, in Unicode or in ASCII; `letters` are those of a look."""

    shapes: Mapping[str, str]
    legal: str
    empty: str
    bar: str
    letters: Mapping[str, str]


def signs_of(plain: bool, letters: Mapping[str, str] | None = None) -> Signs:
    if plain:
        return Signs(LETTERS, ".", "+", "|", letters or {})
    return Signs(SHAPES, "·", "+", "│", letters or {})


def draw_text(
    view: View,
    geometry: Geometry,
    *,
    plain: bool = False,
    width: int = 80,
    letters: Mapping[str, str] | None = None,
    language: str = "en",
) -> Text:
    """The board as lines of text; `plain` uses ASCII only. `.plain` of it is a string.

    `letters` stand for glyphs that are no seat's symbol; a look has them.
    """
    signs = signs_of(plain, letters)
    cells = _cells(view, signs)
    if trays_of(view):
        return draw_trays(view, cells, width, language)
    sites = {site.id: site for site in (*geometry.sites, *view.sites)}
    grid = lay_out(tuple(sites.values()), width, CELL)
    if grid is not None and not grid.named:
        longest = max(len(site.label) for site in sites.values())
        grid = lay_out(tuple(sites.values()), width, longest + 1 + CELL) or grid
    if grid is None:
        return _list(cells)
    header = [_letters(grid)] if grid.named else []
    rows = [_row(grid, row, cells, signs) for row in range(len(grid.rows))]
    return Text("\n").join([*header, *rows])


def legend(view: View, *, plain: bool = False) -> list[tuple[str, str]]:
    """How what this view has is written: each mark of its pieces, areas, and `legal` sites."""
    signs = signs_of(plain)
    present = {mark for piece in view.pieces for mark in piece.marks}
    empty = _offered(view) - {piece.site for piece in view.pieces}
    rows = [(FRAMES[m].replace("@", signs.shapes["circle"]), m) for m in FRAMES if m in present]
    if _inside(view):
        rows.append((AREA.replace("@", " "), "area"))
    if any(len(piece.stack) > 1 for piece in view.pieces):
        rows.append(("Z12", "height"))
    if trays_of(view):
        rows.append(("0,2", "lattice"))
    return [*rows, (signs.legal.center(CELL), "legal")] if empty else rows


def symbol(glyph: str, *, plain: bool = False) -> str:
    """A seat's symbol as one character."""
    return signs_of(plain).shapes.get(glyph, glyph[:1].upper() or "?")


def seat_style(seat: int | None) -> Style:
    """The colour of a seat, or of nobody."""
    if seat is None or seat < 0:
        return Style()
    return Style(color=PIGMENTS[seat % len(PIGMENTS)], bold=True)


def _cells(view: View, signs: Signs) -> dict[str, tuple[str, Style]]:
    """What is written on each site that has a piece, may be played to, or is in an area."""
    inside = _inside(view)
    cells = {site: (" ", seat_style(owner)) for site, owner in inside.items()}
    cells |= {site: (signs.legal, seat_style(view.actor)) for site in _offered(view)}
    for piece in view.pieces:
        cells[piece.site] = _piece(piece, signs)
    for site in inside:
        written, style = cells[site]
        if len(written) == 1:
            cells[site] = (AREA.replace("@", written), style)
    for site in view.last:
        if site in cells:
            written, style = cells[site]
            cells[site] = (written, style + Style(underline=True))
    return cells


def _inside(view: View) -> dict[str, int | None]:
    """The sites that are in an area, with its owner."""
    return {site: area.owner for area in view.areas if area.kind != GOAL for site in area.sites}


def _offered(view: View) -> set[str]:
    """The last sites of click paths; a button may follow."""
    paths = (path for choice in view.choices for path in choice.paths)
    sites = ([step for step in path if not step.startswith(BUTTON)] for path in paths)
    return {path[-1] for path in sites if path}


def _piece(piece: Piece, signs: Signs) -> tuple[str, Style]:
    top = piece.stack[-1]
    mark = next((mark for mark in FRAMES if mark in piece.marks), None)
    style = ASH if mark in INERT else seat_style(top.seat)
    if mark in ("lost", "forbidden"):
        style += Style(bold=False)
    if top.glyph not in signs.shapes:
        return _kind(top, len(piece.stack), signs), style
    shape = signs.shapes[top.glyph]
    if mark is None:  # a mark of a plug-in's own is shown by its first letter
        return shape + (top.label or "".join(piece.marks))[:1], style
    written = FRAMES[mark].replace("@", shape)
    if mark == LOADED and top.label not in ("", "1"):
        written = (top.label if len(top.label) == 1 else "+") + written[1:]
    return written, style


def _kind(stone: Stone, height: int, signs: Signs) -> str:
    """A piece that is not a seat's symbol: its letter, which may differ by seat, and a number."""
    first = stone.glyph[:1] or "?"
    known = signs.letters.get(stone.glyph, first.upper() + first.lower())
    letter = known[(stone.seat or 0) % len(known)]
    return (letter + (stone.label or (str(height) if height > 1 else "")))[:CELL]


def _letters(grid: Grid) -> Text:
    line = ""
    for column, letter in sorted(grid.letters):
        line = line.ljust(grid.start(column) + CELL // 2) + letter
    return Text(line, ASH)


def _row(grid: Grid, row: int, cells: dict[str, tuple[str, Style]], signs: Signs) -> Text:
    """One row; between the cells of a full board there are bars if there is room.

    Where letters and numbers at the edge do not name the sites, each has its name before it.
    """
    barred = grid.full and grid.step > CELL and grid.named
    bar = signs.bar if barred else " "
    first, _ = grid.rows[row][0]
    line = Text(grid.numbers[row].rjust(grid.start(first) - 1), ASH)
    for column, site in grid.rows[row]:
        if (gap := grid.start(column) - len(line)) > 0:
            line.append(bar.rjust(gap), ASH)
        nothing = "" if barred else signs.empty
        written, style = cells.get(site.id, (nothing, ASH))
        if grid.named:
            line.append(written.center(CELL), style)
        else:
            line.append(f"{site.label} ", ASH)
            line.append(written.ljust(CELL), style)
    line.append(bar, ASH)
    line.rstrip()
    return line


def _list(cells: dict[str, tuple[str, Style]]) -> Text:
    """Of a board that has no rows: what stands where, one site to a line."""
    lines = [Text.assemble(f"{site:>6} ", cells[site]) for site in sorted(cells)]
    return Text("\n").join(lines)
