"""Where the sites of a board lie in the picture, and the plane geometry that drawing needs."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import hypot, isclose

from duiyi.core.view import Geometry, Site, View
from duiyi.draw.canvas import FULL_WIDTH, Xy

LONG_SIDE = 744.0
"""How long the longer side of the playing area is at most, in units of the picture."""
WIDE_SIDE = 1116.0
TALL_SIDE = 1500.0
"""The same for a cloth, across and down: there is room for six trays, and for rows of text."""
LARGEST_CELL = 124.0
SLAB_EDGE = 0.86
"""How far the edge of a slab is from its outermost points, in cells."""
MARGIN = {"paper": 78.0, "slab": 16.0, "cloth": 66.0}
NARROW = 42.0
"""The margin of paper without coordinates."""
_label = re.compile(r"([A-Za-z]+)([0-9]+)")


@dataclass(frozen=True)
class Board:
    """The sites of a view, and where its coordinates are in the picture.

    `scale` is how long one unit of the view is; pieces are drawn for cells of the size `cell`.
    `lined`: cells are the squares of a grid, so that a frame goes around them all. `moved`: sites
    that are not where the view has them, to make room for numbers.
    """

    sites: Mapping[str, Site]
    geometry: Geometry
    origin: Xy
    scale: float
    cell: float
    width: float
    height: float
    lined: bool
    moved: Mapping[str, Xy] = field(default_factory=dict)

    def at(self, x: float, y: float) -> Xy:
        return self.origin[0] + x * self.scale, self.origin[1] + y * self.scale

    def xy(self, site: str) -> Xy:
        if site in self.moved:
            return self.moved[site]
        return self.at(self.sites[site].x, self.sites[site].y)

    def outline(self, site: str) -> list[Xy]:
        """The corners of a cell; of a point, a square around it."""
        known = self.sites[site]
        corners = known.outline or _square(known)
        return [self.at(x, y) for x, y in corners]

    def extent(self) -> tuple[Xy, Xy]:
        """The upper left and the lower right corner of the playing area."""
        corners = [corner for site in self.sites for corner in self.outline(site)]
        if not corners:
            return self.origin, (self.width - self.origin[0], self.height - self.origin[1])
        xs, ys = zip(*corners, strict=True)
        return (min(xs), min(ys)), (max(xs), max(ys))


def board_of(view: View, geometry: Geometry, material: str, coordinates: bool = True) -> Board:
    """The board as large as its material lets it be."""
    sites = (*geometry.sites, *view.sites)
    corners = [p for site in sites for p in ((site.x, site.y), *site.outline)] or [(0, 0), (9, 9)]
    if material == "paper" and not any(site.outline for site in sites):
        corners = [p for site in sites for p in _square(site)] or corners
    xs, ys = zip(*corners, strict=True)
    wide, high = max(xs) - min(xs), max(ys) - min(ys)
    narrow = material == "paper" and not coordinates
    margin = NARROW if narrow else MARGIN[material]
    if material == "slab":  # its corners reach further than its edges
        edge = SLAB_EDGE / 0.866
        cell = min((FULL_WIDTH - 2 * margin) / (max(wide, high) + 2 * edge), LARGEST_CELL)
        side = max(wide, high) * cell + 2 * (margin + edge * cell)
        width = height = side
        left, top = (side - wide * cell) / 2, (side - high * cell) / 2
    else:
        across, down = (WIDE_SIDE, TALL_SIDE) if material == "cloth" else (LONG_SIDE, LONG_SIDE)
        cell = min(across / max(wide, 1.0), down / max(high, 1.0), LARGEST_CELL)
        width, height = wide * cell + 2 * margin, high * cell + 2 * margin
        left = top = margin
    known = {site.id: site for site in sites}
    origin = left - min(xs) * cell, top - min(ys) * cell
    return Board(known, geometry, origin, cell, cell, width, height, _lined(geometry))


def axes(sites: Sequence[Site]) -> tuple[dict[str, list[Site]], dict[str, list[Site]]] | None:
    """Sites by the letters and by the number of their labels, if all have both."""
    columns: dict[str, list[Site]] = {}
    rows: dict[str, list[Site]] = {}
    for site in sites:
        found = _label.fullmatch(site.label)
        if found is None:
            return None
        columns.setdefault(found[1], []).append(site)
        rows.setdefault(found[2], []).append(site)
    return columns, rows


def _square(site: Site) -> tuple[Xy, ...]:
    x, y = site.x, site.y
    return (x - 0.5, y - 0.5), (x + 0.5, y - 0.5), (x + 0.5, y + 0.5), (x - 0.5, y + 0.5)


def _lined(geometry: Geometry) -> bool:
    """Whether the cells are unit squares that fill a rectangle."""
    if not geometry.sites or not all(_is_square(site) for site in geometry.sites):
        return False
    places = {(round(site.x, 3), round(site.y, 3)) for site in geometry.sites}
    return len(places) == len({x for x, _ in places}) * len({y for _, y in places})


def _is_square(site: Site) -> bool:
    return len(site.outline) == 4 and {(round(x, 3), round(y, 3)) for x, y in site.outline} == {
        (round(x, 3), round(y, 3)) for x, y in _square(site)
    }


def hull(points: Sequence[Xy]) -> list[Xy]:
    """The corners of the convex hull; points that lie on an edge are not among them."""
    ordered = sorted(set(points))
    if len(ordered) < 3:
        return list(ordered)
    return [*_half(ordered), *_half(ordered[::-1])]


def _half(ordered: Sequence[Xy]) -> Iterator[Xy]:
    chain: list[Xy] = []
    for point in ordered:
        while len(chain) > 1 and not _turns(chain[-2], chain[-1], point):
            chain.pop()
        chain.append(point)
    yield from chain[:-1]


def _turns(a: Xy, b: Xy, c: Xy) -> bool:
    """Whether the way turns at b, by more than rounding may do."""
    area = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
    return area > 1e-3 * hypot(b[0] - a[0], b[1] - a[1]) * hypot(c[0] - a[0], c[1] - a[1])


def grown(corners: Sequence[Xy], by: float) -> list[Xy]:
    """A convex polygon, its corners in the order of `hull`, with every edge moved outwards."""
    result = []
    for i, here in enumerate(corners):
        before, after = corners[i - 1], corners[(i + 1) % len(corners)]
        nx, ny = _normal(before, here)
        mx, my = _normal(here, after)
        share = by / (1 + nx * mx + ny * my)
        result.append((here[0] + (nx + mx) * share, here[1] + (ny + my) * share))
    return result


def _normal(a: Xy, b: Xy) -> Xy:
    length = hypot(b[0] - a[0], b[1] - a[1]) or 1.0
    return (b[1] - a[1]) / length, (a[0] - b[0]) / length


def span_at(corners: Sequence[Xy], y: float) -> tuple[float, float] | None:
    """From where to where a convex polygon goes at a height."""
    found = []
    for a, b in zip(corners, [*corners[1:], corners[0]], strict=True):
        if min(a[1], b[1]) <= y <= max(a[1], b[1]) and not isclose(a[1], b[1]):
            found.append(a[0] + (b[0] - a[0]) * (y - a[1]) / (b[1] - a[1]))
    return (min(found), max(found)) if len(found) > 1 else None


def borders(board: Board, sites: Sequence[str]) -> list[tuple[str, Xy, Xy]]:
    """The edges of these cells that no two of them share, each with its site."""
    edges: dict[frozenset[tuple[int, int]], list[tuple[str, Xy, Xy]]] = {}
    for site in sites:
        corners = board.outline(site)
        for a, b in zip(corners, [*corners[1:], corners[0]], strict=True):
            key = frozenset((round(x), round(y)) for x, y in (a, b))
            edges.setdefault(key, []).append((site, a, b))
    return [found[0] for found in edges.values() if len(found) == 1]
