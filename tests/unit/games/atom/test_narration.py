"""atom: what is told of each decision, in order, with causes, in three languages."""

from __future__ import annotations

import pytest
from tests.unit.games.atom.positions import fight, played, position, side, told, tower, wall, words

from duiyi.core.locale import catalog
from duiyi.core.message import Message
from duiyi.games.atom import GAME, AtomState

START = GAME.start()
PLACING = position("place:4,1", side("K0,0", held="1.1.1.1"), side(), turn=3)
BREAKING = fight(side(tower(4) + " R0,2"), side(wall(3) + " G0,8 R0,10", life=9))
SPLIT = played(BREAKING, "A11 X0,2")
HELD = fight(side(tower(4)), side("", "K0,0 B0,2"), attacks=2)
FALLING = played(fight(side(tower(4) + " R0,2"), side("K0,0 G0,2 G0,4")), "A11 X0,0")
OWN = fight(side("", "K0,0 G0,2 K0,4 R0,6", life=19), side("K0,0"), life_cap=20)
BLUE = fight(side("", "K0,0 B0,2 R0,4", held="3.1.0.0"), side(), turn=4)
RED = fight(side("K0,0 R0,2 K0,4 K1,3"), side("K0,0 G0,2 B0,4", wall(2)))
LOSING = played(RED, "E1:0,2 H1:0,0 L1:0,0 L2:0,2")

CASES: list[tuple[AtomState, str, list[tuple[str, str, str]]]] = [
    (
        position("choose", side("K0,0", "K0,0"), side()),
        "a",
        [
            (
                "the first player chooses a: 7 atoms to draw",
                "先手选 a：抽取 7 个原子",
                "先手選 a：抽取 7 個原子",
            )
        ],
    ),
    (
        position("choose", side(), side("K0,0", "K0,0"), turn=4),
        "b",
        [
            (
                "the second player chooses b: up to 6 placements",
                "后手选 b：最多放 6 个原子",
                "後手選 b：最多放 6 個原子",
            )
        ],
    ),
    (
        position("choose", side("K0,0", "K0,0"), side()),
        "c",
        [
            (
                "the first player chooses c: up to 2 attacks",
                "先手选 c：最多进攻 2 次",
                "先手選 c：最多進攻 2 次",
            )
        ],
    ),
    (
        position("choose", side(), side()),
        "c",
        [
            (
                "the first player chooses c: up to 1 attack",
                "先手选 c：最多进攻 1 次",
                "先手選 c：最多進攻 1 次",
            )
        ],
    ),
    (
        START,
        "c",
        [
            (
                "the first player chooses c: up to 0 attacks",
                "先手选 c：最多进攻 0 次",
                "先手選 c：最多進攻 0 次",
            )
        ],
    ),
    (
        START.play("a"),
        "+3101",
        [
            (
                "the first player draws 3 black, 1 red, 1 green",
                "先手抽到 3 黑、1 红、1 绿",
                "先手抽到 3 黑、1 紅、1 綠",
            )
        ],
    ),
    (
        START.play("a"),
        "+0050",
        [("the first player draws 5 blue", "先手抽到 5 蓝", "先手抽到 5 藍")],
    ),
    (
        PLACING,
        "1R0,2",
        [
            (
                "the first player places red at 0,2 of cell 1",
                "先手把红原子放到格子 1 的 0,2",
                "先手把紅原子放到格子 1 的 0,2",
            )
        ],
    ),
    (PLACING, "end", [("the first player is done placing", "先手排布完毕", "先手排布完畢")]),
    (
        BREAKING,
        "A11",
        [
            (
                "the first player breaks the other's cell 1 with cell 1: 4 against 3",
                "先手用格子 1 攻破对方格子 1：4 对 3",
                "先手用格子 1 攻破對方格子 1：4 對 3",
            ),
            (
                "the second player loses 3 life, now 6",
                "后手受到 3 点伤害，生命 6",
                "後手受到 3 點傷害，生命 6",
            ),
        ],
    ),
    (
        fight(side("", tower(2)), side("", "", "K0,0 K0,2 K0,4 K1,5"), turn=2),
        "A23",
        [
            (
                "the second player does not break the other's cell 3 with cell 2: 2 against 2.5",
                "后手用格子 2 攻不破对方格子 3：2 对 2.5",
                "後手用格子 2 攻不破對方格子 3：2 對 2.5",
            )
        ],
    ),
    (
        HELD,
        "A12",
        [
            (
                "the first player beats the other's cell 2 with cell 1, 4 against 0, "
                "but its blues hold every atom",
                "先手用格子 1 胜过对方格子 2，4 对 0，但蓝原子保住了所有原子",
                "先手用格子 1 勝過對方格子 2，4 對 0，但藍原子保住了所有原子",
            ),
            (
                "the second player loses 4 life, now 16",
                "后手受到 4 点伤害，生命 16",
                "後手受到 4 點傷害，生命 16",
            ),
        ],
    ),
    (
        fight(side(tower(4)), side(life=3)),
        "D1",
        [
            (
                "the first player attacks the other player with cell 1: 4",
                "先手用格子 1 直接攻击对方玩家：4",
                "先手用格子 1 直接攻擊對方玩家：4",
            ),
            (
                "the second player loses 4 life, now -1",
                "后手受到 4 点伤害，生命 -1",
                "後手受到 4 點傷害，生命 -1",
            ),
            ("life at 0: the first player wins", "生命归零：先手获胜", "生命歸零：先手獲勝"),
        ],
    ),
    (
        BREAKING.play("A11"),
        "X0,0",
        [
            (
                "the second player loses black at 0,0 of cell 1",
                "后手的格子 1 失去 0,0 的黑原子",
                "後手的格子 1 失去 0,0 的黑原子",
            )
        ],
    ),
    (
        SPLIT,
        "X0,8",
        [
            (
                "the second player loses green at 0,8 of cell 1",
                "后手的格子 1 失去 0,8 的绿原子",
                "後手的格子 1 失去 0,8 的綠原子",
            ),
            (
                "cell 1 of the second player falls apart: one part can be kept",
                "后手的格子 1 分开了：只能保留一块",
                "後手的格子 1 分開了：只能保留一塊",
            ),
        ],
    ),
    (
        SPLIT.play("X0,8"),
        "H1:0,0",
        [
            (
                "the second player keeps the part of cell 1 around 0,0",
                "后手保留格子 1 中 0,0 那一块",
                "後手保留格子 1 中 0,0 那一塊",
            ),
            (
                "3 atoms of cell 1 of the second player go: cut off from what stays",
                "后手的格子 1 有 3 个原子被破坏：不与保留的部分相连",
                "後手的格子 1 有 3 個原子被破壞：不與保留的部分相連",
            ),
        ],
    ),
    (
        FALLING,
        "stop",
        [
            ("the first player destroys no more", "先手不再破坏", "先手不再破壞"),
            (
                "cell 1 of the second player has no black left: 2 more atoms go",
                "后手的格子 1 没有黑原子了：剩下的 2 个原子也被破坏",
                "後手的格子 1 沒有黑原子了：剩下的 2 個原子也被破壞",
            ),
        ],
    ),
    (
        FALLING,
        "X0,2",
        [
            (
                "the second player loses green at 0,2 of cell 1",
                "后手的格子 1 失去 0,2 的绿原子",
                "後手的格子 1 失去 0,2 的綠原子",
            ),
            (
                "cell 1 of the second player has no black left: 1 more atom goes",
                "后手的格子 1 没有黑原子了：剩下的 1 个原子也被破坏",
                "後手的格子 1 沒有黑原子了：剩下的 1 個原子也被破壞",
            ),
        ],
    ),
    (
        OWN,
        "E2:0,2",
        [
            (
                "the first player uses a green of cell 2: 2 life",
                "先手发动格子 2 的绿原子：恢复 2 点",
                "先手發動格子 2 的綠原子：恢復 2 點",
            ),
            (
                "cell 2 of the first player falls apart: one part can be kept",
                "先手的格子 2 分开了：只能保留一块",
                "先手的格子 2 分開了：只能保留一塊",
            ),
        ],
    ),
    (
        OWN.play("E2:0,2"),
        "H2:0,4",
        [
            (
                "the first player keeps the part of cell 2 around 0,4",
                "先手保留格子 2 中 0,4 那一块",
                "先手保留格子 2 中 0,4 那一塊",
            ),
            (
                "1 atom of cell 2 of the first player goes: cut off from what stays",
                "先手的格子 2 有 1 个原子被破坏：不与保留的部分相连",
                "先手的格子 2 有 1 個原子被破壞：不與保留的部分相連",
            ),
            (
                "the first player gains 1 life, now 20",
                "先手恢复 1 点，生命 20",
                "先手恢復 1 點，生命 20",
            ),
        ],
    ),
    (
        BLUE,
        "E2:0,2",
        [
            (
                "the second player uses a blue of cell 2: 1 black",
                "后手发动格子 2 的蓝原子：得 1 个黑原子",
                "後手發動格子 2 的藍原子：得 1 個黑原子",
            ),
            (
                "1 atom of cell 2 of the second player goes: cut off from what stays",
                "后手的格子 2 有 1 个原子被破坏：不与保留的部分相连",
                "後手的格子 2 有 1 個原子被破壞：不與保留的部分相連",
            ),
            ("the second player gains 1 black", "后手获得 1 个黑原子", "後手獲得 1 個黑原子"),
        ],
    ),
    (
        RED,
        "E1:0,2",
        [
            (
                "the first player uses a red of cell 1: 3 atoms of the other must go",
                "先手发动格子 1 的红原子：对方破坏自己的 3 个原子",
                "先手發動格子 1 的紅原子：對方破壞自己的 3 個原子",
            ),
            (
                "cell 1 of the first player falls apart: one part can be kept",
                "先手的格子 1 分开了：只能保留一块",
                "先手的格子 1 分開了：只能保留一塊",
            ),
        ],
    ),
    (
        LOSING,
        "L1:0,4",
        [
            (
                "the second player gives up blue at 0,4 of cell 1",
                "后手破坏自己格子 1 的 0,4 蓝原子",
                "後手破壞自己格子 1 的 0,4 藍原子",
            ),
            (
                "cell 1 of the second player has no black left: 1 more atom goes",
                "后手的格子 1 没有黑原子了：剩下的 1 个原子也被破坏",
                "後手的格子 1 沒有黑原子了：剩下的 1 個原子也被破壞",
            ),
            (
                "cell 2 of the second player falls apart: one part can be kept",
                "后手的格子 2 分开了：只能保留一块",
                "後手的格子 2 分開了：只能保留一塊",
            ),
        ],
    ),
    (
        fight(side(), side(), turn=8),
        "end",
        [("the second player ends the turn", "后手结束回合", "後手結束回合")],
    ),
    (
        fight(side(), side(), turn=5, turn_limit=5),
        "end",
        [
            ("the first player ends the turn", "先手结束回合", "先手結束回合"),
            (
                "the turn limit is reached: no winner",
                "到了回合上限：没有赢家",
                "到了回合上限：沒有贏家",
            ),
        ],
    ),
]


def messages(state: AtomState, token: str) -> list[Message]:
    return [event.message for event in state.narrate(state.parse(token))]


@pytest.mark.parametrize(
    ("state", "token", "said"), CASES, ids=[f"{at} {case[1]}" for at, case in enumerate(CASES)]
)
def test_each_decision_is_told(
    state: AtomState, token: str, said: list[tuple[str, str, str]]
) -> None:
    assert [words(one) for one in messages(state, token)] == said


def test_every_kind_of_event_is_told_here() -> None:
    found = {one.key for state, token, _ in CASES for one in messages(state, token)}
    written = {
        f"atom:{key}" for key in catalog("atom", "en") if key.startswith(("event.", "outcome."))
    }
    assert found == written


def where(state: AtomState, token: str) -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
    return [(event.sites, event.causes) for event in state.narrate(state.parse(token))]


def test_events_name_their_sites_and_causes() -> None:
    assert where(START, "a") == [((), ())]
    assert where(PLACING, "1R0,2") == [(("0.1:0,2",), ())]
    assert where(HELD, "A12") == [(("1.2",), ("0.1",)), ((), ())]
    assert where(fight(side("", tower(2)), side()), "D2") == [(("0.2",), ()), ((), ())]
    assert where(BREAKING.play("A11"), "X0,0") == [(("1.1:0,0",), ())]
    assert where(SPLIT, "X0,8") == [(("1.1:0,8",), ()), (("1.1",), ())]
    kept = where(SPLIT.play("X0,8"), "H1:0,0")
    assert kept == [(("1.1:0,0",), ()), (("1.1:0,4", "1.1:0,6", "1.1:0,10"), ())]
    assert where(FALLING, "stop") == [((), ()), (("1.1:0,2", "1.1:0,4"), ())]
    assert where(BLUE, "E2:0,2") == [(("1.2:0,2",), ()), (("1.2:0,4",), ()), (("1.K",), ())]
    assert where(OWN, "E2:0,2") == [(("0.2:0,2",), ()), (("0.2",), ())]
    assert where(LOSING, "L1:0,4")[0] == (("1.1:0,4",), ())


def test_a_red_tells_how_many_atoms_there_are_to_go() -> None:
    few = fight(side("K0,0 R0,2 K1,1"), side("K0,0"))
    assert told(few, "E1:0,2") == [
        "the first player uses a red of cell 1: 1 atom of the other must go"
    ]
    none = fight(side("K0,0 R0,2 K1,1"), side())
    assert told(none, "E1:0,2")[0].endswith("0 atoms of the other must go")


def test_nothing_is_told_of_what_did_not_change() -> None:
    capped = fight(side("K0,0 G0,2"), side(), life_cap=20)
    assert told(capped, "E1:0,2") == ["the first player uses a green of cell 1: 1 life"]
    green = fight(side(tower(2)), side("K0,0 G0,2 G0,4"))
    assert told(green, "A11") == [
        "the first player breaks the other's cell 1 with cell 1: 2 against 0"
    ]
    blacks = START.play("a")
    assert len(told(blacks, "+5000")) == 1


def test_an_attack_as_great_as_the_defence_fails() -> None:
    equal = fight(side(tower(3)), side(wall(3)))
    assert told(equal, "A11") == [
        "the first player does not break the other's cell 1 with cell 1: 3 against 3"
    ]


def test_atoms_swept_in_the_cell_that_was_hit_do_not_count_the_one_that_was_hit() -> None:
    state = fight(side(tower(3)), side("K0,0 K0,2 R0,4 G0,6")).play("A11")
    assert told(state, "X0,2")[1].startswith("2 atoms of cell 1 of the second player go")
    state = fight(side("K0,0 G0,2 R0,4", "K0,0 G0,2"), side())
    assert told(state, "E1:0,2")[1].startswith("1 atom of cell 1 of the first player goes")
    red = fight(side("K0,0 R0,2"), side("K0,0 K0,2 R0,4", "K0,0 K0,2")).play("E1:0,2")
    assert told(red, "L1:0,2")[1].startswith("1 atom of cell 1 of the second player goes")


def test_the_same_point_of_another_cell_or_player_is_not_taken_for_it() -> None:
    """Both cells lose 0,0 at once: one by the decision, the other because it has no black."""
    state = fight(side("K0,0 R0,2 K1,1"), side("K0,2 R0,0", "K0,0 K0,2"))
    state = played(state, "E1:0,2 L1:0,2")
    assert told(state, "L2:0,0") == [
        "the second player gives up black at 0,0 of cell 2",
        "cell 1 of the second player has no black left: 1 more atom goes",
    ]
