"""The position text (T-6): what is written, what is read, what is refused."""

from __future__ import annotations

import pytest
from tests.unit.games.tzaar.positions import KINDS_KEPT, START, position, written

from duiyi.core import BadPosition
from duiyi.core.locale import text as words
from duiyi.games.tzaar import GAME, Stack

COLUMNS = START.partition(" ")[0]
FORM = "COLUMNS w|b 1|2 TURN [out:w|b]"
PARTS = f"the position must have the form {FORM}, with single spaces"


def problem(text: str, language: str = "en") -> str:
    with pytest.raises(BadPosition) as caught:
        GAME.load(text)
    return words(caught.value.message, language)


def test_t_6_the_start() -> None:
    assert GAME.start().dump() == START
    assert GAME.load(START) == GAME.start()


def test_t_6_heights_are_written_above_one() -> None:
    state = position("b 2 17", C1="Z2", D8="r10", E5="T9")
    assert state.points[11] == Stack(0, "tzaar", 2)
    assert state.points[25] == Stack(1, "tzarra", 10)
    assert state.points[30] == Stack(0, "totts", 9)
    assert state.dump() == (
        "ZRT../....../Z2....../.......r10/....T9.../......../......./....../..trz b 2 17"
    )
    assert (state.side, state.step, state.turn) == (1, 2, 17)


@pytest.mark.parametrize(
    ("letter", "stack"),
    [
        ("Z", Stack(0, "tzaar")),
        ("R", Stack(0, "tzarra")),
        ("T", Stack(0, "totts")),
        ("z", Stack(1, "tzaar")),
        ("r", Stack(1, "tzarra")),
        ("t", Stack(1, "totts")),
    ],
)
def test_t_6_letters(letter: str, stack: Stack) -> None:
    state = position("w 2 3", E1=letter, E8=f"{letter}3")
    assert state.points[26] == stack
    assert state.points[33] == stack._replace(height=3)


def test_t_6_turn_parity_is_not_checked() -> None:
    for tail in ("w 1 2", "w 2 2", "b 1 1", "b 2 1", "b 2 3", "w 1 12345"):
        assert GAME.load(f"{COLUMNS} {tail}").dump() == f"{COLUMNS} {tail}"


def test_t_6_piece_totals_are_not_checked() -> None:
    state = position("w 2 3", E1="Z30", E2="Z30", E3="z30", E4="z99")
    assert state.outcome is None


def test_t_6_who_withdrew_is_an_optional_last_field() -> None:
    assert GAME.load(f"{START} out:w").out == {0}
    assert GAME.load(f"{START} out:b").out == {1}
    assert GAME.load(START).out == frozenset()


@pytest.mark.parametrize(
    "text",
    [
        "",
        COLUMNS,
        f"{COLUMNS} w",
        f"{COLUMNS} w 1",
        f"{START} out:w out:b",
        f"{START} w",
        f"{START} 1",
        f"{START} out",
        f" {START}",
        f"{START} ",
        f"{COLUMNS}  w 1 1",
        f"{COLUMNS} w  1 1",
        f"{COLUMNS} w 1  1",
        f"{START}  out:w",
        f"{COLUMNS}\tw 1 1",
        f"{COLUMNS} w1 1",
    ],
)
def test_t_6_fields_are_separated_by_single_spaces(text: str) -> None:
    assert problem(text) == PARTS


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (f"{COLUMNS} W 1 1", "side: W is not allowed; allowed: w, b"),
        (f"{COLUMNS} wb 1 1", "side: wb is not allowed; allowed: w, b"),
        (f"{COLUMNS}  1 1", "side:  is not allowed; allowed: w, b"),
        (f"{COLUMNS} w 0 1", "step: 0 is not allowed; allowed: 1, 2"),
        (f"{COLUMNS} w 3 1", "step: 3 is not allowed; allowed: 1, 2"),
        (f"{COLUMNS} w 01 1", "step: 01 is not allowed; allowed: 1, 2"),
        (f"{COLUMNS} w ² 1", "step: \\xb2 is not allowed; allowed: 1, 2"),
        (f"{COLUMNS} w 1 0", "turn: 0 is not allowed; allowed: 1-999999"),
        (f"{COLUMNS} w 1 01", "turn: 01 is not allowed; allowed: 1-999999"),
        (f"{COLUMNS} w 1 -1", "turn: -1 is not allowed; allowed: 1-999999"),
        (f"{COLUMNS} w 1 1000000", "turn: 1000000 is not allowed; allowed: 1-999999"),
        (f"{COLUMNS} w 1 999940", "turn: 999940 is not allowed; allowed: 1-999939"),
        (f"{START} out:", "out:  is not allowed; allowed: w, b"),
        (f"{START} out:x", "out: x is not allowed; allowed: w, b"),
        (f"{START} out:wb", "out: wb is not allowed; allowed: w, b"),
        (f"{START} out:W", "out: W is not allowed; allowed: w, b"),
    ],
)
def test_t_6_each_field_has_its_values(text: str, said: str) -> None:
    assert problem(text) == said


def test_t_6_whites_turn_one_has_no_step_two() -> None:
    assert problem(f"{COLUMNS} w 2 1") == "White's turn 1 has no step 2"
    assert problem(f"{COLUMNS} w 2 1", "zh-Hant") == "白方的第 1 回合沒有步驟二"
    assert GAME.load(f"{COLUMNS} b 2 1").actor == 1
    assert GAME.load(f"{COLUMNS} w 2 2").actor == 0
    assert GAME.load(f"{COLUMNS} w 1 1").actor == 0


@pytest.mark.parametrize(
    ("columns", "number"),
    [("", 1), (COLUMNS[6:], 8), (f"{COLUMNS}/", 10), (f"{COLUMNS}/TTTTT", 10)],
)
def test_t_6_there_are_nine_columns(columns: str, number: int) -> None:
    text = f"{columns} w 1 1"
    assert problem(text) == f"the board has 9 columns with / between them, not {number}"
    assert problem(text, "zh-Hant") == f"棋盤有 9 行，以 / 分隔，這裡有 {number} 行"


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("ttttT/", "tttt/", "column A has 4 points instead of 5"),
        ("ttttT/", "/", "column A has 0 points instead of 5"),
        ("ttttT/", "ttttTT/", "column A has 6 points instead of 5"),
        ("TRZTtzrt", "TRZT.tzrt", "column E has 9 points instead of 8"),
        ("/tTTTT", "/tTTT", "column I has 4 points instead of 5"),
        ("/tTTTT", "/tTTTT.", "column I has 6 points instead of 5"),
    ],
)
def test_t_6_each_column_has_its_number_of_points(old: str, new: str, said: str) -> None:
    assert problem(START.replace(old, new)) == said


def test_t_6_points_in_chinese() -> None:
    assert problem(START.replace("ttttT/", "tttt/"), "zh-Hant") == "A 行有 4 個棋位，應為 5 個"


@pytest.mark.parametrize("value", ["x", "Y", "2", "-", "é", "０", "\x00"])
def test_t_6_other_letters_are_no_pieces(value: str) -> None:
    said = ascii(value)[1:-1]
    text = START.replace("/TrrrRT", f"/.{value}rrRT")
    assert problem(text) == (
        f"column B: {said} is no piece; write . or one of ZRTzrt, and its height after it when "
        "above 1"
    )
    assert problem(text, "zh-Hant") == (
        f"B 行：{said} 不是棋子；請寫 . 或 ZRTzrt 之一，高於 1 層時後面加層數"
    )


@pytest.mark.parametrize("height", ["0", "1", "00", "01", "02", "012", "10000", "9" * 20])
def test_t_6_heights_as_they_are_not_written(height: str) -> None:
    text = START.replace("/TRzzZRT", f"/T{height}RzzZRT")
    assert problem(text) == (
        f"column C: {height} is no height; only heights from 2 to 9999 are written, without "
        "leading zeros"
    )
    assert problem(text, "zh-Hant") == (f"C 行：{height} 不是層數；只寫 2 到 9999，前面不加零")


def test_t_6_an_endless_height_is_cut_in_the_message() -> None:
    said = problem(START.replace("/TRzzZRT", f"/T{'9' * 6000}RzzZRT"))
    assert said.startswith(f"column C: {'9' * 20} is no height;")


@pytest.mark.parametrize("height", [2, 9, 10, 11, 99, 100, 101, 999])
def test_t_6_heights_as_they_are_written(height: int) -> None:
    text = START.replace("/TRzzZRT", f"/T{height}RzzZRT")
    assert GAME.load(text).points[11] == Stack(0, "totts", height)
    assert GAME.load(text).dump() == text


def test_the_heights_together_have_a_limit_that_no_play_can_cross() -> None:
    assert position("w 2 3", E1="T9992").points[26] == Stack(0, "totts", 9992)
    most = position("w 2 3", A2="R9994")
    grown = most.play("A1+A2")
    assert GAME.load(grown.dump()) == grown
    text = written("w 2 3", {**KINDS_KEPT, "A2": "R9995"})
    assert problem(text) == "all heights together are more than 9999"
    assert problem(text, "zh-Hant") == "層數合計超過 9999"


def test_the_turn_number_has_a_limit_that_no_play_can_cross() -> None:
    state = GAME.load(f"{COLUMNS} w 1 999939")
    for _ in range(8):
        state = state.play(state.actions()[0])
    assert state.turn == 999943
    assert GAME.load(state.dump()) == state


@pytest.mark.parametrize("missing", [("A1", "I5"), ("A1", "I4"), ("A3", "I3")])
def test_t_6_both_sides_cannot_lack_a_kind(missing: tuple[str, str]) -> None:
    pieces = {site: piece for site, piece in KINDS_KEPT.items() if site not in missing}
    for tail in ("w 1 3", "b 2 3", "w 1 3 out:w"):
        text = written(tail, pieces)
        assert problem(text) == "both sides lack a kind: one of them had lost before"
        assert problem(text, "zh-Hant") == "雙方都缺一種棋子：其中一方早已落敗"
    for site in missing:
        assert GAME.load(written("w 1 3", {**pieces, site: KINDS_KEPT[site]})).actor is None


def test_an_empty_board_is_no_position() -> None:
    assert problem(written("w 1 1", {})).startswith("both sides lack a kind")
