"""atom: decisions as a list of moves says them, in three languages, and that they can be told
apart."""

from __future__ import annotations

import random

import pytest
from tests.unit.games.atom.positions import fight, position, side, tower, wall, words

from duiyi.core.locale import LANGUAGES, catalog, text
from duiyi.games.atom import GAME, AtomState

TWO = position("choose", side("K0,0", "K0,0"), side())
COLOURS = fight(side("K0,0 R0,2 B1,-1 G1,1"), side("K0,0"))
BREAKING = fight(side(tower(4) + " R0,2"), side("", wall(2))).play("A12")
NOTATIONS = [
    (TWO, "a", "Draws 7", "多抽：7 个", "多抽：7 個"),
    (TWO, "b", "Places up to 6", "多放：6 个", "多放：6 個"),
    (TWO, "c", "Attacks up to 2", "多攻：2 次", "多攻：2 次"),
    (GAME.start().play("a"), "+4010", "4 black, 1 blue", "抽到 4 黑、1 蓝", "抽到 4 黑、1 藍"),
    (
        position("place:4,1", side("", "K0,0", held="0.1.0.0"), side()),
        "2R1,1",
        "Cell 2: red at 1,1",
        "2 格 1,1 放红",
        "2 格 1,1 放紅",
    ),
    (position("place:4,1", side("K0,0"), side()), "end", "Placed", "放完", "放完"),
    (COLOURS, "end", "Ends the turn", "回合结束", "回合結束"),
    (
        fight(side(tower(5)), side("", "", "K0,0 K0,2 K0,4 K1,5 G1,1")),
        "A13",
        "1 attacks 3: 5 > 2.5, −4 life",
        "1 攻 3：5＞2.5，−4",
        "1 攻 3：5＞2.5，−4",
    ),
    (
        fight(side(tower(2)), side(wall(2))),
        "A11",
        "1 attacks 1: 2 = 2, holds",
        "1 攻 1：2＝2，攻不破",
        "1 攻 1：2＝2，攻不破",
    ),
    (
        fight(side(tower(1)), side(wall(2))),
        "A11",
        "1 attacks 1: 1 < 2, holds",
        "1 攻 1：1＜2，攻不破",
        "1 攻 1：1＜2，攻不破",
    ),
    (
        fight(side(tower(4)), side("K0,0 B0,2 K0,4")),
        "A11",
        "1 attacks 1: 4 > 2, −4 life, blue saves all",
        "1 攻 1：4＞2，−4，蓝保住原子",
        "1 攻 1：4＞2，−4，藍保住原子",
    ),
    (
        fight(side(tower(3)), side()),
        "D1",
        "1 hits the player: −3",
        "1 直攻：−3",
        "1 直攻：−3",
    ),
    (BREAKING, "X0,2", "Breaks black 0,2", "破黑 0,2", "破黑 0,2"),
    (BREAKING.play("X0,2"), "stop", "Leaves the rest", "到此为止", "到此為止"),
    (
        COLOURS,
        "E1:0,2",
        "Cell 1 red 0,2: the other gives up 1",
        "1 格红 0,2：对方弃 1",
        "1 格紅 0,2：對方棄 1",
    ),
    (
        COLOURS,
        "E1:1,-1",
        "Cell 1 blue 1,-1: +1 black",
        "1 格蓝 1,-1：得 1 黑",
        "1 格藍 1,-1：得 1 黑",
    ),
    (
        COLOURS,
        "E1:1,1",
        "Cell 1 green 1,1: +1 life",
        "1 格绿 1,1：＋1 命",
        "1 格綠 1,1：＋1 命",
    ),
    (
        COLOURS.play("E1:0,2"),
        "L1:0,0",
        "Gives up black 0,0 of cell 1",
        "弃 1 格黑 0,0",
        "棄 1 格黑 0,0",
    ),
    (
        fight(side(tower(4)), side("", wall(3))).play("A12").play("X0,2"),
        "H2:0,4",
        "Keeps the part at 0,4 of cell 2 (2 atoms)",
        "2 格留 0,4 那块（2 个）",
        "2 格留 0,4 那塊（2 個）",
    ),
]


@pytest.mark.parametrize(("state", "token", "en", "hans", "hant"), NOTATIONS)
def test_notation(state: AtomState, token: str, en: str, hans: str, hant: str) -> None:
    assert words(state.notation(state.parse(token))) == (en, hans, hant)


def test_every_kind_of_decision_has_its_notation() -> None:
    found = {state.notation(state.parse(token)).key for state, token, *_ in NOTATIONS}
    written = {key for key in catalog("atom", "en") if key.startswith("notation.")}
    # Words for several decisions in one line of a list.
    in_a_row = {key for key in written if key.endswith((".run", ".some"))}
    assert in_a_row
    assert found == {f"atom:{key}" for key in written - in_a_row}


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_decisions_are_written_alike(language: str) -> None:
    for seed in range(4):
        choose, state = random.Random(seed), GAME.start()
        for _ in range(150):
            if state.outcome is not None:
                break
            legal = list(state.actions()) or [draw for draw, _ in state.chances()]
            written = [text(state.notation(one), language).lower() for one in legal]
            assert len(set(written)) == len(written)
            state = state.play(choose.choice(legal))
