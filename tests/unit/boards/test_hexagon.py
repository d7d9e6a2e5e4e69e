"""The hexagonal board: points, labels, lines, and the hole in the centre."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest

from duiyi.boards.hexagon import DIRECTIONS, HexagonBoard, hexagon
from duiyi.core.view import Geometry, Site

BOARD = hexagon(4)


def points(labels: str) -> tuple[int, ...]:
    return tuple(BOARD.labels.index(label) for label in labels.split())


def pair(labels: str) -> tuple[int, int]:
    one, other = points(labels)
    return one, other


def rays(label: str) -> list[str]:
    (point,) = points(label)
    return [" ".join(BOARD.label(p) for p in ray) for ray in BOARD.rays[point]]


def test_there_is_one_board_of_each_radius() -> None:
    assert hexagon(4) is BOARD
    assert hexagon(2) is not BOARD
    assert hexagon(2).radius == 2


@pytest.mark.parametrize(("radius", "number"), [(1, 6), (2, 18), (3, 36), (4, 60)])
def test_a_board_has_all_points_of_a_hexagon_but_the_centre(radius: int, number: int) -> None:
    board = hexagon(radius)
    assert board.points == range(number)
    assert len(set(board.places)) == len(board.places) == number
    assert all(max(abs(x), abs(y), abs(x + y)) in range(1, radius + 1) for x, y in board.places)


def test_the_columns_go_from_left_to_right_and_upwards() -> None:
    assert [len(column) for column in BOARD.columns] == [5, 6, 7, 8, 8, 8, 7, 6, 5]
    assert BOARD.columns[0] == ((-4, 0), (-4, 1), (-4, 2), (-4, 3), (-4, 4))
    assert BOARD.columns[4] == tuple((0, y) for y in (-4, -3, -2, -1, 1, 2, 3, 4))
    assert BOARD.columns[8] == ((4, -4), (4, -3), (4, -2), (4, -1), (4, 0))


def test_labels_skip_the_hole() -> None:
    assert " ".join(BOARD.labels) == (
        "A1 A2 A3 A4 A5 B1 B2 B3 B4 B5 B6 C1 C2 C3 C4 C5 C6 C7 D1 D2 D3 D4 D5 D6 D7 D8 "
        "E1 E2 E3 E4 E5 E6 E7 E8 F1 F2 F3 F4 F5 F6 F7 F8 G1 G2 G3 G4 G5 G6 G7 "
        "H1 H2 H3 H4 H5 H6 I1 I2 I3 I4 I5"
    )
    assert hexagon(1).labels == ("A1", "A2", "B1", "B2", "C1", "C2")
    assert BOARD.label(0) == "A1"
    assert BOARD.label(59) == "I5"


def test_a_label_names_its_point_and_others_name_none() -> None:
    assert [BOARD.point(label) for label in BOARD.labels] == list(range(60))
    for label in ("", "A", "A0", "A6", "E9", "J1", "Z99", "a1", "A01", "A1 "):
        assert BOARD.point(label) is None


@pytest.mark.parametrize(
    ("label", "place"),
    [("C2", (-2, -1)), ("C3", (-2, 0)), ("E4", (0, -1)), ("E5", (0, 1)), ("I5", (4, 0))],
)
def test_places_count_from_the_centre(label: str, place: tuple[int, int]) -> None:
    (point,) = points(label)
    assert BOARD.places[point] == place


def test_directions_go_clockwise_from_straight_up() -> None:
    assert DIRECTIONS == ((0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1))


def test_rays_run_along_the_three_lines_to_the_edge() -> None:
    assert rays("A1") == ["A2 A3 A4 A5", "B2 C3 D4", "B1 C1 D1 E1", "", "", ""]
    assert rays("D3") == [
        "D4 D5 D6 D7 D8",
        "E4 F4 G4 H4 I4",
        "E3 F2 G1",
        "D2 D1",
        "C2 B1",
        "C3 B3 A3",
    ]
    assert rays("I5") == ["", "", "", "I4 I3 I2 I1", "H5 G5 F5", "H6 G7 F8 E8"]
    assert rays("G6") == ["G7", "H6", "H5 I4", "G5 G4 G3 G2 G1", "F6 E5 D5 C4 B3 A2", "F7 E7 D8"]


def test_the_hole_stops_a_line() -> None:
    assert rays("E4") == ["", "F4 G4 H4 I4", "F3 G2 H1", "E3 E2 E1", "D3 C2 B1", "D4 C4 B4 A4"]
    assert rays("E5") == ["E6 E7 E8", "F6 G6 H6", "F5 G4 H3 I2", "", "D5 C4 B3 A2", "D6 C6 B6"]
    assert rays("D4") == ["D5 D6 D7 D8", "", "E4 F3 G2 H1", "D3 D2 D1", "C3 B2 A1", "C4 B4 A4"]
    assert rays("F5") == ["F6 F7 F8", "G5 H5 I5", "G4 H3 I2", "F4 F3 F2 F1", "", "E5 D6 C6 B6"]


def test_lines_lead_back() -> None:
    for point in BOARD.points:
        for way in range(6):
            for end in BOARD.rays[point][way]:
                assert point in BOARD.rays[end][(way + 3) % 6]


def test_between_has_the_points_on_the_way_nearest_first() -> None:
    assert BOARD.between[pair("A1 D4")] == points("B2 C3")
    assert BOARD.between[pair("D4 A1")] == points("C3 B2")
    assert BOARD.between[pair("A1 A2")] == ()
    for apart in ("A1 A1", "A1 B3", "E4 E5", "D4 F4"):
        assert pair(apart) not in BOARD.between
    assert len(BOARD.between) == sum(len(ray) for six in BOARD.rays for ray in six)


@pytest.mark.parametrize("ends", ["E4 E5", "E1 E8", "D4 F5", "A1 I5", "D5 F4", "A5 I1", "C5 F4"])
def test_only_the_hole_is_between(ends: str) -> None:
    one, other = pair(ends)
    assert BOARD.across_hole(one, other)
    assert BOARD.across_hole(other, one)


@pytest.mark.parametrize(
    "ends",
    ["E4 E4", "E3 E4", "E6 E8", "A1 C3", "F5 I5", "A5 B5", "D3 C5", "D3 F5", "E3 F6", "D5 F5"],
)
def test_the_hole_is_not_what_keeps_points_apart(ends: str) -> None:
    one, other = pair(ends)
    assert not BOARD.across_hole(one, other)


def test_the_hole_is_between_exactly_the_points_of_opposite_rays_from_the_centre() -> None:
    found = {
        (one, other)
        for one in BOARD.points
        for other in BOARD.points
        if BOARD.across_hole(one, other)
    }
    by_place = {place: point for point, place in enumerate(BOARD.places)}
    wanted = {
        (by_place[a * x, a * y], by_place[-b * x, -b * y])
        for x, y in DIRECTIONS
        for a in range(1, 5)
        for b in range(1, 5)
    }
    assert found == wanted


def test_the_smallest_geometry_is_a_ring() -> None:
    right = round(math.sqrt(3) / 2, 6)
    far = round(math.sqrt(3), 6)
    assert HexagonBoard(1).geometry == Geometry(
        sites=(
            Site("A1", 0.0, 1.5, "A1"),
            Site("A2", 0.0, 0.5, "A2"),
            Site("B1", right, 2.0, "B1"),
            Site("B2", right, 0.0, "B2"),
            Site("C1", far, 1.5, "C1"),
            Site("C2", far, 0.5, "C2"),
        ),
        lines=(
            ((0.0, 1.5), (0.0, 0.5)),
            ((far, 1.5), (far, 0.5)),
            ((0.0, 0.5), (right, 0.0)),
            ((right, 2.0), (far, 1.5)),
            ((0.0, 1.5), (right, 2.0)),
            ((right, 0.0), (far, 0.5)),
        ),
    )


def test_the_drawing_is_a_regular_hexagon_with_neighbours_at_distance_one() -> None:
    geometry = BOARD.geometry
    at = {site.id: (site.x, site.y) for site in geometry.sites}
    assert list(at) == list(BOARD.labels)
    assert all(site.label == site.id and not site.outline for site in geometry.sites)
    assert at["A1"] == (0.0, 6.0)
    assert at["A5"] == (0.0, 2.0)
    assert at["E1"] == pytest.approx((2 * math.sqrt(3), 8.0))
    assert at["E8"] == pytest.approx((2 * math.sqrt(3), 0.0))
    assert at["I5"] == pytest.approx((4 * math.sqrt(3), 2.0))
    for line in geometry.lines:
        for one, other in pairwise(line):
            assert math.dist(one, other) == pytest.approx(1, abs=1e-5)


def test_thirty_lines_join_all_neighbours_once() -> None:
    lines = BOARD.geometry.lines
    assert len(lines) == 30
    assert sorted(len(line) for line in lines) == sorted(3 * (4, 4, 5, 5, 6, 6, 7, 7, 8, 8))
    joined = [frozenset(pair) for line in lines for pair in pairwise(line)]
    neighbours = sum(1 for six in BOARD.rays for ray in six if ray) // 2
    assert len(joined) == len(set(joined)) == neighbours
