"""atom: attacks on cells (A-7, A-8) and on the player (A-10)."""

from __future__ import annotations

from typing import Any

import pytest
from tests.unit.games.atom.positions import (
    breach,
    cells,
    fight,
    lives,
    phase,
    played,
    result,
    side,
    tokens,
    tower,
    wall,
)

from duiyi.games.atom import AtomState


def test_a_7_any_own_cell_attacks_any_enemy_cell_that_is_not_empty() -> None:
    state = fight(side("K0,0", "", tower(2)), side("", "K0,0", wall(3)))
    assert tokens(state) == "A12 A13 A32 A33 end"
    empty = fight(side(), side("K0,0"))
    assert tokens(empty) == "end"
    assert breach(state.why_not("A22")) == ("empty-attacker", ("0.2",), "your cell 2 is empty")
    assert breach(state.why_not("A11")) == ("empty-target", ("1.1",), "the other's cell 1 is empty")


def test_a_7_an_attack_that_fails_is_used_up_and_changes_nothing() -> None:
    state = fight(side(tower(2)), side(wall(2)), attacks=2)
    later = state.play("A11")
    assert later.sides == state.sides
    assert (phase(later), tokens(later)) == ("act:1", "A11 end")
    later = later.play("A11")
    assert (later.sides, phase(later), tokens(later)) == (state.sides, "act:0", "end")
    assert breach(later.why_not("A11")) == ("no-attacks", (), "no attacks are left this turn")


@pytest.mark.parametrize(
    ("power", "defender", "succeeds"),
    [
        (2, wall(1), True),
        (2, wall(2), False),
        (2, wall(3), False),
        (2, "K0,0 K1,1 K1,3", True),
        (1, "K0,0 K1,1 K1,3", False),
        (1, "K0,0 K1,1", True),
        (0, "K0,0", False),
        (1, "K0,0", True),
    ],
)
def test_a_1_an_attack_succeeds_when_it_is_strictly_greater(
    power: int, defender: str, succeeds: bool
) -> None:
    state = fight(side(tower(power)), side(defender)).play("A11")
    assert phase(state) == ("destroy:0,1,1,first" if succeeds else "act:0")
    assert lives(state) == (20, 20 - power if succeeds else 20)


@pytest.mark.parametrize(("greens", "loss"), [(0, 3), (1, 2), (3, 0), (4, 0)])
def test_a_8_greens_of_the_defending_cell_reduce_the_damage(greens: int, loss: int) -> None:
    shield = " ".join(f"G1,{2 * at + 1}" for at in range(greens))
    state = fight(side(tower(3)), side(f"{wall(2)} {shield}")).play("A11")
    assert lives(state) == (20, 20 - loss)
    assert phase(state) == "destroy:0,1,1,first"


def test_a_8_only_the_cells_that_fight_count() -> None:
    """Reds elsewhere, blues and greens elsewhere or on the attacker's side change nothing."""
    mine = side(tower(3) + " G3,3 B2,2", "K0,0 R0,2 R0,4")
    theirs = side(wall(2) + " R0,6", "K0,0 G0,2 B0,4 G1,1 B1,3")
    state = fight(mine, theirs).play("A11")
    assert (lives(state), phase(state)) == ((20, 17), "destroy:0,1,1,first")


DAMAGES = [
    ("attack", 3, 3),
    ("none", 0, 3),
    ("excess", 2, 3),
]


@pytest.mark.parametrize(("damage", "loss", "direct"), DAMAGES)
def test_a_8_the_option_damage(damage: str, loss: int, direct: int) -> None:
    """3 against 1.5: the excess of 1.5 counts as 2. A direct attack is the same under all."""
    state = fight(side(tower(3)), side("K0,0 K0,2 K1,3"), damage=damage)
    later = state.play("A11")
    assert (lives(later), phase(later)) == ((20, 20 - loss), "destroy:0,1,1,first")
    open_ = fight(side(tower(3)), side(), damage=damage)
    assert lives(open_.play("D1")) == (20, 20 - direct)


@pytest.mark.parametrize(
    ("power", "defender", "loss"),
    [
        (3, wall(2), 1),
        (3, wall(2) + " G0,6", 0),
        (3, wall(1), 2),
        (3, wall(1) + " G0,4", 1),
        (3, wall(1) + " G0,4 G0,6 G0,8", 0),
        (3, "K0,0 K1,1", 3),
        (3, "K0,0 K1,1 G1,3", 2),
        (5, "K0,0 K1,1", 5),
        (1, "K0,0", 1),
    ],
)
def test_a_8_excess_is_rounded_up_before_the_greens(power: int, defender: str, loss: int) -> None:
    state = fight(side(tower(power)), side(defender), damage="excess").play("A11")
    assert lives(state) == (20, 20 - loss)


def test_a_8_without_damage_life_is_safe_while_a_cell_stands() -> None:
    state = fight(side(tower(9)), side("K0,0", life=1), damage="none").play("A11")
    assert (lives(state), result(state), phase(state)) == ((20, 1), "-", "destroy:0,1,1,first")


@pytest.mark.parametrize(
    ("reds", "blues", "atoms", "count"),
    [
        (0, 0, 3, 1),
        (1, 0, 3, 2),
        (2, 0, 3, 3),
        (3, 0, 3, 3),
        (2, 1, 3, 2),
        (2, 2, 3, 1),
        (2, 3, 3, 0),
        (0, 1, 3, 0),
        (0, 2, 3, 0),
        (9, 1, 3, 4),
        (9, 7, 3, 3),
    ],
)
def test_a_8_one_atom_more_by_reds_and_fewer_by_blues(
    reds: int, blues: int, atoms: int, count: int
) -> None:
    attacker = tower(4) + "".join(f" R0,{2 * at + 2}" for at in range(reds))
    defender = wall(atoms - 1) + "".join(f" B1,{2 * at + 1}" for at in range(blues))
    state = fight(side(attacker), side(defender), attacks=2).play("A11")
    assert lives(state) == (20, 16)
    assert phase(state) == (f"destroy:1,1,{count},first" if count else "act:1")


def test_a_8_an_attack_held_by_blues_still_does_damage() -> None:
    state = fight(side(tower(3)), side("K0,0 B0,2"), attacks=2)
    later = state.play("A11")
    assert (lives(later), phase(later)) == ((20, 17), "act:1")
    assert cells(later, 1) == ["K0,0 B0,2", "", ""]
    again = later.play("A11")
    assert (lives(again), phase(again), tokens(again)) == ((20, 14), "act:0", "end")


def destroying(reds: int, defender: str, **options: Any) -> AtomState:
    attacker = tower(5) + "".join(f" R0,{2 * at + 2}" for at in range(reds))
    return fight(side(attacker), side(defender), **options).play("A11")


def test_a_8_the_first_must_be_black_and_is_not_optional() -> None:
    state = destroying(2, "K0,0 R0,2 K0,4 G0,6")
    assert tokens(state) == "X0,0 X0,4"
    assert breach(state.why_not("stop")) == ("must-destroy", (), "one black atom must be destroyed")
    assert breach(state.why_not("X0,2")) == (
        "black-first",
        ("1.1:0,2",),
        "the first atom to be destroyed must be black, 0,2 is not",
    )


def test_a_8_the_others_are_of_any_colour_and_optional() -> None:
    state = destroying(2, "K0,0 R0,2 K0,4 G0,6").play("X0,0")
    assert (phase(state), tokens(state)) == ("destroy:0,1,2,more", "X0,2 X0,4 X0,6 stop")
    state = state.play("X0,6")
    assert (phase(state), tokens(state)) == ("destroy:0,1,1,more", "X0,2 X0,4 stop")


def test_a_8_further_destroying_may_be_declined() -> None:
    state = destroying(2, "K0,0 R0,2 K0,4 G0,6").play("X0,0")
    state = state.play("stop")
    assert (phase(state), cells(state, 1)) == ("act:0", ["R0,2 K0,4 G0,6", "", ""])
    state = played(destroying(3, wall(3)), "X0,0 X0,6 stop")
    assert (phase(state), cells(state, 1)) == ("act:0", ["K0,2 K0,4", "", ""])


def test_a_8_destroying_ends_by_itself_after_n_atoms() -> None:
    state = played(destroying(1, "K0,0 R0,2 K0,4 G0,6"), "X0,0 X0,2")
    assert (phase(state), cells(state, 1)) == ("act:0", ["K0,4 G0,6", "", ""])
    state = destroying(0, "K0,0 R0,2").play("X0,0")
    assert (phase(state), cells(state, 1)) == ("act:0", ["", "", ""])


def test_a_8_a_cell_that_lost_its_last_black_may_be_destroyed_further() -> None:
    state = destroying(2, "K0,0 R0,2 G0,4").play("X0,0")
    assert (phase(state), cells(state, 1)) == ("destroy:0,1,2,more", ["R0,2 G0,4", "", ""])
    assert tokens(state) == "X0,2 X0,4 stop"
    assert cells(state.play("stop"), 1) == ["", "", ""]
    assert phase(played(state, "X0,2 X0,4")) == "act:0"
    assert cells(played(state, "X0,2 X0,4"), 1) == ["", "", ""]


def test_a_8_destroyed_atoms_do_not_return_to_a_holding_area() -> None:
    state = played(destroying(1, wall(1) + " R1,1"), "X0,0 X1,1")
    assert [one.held for one in state.sides] == [(0, 0, 0, 0), (0, 0, 0, 0)]


def test_a_8_numbers_are_those_of_the_declaration() -> None:
    """The blue that is destroyed first does not raise what was left."""
    state = played(destroying(2, "K0,0 B0,2 K0,4"), "X0,0 X0,2")
    assert (phase(state), cells(state, 1)) == ("act:0", ["K0,4", "", ""])


def test_a_8_damage_comes_first_and_may_end_the_game() -> None:
    state = fight(side(tower(3)), side("K0,0", life=3), attacks=2).play("A11")
    assert (result(state), phase(state), cells(state, 1)) == ("1 0 life", "over", ["K0,0", "", ""])


def test_a_10_a_direct_attack_does_the_attack_power_as_damage() -> None:
    state = fight(side(tower(3), "K0,0", tower(1)), side(), attacks=3)
    assert tokens(state) == "D1 D2 D3 end"
    assert lives(state.play("D1")) == (20, 17)
    assert lives(state.play("D2")) == (20, 20)
    assert lives(state.play("D3")) == (20, 19)
    assert phase(state.play("D2")) == "act:2"


def test_a_10_it_may_be_repeated_while_attacks_are_left() -> None:
    state = played(fight(side(tower(3)), side(), attacks=3), "D1 D1")
    assert (lives(state), phase(state), tokens(state)) == ((20, 14), "act:1", "D1 end")
    state = state.play("D1")
    assert (lives(state), tokens(state)) == ((20, 11), "end")
    assert breach(state.why_not("D1")) == ("no-attacks", (), "no attacks are left this turn")


@pytest.mark.parametrize("standing", [("K0,0", "", ""), ("", "K0,0", ""), ("", "", "K0,0")])
def test_a_10_not_while_one_of_the_three_cells_stands(standing: tuple[str, str, str]) -> None:
    state = fight(side(tower(3)), side(*standing))
    assert tokens(state).startswith("A1")
    assert breach(state.why_not("D1")) == (
        "cells-stand",
        (),
        "a direct attack needs all three cells of the other to be empty",
    )


def test_a_10_right_after_the_last_cell_fell_in_the_same_turn() -> None:
    state = fight(side(tower(2)), side("", "K0,0 R0,2"), attacks=3)
    state = played(state, "A12 X0,0")
    assert (cells(state, 1), phase(state)) == (["", "", ""], "act:2")
    assert tokens(state) == "D1 end"
    state = played(state, "D1 D1")
    assert (lives(state), phase(state)) == ((20, 14), "act:0")


def test_a_10_right_after_a_red_took_the_last_cell() -> None:
    state = played(fight(side(tower(2) + " R0,2"), side("K0,0")), "E1:0,2 L1:0,0")
    assert (tokens(state), lives(state.play("D1"))) == ("D1 end", (20, 18))


def test_a_10_an_empty_cell_cannot_attack_the_player() -> None:
    state = fight(side("", tower(3)), side())
    assert tokens(state) == "D2 end"
    assert breach(state.why_not("D1")) == ("empty-attacker", ("0.1",), "your cell 1 is empty")
