"""What is told of an action of relati: what it did, in order and with causes."""

from __future__ import annotations

import pytest
from tests.unit.games.positions import narrated, played, relati, told

from duiyi.core.message import message
from duiyi.core.view import Event
from duiyi.games.relati import GAME, RelatiState

Told = list[tuple[str, str, str, str]]
"""English, 繁體中文, sites, causes."""


def story(state: RelatiState, token: str) -> Told:
    events = narrated(state, token)
    return [
        (english, chinese, " ".join(event.sites), " ".join(event.causes))
        for event, english, chinese in zip(
            events, told(events), told(events, "zh-Hant"), strict=True
        )
    ]


def test_an_event_is_a_message_with_sites_and_causes() -> None:
    state = played(GAME.start(2), "E5 F5 C3")
    symbol = message("symbol.cross")
    assert narrated(state, "D4") == [
        Event(message("relati:event.place", symbol=symbol, site="D4"), ("D4",)),
        Event(message("relati:event.lost.blocked", site="C3", by="D4"), ("C3",), ("D4",)),
    ]


def test_the_first_symbol_is_told_as_the_root() -> None:
    assert story(GAME.start(2), "E5") == [
        ("circle places E5: the root", "圓圈放在 E5：根源", "E5", "")
    ]
    assert story(GAME.start(2).play("E5"), "A1") == [
        ("cross places A1: the root", "叉叉放在 A1：根源", "A1", "")
    ]


def test_lost_through_a_path_that_was_taken_and_what_hung_on_it() -> None:
    state = played(GAME.start(2), "E5 F5 C3 G5 C1 G6 A2")
    assert story(state, "D4") == [
        ("cross places D4", "叉叉放在 D4", "D4", ""),
        ("C3 is lost: D4 took its only path", "D4 佔了 C3 唯一的路：C3 失聯", "C3", "D4"),
        ("C1 is lost too: it hung on C3", "C1 跟著失聯：它靠 C3 連線", "C1", "C3"),
        ("A2 is lost too: it hung on C3", "A2 跟著失聯：它靠 C3 連線", "A2", "C3"),
    ]


def test_lost_because_the_source_died() -> None:
    state = relati("O*E5 O!E4 XE2 XC2 XA2 X*G2 XI4", "O X 9 cannon")
    assert story(state, "fire:E4:F") == [
        ("E4 fires at E2: the cross there is dead", "E4 射中 E2：那裡的叉叉死亡", "E2", "E4"),
        ("C2 is lost: its source E2 is dead", "C2 失聯：它的來源 E2 死亡", "C2", "E2"),
        ("A2 is lost too: it hung on C2", "A2 跟著失聯：它靠 C2 連線", "A2", "C2"),
    ]


def test_lost_because_the_source_became_a_cannon() -> None:
    state = relati("O*E5 OE3 OE1 X*I9", "O X 9 cannon")
    assert story(state, "build:E3") == [
        ("circle builds a cannon on E3", "圓圈把 E3 建成砲台", "E3", ""),
        ("E1 is lost: its source E3 became a cannon", "E1 失聯：它的來源 E3 成了砲台", "E1", "E3"),
    ]


def test_lost_because_the_root_moved_away() -> None:
    state = relati("O*E5 OE3 OG6 X*I1", "O X 9 migration")
    assert story(state, "root:E3") == [
        (
            "circle moves the root to E3: E5 is dead",
            "圓圈把根源遷到 E3：E5 死亡",
            "E3 E5",
            "",
        ),
        ("G6 is lost: its source E5 is dead", "G6 失聯：它的來源 E5 死亡", "G6", "E5"),
    ]


def test_a_cannon_dies_when_its_path_is_taken() -> None:
    assert story(relati("O*I9 X*G6 X!G8", "O X 9 cannon"), "G7") == [
        ("circle places G7", "圓圈放在 G7", "G7", ""),
        (
            "the cannon on G8 dies: G7 took its only path",
            "G7 佔了 G8 唯一的路：G8 的砲台死亡",
            "G8",
            "G7",
        ),
    ]


def test_a_cannon_dies_when_its_source_is_dead() -> None:
    state = relati("O*E5 O!E4 XE2 X-C2 X*G2 XI4", "O X 9 cannon")
    assert story(state, "fire:E4:F")[1:] == [
        (
            "the cannon on C2 dies: its source E2 is dead",
            "C2 的砲台死亡：它的來源 E2 死亡",
            "C2",
            "E2",
        ),
    ]


def test_a_cannon_dies_when_its_source_becomes_a_cannon() -> None:
    state = relati("O*E5 OE3 O!E1 X*I9", "O X 9 cannon")
    assert story(state, "build:E3")[1:] == [
        (
            "the cannon on E1 dies: its source E3 became a cannon",
            "E1 的砲台死亡：它的來源 E3 成了砲台",
            "E1",
            "E3",
        ),
    ]


def test_a_cannon_dies_with_what_it_hung_on() -> None:
    state = relati("O*I9 X*G6 XG8 X!E9", "O X 9 cannon")
    assert story(state, "G7")[1:] == [
        ("G8 is lost: G7 took its only path", "G7 佔了 G8 唯一的路：G8 失聯", "G8", "G7"),
        (
            "the cannon on E9 dies too: it hung on G8",
            "E9 的砲台跟著死亡：它靠 G8 連線",
            "E9",
            "G8",
        ),
    ]


def test_a_cannon_that_was_hit_died_of_that_and_of_nothing_else() -> None:
    state = relati("O*E5 O!E4 X!E2 X*F2 XI4", "O X 9 cannon")
    assert story(state, "fire:E4:F") == [
        ("E4 fires at E2: the cross there is dead", "E4 射中 E2：那裡的叉叉死亡", "E2", "E4")
    ]


def test_what_was_dead_or_lost_before_is_not_told_again() -> None:
    state = relati("O*I9 OA1 X*G6 xG8 XA9 X!F6", "O X 9 cannon")
    assert [english for english, *_ in story(state, "G7")] == ["circle places G7"]


def test_regained_with_the_source_of_the_new_link() -> None:
    state = played(GAME.start(2), "E5 F5 C3 D4")
    assert story(state, "C5") == [
        ("circle places C5", "圓圈放在 C5", "C5", ""),
        ("C3 is linked again through C5", "C3 經由 C5 重新連上", "C3", "C5"),
    ]


def test_losses_are_told_seat_by_seat_before_what_is_regained() -> None:
    state = relati("O*I9 OF8 X*G6 XG8 D*F7 DH7", "O D 9 -", seats=3)
    assert [english for english, *_ in story(state, "G7")] == [
        "circle places G7",
        "G8 is lost: G7 took its only path",
        "H7 is lost: G7 took its only path",
        "F8 is linked again through G7",
    ]


def test_a_relay_is_told_and_the_chain_goes_on() -> None:
    state = relati("O*E5 O!D4 O!D6 XA6 X*D9", "O X 9 continuous,cannon,chain")
    assert story(state, "fire:D4:B") == [
        ("D4 passes its shells to D6", "D4 把砲彈轉給 D6", "D6", "D4")
    ]


def test_shells_are_lost_where_nothing_can_be_fired_at() -> None:
    state = relati("O*E5 O!D4 O!D6 X*I1", "O X 9 cannon,chain")
    assert story(state, "fire:D4:B") == [
        ("D4 passes its shells to D6", "D4 把砲彈轉給 D6", "D6", "D4"),
        (
            "D6 has nowhere to fire: its 2 shells are lost",
            "D6 無處可射：剩下的 2 發砲彈沒了",
            "D6",
            "",
        ),
    ]
    spent = relati("O*E5 O!D4 O-D6 X*I1", "O X 9 cannon,chain")
    assert told(narrated(spent, "fire:D4:B"))[1:] == ["D6 has nowhere to fire: its 1 shell is lost"]


def test_shells_are_lost_where_a_kill_leaves_no_target() -> None:
    state = relati("O*E5 O!D4 O!D6 XA6 X*I1", "O X 9 cannon,chain").play("fire:D4:B")
    assert told(narrated(state, "fire:D6:L")) == [
        "D6 fires at A6: the cross there is dead",
        "D6 has nowhere to fire: its 1 shell is lost",
    ]


def test_a_relay_inside_a_chain_brings_all_shells_into_the_dead_end() -> None:
    state = relati("O*E5 O!D4 O!D6 O!F6 X*D9 XA6", "O X 9 cannon,chain").play("fire:D4:B")
    assert told(narrated(state, "fire:D6:R")) == [
        "D6 passes its shells to F6",
        "F6 has nowhere to fire: its 3 shells are lost",
    ]


def test_shells_are_lost_with_the_cannon_that_held_them() -> None:
    text, on = "O*E5 OE7 O!G5 O!G7 XF6 X*G9", "cannon,chain,friendly_fire"
    state = relati(text, f"O X 9 {on}").play("fire:G5:B")
    assert story(state, "fire:G7:L") == [
        ("G7 fires at E7: the circle there is dead", "G7 射中 E7：那裡的圓圈死亡", "E7", "G7"),
        (
            "the cannon on G7 dies: its source E7 is dead",
            "G7 的砲台死亡：它的來源 E7 死亡",
            "G7",
            "E7",
        ),
        ("G7 is dead: its 1 shell is lost", "G7 死亡：剩下的 1 發砲彈沒了", "G7", ""),
    ]


def test_the_last_shell_is_fired_without_a_word_about_shells() -> None:
    state = relati("O*E5 O!D4 O!D6 XA6 XB6 X*I1", "O X 9 cannon,chain")
    state = state.play("fire:D4:B")
    assert told(narrated(state, "fire:D6:L")) == ["D6 fires at B6: the cross there is dead"]
    state = state.play("fire:D6:L")
    assert told(narrated(state, "fire:D6:L")) == ["D6 fires at A6: the cross there is dead"]
    assert told(narrated(relati("O*E5 O!E4 XE1 X*I9", "O X 9 cannon,chain"), "fire:E4:F")) == [
        "E4 fires at E1: the cross there is dead"
    ]


def test_why_bonuses_were_earned() -> None:
    state = relati("O*I9 OF8 OE9 X*G6 XG8 XG9 D*F7 DH7", "O D 9 continuous", seats=3)
    assert story(state, "G7")[-3:] == [
        (
            "circle earns an action: 2 fewer of his own are lost",
            "圓圈多一次行動：自己少了 2 個失聯符號",
            "",
            "",
        ),
        (
            "circle earns an action: 2 more of cross are lost",
            "圓圈多一次行動：叉叉多了 2 個失聯符號",
            "",
            "",
        ),
        (
            "circle earns an action: 1 more of triangle is lost",
            "圓圈多一次行動：三角多了 1 個失聯符號",
            "",
            "",
        ),
    ]


def test_the_count_is_what_was_added_or_taken_away() -> None:
    cut = relati("O*I9 X*G6 XG8 XA1 XA2 D*M13", "O D 9 continuous", seats=3)
    assert told(narrated(cut, "G7"))[-1] == "circle earns an action: 1 more of cross is lost"
    mend = relati("O*I9 OF8 OA1 OA2 X*M1 D*M13", "O D 9 continuous", seats=3)
    says = "circle earns an action: 1 fewer of his own is lost"
    assert told(narrated(mend, "G7"))[-1] == says


def test_no_bonus_is_told_without_the_extension_or_without_a_change() -> None:
    text = "O*I9 X*G6 XG8"
    assert len(story(relati(text, "O X 9 -"), "G7")) == 2
    assert len(story(relati(text, "O X 9 continuous"), "G7")) == 3
    assert len(story(relati(text, "O X 9 continuous"), "H8")) == 1


def test_the_bonus_of_a_chain_is_told_once_at_its_end() -> None:
    text = "O*E5 O!D4 O!D6 X*B8 XA6 XA4 XD9 XF9"
    state = relati(text, "O X 9 continuous,cannon,chain").play("fire:D4:B")
    assert told(narrated(state, "fire:D6:L")) == [
        "D6 fires at A6: the cross there is dead",
        "A4 is lost: its source A6 is dead",
    ]
    state = state.play("fire:D6:L")
    assert told(narrated(state, "fire:D6:B")) == [
        "D6 fires at D9: the cross there is dead",
        "F9 is lost: its source D9 is dead",
        "circle earns an action: 2 more of cross are lost",
    ]


FORFEIT = "O*A1 X*C2 XA2 DB1 DC1 DA3 DB3 DC3 D*M13"


def test_a_forfeited_bonus_is_told() -> None:
    state = relati(FORFEIT, "O D 9 continuous", seats=3)
    assert story(state, "B2")[1:] == [
        ("A2 is lost: B2 took its only path", "B2 佔了 A2 唯一的路：A2 失聯", "A2", "B2"),
        (
            "circle earns an action: 1 more of cross is lost",
            "圓圈多一次行動：叉叉多了 1 個失聯符號",
            "",
            "",
        ),
        (
            "circle cannot act: 1 bonus action is forfeited",
            "圓圈無法行動：1 次獎勵行動作廢",
            "",
            "",
        ),
    ]
    more = relati(FORFEIT, "O O 9 continuous bonus:3", seats=3)
    assert told(narrated(more, "B2"))[-1] == "circle cannot act: 3 bonus actions are forfeited"
    one = relati(FORFEIT.replace("XA2", "DA2"), "O O 9 continuous bonus:2", seats=3)
    assert told(narrated(one, "B2")) == [
        "circle places B2",
        "circle cannot act: 1 bonus action is forfeited",
    ]


def test_a_bonus_that_is_used_up_or_kept_is_not_told_as_forfeited() -> None:
    used = relati("O*E5 X*I9", "O O 9 continuous bonus:1")
    assert told(narrated(used, "E4")) == ["circle places E4"]
    kept = relati("O*E5 X*I9", "O O 9 continuous bonus:2")
    assert told(narrated(kept, "E4")) == ["circle places E4"]


def test_a_declined_bonus_is_told() -> None:
    state = relati("O*E5 X*I9", "O O 9 continuous bonus:2")
    assert story(state, "pass") == [
        ("circle declines the bonus", "圓圈放棄獎勵行動", "", ""),
    ]


CORNERED = "O*A1 X*B2 XB1 XA2 D*C13 U*Q17"


def test_players_who_are_skipped_are_told_when_the_turn_passes_over_them() -> None:
    state = relati(CORNERED, "U D 9 continuous", seats=4)
    assert story(state, "Q16") == [
        ("square places Q16", "方形放在 Q16", "Q16", ""),
        ("circle cannot act: skipped", "圓圈無法行動：跳過", "", ""),
    ]
    assert told(narrated(relati(CORNERED, "X U 9 -", seats=4), "C1")) == ["cross places C1"]
    bonus = relati(CORNERED, "U U 9 continuous bonus:2", seats=4)
    assert told(narrated(bonus, "Q16")) == ["square places Q16"]
    assert told(narrated(bonus, "pass")) == [
        "square declines the bonus",
        "circle cannot act: skipped",
    ]
    out = relati(CORNERED, "U D 9 - out:O", seats=4)
    assert told(narrated(out, "Q16")) == ["square places Q16"]


@pytest.mark.parametrize(
    ("symbols", "english", "chinese"),
    [
        (
            "O*A9 X*I9 .I8 .A1",
            "nobody else can act: circle wins",
            "其他玩家都無法行動：圓圈獲勝",
        ),
        ("O*A9 X*I9 .I8", "nobody can act: no winner", "沒有玩家能行動：沒有贏家"),
    ],
)
def test_the_end_is_told_last(symbols: str, english: str, chinese: str) -> None:
    state = relati(symbols, "O X 50 -", fill="O")
    assert story(state, "I8") == [
        ("circle places I8", "圓圈放在 I8", "I8", ""),
        (english, chinese, "", ""),
    ]


def test_a_bonus_that_the_end_overtakes_is_told_as_earned_but_not_as_forfeited() -> None:
    state = relati("X*E1 XE2 XD2 O!A1 O*A2", "O X 9 continuous,cannon")
    assert told(narrated(state, "fire:A1:R")) == [
        "A1 fires at E1: the cross there is dead",
        "E2 is lost: its source E1 is dead",
        "D2 is lost: its source E1 is dead",
        "circle earns an action: 2 more of cross are lost",
        "nobody else can act: circle wins",
    ]


def test_only_legal_actions_are_told() -> None:
    state = relati("O*E5 X*I9", "O X 9 -")
    assert state.why_not("A1") is not None
    with pytest.raises(Exception, match="A1 has no link to a connected circle"):
        narrated(state, "A1")
