"""relati with `chain` (連鎖砲台): shells handed on, shot off and lost (R-12…R-14)."""

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
from duiyi.games.relati import RelatiState
from duiyi.games.relati.symbols import Chain

BATTERY = "O*E5 O!D4 O!D6 O-F6 XA6 XI6 X*D9"
"""D4 and D6 stand in a column, D6 and the spent F6 in a row, with targets beyond."""


def battery() -> RelatiState:
    return relati(BATTERY, "O X 9 cannon,chain")


def test_r_12_a_relay_moves_all_shells_and_costs_none() -> None:
    state = battery()
    assert special(state) == "fire:D4:B fire:D6:F fire:D6:B fire:D6:L fire:D6:R"
    state = state.play("fire:D4:B")
    assert symbols(state) == "O-D4 O*E5 XA6 O!D6 O-F6 XI6 X*D9"
    assert fields(state) == "O O 9 cannon,chain chain:D6:2 passed:D4 before:0,2"
    assert state.chain == Chain(48, 2, 1 << 30, (0, 2))


def test_r_12_the_same_player_must_go_on_firing_from_the_cannon_that_received_them() -> None:
    state = battery().play("fire:D4:B")
    assert (state.actor, state.owner, state.turn, state.outcome) == (0, 0, 9, None)
    assert tokens(state) == "fire:D6:B fire:D6:L fire:D6:R"
    for token in ("pass", "E4", "build:E5", "root:E5", "fire:F6:R", "fire:D4:B"):
        expected = ("must-fire", ("D6",), "the chain goes on: D6 must fire")
        assert breach(state.why_not(token)) == expected
        with pytest.raises(duiyi.IllegalAction):
            state.play(token)


def test_r_12_fire_some_shells_pass_the_rest_on_to_a_spent_cannon_and_go_on() -> None:
    state = battery().play("fire:D4:B").play("fire:D6:L")
    assert fields(state) == "O O 9 cannon,chain chain:D6:1 passed:D4 before:0,2"
    assert (marked(state, "dead"), tokens(state)) == ("A6", "fire:D6:B fire:D6:R")
    state = state.play("fire:D6:R")
    assert fields(state) == "O O 9 cannon,chain chain:F6:1 passed:D4,D6 before:0,2"
    assert symbols(state) == "O-D4 O*E5 xA6 O-D6 O!F6 XI6 X*D9"
    assert tokens(state) == "fire:F6:R"
    state = state.play("fire:F6:R")
    assert (fields(state), state.chain) == ("X O 10 cannon,chain", None)
    assert symbols(state) == "O-D4 O*E5 xA6 O-D6 O-F6 xI6 X*D9"


@pytest.mark.parametrize(("third", "shells"), [("O-F6", 2), ("O!F6", 3)])
def test_r_12_what_a_relay_brings_adds_to_what_the_cannon_has(third: str, shells: int) -> None:
    state = relati(BATTERY.replace("O-F6", third), "O X 9 cannon,chain")
    state = played(state, "fire:D4:B fire:D6:R")
    expected = f"O O 9 cannon,chain chain:F6:{shells} passed:D4,D6 before:0,2"
    assert fields(state) == expected


def test_r_12_a_shot_at_anything_else_kills_it_and_costs_the_only_shell() -> None:
    state = battery().play("fire:D6:L")
    assert symbols(state) == "O!D4 O*E5 xA6 O-D6 O-F6 XI6 X*D9"
    assert fields(state) == "X O 10 cannon,chain"


def test_r_12_an_own_symbol_that_is_no_cannon_is_no_target() -> None:
    state = relati("O*E5 O!D4 OD6 X*D9", "O X 9 cannon,chain")
    assert special(state) == "build:D6"
    says = "the first symbol behind D4 is your own, on D6: own symbols are no targets"
    assert breach(state.why_not("fire:D4:B")) == ("own-target", ("D4", "D6"), says)


def test_r_12_anothers_cannon_is_killed() -> None:
    state = relati("O*E5 O!D4 X!D6 X*D7 XI1", "O X 9 cannon,chain").play("fire:D4:B")
    assert symbols(state) == "XI1 O-D4 O*E5 xD6 X*D7"
    assert fields(state) == "X O 10 cannon,chain"


def test_r_12_firing_goes_on_until_no_shell_is_left() -> None:
    state = relati(f"{BATTERY} XG1", "O X 9 cannon,chain")
    state = played(state, "fire:D4:B fire:D6:L fire:D6:B")
    assert (fields(state), result(state)) == ("- O 9 cannon,chain", "1 0 others-cannot-act")
    assert symbols(state) == "XG1 O-D4 O*E5 xA6 O-D6 O-F6 XI6 xD9"


def test_r_12_a_spent_cannon_does_not_start_a_chain() -> None:
    state = relati("O*E5 O-D4 O!D6 X*I9", "O X 9 cannon,chain")
    assert special(state) == "fire:D6:F"
    assert breach(state.why_not("fire:D4:B")) == ("spent", ("D4",), "the cannon on D4 is spent")


def test_r_13_a_cannon_that_has_passed_on_is_no_target_in_this_chain() -> None:
    state = battery().play("fire:D4:B")
    expected = ("passed-on", ("D6", "D4"), "D4 has already passed its shells on in this chain")
    assert breach(state.why_not("fire:D6:F")) == expected
    with pytest.raises(duiyi.IllegalAction) as caught:
        state.play("fire:D6:F")
    assert caught.value.violation == state.why_not("fire:D6:F")
    assert caught.value.message == state.say("violation.passed-on", site="D6", target="D4")


def test_r_13_in_the_next_chain_it_is_a_target_again() -> None:
    state = relati(f"{BATTERY} O!F4 XF1", "O X 9 cannon,chain")
    state = played(state, "fire:D4:B fire:D6:L fire:D6:R fire:F6:R E9")
    assert fields(state) == "O X 11 cannon,chain"
    state = state.play("fire:F4:L")
    assert fields(state) == "O O 11 cannon,chain chain:D4:1 passed:F4 before:0,1"


def test_r_13_a_relay_into_a_dead_end_is_legal_and_loses_all_shells() -> None:
    state = relati("O*E5 O!D4 O!D6 X*I1", "O X 9 cannon,chain")
    assert special(state) == "fire:D4:B fire:D6:F"
    state = state.play("fire:D4:B")
    assert symbols(state) == "X*I1 O-D4 O*E5 O-D6"
    assert fields(state) == "X O 10 cannon,chain"


def test_r_13_a_dead_end_reached_by_a_kill_loses_the_rest() -> None:
    state = relati("O*E5 O!D4 O!D6 XA6 X*I1", "O X 9 cannon,chain")
    state = state.play("fire:D4:B")
    assert tokens(state) == "fire:D6:L"
    state = state.play("fire:D6:L")
    assert symbols(state) == "X*I1 O-D4 O*E5 xA6 O-D6"
    assert fields(state) == "X O 10 cannon,chain"


def test_r_13_a_relay_into_a_dead_end_counts_as_being_able_to_act() -> None:
    state = relati("O*A1 O!B2 O!B3 X*I9", "O X 50 cannon,chain", fill="x")
    assert tokens(state) == "fire:B2:B fire:B3:F"
    state = state.play("fire:B2:B")
    assert (marked(state, "spent"), result(state)) == ("B2 B3", "1/2 1/2 nobody-can-act")


def test_r_13_r_10_a_cannon_that_sees_only_own_symbols_and_cannons_that_passed_on_is_stuck() -> (
    None
):
    """D6 got the shells of D4; in its other lines stand the own A6 and D9."""
    state = relati("O*E5 O!D4 O!D6 OC6 OD8 XA6 X*D9", "O X 9 cannon,chain")
    assert special(state).split()[-2:] == ["fire:D4:B", "fire:D6:F"]
    state = state.play("fire:D4:B")
    assert symbols(state) == "O-D4 O*E5 XA6 OC6 O-D6 OD8 X*D9"
    assert fields(state) == "X O 10 cannon,chain"


def test_r_13_r_10_an_own_symbol_in_a_line_leaves_the_other_lines() -> None:
    state = relati("O*E5 O!D4 O!D6 OC6 XD8 X*D9", "O X 9 cannon,chain").play("fire:D4:B")
    assert tokens(state) == "fire:D6:B"
    says = "the first symbol to the left of D6 is your own, on C6: own symbols are no targets"
    assert breach(state.why_not("fire:D6:L")) == ("own-target", ("D6", "C6"), says)


TWO_CUTS = "O*E5 O!D4 O!D6 X*B8 XA6 XA4 XD9 XF9"
"""Shooting A6 loses A4, shooting D9 loses F9."""


def test_r_14_the_whole_chain_is_one_action_and_earns_once_at_its_end() -> None:
    state = relati(TWO_CUTS, "O X 9 continuous,cannon,chain").play("fire:D4:B")
    on = "O O 9 continuous,cannon,chain"
    assert fields(state) == f"{on} chain:D6:2 passed:D4 before:0,0"
    state = state.play("fire:D6:L")
    assert marked(state, "lost") == "A4"
    assert fields(state) == f"{on} chain:D6:1 passed:D4 before:0,0"
    state = state.play("fire:D6:B")
    assert marked(state, "lost") == "A4 F9"
    assert fields(state) == f"{on} bonus:1"


def test_r_14_a_chain_as_a_bonus_action_uses_one_bonus() -> None:
    state = relati(TWO_CUTS, "O O 9 continuous,cannon,chain bonus:3").play("fire:D4:B")
    on = "O O 9 continuous,cannon,chain bonus:3"
    assert fields(state) == f"{on} chain:D6:2 passed:D4 before:0,0"
    state = played(state, "fire:D6:L fire:D6:B")
    assert fields(state) == on
    dead_end = relati("O*E5 O!D4 O!D6 X*I1", "O O 9 continuous,cannon,chain bonus:3")
    assert fields(dead_end.play("fire:D4:B")) == "O O 9 continuous,cannon,chain bonus:2"


def test_r_14_there_is_no_pass_inside_a_chain_even_with_bonuses_left() -> None:
    state = relati(TWO_CUTS, "O O 9 continuous,cannon,chain bonus:3").play("fire:D4:B")
    assert tokens(state) == "fire:D6:B fire:D6:L"
    code, sites, _ = breach(state.why_not("pass"))
    assert (code, sites) == ("must-fire", ("D6",))


@pytest.mark.parametrize("line", ["fire:D6:L fire:D6:B", "fire:D6:B fire:D6:L"])
def test_r_14_r_6_what_one_shot_loses_and_another_removes_is_nothing(line: str) -> None:
    """A4 is lost with A6, and the lost D9 is killed."""
    state = relati("O*E5 O!D4 O!D6 X*A8 XA6 XA4 XD9", "O X 9 continuous,cannon,chain")
    assert marked(state, "lost") == "D9"
    state = played(state, f"fire:D4:B {line}")
    assert marked(state, "lost") == "A4"
    assert fields(state) == "X O 10 continuous,cannon,chain"


def test_r_14_the_end_of_the_game_is_looked_for_only_after_the_chain() -> None:
    state = relati("O*E5 O!D4 O!D6 X*A6 XD9", "O X 9 cannon,chain")
    state = played(state, "fire:D4:B fire:D6:L")
    assert not state.can_act(1)
    assert (fields(state), result(state)) == (
        "O O 9 cannon,chain chain:D6:1 passed:D4 before:0,1",
        "-",
    )
    state = state.play("fire:D6:B")
    assert result(state) == "1 0 others-cannot-act"
