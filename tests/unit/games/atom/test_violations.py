"""atom: why a decision is not legal, in three languages; every code is reached here."""

from __future__ import annotations

import pytest
from tests.unit.games.atom.positions import (
    CLICKED,
    fight,
    played,
    position,
    side,
    tokens,
    tower,
    wall,
    words,
)

import duiyi
from duiyi.core.locale import catalog
from duiyi.games.atom import GAME, AtomState

CHOOSING = GAME.start()
DRAWING = CHOOSING.play("a")
PLACING = position("place:4,1", side("K0,0", held="1.0.0.1"), side("K0,0"))
FULL = position("place:0,1", side("K0,0", held="1.0.0.0"), side())
CAPPED = position(
    "place:4,1", side("K0,0 K0,2 K1,1 K2,2", held="1.0.0.0"), side(), max_height=2, max_width=1
)
ACTING = fight(side("", tower(3), "K0,0 R0,2"), side("", "K0,0"))
OPEN = fight(side("K0,0"), side())
SPENT = fight(side("K0,0"), side("K0,0"), attacks=0)
FIRST_TURN = position("act:0", side("K0,0"), side(), turn=1)
DESTROYING = fight(side(tower(4)), side("", "", "K0,0 R0,2")).play("A13")
MORE = played(fight(side(tower(4) + " R0,2"), side(wall(3))), "A11 X0,2")
KEEPING = played(fight(side(tower(4)), side(wall(3))), "A11 X0,2")
LOSING = fight(side("K0,0 R0,2"), side(wall(3))).play("E1:0,2")
OVER = GAME.start().withdraw(0)

CASES = [
    (
        CHOOSING,
        "end",
        "wrong-phase",
        (),
        "now the decision is: a choice of a, b or c",
        "现在要决定的是：选择 a、b 或 c",
        "現在要決定的是：選擇 a、b 或 c",
    ),
    (
        DRAWING,
        "a",
        "wrong-phase",
        (),
        "now the decision is: the draw",
        "现在要决定的是：抽取原子",
        "現在要決定的是：抽取原子",
    ),
    (
        PLACING,
        "A11",
        "wrong-phase",
        (),
        "now the decision is: placing atoms, or end",
        "现在要决定的是：排布原子，或 end",
        "現在要決定的是：排布原子，或 end",
    ),
    (
        ACTING,
        "1K0,0",
        "wrong-phase",
        (),
        "now the decision is: an attack, an effect, or end",
        "现在要决定的是：进攻、发动效果，或 end",
        "現在要決定的是：進攻、發動效果，或 end",
    ),
    (
        DESTROYING,
        "end",
        "wrong-phase",
        (),
        "now the decision is: which atom to destroy",
        "现在要决定的是：要破坏哪个原子",
        "現在要決定的是：要破壞哪個原子",
    ),
    (
        KEEPING,
        "X0,0",
        "wrong-phase",
        (),
        "now the decision is: which part to keep",
        "现在要决定的是：要保留哪一块",
        "現在要決定的是：要保留哪一塊",
    ),
    (
        LOSING,
        "H1:0,0",
        "wrong-phase",
        (),
        "now the decision is: which atom to give up",
        "现在要决定的是：要破坏自己的哪个原子",
        "現在要決定的是：要破壞自己的哪個原子",
    ),
    (
        DRAWING,
        "+3100",
        "wrong-draw",
        (),
        "5 atoms are drawn, not 4",
        "抽 5 个原子，不是 4 个",
        "抽 5 個原子，不是 4 個",
    ),
    (
        DRAWING,
        "+3111",
        "wrong-draw",
        (),
        "5 atoms are drawn, not 6",
        "抽 5 个原子，不是 6 个",
        "抽 5 個原子，不是 6 個",
    ),
    (
        PLACING,
        "1K0,1",
        "off-lattice",
        ("0.1",),
        "0,1 is not on the lattice: both numbers must be even or both odd",
        "0,1 不在格点上：两个数必须同为偶数或同为奇数",
        "0,1 不在格點上：兩個數必須同為偶數或同為奇數",
    ),
    (
        FULL,
        "1K0,2",
        "no-placements",
        ("0.1",),
        "no placements are left this turn",
        "这个回合不能再放了",
        "這個回合不能再放了",
    ),
    (
        PLACING,
        "2R0,0",
        "not-held",
        ("0.2",),
        "no red atom is held",
        "持有区没有红原子",
        "持有區沒有紅原子",
    ),
    (
        PLACING,
        "1B0,2",
        "not-held",
        ("0.1",),
        "no blue atom is held",
        "持有区没有蓝原子",
        "持有區沒有藍原子",
    ),
    (
        PLACING,
        "2G0,0",
        "first-black",
        ("0.2",),
        "cell 2 is empty: its first atom must be black",
        "格子 2 是空的：第一个必须是黑原子",
        "格子 2 是空的：第一個必須是黑原子",
    ),
    (
        PLACING,
        "3K0,2",
        "first-at-origin",
        ("0.3",),
        "cell 3 is empty: its first atom goes to 0,0",
        "格子 3 是空的：第一个原子放在 0,0",
        "格子 3 是空的：第一個原子放在 0,0",
    ),
    (
        PLACING,
        "1G0,0",
        "taken",
        ("0.1:0,0",),
        "0,0 of cell 1 already has an atom",
        "格子 1 的 0,0 已经有原子",
        "格子 1 的 0,0 已經有原子",
    ),
    (
        PLACING,
        "1G0,4",
        "not-connected",
        ("0.1",),
        "0,4 is next to no atom of cell 1",
        "0,4 旁边没有格子 1 的原子",
        "0,4 旁邊沒有格子 1 的原子",
    ),
    (
        CAPPED,
        "1K3,1",
        "too-high",
        ("0.1",),
        "cell 1 may be at most 2 high",
        "格子 1 最高 2",
        "格子 1 最高 2",
    ),
    (
        CAPPED,
        "1K-1,1",
        "too-high",
        ("0.1",),
        "cell 1 may be at most 2 high",
        "格子 1 最高 2",
        "格子 1 最高 2",
    ),
    (
        CAPPED,
        "1K0,4",
        "too-wide",
        ("0.1",),
        "cell 1 may be at most 1 wide",
        "格子 1 最宽 1",
        "格子 1 最寬 1",
    ),
    (
        FIRST_TURN,
        "D1",
        "first-turn",
        (),
        "there are no attacks on the very first turn",
        "整局的第一个回合不能进攻",
        "整局的第一個回合不能進攻",
    ),
    (
        FIRST_TURN,
        "A11",
        "first-turn",
        (),
        "there are no attacks on the very first turn",
        "整局的第一个回合不能进攻",
        "整局的第一個回合不能進攻",
    ),
    (
        SPENT,
        "A11",
        "no-attacks",
        (),
        "no attacks are left this turn",
        "这个回合不能再进攻了",
        "這個回合不能再進攻了",
    ),
    (
        ACTING,
        "A12",
        "empty-attacker",
        ("0.1",),
        "your cell 1 is empty",
        "你的格子 1 是空的",
        "你的格子 1 是空的",
    ),
    (
        ACTING,
        "D1",
        "empty-attacker",
        ("0.1",),
        "your cell 1 is empty",
        "你的格子 1 是空的",
        "你的格子 1 是空的",
    ),
    (
        ACTING,
        "A21",
        "empty-target",
        ("1.1",),
        "the other's cell 1 is empty",
        "对方的格子 1 是空的",
        "對方的格子 1 是空的",
    ),
    (
        OPEN,
        "A13",
        "empty-target",
        ("1.3",),
        "the other's cell 3 is empty",
        "对方的格子 3 是空的",
        "對方的格子 3 是空的",
    ),
    (
        ACTING,
        "D2",
        "cells-stand",
        (),
        "a direct attack needs all three cells of the other to be empty",
        "对方三格全空才能直接攻击",
        "對方三格全空才能直接攻擊",
    ),
    (
        ACTING,
        "E2:1,1",
        "black-has-no-effect",
        ("0.2:1,1",),
        "the atom at 1,1 is black: it has no effect",
        "1,1 是黑原子：没有效果",
        "1,1 是黑原子：沒有效果",
    ),
    (
        ACTING,
        "E2:1,3",
        "no-atom",
        ("0.2",),
        "cell 2 has no atom at 1,3",
        "格子 2 的 1,3 没有原子",
        "格子 2 的 1,3 沒有原子",
    ),
    (
        DESTROYING,
        "X2,2",
        "no-atom",
        ("1.3",),
        "cell 3 has no atom at 2,2",
        "格子 3 的 2,2 没有原子",
        "格子 3 的 2,2 沒有原子",
    ),
    (
        MORE,
        "X0,2",
        "no-atom",
        ("1.1",),
        "cell 1 has no atom at 0,2",
        "格子 1 的 0,2 没有原子",
        "格子 1 的 0,2 沒有原子",
    ),
    (
        LOSING,
        "L2:0,0",
        "no-atom",
        ("1.2",),
        "cell 2 has no atom at 0,0",
        "格子 2 的 0,0 没有原子",
        "格子 2 的 0,0 沒有原子",
    ),
    (
        DESTROYING,
        "X0,2",
        "black-first",
        ("1.3:0,2",),
        "the first atom to be destroyed must be black, 0,2 is not",
        "先破坏的必须是黑原子，0,2 不是",
        "先破壞的必須是黑原子，0,2 不是",
    ),
    (
        DESTROYING,
        "stop",
        "must-destroy",
        (),
        "one black atom must be destroyed",
        "必须破坏一个黑原子",
        "必須破壞一個黑原子",
    ),
    (
        KEEPING,
        "H1:0,6",
        "not-a-part",
        ("1.1",),
        "0,6 is not the smallest black of a part of cell 1 that may be kept",
        "0,6 不是格子 1 可保留部分的最小黑原子",
        "0,6 不是格子 1 可保留部分的最小黑原子",
    ),
    (OVER, "a", "game-over", (), "the game is over", "对局已经结束", "對局已經結束"),
]


@pytest.mark.parametrize(
    ("state", "token", "code", "sites", "en", "hans", "hant"),
    CASES,
    ids=[f"{case[2]} {case[1]}" for case in CASES],
)
def test_a_violation_says_why_and_where(
    state: AtomState, token: str, code: str, sites: tuple[str, ...], en: str, hans: str, hant: str
) -> None:
    found = state.why_not(token)
    assert found is not None
    assert (found.code, found.sites) == (code, sites)
    assert words(found.message) == (en, hans, hant)
    with pytest.raises(duiyi.IllegalAction) as caught:
        state.play(token)
    assert caught.value.violation == found


@pytest.mark.parametrize(
    ("state", "token", "site"),
    [
        (FULL, "1K0,1", "0.1"),  # no placements either
        (ACTING, "E1:0,1", "0.1"),  # the cell is empty, too
        (ACTING, "E2:0,1", "0.2"),
        (DESTROYING, "X0,1", "1.3"),
        (LOSING, "L1:0,1", "1.1"),
        (KEEPING, "H1:0,1", "1.1"),
    ],
)
def test_a_point_off_the_lattice_is_judged_right_after_the_phase(
    state: AtomState, token: str, site: str
) -> None:
    found = state.why_not(token)
    assert found is not None
    assert (found.code, found.sites) == ("off-lattice", (site,))
    assert found.message["point"] == "0,1"


def test_every_code_of_the_game_is_reached() -> None:
    written = {key for key in catalog("atom", "en") if key.startswith("violation.")}
    reached = {case[2] for case in CASES} | CLICKED
    assert {f"violation.{code}" for code in reached - {"game-over"}} == written


def test_every_phase_is_named() -> None:
    said = {case[4] for case in CASES if case[2] == "wrong-phase"}
    assert len(said) == len([key for key in catalog("atom", "en") if key.startswith("asked.")]) == 7


@pytest.mark.parametrize("token", ["a", "+5000", "1K0,0", "end", "A11", "D1", "X0,0", "stop"])
@pytest.mark.parametrize("other", ["E1:0,0", "L1:0,0", "H1:0,0"])
def test_a_game_that_is_over_takes_nothing(token: str, other: str) -> None:
    for text in (token, other):
        found = OVER.why_not(text)
        assert found is not None
        assert (found.code, found.message.key) == ("game-over", "core:violation.game-over")


def test_each_kind_of_decision_belongs_to_its_phase() -> None:
    asked = {
        "a": [CHOOSING],
        "+5000": [DRAWING],
        "1G0,2": [PLACING],
        "end": [PLACING, ACTING],
        "A22": [ACTING],
        "D1": [OPEN],
        "E3:0,2": [ACTING],
        "X0,0": [DESTROYING, MORE],
        "stop": [MORE],
        "L1:0,0": [LOSING],
        "H1:0,4": [KEEPING],
    }
    states = [CHOOSING, DRAWING, PLACING, ACTING, OPEN, DESTROYING, MORE, KEEPING, LOSING]
    for token, legal in asked.items():
        for state in states:
            found = state.why_not(token)
            same_phase = [one for one in legal if type(one.phase) is type(state.phase)]
            assert (found is None) <= bool(same_phase)
            if state in legal:
                assert found is None
            elif not same_phase:
                assert found is not None
                assert found.code == "wrong-phase"


def test_what_is_offered_is_legal_and_what_is_legal_is_offered() -> None:
    for state in (
        CHOOSING,
        PLACING,
        FULL,
        CAPPED,
        ACTING,
        SPENT,
        DESTROYING,
        MORE,
        KEEPING,
        LOSING,
    ):
        offered = tokens(state).split()
        assert offered
        assert len(set(offered)) == len(offered)
        for token in {*offered, "a", "1K0,0", "1K1,1", "end", "A22", "X0,0", "L1:0,0", "H1:0,0"}:
            assert (state.why_not(token) is None) == (token in offered), token
