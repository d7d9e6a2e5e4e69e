"""relati: placing symbols, and which of them are linked (R-1…R-4, R-16)."""

from __future__ import annotations

import pytest
from tests.unit.boards.seed_paths import SEED, walked
from tests.unit.games.positions import fields, marked, played, relati, symbols, tokens

import duiyi
from duiyi.games.relati import GAME, RelatiOptions
from duiyi.games.relati.links import Reach, blocked_by, board_of, direct, reach, reaches_of
from duiyi.games.relati.symbols import Side

BOARD = board_of(2)
E5 = 40


@pytest.mark.parametrize(("seats", "size", "last"), [(2, 9, "I9"), (3, 13, "M13"), (4, 17, "Q17")])
def test_the_board_has_4n_plus_1_cells_on_a_side(seats: int, size: int, last: str) -> None:
    state = GAME.start(seats)
    assert (state.seats, state.board.size) == (seats, size)
    assert len(state.actions()) == size**2
    assert tokens(state).split()[0] == "A1"
    assert tokens(state).split()[-1] == last
    sites = GAME.geometry(seats, RelatiOptions()).sites
    assert [site.id for site in sites] == tokens(state).split()


@pytest.mark.parametrize("seats", [1, 5])
def test_there_are_2_to_4_seats(seats: int) -> None:
    with pytest.raises(duiyi.BadOptions) as caught:
        GAME.start(seats)
    assert str(caught.value) == f"relati has 2-4 seats, not {seats}"


def test_the_start() -> None:
    state = GAME.start()
    assert (state.seats, state.actor, state.owner, state.turn, state.last) == (2, 0, 0, 1, -1)
    assert (state.bonus, state.chain, state.out, state.outcome) == (0, None, frozenset(), None)
    assert state.options == RelatiOptions(False, False, False, False)
    assert state.sides == (Side(), Side())
    assert state.game is GAME
    assert (GAME.id, list(GAME.seats), GAME.options) == ("relati", [2, 3, 4], RelatiOptions)


def test_what_follows_from_the_rest_of_a_state_is_not_printed() -> None:
    assert repr(GAME.start(2)).endswith("chain=None, out=frozenset(), outcome=None)")


def test_each_extension_is_off_unless_asked_for() -> None:
    state = GAME.start(3, cannon=True, migration=True)
    assert state.options == RelatiOptions(cannon=True, migration=True)
    assert fields(state) == "O - 1 cannon,migration"


def test_chain_without_cannon_is_a_clear_error() -> None:
    with pytest.raises(duiyi.BadOptions) as caught:
        GAME.start(2, chain=True)
    assert str(caught.value) == "chain needs cannon: a chain is made of cannons"
    assert caught.value.field == "chain"
    assert GAME.start(2, chain=True, cannon=True).options.chain


def test_there_are_20_combinations_of_extensions_for_each_number_of_seats() -> None:
    samples = GAME.samples()
    assert len(samples) == len(set(samples)) == 60
    on = [dict(options.items()) for _, options in samples]
    assert all(options["cannon"] or not options["chain"] for options in on)
    assert all(options["cannon"] or not options["friendly_fire"] for options in on)


def test_the_first_symbol_goes_anywhere_and_is_the_root() -> None:
    state = GAME.start(2).play("E5")
    assert (symbols(state), fields(state)) == ("O*E5", "X O 2 -")
    assert len(state.actions()) == 80
    assert "E5" not in tokens(state).split()
    state = state.play("A1")
    assert (symbols(state), fields(state)) == ("X*A1 O*E5", "O X 3 -")


def test_later_symbols_are_plain_and_must_be_linked() -> None:
    state = played(GAME.start(2), "E5 A1")
    around = [f"{c}{r}" for r in range(3, 8) for c in "CDEFG"]
    around.remove("E5")
    assert tokens(state) == " ".join(around)
    state = state.play("C3")
    assert (symbols(state), fields(state)) == ("X*A1 OC3 O*E5", "X O 4 -")
    assert tokens(state) == "B1 C1 A2 B2 C2 A3 B3"


def test_a_symbol_that_is_linked_is_a_source_itself() -> None:
    state = relati("O*A1 X*I9 XI7", "X O 4 -")
    assert tokens(state) == "G5 H5 I5 G6 H6 I6 G7 H7 G8 H8 I8 G9 H9"
    state = relati("O*A1 X*I9 XI6", "X O 4 -")
    assert tokens(state) == "G7 H7 I7 G8 H8 I8 G9 H9"


@pytest.mark.parametrize("way", SEED)
def test_r_2_each_path_of_the_seed_links_while_its_cells_are_blank_and_only_then(
    way: str,
) -> None:
    *between, source = [found for word in way.split("-") if (found := walked(9, E5, word))]
    assert len(between) == way.count("-")
    side = Side(root=1 << source)
    free = sum(1 << cell for cell in between) | 1 << E5
    blocked = BOARD.full & ~free
    assert reach(BOARD, side, blocked).linkable >> E5 & 1
    assert direct(BOARD, source, blocked) >> E5 & 1
    for cell in between:
        assert not reach(BOARD, side, blocked | 1 << cell).linkable >> E5 & 1
        assert not direct(BOARD, source, blocked | 1 << cell) >> E5 & 1


def test_r_2_nothing_but_these_cells_can_be_linked() -> None:
    ends = {walked(9, E5, way.split("-")[-1]) for way in SEED}
    assert len(ends) == 24
    found = reach(BOARD, Side(root=1 << E5), 1 << E5)
    assert found.connected == 1 << E5
    assert {cell for cell in BOARD.cells if found.linkable >> cell & 1} == ends
    assert direct(BOARD, E5, 1 << E5) == found.linkable


@pytest.mark.parametrize(
    ("between", "on", "lost"),
    [
        ("", "-", ""),
        ("xD5", "cannon", ""),
        ("oD5", "cannon", ""),
        ("XD5 X*I9", "-", "C5 D5"),
        ("X*D5", "-", "C5"),
        ("X!D5 X*D6", "cannon", "C5"),
        ("X-D5 X*D6", "cannon", "C5"),
        ("O!D5", "cannon", "C5"),
        ("O-D5", "cannon", "C5"),
        ("OD5", "-", ""),
    ],
)
def test_r_2_a_dead_symbol_is_blank_and_any_living_one_blocks(
    between: str, on: str, lost: str
) -> None:
    elsewhere = "" if "X*" in between else "X*I9"
    state = relati(f"O*E5 OC5 {between} {elsewhere}", f"O X 5 {on}")
    assert marked(state, "lost") == lost


def test_r_1_links_go_on_from_symbol_to_symbol() -> None:
    state = relati("O*E5 OE3 OE1 OC1 OA3 X*I9", "O X 5 -")
    assert marked(state, "lost") == ""
    state = relati("O*E5 XE4 OE3 OE1 OC1 OA3 X*I9", "O X 5 -")
    assert marked(state, "lost") == "C1 E1 A3 E3 E4"


def test_r_1_lost_symbols_do_not_hold_each_other() -> None:
    state = relati("O*E5 OA1 OB1 OA2 X*I9", "O X 5 -")
    assert marked(state, "lost") == "A1 B1 A2"
    assert "C1" not in tokens(state).split()


def test_r_1_cannons_and_dead_symbols_are_no_source() -> None:
    for middle in ("O!E3", "O-E3"):
        assert marked(relati(f"O*E5 {middle} OE1 X*I9", "O X 5 cannon"), "lost") == "E1"
    assert marked(relati("O*E5 oE3 OE1 X*I9", "O X 5 cannon"), "lost") == "E1"
    assert marked(relati("O*E5 OE3 OE1 X*I9", "O X 5 cannon"), "lost") == ""


def test_r_1_the_root_is_never_lost() -> None:
    state = relati("O*A1 XB1 XA2 X*B2", "X O 5 -")
    assert marked(state, "lost") == ""


def test_r_1_a_dead_root_leaves_everything_of_that_player_lost() -> None:
    state = relati("oE5 OE4 OD5 OC3 X*I9", "X O 5 cannon")
    assert marked(state, "lost") == "C3 E4 D5"
    assert state.reaches[0] == Reach(0, 0)


def test_r_3_a_lost_symbol_comes_back_as_soon_as_it_is_linked_again() -> None:
    state = relati("O*E5 XE4 OE3 OE1 X*I9", "O X 5 -")
    assert marked(state, "lost") == "E1 E3 E4"
    assert marked(state.play("D4"), "lost") == "E4"
    assert marked(state.play("D6"), "lost") == "E1 E3 E4"


def test_r_4_a_dead_symbol_keeps_its_cell_and_there_is_never_a_second_root() -> None:
    state = relati("oE5 X*I9", "X O 5 cannon")
    assert "E5" not in tokens(state).split()
    assert not state.can_act(0)
    assert state.placeable(0) == 0
    assert relati("X*I9", "O X 5 cannon").placeable(0).bit_count() == 80


def test_r_4_a_player_whose_root_is_dead_never_acts_again() -> None:
    state = relati("oE5 OE4 X*I9 D*A1", "X O 5 cannon", seats=3)
    state = played(state, "I8 A2")
    assert fields(state) == "X D 7 cannon"


def test_r_16_the_worked_example() -> None:
    state = played(GAME.start(2), "E5 F5 C3")
    assert marked(state, "lost") == ""
    state = state.play("D4")
    assert (marked(state, "lost"), fields(state)) == ("C3", "O X 5 -")
    state = state.play("C5")
    assert (marked(state, "lost"), fields(state)) == ("", "X O 6 -")


def test_r_2_the_cells_that_are_not_blank_are_those_of_living_symbols() -> None:
    side = Side(plain=2, root=4, ready=8, spent=16, dead=32)
    assert blocked_by((side, Side(dead=64, plain=128))) == 2 | 4 | 8 | 16 | 128
    assert (side.cannons, side.living, side.all) == (24, 30, 62)
    assert side.without(0b101010) == Side(plain=0, root=4, ready=0, spent=16, dead=0)


def test_what_each_seat_reaches_is_found_for_all_of_them() -> None:
    state = relati("O*A1 X*I9", "O X 5 -")
    assert state.reaches == reaches_of(state.sides)
    assert [found.connected for found in state.reaches] == [1, 1 << 80]
    assert [found.linkable.bit_count() for found in state.reaches] == [8, 8]
