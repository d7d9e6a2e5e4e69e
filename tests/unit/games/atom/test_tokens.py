"""atom: tokens and the decisions they stand for (A-13)."""

from __future__ import annotations

import pytest
from tests.unit.games.atom.positions import words

import duiyi
from duiyi.games.atom import GAME, Action
from duiyi.games.atom.actions import (
    Attack,
    Choose,
    Destroy,
    Direct,
    Draw,
    Effect,
    End,
    Keep,
    Lose,
    Place,
    Stop,
    at,
    placement,
)

TOKENS: dict[str, Action] = {
    "a": Choose("a"),
    "b": Choose("b"),
    "c": Choose("c"),
    "+3101": Draw((3, 1, 0, 1)),
    "+0008": Draw((0, 0, 0, 8)),
    "2R-1,3": Place(1, "R", (-1, 3)),
    "1K0,0": Place(0, "K", (0, 0)),
    "3B10,-12": Place(2, "B", (10, -12)),
    "3G-123456,999999": Place(2, "G", (-123456, 999999)),
    "end": End(),
    "A13": Attack(0, 2),
    "A32": Attack(2, 1),
    "D1": Direct(0),
    "D3": Direct(2),
    "X0,2": Destroy((0, 2)),
    "X-7,-11": Destroy((-7, -11)),
    "stop": Stop(),
    "E1:0,2": Effect(0, (0, 2)),
    "L2:1,1": Lose(1, (1, 1)),
    "H3:-2,0": Keep(2, (-2, 0)),
}


@pytest.mark.parametrize(("token", "action"), TOKENS.items(), ids=TOKENS)
def test_a_13_each_decision_has_its_token(token: str, action: Action) -> None:
    state = GAME.start()
    assert state.parse(token) == action
    assert state.text(action) == token


BAD = """
    A B C d aa ab + +310 +31010 +9000 +0900 +0090 +0009 3101 -3101 +a101
    0K0,0 4K0,0 1k0,0 1Y0,0 K0,0 1K00,0 1K0,00 1K-0,0 1K0,-0 1K+1,1 1K0,0, 1K0 1K0.0 1K1000000,0
    1K0,1000000 1K01,1 1K1,01 11K0,0
    End END e A A1 A04 A01 A10 A14 A41 A113 a11 D D0 D4 D11 d1
    X X0 X0,2,4 X0;2 x0,2 X1:0,2 Stop STOP s
    E E1 E1:0 E0:0,2 E4:0,2 E1,0,2 E10,2 e1:0,2 F1:0,2 L1 L4:0,0 L0:1,1 H H2 H2:0 H0:0,0 h2:0,0
    pass resign ? 1 0
""".split()


@pytest.mark.parametrize("token", BAD)
def test_a_13_nothing_else_is_a_token(token: str) -> None:
    with pytest.raises(duiyi.BadToken) as caught:
        GAME.start().parse(token)
    assert words(caught.value.message) == (
        f"{token} is not a decision; write a b c, 2R-1,3, end, A13, D1, X0,2, stop, E1:0,2, "
        "L2:1,1 or H2:0,0",
        f"看不懂 {token}；请写 a b c、2R-1,3、end、A13、D1、X0,2、stop、E1:0,2、L2:1,1 或 H2:0,0",
        f"看不懂 {token}；請寫 a b c、2R-1,3、end、A13、D1、X0,2、stop、E1:0,2、L2:1,1 或 H2:0,0",
    )


@pytest.mark.parametrize("token", ["", "a b", "1K0,0\n", "甲", "x" * 65])
def test_text_that_is_no_token_at_all_is_refused(token: str) -> None:
    with pytest.raises(duiyi.BadToken):
        GAME.start().why_not(token)


def test_points_are_written_as_row_and_twice_the_place() -> None:
    assert at((-1, 3)) == "-1,3"


def test_the_same_placement_is_made_once() -> None:
    assert placement(0, "K", (0, 0)) == Place(0, "K", (0, 0))
    assert placement(0, "K", (0, 0)) is placement(0, "K", (0, 0))


def test_a_token_too_many_is_told() -> None:
    found = GAME.start().leftover("end")
    assert found is not None
    assert found.code == "too-many-tokens"
