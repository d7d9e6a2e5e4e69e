"""What is told of an action of relati legacy: every event, in words, with its sites and causes."""

from __future__ import annotations

import pytest
from tests.unit.games.relati_legacy.boards import legacy, narrated, told

from duiyi.core.message import message
from duiyi.core.view import Event
from duiyi.games.relati_legacy import GAME


def test_an_event_has_a_message_its_sites_and_its_causes() -> None:
    state = legacy("O*A1 OC1 X#A2 X#B2 X*C3 O#I9", "2 X 9")
    assert narrated(state, "R:B1") == [
        Event(message("relati-legacy:event.relati", symbol=message("symbol.cross"), site="B1"),
              ("B1",)),
        Event(message("relati-legacy:event.forbidden.blocked", site="C1", by="B1"),
              ("C1",), ("B1",)),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("pieces", "fields", "token", "english", "chinese"),
    [
        ("", "2 O 1", "L:C3", ["circle locates on C3: the source"], ["圓圈定位在 C3：源頭"]),
        ("O*A1 X*I9", "2 O 3", "R:B2", ["circle links B2"], ["圓圈連接 B2"]),
        (
            "O*A1 X*I9",
            "2 O 3",
            "E:E5",
            ["circle escapes to E5: a new source", "A1 dies: circle left it behind"],
            ["圓圈逃脫到 E5：新的源頭", "A1 死亡：圓圈逃脫時留下的"],
        ),
        (
            "O*A1 OB1 O#C1 O!D1 O@E1 oF1 OG9 X*I9",
            "2 O 3",
            "E:A2",
            [
                "circle escapes to A2: a new source",
                "A1, B1, D1, E1, G9 die: circle left them behind",
            ],
            ["圓圈逃脫到 A2：新的源頭", "A1、B1、D1、E1、G9 死亡：圓圈逃脫時留下的"],
        ),
        (
            "O*E5 OF5 XD5 X*I9",
            "2 O 3",
            "AN:D5:E5",
            [
                "circle attacks D5 through E5: the cross there is dead",
                "F5 becomes a weapon: the attack spent it",
            ],
            ["圓圈經 E5 一般攻擊 D5：那裡的叉叉死亡", "F5 成為武器：用作攻擊的耗材"],
        ),
        (
            "OE5 OF5 O*F6 XC5 X*I9",
            "2 O 3",
            "AR:C5:E5",
            [
                "circle attacks C5 from afar through E5: the cross there is dead",
                "E5 and F5 become weapons: the attack spent them",
            ],
            ["圓圈經 E5 遠程攻擊 C5：那裡的叉叉死亡", "E5 與 F5 成為武器：用作攻擊的媒介與耗材"],
        ),
        (
            "O*I9 O#A1 X*A2 X#I1",
            "2 O 3",
            "AB:A1",
            [
                "circle sets off the shield on A1: it is a bomb now",
                "A2 dies: beside the bomb on A1",
                "B1, B2 become dead circle: empty beside the bomb on A1",
                "cross has no source left: A2 is dead",
            ],
            [
                "圓圈引爆 A1 的防盾：成為炸彈",
                "A2 死亡：在 A1 的炸彈旁",
                "B1、B2 成為死亡的圓圈：原是 A1 炸彈旁的空格",
                "叉叉沒有源頭了：A2 死亡",
            ],
        ),
        (
            "O*I9 O#A1 X*A2 XB1 xB2 X#I1",
            "2 O 3",
            "AB:A1",
            [
                "circle sets off the shield on A1: it is a bomb now",
                "B1, A2 die: beside the bomb on A1",
                "cross has no source left: A2 is dead",
            ],
            [
                "圓圈引爆 A1 的防盾：成為炸彈",
                "B1、A2 死亡：在 A1 的炸彈旁",
                "叉叉沒有源頭了：A2 死亡",
            ],
        ),
        (
            "O*I9 O#A1 O#A2 oB2 X*I1",
            "2 O 3",
            "AB:A1",
            [
                "circle sets off the shield on A1: it is a bomb now",
                "B1 becomes dead circle: empty beside the bomb on A1",
            ],
            ["圓圈引爆 A1 的防盾：成為炸彈", "B1 成為死亡的圓圈：原是 A1 炸彈旁的空格"],
        ),
        ("O*A1 OB1 X*I9", "2 O 3", "D:B1", ["circle makes B1 a shield"], ["圓圈把 B1 變成防盾"]),
        (
            "O*A1 OC1 OD2 X*I9",
            "2 O 3",
            "D:A1",
            [
                "circle makes A1 a shield",
                "circle has no source left: A1 became a shield",
                "C1 is forbidden: A1, which held it, became a shield",
                "D2 is forbidden too: it hung on C1",
            ],
            [
                "圓圈把 A1 變成防盾",
                "圓圈沒有源頭了：A1 成為防盾",
                "C1 阻斷：它所連的 A1 成為防盾",
                "D2 跟著阻斷：它靠 C1 相連",
            ],
        ),
        (
            "XD5 OE5 O*F5 OG5 X*I9 O#A1",
            "2 O 3",
            "AN:D5:E5",
            [
                "circle attacks D5 through E5: the cross there is dead",
                "F5 becomes a weapon: the attack spent it",
                "circle has no source left: F5 became a weapon",
                "E5 is forbidden: F5, which held it, became a weapon",
                "G5 is forbidden: F5, which held it, became a weapon",
            ],
            [
                "圓圈經 E5 一般攻擊 D5：那裡的叉叉死亡",
                "F5 成為武器：用作攻擊的耗材",
                "圓圈沒有源頭了：F5 成為武器",
                "E5 阻斷：它所連的 F5 成為武器",
                "G5 阻斷：它所連的 F5 成為武器",
            ],
        ),
        (
            "O*E5 OF5 X*D5 XD4 X#I9",
            "2 O 3",
            "AN:D5:E5",
            [
                "circle attacks D5 through E5: the cross there is dead",
                "F5 becomes a weapon: the attack spent it",
                "cross has no source left: D5 is dead",
                "D4 is forbidden: D5, which held it, is dead",
            ],
            [
                "圓圈經 E5 一般攻擊 D5：那裡的叉叉死亡",
                "F5 成為武器：用作攻擊的耗材",
                "叉叉沒有源頭了：D5 死亡",
                "D4 阻斷：它所連的 D5 死亡",
            ],
        ),
        (
            "O*A1 OC1 OE1 OE2 X#A2 X#B2 X*C3 O#I9",
            "2 X 3",
            "R:B1",
            [
                "cross links B1",
                "C1 is forbidden: B1 took its only path",
                "E1 is forbidden too: it hung on C1",
                "E2 is forbidden too: it hung on E1",
            ],
            [
                "叉叉連接 B1",
                "B1 佔了 C1 唯一的路：C1 阻斷",
                "E1 跟著阻斷：它靠 C1 相連",
                "E2 跟著阻斷：它靠 E1 相連",
            ],
        ),
        (
            "O*A1 OC1 X#A2 X#B2 XB1 X*C3 O#C2 oI9",
            "2 O 3",
            "AB:C2",
            [
                "circle sets off the shield on C2: it is a bomb now",
                "B1, B2, C3 die: beside the bomb on C2",
                "D1, D2, B3, D3 become dead circle: empty beside the bomb on C2",
                "cross has no source left: C3 is dead",
                "C1 is linked again through A1",
            ],
            [
                "圓圈引爆 C2 的防盾：成為炸彈",
                "B1、B2、C3 死亡：在 C2 的炸彈旁",
                "D1、D2、B3、D3 成為死亡的圓圈：原是 C2 炸彈旁的空格",
                "叉叉沒有源頭了：C3 死亡",
                "C1 經由 A1 重新連上",
            ],
        ),
        (
            "O*D5 OE4 OF5 XE5 X*F6",
            "2 O 3",
            "R:E6",
            ["circle links E6", "the cross on E5 is dead: E4, E6, D5, F5 hold it from four sides"],
            ["圓圈連接 E6", "E5 的叉叉死亡：E4、E6、D5、F5 從正四方夾擊"],
        ),
        (
            "O*D4 OF4 OD6 XE5 X*E6",
            "2 O 3",
            "R:F6",
            [
                "circle links F6",
                "the cross on E5 is dead: F4, D4, F6, D6 hold it from four corners",
            ],
            ["圓圈連接 F6", "E5 的叉叉死亡：F4、D4、F6、D6 從斜四方夾擊"],
        ),
        (
            "O*F4 OE5 OG5 OF6 OH6 DF5 XG6 D*H7 X*F7",
            "3 O 3",
            "R:G7",
            [
                "circle links G7",
                "the cross on G6 is dead: G5, G7, F6, H6 hold it from four sides",
                "the triangle on F5 is dead: F4, F6, E5, G5 hold it from four sides",
            ],
            [
                "圓圈連接 G7",
                "G6 的叉叉死亡：G5、G7、F6、H6 從正四方夾擊",
                "F5 的三角死亡：F4、F6、E5、G5 從正四方夾擊",
            ],
        ),
        (
            "O#B2 O#F2 O#B6 OF6 O*G7 X*I1",
            "2 O 3",
            "D:F6",
            ["circle makes F6 a shield", "circle has a safe zone from B2 to F6"],
            ["圓圈把 F6 變成防盾", "圓圈築成安全區：B2 到 F6"],
        ),
        (
            "O#B2 O#F2 O#B6 O#F6 O*I9 X*A9 oE1 oF1 oG1 oE2 oG2 oE3 oF3 oG3",
            "2 O 3",
            "AB:F2",
            [
                "circle sets off the shield on F2: it is a bomb now",
                "the safe zone B2 to F6 of circle is broken: F2 no longer shields it",
            ],
            [
                "圓圈引爆 F2 的防盾：成為炸彈",
                "圓圈的安全區 B2 到 F6 破了：F2 不再是防盾",
            ],
        ),
        (
            "O*A1 OB1 X*C1 D*I9",
            "3 O 3",
            "AN:C1:B1",
            [
                "circle attacks C1 through B1: the cross there is dead",
                "A1 becomes a weapon: the attack spent it",
                "circle has no source left: A1 became a weapon",
                "cross has no source left: C1 is dead",
                "B1 is forbidden: A1, which held it, became a weapon",
                "cross has no action: out of the game",
            ],
            [
                "圓圈經 B1 一般攻擊 C1：那裡的叉叉死亡",
                "A1 成為武器：用作攻擊的耗材",
                "圓圈沒有源頭了：A1 成為武器",
                "叉叉沒有源頭了：C1 死亡",
                "B1 阻斷：它所連的 A1 成為武器",
                "叉叉無法行動：淘汰",
            ],
        ),
        (
            "O*B1 OA1 X*C1 OB2",
            "2 O 3",
            "AN:C1:B1",
            [
                "circle attacks C1 through B1: the cross there is dead",
                "A1 becomes a weapon: the attack spent it",
                "cross has no source left: C1 is dead",
                "cross has no action: out of the game",
                "nobody else is left: circle wins",
            ],
            [
                "圓圈經 B1 一般攻擊 C1：那裡的叉叉死亡",
                "A1 成為武器：用作攻擊的耗材",
                "叉叉沒有源頭了：C1 死亡",
                "叉叉無法行動：淘汰",
                "其他玩家都出局了：圓圈獲勝",
            ],
        ),
    ],
)
def test_what_is_told(
    pieces: str, fields: str, token: str, english: list[str], chinese: list[str]
) -> None:
    state = legacy(pieces, fields)
    assert told(state, token) == english
    assert told(state, token, "zh-Hant") == chinese


def test_sites_and_causes_of_each_event() -> None:
    """Sites are what changes, causes what did it."""

    def places(pieces: str, token: str, fields: str = "2 O 3") -> list[tuple[str, str]]:
        found = narrated(legacy(pieces, fields), token)
        return [(" ".join(event.sites), " ".join(event.causes)) for event in found]

    assert places("", "L:C3", "2 O 1") == [("C3", "")]
    assert places("O*A1 X*I9", "E:E5") == [("E5", ""), ("A1", "E5")]
    assert places("O*E5 OF5 XD5 X*I9", "AN:D5:E5") == [("D5", "E5 F5"), ("F5", "D5")]
    assert places("OE5 OF5 O*F6 XC5 X*I9", "AR:C5:E5") == [("C5", "E5 F5"), ("E5 F5", "C5")]
    assert places("O*I9 O#A1 X*A2 X#I1", "AB:A1") == [
        ("A1", ""),
        ("A2", "A1"),
        ("B1 B2", "A1"),
        ("A2", ""),
    ]
    assert places("O*D5 OE4 OF5 XE5 X*F6", "R:E6")[1] == ("E5", "E4 E6 D5 F5")
    assert places("O#B2 O#F2 O#B6 OF6 O*G7 X*I1", "D:F6")[1] == ("B2 F2 B6 F6", "")
    broken = places("O#B2 O#F2 O#B6 O#F6 O*I9 X*A9", "AB:F2")[-1]
    assert broken == ("B2 F2 B6 F6", "F2")
    assert places("O*B1 OA1 X*C1", "AN:C1:B1")[-2:] == [("", ""), ("", "")]


def test_several_players_are_eliminated_in_the_order_in_which_they_are_asked() -> None:
    state = legacy("X#E5 O*D4 D*E4 U*F4 X*A9", "4 X 9")
    assert told(state, "AB:E5")[-4:] == [
        "triangle has no action: out of the game",
        "square has no action: out of the game",
        "circle has no action: out of the game",
        "nobody else is left: cross wins",
    ]


def test_who_was_eliminated_before_is_not_told_again() -> None:
    state = legacy("O*A1 xI1 D*A9", "3 O 9 gone:X")
    assert told(state, "R:B1") == ["circle links B1"]


def test_a_greater_zone_does_not_break_the_smaller_one_inside() -> None:
    state = legacy("O#B2 O#D2 O#B4 O#D4 O#F2 OF4 O*G5 X*I1")
    assert told(state, "D:F4") == [
        "circle makes F4 a shield",
        "circle has a safe zone from B2 to F4",
    ]


def test_zones_of_others_break_too_and_each_lost_corner_is_named() -> None:
    zone = "X#E4 X#E5 X#I4 X#I5 X*A9"
    state = legacy(f"O#D5 O*A1 {zone}")
    assert told(state, "AB:D5")[-1] == (
        "the safe zone E4 to I5 of cross is broken: E4, E5 no longer shields it"
    )


def test_nothing_is_told_of_a_piece_that_stays_forbidden_or_of_one_that_stays_linked() -> None:
    state = legacy("O*A1 OB1 OI9 X*E5 oI1")
    assert told(state, "R:A2") == ["circle links A2"]


def test_a_piece_that_is_pincered_is_not_told_to_be_forbidden() -> None:
    state = legacy("O*D5 OE4 OF5 XE5 X*F6 XE3")
    assert all("forbidden" not in sentence for sentence in told(state, "R:E6"))


def test_the_last_words_after_locating_on_the_last_cell() -> None:
    assert told(GAME.start(2), "L:A1") == ["circle locates on A1: the source"]
