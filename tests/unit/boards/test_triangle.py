"""Triangular lattices: neighbours, parts, and where points lie."""

from __future__ import annotations

from itertools import product
from math import dist, isclose, sqrt

import pytest

from duiyi.boards.triangle import ROW_HEIGHT, Point, neighbours, parts, place

NEAR = [point for point in product(range(-3, 4), range(-6, 7)) if sum(point) % 2 == 0]


def test_a_row_is_half_the_root_of_three_high() -> None:
    assert isclose(ROW_HEIGHT, sqrt(3) / 2)


@pytest.mark.parametrize("point", [(0, 0), (1, 1), (-2, 4), (3, -5)])
def test_the_six_neighbours_in_order(point: Point) -> None:
    r, h = point
    assert neighbours(point) == (
        (r - 1, h - 1),
        (r - 1, h + 1),
        (r, h - 2),
        (r, h + 2),
        (r + 1, h - 1),
        (r + 1, h + 1),
    )
    assert list(neighbours(point)) == sorted(neighbours(point))


@pytest.mark.parametrize("point", [(0, 0), (1, 1), (-1, 1)])
def test_neighbours_are_exactly_the_points_at_distance_1(point: Point) -> None:
    near = [other for other in NEAR if isclose(dist(place(point), place(other)), 1)]
    assert sorted(near) == list(neighbours(point))
    others = set(NEAR) - {point, *near}
    assert all(dist(place(point), place(other)) > 1.5 for other in others)


def test_being_neighbours_is_mutual() -> None:
    assert all(point in neighbours(near) for point in NEAR for near in neighbours(point))


def test_points_lie_to_the_right_and_upwards() -> None:
    assert place((0, 0)) == (0, 0)
    assert place((0, 3)) == (1.5, 0)
    assert place((2, -1)) == (-0.5, -2 * ROW_HEIGHT)
    assert place((-1, 1)) == (0.5, ROW_HEIGHT)


def test_no_points_have_no_parts() -> None:
    assert list(parts([])) == []


def test_what_hangs_together_is_one_part() -> None:
    ring = neighbours((0, 0))
    assert list(parts(ring)) == [frozenset(ring)]
    chain = [(r, r % 2) for r in range(9)]
    assert list(parts(chain[::-1])) == [frozenset(chain)]


def test_parts_come_by_their_smallest_point() -> None:
    points = [(5, 5), (0, 4), (4, 4), (0, 0), (1, 1), (2, -4)]
    assert list(parts(points)) == [
        frozenset({(0, 0), (1, 1)}),
        frozenset({(0, 4)}),
        frozenset({(2, -4)}),
        frozenset({(4, 4), (5, 5)}),
    ]


def test_two_rows_or_two_steps_apart_is_not_together() -> None:
    for other in ((2, 0), (0, 4), (1, 3), (-1, 3), (-2, 2)):
        assert len(list(parts([(0, 0), other]))) == 2
