"""relati legacy by its rulings L-11…L-16, on positions made by hand."""

from __future__ import annotations

import pytest
from tests.unit.games.relati_legacy.boards import (
    fields,
    legacy,
    marked,
    pieces,
    result,
    tokens,
)

# L-11, L-12: bomb, defend


def test_l_11_a_bomb_kills_what_is_valid_to_the_mover_and_fills_empty_cells() -> None:
    state = legacy("O#E5 O*D4 OE4 O#F4 X*D5 X#F5 D!D6 DE6 D*I1", "3 O 9")
    assert marked(state, "forbidden") == "E6"
    after = state.play("AB:E5")
    assert pieces(after) == "D*I1 oD4 oE4 O#F4 xD5 O@E5 xF5 D!D6 DE6 oF6"


def test_l_11_at_the_edge_there_are_fewer_neighbours() -> None:
    state = legacy("O#A1 O*E5 X*I9")
    assert pieces(state.play("AB:A1")) == "O@A1 oB1 oA2 oB2 O*E5 X*I9"


def test_l_11_l_12_only_ones_own_shields_and_valid_pieces() -> None:
    state = legacy("O*A1 OB1 O#C1 OI9 X*E9 X#D9")
    assert tokens(state, "AB", "D") == "AB:C1 D:A1 D:B1"


def test_l_12_a_valid_piece_becomes_a_shield() -> None:
    state = legacy("O*A1 OB1 X*I9")
    assert pieces(state.play("D:B1")) == "O*A1 O#B1 X*I9"
    assert pieces(state.play("D:A1")) == "O#A1 OB1 X*I9"


# L-13, L-14: pincer


@pytest.mark.parametrize(
    ("pieces_before", "token", "dies"),
    [
        ("O*D5 OE4 OF5 XE5", "R:E6", True),
        ("O*D4 OF4 OD6 XE5", "R:F6", True),
        ("O*D5 OE4 OF5 X#E5", "R:E6", True),
        ("O*D5 OE4 O#F5 XE5", "R:E6", False),
        ("O*D5 OE4 XF5 XE5", "R:E6", False),
        ("O*D4 OF4 O#D6 XE5", "R:F6", False),
        ("O*D4 OE4 OD6 XE5", "R:F6", False),
    ],
)
def test_l_13_four_valid_pieces_straight_or_diagonal_kill_what_is_between(
    pieces_before: str, token: str, dies: bool
) -> None:
    state = legacy(f"{pieces_before} {'X*F6' if token == 'R:E6' else 'X*E6'}")
    after = state.play(token)
    assert ("xE5" in pieces(after).split()) == dies


def test_l_13_a_source_is_pincered_too() -> None:
    state = legacy("O*D5 OE4 OF5 X*E5 X#I9")
    after = state.play("R:E6")
    assert "xE5" in pieces(after).split()


def test_l_13_all_four_must_be_on_the_board() -> None:
    state = legacy("O*A4 OB5 XA5 XB7 X*C7")
    assert "XA5" in pieces(state.play("R:A6")).split()
    corner = legacy("O*A2 XA1 X*C3 oI9 O#I8")
    assert "XA1" in pieces(corner.play("R:B1")).split()


def test_l_13_only_the_mover_pincers_so_what_moves_in_between_lives_for_now() -> None:
    state = legacy("O*D5 OE4 OF5 OE6 X*F6 D*I1", "3 X 9")
    moved_in = state.play("R:E5")
    assert "XE5" in pieces(moved_in).split()
    still = moved_in.play("R:I2")
    assert (still.actor, "XE5" in pieces(still).split()) == (0, True)
    assert "xE5" in pieces(still.play("R:C5")).split()


def test_l_13_the_enemys_next_action_of_any_kind_kills_it() -> None:
    state = legacy("O*D5 OE4 OF5 OE6 OC5 XE5 X*F6")
    assert "xE5" in pieces(state.play("D:C5")).split()
    assert "xE5" in pieces(state.play("R:A5")).split()


def test_l_13_a_forbidden_piece_is_not_pincered() -> None:
    state = legacy("O*D5 OE4 OF5 XE5 X#I9 xI1")
    assert marked(state, "forbidden") == "E5"
    assert "XE5" in pieces(state.play("R:E6")).split()


def test_l_14_what_one_action_encloses_and_cuts_off_is_forbidden_not_killed() -> None:
    # E5 hangs on E7 over E6, and on nothing else
    state = legacy("O*D5 OE4 OF5 OD6 OF6 XE5 X*E7")
    assert marked(state, "forbidden") == ""
    after = state.play("R:E6")
    assert "XE5" in pieces(after).split()
    assert marked(after, "forbidden") == "E5"


def test_l_14_a_pincer_may_link_a_piece_again_that_then_is_pincered_in_turn() -> None:
    # D on F5 is enclosed but forbidden: X on G6 is on its only path, until G7 pincers that
    state = legacy("O*F4 OE5 OG5 OF6 OH6 DF5 XG6 D*H7 X*F7", "3 O 9")
    assert marked(state, "forbidden") == "F5"
    after = state.play("R:G7")
    assert pieces(after) == "O*F4 OE5 dF5 OG5 OF6 xG6 OH6 X*F7 OG7 D*H7"


def test_l_14_pincers_of_one_round_die_all_at_once() -> None:
    state = legacy("OB1 OA2 O*C2 OD1 OE2 OD3 XB2 XD2 X*C3")
    after = state.play("R:B3")
    dead = {piece for piece in pieces(after).split() if piece.startswith("x")}
    assert dead == {"xB2", "xD2"}


# L-15: safe zones


def test_l_15_a_zone_includes_its_border() -> None:
    state = legacy("X#B2 X#F2 X#B6 X#F6 X*I9")
    (area,) = state.view().areas
    assert len(area.sites) == 25
    assert (area.sites[0], area.sites[-1], area.owner, area.kind) == ("B2", "F6", 1, "safe-zone")


@pytest.mark.parametrize("target", ["XB4", "XF4", "XD2", "XD6", "XC3"])
def test_l_15_nothing_of_its_owner_on_the_border_or_inside_can_be_attacked(target: str) -> None:
    zone = "X#B2 X#F2 X#B6 X#F6 X*I9"
    ring = "O*H1 " + " ".join(
        f"O{c}{r}" for c in "ABCDEFGH" for r in range(1, 9) if f"O{c}{r}" != "OH1"
    )
    crowded = " ".join(p for p in ring.split() if p[1:] != target[1:] and p[1:] not in zone)
    state = legacy(f"{crowded} {target} {zone}")
    assert f":{target[1:]}:" not in tokens(state, "AN", "AR")
    open_zone = legacy(f"{crowded} {target} {zone.replace('X#B2 ', '')}")
    assert f":{target[1:]}:" in tokens(open_zone, "AN", "AR")


def test_l_15_a_zone_needs_two_rows_and_two_columns_and_all_four_shields() -> None:
    assert legacy("X#B2 X#F2 X#C2 X#D2 X*I9").view().areas == ()
    assert legacy("X#B2 X#B3 X#B4 X#B5 X*I9").view().areas == ()
    assert legacy("X#B2 X#F2 X#B6 X*I9").view().areas == ()
    assert legacy("X#B2 X#F2 X#B6 O#F6 X*I9").view().areas == ()
    assert legacy("X#B2 X#C2 X#B3 X#C3 X*I9").view().areas[0].sites == ("B2", "C2", "B3", "C3")


def test_l_15_a_zone_lasts_while_all_four_stand() -> None:
    state = legacy("X#B2 X#F2 X#B6 X#F6 XD4 X*I9 OE4 O*F4 OG4", "2 X 9")
    assert tokens(state.play("R:I8"), "AN", "AR") == ""
    assert tokens(state.play("AB:B2"), "AN", "AR") != ""


def test_l_15_zones_concern_attacks_only() -> None:
    zone = "X#C3 X#G3 X#C7 X#G7 X*I9"
    pincer = legacy(f"O*D5 OE4 OF5 XE5 {zone.replace('X*I9', 'X*F6')}")
    assert "xE5" in pieces(pincer.play("R:E6")).split()
    bomb = legacy(f"O#E5 O*A1 {zone.replace('X*I9', 'X*E4')}")
    assert "xE4" in pieces(bomb.play("AB:E5")).split()
    linked = legacy(f"O*D5 {zone}")
    assert "R:E5" in tokens(linked).split()


def test_l_15_overlapping_zones_each_work_for_their_owner() -> None:
    mine = "O#D2 O#H2 O#D8 O#H8"
    theirs = "X#B4 X#F4 X#B6 X#F6"
    state = legacy(f"{mine} {theirs} XE5 OH5 OG5 O*I5 X*A9")
    assert tokens(state, "AN", "AR") == ""
    state = legacy(f"{mine} {theirs} OE5 XG5 XH5 X*I5 O*A9 OD6", "2 X 9")
    assert tokens(state, "AN", "AR") == ""


# L-16: elimination


def test_l_16_who_has_no_action_when_asked_is_out_for_good() -> None:
    state = legacy("O*A1 OB1 X*C1 D*I9", "3 O 9")
    after = state.play("AN:C1:B1")
    assert pieces(after) == "O!A1 OB1 xC1 D*I9"
    assert (after.actor, after.gone, after.turn) == (2, frozenset({1}), 10)
    assert fields(after) == "3 D 10 gone:X"
    assert result(after) == "-"


def test_l_16_the_last_one_left_wins_at_once_even_without_an_action() -> None:
    state = legacy("O*A1 OB1 X*C1")
    over = state.play("AN:C1:B1")
    assert pieces(over) == "O!A1 OB1 xC1"
    assert not over.can_act(0)
    assert result(over) == "1 0 last-left"
    assert (over.owner, over.turn, fields(over)) == (0, 9, "2 O 9 gone:X")


def test_l_16_players_are_asked_in_seat_order_and_the_mover_last() -> None:
    # one bomb takes three sources at once; D and U are asked before O
    state = legacy("X#E5 O*D4 D*E4 U*F4 X*A9", "4 X 9")
    over = state.play("AB:E5")
    assert over.gone == {0, 2, 3}
    assert result(over) == "0 1 0 0 last-left"
    three = legacy("X#E5 D*E4 U*F4 X*A9 O*A1", "4 X 9").play("AB:E5")
    assert (three.gone, three.actor) == (frozenset({2, 3}), 0)
    # O can act and is asked before X is: X is not out, although nothing is left to him
    ruined = legacy("X#E5 X*D4 D*E4 U*F4 O*A1", "4 X 9").play("AB:E5")
    assert (ruined.gone, ruined.actor) == (frozenset({2, 3}), 0)
    assert result(ruined.play("D:A1")) == "1 0 0 0 last-left"


def test_l_16_as_soon_as_one_is_left_he_wins_without_being_asked() -> None:
    # D's own bomb takes his source and X's: X is asked and out, then O, who has nothing, wins
    state = legacy("D#E5 D*E4 O*D4 X*F4", "3 D 9")
    over = state.play("AB:E5")
    assert over.gone == {0, 1}
    assert result(over) == "0 0 1 last-left"


def test_l_16_pieces_of_the_eliminated_stay_in_full_force() -> None:
    # they block, are judged by L-5, and can be attacked
    state = legacy("O*A1 OC1 XB1 XA2 XB2 xI1 oI2 D*I9", "3 O 9 gone:X")
    assert marked(state, "forbidden") == "C1 B1 A2 B2"
    target = legacy("O*A1 OB1 XC1 xI1 D*I9", "3 O 9 gone:X")
    assert tokens(target, "AN", "AR") == "AN:C1:B1 AR:C1:B1"


def test_l_16_zones_of_a_withdrawn_seat_still_work() -> None:
    zone = "X#C4 X#D4 X#C6 X#D6"
    state = legacy(f"O*E5 OF5 XD5 X*I9 {zone} D*I1", "3 O 9 out:X")
    assert tokens(state, "AN", "AR") == ""


def test_l_16_a_seat_without_a_symbol_needs_an_empty_cell() -> None:
    state = legacy("X*A1 .I9 D*A3", "3 D 9", fill="d")
    assert state.actor == 2
    assert tokens(legacy("X*A1 .I9", "2 X 9", fill="x"), "E") == "E:I9"
    full = legacy("X*A1 .B1", "2 X 9", fill="x").play("R:B1")
    assert result(full) == "0 1 last-left"
    free = legacy("X*A1 .B1 .I9", "2 X 9", fill="x").play("R:B1")
    assert (free.actor, tokens(free)) == (0, "L:I9")


def test_l_16_any_own_symbol_prevents_locating_a_dead_one_too() -> None:
    assert tokens(legacy("X*A1", "2 O 9"), "L").startswith("L:B1 L:C1")
    assert len(tokens(legacy("X*A1", "2 O 9")).split()) == 80
    state = legacy("X*A1 oI9 O#E5", "2 O 9")
    assert tokens(state) == "AB:E5"
