"""atom: effects of red, blue and green (A-11)."""

from __future__ import annotations

import pytest
from tests.unit.games.atom.positions import (
    breach,
    cells,
    fight,
    lives,
    phase,
    played,
    side,
    tokens,
    tower,
    wall,
)

FLOWER = " K-1,-1 K-1,1 K0,-2 K0,2 K1,-1 K1,1"
"""Six blacks around 0,0."""


def test_a_11_every_coloured_atom_has_an_effect_and_no_black() -> None:
    state = fight(side("K0,0 R0,2 K0,4", "", "B1,1 G0,2 K0,0"), side(), attacks=0)
    assert tokens(state) == "E1:0,2 E3:0,2 E3:1,1 end"
    assert breach(state.why_not("E1:0,0")) == (
        "black-has-no-effect",
        ("0.1:0,0",),
        "the atom at 0,0 is black: it has no effect",
    )
    assert breach(state.why_not("E2:0,0")) == ("no-atom", ("0.2",), "cell 2 has no atom at 0,0")


def test_a_11_effects_cost_no_attacks_and_have_no_limit() -> None:
    state = fight(side("K0,0 G0,2 G1,1 G-1,1 B0,-2"), side("K0,0"), attacks=0, turn=5)
    state = played(state, "E1:0,2 E1:1,1 E1:-1,1 E1:0,-2")
    assert (phase(state), lives(state), state.sides[0].held) == ("act:0", (23, 20), (1, 0, 0, 0))
    assert cells(state, 0) == ["K0,0", "", ""]


@pytest.mark.parametrize(("around", "y"), [(0, 0), (1, 1), (2, 2), (3, 3), (4, 4), (5, 5), (6, 6)])
def test_a_11_y_is_counted_before_the_atom_is_removed(around: int, y: int) -> None:
    """Around the atom blacks first, then blues; the last of these hangs on a black."""
    points = FLOWER.split()
    ring = [f"{'K' if at < around else 'B'}{point[1:]}" for at, point in enumerate(points)]
    atoms = " ".join(ring) + " K2,2"
    for colour, gained in (("B", (y, 20, 9)), ("G", (0, 20 + y, 9)), ("R", (0, 20, 9 - y))):
        state = fight(side(f"{colour}0,0 {atoms}"), side(wall(8)))
        state = state.play("E1:0,0")
        if colour == "R":
            assert phase(state) == (f"lose:1,{y},-" if y else "act:1")
            state = played(state, " ".join(f"L1:0,{2 * at}" for at in range(y)))
        assert phase(state) == "act:1"
        assert (state.sides[0].held[0], state.sides[0].life) == gained[:2]
        assert len(state.sides[1].cells[0]) == gained[2]


def test_a_11_blue_gives_blacks_into_the_holding_area() -> None:
    state = fight(side("K0,0 B0,2 K0,4", held="1.2.3.4"), side())
    state = played(state, "E1:0,2 H1:0,0")
    assert state.sides[0].held == (3, 2, 3, 4)
    assert state.sides[1].held == (0, 0, 0, 0)


def test_a_11_green_heals_without_an_upper_limit() -> None:
    state = fight(side("G0,0" + FLOWER, life=20), side(), turn=4).play("E1:0,0")
    assert lives(state) == (20, 26)


@pytest.mark.parametrize(
    ("life", "cap", "after"),
    [(20, 26, 26), (20, 27, 26), (20, 25, 25), (20, 21, 21), (20, 20, 20), (20, 19, 20), (1, 9, 7)],
)
def test_a_11_healing_stops_at_the_cap_and_a_life_above_it_is_not_lowered(
    life: int, cap: int, after: int
) -> None:
    state = fight(side("G0,0" + FLOWER, life=life), side(), life_cap=cap).play("E1:0,0")
    assert lives(state) == (after, 20)


def test_a_11_red_the_opponent_removes_atoms_of_his_choice_across_cells() -> None:
    state = fight(side("R0,0" + FLOWER), side("K0,0 R0,2", "", "G0,2 K0,0 K0,4"), attacks=0)
    state = state.play("E1:0,0")
    assert (phase(state), state.actor, state.owner) == ("lose:0,5,-", 1, 0)
    state = fight(side("K0,0 R0,2 K0,4 K1,3"), side("K0,0 R0,2", "", "G0,2 K0,0 K0,4"), attacks=2)
    state = played(state, "E1:0,2 H1:0,4")
    assert (phase(state), state.actor, state.owner) == ("lose:2,3,-", 1, 0)
    assert tokens(state) == "L1:0,0 L1:0,2 L3:0,0 L3:0,2 L3:0,4"
    state = state.play("L3:0,0")
    assert (phase(state), state.actor) == ("lose:2,2,3", 1)
    assert tokens(state) == "L1:0,0 L1:0,2 L3:0,2 L3:0,4"
    state = played(state, "L1:0,2 L3:0,2")
    assert (phase(state), state.actor, cells(state, 1)) == ("act:2", 0, ["K0,0", "", "K0,4"])


def test_a_11_atoms_of_a_cell_that_has_lost_its_black_still_count() -> None:
    state = fight(side("K0,0 R0,2 K0,4 K1,3"), side("K0,0 R0,2 G0,4", "K0,0"))
    state = played(state, "E1:0,2 H1:0,4 L1:0,0")
    assert (phase(state), cells(state, 1)) == ("lose:1,2,1", ["R0,2 G0,4", "K0,0", ""])
    assert tokens(state) == "L1:0,2 L1:0,4 L2:0,0"
    state = played(state, "L1:0,4 L1:0,2")
    assert (phase(state), cells(state, 1)) == ("act:1", ["", "K0,0", ""])


@pytest.mark.parametrize(("cells_", "left"), [((), 0), (("K0,0",), 1), (("K0,0", "", "K0,0"), 2)])
def test_a_11_red_takes_no_more_than_all_the_opponent_has(
    cells_: tuple[str, ...], left: int
) -> None:
    state = fight(side("K0,0 R0,2 K0,4 K1,3"), side(*cells_), attacks=1)
    state = played(state, "E1:0,2 H1:0,0")
    assert phase(state) == (f"lose:1,{left},-" if left else "act:1")
    while state.actor == 1:
        state = state.play(state.actions()[0])
    assert (phase(state), cells(state, 1)) == ("act:1", ["", "", ""])


def test_a_11_touched_cells_are_settled_in_the_order_of_their_numbers() -> None:
    mine = side("K0,0 R0,2 K0,4 K1,3 K-1,3")
    state = fight(mine, side(wall(2), wall(1), wall(3)), attacks=1)
    state = played(state, "E1:0,2 H1:-1,3 L3:0,2 L1:0,2 L2:0,0 L3:0,6")
    assert (phase(state), state.actor, tokens(state)) == ("keep:1,1,123", 1, "H1:0,0 H1:0,4")
    assert cells(state, 1) == ["K0,0 K0,4", "K0,2", "K0,0 K0,4"]
    state = state.play("H1:0,4")
    assert (phase(state), tokens(state)) == ("keep:1,1,3", "H3:0,0 H3:0,4")
    state = state.play("H3:0,0")
    assert (phase(state), state.actor) == ("act:1", 0)
    assert cells(state, 1) == ["K0,4", "K0,2", "K0,0"]


def test_a_11_one_keep_at_a_time_for_all_three_cells() -> None:
    state = fight(side("K0,0 R0,2 K1,1 K-1,1"), side(wall(2), wall(2), wall(2)))
    state = played(state, "E1:0,2 L3:0,2 L2:0,2 L1:0,2")
    kept = []
    while state.actor == 1:
        kept.append((phase(state), tokens(state)))
        state = state.play(state.actions()[-1])
    assert kept == [
        ("keep:1,1,123", "H1:0,0 H1:0,4"),
        ("keep:1,1,23", "H2:0,0 H2:0,4"),
        ("keep:1,1,3", "H3:0,0 H3:0,4"),
    ]
    assert (phase(state), cells(state, 1)) == ("act:1", ["K0,4", "K0,4", "K0,4"])


def test_a_11_a_cell_that_red_left_without_black_is_destroyed_whole() -> None:
    state = fight(side("K0,0 R0,2 K1,1"), side("K0,0 R0,2", "K0,0 G0,2 B0,4"))
    state = played(state, "E1:0,2 L2:0,0 L1:0,2")
    assert cells(state, 1) == ["K0,0", "", ""]


def test_a_11_an_effect_that_splits_ones_own_cell_keep_first_then_the_effect() -> None:
    for colour, before in (("R", "R2"), ("B", "B2"), ("G", "G2")):
        state = fight(side("", f"K0,0 {colour}0,2 K0,4"), side(wall(2)), attacks=1)
        state = state.play("E2:0,2")
        assert (phase(state), state.actor) == (f"keep:1,0,2,{before}", 0)
        assert (lives(state), state.sides[0].held) == ((20, 20), (0, 0, 0, 0))
        assert tokens(state) == "H2:0,0 H2:0,4"
        state = state.play("H2:0,4")
        assert cells(state, 0) == ["", "K0,4", ""]
        expected = {
            "R": ("lose:1,2,-", 20, 0),
            "B": ("act:1", 20, 2),
            "G": ("act:1", 22, 0),
        }[colour]
        assert (phase(state), state.sides[0].life, state.sides[0].held[0]) == expected


def test_a_11_an_effect_sweeps_away_own_parts_without_black() -> None:
    state = fight(side("K0,0 G0,2 R0,4 B0,6"), side("K0,0")).play("E1:0,2")
    assert (phase(state), cells(state, 0), lives(state)) == ("act:1", ["K0,0", "", ""], (21, 20))
    assert state.sides[0].held == (0, 0, 0, 0)


def test_a_11_y_0_is_legal() -> None:
    state = fight(side("K0,0 B0,2 R0,4 G1,5 B-1,5"), side("K0,0"))
    assert phase(state.play("E1:0,4")) == "act:1"
    assert cells(state.play("E1:0,4"), 1) == ["K0,0", "", ""]
    assert lives(state.play("E1:1,5")) == (20, 20)
    assert state.play("E1:-1,5").sides[0].held == (0, 0, 0, 0)
    assert cells(state.play("E1:-1,5"), 0)[0] == "K0,0 B0,2 R0,4 G1,5"


def test_a_11_an_effect_lowers_ones_own_attack_and_defence_only_by_what_goes() -> None:
    state = played(fight(side(tower(3) + " R0,2"), side(wall(2))), "E1:0,2 L1:0,0 L1:0,2")
    assert (phase(state), tokens(state)) == ("act:1", "A11 end")
    assert cells(state, 0)[0] == tower(3)
    assert phase(state.play("A11")) == "destroy:0,1,1,first"
