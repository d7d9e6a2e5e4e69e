"""Where the sites of a board go in a grid of characters."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from duiyi.core.view import Site

_label = re.compile(r"([A-Za-z]+)([0-9]+)")
_Row = tuple[tuple[int, Site], ...]


@dataclass(frozen=True, slots=True)
class Grid:
    """The rows of a board from the top; each site with the number of its column.

    `letters` go above columns and `numbers` before rows, where the labels of the sites follow
    them; `named` says that they name every site. `full`: every row has every column.
    """

    rows: tuple[_Row, ...]
    step: int
    margin: int
    letters: tuple[tuple[int, str], ...]
    numbers: tuple[str, ...]
    named: bool
    full: bool

    def start(self, column: int) -> int:
        """The first character of the sites in a column."""
        return self.margin + column * self.step


def lay_out(sites: Sequence[Site], width: int, cell: int) -> Grid | None:
    """The grid for sites of `cell` characters, if they lie in rows and columns."""
    if not sites:
        return None
    column, across = _scale(site.x for site in sites)
    row, down = _scale(site.y for site in sites)
    placed: dict[tuple[int, int], Site] = {(row(s.y), column(s.x)): s for s in sites}
    rows = tuple(
        tuple((c, placed[r, c]) for r, c in sorted(placed) if r == line)
        for line in sorted({r for r, _ in placed})
    )
    letters, numbers, named = _axes(rows)
    margin = max(map(len, numbers)) + 1 if any(numbers) else 0
    columns = 1 + max(c for _, c in placed)
    step = _step(rows, across / down, cell, (width - margin) // columns)
    if len(placed) < len(sites) or margin + columns * step > 2 * width:
        return None
    full = all(len(line) == columns for line in rows)
    return Grid(rows, step, margin, letters, numbers, named, full)


def _scale(values: Iterable[float]) -> tuple[Callable[[float], int], float]:
    """From a coordinate to a whole number, and the distance that counts as one."""
    known = sorted({round(value, 3) for value in values})
    gap = min((b - a for a, b in pairwise(known)), default=1.0)
    return lambda value: round((value - known[0]) / gap), gap


def _step(rows: Sequence[_Row], shape: float, cell: int, room: int) -> int:
    """Characters per column: as the board is shaped, roomy if possible, never overlapping."""
    gaps = (b[0] - a[0] for row in rows for a, b in pairwise(row))
    nearest = min(gaps, default=1)
    natural = round(2 * shape)  # a character is about twice as high as wide
    roomy, tight = math.ceil((cell + 1) / nearest), math.ceil(cell / nearest)
    return next((step for step in (max(natural, roomy), roomy) if step <= room), tight)


def _axes(rows: Sequence[_Row]) -> tuple[tuple[tuple[int, str], ...], tuple[str, ...], bool]:
    """Letters above columns (or, in a slanted board, above its first row) and row numbers."""
    read = {site: _label.fullmatch(site.label or site.id) for row in rows for _, site in row}
    if not all(read.values()):
        return (), ("",) * len(rows), False
    parts = {site: match.groups() for site, match in read.items() if match}
    numbers = _shared((r, parts[site][1]) for r, row in enumerate(rows) for _, site in row)
    letters = _shared((c, parts[site][0]) for row in rows for c, site in row)
    slanted = _shared((i, parts[site][0]) for row in rows for i, (_, site) in enumerate(row))
    if letters is None and numbers and slanted:
        letters = {c: parts[site][0] for c, site in rows[0]}
    return (
        tuple((letters or {}).items()),
        tuple((numbers or {}).get(r, "") for r in range(len(rows))),
        bool(letters and numbers),
    )


def _shared(pairs: Iterable[tuple[int, str]]) -> dict[int, str] | None:
    """The one text of each key, if no key has two."""
    found: dict[int, str] = {}
    for key, text in pairs:
        if found.setdefault(key, text) != text:
            return None
    return found
