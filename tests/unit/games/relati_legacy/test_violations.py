"""Every rule that an action of relati legacy can break, in words."""

from __future__ import annotations

import pytest
from tests.unit.games.relati_legacy.boards import breach, legacy

import duiyi
from duiyi.core.locale import text
from duiyi.games.relati_legacy import GAME

FIELD = "O*B2 OC2 OI9 O#B4 O!C4 O@D4 oE4 X*B6 XC6 X#D6 X!E6 X@F6 xG6 D*I1"
"""O's I9 is forbidden; row 4 has O's other statuses, row 6 those of X."""
ZONE = "X#D4 X#F4 X#D6 X#F6 X*I9"


@pytest.mark.parametrize(
    ("token", "code", "sites", "english", "chinese"),
    [
        (
            "L:B2",
            "occupied",
            ("B2",),
            "B2 is not empty: a circle is there, a source",
            "B2 不是空的：那裡有圓圈，源頭",
        ),
        (
            "R:G6",
            "occupied",
            ("G6",),
            "G6 is not empty: a cross is there, dead",
            "G6 不是空的：那裡有叉叉，死亡棋子",
        ),
        (
            "E:C6",
            "occupied",
            ("C6",),
            "C6 is not empty: a cross is there, a plain piece",
            "C6 不是空的：那裡有叉叉，一般棋子",
        ),
        (
            "L:A1",
            "already-located",
            (),
            "circle is already on the board: locating is for the first piece only",
            "盤上已有圓圈：定位只限第一個棋子",
        ),
        ("R:H8", "not-linked", ("H8",), "H8 has no link to a valid circle", "H8 連不到有效的圓圈"),
        (
            "E:H9",
            "no-escape-line",
            ("H9",),
            "no straight line of blank cells leads from H9 to a valid circle",
            "從 H9 沒有空白的直線通往有效的圓圈",
        ),
        (
            "AN:A1:B2",
            "target-empty",
            ("A1",),
            "there is nothing to attack on A1",
            "A1 沒有可攻擊的棋子",
        ),
        ("AR:C2:B2", "target-own", ("C2",), "C2 is your own piece", "C2 是你自己的棋子"),
        (
            "AN:D6:B2",
            "target-shield",
            ("D6",),
            "D6 cannot be attacked: it is a shield; a bomb or a pincer removes it",
            "不能攻擊 D6：它是防盾，只有轟炸或夾擊能除去",
        ),
        (
            "AN:E6:B2",
            "target-inert",
            ("E6",),
            "E6 cannot be attacked: it is a weapon",
            "不能攻擊 E6：它是武器",
        ),
        (
            "AR:F6:B2",
            "target-inert",
            ("F6",),
            "F6 cannot be attacked: it is a bomb",
            "不能攻擊 F6：它是炸彈",
        ),
        (
            "AR:G6:B2",
            "target-inert",
            ("G6",),
            "G6 cannot be attacked: it is dead",
            "不能攻擊 G6：它是死亡棋子",
        ),
        (
            "AN:C6:A1",
            "medium-empty",
            ("A1",),
            "A1 is empty: an attack needs a valid piece of yours as its medium",
            "A1 是空的：攻擊需要你的有效棋子作為媒介",
        ),
        (
            "AN:C6:B6",
            "medium-not-yours",
            ("B6",),
            "B6 cannot be the medium: it holds a cross, not yours",
            "B6 不能作為媒介：它是叉叉，不是你的棋子",
        ),
        (
            "AR:C6:I9",
            "medium-not-valid",
            ("I9",),
            "I9 cannot be the medium: it is forbidden",
            "I9 不能作為媒介：它是阻斷棋子",
        ),
        (
            "AR:C6:B4",
            "medium-not-valid",
            ("B4",),
            "B4 cannot be the medium: it is a shield",
            "B4 不能作為媒介：它是防盾",
        ),
        (
            "AN:C6:B2",
            "not-in-line",
            ("C6", "B2"),
            "C6 and B2 are not on one straight line",
            "C6 與 B2 不在一直線上",
        ),
        (
            "AN:C6:C2",
            "an-line-blocked",
            ("C5",),
            "C2 cannot strike C6: C5 between them is empty, and only what is not blank, "
            "or others' remains, carries this attack",
            "C2 打不到 C6：中間的 C5 是空格，一般攻擊只能越過非空白的格子或他方的殘子",
        ),
        (
            "AR:C6:C2",
            "no-material",
            ("C1",),
            "behind the medium C2 there must be another valid piece of yours: C1 is none",
            "媒介 C2 後面要有你的另一個有效棋子：C1 不是",
        ),
        ("AB:A1", "no-piece", ("A1",), "A1 is empty", "A1 是空的"),
        ("D:A1", "no-piece", ("A1",), "A1 is empty", "A1 是空的"),
        (
            "AB:D6",
            "not-your-piece",
            ("D6",),
            "D6 holds a cross, not yours",
            "D6 是叉叉，不是你的棋子",
        ),
        (
            "D:I1",
            "not-your-piece",
            ("I1",),
            "I1 holds a triangle, not yours",
            "I1 是三角，不是你的棋子",
        ),
        (
            "AB:C2",
            "not-a-shield",
            ("C2",),
            "only a shield can be set off: C2 is a plain piece",
            "只有防盾能引爆：C2 是一般棋子",
        ),
        (
            "AB:D4",
            "not-a-shield",
            ("D4",),
            "only a shield can be set off: D4 is a bomb",
            "只有防盾能引爆：D4 是炸彈",
        ),
        (
            "D:B4",
            "not-valid",
            ("B4",),
            "only a valid piece can become a shield: B4 is a shield",
            "只有有效棋子能變成防盾：B4 是防盾",
        ),
        (
            "D:I9",
            "not-valid",
            ("I9",),
            "only a valid piece can become a shield: I9 is forbidden",
            "只有有效棋子能變成防盾：I9 是阻斷棋子",
        ),
        (
            "D:E4",
            "not-valid",
            ("E4",),
            "only a valid piece can become a shield: E4 is dead",
            "只有有效棋子能變成防盾：E4 是死亡棋子",
        ),
        (
            "D:C4",
            "not-valid",
            ("C4",),
            "only a valid piece can become a shield: C4 is a weapon",
            "只有有效棋子能變成防盾：C4 是武器",
        ),
    ],
)
def test_a_broken_rule_is_named_with_its_cells(
    token: str, code: str, sites: tuple[str, ...], english: str, chinese: str
) -> None:
    state = legacy(FIELD, "3 O 9")
    found = state.why_not(token)
    assert breach(found) == (code, sites, english)
    assert found is not None
    assert text(found.message, "zh-Hant") == chinese
    with pytest.raises(duiyi.IllegalAction) as caught:
        state.play(token)
    assert caught.value.violation == found


@pytest.mark.parametrize(
    ("pieces", "token", "code", "sites", "english", "chinese"),
    [
        (
            f"XE5 O*G5 OH5 {ZONE}",
            "AR:E5:G5",
            "target-in-zone",
            ("E5", "D4", "F4", "D6", "F6"),
            "E5 cannot be attacked: it is inside the safe zone D4 to F6 of cross",
            "不能攻擊 E5：它在叉叉的安全區 D4 到 F6 內",
        ),
        (
            f"XA5 O*C5 OD5 {ZONE}",
            "AR:A5:C5",
            "material-in-zone",
            ("D5", "D4", "F4", "D6", "F6"),
            "D5 cannot be spent: it is inside the safe zone D4 to F6 of cross",
            "D5 不能作為耗材：它在叉叉的安全區 D4 到 F6 內",
        ),
        (
            "XG5 O*I5 X*A9",
            "AR:G5:I5",
            "material-off-board",
            ("I5",),
            "there is no cell behind I5 as seen from G5, so nothing to spend",
            "從 G5 看去，I5 後面已是盤外：沒有耗材",
        ),
        (
            "XC5 X#D5 O*E5 OF5 X*A9",
            "AR:C5:E5",
            "ar-line-blocked",
            ("D5",),
            "E5 cannot strike C5: the piece of another player on D5 is in the way",
            "E5 打不到 C5：被 D5 的他方棋子擋住",
        ),
        (
            "XC5 O#D5 O*E5 OF5 X*A9",
            "AN:C5:E5",
            "an-line-blocked",
            ("D5",),
            "E5 cannot strike C5: D5 between them is a shield, and only what is not blank, "
            "or others' remains, carries this attack",
            "E5 打不到 C5：中間的 D5 是防盾，一般攻擊只能越過非空白的格子或他方的殘子",
        ),
        (
            "XC5 O*E5 O#F5 X*A9",
            "AR:C5:E5",
            "no-material",
            ("F5",),
            "behind the medium E5 there must be another valid piece of yours: F5 is none",
            "媒介 E5 後面要有你的另一個有效棋子：F5 不是",
        ),
    ],
)
def test_a_broken_rule_of_attacks(
    pieces: str, token: str, code: str, sites: tuple[str, ...], english: str, chinese: str
) -> None:
    found = legacy(pieces).why_not(token)
    assert breach(found) == (code, sites, english)
    assert found is not None
    assert text(found.message, "zh-Hant") == chinese


def test_the_cell_nearest_to_the_target_is_named_when_several_block() -> None:
    state = legacy("XB5 O*E5 OF5 X*A9 oI1")
    assert state.why_not("AR:B5:E5") is None
    assert breach(state.why_not("AN:B5:E5"))[:2] == ("an-line-blocked", ("C5",))


def test_before_the_first_piece_only_locating_is_legal() -> None:
    start = GAME.start(2, size=9)
    assert start.why_not("L:A1") is None
    state = start.play("L:E5")
    for early in (start, state):
        for token in ("R:A1", "E:A1", "AN:E5:E6", "AR:E5:E7", "AB:E5", "D:A1", "R:E5"):
            found = early.why_not(token)
            assert breach(found)[:2] == ("locate-first", ())
            assert found is not None
            assert text(found.message, "zh-Hant").startswith("請先定位：")
            assert text(found.message, "zh-Hans").startswith("请先定位：")
    assert breach(state.why_not("R:A1"))[2] == (
        "cross is not on the board yet: locate first, on any empty cell"
    )
    assert breach(state.why_not("L:E5"))[0] == "occupied"


def test_a_third_players_zone_guards_its_owner_and_hinders_material() -> None:
    zone = "D#D4 D#F4 D#D6 D#F6 D*I1"
    state = legacy(f"XE5 O*G5 OH5 X*I9 {zone}", "3 O 9")
    assert state.why_not("AR:E5:G5") is None
    state = legacy(f"XA5 O*C5 OD5 X*I9 {zone}", "3 O 9")
    assert breach(state.why_not("AR:A5:C5")) == (
        "material-in-zone",
        ("D5", "D4", "F4", "D6", "F6"),
        "D5 cannot be spent: it is inside the safe zone D4 to F6 of triangle",
    )


def test_after_the_end_nothing_is_legal() -> None:
    over = GAME.start(2).withdraw(0)
    assert breach(over.why_not("L:A1")) == ("game-over", (), "the game is over")


def test_a_token_after_the_turn_has_passed_on_is_one_too_many() -> None:
    assert breach(GAME.start(2).leftover("L:A1"))[0] == "too-many-tokens"
