"""Decisions of relati classic, relati and tzaar as a list of moves says them to people."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from tests.unit.games.positions import classic, relati
from tests.unit.games.tzaar.positions import position

import duiyi
from duiyi.core.locale import LANGUAGES, text

FULL = {"cannon": True, "chain": True, "continuous": True, "migration": True}
GAMES = [
    ("relati-classic", 2, {}),
    ("relati-classic", 4, {}),
    ("relati", 2, {}),
    ("relati", 2, FULL),
    ("relati", 3, {**FULL, "friendly_fire": True}),
    ("tzaar", 2, {}),
]


def notated(state: Any, token: str) -> tuple[str, str, str]:
    said = state.notation(state.parse(token))
    return text(said, "en"), text(said, "zh-Hant"), text(said, "zh-Hans")


def test_relati_classic() -> None:
    start = duiyi.game("relati-classic").start(2)
    assert notated(start, "C3") == ("Start C3", "起手 C3", "起手 C3")
    assert notated(classic("OC3 XA1", "O X 3"), "B2") == ("B2", "下 B2", "下 B2")


def test_relati_links_and_the_root() -> None:
    start = duiyi.game("relati").start(2)
    assert notated(start, "E5") == ("Root E5", "立根 E5", "立根 E5")
    assert notated(relati("O*E5 X*I9", "O X 9 -"), "E3") == ("Link E3", "連 E3", "连 E3")
    state = relati("O*E5 OE6 X*I9", "O X 9 migration")
    assert notated(state, "root:E6") == ("Root moves to E6", "根遷到 E6", "根迁到 E6")
    bonus = relati("O*E5 X*I9", "O O 9 continuous bonus:1")
    assert notated(bonus, "pass") == ("No bonus", "不用獎勵", "不用奖励")


def test_relati_cannons() -> None:
    state = relati("O*E5 OG5 X*G7", "O X 9 cannon")
    assert notated(state, "build:G5") == ("G5 becomes a cannon", "G5 架砲", "G5 架炮")
    state = relati("O*E5 O!G5 X*G7 XI5 XG2", "O X 9 cannon")
    assert notated(state, "fire:G5:B") == (
        "G5 fires down: G7 dies",
        "G5 向下打 G7",
        "G5 向下打 G7",
    )
    assert notated(state, "fire:G5:F")[0] == "G5 fires up: G2 dies"
    assert notated(state, "fire:G5:R")[0] == "G5 fires right: I5 dies"
    own = relati("O*E5 O!D4 OA4 X*I9", "O X 9 cannon,friendly_fire")
    assert notated(own, "fire:D4:L") == (
        "D4 fires left: own A4 dies",
        "D4 向左打自己的 A4",
        "D4 向左打自己的 A4",
    )


def test_relati_shells_passed_on() -> None:
    state = relati("O*E5 O!E3 O!G3 O-G5 XG7 X*I8", "O X 9 cannon,chain")
    assert notated(state, "fire:E3:R") == (
        "E3 passes 1 shell right to G3",
        "E3 向右傳 1 彈給 G3",
        "E3 向右传 1 弹给 G3",
    )
    assert notated(state.play("fire:E3:R"), "fire:G3:B")[0] == "G3 passes 2 shells down to G5"


def test_tzaar() -> None:
    state = position("w 2 5", D4="T2", D6="t", E4="Z")
    assert notated(state, "D4xD6") == ("D4×D6", "D4 吃 D6", "D4 吃 D6")
    assert notated(state, "D4+E4") == (
        "D4 on E4 (3 high)",
        "D4 疊 E4（3 層）",
        "D4 叠 E4（3 层）",
    )
    assert notated(state, "pass") == ("no second step", "不走第二步", "不走第二步")


def walk(name: str, seats: int, options: dict[str, bool], seed: int) -> Iterator[Any]:
    """The positions of a random game."""
    choose, state = Random(seed), duiyi.game(name).start(seats, **options)
    for _ in range(60):
        if state.actor is None:
            return
        yield state
        state = state.play(choose.choice(state.actions()))


@pytest.mark.parametrize(("name", "seats", "options"), GAMES)
@pytest.mark.parametrize("seed", range(3))
def test_two_actions_never_read_the_same(
    name: str, seats: int, options: dict[str, bool], seed: int
) -> None:
    for state in walk(name, seats, options, seed):
        actions = state.actions()
        said = [state.notation(action) for action in actions]
        for language in LANGUAGES:
            assert len({text(one, language) for one in said}) == len(actions), state.dump()
