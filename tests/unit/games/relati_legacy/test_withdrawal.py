"""Withdrawal in relati legacy: W-1…W-5 with L-16."""

from __future__ import annotations

import pytest
from tests.unit.games.relati_legacy.boards import fields, legacy, pieces, played, result, tokens

import duiyi
from duiyi.games.relati_legacy import GAME

FOUR = "O*A1 X*I1 D*A9 U*I9"


def test_w_1_any_seat_may_withdraw_also_out_of_turn() -> None:
    state = legacy(FOUR, "4 O 9")
    for seat in (1, 2, 3):
        left = state.withdraw(seat)
        assert (left.actor, left.turn, left.out) == (0, 9, frozenset({seat}))
        assert pieces(left) == pieces(state)


def test_w_1_not_twice_and_not_after_the_end() -> None:
    state = legacy(FOUR, "4 O 9 out:X")
    with pytest.raises(duiyi.IllegalAction) as caught:
        state.withdraw(1)
    assert caught.value.violation.code == "already-out"
    with pytest.raises(duiyi.IllegalAction) as caught:
        GAME.start(2).withdraw(0).withdraw(1)
    assert caught.value.violation.code == "game-over"


def test_w_2_the_actor_who_withdraws_passes_the_turn_on_and_his_pieces_stay() -> None:
    state = legacy(FOUR, "4 O 9")
    left = state.withdraw(0)
    assert (left.actor, left.turn, fields(left)) == (1, 10, "4 X 10 out:O")
    assert pieces(left) == pieces(state)
    assert left.play("R:I2").play("R:A8").play("R:I8").actor == 1


def test_w_2_l_16_who_is_asked_then_and_has_no_action_is_out() -> None:
    state = legacy("O*A1 xI1 D*A9 U*I9", "4 O 9")
    left = state.withdraw(0)
    assert (left.actor, left.gone, left.out) == (2, frozenset({1}), frozenset({0}))
    assert fields(left) == "4 D 10 gone:X out:O"
    # X is not asked while another seat withdraws
    assert state.withdraw(2).gone == frozenset()


def test_w_3_the_last_one_in_wins_at_once_with_or_without_an_action() -> None:
    assert result(GAME.start(2).withdraw(0)) == "0 1 withdrawn"
    assert result(GAME.start(2).withdraw(1)) == "1 0 withdrawn"
    stuck = legacy("O*A1 xI1", "2 O 9").withdraw(0)
    assert result(stuck) == "0 1 withdrawn"
    assert (stuck.owner, stuck.turn, fields(stuck)) == (0, 9, "2 O 9 out:O")


def test_w_3_l_16_who_is_left_beside_eliminated_and_withdrawn_seats_wins() -> None:
    state = legacy("O*A1 xI1 D*A9", "3 O 9 gone:X")
    assert result(state.withdraw(2)) == "1 0 0 last-left"
    over = state.withdraw(0)
    assert result(over) == "0 0 1 last-left"
    assert (over.owner, over.turn, fields(over)) == (0, 9, "3 O 9 gone:X out:O")
    # X is asked after O has left, has nothing, and D is the last one: even without an action
    stuck = legacy("O*A1 xI1 dA9", "3 O 9").withdraw(0)
    assert (result(stuck), stuck.gone) == ("0 0 1 last-left", frozenset({1}))


def test_w_4_a_withdrawn_seat_scores_nothing() -> None:
    state = legacy("O*A1 OB1 X*C1 D*I9", "3 O 9 out:D").play("AN:C1:B1")
    assert result(state) == "1 0 0 last-left"


def test_w_5_an_eliminated_seat_may_still_withdraw_which_changes_nothing_else() -> None:
    state = legacy("O*A1 xI1 D*A9", "3 O 9 gone:X")
    left = state.withdraw(1)
    assert (left.gone, left.out, left.actor, left.turn) == (state.gone, frozenset({1}), 0, 9)
    assert tokens(left) == tokens(state)
    assert result(left.withdraw(0)) == "0 0 1 withdrawn"
    assert result(left.play("D:A1").play("D:A9")) == "-"


def test_a_withdrawn_seat_is_passed_over_for_the_rest_of_the_game() -> None:
    state = GAME.start(3, size=9).withdraw(1)
    state = played(state, "L:A1 L:I9 R:B1")
    assert (state.actor, state.turn) == (2, 4)
