"""relati: seats that withdraw, in turn and out of it, with open actions and without (W-1…W-5)."""

from __future__ import annotations

import pytest
from tests.unit.games.positions import fields, marked, played, relati, result, symbols, tokens

import duiyi
from duiyi.games.relati import GAME, RelatiState


def test_w_1_any_seat_withdraws_at_the_very_start() -> None:
    start = GAME.start(3)
    for seat, expected in ((0, "X - 2 - out:O"), (1, "O - 1 - out:X"), (2, "O - 1 - out:D")):
        state = start.withdraw(seat)
        assert (fields(state), state.out) == (expected, frozenset({seat}))
        assert len(state.actions()) == 169
        assert result(state) == "-"


def test_w_1_who_is_out_or_does_not_exist_cannot_withdraw() -> None:
    state = GAME.start(3).withdraw(1)
    for seat, says in ((1, "seat 1 has already withdrawn"), (3, "there is no seat 3")):
        with pytest.raises(duiyi.IllegalAction) as caught:
            state.withdraw(seat)
        assert str(caught.value) == says
    over = state.withdraw(2)
    with pytest.raises(duiyi.IllegalAction) as caught:
        over.withdraw(0)
    assert str(caught.value) == "the game is over"


def test_w_1_a_seat_withdraws_before_its_first_symbol() -> None:
    state = GAME.start(4).play("A1").withdraw(1)
    assert fields(state) == "D O 3 - out:X"
    state = played(state, "Q1 Q17 A2 Q2")
    assert fields(state) == "U D 7 - out:X"


def test_w_2_a_withdrawn_seat_never_decides_and_its_symbols_stay_in_full_force() -> None:
    state = played(GAME.start(3), "E5 F5 M13 C3").withdraw(1)
    assert fields(state) == "D O 6 - out:X"
    state = state.play("M12")
    assert fields(state) == "O D 7 - out:X"
    assert "F5" not in tokens(state).split()
    blocked = relati("O*E5 OC5 XD5 X*F9 D*M13", "O D 9 - out:X", seats=3)
    assert marked(blocked, "lost") == "C5 D5"


def test_w_2_when_the_actor_withdraws_the_next_seat_is_asked() -> None:
    state = played(GAME.start(3), "E5 F5").withdraw(2)
    assert fields(state) == "O X 4 - out:D"
    state = played(GAME.start(3), "E5 F5 M13").withdraw(0)
    assert fields(state) == "X D 5 - out:O"


def test_w_2_when_the_last_mover_withdraws_the_turn_stays_where_it_was() -> None:
    state = played(GAME.start(3), "E5 F5").withdraw(1)
    assert fields(state) == "D X 3 - out:X"
    state = state.play("M13")
    assert fields(state) == "O D 4 - out:X"


CROSSING = "O*I9 OG7 X*G6 XG8 D*F7 DH7"


def test_w_2_an_actor_who_withdraws_between_bonus_actions_leaves_the_rest() -> None:
    state = relati(CROSSING, "O O 9 continuous bonus:2", seats=3).withdraw(0)
    assert (fields(state), result(state)) == ("X O 10 continuous out:O", "-")


def test_w_2_w_5_the_bonus_of_another_goes_on_when_a_seat_withdraws() -> None:
    state = relati(CROSSING, "O O 9 continuous bonus:2", seats=3)
    for seat, out in ((1, "X"), (2, "D")):
        after = state.withdraw(seat)
        assert fields(after) == f"O O 9 continuous bonus:2 out:{out}"
        assert tokens(after) == tokens(state)
    after = played(state.withdraw(1), "pass")
    assert fields(after) == "D O 10 continuous out:X"


BATTERY = "O*E5 O!D4 O!D6 XA6 XA4 X*B8 XD9 D*M13"
OPEN = "O O 9 continuous,cannon,chain chain:D6:1 passed:D4 before:0,0,0"


def mid_chain() -> RelatiState:
    """O has relayed from D4, shot A6 and so cut off A4, and has one shell left on D6."""
    state = relati(BATTERY, "O D 9 continuous,cannon,chain", seats=3)
    state = state.play("fire:D4:B").play("fire:D6:L")
    assert fields(state) == OPEN
    assert tokens(state) == "fire:D6:B"
    return state


def test_w_2_an_actor_who_withdraws_in_a_chain_leaves_it_without_a_bonus() -> None:
    state = mid_chain().withdraw(0)
    assert fields(state) == "X O 10 continuous,cannon,chain out:O"
    assert symbols(state) == "XA4 O-D4 O*E5 xA6 O-D6 X*B8 XD9 D*M13"


@pytest.mark.parametrize(("seat", "out", "then"), [(1, "X", "D"), (2, "D", "X")])
def test_w_2_a_chain_goes_on_when_another_seat_withdraws(seat: int, out: str, then: str) -> None:
    state = mid_chain().withdraw(seat)
    assert fields(state) == f"{OPEN} out:{out}"
    assert tokens(state) == "fire:D6:B"
    state = state.play("fire:D6:B")
    assert fields(state) == f"O O 9 continuous,cannon,chain bonus:1 out:{out}"
    assert fields(state.play("pass")) == f"{then} O 10 continuous,cannon,chain out:{out}"


def test_w_3_of_two_seats_the_other_wins_at_once_at_any_time() -> None:
    for line in ("", "E5", "E5 F5"):
        state = played(GAME.start(2), line)
        assert result(state.withdraw(0)) == "0 1 withdrawn"
        assert result(state.withdraw(1)) == "1 0 withdrawn"
        assert symbols(state.withdraw(1)) == symbols(state)
        assert (state.withdraw(1).turn, state.withdraw(1).last) == (state.turn, state.last)


def test_w_3_the_last_one_in_wins_in_a_chain_and_between_bonus_actions_too() -> None:
    state = mid_chain().withdraw(1)
    assert result(state.withdraw(2)) == "1 0 0 withdrawn"
    assert fields(state.withdraw(2)) == "- O 9 continuous,cannon,chain out:XD"
    assert "O-D6" in symbols(state.withdraw(2)).split()
    assert result(state.withdraw(0)) == "0 0 1 withdrawn"
    assert fields(state.withdraw(0)) == "- O 9 continuous,cannon,chain out:OX"
    bonus = relati(CROSSING, "O O 9 continuous bonus:2 out:X", seats=3)
    assert (fields(bonus.withdraw(0)), result(bonus.withdraw(0))) == (
        "- O 9 continuous out:OX",
        "0 0 1 withdrawn",
    )
    assert fields(bonus.withdraw(2)) == "- O 9 continuous out:XD"


def test_w_3_the_last_one_in_wins_without_an_action() -> None:
    state = relati("oE5 X*I9 D*M13", "X O 9 cannon", seats=3)
    assert not state.can_act(0)
    assert result(state.withdraw(1).withdraw(2)) == "1 0 0 withdrawn"


def test_w_4_without_a_winner_those_still_in_share() -> None:
    state = relati("O*A13 X*M13 D*M1 .A1", "O D 50 -", fill="O", seats=3)
    assert result(state.withdraw(2).play("A1")) == "1/2 1/2 0 nobody-can-act"
    after = state.withdraw(0)
    assert (fields(after), result(after)) == ("- D 50 - out:O", "0 1/2 1/2 nobody-can-act")
    four = relati("O*A17 X*Q17 D*Q1 U*A1 .H9", "O U 50 -", fill="O", seats=4)
    assert result(four.withdraw(3).play("H9")) == "1/3 1/3 1/3 0 nobody-can-act"
    assert result(four.withdraw(1).withdraw(0)) == "0 0 1/2 1/2 nobody-can-act"


def test_w_5_the_last_mover_wins_at_once_when_he_alone_can_act() -> None:
    state = relati("oA1 X*E5 D*M13", "D X 9 cannon", seats=3)
    after = state.withdraw(2)
    assert (fields(after), result(after)) == ("- X 9 cannon out:D", "0 1 0 others-cannot-act")


def test_w_5_the_game_goes_on_while_another_can_act() -> None:
    after = relati("O*A1 X*E5 D*M13", "D X 9 cannon", seats=3).withdraw(2)
    assert (fields(after), result(after)) == ("O X 10 cannon out:D", "-")


def test_w_5_the_withdrawal_of_one_who_cannot_act_changes_nothing() -> None:
    state = relati("oA1 X*E5 D*M13", "D X 9 cannon", seats=3)
    after = state.withdraw(0)
    assert (fields(after), result(after)) == ("D X 9 cannon out:O", "-")


def test_w_5_a_last_mover_who_is_out_does_not_win() -> None:
    state = relati("oA1 X*E5 D*M13 uA17", "D X 9 cannon out:X", seats=4).withdraw(2)
    assert (fields(state), result(state)) == (
        "- X 9 cannon out:XD",
        "1/2 0 0 1/2 nobody-can-act",
    )
    state = relati("O*A1 X*E5 D*M13 uA17", "D X 9 cannon out:X", seats=4).withdraw(2)
    assert (fields(state), result(state)) == ("O X 10 cannon out:XD", "-")


def test_w_5_between_bonus_actions_the_mover_wins_when_the_only_other_who_can_act_goes() -> None:
    state = relati("O*A1 X*E5 dM13", "O O 9 continuous,cannon bonus:2", seats=3)
    after = state.withdraw(1)
    assert (fields(after), result(after)) == (
        "- O 9 continuous,cannon out:X",
        "1 0 0 others-cannot-act",
    )
    assert fields(state.withdraw(2)) == "O O 9 continuous,cannon bonus:2 out:D"


def test_w_5_in_a_chain_the_action_is_finished_first() -> None:
    """X, the only other who can act, goes; O fires his last shell and then has won."""
    text = BATTERY.replace("D*M13", "dM13")
    state = relati(text, "O X 9 continuous,cannon,chain", seats=3)
    state = played(state, "fire:D4:B fire:D6:L").withdraw(1)
    assert (fields(state), result(state)) == (f"{OPEN} out:X", "-")
    state = state.play("fire:D6:B")
    assert (fields(state), result(state)) == (
        "- O 9 continuous,cannon,chain out:X",
        "1 0 0 others-cannot-act",
    )


def test_w_5_in_a_chain_that_is_a_bonus_action_too() -> None:
    text = BATTERY.replace("D*M13", "dM13")
    state = relati(text, "O O 9 continuous,cannon,chain bonus:2", seats=3)
    state = played(state, "fire:D4:B fire:D6:L").withdraw(1)
    on = "continuous,cannon,chain"
    expected = f"O O 9 {on} bonus:2 chain:D6:1 passed:D4 before:0,0,0 out:X"
    assert (fields(state), result(state)) == (expected, "-")
    assert result(state.play("fire:D6:B")) == "1 0 0 others-cannot-act"


def test_w_5_after_an_actor_left_his_chain_the_next_who_can_act_is_asked() -> None:
    text = BATTERY.replace("X*B8", "xB8")
    state = relati(text, "O D 9 cannon,chain", seats=3).play("fire:D4:B").withdraw(0)
    assert fields(state) == "D O 10 cannon,chain out:O"
    nobody = relati(text.replace("D*M13", "dM13"), "O X 9 cannon,chain", seats=3)
    nobody = nobody.play("fire:D4:B").withdraw(0)
    assert result(nobody) == "0 1/2 1/2 nobody-can-act"
