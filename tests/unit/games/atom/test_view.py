"""atom: what a view shows besides sites and choices: pieces, bonds, brackets, meters, prompts."""

from __future__ import annotations

from fractions import Fraction

import pytest
from tests.unit.games.atom.positions import fight, played, position, side, tower, wall, words

from duiyi.core.locale import catalog, text
from duiyi.core.view import Edge, Piece, SeatView, Stone
from duiyi.games.atom import GAME, AtomState

SHAPES = fight(
    side("K0,0 R0,2 K1,1", "", "K0,0", life=7, held="4.3.2.1"),
    side("", tower(2) + " G1,3 K3,-1", life=21),
    turn=6,
)
"""Seat 1 to move; `fight` puts the mover first."""


def test_the_head_of_a_view() -> None:
    view = SHAPES.view()
    assert (view.actor, view.owner, view.turn, view.outcome) == (1, 1, 6, None)
    assert view.seats == (SeatView(0, "first", True), SeatView(1, "second", True))
    assert (view.areas, view.last) == ((), ())
    over = SHAPES.withdraw(0).view()
    assert (over.actor, over.seats[0].inside, over.seats[1].score) == (None, False, Fraction(1))
    assert text(over.prompt) == "the opponent has withdrawn: the second player wins"


def test_atoms_and_holdings_are_pieces() -> None:
    pieces = {piece.site: piece for piece in SHAPES.view().pieces}
    assert len(pieces) == len(SHAPES.view().pieces)
    assert pieces["1.1:0,0"] == Piece("1.1:0,0", (Stone("black", 1),))
    assert pieces["1.1:0,2"] == Piece("1.1:0,2", (Stone("red", 1),))
    assert pieces["0.2:1,3"] == Piece("0.2:1,3", (Stone("green", 0),))
    assert [pieces[f"1.{colour}"] for colour in "KRBG"] == [
        Piece("1.K", (Stone("black", 1, "4"),), ("held",)),
        Piece("1.R", (Stone("red", 1, "3"),), ("held",)),
        Piece("1.B", (Stone("blue", 1, "2"),), ("held",)),
        Piece("1.G", (Stone("green", 1, "1"),), ("held",)),
    ]
    assert pieces["0.K"].stack[0].label == "0"
    assert len(pieces) == 3 + 1 + 5 + 8


def test_each_bond_is_shown_once() -> None:
    bonds = [edge for edge in SHAPES.view().edges if edge.kind == "bond"]
    assert [(edge.owner, edge.source, edge.target) for edge in bonds] == [
        (0, "0.2:0,0", "0.2:1,1"),
        (0, "0.2:1,1", "0.2:1,3"),
        (0, "0.2:1,1", "0.2:2,0"),
        (0, "0.2:2,0", "0.2:3,-1"),
        (1, "1.1:0,0", "1.1:0,2"),
        (1, "1.1:0,0", "1.1:1,1"),
        (1, "1.1:0,2", "1.1:1,1"),
    ]
    assert all(edge.via == () and edge.label == "" for edge in bonds)


def test_attack_and_defence_are_brackets_with_their_size_over_the_blacks() -> None:
    brackets = [edge for edge in SHAPES.view().edges if edge.kind != "bond"]
    assert brackets == [
        Edge("0.2:0,0", "0.2:3,-1", (), 0, "attack", "3"),
        Edge("0.2:3,-1", "0.2:1,1", (), 0, "defence", "1"),
        Edge("1.1:0,0", "1.1:1,1", (), 1, "attack", "1"),
        Edge("1.1:0,0", "1.1:1,1", (), 1, "defence", "0.5"),
        Edge("1.3:0,0", "1.3:0,0", (), 1, "attack", "0"),
        Edge("1.3:0,0", "1.3:0,0", (), 1, "defence", "0"),
    ]


def test_a_cell_without_black_has_no_brackets() -> None:
    state = played(fight(side(tower(4) + " R0,2"), side("K0,0 R0,2")), "A11 X0,0")
    assert [edge.owner for edge in state.view().edges if edge.kind != "bond"] == [0, 0]


def meters(state: AtomState) -> list[tuple[str, str, int | None, int | None]]:
    return [(text(one.name), str(one.value), one.seat, one.limit) for one in state.view().meters]


def test_the_meters() -> None:
    assert meters(SHAPES) == [
        ("life", "21", 0, None),
        ("attack of cell 1", "0", 0, None),
        ("defence of cell 1", "0", 0, None),
        ("attack of cell 2", "3", 0, None),
        ("defence of cell 2", "1", 0, None),
        ("attack of cell 3", "0", 0, None),
        ("defence of cell 3", "0", 0, None),
        ("life", "7", 1, None),
        ("attack of cell 1", "1", 1, None),
        ("defence of cell 1", "1/2", 1, None),
        ("attack of cell 2", "0", 1, None),
        ("defence of cell 2", "0", 1, None),
        ("attack of cell 3", "0", 1, None),
        ("defence of cell 3", "0", 1, None),
        ("attacks left", "1", 1, None),
        ("turn", "6", None, 200),
    ]


def test_the_meters_of_a_placement_and_of_caps() -> None:
    state = position("place:3,2", side(), side(), life_cap=30, turn_limit=50)
    assert meters(state)[-3:] == [
        ("placements left", "3", 0, None),
        ("attacks left", "2", 0, None),
        ("turn", "3", None, 50),
    ]
    assert meters(state)[0] == ("life", "20", 0, 30)
    assert meters(GAME.start())[-1] == ("turn", "1", None, 200)
    assert not any(name == "attacks left" for name, *_ in meters(GAME.start()))
    assert meters(SHAPES.withdraw(0))[-2][0] == "defence of cell 3"


def test_the_words_of_meters() -> None:
    state = position("place:3,2", side(), side())
    said = {words(one.name) for one in state.view().meters}
    assert said >= {
        ("life", "生命", "生命"),
        ("attack of cell 2", "格子 2 攻击力", "格子 2 攻擊力"),
        ("defence of cell 3", "格子 3 防御力", "格子 3 防禦力"),
        ("placements left", "可放", "可放"),
        ("attacks left", "可攻", "可攻"),
        ("turn", "回合", "回合"),
    }


BROKEN = played(fight(side(tower(4)), side("", wall(3))), "A12")
PROMPTS = [
    (
        position("choose", side("K0,0"), side()),
        "the first player chooses what this turn is for",
        "先手选这回合要多什么",
        "先手選這回合要多什麼",
    ),
    (
        position("choose", side("K0,0"), side(), turn=2).play("a"),
        "the second player draws 5 atoms",
        "后手抽 5 个原子",
        "後手抽 5 個原子",
    ),
    (
        position("place:1,0", side(), side(), turn=2),
        "the second player places atoms, up to 1 more",
        "后手放原子，最多再放 1 个",
        "後手放原子，最多再放 1 個",
    ),
    (
        fight(side(), side(), attacks=3),
        "the first player acts: up to 3 more attacks",
        "先手行动：还能攻 3 次",
        "先手行動：還能攻 3 次",
    ),
    (
        fight(side(), side(), attacks=0),
        "the first player acts: no attacks left",
        "先手行动：不能再攻了",
        "先手行動：不能再攻了",
    ),
    (
        BROKEN,
        "the first player broke cell 2 and destroys up to 1 atom, a black first",
        "先手攻破 2 格，最多破坏 1 个原子，先破坏黑的",
        "先手攻破 2 格，最多破壞 1 個原子，先破壞黑的",
    ),
    (
        played(fight(side(tower(4) + " R0,2"), side(wall(3))), "A11 X0,0"),
        "the first player may destroy 1 more of cell 1",
        "先手还可以破坏 1 格的 1 个原子",
        "先手還可以破壞 1 格的 1 個原子",
    ),
    (
        BROKEN.play("X0,2"),
        "the second player's cell 2 fell apart: one part is kept",
        "后手的 2 格断开了，要留下一块",
        "後手的 2 格斷開了，要留下一塊",
    ),
    (
        fight(side("K0,0 R0,2 K1,1"), side(wall(3)), turn=2).play("E1:0,2"),
        "the first player gives up 2 more atoms: a red was used",
        "先手还要拿掉自己的 2 个原子：对方发动了红原子",
        "先手還要拿掉自己的 2 個原子：對方發動了紅原子",
    ),
]
TO_YOU = [
    (
        position("choose", side(), side()),
        "You have no cell yet, so all three give the same: draw 5, place 4.",
        "你还没有格子，选哪个都一样：抽 5 个、放 4 个。",
        "你還沒有格子，選哪個都一樣：抽 5 個、放 4 個。",
    ),
    (
        position("choose", side("K0,0"), side()),
        "What is this turn for? More attacks changes nothing with one cell.",
        "这回合要多什么？只有一格时，“多攻”没有差别。",
        "這回合要多什麼？只有一格時，「多攻」沒有差別。",
    ),
    (
        position("choose", side("K0,0", "K0,0"), side()),
        "What is this turn for?",
        "这回合要多什么？",
        "這回合要多什麼？",
    ),
    (
        position("place:4,1", side(held="1.1.0.0"), side()),
        "Place up to 4 atoms: a black begins a cell, the others go beside it. "
        "Blacks: higher hits harder, wider holds better.",
        "最多再放 4 个：先放黑的开一格，其他的挨着它放。黑的：叠得高攻得强，排得宽守得住。",
        "最多再放 4 個：先放黑的開一格，其他的挨著它放。黑的：疊得高攻得強，排得寬守得住。",
    ),
    (
        position("place:1,1", side("K0,0", held="0.1.0.0"), side()),
        "Place up to 1 atom, each beside one of yours. "
        "Blacks: higher hits harder, wider holds better.",
        "最多再放 1 个，每个都要挨着自己的原子。黑的：叠得高攻得强，排得宽守得住。",
        "最多再放 1 個，每個都要挨著自己的原子。黑的：疊得高攻得強，排得寬守得住。",
    ),
    (
        position("place:0,1", side("K0,0", held="1.0.0.0"), side()),
        "Nothing more can be placed: go on.",
        "不能再放了，继续吧。",
        "不能再放了，繼續吧。",
    ),
    (
        position("place:4,1", side(held="0.1.0.0"), side()),
        "Nothing more can be placed: go on.",
        "不能再放了，继续吧。",
        "不能再放了，繼續吧。",
    ),
    (
        fight(side(), side("K0,0")),
        "You have no cell to attack with. End the turn.",
        "你没有能进攻的格子。请结束回合。",
        "你沒有能進攻的格子。請結束回合。",
    ),
    (
        fight(side("K0,0 R0,2"), side("K0,0"), attacks=2),
        "You can attack 2 more times. "
        "Choose a cell of theirs, use a coloured atom, or end the turn.",
        "还能攻 2 次。点对方的格子进攻，或发动彩色原子，或结束回合。",
        "還能攻 2 次。點對方的格子進攻，或發動彩色原子，或結束回合。",
    ),
    (
        fight(side("K0,0"), side("K0,0")),
        "You can attack 1 more time. Choose a cell of theirs, or end the turn.",
        "还能攻 1 次。点对方的格子进攻，或结束回合。",
        "還能攻 1 次。點對方的格子進攻，或結束回合。",
    ),
    (
        fight(side("K0,0 R0,2"), side()),
        "You can attack 1 more time. "
        "Nothing is in the way: hit the player, use a coloured atom, or end the turn.",
        "还能攻 1 次。对方没有格子挡着：直攻玩家，或发动彩色原子，或结束回合。",
        "還能攻 1 次。對方沒有格子擋著：直攻玩家，或發動彩色原子，或結束回合。",
    ),
    (
        fight(side("K0,0 R0,2"), side("K0,0"), attacks=0),
        "No attacks left. Use a coloured atom, or end the turn.",
        "不能再攻了。可以发动彩色原子，或结束回合。",
        "不能再攻了。可以發動彩色原子，或結束回合。",
    ),
    (
        fight(side("K0,0"), side("K0,0"), attacks=0),
        "No attacks left. End the turn.",
        "不能再攻了。请结束回合。",
        "不能再攻了。請結束回合。",
    ),
    (
        fight(side("K0,0 R0,2"), side(), attacks=0, turn=1),
        "Nobody attacks in the very first turn. Use a coloured atom, or end.",
        "整局的第一个回合不能进攻。可以发动彩色原子，或结束。",
        "整局的第一個回合不能進攻。可以發動彩色原子，或結束。",
    ),
    (
        fight(side("K0,0"), side(), attacks=0, turn=1),
        "Nobody attacks in the very first turn. End the turn.",
        "整局的第一个回合不能进攻。请结束回合。",
        "整局的第一個回合不能進攻。請結束回合。",
    ),
    (
        BROKEN,
        "You broke cell 2. Destroy one of its blacks.",
        "攻破 2 格了。破坏它的一个黑原子。",
        "攻破 2 格了。破壞它的一個黑原子。",
    ),
    (
        fight(side(tower(4) + " R0,2"), side(wall(3))).play("A11"),
        "You broke cell 1. Destroy one of its blacks; up to 2 atoms in all.",
        "攻破 1 格了。先破坏一个黑原子，总共最多 2 个。",
        "攻破 1 格了。先破壞一個黑原子，總共最多 2 個。",
    ),
    (
        played(fight(side(tower(4) + " R0,2"), side(wall(3))), "A11 X0,0"),
        "Up to 1 more, of any colour. Or leave the rest.",
        "还可以破坏 1 个，什么颜色都行；也可以到此为止。",
        "還可以破壞 1 個，什麼顏色都行；也可以到此為止。",
    ),
    (
        BROKEN.play("X0,2"),
        "Your cell 2 fell apart. Click the part to keep; the rest is gone.",
        "你的 2 格断开了。点要留下的那块，其余会消失。",
        "你的 2 格斷開了。點要留下的那塊，其餘會消失。",
    ),
    (
        fight(side("K0,0 R0,2 K1,1"), side(wall(3)), turn=2).play("E1:0,2"),
        "A red was used against you. Give up 2 more of your atoms, from any cell.",
        "对方发动了红原子。你还要拿掉自己的 2 个原子，哪一格的都行。",
        "對方發動了紅原子。你還要拿掉自己的 2 個原子，哪一格的都行。",
    ),
]


@pytest.mark.parametrize(("state", "en", "hans", "hant"), PROMPTS)
def test_the_prompt_says_who_decides_what(state: AtomState, en: str, hans: str, hant: str) -> None:
    assert words(state.view().prompt) == (en, hans, hant)


@pytest.mark.parametrize(("state", "en", "hans", "hant"), TO_YOU)
def test_who_decides_is_told_what_can_be_done(
    state: AtomState, en: str, hans: str, hant: str
) -> None:
    said = state.view().prompt_you
    assert said is not None
    assert words(said) == (en, hans, hant)


def test_nobody_is_asked_while_chance_decides_or_after_the_end() -> None:
    assert position("choose", side("K0,0"), side()).play("a").view().prompt_you is None
    assert position("choose", side("K0,0"), side()).withdraw(0).view().prompt_you is None


def test_every_prompt_is_reached() -> None:
    written = {key for key in catalog("atom", "en") if key.startswith("prompt.")}
    asked = {state.view().prompt.key for state, *_ in PROMPTS}
    asked |= {said.key for state, *_ in TO_YOU if (said := state.view().prompt_you)}
    assert asked == {f"atom:{key}" for key in written}


def test_the_last_decision_marks_the_points_it_changed() -> None:
    placing = position("place:4,1", side("K0,0", held="1.0.0.0"), side())
    assert placing.play("1K0,2").view(since=placing).last == ("0.1:0,2",)
    assert placing.play("end").view(since=placing).last == ()
    assert BROKEN.play("X0,2").view(since=BROKEN).last == ("1.2",)
    split = BROKEN.play("X0,2")
    assert split.play("H2:0,0").view(since=split).last == ("1.2",)
    assert split.play("H2:0,0").view(since=BROKEN).last == ("1.2",)
    assert split.view().last == ()


def test_a_point_that_may_be_placed_on_again_is_marked_itself() -> None:
    before = fight(side("K0,0"), side())
    after = position("place:4,1", side("K0,0 K0,2"), side())
    assert after.view(since=before).last == ("0.1:0,2",)
    assert position("place:4,1", side("K0,0"), side()).view(since=after).last == ("0.1:0,2",)
    both = position("place:4,1", side("K0,0", "K0,0"), side("K0,0"))
    empty = position("place:4,1", side(), side())
    assert both.view(since=empty).last == ("0.1:0,0", "0.2:0,0", "1.1:0,0")
