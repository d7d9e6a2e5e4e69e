"""relati with `migration` (根源遷移): the root moves, and the old one dies (R-15)."""

from __future__ import annotations

import pytest
from tests.unit.games.positions import (
    breach,
    fields,
    marked,
    relati,
    result,
    special,
    symbols,
    tokens,
)

from duiyi.games.relati import Migrate

TREE = "O*E5 OE3 OE1 OG6 X*I9"
"""E3 and G6 hang on the root, E1 on E3."""


def test_r_15_the_symbol_must_be_linked_directly_to_the_root() -> None:
    state = relati(TREE, "O X 9 migration")
    assert special(state) == "root:E3 root:G6"
    expected = ("not-linked-to-root", ("E1", "E5"), "E1 has no direct link to the root E5")
    assert breach(state.why_not("root:E1")) == expected


def test_r_15_it_becomes_the_root_the_old_one_dies_and_all_is_recomputed() -> None:
    state = relati(TREE, "O X 9 migration").play("root:E3")
    assert symbols(state) == "OE1 O*E3 oE5 OG6 X*I9"
    assert (marked(state, "lost"), fields(state)) == ("G6", "X O 10 migration")


def test_r_15_the_new_root_is_a_root_like_any_other() -> None:
    state = relati(TREE, "O X 9 migration").play("root:E3").play("I8")
    assert special(state) == "root:E1"
    assert symbols(state.play("root:E1")) == "O*E1 oE3 oE5 OG6 XI8 X*I9"


@pytest.mark.parametrize(
    ("symbol", "mark"),
    [
        ("O!D5", "a cannon"),
        ("O-D5", "a spent cannon"),
        ("oD5", "dead"),
        ("OA1", "lost"),
        ("O*E5", "a root"),
    ],
)
def test_r_15_only_a_plain_symbol_can_become_the_root(symbol: str, mark: str) -> None:
    text = "O*E5 X*I9" if symbol == "O*E5" else f"O*E5 {symbol} X*I9"
    state = relati(text, "O X 9 cannon,migration")
    site = symbol[-2:]
    assert f"root:{site}" not in tokens(state).split()
    says = f"only a plain symbol will do: {site} is {mark}"
    assert breach(state.why_not(f"root:{site}")) == ("not-plain", (site,), says)


@pytest.mark.parametrize(
    ("symbol", "block", "direct"),
    [
        ("OF5", "", True),
        ("OF6", "", True),
        ("OG5", "", True),
        ("OG5", "XF5", False),
        ("OG7", "", True),
        ("OG7", "XF6", False),
        ("OG6", "XF5 XF6", False),
        ("OG6", "XF5", True),
    ],
)
def test_r_15_one_link_of_any_kind_will_do(symbol: str, block: str, direct: bool) -> None:
    state = relati(f"O*E5 {symbol} {block} X*I1 OE7 OG9 OI7 OH5", "O X 9 migration")
    assert (f"root:{symbol[1:]}" in tokens(state).split()) is direct


def test_r_15_cannons_that_hung_on_the_old_root_die() -> None:
    state = relati(f"{TREE} O!F6 O!D3", "O X 9 cannon,migration").play("root:E3")
    assert symbols(state) == "OE1 O!D3 O*E3 oE5 oF6 OG6 X*I9"


def test_r_15_the_dead_root_is_blank_for_everyone() -> None:
    state = relati("O*E5 OE3 X*D5 XF5", "O X 9 migration")
    assert marked(state, "lost") == "F5"
    assert marked(state.play("root:E3"), "lost") == ""


def test_r_15_a_player_without_a_living_root_cannot_migrate() -> None:
    state = relati("oE5 OE4 X*I9 XI8", "X O 9 migration")
    assert state.migratable(0) == 0
    assert not state.can_act(0)
    assert result(state.play("root:I8")) == "0 1 others-cannot-act"


def test_r_15_r_6_what_a_migration_loses_earns_nothing() -> None:
    state = relati(TREE, "O X 9 continuous,migration").play("root:E3")
    assert fields(state) == "X O 10 continuous,migration"


def test_r_15_without_the_extension_there_is_no_migration() -> None:
    assert special(relati(TREE, "O X 9 -")) == ""
    assert special(relati(TREE, "O X 9 cannon")) == "build:E1 build:E3 build:G6"


def test_the_token_of_a_migration() -> None:
    state = relati(TREE, "O X 9 migration")
    assert state.parse("root:E3") == Migrate(22)
    assert state.text(Migrate(22)) == "root:E3"
