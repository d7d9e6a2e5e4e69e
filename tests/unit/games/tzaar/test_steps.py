"""Steps and turns: T-2, T-3, the order of actions, tokens, states as values."""

from __future__ import annotations

import pickle

import pytest
from tests.unit.games.tzaar.positions import START, position, tokens

from duiyi.core import BadToken
from duiyi.games.tzaar import GAME, Pass, Stack, Step, TzaarState

FIRST = (
    "A5xA4 B1xB2 B1xA1 B5xB4 B5xA4 C2xC3 C2xB2 C5xC4 C5xB4 D3xD4 D3xC3 D5xE5 D5xD4 D5xC4 D6xE6 "
    "D6xE5 D7xE7 D7xE6 D8xE8 D8xE7 E1xF1 E2xF2 E2xF1 E3xF3 E3xF2 E4xF4 E4xF3 E4xD4 F5xF6 F5xF4 "
    "F5xE5 G4xG3 G4xF4 G5xG6 G5xF6 H3xH2 H3xG3 H5xH6 H5xG6 I2xI1 I2xH2 I5xH6"
)


def whose(state: TzaarState) -> tuple[int | None, int, int]:
    return state.actor, state.step, state.turn


# T-2: turns


def test_t_2_whites_first_turn_has_one_step_and_all_others_two() -> None:
    state = GAME.start()
    seen = [whose(state)]
    for _ in range(6):
        state = state.play(state.actions()[0])
        seen.append(whose(state))
    assert seen == [(0, 1, 1), (1, 1, 2), (1, 2, 2), (0, 1, 3), (0, 2, 3), (1, 1, 4), (1, 2, 4)]


@pytest.mark.parametrize(
    ("tail", "after"),
    [
        ("w 1 1", (1, 1, 2)),
        ("w 1 2", (0, 2, 2)),
        ("w 1 3", (0, 2, 3)),
        ("w 2 2", (1, 1, 3)),
        ("b 1 1", (1, 2, 1)),
        ("b 2 1", (0, 1, 2)),
        ("b 1 2", (1, 2, 2)),
    ],
)
def test_t_2_only_a_white_turn_one_has_one_step(
    tail: str, after: tuple[int | None, int, int]
) -> None:
    state = position(tail, C4="T", C5="t", F5="T", F6="t", H2="T2")
    assert whose(state.play("C4xC5" if tail[0] == "w" else "C5xC4")) == after


def test_passing_ends_the_turn_and_changes_nothing_else() -> None:
    state = position("b 2 8", C4="T", C5="t")
    later = state.play("pass")
    assert later.points == state.points
    assert whose(later) == (0, 1, 9)
    assert later == position("w 1 9", C4="T", C5="t")


def test_the_owner_is_the_side_that_decides() -> None:
    assert [position(tail, C4="T", C5="t").owner for tail in ("w 1 3", "b 1 3")] == [0, 1]


# T-3: capturing and stacking


@pytest.mark.parametrize(
    ("mover", "victim"), [("T", "z"), ("Z2", "t"), ("R2", "r2"), ("T12", "z12"), ("Z9", "t8")]
)
def test_t_3_a_capture_keeps_the_movers_height_and_removes_the_whole_victim(
    mover: str, victim: str
) -> None:
    state = position("w 1 3", D4=mover, D7=victim, B5="t", B6="T")
    later = state.play("D4xD7")
    assert later == position("w 2 3", D7=mover, B5="t", B6="T")


@pytest.mark.parametrize(
    ("mover", "below", "stacked"),
    [
        ("T", "R", "T2"),
        ("R", "T", "R2"),
        ("Z2", "R3", "Z5"),
        ("T7", "T5", "T12"),
        ("R60", "T", "R61"),
    ],
)
def test_t_3_stacking_adds_the_heights_and_the_mover_is_on_top(
    mover: str, below: str, stacked: str
) -> None:
    state = position("w 2 3", D4=mover, D7=below, B5="t", B6="T")
    later = state.play("D4+D7")
    assert later == position("b 1 4", D7=stacked, B5="t", B6="T")


def test_t_3_black_captures_and_stacks_likewise() -> None:
    state = position("b 1 4", D4="t2", D7="Z2", B5="t", B1="z", H6="Z")
    later = state.play("D4xD7")
    assert later == position("b 2 4", D7="t2", B5="t", B1="z", H6="Z")
    later = later.play("B5+B1")
    assert later == position("w 1 5", D7="t2", B1="t2", H6="Z")
    assert later.actor == 0
    assert later.points[:6] == (
        Stack(0, "tzaar", 1),
        Stack(0, "tzarra", 1),
        Stack(0, "totts", 1),
        None,
        None,
        Stack(1, "totts", 2),
    )


@pytest.mark.parametrize(
    ("height", "captures"),
    [("", ""), ("2", "D4xD6"), ("3", "D4xD6")],
)
def test_t_3_a_capture_needs_at_least_the_victims_height(height: str, captures: str) -> None:
    state = position("w 1 3", D4=f"T{height}", D6="t2", B5="t", B6="T")
    assert tokens(state) == f"B6xB5 {captures}".strip()


def test_a_step_goes_to_the_first_piece_along_each_line() -> None:
    """From D5: up, then clockwise; down-right lies the hole, and F4 behind it is not reached."""
    pieces = {"D8": "T", "H6": "t", "F4": "t", "D2": "t", "D1": "t", "C5": "T", "B5": "t"}
    state = position("w 2 3", D5="T", **pieces)
    here = [token for token in tokens(state).split() if token.startswith("D5")]
    assert here == "D5+D8 D5xH6 D5xD2 D5+A2 D5+C5".split()


# the list of actions


def test_t_7_the_first_42_actions_in_order() -> None:
    assert tokens(GAME.start()) == FIRST


def test_actions_go_by_point_then_clockwise_and_pass_is_last() -> None:
    state = GAME.start().play("C2xC3")
    assert tokens(state) == (
        "A1xB1 A4xA5 A4xB5 B2xC3 B2xD2 B2xB1 B3xC3 B4xB5 B4xC5 C4xC5 C4xD5 C4xC3 D4xD5 D4xE4 D4xD3 "
        "D4xC3 E5xF5 E5xD5 E5xD6 E6xD6 E6xD7 E7xD7 E7xD8 E8xD8 F1xE1 F1xE2 F2xE2 F2xE3 F3xE3 F3xE4 "
        "F4xF5 F4xG4 F4xE4 F6xG5 F6xF5 G3xG4 G3xH3 G6xH5 G6xG5 H2xH3 H2xI2 H6xI5 H6xH5 I1xI2"
    )
    state = state.play("A1xB1")
    assert tokens(state).startswith("A2+A3 A2+B3 A2+B2 A3+A4 A3+B4 A3+B3 A3+A2 A4xA5 A4xB5 A4+B4 ")
    assert tokens(state).endswith(" I1xI2 I1+H1 I1+H2 pass")
    assert len(state.actions()) == 143


def test_step_one_offers_captures_only_and_step_two_everything() -> None:
    pieces = {"D4": "T", "D5": "T", "D6": "t"}
    assert tokens(position("w 1 3", **pieces)) == "A3xD6 D5xD6"
    assert tokens(position("w 2 3", **pieces)) == (
        "A1+A2 A1+D4 A2+A3 A2+D5 A2+A1 A3xD6 A3+A2 D4+D5 D4+A1 D5xD6 D5+D4 D5+A2 pass"
    )
    assert tokens(position("b 1 3", **pieces)) == "D6xD5 D6xA3"
    assert tokens(position("b 2 3", **pieces)) == "D6xD5 D6xA3 I3+I4 I4+I5 I4+I3 I5+I4 pass"


def test_step_two_may_leave_nothing_but_a_pass() -> None:
    lonely = {"A2": "", "A3": "", "B4": "R", "C7": "T", "I5": "z2", "I4": "r2", "I3": "t2"}
    assert tokens(position("w 2 3", **lonely)) == "pass"


# tokens


@pytest.mark.parametrize(
    ("token", "action"),
    [
        ("D3xC3", Step("D3", "x", "C3")),
        ("E6+E5", Step("E6", "+", "E5")),
        ("Z99xA0", Step("Z99", "x", "A0")),
        ("A10+Z9", Step("A10", "+", "Z9")),
        ("pass", Pass()),
    ],
)
def test_tokens_and_actions_are_inverse(token: str, action: Step | Pass) -> None:
    state = GAME.start()
    assert state.parse(token) == action
    assert state.text(action) == token


@pytest.mark.parametrize(
    "token",
    [
        "D3", "D3C3", "D3-C3", "D3XC3", "d3xC3", "D3xc3", "D03xC3", "D3xC03", "D00xC3", "D100xC3",
        "D3xC100", "DxC3", "D3x", "xC3", "D3xC3x", "D3xC3+D3", "DD3xC3", "D-3xC3", "Pass", "PASS",
        "pass!", "D3xC3,pass", "D3xC",
    ],
)  # fmt: skip
def test_other_texts_are_unreadable(token: str) -> None:
    with pytest.raises(BadToken) as caught:
        GAME.start().parse(token)
    assert str(caught.value) == (
        f"{token} is not an action; write D3xC3 to capture, E6+E5 to stack, or pass"
    )


@pytest.mark.parametrize("token", ["", "D3 xC3", "D3xC³", "D3xC3\n", "x" * 65])
def test_texts_that_no_game_reads_are_bad_tokens_too(token: str) -> None:
    with pytest.raises(BadToken):
        GAME.start().why_not(token)


# states as values


def test_states_are_values() -> None:
    state = GAME.start()
    again = GAME.load(START)
    assert state == again
    assert hash(state) == hash(again)
    assert pickle.loads(pickle.dumps(state)) == state
    assert state.play("D3xC3") == again.play(Step("D3", "x", "C3"))
    assert state == again
    assert repr(state) == f"duiyi.game('tzaar').load('{START}')"


def test_whose_step_and_which_turn_make_a_difference() -> None:
    tails = ("w 1 3", "w 2 3", "w 1 5", "b 1 3", "w 1 3 out:w", "w 1 3 out:b")
    assert len({position(tail, D4="T", D5="t") for tail in tails}) == len(tails)


def test_actions_are_not_texts() -> None:
    assert GAME.start().actions()[0] == Step("A5", "x", "A4")
    assert Pass() == Pass()
    assert Step("A5", "x", "A4") != Step("A5", "+", "A4")
