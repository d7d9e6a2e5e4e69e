"""Square boards: labels, steps, neighbours, the seeds' paths, rays, and what is drawn."""

from __future__ import annotations

import pytest
from tests.unit.boards.seed_paths import (
    NEIGHBOURS,
    SEED,
    STRAIGHT,
    STRAIGHT_THEN_TURN,
    TURN_AND_TURN,
    TURN_THEN_STRAIGHT,
    kind,
    walked,
)

from duiyi.boards.square import SquareBoard, bits, is_label, offset, square
from duiyi.core.view import Geometry, Site


def cell(board: SquareBoard, label: str) -> int:
    found = board.cell(label)
    assert found is not None
    return found


def test_the_seed_has_8_adjacent_8_straight_and_24_stable_paths() -> None:
    assert [len(ways) for ways in (NEIGHBOURS, STRAIGHT)] == [8, 8]
    assert [len(w) for w in (STRAIGHT_THEN_TURN, TURN_THEN_STRAIGHT, TURN_AND_TURN)] == [8, 8, 8]
    assert len(set(SEED)) == 40


def test_a1_is_top_left_letters_are_columns_and_numbers_are_rows() -> None:
    board = square(5)
    assert board.labels[:7] == ("A1", "B1", "C1", "D1", "E1", "A2", "B2")
    assert board.labels[-1] == "E5"
    assert len(board.labels) == 25
    assert [board.label(0), board.label(5), board.label(24)] == ["A1", "A2", "E5"]
    assert [board.cell(label) for label in ("A1", "B1", "A2", "E5")] == [0, 1, 5, 24]


def test_labels_and_cells_are_inverse_up_to_the_largest_board() -> None:
    board = square(23)
    assert board.label(23 * 23 - 1) == "W23"
    assert [board.cell(label) for label in board.labels] == list(board.cells) == list(range(529))


@pytest.mark.parametrize("label", ["", "F1", "A6", "A0", "a1", "A01", "1A", "A1 ", "AA1"])
def test_a_label_of_no_cell_is_none(label: str) -> None:
    assert square(5).cell(label) is None


@pytest.mark.parametrize(
    ("text", "good"),
    [
        ("A1", True),
        ("Z99", True),
        ("C10", True),
        ("A0", False),
        ("A01", False),
        ("A100", False),
        ("a1", False),
        ("A", False),
        ("1", False),
        ("", False),
        ("A1x", False),
        ("xA1", False),
    ],
)
def test_the_form_of_a_label_is_a_letter_and_a_number_up_to_99(text: str, good: bool) -> None:
    assert is_label(text) is good


def test_there_is_one_board_of_each_size() -> None:
    assert square(7) is square(7)
    assert square(7) is not square(9)
    assert square(7).size == 7


def test_a_set_of_cells_gives_its_cells_in_order() -> None:
    assert list(bits(0)) == []
    assert list(bits(0b1)) == [0]
    assert list(bits(0b1011001)) == [0, 3, 4, 6]
    assert list(bits(1 << 288 | 1 << 80)) == [80, 288]


@pytest.mark.parametrize(
    ("way", "right_and_down"),
    [
        ("C", (0, 0)),
        ("F", (0, -1)),
        ("B", (0, 1)),
        ("L", (-1, 0)),
        ("R", (1, 0)),
        ("FFR", (1, -2)),
        ("BLL", (-2, 1)),
        ("BBRR", (2, 2)),
    ],
)
def test_front_is_up_and_right_is_right(way: str, right_and_down: tuple[int, int]) -> None:
    assert offset(way) == right_and_down


@pytest.mark.parametrize("way", sorted({word for path in SEED for word in path.split("-")}))
def test_a_step_is_walked_letter_by_letter_and_stops_at_the_edge(way: str) -> None:
    board = square(6)
    assert [board.step(at, way) for at in board.cells] == [walked(6, at, way) for at in board.cells]


@pytest.mark.parametrize("size", [1, 2, 5, 9])
def test_neighbours_are_the_seeds_8_in_its_order(size: int) -> None:
    board = square(size)
    for at in board.cells:
        walks = [walked(size, at, way) for way in NEIGHBOURS]
        assert board.neighbours[at] == tuple(end for end in walks if end is not None)


def test_the_neighbours_of_a_corner_an_edge_and_the_middle() -> None:
    board = square(5)

    def around(label: str) -> list[str]:
        return [board.label(end) for end in board.neighbours[cell(board, label)]]

    assert around("A1") == ["A2", "B1", "B2"]
    assert around("C5") == ["C4", "B5", "D5", "D4", "B4"]
    assert around("C3") == ["C2", "C4", "B3", "D3", "D2", "B2", "D4", "B4"]


@pytest.mark.parametrize("size", [3, 5, 9, 13])
def test_r_2_the_paths_are_exactly_the_seeds_lists_in_its_order(size: int) -> None:
    board = square(size)
    for at in board.cells:
        expected = []
        for way in SEED:
            *between, end = (walked(size, at, word) for word in way.split("-"))
            if end is not None:
                expected.append((end, tuple(between), kind(way)))
        assert [(path.end, path.via, path.kind) for path in board.paths[at]] == expected
        for path in board.paths[at]:
            assert list(bits(path.end_bit)) == [path.end]
            assert list(bits(path.via_bits)) == sorted(path.via)


def test_a_cell_in_the_middle_has_all_40_paths_and_a_corner_has_12() -> None:
    board = square(9)
    assert len(board.paths[cell(board, "E5")]) == 40
    assert len(board.paths[cell(board, "A1")]) == 3 + 3 + 2 * 3


@pytest.mark.parametrize("size", [5, 9])
def test_each_path_is_also_there_in_the_other_direction(size: int) -> None:
    board = square(size)
    ways = {(at, path.via, path.end, path.kind) for at in board.cells for path in board.paths[at]}
    assert {(end, via[::-1], at, kind) for at, via, end, kind in ways} == ways


def test_the_kinds_of_paths() -> None:
    kinds = [path.kind for path in square(5).paths[12]]
    assert kinds == (
        ["adjacent"] * 4
        + ["adjacent-diagonal"] * 4
        + ["straight"] * 4
        + ["straight-diagonal"] * 4
        + ["stable"] * 24
    )


def test_rays_go_to_the_edge_nearest_first() -> None:
    board = square(5)

    def ray(label: str, direction: str) -> list[str]:
        return [board.label(at) for at in board.rays[cell(board, label)][direction]]

    assert ray("B4", "F") == ["B3", "B2", "B1"]
    assert ray("B4", "B") == ["B5"]
    assert ray("B4", "L") == ["A4"]
    assert ray("B4", "R") == ["C4", "D4", "E4"]
    assert ray("A1", "F") == ray("A1", "L") == []
    assert list(board.rays[0]) == ["F", "B", "L", "R"]


@pytest.mark.parametrize("size", [1, 2, 5, 9])
def test_near_is_the_union_of_the_neighbours_without_the_cells_themselves(size: int) -> None:
    board = square(size)
    sets = [1 << at for at in board.cells] + [0, board.full, 0b1011, 0x155555]
    for cells in [cells & board.full for cells in sets]:
        expected = {end for at in bits(cells) for end in board.neighbours[at]}
        assert set(bits(board.near(cells))) == expected - set(bits(cells))


def test_the_full_set_has_every_cell() -> None:
    assert list(bits(square(5).full)) == list(range(25))


def test_the_geometry_has_a_cell_for_each_label_and_the_lines_of_the_grid() -> None:
    assert square(2).geometry == Geometry(
        (
            Site("A1", 0.5, 0.5, "A1", "", ((0, 0), (1, 0), (1, 1), (0, 1))),
            Site("B1", 1.5, 0.5, "B1", "", ((1, 0), (2, 0), (2, 1), (1, 1))),
            Site("A2", 0.5, 1.5, "A2", "", ((0, 1), (1, 1), (1, 2), (0, 2))),
            Site("B2", 1.5, 1.5, "B2", "", ((1, 1), (2, 1), (2, 2), (1, 2))),
        ),
        (
            ((0, 0), (2, 0)),
            ((0, 1), (2, 1)),
            ((0, 2), (2, 2)),
            ((0, 0), (0, 2)),
            ((1, 0), (1, 2)),
            ((2, 0), (2, 2)),
        ),
    )
