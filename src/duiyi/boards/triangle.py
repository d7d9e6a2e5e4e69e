"""Triangular lattices: points (r, h), their six neighbours, and what hangs together.

`r` counts rows upwards, `h` is twice the horizontal position, so that both are whole numbers;
`h` and `r` are both even or both odd. A row is √3/2 high where neighbours are 1 apart.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import cache

Point = tuple[int, int]
ROW_HEIGHT = 3**0.5 / 2


@cache
def neighbours(point: Point) -> tuple[Point, ...]:
    """The six points at distance 1."""
    r, h = point
    return (r - 1, h - 1), (r - 1, h + 1), (r, h - 2), (r, h + 2), (r + 1, h - 1), (r + 1, h + 1)


def parts(points: Collection[Point]) -> Iterator[frozenset[Point]]:
    """The connected parts of a set of points, by their smallest point."""
    left = set(points)
    for start in sorted(points):
        part: set[Point] = set()
        todo = [start]
        while todo:
            point = todo.pop()
            if point in left:
                left.discard(point)
                part.add(point)
                todo += neighbours(point)
        if part:
            yield frozenset(part)


def place(point: Point) -> tuple[float, float]:
    """Where a point lies in a drawing: to the right, and downwards."""
    r, h = point
    return h / 2, -r * ROW_HEIGHT
