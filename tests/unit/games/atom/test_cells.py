"""atom: what a cell is worth (A-1), where it may grow (A-2), what it falls apart into (A-9)."""

from __future__ import annotations

from fractions import Fraction

import pytest
from tests.unit.games.atom.positions import fight, side, tower, wall

from duiyi.boards.triangle import neighbours
from duiyi.games.atom.cells import (
    COLOURS,
    Cell,
    attack,
    black_neighbours,
    blacks,
    cell_of,
    colour_at,
    count,
    defence,
    free_points,
    parts_with_black,
    without,
)


def cell(atoms: str) -> Cell:
    """A cell that hangs together, read through a position text."""
    return fight(side(atoms), side()).sides[0].cells[0]


@pytest.mark.parametrize(
    ("atoms", "power", "wall_"),
    [
        ("K0,0", 0, "0"),
        ("K0,0 K0,2", 0, "1"),
        ("K0,0 K1,1", 1, "1/2"),
        ("K0,0 K1,-1", 1, "1/2"),
        ("K0,0 K1,1 K2,0", 2, "1/2"),
        ("K0,0 K1,1 K2,2", 2, "1"),
        ("K0,0 K1,1 K2,2 K3,3", 3, "3/2"),
        ("K-3,-1 K-2,0", 1, "1/2"),
        (tower(6), 6, "1/2"),
        (wall(5), 0, "5"),
    ],
)
def test_a_1_attack_is_the_blacks_height_and_defence_their_width(
    atoms: str, power: int, wall_: str
) -> None:
    assert attack(cell(atoms)) == power
    assert defence(cell(atoms)) == Fraction(wall_)


def test_a_1_only_blacks_count() -> None:
    coloured = cell("G-1,-1 K0,0 R1,1 B0,2 G2,2 G0,-2")
    assert (attack(coloured), defence(coloured)) == (0, Fraction(0))
    spread = cell("K0,0 R1,1 B2,2 K3,3 G4,4 G3,5")
    assert (attack(spread), defence(spread)) == (3, Fraction(3, 2))


def test_a_1_a_cell_without_black_is_worth_nothing() -> None:
    assert (attack(()), defence(())) == (0, Fraction(0))
    assert attack(((0, 0, "R"), (5, 5, "G"))) == 0
    assert defence(((0, 0, "R"), (5, 5, "G"))) == 0


def test_the_atoms_of_a_cell() -> None:
    some = cell("K0,0 R1,1 K2,0 R2,2 G0,2")
    assert COLOURS == "KRBG"
    assert some == ((0, 0, "K"), (0, 2, "G"), (1, 1, "R"), (2, 0, "K"), (2, 2, "R"))
    assert cell_of(reversed(some)) == some
    assert [count(some, colour) for colour in COLOURS] == [2, 2, 0, 1]
    assert blacks(some) == [(0, 0), (2, 0)]
    assert (colour_at(some, (1, 1)), colour_at(some, (2, 0))) == ("R", "K")
    assert (colour_at(some, (0, 1)), colour_at(some, (1, 3)), colour_at((), (0, 0))) == (None,) * 3
    assert without(some, (1, 1)) == ((0, 0, "K"), (0, 2, "G"), (2, 0, "K"), (2, 2, "R"))


@pytest.mark.parametrize(
    ("atoms", "point", "y"),
    [
        ("K0,0 R0,2", (0, 2), 1),
        ("K0,0 R0,2 G0,4", (0, 4), 0),
        ("K0,0 R0,2 K0,4", (0, 2), 2),
        ("R0,0 " + " ".join(f"K{r},{h}" for r, h in neighbours((0, 0))), (0, 0), 6),
        ("R0,0 " + " ".join(f"B{r},{h}" for r, h in neighbours((0, 0))) + " K0,4", (0, 0), 0),
        (tower(4) + " B1,3", (1, 3), 1),
    ],
)
def test_a_11_y_is_the_number_of_black_neighbours(
    atoms: str, point: tuple[int, int], y: int
) -> None:
    assert black_neighbours(cell(atoms), point) == y


def test_a_2_an_empty_cell_begins_at_0_0() -> None:
    assert free_points((), 24, 23) == ((0, 0),)
    assert free_points((), 2, 1) == ((0, 0),)


def test_a_5_the_next_atom_goes_beside_another() -> None:
    assert free_points(cell("K0,0"), 24, 23) == neighbours((0, 0))
    two = set(neighbours((0, 0))) | set(neighbours((0, 2)))
    assert free_points(cell("K0,0 K0,2"), 24, 23) == tuple(sorted(two - {(0, 0), (0, 2)}))


@pytest.mark.parametrize(
    ("atoms", "height", "rows"),
    [
        ("K0,0 K1,1", 1, {0, 1}),
        ("K0,0 K1,1", 2, {-1, 0, 1, 2}),
        ("K7,7 R8,8 R9,7", 3, {6, 7, 8, 9, 10}),
    ],
)
def test_a_2_the_height_is_a_floating_cap_over_all_colours(
    atoms: str, height: int, rows: set[int]
) -> None:
    assert {r for r, _ in free_points(cell(atoms), height, 23)} == rows


@pytest.mark.parametrize(
    ("atoms", "width", "across"),
    [
        ("K0,0 K0,2", 1, {1}),
        ("K0,0 K0,2", 2, {-2, -1, 1, 3, 4}),
        ("K0,0 G1,1", 1, {-1, 0, 1, 2}),
        ("K0,10 R0,12 B0,14", 3, {8, 9, 11, 13, 15, 16}),
    ],
)
def test_a_2_the_width_is_a_floating_cap_over_all_colours(
    atoms: str, width: int, across: set[int]
) -> None:
    assert {h for _, h in free_points(cell(atoms), 24, width)} == across


def test_a_9_parts_with_black_come_by_their_smallest_black() -> None:
    one = "R-4,0 K-3,1".split()
    two = "K-2,-8 G-3,-7 G-4,-8".split()
    broken = cell_of(
        (int(a[1:].split(",")[0]), int(a.split(",")[1]), a[0])
        for a in (*one, *two, "B4,4", "G4,6", "K9,9")
    )
    assert [blacks(part)[0] for part in parts_with_black(broken)] == [(-3, 1), (-2, -8), (9, 9)]
    assert parts_with_black(broken)[1] == ((-4, -8, "G"), (-3, -7, "G"), (-2, -8, "K"))
    assert parts_with_black(((0, 0, "R"), (0, 2, "G"))) == ()
    assert parts_with_black(()) == ()
