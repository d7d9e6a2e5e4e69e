"""atom: placing atoms (A-2, A-5)."""

from __future__ import annotations

import pytest
from tests.unit.games.atom.positions import (
    breach,
    cells,
    phase,
    played,
    position,
    side,
    tokens,
    tower,
    wall,
)

from duiyi.games.atom import AtomState


def placing(mine: str, placements: int = 4, **options: int) -> AtomState:
    return position(f"place:{placements},1", mine, side(), **options)


def test_a_5_an_atom_leaves_the_holding_area_for_its_cell() -> None:
    state = placing(side("K0,0", held="2.1.0.1"))
    state = state.play("1R0,2")
    assert (cells(state, 0), state.sides[0].held) == (["K0,0 R0,2", "", ""], (2, 0, 0, 1))
    assert phase(state) == "place:3,1"
    state = played(state, "2K0,0 2G-1,1 3K0,0")
    assert (cells(state, 0), state.sides[0].held) == (
        ["K0,0 R0,2", "G-1,1 K0,0", "K0,0"],
        (0, 0, 0, 0),
    )
    assert (phase(state), state.actor, state.turn) == ("place:0,1", 0, 3)


def test_a_5_the_second_player_places_in_his_own_cells() -> None:
    state = position("place:4,1", side("K0,0"), side(held="1.0.0.0"), turn=2).play("2K0,0")
    assert (cells(state, 0), cells(state, 1)) == (["K0,0", "", ""], ["", "K0,0", ""])


def test_a_5_all_that_may_be_placed_in_order() -> None:
    state = placing(side("K0,0", held="1.0.1.0"), max_height=2, max_width=1)
    near = ["-1,-1", "-1,1", "0,-2", "0,2", "1,-1", "1,1"]
    expected = [f"1K{at}" for at in near] + [f"1B{at}" for at in near]
    assert tokens(state).split() == [*expected, "2K0,0", "3K0,0", "end"]


def test_a_5_the_first_atom_of_a_cell_is_black() -> None:
    state = placing(side(held="0.1.1.1"))
    assert tokens(state) == "end"
    assert breach(state.why_not("1R0,0")) == (
        "first-black",
        ("0.1",),
        "cell 1 is empty: its first atom must be black",
    )
    assert tokens(placing(side(held="1.1.1.1"))) == "1K0,0 2K0,0 3K0,0 end"


def test_a_5_the_end_is_asked_for_when_the_limit_is_used_up() -> None:
    state = placing(side(held="3.0.0.0"), placements=2)
    state = played(state, "1K0,0 2K0,0")
    assert (phase(state), tokens(state)) == ("place:0,1", "end")
    assert breach(state.why_not("3K0,0")) == (
        "no-placements",
        ("0.3",),
        "no placements are left this turn",
    )
    assert phase(state.play("end")) == "act:1"


def test_a_5_the_end_is_asked_for_when_the_holding_is_used_up() -> None:
    state = placing(side(held="1.0.0.0")).play("1K0,0")
    assert (phase(state), tokens(state)) == ("place:3,1", "end")
    assert phase(state.play("end")) == "act:1"


def test_a_5_nothing_need_be_placed() -> None:
    state = placing(side("K0,0", held="9.9.9.9"), placements=7)
    assert phase(state.play("end")) == "act:1"
    assert state.play("end").sides == state.sides


@pytest.mark.parametrize("choice", [("a", 4), ("b", 7), ("c", 4)])
def test_a_5_the_limit_is_4_or_with_b_4_and_the_cells(choice: tuple[str, int]) -> None:
    what, limit = choice
    state = position("choose", side("K0,0", "K0,0", "K0,0", held="9.0.0.0"), side())
    state = played(state, f"{what} {'+8000' if what == 'a' else '+5000'}")
    for at in range(limit):
        assert "end" in tokens(state).split()
        state = state.play(f"1K0,{2 * at + 2}")
    assert tokens(state) == "end"


def test_a_2_an_emptied_cell_starts_again_at_0_0() -> None:
    state = position("act:1", side(tower(1)), side("K8,4"), turn=3)
    state = played(state, "A11 X8,4 end b +5000")
    assert cells(state, 1) == ["", "", ""]
    assert tokens(state) == "1K0,0 2K0,0 3K0,0 end"
    assert breach(state.why_not("1K8,4")) == (
        "first-at-origin",
        ("1.1",),
        "cell 1 is empty: its first atom goes to 0,0",
    )


def test_a_2_coordinates_are_never_shifted() -> None:
    state = position("act:1", side(tower(4)), side(wall(3)), turn=3)
    state = played(state, "A11 X0,0")
    assert cells(state, 1) == ["K0,2 K0,4 K0,6", "", ""]
    state = played(state, "end b +5000")
    assert breach(state.why_not("1K0,2")) == (
        "taken",
        ("1.1:0,2",),
        "0,2 of cell 1 already has an atom",
    )
    assert cells(state.play("1K0,0"), 1)[0] == wall(3)


def test_a_2_a_cell_may_wander_far_from_where_it_began() -> None:
    state = placing(side("K1200,-34568 K1201,-34567", held="1.0.0.0"))
    state = state.play("1K1202,-34568")
    assert cells(state, 0)[0] == "K1200,-34568 K1201,-34567 K1202,-34568"


@pytest.mark.parametrize("colour", "KRBG")
def test_a_2_no_colour_goes_beyond_the_height(colour: str) -> None:
    held = "1.1.1.1"
    state = placing(side("K0,0 G1,1 B2,2", held=held), max_height=2, max_width=1)
    too_high = ("too-high", ("0.1",), "cell 1 may be at most 2 high")
    assert breach(state.why_not(f"1{colour}3,1")) == too_high
    assert breach(state.why_not(f"1{colour}-1,1")) == too_high
    assert state.why_not(f"1{colour}2,0") is None
    wider = placing(side("K0,0 G1,1 B2,2", held=held), max_height=3, max_width=1)
    assert wider.why_not(f"1{colour}3,1") is None
    assert wider.why_not(f"1{colour}-1,1") is None


@pytest.mark.parametrize("colour", "KRBG")
def test_a_2_no_colour_goes_beyond_the_width(colour: str) -> None:
    state = placing(side("K0,0 G0,2", held="1.1.1.1"), max_height=2, max_width=1)
    too_wide = ("too-wide", ("0.1",), "cell 1 may be at most 1 wide")
    for point in ("0,4", "1,3", "-1,3", "0,-2", "1,-1"):
        assert breach(state.why_not(f"1{colour}{point}")) == too_wide
    assert state.why_not(f"1{colour}1,1") is None
    wider = placing(side("K0,0 G0,2", held="1.1.1.1"), max_height=3, max_width=2)
    assert wider.why_not(f"1{colour}0,4") is None
    assert wider.why_not(f"1{colour}0,-2") is None


def test_a_2_the_caps_float_with_the_cell() -> None:
    """What is cut away at one end may be built on at the other."""
    state = placing(side("K5,5 K6,6", held="9.0.0.0"), max_height=2, max_width=1)
    assert state.why_not("1K7,5") is None
    assert state.why_not("1K4,6") is None
    state = state.play("1K7,5")
    assert breach(state.why_not("1K4,6"))[0] == "too-high"


def test_a_2_the_default_caps_are_24_high_and_23_wide() -> None:
    tall = placing(side(tower(23), wall(22), held="1.0.0.0"))
    assert tall.why_not("1K24,0") is None
    assert tall.why_not("2K0,46") is None
    tall = placing(side(tower(24), wall(23), held="1.0.0.0"))
    assert breach(tall.why_not("1K25,1"))[0] == "too-high"
    assert breach(tall.why_not("2K0,48"))[0] == "too-wide"
    assert breach(tall.why_not("2K1,47"))[0] == "too-wide"
    assert tall.why_not("2K1,45") is None
