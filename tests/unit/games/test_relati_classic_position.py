"""The position text of relati classic: what is written, what is read, what is refused."""

from __future__ import annotations

import random

import pytest
from tests.unit.games.positions import classic, played, result, rows

import duiyi
from duiyi.core.locale import text as worded
from duiyi.games.relati_classic import GAME

EMPTY = "...../...../...../...../....."
FORM = "the position must have the form ROWS ACTOR LAST TURN [out:SEATS], with single spaces"


def test_the_text_of_a_position() -> None:
    state = played(GAME.start(2), "C3 D2")
    assert state.dump() == "...../...X./..O../...../..... O X 3"
    assert GAME.load(state.dump()) == state


def test_the_text_of_the_start_names_nobody_as_last() -> None:
    assert GAME.start(2).dump() == f"{EMPTY} O - 1"
    assert GAME.start(3).dump() == f"{'/'.join(['.' * 7] * 7)} O - 1"
    assert GAME.start(4).dump() == f"{'/'.join(['.' * 9] * 9)} O - 1"
    for seats in (2, 3, 4):
        assert GAME.load(GAME.start(seats).dump()) == GAME.start(seats)


def test_all_four_letters_and_who_is_out_are_written() -> None:
    state = played(GAME.start(4), "A1 I1 A9 I9").withdraw(3).withdraw(1)
    assert state.dump() == f"{rows(9, 'OA1 XI1 DA9 UI9')} O U 5 out:XU"
    assert GAME.load(state.dump()) == state


def test_a_finished_game_has_nobody_to_move_and_its_outcome_is_found_again() -> None:
    state = classic("XE1 .D1 .A1", "O X 9", fill="O")
    won = state.play("D1")
    assert won.dump() == f"{rows(5, 'XE1 .A1', 'O')} - O 9"
    assert GAME.load(won.dump()) == won
    nobody = GAME.load(f"{rows(5, 'XE1', 'O')} - X 10")
    assert result(nobody) == "1/2 1/2 nobody-can-act"
    withdrawn = GAME.start(2).play("C3").withdraw(0)
    assert withdrawn.dump() == "...../...../..O../...../..... - O 2 out:O"
    assert GAME.load(withdrawn.dump()) == withdrawn
    assert result(GAME.load(withdrawn.dump())) == "0 1 withdrawn"


def test_a_loaded_position_has_the_turn_that_it_says() -> None:
    assert classic("OC3", "X O 1").turn == 1


def test_every_position_that_can_follow_has_a_turn_that_can_be_written() -> None:
    """24 empty cells and two seats: at most 26 turns more."""
    late = classic("OC3", "X O 999973")
    later = late.play("A1")
    assert later.turn == 999974
    assert GAME.load(later.dump()) == later
    with pytest.raises(duiyi.BadPosition) as caught:
        classic("OC3", "X O 999974")
    assert str(caught.value) == "turn: 999974 is not allowed; allowed: 1-999973"
    assert GAME.load(f"{rows(7, 'OC3')} D O 999949 out:X").turn == 999949
    with pytest.raises(duiyi.BadPosition):
        GAME.load(f"{rows(7, 'OC3')} D O 999950 out:X")


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("seed", range(3))
def test_every_state_of_a_random_game_is_read_back(seats: int, seed: int) -> None:
    chance = random.Random(seed)
    state = GAME.start(seats)
    while state.actor is not None:
        loaded = GAME.load(state.dump())
        assert loaded == state
        assert loaded.actions() == state.actions()
        if chance.random() < 0.02 and len(state.out) < seats - 1:
            state = state.withdraw(chance.choice(sorted(set(range(seats)) - state.out)))
        else:
            state = state.play(chance.choice(state.actions()))
    assert GAME.load(state.dump()) == state


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", FORM),
        (EMPTY, FORM),
        (f"{EMPTY} O -", FORM),
        (f"{EMPTY} O - 1 ", FORM),
        (f"{EMPTY} O - 1 in:X", FORM),
        (f"{EMPTY} O - 1 out:X out:O", FORM),
        (f"{EMPTY} O - 1 out:X ", FORM),
        (f"{EMPTY}/..... O - 1", "the board has 6 rows; allowed: 5, 7, 9"),
        ("..... O - 1", "the board has 1 rows; allowed: 5, 7, 9"),
        ("..../...../...../...../..... O - 1", "row 1 has 4 cells instead of 5"),
        ("...../...../...../...../...... O - 1", "row 5 has 6 cells instead of 5"),
        ("...../..D../...../...../..... O - 1", "row 2: D is not allowed; allowed: .OX"),
        ("...../..o../...../...../..... O - 1", "row 2: o is not allowed; allowed: .OX"),
        (f"{rows(7, 'UA1')} O - 1", "row 1: U is not allowed; allowed: .OXD"),
        (f"{rows(9, 'AA1')} O - 1", "row 1: A is not allowed; allowed: .OXDU"),
        (f"{EMPTY} D - 1", "actor: D is not allowed; allowed: OX-"),
        (f"{EMPTY} OX - 1", "actor: OX is not allowed; allowed: OX-"),
        (f"{EMPTY}  - 1", "actor:  is not allowed; allowed: OX-"),
        (f"{EMPTY} O D 1", "last: D is not allowed; allowed: OX-"),
        (f"{EMPTY} O - 0", "turn: 0 is not allowed; allowed: 1-999999"),
        (f"{EMPTY} O - 01", "turn: 01 is not allowed; allowed: 1-999999"),
        (f"{EMPTY} O - 1000000", "turn: 1000000 is not allowed; allowed: 1-999999"),
        (f"{EMPTY} O - -1", "turn: -1 is not allowed; allowed: 1-999999"),
        (f"{EMPTY} O - ²", "turn: \\xb2 is not allowed; allowed: 1-999999"),
        (f"{EMPTY} O - 1 out:", "out:  is not allowed; allowed: OX"),
        (f"{EMPTY} O - 1 out:D", "out: D is not allowed; allowed: OX"),
        (f"{EMPTY} O - 1 out:OX", "out: OX is not allowed; allowed: OX"),
        (f"{EMPTY} O - 1 out:XX", "out: XX is not allowed; allowed: OX"),
        (f"{rows(7, '')} O - 1 out:DX", "out: DX is not allowed; allowed: OXD"),
        (f"{rows(7, '')} O - 1 out:X?", "out: X? is not allowed; allowed: OXD"),
        (f"{EMPTY} O X 1", "cross cannot have moved last in this position"),
        (f"{rows(5, 'OC3')} X - 1", "nobody cannot have moved last in this position"),
        (f"{rows(5, 'OC3')} O X 1", "cross cannot have moved last in this position"),
        (f"{rows(5, 'XC3')} O O 1", "circle cannot have moved last in this position"),
        (f"{rows(5, 'OC3')} O O 1", "by the rules the player to move is cross, not circle"),
        (f"{rows(5, 'OC3')} - O 1", "by the rules the player to move is cross, not nobody"),
        (f"{rows(5, 'OC3')} X O 1 out:X", "by the rules the player to move is nobody, not cross"),
        (f"{rows(5, 'XE1', 'O')} O X 9", "by the rules the player to move is nobody, not circle"),
        (f"{EMPTY} X - 1", "by the rules the player to move is circle, not cross"),
    ],
)
def test_a_text_that_is_no_position_is_refused_with_the_reason(text: str, says: str) -> None:
    with pytest.raises(duiyi.BadPosition) as caught:
        GAME.load(text)
    assert str(caught.value) == says


def test_a_long_wrong_field_is_cut_to_40_characters() -> None:
    with pytest.raises(duiyi.BadPosition) as caught:
        GAME.load(f"{EMPTY} {'Q' * 41} - 1")
    assert str(caught.value) == f"actor: {'Q' * 40} is not allowed; allowed: OX-"


def test_the_reason_is_there_in_chinese_too() -> None:
    with pytest.raises(duiyi.BadPosition) as caught:
        GAME.load(f"{rows(5, 'OC3')} O O 1")
    assert worded(caught.value.message, "zh-Hant") == "依規則輪到叉叉，不是圓圈"
