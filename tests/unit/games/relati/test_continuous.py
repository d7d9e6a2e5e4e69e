"""relati with `continuous` (連續行動): bonus actions, earned, forfeited, declined (R-6, R-7)."""

from __future__ import annotations

import pytest
from tests.unit.games.positions import (
    breach,
    fields,
    marked,
    played,
    relati,
    result,
    symbols,
    tokens,
)

import duiyi
from duiyi.games.relati import GAME, Pass

CROSSING = "O*I9 X*G6 XG8 D*F7 DH7"
"""O on G7 cuts G8 off from G6 and H7 off from F7."""


def test_r_6_cutting_an_opponent_earns_an_action() -> None:
    state = played(GAME.start(2, continuous=True), "E5 F5 C3")
    assert fields(state) == "X O 4 continuous"
    state = state.play("D4")
    assert (fields(state), marked(state, "lost")) == ("X X 4 continuous bonus:1", "C3")
    assert tokens(state).split()[-1] == "pass"
    state = state.play("G5")
    assert fields(state) == "O X 5 continuous"


def test_r_6_regaining_an_own_symbol_earns_an_action() -> None:
    state = played(GAME.start(2, continuous=True), "E5 F5 C3 D4 pass C5")
    assert (fields(state), marked(state, "lost")) == ("O O 5 continuous bonus:1", "")


def test_r_6_without_the_extension_nothing_is_earned() -> None:
    assert fields(played(GAME.start(2), "E5 F5 C3 D4 C5")) == "X O 6 -"
    assert fields(relati(CROSSING, "O D 9 -", seats=3).play("G7")) == "X O 10 -"


def test_r_6_two_opponents_cut_at_once_earn_two() -> None:
    state = relati(CROSSING, "O D 9 continuous", seats=3).play("G7")
    assert (fields(state), marked(state, "lost")) == ("O O 9 continuous bonus:2", "G8 H7")
    state = state.play("I8")
    assert fields(state) == "O O 9 continuous bonus:1"
    state = state.play("I10")
    assert fields(state) == "X O 10 continuous"


def test_r_6_two_opponents_and_oneself_make_three() -> None:
    state = relati(f"{CROSSING} OF8", "O D 9 continuous", seats=3)
    assert marked(state, "lost") == "F8"
    state = state.play("G7")
    assert (fields(state), marked(state, "lost")) == ("O O 9 continuous bonus:3", "G8 H7")


def test_r_6_several_symbols_of_one_opponent_earn_one() -> None:
    state = relati("O*I9 X*G6 XG8 XG9 XF9 D*A1", "O D 9 continuous", seats=3).play("G7")
    assert (fields(state), marked(state, "lost")) == ("O O 9 continuous bonus:1", "G8 F9 G9")


def test_r_6_several_own_symbols_regained_earn_one() -> None:
    state = relati("O*E5 XE4 OE3 OE1 X*I9", "O X 9 continuous")
    assert marked(state, "lost") == "E1 E3 E4"
    assert fields(state.play("D4")) == "O O 9 continuous bonus:1"


def test_r_6_bonuses_add_up_and_chain_without_limit() -> None:
    state = relati(f"{CROSSING} XI6", "O D 9 continuous", seats=3).play("G7")
    assert fields(state) == "O O 9 continuous bonus:2"
    state = state.play("H6")
    assert (fields(state), marked(state, "lost")) == ("O O 9 continuous bonus:2", "I6 G8 H7")
    state = played(state, "I8 I10")
    assert fields(state) == "X O 10 continuous"


def test_r_6_a_bonus_action_may_earn_more_than_it_uses() -> None:
    state = relati(f"{CROSSING} OI8", "O O 9 continuous bonus:5", seats=3)
    assert fields(state.play("G7")) == "O O 9 continuous bonus:6"
    assert fields(state.play("I7")) == "O O 9 continuous bonus:4"


def test_r_6_one_lost_and_one_regained_is_nothing() -> None:
    """G7 cuts off H7, and the cannon G8, which dies of it and so opens the way to H9."""
    text = "O*H8 X*F7 XH7 XH9 D*G6 D!G8"
    state = relati(text, "O D 9 continuous,cannon", seats=3)
    assert marked(state, "lost") == "H9"
    state = state.play("G7")
    assert (marked(state, "lost"), marked(state, "dead")) == ("H7", "G8")
    assert fields(state) == "X O 10 continuous,cannon"


def test_r_6_a_cannon_that_dies_because_it_was_cut_off_does_not_count() -> None:
    state = relati("O*I9 X*G6 X!G8", "O X 9 continuous,cannon").play("G7")
    assert symbols(state) == "X*G6 OG7 xG8 O*I9"
    assert fields(state) == "X O 10 continuous,cannon"
    state = relati("O*I9 X*G6 XG8", "O X 9 continuous,cannon").play("G7")
    assert fields(state) == "O O 9 continuous,cannon bonus:1"


@pytest.mark.parametrize("hit", ["XE1 X*I9", "XE1 X*E9", "XE1 X*G1", "X!E1 X*G1"])
def test_r_6_a_symbol_that_is_shot_is_dead_and_not_lost(hit: str) -> None:
    state = relati(f"{hit} O!E4 O*E5", "O X 9 continuous,cannon").play("fire:E4:F")
    assert marked(state, "dead") == "E1"
    assert marked(state, "lost") == ""
    assert fields(state) == "X O 10 continuous,cannon"


def test_r_6_shooting_a_root_makes_the_rest_lost_and_earns_one() -> None:
    state = relati("X*E1 XE2 XD2 XC2 O!A1 O*A2 D*M13", "O D 9 continuous,cannon", seats=3)
    state = state.play("fire:A1:R")
    assert marked(state, "lost") == "C2 D2 E2"
    assert fields(state) == "O O 9 continuous,cannon bonus:1"


def test_r_6_losing_own_symbols_or_mending_an_opponents_earns_nothing() -> None:
    state = relati("O*E5 OE3 OE1 X*I9", "O X 9 continuous,cannon").play("build:E3")
    assert (marked(state, "lost"), fields(state)) == ("E1", "X O 10 continuous,cannon")
    text = "O*E5 O!E4 XE2 X*E1 D*D2 DF2"
    state = relati(text, "O D 9 continuous,cannon", seats=3)
    assert marked(state, "lost") == "F2"
    state = state.play("fire:E4:F")
    assert (marked(state, "lost"), fields(state)) == ("", "X O 10 continuous,cannon")


FORFEIT = "O*A1 X*C2 XA2 DB1 DC1 DA3 DB3 DC3 D*M13"


def test_r_7_a_bonus_for_which_no_action_exists_is_forfeited() -> None:
    state = relati(FORFEIT, "O D 9 continuous", seats=3)
    assert tokens(state) == "B2"
    state = state.play("B2")
    assert marked(state, "lost").split()[0] == "A2"
    assert fields(state) == "X O 10 continuous"
    room = relati(FORFEIT.replace("DC3 ", ""), "O D 9 continuous", seats=3).play("B2")
    assert fields(room) == "O O 9 continuous bonus:1"


def test_r_7_a_bonus_may_be_declined_and_gives_up_all_that_remain() -> None:
    state = relati(CROSSING, "O D 9 continuous", seats=3).play("G7")
    assert state.parse("pass") == Pass()
    state = state.play("pass")
    assert (fields(state), symbols(state)) == (
        "X O 10 continuous",
        "X*G6 D*F7 OG7 DH7 XG8 O*I9",
    )


def test_r_7_declining_skips_a_player_who_cannot_act() -> None:
    state = relati(CROSSING, "O D 9 continuous,cannon", seats=3).play("G7")
    stuck = relati("O*I9 OG7 xG6 XG8 D*F7 DH7", "O O 9 continuous,cannon bonus:2", seats=3)
    assert fields(state.play("pass")) == "X O 10 continuous,cannon"
    assert fields(stuck.play("pass")) == "D O 10 continuous,cannon"


@pytest.mark.parametrize(
    ("on", "expected"),
    [
        ("-", ("extension-off", (), "this game is played without continuous actions")),
        ("continuous", ("first-action", (), "the first action of a turn cannot be declined")),
    ],
)
def test_r_7_the_first_action_of_a_turn_may_not_be_declined(
    on: str, expected: tuple[str, tuple[()], str]
) -> None:
    state = relati("O*E5 X*I9", f"O X 9 {on}")
    assert breach(state.why_not("pass")) == expected
    assert "pass" not in tokens(state).split()
    with pytest.raises(duiyi.IllegalAction) as caught:
        state.play("pass")
    assert caught.value.violation == state.why_not("pass")


def test_r_7_the_end_is_checked_between_bonus_actions_too() -> None:
    text = "O*A9 X*B2 .A1"
    nobody = relati(text, "O O 50 continuous bonus:1", fill="O").play("A1")
    assert (fields(nobody), result(nobody)) == (
        "- O 50 continuous",
        "1/2 1/2 nobody-can-act",
    )
    wins = relati(f"{text} .A5", "O O 50 continuous bonus:3", fill="O").play("A1")
    assert (fields(wins), result(wins)) == ("- O 50 continuous", "1 0 others-cannot-act")
    goes_on = relati(f"{text} .A5 .A6", "O O 50 continuous bonus:3", fill="O").play("A5")
    assert (fields(goes_on), result(goes_on)) == ("O O 50 continuous bonus:2", "-")


def test_r_7_the_shot_that_leaves_only_the_mover_wins_in_spite_of_its_bonus() -> None:
    state = relati("X*E1 XE2 XD2 O!A1 O*A2", "O X 9 continuous,cannon").play("fire:A1:R")
    assert (fields(state), result(state)) == (
        "- O 9 continuous,cannon",
        "1 0 others-cannot-act",
    )
