"""The position text of relati legacy: what is written, what is read, what is refused."""

from __future__ import annotations

import pickle
import random

import pytest
from tests.unit.games.relati_legacy.boards import legacy, played, result, rows
from tests.unit.games.relati_legacy.test_random_play import chosen

import duiyi
from duiyi.core.locale import text as worded
from duiyi.games.relati_legacy import GAME, LegacyOptions, position

EMPTY = rows("")
FORM = (
    "the position must have the form ROWS SEATS OWNER TURN [gone:SEATS] [out:SEATS], "
    "with single spaces"
)


def test_the_text_of_the_start() -> None:
    assert GAME.start(2, size=9).dump() == f"{EMPTY} 2 O 1"
    assert GAME.start(6).dump() == f"{rows('', 15)} 6 O 1"
    for seats in GAME.seats:
        assert GAME.load(GAME.start(seats).dump()) == GAME.start(seats)


def test_the_text_of_a_position_with_every_status_and_every_seat() -> None:
    text = f"{rows('O*A1 OB1 O#C1 X!A2 X@B2 xC2 DA3 D*B3 U#C3 A*A4 hB4 H#C4')} 6 D 77"
    assert text.startswith("O*OO#....../X!X@x....../DD*U#....../A*hH#....../")
    state = GAME.load(text)
    assert state.dump() == text
    assert state.sides[0] == (1, 2, 4, 0, 0, 0)
    assert state.sides[1] == (0, 0, 0, 1 << 9, 1 << 10, 1 << 11)
    assert state.sides[5] == (0, 0, 1 << 29, 0, 0, 1 << 28)
    assert (state.seats, state.options.size, state.owner, state.turn) == (6, 9, 2, 77)


def test_who_is_eliminated_and_who_withdrew_are_written_in_seat_order() -> None:
    state = legacy("O*A1 xI1 D*A9 uI9 A*E5", "5 O 9 gone:XU").withdraw(4).withdraw(2)
    assert state.dump().endswith(" 5 O 9 gone:XU out:DA")
    assert result(state) == "1 0 0 0 0 last-left"
    assert GAME.load(state.dump()) == state


def test_a_finished_game_is_found_again_with_its_reason() -> None:
    eliminated = legacy("O*A1 OB1 X*C1").play("AN:C1:B1")
    withdrawn = GAME.start(3, size=9).withdraw(1).withdraw(0)
    for over in (eliminated, withdrawn):
        again = GAME.load(over.dump())
        assert again == over
        assert again.outcome == over.outcome
        assert (again.owner, again.turn) == (over.owner, over.turn)
    assert result(GAME.load(withdrawn.dump())) == "0 0 1 withdrawn"
    assert result(GAME.load(eliminated.dump())) == "1 0 last-left"


def test_the_owner_of_a_finished_game_may_be_one_who_withdrew() -> None:
    assert legacy("O*A1 X*I9", "2 X 9 out:X").owner == 1
    assert legacy("O*A1 X*I9", "2 O 9 out:X").owner == 0


def test_the_size_is_the_number_of_rows() -> None:
    for size in range(9, 24):
        assert position.read(f"{rows('', size)} 2 O 1")["options"] == LegacyOptions(size)


def test_a_loaded_position_has_the_turn_that_it_says() -> None:
    assert legacy("O*A1", "2 X 999999").turn == 999999
    assert legacy("O*A1", "2 X 999999").play("L:C3").turn == 1000000


def test_states_are_values() -> None:
    state = legacy("O*A1 OB1 X*I9")
    assert pickle.loads(pickle.dumps(state)) == state
    assert hash(GAME.load(state.dump())) == hash(state)
    others = [
        legacy("O*A1 OB1 X*I9", "2 X 9"),
        legacy("O*A1 OB1 X*I9", "2 O 10"),
        legacy("O*A1 OB1 X*I9", "3 O 9"),
        legacy("O*A1 O#B1 X*I9"),
        legacy("O*A1 OB1 X*I9", "3 O 9 out:D"),
        legacy("O*A1 OB1 X*I9 dI1", "3 O 9 gone:D"),
    ]
    assert len({state, *others}) == 7


@pytest.mark.parametrize("seats", GAME.seats)
def test_every_state_of_a_random_game_is_read_back(seats: int) -> None:
    chance = random.Random(seats)
    state = GAME.start(seats, size=9)
    while state.actor is not None:
        loaded = GAME.load(state.dump())
        assert loaded == state
        assert loaded.reaches == state.reaches
        left = sorted(set(range(seats)) - state.out)
        if chance.random() < 0.01 and len(left) > 1:
            state = state.withdraw(chance.choice(left))
        else:
            state = state.play(chosen(state, chance))
    assert GAME.load(state.dump()) == state


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", FORM),
        (EMPTY, FORM),
        (f"{EMPTY} 2 O", FORM),
        (f"{EMPTY} 2 O 1 ", FORM),
        (f"{EMPTY} 2 O 1 in:X", FORM),
        (f"{EMPTY} 2 O 1 out:X gone:X", FORM),
        (f"{EMPTY} 2 O 1 out:X ", FORM),
        (f"{EMPTY} 2 O 1 gone:X out:X out:X", FORM),
        (
            f"{rows('', 8)} 2 O 1",
            "the board has 8 rows; allowed: 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, "
            "22, 23",
        ),
        (
            f"{rows('', 24)} 2 O 1",
            "the board has 24 rows; allowed: 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, "
            "22, 23",
        ),
        (f".{EMPTY} 2 O 1", "row 1 has 10 cells instead of 9"),
        (f"{EMPTY[1:]} 2 O 1", "row 1 has 8 cells instead of 9"),
        (f"{EMPTY}O* 2 O 1", "row 9 has 10 cells instead of 9"),
        (f"{rows('DA2')} 2 O 1", "row 2: D is not allowed; allowed: .OX*#!@"),
        (f"{rows('dA2')} 2 O 1", "row 2: d is not allowed; allowed: .OX*#!@"),
        (f"{rows('ZA2')} 6 O 1", "row 2: Z is not allowed; allowed: .OXDUAH*#!@"),
        (f"*{EMPTY[1:]} 2 O 1", "row 1: * is not allowed; allowed: .OX*#!@"),
        (f"o*{EMPTY[2:]} 2 O 1", "row 1: * is not allowed; allowed: .OX*#!@"),
        (f"O**{EMPTY[1:]} 2 O 1", "row 1: * is not allowed; allowed: .OX*#!@"),
        (f"O-{EMPTY[1:]} 2 O 1", "row 1: - is not allowed; allowed: .OX*#!@"),
        (f"{EMPTY} 1 O 1", "seats: 1 is not allowed; allowed: 2-6"),
        (f"{EMPTY} 7 O 1", "seats: 7 is not allowed; allowed: 2-6"),
        (f"{EMPTY} 23 O 1", "seats: 23 is not allowed; allowed: 2-6"),
        (f"{EMPTY}  O 1", "seats:  is not allowed; allowed: 2-6"),
        (f"{EMPTY} 2 D 1", "owner: D is not allowed; allowed: OX"),
        (f"{EMPTY} 2 - 1", "owner: - is not allowed; allowed: OX"),
        (f"{EMPTY} 2 OX 1", "owner: OX is not allowed; allowed: OX"),
        (f"{EMPTY} 2  1", "owner:  is not allowed; allowed: OX"),
        (f"{EMPTY} 2 O 0", "turn: 0 is not allowed; allowed: 1-999999"),
        (f"{EMPTY} 2 O 1000000", "turn: 1000000 is not allowed; allowed: 1-999999"),
        (f"{EMPTY} 2 O 1 gone:", "gone:  is not allowed; allowed: OX"),
        (f"{EMPTY} 2 O 1 gone:D", "gone: D is not allowed; allowed: OX"),
        (f"{EMPTY} 3 O 1 gone:DX", "gone: DX is not allowed; allowed: OXD"),
        (f"{EMPTY} 2 O 1 out:", "out:  is not allowed; allowed: OX"),
        (f"{EMPTY} 2 O 1 out:XX", "out: XX is not allowed; allowed: OX"),
        (f"{EMPTY} 2 O 1 out:X?", "out: X? is not allowed; allowed: OX"),
        (f"{rows('O*A1 O*B1')} 2 X 3", "circle has more than one source"),
        (
            f"{rows('OA1 OB1')} 2 X 3",
            "circle has plain pieces only: a source, or what became of it, must be there",
        ),
        (
            f"{rows('O*A1 X*I9')} 2 O 3 gone:X",
            "cross is said to be eliminated, but has an action",
        ),
        (
            f"{rows('O*A1 X#I9')} 2 O 3 gone:X",
            "cross is said to be eliminated, but has an action",
        ),
        (f"{rows('O*A1')} 2 O 3 gone:X", "cross is said to be eliminated, but has an action"),
        (
            f"{rows('oA1 xI9')} 2 O 3 gone:OX",
            "every seat is eliminated or has withdrawn: one must be left",
        ),
        (
            f"{rows('O*A1 X*I9')} 2 O 3 out:OX",
            "every seat is eliminated or has withdrawn: one must be left",
        ),
        (
            f"{rows('oA1 XI9 xI8')} 2 O 3 gone:O out:X",
            "every seat is eliminated or has withdrawn: one must be left",
        ),
        (
            f"{rows('O*A1 xI9')} 2 X 3 gone:X",
            "cross was eliminated and cannot have had the last turn",
        ),
        (
            f"{rows('O*A1 xI9 D*E5')} 3 X 3",
            "it cannot be the turn of cross: he is out or has no action",
        ),
        (
            f"{rows('O*A1 xI9 D*E5')} 3 X 3 gone:X",
            "it cannot be the turn of cross: he is out or has no action",
        ),
        (
            f"{rows('O*A1 X*I9 D*E5')} 3 X 3 out:X",
            "it cannot be the turn of cross: he is out or has no action",
        ),
    ],
)
def test_a_text_that_is_no_position_is_refused_with_the_reason(text: str, says: str) -> None:
    with pytest.raises(duiyi.BadPosition) as caught:
        GAME.load(text)
    assert str(caught.value) == says


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (f"{rows('O*A1 O*B1')} 2 X 3", "圓圈有超過一個源頭"),
        (f"{rows('OA1 OB1')} 2 X 3", "圓圈只有一般棋子：應該還有源頭，或由源頭變成的棋子"),
        (f"{rows('O*A1 X*I9')} 2 O 3 gone:X", "局面說叉叉已淘汰，但他還能行動"),
        (f"{rows('oA1 xI9')} 2 O 3 gone:OX", "所有座位都淘汰或退出了：至少要剩一位"),
        (f"{rows('O*A1 xI9')} 2 X 3 gone:X", "叉叉已淘汰，最後一回合不可能是他的"),
        (f"{rows('O*A1 xI9 D*E5')} 3 X 3", "不可能輪到叉叉：他已出局，或無法行動"),
    ],
)
def test_the_reason_is_there_in_chinese_too(text: str, says: str) -> None:
    with pytest.raises(duiyi.BadPosition) as caught:
        GAME.load(text)
    assert worded(caught.value.message, "zh-Hant") == says


@pytest.mark.parametrize("remains", ["oI9", "O!I9", "O@I9", "O#I9"])
def test_plain_pieces_without_a_source_need_something_that_the_source_became(remains: str) -> None:
    state = legacy(f"OA1 {remains} X*E5", "2 X 9")
    assert state.forbidden(0) == 1


def test_a_seat_that_is_eliminated_without_a_piece_needs_a_full_board() -> None:
    full = legacy("X*A1", "2 X 9 gone:O", fill="x")
    assert result(full) == "0 1 last-left"


def test_a_game_played_to_its_end_and_back() -> None:
    state = played(GAME.start(2, size=9), "L:E5 L:D5 R:F5 R:C5 AN:D5:E5")
    assert state.dump() == (f"{rows('XC5 xD5 O*E5 O!F5')} 2 O 5 gone:X")
    assert GAME.load(state.dump()) == state
