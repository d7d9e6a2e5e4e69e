"""Violations (T-8): each code on a position made for it, its message, and the order of judging."""

from __future__ import annotations

import pytest
from tests.unit.games.tzaar.positions import position

from duiyi.core import IllegalAction, Violation
from duiyi.core.errors import violation
from duiyi.core.locale import text as words
from duiyi.games.tzaar import GAME, Step, TzaarState

START = GAME.start()
FIGHT = position("w 2 5", D4="T2", D6="t3", D7="R", E4="Z", F4="t", C7="r")
"""White's step 2. D4 sees D6 (too strong for it), A1 and E4; E4 sees F4."""
FIRST_STEP = position("w 1 5", D4="T2", D6="t3", D7="R", E4="Z", F4="t", C7="r")


def broken(state: TzaarState, token: str) -> Violation:
    """The violation that a token commits; playing it must say the same and change nothing."""
    before = state.dump()
    found = state.why_not(token)
    assert found is not None
    for played in (token, state.parse(token)):
        with pytest.raises(IllegalAction) as caught:
            state.play(played)
        assert caught.value.violation == found
    assert state.dump() == before
    return found


CASES = [
    # 選取的棋子不存在
    (
        FIGHT, "D5xD6", "no-such-piece", "D5",
        "D5 is empty: there is no piece to move",
        "D5 是空的：沒有棋子可移動",
    ),
    (
        START, "Z99xA1", "no-such-piece", "",
        "the board has no point Z99: there is no piece to move",
        "棋盤上沒有 Z99：沒有棋子可移動",
    ),
    # 選取非己方的棋子
    (
        START, "C3xC2", "not-your-piece", "C3",
        "C3 holds a black Tzaar, not yours",
        "C3 是黑方 Tzaar，不是你的棋子",
    ),
    (
        FIGHT, "D6xD4", "not-your-piece", "D6",
        "D6 holds a black Totts of height 3, not yours",
        "D6 是黑方 3 層的 Totts，不是你的棋子",
    ),
    # 走出場外
    (
        START, "A5xA6", "off-board", "A5",
        "A5 cannot go to A6: the board has no such point",
        "A5 走不到 A6：棋盤上沒有這個棋位",
    ),
    # 非直線移動棋子
    (
        START, "B1xC3", "not-a-line", "B1 C3",
        "no line of the board leads from B1 to C3",
        "B1 到 C3 之間沒有直線",
    ),
    (
        START, "B1xB1", "not-a-line", "B1",
        "B1 cannot go to where it stands",
        "B1 不能走到自己所在的棋位",
    ),
    (
        START, "E4xE5", "not-a-line", "E4 E5",
        "the line from E4 to E5 is interrupted by the hole in the centre",
        "E4 到 E5 的直線被中央的洞隔斷",
    ),
    # 越子
    (
        START, "B1xB3", "jump", "B1 B3 B2",
        "the line from B1 to B3 is blocked on B2: pieces cannot be jumped over",
        "B1 到 B3 的直線被 B2 擋住：不能越子",
    ),
    (
        FIGHT, "D4xD8", "jump", "D4 D8 D6 D7",
        "the line from D4 to D8 is blocked on D6, D7: pieces cannot be jumped over",
        "D4 到 D8 的直線被 D6、D7 擋住：不能越子",
    ),
    # beyond the seed
    (
        FIGHT, "D4xD5", "empty-target", "D4 D5",
        "D5 is empty: D4 can only go onto a piece",
        "D5 是空的：D4 只能走到有棋子的棋位",
    ),
    (
        FIGHT, "D4xE4", "wrong-sign", "D4 E4",
        "E4 holds your own white Tzaar: write D4+E4 to stack",
        "E4 是自己的白方 Tzaar：併子要寫 D4+E4",
    ),
    (
        FIGHT, "E4+F4", "wrong-sign", "E4 F4",
        "F4 holds a black Totts: write E4xF4 to capture",
        "F4 是黑方 Totts：吃子要寫 E4xF4",
    ),
    (
        FIGHT, "D4+D6", "wrong-sign", "D4 D6",
        "D6 holds a black Totts of height 3: + is for your own pieces, and D4 (white Totts of "
        "height 2) is too weak to capture it, 2 against 3",
        "D6 是黑方 3 層的 Totts：+ 只能併自己的棋子，而 D4（白方 2 層的 Totts）強度不足，"
        "也吃不掉它：2 對 3",
    ),
    (
        FIRST_STEP, "D4xE4", "wrong-sign", "D4 E4",
        "E4 holds your own white Tzaar: x is for the other side, and the first step of a turn "
        "cannot stack",
        "E4 是自己的白方 Tzaar：x 只能吃對方的棋子，步驟一也不能併子",
    ),
    # 玩家第一步驟錯誤
    (
        FIRST_STEP, "D4+E4", "first-step-must-capture", "D4 E4",
        "the first step of a turn must capture: D4 (white Totts of height 2) cannot be put on E4 "
        "(white Tzaar) yet",
        "步驟一只能吃子：D4（白方 2 層的 Totts）現在不能疊到 E4（白方 Tzaar）",
    ),
    (
        FIRST_STEP, "pass", "first-step-must-capture", "",
        "the first step of a turn must capture: white cannot pass yet",
        "步驟一只能吃子：白方現在不能放棄",
    ),
    # 非法吃子
    (
        FIGHT, "D4xD6", "too-weak", "D4 D6",
        "too weak: 2 against 3, D4 (white Totts of height 2) cannot capture D6 (black Totts of "
        "height 3)",
        "強度不足：2 對 3，D4（白方 2 層的 Totts）不能吃 D6（黑方 3 層的 Totts）",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("state", "token", "code", "sites", "english", "chinese"), CASES)
def test_t_8_each_violation_says_what_and_where(
    state: TzaarState, token: str, code: str, sites: str, english: str, chinese: str
) -> None:
    found = broken(state, token)
    assert found.code == code
    assert found.sites == tuple(sites.split())
    assert str(found) == english
    assert words(found.message, "zh-Hant") == chinese


def test_t_8_black_is_judged_likewise() -> None:
    state = position("b 1 4", D4="T2", D6="t", C7="r", F4="t", F5="Z")
    assert str(broken(state, "pass")).endswith("must capture: black cannot pass yet")
    assert str(broken(state, "D4xD6")) == "D4 holds a white Totts of height 2, not yours"
    assert str(broken(state, "D6xD4")).startswith("too weak: 1 against 2, D6 (black Totts) ")
    assert broken(state, "I4+I5").code == "first-step-must-capture"


@pytest.mark.parametrize(
    ("token", "code"),
    [
        ("Z99xZ99", "no-such-piece"),  # nothing there, from = to, off the board
        ("D5xZ99", "no-such-piece"),
        ("D5+D5", "no-such-piece"),
        ("D6xZ99", "not-your-piece"),
        ("D6xD6", "not-your-piece"),
        ("D6+C1", "not-your-piece"),
        ("D4xJ4", "off-board"),
        ("D4xD0", "off-board"),
        ("D4+D9", "off-board"),
        ("E1xE4", "no-such-piece"),
        ("E4xE8", "not-a-line"),  # across the hole, to an empty point
        ("E4+E4", "not-a-line"),
        ("D4+B5", "not-a-line"),  # to an empty point, off every line
        ("D7xD4", "jump"),  # over D6, with the wrong sign
        ("D7xD5", "jump"),  # over D6, to an empty point
        ("E4+I4", "jump"),
        ("D4+D3", "empty-target"),  # with either sign
        ("D4xD3", "empty-target"),
        ("D4+E4", "first-step-must-capture"),
        ("D4xE4", "wrong-sign"),  # at step 1, a stack with the wrong sign
        ("D4+D6", "wrong-sign"),  # too weak anyway
        ("D4xD6", "too-weak"),
        ("pass", "first-step-must-capture"),
    ],
)
def test_t_8_the_first_broken_rule_in_the_rulings_order_is_named(token: str, code: str) -> None:
    assert broken(FIRST_STEP, token).code == code


@pytest.mark.parametrize("token", ["D4+E4", "E4xF4", "D7xC7", "A1+D4", "pass"])
def test_what_is_legal_breaks_nothing(token: str) -> None:
    assert FIGHT.why_not(token) is None
    assert FIGHT.judge(FIGHT.parse(token)) is None


@pytest.mark.parametrize(("height", "weak"), [(2, True), (3, False), (4, False)])
def test_t_8_equal_strength_is_enough(height: int, weak: bool) -> None:
    state = position("w 1 5", D4=f"T{height}", D6="t3", E4="Z", F4="t")
    found = state.why_not("D4xD6")
    assert (found is not None) == weak


@pytest.mark.parametrize("state", [START, FIGHT, FIRST_STEP])
def test_exactly_the_listed_actions_are_legal(state: TzaarState) -> None:
    sites = [f"{letter}{number}" for letter in "ABCDEFGHI" for number in range(1, 9)]
    steps = [Step(one, sign, other) for one in sites for sign in "x+" for other in sites]
    listed = [action for action in state.actions() if isinstance(action, Step)]
    assert {step for step in steps if state.allows(step)} == set(listed)
    assert [state.judge(step) for step in listed] == [None] * len(listed)


@pytest.mark.parametrize("token", ["D3xC3", "Z99xZ99", "pass"])
def test_after_the_end_everything_is_refused(token: str) -> None:
    for over in (START.withdraw(0), position("w 1 5"), position("w 2 5", A1="")):
        assert broken(over, token) == violation("core", "game-over")


def test_t_8_the_offender_loses() -> None:
    """The referee withdraws him; nothing else is needed (W-3)."""
    assert START.actor == 0
    assert START.why_not("B1xB3") is not None
    outcome = START.withdraw(START.actor).outcome
    assert outcome is not None
    assert outcome.winner == 1


# leftover: first-turn-two-steps


def test_t_8_a_second_step_on_whites_first_turn() -> None:
    state = START.play("D3xC3")
    assert state.leftover("pass") is None
    found = state.leftover("D5xD4")
    assert found is not None
    assert found.code == "first-turn-two-steps"
    assert found.sites == ()
    assert str(found) == "White's first turn has one step only: D5xD4 is a second"
    assert words(found.message, "zh-Hant") == "白方第一回合只有一個步驟：D5xD4 是第二步"


@pytest.mark.parametrize(
    ("token", "said"),
    [("A1xB1", "A1xB1"), ("?", "?"), ("", "''"), ("\n疊", "\\n\\u758a"), ("x" * 99, "x" * 64)],
)
def test_t_8_any_other_second_token_there_is_the_same_fault(token: str, said: str) -> None:
    found = START.play("D3xC3").leftover(token)
    assert found is not None
    assert found.message == GAME.say("violation.first-turn-two-steps", token=said)


def test_t_8_also_when_whites_first_step_ended_the_game() -> None:
    over = position("w 1 1", G4="T").play("G4xI4")
    assert over.outcome is not None
    assert over.leftover("pass") is None
    found = over.leftover("D5xD4")
    assert found is not None
    assert found.code == "first-turn-two-steps"


@pytest.mark.parametrize("tail", ["w 1 2", "b 2 2", "b 1 1", "b 1 3", "b 1 4", "w 1 3", "w 2 3"])
def test_elsewhere_a_token_too_many_is_just_that(tail: str) -> None:
    state = position(tail, D4="T", D5="t")
    for token in ("pass", "D3xC3"):
        assert state.leftover(token) == violation("core", "too-many-tokens", token=token)


def test_t_8_timeout_has_its_words() -> None:
    found = START.breach("timeout")
    assert found.code == "timeout"
    assert str(found) == "out of time: the clock counts both steps of a turn together"
    assert words(found.message, "zh-Hant") == "超時：一回合兩個步驟的時間合併計算"
