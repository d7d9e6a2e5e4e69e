"""relati with `friendly_fire`: cannons hit own symbols too, as the seed says (R-10)."""

from __future__ import annotations

import pytest
from tests.unit.games.positions import (
    breach,
    fields,
    marked,
    played,
    relati,
    result,
    special,
    symbols,
    tokens,
)

import duiyi
from duiyi.games.relati import GAME, RelatiState

ON = "cannon,friendly_fire"
CHAINED = "cannon,chain,friendly_fire"


def armed(text: str, on: str = ON) -> RelatiState:
    return relati(text, f"O X 9 {on}")


def test_friendly_fire_without_cannon_is_a_clear_error() -> None:
    with pytest.raises(duiyi.BadOptions) as caught:
        GAME.start(2, friendly_fire=True)
    assert str(caught.value) == "friendly_fire needs cannon: it says what cannons may hit"
    assert caught.value.field == "friendly_fire"


FIELD = "O*C6 O!E5 xE4 XE2 XE1 OD7 OB5 OC5 xF5 oG5 X*H5 XE8"


@pytest.mark.parametrize(
    ("direction", "target", "after"),
    [("F", "XE2", "xE2"), ("B", "XE8", "xE8"), ("L", "OC5", "oC5"), ("R", "X*H5", "xH5")],
)
def test_r_10_a_shot_kills_the_first_living_symbol_whoever_owns_it(
    direction: str, target: str, after: str
) -> None:
    state = armed(FIELD)
    assert special(state).split()[-4:] == [f"fire:E5:{way}" for way in "FBLR"]
    then = state.play(f"fire:E5:{direction}")
    expected = symbols(state).replace(target, after).replace("O!E5", "O-E5")
    assert symbols(then) == expected


def test_r_10_a_direction_without_a_living_symbol_is_not_legal_here_either() -> None:
    state = armed("O*D4 O!E5 xE4 oF5 XE8 X*I9")
    assert special(state) == "fire:E5:B"
    assert breach(state.why_not("fire:E5:F"))[0] == "no-target"


def test_r_10_without_chain_an_own_cannon_is_killed_like_anything_else() -> None:
    for other in ("O!E3", "O-E3"):
        state = armed(f"O*D4 {other} O!E5 X*I9").play("fire:E5:F")
        assert symbols(state) == "oE3 O*D4 O-E5 X*I9"


def test_r_10_the_own_root_may_be_shot() -> None:
    state = armed("O*E5 O!E3 O!D5 OE6 X*I9").play("fire:E3:B")
    assert symbols(state) == "oE3 oD5 oE5 OE6 X*I9"
    assert (marked(state, "lost"), fields(state)) == ("E6", f"X O 10 {ON}")
    state = state.play("I8")
    assert result(state) == "0 1 others-cannot-act"


def test_r_5_a_shot_at_an_own_symbol_counts_as_being_able_to_act() -> None:
    state = relati("O*A1 O!B1 X*I9", f"O X 50 {ON}", fill="x")
    assert tokens(state) == "fire:B1:L"


def test_r_6_shooting_ones_own_lost_symbol_lowers_ones_own_number() -> None:
    state = armed("OE1 O!E4 O*E5 X*I9", f"continuous,{ON}").play("fire:E4:F")
    assert symbols(state) == "oE1 O-E4 O*E5 X*I9"
    assert fields(state) == f"O O 9 continuous,{ON} bonus:1"


def test_r_6_an_own_symbol_that_is_shot_is_dead_and_not_lost() -> None:
    state = armed("OE2 OD3 X*I9 O!E4 O*E5", f"continuous,{ON}").play("fire:E4:F")
    assert (marked(state, "dead"), marked(state, "lost")) == ("E2", "")
    assert fields(state) == f"X O 10 continuous,{ON}"


def test_r_6_mending_an_opponents_by_a_shot_at_ones_own_earns_nothing() -> None:
    state = armed("O*E5 O!E4 OG4 OE2 X*D2 XF2", f"continuous,{ON}")
    assert marked(state, "lost") == "F2"
    state = state.play("fire:E4:F")
    assert (marked(state, "lost"), fields(state)) == ("", f"X O 10 continuous,{ON}")


def test_r_12_an_own_cannon_under_chain_is_a_relay_here_too() -> None:
    state = armed("O*E5 O!D4 O-D6 XD8 X*I9", CHAINED).play("fire:D4:B")
    assert symbols(state) == "O-D4 O*E5 O!D6 XD8 X*I9"
    assert fields(state) == f"O O 9 {CHAINED} chain:D6:1 passed:D4 before:0,1"


def test_r_12_an_own_symbol_that_is_no_cannon_is_killed() -> None:
    state = armed("O*E5 O!D4 OD6 X*I9", CHAINED).play("fire:D4:B")
    assert symbols(state) == "O-D4 O*E5 oD6 X*I9"
    assert fields(state) == f"X O 10 {CHAINED}"


def test_r_13_a_cannon_that_has_passed_on_is_no_target_here_either() -> None:
    state = armed("O*E5 O!D4 O!D6 XD8 X*I9", CHAINED).play("fire:D4:B")
    assert tokens(state) == "fire:D6:B"
    assert breach(state.why_not("fire:D6:F"))[:2] == ("passed-on", ("D6", "D4"))


UNDERCUT = "O*E5 OE7 O!G5 O!G7 XF6 X*G9"
"""G7 hangs on E7, which it can shoot."""


def test_r_13_the_rest_is_lost_when_the_firing_cannon_dies() -> None:
    state = armed(UNDERCUT, CHAINED).play("fire:G5:B")
    assert fields(state) == f"O O 9 {CHAINED} chain:G7:2 passed:G5 before:0,1"
    assert tokens(state) == "fire:G7:B fire:G7:L"
    state = state.play("fire:G7:L")
    assert symbols(state) == "O*E5 O-G5 XF6 oE7 oG7 X*G9"
    assert fields(state) == f"X O 10 {CHAINED}"


def test_r_13_the_own_root_may_be_shot_in_a_chain_and_ends_it() -> None:
    state = armed("O*E5 O!C3 O!C5 OE6 XA5 X*I9", CHAINED).play("fire:C3:B")
    assert tokens(state) == "fire:C5:L fire:C5:R"
    state = state.play("fire:C5:R")
    assert symbols(state) == "oC3 XA5 oC5 oE5 OE6 X*I9"
    assert (fields(state), marked(state, "lost")) == (f"X O 10 {CHAINED}", "E6 A5")


def test_r_13_a_cannon_that_has_passed_on_and_died_is_shot_over() -> None:
    """G7 kills E7, on which G5 hung, and then fires past the dead G5."""
    state = armed("O*F8 OE7 O!G5 O!G7 XG2 X*I1", CHAINED).play("fire:G5:B")
    assert tokens(state) == "fire:G7:L"
    state = state.play("fire:G7:L")
    assert fields(state) == f"O O 9 {CHAINED} chain:G7:1 passed:G5 before:0,0"
    assert (marked(state, "dead"), tokens(state)) == ("G5 E7", "fire:G7:F")
    assert symbols(state.play("fire:G7:F")) == "X*I1 xG2 oG5 oE7 O-G7 O*F8"


@pytest.mark.parametrize("line", ["fire:D6:L fire:D6:B", "fire:D6:B fire:D6:L"])
def test_r_14_r_6_one_own_symbol_lost_and_another_regained_is_nothing(line: str) -> None:
    """A6 is lost with the own C6; D8 dead links C9 again."""
    state = armed("O*E5 O!D4 O!D6 OC6 OA6 OE7 OC9 XD8 X*I1", f"continuous,{CHAINED}")
    assert marked(state, "lost") == "C9 D8"
    state = played(state, f"fire:D4:B {line}")
    assert marked(state, "lost") == "A6"
    assert fields(state) == f"X O 10 continuous,{CHAINED}"
