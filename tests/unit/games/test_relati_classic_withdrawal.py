"""relati classic: seats that withdraw, in turn and out of it (W-1…W-5)."""

from __future__ import annotations

import pytest
from tests.unit.games.positions import breach, classic, fields, played, result, symbols, tokens

import duiyi
from duiyi.games.relati_classic import GAME


def test_w_1_any_seat_withdraws_at_any_time_also_out_of_turn() -> None:
    start = GAME.start(3)
    for seat, actor, turn in ((0, 1, 2), (1, 0, 1), (2, 0, 1)):
        state = start.withdraw(seat)
        assert (state.out, state.actor, state.turn) == (frozenset({seat}), actor, turn)
        assert state.last == -1
        assert state.outcome is None
        assert len(state.actions()) == 49
    assert start.withdraw(0).dump() == f"{'/'.join(['.......'] * 7)} X - 2 out:O"


def test_w_1_who_is_out_or_does_not_exist_cannot_withdraw() -> None:
    state = GAME.start(3).withdraw(1)
    for seat, says in (
        (1, "seat 1 has already withdrawn"),
        (3, "there is no seat 3"),
        (-1, "there is no seat -1"),
    ):
        with pytest.raises(duiyi.IllegalAction) as caught:
            state.withdraw(seat)
        assert str(caught.value) == says
    with pytest.raises(duiyi.IllegalAction) as caught:
        state.withdraw(0).withdraw(2)
    assert str(caught.value) == "the game is over"


def test_w_2_a_withdrawn_seat_is_not_asked_again_and_its_symbols_stay() -> None:
    state = played(GAME.start(3), "D4 A1 G7").withdraw(1)
    assert (fields(state), symbols(state)) == ("O D 4 out:X", "XA1 OD4 DG7")
    state = state.play("C3")
    assert fields(state) == "D O 5 out:X"
    state = state.play("G6")
    assert fields(state) == "O D 6 out:X"
    assert breach(state.why_not("A1")) == ("occupied", ("A1",), "A1 is not empty")


def test_w_2_when_the_actor_withdraws_the_next_seat_is_asked() -> None:
    state = played(GAME.start(3), "D4").withdraw(1)
    assert fields(state) == "D O 3 out:X"
    assert len(state.actions()) == 48


def test_w_2_when_the_last_mover_withdraws_the_turn_stays_where_it_was() -> None:
    state = played(GAME.start(3), "D4").withdraw(0)
    assert fields(state) == "X O 2 out:O"
    assert len(state.actions()) == 48
    state = state.play("A1")
    assert fields(state) == "D X 3 out:O"


@pytest.mark.parametrize(("seat", "scores"), [(0, "0 1"), (1, "1 0")])
def test_w_3_of_two_seats_the_other_wins_at_once(seat: int, scores: str) -> None:
    for line in ("", "C3", "C3 D2"):
        state = played(GAME.start(2), line)
        after = state.withdraw(seat)
        assert result(after) == f"{scores} withdrawn"
        assert (after.turn, after.last, after.out) == (state.turn, state.last, frozenset({seat}))
        assert symbols(after) == symbols(state)


def test_w_3_the_last_one_in_wins_with_or_without_an_action() -> None:
    stuck = classic("OA1 XB1 XA2 XB2 DG7", "X D 9", seats=3)
    after = stuck.withdraw(2).withdraw(1)
    assert result(after) == "1 0 0 withdrawn"
    assert fields(after) == "- D 9 out:XD"


def test_w_4_without_a_winner_those_still_in_share_and_who_is_out_gets_nothing() -> None:
    state = classic("XG1 DG7 .A1", "O D 9", fill="O", seats=3)
    assert result(state.withdraw(1).play("A1")) == "1/2 0 1/2 nobody-can-act"
    four = classic("XI1 DI9 UA9 .A1", "O U 9", fill="O", seats=4)
    assert result(four.withdraw(3).play("A1")) == "1/3 1/3 1/3 0 nobody-can-act"
    assert result(four.withdraw(3).withdraw(1).play("A1")) == "1/2 0 1/2 0 nobody-can-act"


def test_w_4_a_withdrawal_itself_may_leave_nobody_who_can_act() -> None:
    state = classic("XG1 DG7 .A1", "O D 9", fill="O", seats=3).withdraw(0)
    assert (fields(state), result(state)) == ("- D 9 out:O", "0 1/2 1/2 nobody-can-act")


def test_w_5_the_last_mover_wins_at_once_when_he_alone_can_act_after_the_withdrawal() -> None:
    state = classic("OA1 DG7 .G6", "D X 9", fill="X", seats=3)
    assert tokens(state) == "G6"
    after = state.withdraw(2)
    assert (fields(after), result(after)) == ("- X 9 out:D", "0 1 0 others-cannot-act")


def test_w_5_the_game_goes_on_while_another_than_the_last_mover_can_act() -> None:
    after = classic("OA1 .B1 DG7 .G6", "D X 9", fill="X", seats=3).withdraw(2)
    assert (fields(after), result(after)) == ("O X 10 out:D", "-")
    assert tokens(after) == "B1"


def test_w_5_a_last_mover_who_is_out_does_not_win() -> None:
    after = classic("OA1 UA9 DI9 .I8", "D X 9 out:X", fill="X", seats=4).withdraw(2)
    assert (fields(after), result(after)) == ("- X 9 out:XD", "1/2 0 0 1/2 nobody-can-act")


def test_w_5_the_only_one_who_can_act_must_act_when_the_last_mover_is_out() -> None:
    after = classic("OA1 .B1 UA9 DI9 .I8", "D X 9 out:X", fill="X", seats=4).withdraw(2)
    assert (fields(after), result(after)) == ("O X 10 out:XD", "-")
    assert result(after.play("B1")) == "1/2 0 0 1/2 nobody-can-act"


def test_w_5_a_turn_that_stays_where_it_was_goes_on() -> None:
    state = classic("OA1 .B1 XG1 DG7 .G6", "O D 9", fill="X", seats=3)
    for seat in (1, 2):
        after = state.withdraw(seat)
        assert (after.actor, after.turn, tokens(after)) == (0, 9, "B1")
