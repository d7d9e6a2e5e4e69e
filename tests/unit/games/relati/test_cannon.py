"""relati with `cannon` (砲台): building, firing, and what dies of it (R-8…R-11)."""

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

from duiyi.games.relati import Build, Fire


def test_r_8_only_a_plain_symbol_can_be_built_into_a_cannon() -> None:
    state = relati("O*E5 OD5 OC5 O!E4 O-F5 oD4 OA1 X*I9 XI8", "O X 9 cannon")
    built = [t for t in tokens(state).split() if t.startswith("build:")]
    assert built == ["build:C5", "build:D5"]
    state = state.play("build:D5")
    assert "O!D5" in symbols(state).split()
    assert fields(state) == "X O 10 cannon"


def test_r_8_without_the_extension_nothing_is_built() -> None:
    assert special(relati("O*E5 OD5 X*I9", "O X 9 -")) == ""


def test_r_8_building_and_firing_are_two_actions() -> None:
    state = relati("O*E5 OD5 X*I9 XD1", "O X 9 cannon")
    assert special(state) == "build:D5"
    state = state.play("build:D5")
    assert (fields(state), marked(state, "dead")) == ("X O 10 cannon", "")
    state = state.play("I8")
    assert special(state) == "fire:D5:F"


def test_r_9_a_cannon_receives_a_link_but_passes_none_on() -> None:
    state = relati("O*E5 OE3 OE1 X*I9", "O X 9 cannon")
    assert marked(state, "lost") == ""
    state = state.play("build:E3")
    assert symbols(state) == "OE1 O!E3 O*E5 X*I9"
    assert (marked(state, "lost"), marked(state, "cannon")) == ("E1", "E3")
    state = state.play("I8")
    assert "E2" not in tokens(state).split()
    assert "E1" not in special(state)


FIELD = "O*C6 O!E5 xE4 XE2 XE1 OD7 OB5 X!C5 X*B4 xF5 oG5 XH5 OI5 XE8"


@pytest.mark.parametrize(
    ("direction", "target", "after"),
    [("F", "XE2", "xE2"), ("B", "XE8", "xE8"), ("L", "X!C5", "xC5"), ("R", "XH5", "xH5")],
)
def test_r_10_a_shot_kills_the_first_living_symbol(direction: str, target: str, after: str) -> None:
    state = relati(FIELD, "O X 9 cannon")
    assert special(state).split()[-4:] == [f"fire:E5:{way}" for way in "FBLR"]
    then = state.play(f"fire:E5:{direction}")
    expected = symbols(state).replace(target, after).replace("O!E5", "O-E5")
    assert symbols(then) == expected


def test_r_10_a_direction_without_a_living_symbol_is_not_legal() -> None:
    state = relati("O*D4 O!E5 xE4 oF5 XE8 X*I9", "O X 9 cannon")
    assert special(state) == "fire:E5:B"
    code = breach(state.why_not("fire:E5:F"))
    assert code == ("no-target", ("E5",), "there is nothing to hit in front of E5")


def test_r_10_a_spent_cannon_stays_a_cannon_but_never_fires_again() -> None:
    state = relati("O*E5 O!E3 OE1 XA3 X*I3", "O X 9 cannon").play("fire:E3:L")
    assert symbols(state) == "OE1 xA3 O-E3 X*I3 O*E5"
    assert (marked(state, "spent"), marked(state, "lost")) == ("E3", "E1")
    state = state.play("I4")
    assert special(state) == ""
    assert breach(state.why_not("fire:E3:R")) == ("spent", ("E3",), "the cannon on E3 is spent")


@pytest.mark.parametrize("own", ["OE3", "OE1", "O!E3", "O-E3", "O*E3 OE4"])
def test_r_10_a_direction_whose_first_living_symbol_is_ones_own_is_not_legal(own: str) -> None:
    """Plain, lost, a cannon, a spent one, and behind a plain one the root: E2 is never reached."""
    root = "" if "*" in own else "O*D4"
    text = f"{root} {own} O!E5 XE1 X*E9".replace("OE1 O!E5 XE1", "OE1 O!E5")
    state = relati(text, "O X 9 cannon")
    first = "E4" if "OE4" in own else own[-2:]
    assert [token for token in tokens(state).split() if token.startswith("fire:E5")] == [
        "fire:E5:B"
    ]
    says = f"the first symbol in front of E5 is your own, on {first}: own symbols are no targets"
    assert breach(state.why_not("fire:E5:F")) == ("own-target", ("E5", first), says)


def test_r_10_a_dead_symbol_of_ones_own_is_shot_over() -> None:
    state = relati("O*D4 oE3 O!E5 XE1 X*I9", "O X 9 cannon")
    assert symbols(state.play("fire:E5:F")) == "xE1 oE3 O*D4 O-E5 X*I9"


def test_r_10_whose_turn_it_is_decides_which_symbols_are_own() -> None:
    state = relati("O*A5 O!A4 OC4 XE4 X!G4 X*G5", "O X 9 cannon")
    assert special(state).split() == ["build:C4"]
    state = state.play("A3")
    assert [token for token in special(state).split() if "fire" in token] == []
    assert breach(state.why_not("fire:G4:L"))[:2] == ("own-target", ("G4", "E4"))


def test_r_5_r_10_shots_at_own_symbols_do_not_count_as_being_able_to_act() -> None:
    """On a board without an empty cell circle has a cannon that sees only its own root."""
    over = relati("O*A1 O!B1 X*I9", "- X 50 cannon", fill="x")
    assert result(over) == "1/2 1/2 nobody-can-act"
    state = relati("O*A1 O!B1 X*I9 XI8 .I7", "X O 50 cannon", fill="x")
    assert result(state.play("I7")) == "0 1 others-cannot-act"


def test_r_10_a_shot_at_the_only_opponents_root_wins() -> None:
    state = relati("O*E5 O!E4 X*E1 XE2", "O X 9 cannon")
    assert result(state.play("fire:E4:F")) == "-"
    state = relati("O*E5 O!E4 X*E1 XD2", "O X 9 cannon").play("fire:E4:F")
    assert (result(state), fields(state)) == ("1 0 others-cannot-act", "- O 9 cannon")


def test_r_11_a_cannon_that_is_cut_off_dies() -> None:
    state = relati("O*I9 X*G6 X!G8", "O X 9 cannon").play("G7")
    assert symbols(state) == "X*G6 OG7 xG8 O*I9"
    spent = relati("O*I9 X*G6 X-G8", "O X 9 cannon").play("G7")
    assert symbols(spent) == "X*G6 OG7 xG8 O*I9"


def test_r_11_a_cannon_dies_when_its_source_becomes_a_cannon() -> None:
    state = relati("O*E5 OE3 O!E1 O!C2 X*I9", "O X 9 cannon").play("build:E3")
    assert symbols(state) == "oE1 oC2 O!E3 O*E5 X*I9"


SAME_TIME = "O*I9 X*G8 X!G6 D*F6"


def test_r_11_all_cannons_that_are_lost_die_at_the_same_time() -> None:
    """G7 cuts off both; G6, dying, opens a way to H7, but too late for a cannon there."""
    state = relati(f"{SAME_TIME} D!H7", "O D 9 cannon", seats=3).play("G7")
    assert symbols(state) == "D*F6 xG6 OG7 dH7 X*G8 O*I9"


def test_r_11_links_are_recomputed_after_the_deaths() -> None:
    """The same with a plain symbol on H7: it is linked over the dead G6."""
    state = relati(f"{SAME_TIME} DH7", "O D 9 cannon", seats=3).play("G7")
    assert symbols(state) == "D*F6 xG6 OG7 DH7 X*G8 O*I9"
    assert marked(state, "lost") == ""
    kept = relati(f"{SAME_TIME.replace('!', '')} DH7", "O D 9 cannon", seats=3).play("G7")
    assert marked(kept, "lost") == "G6 H7"


def test_r_11_cannons_of_all_players_die_of_a_shot() -> None:
    state = relati("O*E5 O!E4 XE2 X!C2 X*G2 D!M1 D*M2", "O D 9 cannon", seats=3)
    state = state.play("fire:E4:F")
    assert symbols(state) == "D!M1 xC2 xE2 X*G2 D*M2 O-E4 O*E5"


def test_tokens_of_building_and_firing() -> None:
    state = relati("O*E5 OD5 X*I9", "O X 9 cannon")
    assert state.parse("build:D5") == Build(39)
    assert state.parse("fire:D5:L") == Fire(39, "L")
    assert state.text(Build(39)) == "build:D5"
    assert state.text(Fire(39, "B")) == "fire:D5:B"
