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
    assert text(over.prompt) == "all others have withdrawn: the second player wins"


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
        "the first player: with 1 cell, more atoms (a), placements (b) or attacks (c)",
        "先手：有 1 个非空格子，选 a 多抽、b 多放或 c 多攻",
        "先手：有 1 個非空格子，選 a 多抽、b 多放或 c 多攻",
    ),
    (
        position("choose", side("K0,0"), side(), turn=2).play("a"),
        "the second player draws 5 atoms",
        "后手抽取 5 个原子",
        "後手抽取 5 個原子",
    ),
    (
        position("place:1,0", side(), side(), turn=2),
        "the second player: place up to 1 atom, then end",
        "后手：最多再放 1 个原子，然后结束排布",
        "後手：最多再放 1 個原子，然後結束排布",
    ),
    (
        fight(side(), side(), attacks=3),
        "the first player: 3 attacks left; attack, use effects, or end the turn",
        "先手：还能进攻 3 次；进攻、发动效果或结束回合",
        "先手：還能進攻 3 次；進攻、發動效果或結束回合",
    ),
    (
        BROKEN,
        "the first player: destroy a black atom of cell 2",
        "先手：破坏格子 2 的一个黑原子",
        "先手：破壞格子 2 的一個黑原子",
    ),
    (
        played(fight(side(tower(4) + " R0,2"), side(wall(3))), "A11 X0,0"),
        "the first player: destroy up to 1 more of cell 1, or stop",
        "先手：最多再破坏格子 1 的 1 个原子，或停止",
        "先手：最多再破壞格子 1 的 1 個原子，或停止",
    ),
    (
        BROKEN.play("X0,2"),
        "the second player: cell 2 fell apart; keep one part",
        "后手：格子 2 分开了；保留一块",
        "後手：格子 2 分開了；保留一塊",
    ),
    (
        fight(side("K0,0 R0,2 K1,1"), side(wall(3)), turn=2).play("E1:0,2"),
        "the first player: give up 2 more of your atoms",
        "先手：再破坏自己的 2 个原子",
        "先手：再破壞自己的 2 個原子",
    ),
    (
        fight(side(tower(1)), side(life=1)).play("D1"),
        "life at 0: the first player wins",
        "生命归零：先手获胜",
        "生命歸零：先手獲勝",
    ),
    (
        fight(side(), side(), turn=3, turn_limit=3).play("end"),
        "the turn limit is reached: no winner",
        "到了回合上限：没有赢家",
        "到了回合上限：沒有贏家",
    ),
]


@pytest.mark.parametrize(("state", "en", "hans", "hant"), PROMPTS)
def test_the_prompt_says_who_decides_what(state: AtomState, en: str, hans: str, hant: str) -> None:
    assert words(state.view().prompt) == (en, hans, hant)


def test_every_prompt_is_reached() -> None:
    keys = {f"atom:{key}" for key in catalog("atom", "en") if key.startswith("prompt.")}
    assert keys <= {state.view().prompt.key for state, *_ in PROMPTS}


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
