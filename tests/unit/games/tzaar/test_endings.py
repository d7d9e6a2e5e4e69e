"""How a game ends: T-4, T-5, and withdrawal (W-1 to W-4)."""

from __future__ import annotations

from fractions import Fraction

import pytest
from tests.unit.games.tzaar.positions import START, position

from duiyi.core import IllegalAction, Outcome
from duiyi.games.tzaar import GAME, TzaarState

WHITE_WINS = (Fraction(1), Fraction(0))
BLACK_WINS = (Fraction(0), Fraction(1))


def ended(state: TzaarState) -> tuple[tuple[Fraction, ...], str]:
    """The outcome, of a state that is wholly over."""
    assert state.outcome is not None
    assert state.actor is None
    assert state.actions() == ()
    assert GAME.load(state.dump()) == state
    return state.outcome.scores, state.outcome.reason


def tail(state: TzaarState) -> str:
    return state.dump().partition(" ")[2]


# T-4


def test_t_4_taking_the_last_of_a_kind_at_step_one_wins_at_once() -> None:
    later = position("w 1 3", G4="T").play("G4xI4")
    assert ended(later) == (WHITE_WINS, "kinds-gone")
    assert tail(later) == "w 2 3"
    assert later.owner == 0


def test_t_4_taking_the_last_of_a_kind_at_step_two_wins() -> None:
    later = position("w 2 3", G4="T").play("G4xI4")
    assert ended(later) == (WHITE_WINS, "kinds-gone")
    assert tail(later) == "b 1 4"
    assert later.owner == 1


def test_t_4_also_on_whites_first_turn() -> None:
    later = position("w 1 1", G4="T").play("G4xI4")
    assert ended(later) == (WHITE_WINS, "kinds-gone")
    assert tail(later) == "b 1 2"


def test_t_4_black_wins_likewise() -> None:
    later = position("b 1 4", C4="t").play("C4xA2")
    assert ended(later) == (BLACK_WINS, "kinds-gone")
    assert tail(later) == "b 2 4"


@pytest.mark.parametrize(("site", "kind"), [("A1", "Z"), ("A2", "R"), ("A3", "T")])
def test_t_4_each_kind_counts(site: str, kind: str) -> None:
    reach = {"A1": "C3", "A2": "C4", "A3": "C5"}[site]
    state = position("b 1 4", **{reach: "t"})
    assert ended(state.play(f"{reach}x{site}")) == (BLACK_WINS, "kinds-gone")
    spare = position("b 1 4", **{reach: "t", "H1": kind}).play(f"{reach}x{site}")
    assert spare.outcome is None
    assert tail(spare) == "b 2 4"


def test_t_4_covering_ones_own_last_piece_of_a_kind_is_legal_and_loses() -> None:
    state = position("w 2 3", G4="T2", H6="Z")
    assert state.why_not("A1+A2") is None
    assert ended(state.play("A1+A2")) == (BLACK_WINS, "kinds-gone")
    assert state.play("A3+A2").outcome == state.play("A1+A2").outcome


def test_t_4_is_judged_before_t_5() -> None:
    """Black is left without a capture too, which alone would be White's win."""
    state = position("w 2 3")
    assert ended(state.play("pass")) == (WHITE_WINS, "no-capture")
    assert ended(state.play("A1+A2")) == (BLACK_WINS, "kinds-gone")


def test_t_4_stacking_a_kind_on_itself_leaves_one() -> None:
    later = position("w 2 3", B2="Z", G4="T", I4="r2", I2="r").play("A1+B2")
    assert later == position("b 1 4", A1="", B2="Z2", G4="T", I4="r2", I2="r")
    assert later.outcome is None


@pytest.mark.parametrize("tails", ["w 1 5", "w 2 5", "b 1 5", "b 2 5"])
def test_t_4_holds_for_whoever_decides(tails: str) -> None:
    pieces = {"C4": "t", "C5": "T"}
    assert ended(position(tails, A2="", **pieces)) == (BLACK_WINS, "kinds-gone")
    assert ended(position(tails, I4="", **pieces)) == (WHITE_WINS, "kinds-gone")
    assert ended(position(tails, A1="", A2="", A3="", **pieces)) == (BLACK_WINS, "kinds-gone")
    assert position(tails, **pieces).outcome is None


# T-5


def test_t_5_who_has_no_capture_at_step_one_loses_at_once() -> None:
    later = position("w 1 1", E4="T2", F4="t").play("E4xF4")
    assert ended(later) == (WHITE_WINS, "no-capture")
    assert tail(later) == "b 1 2"
    assert ended(position("w 1 3")) == (BLACK_WINS, "no-capture")
    assert ended(position("b 1 3")) == (WHITE_WINS, "no-capture")


def test_t_5_a_capture_that_is_too_strong_is_none() -> None:
    assert position("w 1 3", D4="T", D6="t").outcome is None
    assert ended(position("w 1 3", D4="T", D6="t2")) == (BLACK_WINS, "no-capture")
    assert position("b 1 3", D4="T", D6="t2").outcome is None


def test_t_5_a_piece_behind_another_cannot_be_captured() -> None:
    assert ended(position("w 1 3", D4="T", D5="T", D6="t2", D7="t")) == (BLACK_WINS, "no-capture")
    assert ended(position("w 1 3", D4="T2", D5="T", D6="t2")) == (BLACK_WINS, "no-capture")


def test_t_5_concerns_step_one_only() -> None:
    state = position("w 2 3")
    assert state.outcome is None
    assert state.actor == 0
    after_capture = position("w 1 3", E4="T2", F4="t").play("E4xF4")
    assert after_capture.outcome is None
    assert tail(after_capture) == "w 2 3"


def test_stacks_at_step_one_do_not_help() -> None:
    """敵人無任何合法的移動路徑: a stack is no legal move at step 1."""
    assert position("w 1 3").outcome == Outcome(BLACK_WINS, "no-capture")


# W-1 to W-4


@pytest.mark.parametrize("line", ["", "D3xC3", "D3xC3 A1xB1", "D3xC3 A1xB1 pass"])
def test_w_1_both_can_withdraw_at_any_time_and_w_3_the_other_wins(line: str) -> None:
    state = GAME.start()
    for token in line.split():
        state = state.play(token)
    for seat, scores in ((0, BLACK_WINS), (1, WHITE_WINS)):
        later = state.withdraw(seat)
        assert ended(later) == (scores, "withdrawn")
        assert later.out == {seat}
        assert later.points == state.points
        assert (later.owner, later.step, later.turn) == (state.owner, state.step, state.turn)
        assert later.dump() == f"{state.dump()} out:{'wb'[seat]}"


def test_w_2_the_pieces_of_who_withdrew_stay_and_he_decides_nothing_more() -> None:
    later = GAME.start().play("D3xC3").withdraw(1)
    assert len(later.view().pieces) == 59
    assert later.actor is None
    assert later.why_not("A1xB1") is not None


def test_nobody_withdraws_from_a_finished_game() -> None:
    over = GAME.start().withdraw(1)
    for seat in (0, 1):
        with pytest.raises(IllegalAction) as caught:
            over.withdraw(seat)
        assert caught.value.violation.code == "game-over"


def test_a_position_with_a_withdrawal_is_over_whatever_stands_on_the_board() -> None:
    assert ended(position("w 1 3 out:b")) == (WHITE_WINS, "withdrawn")
    assert ended(position("w 1 3 out:w", I4="")) == (BLACK_WINS, "withdrawn")


def test_w_3_there_is_no_game_for_one() -> None:
    state = GAME.start()
    with pytest.raises(AssertionError, match="W-3"):
        state.without(0, frozenset({0}))


def test_w_4_who_withdrew_scores_nothing() -> None:
    assert GAME.load(f"{START} out:w").outcome == Outcome(BLACK_WINS, "withdrawn")
    assert GAME.load(f"{START} out:b").outcome == Outcome(WHITE_WINS, "withdrawn")
