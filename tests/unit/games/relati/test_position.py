"""The position text of relati: what is written, what is read, what is refused."""

from __future__ import annotations

import random

import pytest
from tests.unit.games.positions import fields, played, relati, result, rows

import duiyi
from duiyi.core.locale import text as worded
from duiyi.games.relati import GAME, RelatiOptions
from duiyi.games.relati.symbols import Chain, Side

EMPTY = rows(9, "")
FORM = (
    "the position must have the form ROWS ACTOR LAST TURN EXTENSIONS [bonus:N] "
    "[chain:CELL:N passed:CELLS before:N,N] [out:SEATS], with single spaces"
)


def test_the_text_of_the_start() -> None:
    assert GAME.start(2).dump() == f"{'/'.join(['.' * 9] * 9)} O - 1 -"
    on = dict.fromkeys(("continuous", "cannon", "chain", "friendly_fire", "migration"), True)
    start = GAME.start(4, **on)
    expected = f"{'/'.join(['.' * 17] * 17)} O - 1 {','.join(on)}"
    assert start.dump() == expected
    assert GAME.load(expected) == start


def test_the_text_of_a_position() -> None:
    state = played(GAME.start(2), "E5 F5 C3")
    assert state.dump() == (
        "........./........./..O....../........./....O*X*.../"
        "........./........./........./......... X O 4 -"
    )
    assert GAME.load(state.dump()) == state


def test_every_mark_is_written_and_read() -> None:
    text = (
        "o......../........./....O..../...xO!..../....O*O-.../"
        "........./........./.......X!./........X* O X 12 cannon,migration"
    )
    state = GAME.load(text)
    assert state.dump() == text
    assert state.sides == (
        Side(plain=1 << 22, root=1 << 40, ready=1 << 31, spent=1 << 41, dead=1),
        Side(root=1 << 80, ready=1 << 70, dead=1 << 30),
    )
    assert (state.actor, state.last, state.turn) == (0, 1, 12)
    assert state.options == RelatiOptions(cannon=True, migration=True)
    assert (state.bonus, state.chain, state.out, state.outcome) == (0, None, frozenset(), None)


def test_all_four_letters_and_who_is_out_are_written() -> None:
    state = played(GAME.start(4), "A1 Q1 A17 Q17").withdraw(3).withdraw(1)
    assert state.dump() == f"{rows(17, 'O*A1 X*Q1 D*A17 U*Q17')} O U 5 - out:XU"
    assert GAME.load(state.dump()) == state


def test_a_bonus_and_a_chain_are_written_and_read() -> None:
    text = f"{rows(9, 'O*E5 O-D4 O!D6 O-F6 XA6 XI6 X*D9')} O O 9 continuous,cannon,chain"
    state = GAME.load(f"{text} bonus:12 chain:D6:3 passed:D4 before:0,2")
    assert state.bonus == 12
    assert state.chain == Chain(48, 3, 1 << 30, (0, 2))
    assert state.dump() == f"{text} bonus:12 chain:D6:3 passed:D4 before:0,2"
    several = f"{text} chain:D6:1 passed:D4,F6 before:7,0"
    assert GAME.load(several).dump() == several
    assert GAME.load(several).bonus == 0
    three = rows(13, "O*E5 O-D4 O!D6 XA6 X*D9 D*M13")
    out = f"{three} O O 9 cannon,chain chain:D6:1 passed:D4 before:0,1,0 out:X"
    assert GAME.load(out).dump() == out


def test_finished_games_are_read_back_with_their_outcome() -> None:
    won = relati("O*A9 X*I9 .I8 .A1", "O X 50 -", fill="O").play("I8")
    assert GAME.load(won.dump()) == won
    nobody = relati("O*A9 X*I9 .I8", "O X 50 -", fill="O").play("I8")
    assert GAME.load(nobody.dump()) == nobody
    withdrawn = played(GAME.start(2), "E5").withdraw(1)
    assert withdrawn.dump() == f"{rows(9, 'O*E5')} - O 2 - out:X"
    assert GAME.load(withdrawn.dump()) == withdrawn
    assert result(GAME.load(withdrawn.dump())) == "1 0 withdrawn"
    stuck = GAME.load(f"{rows(9, 'oE5 X*I9')} - X 3 cannon out:X")
    assert result(stuck) == "1 0 withdrawn"


def test_a_loaded_position_has_the_turn_that_it_says() -> None:
    assert relati("O*E5", "X O 1 -").turn == 1


def test_every_position_that_can_follow_has_a_turn_that_can_be_written() -> None:
    """80 empty cells, two seats: at most 4 × 80 + 2 turns more."""
    late = relati("O*E5", "X O 999677 -")
    later = late.play("A1")
    assert later.turn == 999678
    assert GAME.load(later.dump()) == later
    with pytest.raises(duiyi.BadPosition) as caught:
        relati("O*E5", "X O 999678 -")
    assert str(caught.value) == "turn: 999678 is not allowed; allowed: 1-999677"


def test_symbols_seats_and_cannons_leave_room_for_turns() -> None:
    """74 empty cells, 3 plain symbols, 2 ready cannons, 2 seats: 4 × 74 + 3 × 3 + 2 × 2 + 2."""
    board = "O*E5 OE4 O!D5 O!F5 XA1 XA2 X*I9".replace("O!F5", "O-F5")
    room = 4 * 74 + 3 * 3 + 2 * 1 + 2
    assert relati(board, f"X O {999999 - room} cannon").turn == 999999 - room
    with pytest.raises(duiyi.BadPosition):
        relati(board, f"X O {1000000 - room} cannon")
    with pytest.raises(duiyi.BadPosition):
        GAME.load(f"{rows(13, 'O*E5 X*I9')} D X {1000000 - 4 * 167 - 2} - out:O")
    fewer = GAME.load(f"{rows(13, 'O*E5 X*I9')} D X {999999 - 4 * 167 - 2} - out:O")
    assert fewer.turn == 999999 - 4 * 167 - 2


def test_bonuses_leave_room_for_more() -> None:
    """79 empty cells, two seats: each of at most 4 × 79 + 2 actions may earn two more."""
    room = 4 * 79 + 2
    rich = GAME.load(f"{ROOTS} O O 9 continuous bonus:{99999 - 2 * room}")
    assert rich.bonus == 99999 - 2 * room
    with pytest.raises(duiyi.BadPosition) as caught:
        GAME.load(f"{ROOTS} O O 9 continuous bonus:{100000 - 2 * room}")
    assert str(caught.value) == "bonus: 99364 is not allowed; allowed: 1-99363"


ALL_ON = {"continuous": True, "cannon": True, "chain": True, "migration": True}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_state_of_a_random_game_is_read_back(seats: int) -> None:
    chance = random.Random(seats)
    state = GAME.start(seats, **ALL_ON)
    for _ in range(60):
        loaded = GAME.load(state.dump())
        assert loaded == state
        assert loaded.actions() == state.actions()
        assert loaded.reaches == state.reaches
        if state.actor is None:
            break
        state = state.play(chance.choice(state.actions()))


ROOTS = rows(9, "O*E5 X*I9")
BATTERY = rows(9, "O*E5 O-D4 O!D6 O-F6 XA6 X*D9")
CHAIN = f"{BATTERY} O O 9 cannon,chain"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", FORM),
        (EMPTY, FORM),
        (f"{EMPTY} O - 1", FORM),
        (f"{EMPTY} O - 1 - ", FORM),
        (f"{EMPTY} O - 1 - in:X", FORM),
        (f"{ROOTS} O O 1 continuous out:X bonus:1", FORM),
        (f"{ROOTS} O O 1 continuous bonus:1  out:X", FORM),
        (f"{CHAIN} chain:D6:2 passed:D4", FORM),
        (f"{CHAIN} chain:D6 passed:D4 before:0,1", FORM),
        ("... O - 1 -", "the board has 1 rows; allowed: 9, 13, 17"),
        (f"{EMPTY}/......... O - 1 -", "the board has 10 rows; allowed: 9, 13, 17"),
        (f"{EMPTY[1:]} O - 1 -", "row 1 has 8 cells instead of 9"),
        (f"{EMPTY}. O - 1 -", "row 9 has 10 cells instead of 9"),
        (f"{EMPTY[1:]}. O - 1 -", "row 1 has 8 cells instead of 9"),
        (EMPTY.replace(".", "?", 1) + " O - 1 -", "row 1: ? is not allowed; allowed: .OX*!-"),
        (EMPTY.replace(".", "*", 1) + " O - 1 -", "row 1: * is not allowed; allowed: .OX*!-"),
        (f"{rows(9, 'o*B2')} O - 1 cannon", "row 2: * is not allowed; allowed: .OX*!-"),
        (f"{rows(9, 'DB2')} O - 1 -", "row 2: D is not allowed; allowed: OX"),
        (f"{rows(9, 'D*B2')} O - 1 -", "row 2: D* is not allowed; allowed: OX"),
        (f"{rows(9, 'dB2')} O - 1 -", "row 2: d is not allowed; allowed: OX"),
        (f"{rows(13, 'UB2')} O - 1 -", "row 2: U is not allowed; allowed: OXD"),
        (f"{EMPTY} D - 1 -", "actor: D is not allowed; allowed: OX-"),
        (f"{EMPTY} o - 1 -", "actor: o is not allowed; allowed: OX-"),
        (f"{EMPTY} O D 1 -", "last: D is not allowed; allowed: OX-"),
        (f"{EMPTY} O - 0 -", "turn: 0 is not allowed; allowed: 1-999999"),
        (f"{EMPTY} O - 1000000 -", "turn: 1000000 is not allowed; allowed: 1-999999"),
        (f"{EMPTY} O - 1 canon", "there is no option canon; did you mean cannon?"),
        (f"{EMPTY} O - 1 cannon,cannon", "option cannon is given twice"),
        (f"{EMPTY} O - 1 chain", "chain needs cannon: a chain is made of cannons"),
        (
            f"{EMPTY} O - 1 friendly_fire",
            "friendly_fire needs cannon: it says what cannons may hit",
        ),
        (
            f"{EMPTY} O - 1 chain,cannon",
            "extensions: chain,cannon is not allowed; "
            "allowed: continuous,cannon,chain,friendly_fire,migration",
        ),
        (
            f"{EMPTY} O - 1 ",
            "there is no option ; there are: continuous, cannon, chain, friendly_fire, migration",
        ),
        (f"{ROOTS} O O 9 continuous bonus:0", "bonus: 0 is not allowed; allowed: 1-99999"),
        (f"{ROOTS} O O 9 continuous bonus:", "bonus:  is not allowed; allowed: 1-99999"),
        (f"{ROOTS} O O 9 continuous bonus:01", "bonus: 01 is not allowed; allowed: 1-99999"),
        (
            f"{ROOTS} O O 9 continuous bonus:100000",
            "bonus: 100000 is not allowed; allowed: 1-99999",
        ),
        (
            f"{CHAIN} chain:J1:2 passed:D4 before:0,1",
            "chain: J1 is not allowed; allowed: A1-I9",
        ),
        (f"{CHAIN} chain:D6:0 passed:D4 before:0,1", "chain: 0 is not allowed; allowed: 1-99999"),
        (f"{CHAIN} chain:D6:2 passed: before:0,1", "passed:  is not allowed; allowed: A1-I9"),
        (f"{CHAIN} chain:D6:2 passed:d4 before:0,1", "passed: d4 is not allowed; allowed: A1-I9"),
        (
            f"{CHAIN} chain:D6:2 passed:F6,D4 before:0,1",
            "passed: F6,D4 is not allowed; allowed: A1,B1,\u2026",
        ),
        (
            f"{CHAIN} chain:D6:2 passed:D4,D4 before:0,1",
            "passed: D4,D4 is not allowed; allowed: A1,B1,\u2026",
        ),
        (f"{CHAIN} chain:D6:2 passed:D4 before:x,1", "before: x is not allowed; allowed: 0-99999"),
        (f"{CHAIN} chain:D6:2 passed:D4 before:", "before:  is not allowed; allowed: 0-99999"),
        (f"{ROOTS} O X 9 - out:", "out:  is not allowed; allowed: OX"),
        (f"{ROOTS} O X 9 - out:OX", "out: OX is not allowed; allowed: OX"),
        (f"{ROOTS} O X 9 - out:D", "out: D is not allowed; allowed: OX"),
        (f"{rows(9, 'O*A1 O*B1')} X O 9 -", "circle has more than one root"),
        (f"{rows(9, 'O*A1 X*B1 X*C1')} X O 9 -", "cross has more than one root"),
        (
            f"{rows(9, 'O*A1 XB1')} X O 9 -",
            "cross has living symbols, but neither a root nor a dead symbol that was one",
        ),
        (
            f"{rows(9, 'O*A1 O!B1 X*I9')} X O 9 -",
            "circle has cannons, but the extension cannon is off",
        ),
        (
            f"{rows(9, 'O*A1 O-B1 X*I9')} X O 9 migration",
            "circle has cannons, but the extension cannon is off",
        ),
        (
            f"{rows(9, 'O*A1 X*I9 xI8')} X O 9 continuous",
            "cross has dead symbols, but no extension that kills is on",
        ),
        (
            f"{rows(9, 'O*A1 O!I1 X*I9')} X O 9 cannon",
            "the cannon on I1 is cut off: it would be dead",
        ),
        (
            f"{rows(9, 'O*A1 O-H1 O-I1 X*I9')} X O 9 cannon",
            "the cannon on H1 is cut off: it would be dead",
        ),
        (f"{EMPTY} O X 1 -", "cross cannot have moved last in this position"),
        (f"{rows(9, 'O*A1')} X - 2 -", "nobody cannot have moved last in this position"),
        (f"{rows(9, 'O*A1')} O X 2 -", "cross cannot have moved last in this position"),
        (f"{rows(9, 'X*A1')} O O 2 -", "circle cannot have moved last in this position"),
        (f"{ROOTS} X X 9 -", "by the rules the player to move is circle, not cross"),
        (f"{ROOTS} - X 9 -", "by the rules the player to move is circle, not nobody"),
        (f"{ROOTS} O X 9 - out:X", "by the rules the player to move is nobody, not circle"),
        (
            f"{rows(9, 'oE5 X*I9')} O X 9 cannon",
            "by the rules the player to move is nobody, not circle",
        ),
        (f"{EMPTY} X - 1 -", "by the rules the player to move is circle, not cross"),
    ],
)
def test_a_text_that_is_no_position_is_refused_with_the_reason(text: str, says: str) -> None:
    with pytest.raises(duiyi.BadPosition) as caught:
        GAME.load(text)
    assert str(caught.value) == says


OPEN = "a bonus or a chain belongs to a player who moved last, moves now and can act"
NO_FIT = "the chain does not fit the cannons on the board"
THREE = rows(13, "O*E5 X*I9 D*M13")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (f"{ROOTS} X O 9 continuous bonus:1", OPEN),
        (f"{ROOTS} - O 9 continuous bonus:1", OPEN),
        (f"{ROOTS} O O 9 continuous bonus:1 out:O", OPEN),
        (f"{ROOTS} O O 9 continuous bonus:1 out:X", OPEN),
        (f"{THREE} O O 9 continuous bonus:1 out:O", OPEN),
        (f"{rows(9, 'O*E5 xI9')} O O 9 continuous,cannon bonus:1", OPEN),
        (f"{rows(9, 'oE5 X*I9')} O O 9 continuous,cannon bonus:1", OPEN),
        (
            f"{ROOTS} O O 9 cannon bonus:1",
            "there is a bonus, but the extension continuous is off",
        ),
        (
            f"{CHAIN} bonus:1 chain:D6:2 passed:D4 before:0,1",
            "there is a bonus, but the extension continuous is off",
        ),
        (f"{BATTERY} X O 9 cannon,chain chain:D6:2 passed:D4 before:0,1", OPEN),
        (f"{BATTERY} O X 9 cannon,chain chain:D6:2 passed:D4 before:0,1", OPEN),
        (f"{CHAIN} chain:D6:2 passed:D4 before:0,1 out:O", OPEN),
        (f"{CHAIN} chain:D6:2 passed:D4 before:0,1 out:X", OPEN),
        (f"{BATTERY} O O 9 cannon chain:D6:2 passed:D4 before:0,1", NO_FIT),
        (f"{CHAIN} chain:D5:2 passed:D4 before:0,1", NO_FIT),
        (f"{CHAIN} chain:F6:2 passed:D4 before:0,1", NO_FIT),
        (f"{CHAIN} chain:D6:2 passed:E5 before:0,1", NO_FIT),
        (f"{CHAIN} chain:D6:2 passed:D4,E5 before:0,1", NO_FIT),
        (f"{CHAIN} chain:D6:2 passed:D6 before:0,1", NO_FIT),
        (f"{CHAIN} chain:D6:99999 passed:D4 before:0,1", NO_FIT),
        (f"{CHAIN} chain:D6:2 passed:D4 before:0", NO_FIT),
        (f"{CHAIN} chain:D6:2 passed:D4 before:0,1,0", NO_FIT),
        (
            f"{rows(9, 'O*E5 O-D4 O!D6 X*I9')} O O 9 cannon,chain chain:D6:2 passed:D4 before:0,1",
            NO_FIT,
        ),
    ],
)
def test_an_open_action_that_cannot_be_is_refused(text: str, says: str) -> None:
    with pytest.raises(duiyi.BadPosition) as caught:
        GAME.load(text)
    assert str(caught.value) == says


@pytest.mark.parametrize("more", [".", "O", "x", "O*O"])
def test_a_row_that_is_too_long_is_refused(more: str) -> None:
    with pytest.raises(duiyi.BadPosition, match=r"^row 9 has 1[01] cells instead of 9$"):
        GAME.load(f"{rows(9, 'O*E5')}{more} X O 9 cannon")


def test_what_is_just_allowed() -> None:
    assert fields(GAME.load(f"{ROOTS} O O 9 continuous bonus:9999")).endswith("bonus:9999")
    assert relati("oE5 OE4 X*I9", "X O 9 migration").sides[0].dead
    assert relati("oE5 OE4 X*I9", "X O 9 cannon").sides[0].dead
    dead_relay = f"{rows(9, 'O*E5 oD4 O!D6 XA6 X*D9')} O O 9 cannon,chain"
    assert GAME.load(f"{dead_relay} chain:D6:99998 passed:D4 before:99999,0").chain is not None
    assert fields(GAME.load(f"{THREE} O O 9 continuous bonus:1 out:X")).endswith("out:X")


def test_reasons_are_worded_in_chinese() -> None:
    with pytest.raises(duiyi.BadPosition) as caught:
        GAME.load(f"{rows(9, 'O*A1 O*B1')} X O 9 -")
    assert worded(caught.value.message, "zh-Hant") == "圓圈有超過一個根源"
