"""relati: who is next, and how the game ends (R-5)."""

from __future__ import annotations

from tests.unit.games.positions import fields, played, relati, result, tokens


def test_r_5_turns_go_round_in_seat_order() -> None:
    state = relati("", "O - 1 -", seats=4)
    actors = []
    for token in "A1 Q1 A17 Q17 B1 P1 B17 P17 C1".split():
        actors.append(state.actor)
        state = state.play(token)
    assert actors == [0, 1, 2, 3, 0, 1, 2, 3, 0]
    assert fields(state) == "X O 10 -"


def test_r_5_the_mover_wins_at_once_when_only_he_can_act() -> None:
    state = relati("O*A9 X*I9 .I8 .A1", "O X 50 -", fill="O")
    assert tokens(state) == "A1 I8"
    after = state.play("I8")
    assert (fields(after), result(after)) == ("- O 50 -", "1 0 others-cannot-act")
    assert (after.owner, after.actor, after.turn) == (0, None, 50)
    other = state.play("A1")
    assert (fields(other), result(other), tokens(other)) == ("X O 51 -", "-", "I8")


def test_r_5_nobody_can_act_no_winner() -> None:
    after = relati("O*A9 X*I9 .I8", "O X 50 -", fill="O").play("I8")
    assert (fields(after), result(after)) == ("- O 50 -", "1/2 1/2 nobody-can-act")
    three = relati("O*A13 X*M13 D*M1 .A1", "O D 50 -", fill="O", seats=3).play("A1")
    assert result(three) == "1/3 1/3 1/3 nobody-can-act"
    four = relati("O*A17 X*Q17 D*Q1 U*A1 .H9", "O U 50 -", fill="O", seats=4).play("H9")
    assert result(four) == "1/4 1/4 1/4 1/4 nobody-can-act"


def test_r_5_a_stuck_mover_makes_the_only_other_who_can_act_act_once_more() -> None:
    """C-4: X fills his last cell; O alone can act; O must, and then C-3 asks again."""
    stuck = relati("O*A9 X*I9 .H8 .A1", "X O 50 -", fill="O").play("H8")
    assert (fields(stuck), result(stuck), tokens(stuck)) == ("O X 51 -", "-", "A1")
    assert result(stuck.play("A1")) == "1/2 1/2 nobody-can-act"
    stuck = relati("O*A9 X*I9 .H8 .A1 .A2", "X O 50 -", fill="O").play("H8")
    assert (fields(stuck), result(stuck)) == ("O X 51 -", "-")
    assert result(stuck.play("A1")) == "1 0 others-cannot-act"


CORNERED = "O*A1 X*B2 XB1 XA2 D*C13 D!B13"


def test_r_5_a_player_without_an_action_is_skipped() -> None:
    state = relati(CORNERED, "D X 9 cannon", seats=3)
    assert not state.can_act(0)
    state = state.play("C12")
    assert (fields(state), state.out) == ("X D 10 cannon", frozenset())
    state = state.play("C1")
    assert fields(state) == "D X 11 cannon"


def test_r_5_a_skipped_player_comes_back_when_something_gives_him_an_action() -> None:
    state = relati(CORNERED, "D X 9 cannon", seats=3).play("fire:B13:F")
    assert (fields(state), tokens(state)) == ("O D 10 cannon", "C3")
    state = state.play("C3")
    assert fields(state) == "D O 11 cannon"
    assert not state.can_act(1)


def test_r_5_every_kind_of_action_counts_as_being_able_to_act() -> None:
    """On a board without an empty cell, by the extensions that are on."""
    shown = {
        "cannon": "build:B1",
        "migration": "root:B1",
        "cannon,migration": "build:B1 root:B1",
    }
    for on, expected in shown.items():
        state = relati("O*A1 OB1 X*I9", f"O X 50 {on}", fill="x")
        assert tokens(state) == expected
    fire = relati("O*A1 O!B1 X*I1", "O X 50 cannon", fill="x")
    assert tokens(fire) == "fire:B1:R"
    over = relati("O*A1 OB1 X*I9", "- X 50 -", fill="X")
    assert result(over) == "1/2 1/2 nobody-can-act"


def test_r_5_a_lost_symbol_gives_no_action() -> None:
    over = relati("O*A1 OI1 X*I9", "- X 50 cannon,migration", fill="x")
    assert result(over) == "1/2 1/2 nobody-can-act"


def test_actions_come_in_the_order_place_build_fire_migrate_pass() -> None:
    text = "O*E5 OD5 OC5 O!E4 .D4 .F6 X*I9"
    state = relati(text, "O X 50 cannon,migration", fill="X")
    expected = "D4 F6 build:C5 build:D5 fire:E4:F fire:E4:L fire:E4:R root:D5"
    assert tokens(state) == expected
    state = relati(text, "O O 50 continuous,cannon,migration bonus:1", fill="X")
    assert tokens(state) == f"{expected} pass"
    friendly = relati(text, "O X 50 cannon,friendly_fire,migration", fill="X")
    assert tokens(friendly) == expected.replace(":F ", ":F fire:E4:B ")
    assert tokens(relati(text, "O X 50 cannon", fill="X")) == expected.replace(" root:D5", "")
    plain = relati(text.replace("!", ""), "O X 50 migration", fill="X")
    assert tokens(plain) == "D4 F6 root:E4 root:D5"


def test_every_action_that_is_offered_is_legal_and_can_be_read_back() -> None:
    state = relati("O*E5 OD5 OC5 O!E4 X*I9", "O O 50 continuous,cannon,migration bonus:1")
    for action in state.actions():
        token = state.text(action)
        assert state.parse(token) == action
        assert state.why_not(token) is None
        assert state.play(token) == state.play(action)
    assert len(state.actions()) == len(set(state.actions()))


def test_a_state_is_a_value_and_stays_as_it_was() -> None:
    text = "O*E5 OD5 O!E4 XE2 X*I9"
    before = relati(text, "O X 50 cannon")
    dump = before.dump()
    played(before, "fire:E4:F I8")
    assert before.dump() == dump
    assert before == relati(text, "O X 50 cannon")
    assert hash(before) == hash(relati(text, "O X 50 cannon"))
