"""atom: cells that fall apart, and who keeps what (A-9)."""

from __future__ import annotations

from tests.unit.games.atom.positions import (
    breach,
    cells,
    fight,
    phase,
    played,
    side,
    tokens,
    tower,
    wall,
)


def test_a_9_the_owner_chooses_inside_the_opponents_turn() -> None:
    state = played(fight(side(tower(9)), side("", wall(4)), attacks=2), "A12 X0,4")
    assert (phase(state), state.actor, state.owner, state.turn) == ("keep:1,1,2", 1, 0, 3)
    assert tokens(state) == "H2:0,0 H2:0,6"
    for kept, left in (("H2:0,0", "K0,0 K0,2"), ("H2:0,6", "K0,6 K0,8")):
        later = state.play(kept)
        assert (phase(later), later.actor, cells(later, 1)) == ("act:1", 0, ["", left, ""])


def test_a_9_the_first_player_keeps_in_the_second_players_turn() -> None:
    state = played(fight(side(tower(9)), side(wall(2)), turn=4), "A11 X0,2")
    assert (phase(state), state.actor, state.owner) == ("keep:0,0,1", 0, 1)
    state = state.play("H1:0,4")
    assert (phase(state), state.actor, cells(state, 0)) == ("act:0", 1, ["K0,4", "", ""])


def test_a_9_a_part_is_named_by_its_smallest_black() -> None:
    atoms = "K0,0 R-1,1 K0,2 G0,4 K0,6 R-1,5 K-2,6"
    state = played(fight(side(tower(9) + " R0,2"), side(atoms)), "A11 X0,2 X-1,1")
    assert tokens(state) == "H1:-2,6 H1:0,0"
    assert cells(state.play("H1:-2,6"), 1)[0] == "K-2,6 R-1,5 G0,4 K0,6"
    found = breach(state.why_not("H1:0,6"))
    assert found == (
        "not-a-part",
        ("1.1",),
        "0,6 is not the smallest black of a part of cell 1 that may be kept",
    )
    assert breach(state.why_not("H2:0,0"))[:2] == ("not-a-part", ("1.2",))


def test_a_9_three_parts_with_black() -> None:
    state = played(fight(side(tower(9)), side("K0,0 K-1,-1 K0,2 K0,4 K1,-1")), "A11 X0,0")
    assert (phase(state), tokens(state)) == ("keep:0,1,1", "H1:-1,-1 H1:0,2 H1:1,-1")
    assert [cells(state.play(action), 1)[0] for action in state.actions()] == [
        "K-1,-1",
        "K0,2 K0,4",
        "K1,-1",
    ]


def test_a_9_a_cell_without_black_is_destroyed_whole() -> None:
    state = played(fight(side(tower(3)), side("K0,0 R0,2 G0,4 G1,1 R1,-1", "K0,0")), "A11 X0,0")
    assert (phase(state), cells(state, 1)) == ("act:0", ["", "K0,0", ""])


def test_a_9_parts_without_black_go_by_themselves() -> None:
    state = played(fight(side(tower(3)), side("K0,0 K0,2 R0,4 G0,6")), "A11 X0,2")
    assert (phase(state), cells(state, 1)) == ("act:0", ["K0,0", "", ""])


def test_a_9_with_two_black_parts_those_without_go_with_the_choice() -> None:
    state = fight(side(tower(5)), side("K0,0 K-1,-1 G-2,-2 K0,2 G1,-1 R2,-2"))
    state = played(state, "A11 X0,0")
    assert (phase(state), tokens(state)) == ("keep:0,1,1", "H1:-1,-1 H1:0,2")
    assert cells(state, 1)[0] == "G-2,-2 K-1,-1 K0,2 G1,-1 R2,-2"
    assert cells(state.play("H1:-1,-1"), 1)[0] == "G-2,-2 K-1,-1"
    assert cells(state.play("H1:0,2"), 1)[0] == "K0,2"


def test_a_9_a_cell_that_still_hangs_together_stays_as_it_is() -> None:
    ring = "K-1,-1 K-1,1 K0,-2 K0,2 K1,-1 K1,1"
    state = played(fight(side(tower(5)), side(ring)), "A11 X0,2")
    assert (phase(state), cells(state, 1)) == ("act:0", ["K-1,-1 K-1,1 K0,-2 K1,-1 K1,1", "", ""])


def test_a_9_it_is_settled_only_after_the_last_of_the_atoms() -> None:
    """Between two atoms a cell may be in pieces; what is destroyed then decides."""
    state = played(fight(side(tower(5) + " R0,2"), side(wall(2))), "A11 X0,2")
    assert (phase(state), cells(state, 1)) == ("destroy:0,1,1,more", ["K0,0 K0,4", "", ""])
    done = state.play("X0,4")
    assert (phase(done), cells(done, 1)) == ("act:0", ["K0,0", "", ""])
    assert phase(state.play("stop")) == "keep:0,1,1"


def test_a_9_a_keep_with_one_candidate_does_not_occur() -> None:
    state = played(fight(side(tower(5)), side("K0,0 K0,2 R0,4")), "A11 X0,2")
    assert phase(state) == "act:0"
