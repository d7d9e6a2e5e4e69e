"""The tokens of relati: their forms, and what is refused."""

from __future__ import annotations

import pytest

import duiyi
from duiyi.core.locale import text
from duiyi.games.relati import GAME, Action, Build, Fire, Migrate, Pass, Place
from duiyi.games.relati.actions import make, split

FORMS = "write C3, build:C3, fire:C3:F (F B L R), root:C3 or pass"


@pytest.mark.parametrize(
    ("token", "action"),
    [
        ("C3", Place(20)),
        ("A1", Place(0)),
        ("I9", Place(80)),
        ("build:C3", Build(20)),
        ("fire:C3:F", Fire(20, "F")),
        ("fire:C3:B", Fire(20, "B")),
        ("fire:C3:L", Fire(20, "L")),
        ("fire:C3:R", Fire(20, "R")),
        ("root:C3", Migrate(20)),
        ("pass", Pass()),
    ],
)
def test_a_token_stands_for_an_action_and_back(token: str, action: Action) -> None:
    state = GAME.start(2)
    assert state.parse(token) == action
    assert state.text(action) == token


@pytest.mark.parametrize(
    "token",
    [
        "c3",
        "C03",
        "C",
        "3",
        "build",
        "build:",
        "build:c3",
        "build:C3:F",
        "fire",
        "fire:C3",
        "fire:C3:",
        "fire:C3:X",
        "fire:C3:FB",
        "fire:C3:f",
        "fire:C3:F:F",
        "fire:pass:F",
        "root:",
        "place:C3",
        "Pass",
        "pass:C3",
        ":",
        "root:C3:",
    ],
)
def test_a_text_that_is_no_token_is_refused_with_the_forms(token: str) -> None:
    with pytest.raises(duiyi.BadToken) as caught:
        GAME.start(2).parse(token)
    assert str(caught.value) == f"{token} is not an action; {FORMS}"


@pytest.mark.parametrize("token", ["J1", "A10", "build:J1", "fire:J1:F", "root:A10"])
def test_a_cell_that_the_board_has_not_is_named(token: str) -> None:
    with pytest.raises(duiyi.BadToken) as caught:
        GAME.start(2).parse(token)
    label = "J1" if "J1" in token else "A10"
    assert str(caught.value) == f"there is no cell {label} on this board of 9 by 9"
    assert text(caught.value.message, "zh-Hant") == f"這個 9×9 的棋盤上沒有 {label}"
    assert GAME.start(3).parse(token)


def test_tokens_are_taken_apart_and_put_together() -> None:
    assert split("pass") == ("pass", "", "")
    assert split("C3") == ("place", "C3", "")
    assert split("build:C3") == ("build", "C3", "")
    assert split("root:C3") == ("root", "C3", "")
    assert split("fire:C3:L") == ("fire", "C3", "L")
    assert split("fire:C3:LR") is None
    assert split("fire:C3:") is None
    assert split("a:b:c:d") is None
    assert [make(kind, 7, "L") for kind in ("place", "build", "fire", "root", "pass")] == [
        Place(7),
        Build(7),
        Fire(7, "L"),
        Migrate(7),
        Pass(),
    ]


@pytest.mark.parametrize("token", ["C 3", "C3\n", "Ｃ３", "pass "])
def test_characters_that_no_token_has_are_refused(token: str) -> None:
    with pytest.raises(duiyi.BadToken, match="printable ASCII without spaces"):
        GAME.start(2).parse(token)
