"""Why an action of relati is not legal: each reason, its sites and its sentence."""

from __future__ import annotations

import pytest
from tests.unit.games.positions import breach, relati

import duiyi
from duiyi.core.locale import text
from duiyi.games.relati import GAME, Place, RelatiState

ALL_ON = "O X 9 continuous,cannon,migration"
BOARD = "O*E5 OD5 O!E4 O-F5 oD4 OA1 OD7 OD9 xE6 XC6 X*I9"
"""A1 is lost; D9 hangs on D7, which hangs on the root."""


@pytest.mark.parametrize(
    ("token", "code", "sites", "says"),
    [
        ("A9", "not-linked", "A9", "A9 has no link to a connected circle"),
        ("B1", "not-linked", "B1", "B1 has no link to a connected circle"),
        ("E5", "occupied", "E5", "E5 is not empty"),
        ("C6", "occupied", "C6", "C6 is not empty"),
        ("D4", "dead-cell", "D4", "a dead symbol keeps D4: nothing can be placed there"),
        ("E6", "dead-cell", "E6", "a dead symbol keeps E6: nothing can be placed there"),
        ("pass", "first-action", "", "the first action of a turn cannot be declined"),
        ("build:B2", "no-symbol", "B2", "B2 is empty"),
        ("build:C6", "not-your-symbol", "C6", "C6 holds a cross, not yours"),
        ("build:E6", "not-your-symbol", "E6", "E6 holds a cross, not yours"),
        ("build:E5", "not-plain", "E5", "only a plain symbol will do: E5 is a root"),
        ("build:E4", "not-plain", "E4", "only a plain symbol will do: E4 is a cannon"),
        ("build:F5", "not-plain", "F5", "only a plain symbol will do: F5 is a spent cannon"),
        ("build:D4", "not-plain", "D4", "only a plain symbol will do: D4 is dead"),
        ("build:A1", "not-plain", "A1", "only a plain symbol will do: A1 is lost"),
        ("fire:B2:F", "no-symbol", "B2", "B2 is empty"),
        ("fire:C6:F", "not-your-symbol", "C6", "C6 holds a cross, not yours"),
        ("fire:D5:F", "not-a-cannon", "D5", "D5 is not a cannon"),
        ("fire:E5:F", "not-a-cannon", "E5", "E5 is not a cannon"),
        ("fire:D4:F", "not-a-cannon", "D4", "D4 is not a cannon"),
        ("fire:F5:L", "spent", "F5", "the cannon on F5 is spent"),
        ("fire:E4:F", "no-target", "E4", "there is nothing to hit in front of E4"),
        ("fire:E4:L", "no-target", "E4", "there is nothing to hit to the left of E4"),
        ("fire:E4:R", "no-target", "E4", "there is nothing to hit to the right of E4"),
        ("root:B2", "no-symbol", "B2", "B2 is empty"),
        ("root:I9", "not-your-symbol", "I9", "I9 holds a cross, not yours"),
        ("root:E4", "not-plain", "E4", "only a plain symbol will do: E4 is a cannon"),
        ("root:D9", "not-linked-to-root", "D9 E5", "D9 has no direct link to the root E5"),
    ],
)
def test_each_reason_with_its_sites_and_sentence(
    token: str, code: str, sites: str, says: str
) -> None:
    state = relati(BOARD, ALL_ON)
    assert breach(state.why_not(token)) == (code, tuple(sites.split()), says)
    with pytest.raises(duiyi.IllegalAction) as caught:
        state.play(token)
    assert caught.value.violation == state.why_not(token)


def test_nothing_to_hit_behind_is_a_reason_too() -> None:
    found = relati("O*D4 O!E5 XE1 X*I9", ALL_ON).why_not("fire:E5:B")
    assert breach(found) == ("no-target", ("E5",), "there is nothing to hit behind E5")
    assert found is not None
    assert text(found.message, "zh-Hant") == "E5 後方沒有目標"


@pytest.mark.parametrize(
    ("on", "token", "says"),
    [
        ("-", "build:D5", "this game is played without cannons"),
        ("-", "fire:D5:F", "this game is played without cannons"),
        ("migration", "build:B2", "this game is played without cannons"),
        ("-", "root:D5", "this game is played without root migration"),
        ("cannon", "root:D5", "this game is played without root migration"),
        ("cannon", "pass", "this game is played without continuous actions"),
    ],
)
def test_an_extension_that_is_off_comes_before_anything_else(
    on: str, token: str, says: str
) -> None:
    state = relati("O*E5 OD5 X*I9", f"O X 9 {on}")
    assert breach(state.why_not(token)) == ("extension-off", (), says)


def test_the_symbol_that_is_not_linked_is_the_actors() -> None:
    state = relati("O*E5 X*I9", "X O 9 -")
    assert breach(state.why_not("A1"))[2] == "A1 has no link to a connected cross"
    assert breach(state.why_not("I9"))[2] == "I9 is not empty"


def test_in_a_chain_only_the_firing_cannon_may_be_used() -> None:
    state = relati("O*E5 O!D4 O!D6 OE6 X*D9", "O X 9 cannon,chain,migration")
    state = state.play("fire:D4:B")
    for token in ("A1", "pass", "build:E6", "root:E6", "fire:D4:B", "fire:E6:F"):
        expected = ("must-fire", ("D6",), "the chain goes on: D6 must fire")
        assert breach(state.why_not(token)) == expected
    assert breach(state.why_not("fire:D6:F")) == (
        "passed-on",
        ("D6", "D4"),
        "D4 has already passed its shells on in this chain",
    )
    assert breach(state.why_not("fire:D6:L")) == (
        "no-target",
        ("D6",),
        "there is nothing to hit to the left of D6",
    )


def test_nothing_is_legal_after_the_end() -> None:
    over = GAME.start(2, cannon=True).play("E5").withdraw(0)
    assert over.allows(Place(0)) is False
    for token in ("A1", "E5", "pass", "build:E5", "fire:E5:F", "root:E5"):
        assert breach(over.why_not(token)) == ("game-over", (), "the game is over")


@pytest.mark.parametrize(
    ("token", "says"),
    [
        ("A9", "A9 連不到可作為來源的圓圈"),
        ("D4", "D4 有死亡符號：不能再放"),
        ("pass", "回合的第一次行動不能放棄"),
        ("build:B2", "B2 是空的"),
        ("build:C6", "C6 是叉叉，不是你的符號"),
        ("build:A1", "只能選一般符號：A1 是失聯符號"),
        ("fire:D5:F", "D5 不是砲台"),
        ("fire:F5:L", "F5 的砲台已彈盡"),
        ("fire:E4:F", "E4 前方沒有目標"),
        ("root:D9", "D9 沒有直接連到根源 E5"),
    ],
)
def test_reasons_are_worded_in_chinese(token: str, says: str) -> None:
    found = relati(BOARD, ALL_ON).why_not(token)
    assert found is not None
    assert text(found.message, "zh-Hant") == says


def tokens_of_all_kinds(state: RelatiState) -> list[str]:
    labels = state.board.labels
    shots = [f"fire:{label}:{way}" for label in labels for way in "FBLR"]
    others = [f"{kind}:{label}" for label in labels for kind in ("build", "root")]
    return [*labels, *shots, *others, "pass"]


@pytest.mark.parametrize(
    "state",
    [
        relati(BOARD, ALL_ON),
        relati(BOARD, "O O 9 continuous,cannon,migration bonus:1"),
        relati("O*E5 OD5 X*I9", "O X 9 -"),
        relati("O*E5 O!D4 O!D6 O-F6 XA6 X*D9", "O X 9 cannon,chain").play("fire:D4:B"),
    ],
    ids=["all", "bonus", "plain", "chain"],
)
def test_whatever_is_not_an_action_breaks_a_rule_and_nothing_else_does(
    state: RelatiState,
) -> None:
    legal = {state.text(action) for action in state.actions()}
    judged = {token: state.why_not(token) for token in tokens_of_all_kinds(state)}
    assert {token for token, found in judged.items() if found is None} == legal
