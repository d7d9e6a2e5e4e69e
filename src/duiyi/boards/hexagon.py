"""Hexagonal boards of points: their labels, the lines through them, and the hole in the centre.

A point is an index: column by column from the left, upwards in each. Coordinates are x, columns
to the right of the centre, and y, steps up the column; lines run along x, along y and along
x − y. The centre is a hole: it is no point, and every line stops there.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cache, cached_property

from duiyi.core.view import Geometry, Site

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
DIRECTIONS = ((0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1))
"""Clockwise from straight up."""

Place = tuple[int, int]


class HexagonBoard:
    """All that is fixed about a board with `radius` points between its centre and each corner."""

    def __init__(self, radius: int) -> None:
        self.radius = radius
        reach = range(-radius, radius + 1)
        self.columns = tuple(
            tuple((x, y) for y in reach if abs(x + y) <= radius and (x, y) != (0, 0)) for x in reach
        )
        """The places of each column, from the left; a column's first is its lowest."""
        self.places = tuple(place for column in self.columns for place in column)
        self.points = range(len(self.places))

    def label(self, point: int) -> str:
        return self.labels[point]

    @cached_property
    def labels(self) -> tuple[str, ...]:
        """`A1`, `A2`, …: the column's letter, and the number in the column from below."""
        return tuple(
            f"{letter}{number}"
            for letter, column in zip(LETTERS, self.columns, strict=False)
            for number in range(1, len(column) + 1)
        )

    @cached_property
    def _by_label(self) -> dict[str, int]:
        return {label: point for point, label in enumerate(self.labels)}

    @cached_property
    def _by_place(self) -> dict[Place, int]:
        return {place: point for point, place in enumerate(self.places)}

    def point(self, label: str) -> int | None:
        """The point that a label names, if the board has it."""
        return self._by_label.get(label)

    def _ray(self, point: int, direction: Place) -> Iterator[int]:
        x, y = self.places[point]
        right, up = direction
        following = self._by_place.get((x + right, y + up))
        if following is not None:
            yield following
            yield from self._ray(following, direction)

    @cached_property
    def rays(self) -> tuple[tuple[tuple[int, ...], ...], ...]:
        """For each point and each of `DIRECTIONS` the points in that direction, nearest first."""
        return tuple(
            tuple(tuple(self._ray(point, direction)) for direction in DIRECTIONS)
            for point in self.points
        )

    @cached_property
    def between(self) -> dict[tuple[int, int], tuple[int, ...]]:
        """For each two different points on a line the points between them, nearest first."""
        return {
            (point, end): ray[:distance]
            for point in self.points
            for ray in self.rays[point]
            for distance, end in enumerate(ray)
        }

    def across_hole(self, one: int, other: int) -> bool:
        """Whether the hole is all that keeps two points from being on a line."""
        (x1, y1), (x2, y2) = self.places[one], self.places[other]
        apart = x1 * x2 < 0 or y1 * y2 < 0
        return apart and (x1 == x2 == 0 or y1 == y2 == 0 or x1 + y1 == x2 + y2 == 0)

    @cached_property
    def symmetries(self) -> tuple[tuple[int, ...], ...]:
        """The twelve ways to turn the board or to turn it over: for each point where it goes.

        The first leaves it as it is.
        """
        found = []
        for over in (False, True):
            places = [(y, x) if over else (x, y) for x, y in self.places]
            for _ in DIRECTIONS:
                found.append(tuple(self._by_place[place] for place in places))
                places = [(x + y, -x) for x, y in places]
        return tuple(found)

    @cached_property
    def geometry(self) -> Geometry:
        """Neighbours are at distance 1; columns are upright, the first point is the lowest."""
        at = [self._drawn(place) for place in self.places]
        sites = (Site(self.labels[p], *at[p], self.labels[p]) for p in self.points)
        lines = (
            (at[point], *(at[p] for p in self.rays[point][direction]))
            for direction, back in ((0, 3), (1, 4), (2, 5))
            for point in self.points
            if self.rays[point][direction] and not self.rays[point][back]
        )
        return Geometry(tuple(sites), tuple(lines))

    def _drawn(self, place: Place) -> tuple[float, float]:
        x, y = place
        return round((x + self.radius) * math.sqrt(3) / 2, 6), self.radius - y - x / 2


@cache
def hexagon(radius: int) -> HexagonBoard:
    """The board of that radius; there is one of each."""
    return HexagonBoard(radius)
