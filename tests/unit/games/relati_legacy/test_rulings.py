"""relati legacy by its rulings L-1…L-10, on positions made by hand."""

from __future__ import annotations

import pytest
from tests.unit.games.relati_legacy.boards import (
    legacy,
    marked,
    pieces,
    played,
    tokens,
)

from duiyi.games.relati_legacy import GAME

# O has a source in the corner and a piece far away that nothing holds; X is elsewhere.
CUT_OFF = "O*A1 OI9 X*E9 oI1"


# L-1, L-2: valid, blank


def test_l_1_valid_is_a_piece_that_is_neither_forbidden_nor_seen_as_blank() -> None:
    state = legacy("O*A1 OB1 OI9 O#A9 O!A8 O@B8 oC8 X*E9")
    assert marked(state, "forbidden") == "I9"
    assert tokens(state, "D") == "D:A1 D:B1"


def test_l_1_a_forbidden_piece_is_valid_to_nobody() -> None:
    state = legacy("O*A1 OI9 X*H7 X#H8 oA9", "2 X 9")
    assert marked(state, "forbidden") == "I9"
    after = state.play("AB:H8")
    assert marked(after, "forbidden") == "I9"
    assert "xH7" in pieces(after).split()
    own = legacy(CUT_OFF)
    assert "R:H9" not in tokens(own).split()
    assert "E:H9" not in tokens(own).split()


@pytest.mark.parametrize("between", ["oB1", "O!B1", "O@B1", "xB1", "X!B1", "X@B1", "O#B1"])
def test_l_2_dead_weapon_and_bomb_are_blank_to_all_and_a_shield_to_its_owner(between: str) -> None:
    state = legacy(f"O*A1 {between} OC1 oI1 X*I9 xA9")
    assert marked(state, "forbidden") == ""


@pytest.mark.parametrize("between", ["X#B1", "XB1", "X*B1"])
def test_l_2_an_enemys_shield_and_living_pieces_block_a_path(between: str) -> None:
    # B2 is taken as well, or a stable path would lead around
    state = legacy(f"O*A1 {between} OC1 oI1 xA9 X#A2 X#B2 X#I9")
    assert marked(state, "forbidden") == ("C1 B1" if between == "XB1" else "C1")


def test_l_2_links_are_judged_from_the_piece_owners_side() -> None:
    shields = "O#A2 O#B1 O#B2"
    assert marked(legacy(f"O*A1 {shields} OC1 X*I9"), "forbidden") == ""
    shields = "X#A2 X#B1 X#B2"
    assert marked(legacy(f"O*A1 {shields} OC1 oI1 X*I9"), "forbidden") == "C1"
    assert marked(legacy(f"O*A1 {shields} OC1 oI1 X*I9", "2 X 9"), "forbidden") == "C1"


def test_l_2_an_enemys_shield_is_valid_to_me() -> None:
    state = legacy("O*A1 O#E5 X#D5 X#F5 X*I9 OI1")
    assert "xD5" in pieces(state.play("AB:E5")).split()


# L-3, L-4: what a linked piece becomes, and the paths


def test_l_3_locating_makes_a_source_and_linking_a_plain_piece() -> None:
    state = played(GAME.start(2, size=9), "L:A1 L:I9 R:B1 R:H9")
    assert pieces(state) == "O*A1 OB1 XH9 X*I9"


def test_l_4_links_go_to_the_8_neighbours_8_straight_and_8_knight_cells() -> None:
    state = legacy("O*E5 X*I9")
    around = "D4 E4 F4 D5 F5 D6 E6 F6"
    straight = "C3 E3 G3 C5 G5 C7 E7 G7"
    knight = "D3 F3 C4 G4 C6 G6 D7 F7"
    cells = {token.removeprefix("R:") for token in tokens(state, "R").split()}
    assert cells == set(f"{around} {straight} {knight}".split())


@pytest.mark.parametrize(
    ("shape", "open_cells"),
    [("straight-bend", "E4 E3"), ("bend-straight", "F5 F4"), ("bend-bend", "E4 F4")],
)
def test_l_4_each_of_the_three_stable_shapes_alone_carries_a_link(
    shape: str, open_cells: str
) -> None:
    walls = {"E4", "E3", "F5", "F4", "D4", "D5", "D3"} - set(open_cells.split())
    state = legacy("O*E5 X*I9 " + " ".join(f"X#{cell}" for cell in sorted(walls)))
    assert "R:F3" in tokens(state).split()
    for cell in open_cells.split():
        closed = legacy("O*E5 X*I9 " + " ".join(f"X#{c}" for c in sorted({*walls, cell})))
        assert "R:F3" not in tokens(closed).split()


def test_l_4_across_any_distance_begins_at_distance_one() -> None:
    state = legacy("O*E5 X*I9")
    assert "E:E4" in tokens(state).split()
    near = legacy("O*E5 OF5 XD5 X*I9")
    assert tokens(near, "AN", "AR") == "AN:D5:E5 AR:D5:E5"


# L-5: forbid


def test_l_5_a_cut_off_group_does_not_hold_itself_up() -> None:
    state = legacy("O*A1 OH9 OI9 OI8 X*E5")
    assert marked(state, "forbidden") == "I8 H9 I9"


def test_l_5_pieces_of_every_seat_are_judged() -> None:
    assert marked(legacy("O*A1 OC1 X*I9 XG9 D*E5", "3 O 9"), "forbidden") == ""
    walls = "D#A2 D#B1 D#B2 D#H8 D#I8 D#H9"
    cut = legacy(f"O*A1 OC1 {walls} X*I9 XG9 D*E5 oI1 xA9", "3 O 9")
    assert marked(cut, "forbidden") == "C1 G9"


def test_l_5_a_piece_is_forbidden_by_the_action_that_cuts_it_off_and_comes_back() -> None:
    state = legacy("O*A1 OC1 X#A2 X#B2 X*C3 O#I9", "2 X 9")
    assert marked(state, "forbidden") == ""
    cut = state.play("R:B1")
    assert marked(cut, "forbidden") == "C1"
    assert "D:C1" not in tokens(cut).split()
    killed = legacy("O*A1 OC1 X#A2 X#B2 XB1 X*C3 O#C2 oI9").play("AB:C2")
    assert pieces(killed).startswith("O*A1 xB1 OC1")
    assert marked(killed, "forbidden") == ""


def test_l_5_sources_and_shields_are_never_forbidden() -> None:
    state = legacy("O*A1 O#I9 X#A2 X#B1 X#B2 X*I1")
    assert marked(state, "forbidden") == ""
    assert tokens(state) == "AB:I9 D:A1"


def test_l_5_without_a_source_nothing_is_valid_but_shields_can_still_go_off() -> None:
    state = legacy("OA1 OB1 oC1 O#I9 X*E5")
    assert marked(state, "forbidden") == "A1 B1"
    assert tokens(state) == "AB:I9"
    assert state.gone == frozenset()


# L-6: escape


def test_l_6_escape_goes_along_blank_cells_in_eight_directions_at_any_distance() -> None:
    state = legacy("O*A1 xC1 X!A3 O#C3 X*I5 XB8")
    row = "B1 D1 E1 F1 G1 H1 I1"
    column = "A2 A4 A5 A6 A7 A8 A9"
    slant = "B2 D4 E5 F6 G7 H8 I9"
    found = [token.removeprefix("E:") for token in tokens(state, "E").split()]
    assert set(found) == set(f"{row} {column} {slant}".split())


@pytest.mark.parametrize("wall", ["XC1", "X#C1", "X*C1", "OC1"])
def test_l_6_what_is_not_blank_stops_the_line(wall: str) -> None:
    others = "X*I9" if wall != "X*C1" else "X#I9"
    state = legacy(f"O*A1 {wall} {others} oA9")
    found = tokens(state, "E").split()
    assert "E:B1" in found
    assert ("E:D1" in found) == (wall == "OC1")


def test_l_6_forbidden_pieces_are_no_origin_of_an_escape_and_stop_it() -> None:
    state = legacy("O*A1 OI5 oI1 X*A9 X#H5")
    assert marked(state, "forbidden") == "I5"
    assert "E:I4" not in tokens(state).split()
    behind = legacy("O*A5 OF5 X#E4 X#E5 X#E6 X*A9 oI9")
    assert marked(behind, "forbidden") == "F5"
    assert "E:G5" not in tokens(behind).split()


def test_l_6_the_new_piece_is_a_source_and_all_others_but_shields_die() -> None:
    state = legacy("O*A1 OB1 OI9 O#C1 O!A8 O@B8 oC8 X*E9 XD9")
    after = state.play("E:A2")
    assert pieces(after) == "oA1 oB1 O#C1 O*A2 oA8 oB8 oC8 XD9 X*E9 oI9"


# L-7: what can be attacked


@pytest.mark.parametrize(
    ("target", "legal"),
    [("X*D5", 1), ("XD5", 1), ("X#D5", 0), ("X!D5", 0), ("X@D5", 0), ("xD5", 0), ("OD5", 0)],
)
def test_l_7_targets_are_anothers_source_plain_and_forbidden_pieces(
    target: str, legal: int
) -> None:
    others = "X#I9 xI8" if target == "X*D5" else "X*I9"
    state = legacy(f"O*E5 OF5 {target} {others}")
    assert tokens(state, "AN", "AR").split().count("AN:D5:E5") == legal
    assert tokens(state, "AN", "AR").split().count("AR:D5:E5") == legal


def test_l_7_a_forbidden_piece_can_be_attacked() -> None:
    state = legacy("O*E5 OF5 XD5 X*I9 X#I8 O#H8 O#H9 O#I7")
    assert marked(state, "forbidden") == "D5"
    assert tokens(state, "AN", "AR") == "AN:D5:E5 AR:D5:E5"


def test_l_7_not_inside_a_zone_of_its_owner() -> None:
    zone = "X#C4 X#D4 X#C6 X#D6"
    assert tokens(legacy(f"O*E5 OF5 XD5 X*I9 {zone}"), "AN", "AR") == ""
    others = "D#C4 D#D4 D#C6 D#D6 D*I1"
    state = legacy(f"O*E5 OF5 XD5 X*I9 {others}", "3 O 9")
    assert tokens(state, "AN", "AR") == "AN:D5:E5 AR:D5:E5"


# L-8 to L-10: attacks


@pytest.mark.parametrize(
    ("between", "normal", "remote"),
    [
        ("", False, True),
        ("OE5", True, True),
        ("O*E5", True, True),
        ("XE5", True, False),
        ("X*E5", True, False),
        ("X#E5", True, False),
        ("X!E5", True, True),
        ("X@E5", True, True),
        ("xE5", True, True),
        ("O#E5", False, True),
        ("O!E5", False, True),
        ("O@E5", False, True),
        ("oE5", False, True),
    ],
)
def test_l_8_l_9_what_may_lie_between_target_and_medium(
    between: str, normal: bool, remote: bool
) -> None:
    sources = ("" if between == "O*E5" else "O*G6 ") + ("X#I1 " if between == "X*E5" else "X*I9 ")
    state = legacy(f"XD5 {between} OF5 OG5 {sources} xI2 oI3")
    found = tokens(state, "AN", "AR").split()
    assert ("AN:D5:F5" in found) == normal
    assert ("AR:D5:F5" in found) == remote


@pytest.mark.parametrize("between", ["OE5", "XE5"])
def test_l_8_forbidden_pieces_between_carry_an_attack(between: str) -> None:
    """Anyone's; a remote attack goes over one's own only."""
    walls = "D#D4 D#E4 D#F4 D#D6 D#E6 D#F6 D#G4 D#G6 D*A9"
    state = legacy(f"XC5 XD5 {between} D#F5 OG5 OH5 O*I5 X#A1 {walls} oI1 xI2", "3 O 9")
    assert "E5" in marked(state, "forbidden")
    assert "AN:C5:G5" in tokens(state, "AN").split()
    assert "AR:C5:G5" not in tokens(state, "AR").split()


def test_l_8_the_material_is_a_valid_piece_right_behind_the_medium() -> None:
    assert tokens(legacy("XD5 O*E5 X*I9"), "AN", "AR") == ""
    assert tokens(legacy("XD5 O*E5 OG5 X*I9"), "AN", "AR") == ""
    assert tokens(legacy("XD5 O*E5 O#F5 X*I9"), "AN", "AR") == ""
    assert tokens(legacy("XG5 OH5 O*I5 X*A9"), "AN", "AR") == "AN:G5:H5 AR:G5:H5"
    assert tokens(legacy("XH5 O*I5 OI6 X*A9"), "AN", "AR") == ""


def test_l_8_the_material_is_not_inside_another_players_zone() -> None:
    zone = "X#F4 X#G4 X#F6 X#G6"
    assert tokens(legacy(f"XD5 O*E5 OF5 X*I9 {zone}"), "AN", "AR") == ""
    own = "O#F4 O#G4 O#F6 O#G6"
    assert tokens(legacy(f"XD5 O*E5 OF5 X*I9 {own}"), "AN", "AR") == "AN:D5:E5 AR:D5:E5"
    third = "D#F4 D#G4 D#F6 D#G6 D*I1"
    state = legacy(f"XD5 O*E5 OF5 X*I9 {third}", "3 O 9")
    assert tokens(state, "AN", "AR") == ""


def test_l_8_the_medium_may_be_inside_another_players_zone() -> None:
    zone = "X#E4 X#G4 X#E6 X#G6"
    state = legacy(f"XC5 O*G5 OH5 X*I9 {zone}")
    assert tokens(state, "AR") == "AR:C5:G5"


def test_l_8_the_target_dies_and_the_material_becomes_a_weapon() -> None:
    state = legacy("XD5 O*E5 OF5 OG5 X*I9")
    assert pieces(state.play("AN:D5:E5")) == "xD5 O*E5 O!F5 OG5 X*I9"


def test_l_9_the_target_dies_and_medium_and_material_become_weapons() -> None:
    state = legacy("XC5 OE5 OF5 O*G5 X*I9")
    assert pieces(state.play("AR:C5:E5")) == "xC5 O!E5 O!F5 O*G5 X*I9"


def test_l_9_next_to_the_target_both_attacks_are_legal() -> None:
    assert tokens(legacy("XD5 O*E5 OF5 X*I9"), "AN", "AR") == "AN:D5:E5 AR:D5:E5"


def test_l_10_the_medium_may_be_any_that_fits_the_line() -> None:
    state = legacy("XB5 OC5 OD5 OE5 O*F5 X*I9")
    assert tokens(state, "AN", "AR") == ("AN:B5:C5 AN:B5:D5 AN:B5:E5 AR:B5:C5 AR:B5:D5 AR:B5:E5")


def test_l_10_a_source_may_be_medium_material_and_shield_even_where_that_ruins_its_owner() -> None:
    state = legacy("XD5 OE5 O*F5 OG5 X*I9")
    spent = state.play("AN:D5:E5")
    assert pieces(spent) == "xD5 OE5 O!F5 OG5 X*I9"
    assert marked(spent, "forbidden") == "E5 G5"
    assert pieces(state.play("AR:D5:F5")) == "xD5 OE5 O!F5 O!G5 X*I9"
    shield = state.play("D:F5")
    assert pieces(shield) == "XD5 OE5 O#F5 OG5 X*I9"
    assert marked(shield, "forbidden") == "E5 G5 D5"
