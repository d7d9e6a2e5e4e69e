"""Course interface B: the files before a call, and the step that a change of them means."""

from __future__ import annotations

import os
import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.files_calls import idle_bot, played, turn_in, written
from tests.unit.docs.pages import ROOT

from duiyi import game
from duiyi.core import State
from duiyi.engine.fault import Fault, Verdict
from duiyi.engine.files.bot import changed_line
from duiyi.engine.files.interface_b import (
    EMPTY,
    Cell,
    Cells,
    FilesBBot,
    cells_of,
    read_cells,
    step_between,
    stepped,
    where,
    wrong,
)
from duiyi.engine.files.tzaar import PLACES, Place, cell_of, read_position

FILES = ("chessColor.txt", "chessLayer.txt", "chessType.txt")
COLOURS = """\
1,1,1,1,2,-1,-1,-1,-1
2,1,1,1,2,2,-1,-1,-1
2,2,1,1,2,2,2,-1,-1
2,2,2,1,2,2,2,2,-1
2,2,2,2,-1,1,1,1,1
-1,1,1,1,1,2,1,1,1
-1,-1,1,1,1,2,2,1,1
-1,-1,-1,1,1,2,2,2,1
-1,-1,-1,-1,1,2,2,2,2"""
TYPES = """\
1,1,1,1,1,-1,-1,-1,-1
1,2,2,2,2,1,-1,-1,-1
1,2,3,3,3,2,1,-1,-1
1,2,3,1,1,3,2,1,-1
1,2,3,1,-1,1,3,2,1
-1,1,2,3,1,1,3,2,1
-1,-1,1,2,3,3,3,2,1
-1,-1,-1,1,2,2,2,2,1
-1,-1,-1,-1,1,1,1,1,1"""
LOG = """\
W_1_1_Capture_2,0_1,1
B_2_1_Capture_1,-2_0,-2
B_2_2_Enhance_0,-2_1,-3
W_3_1_Capture_-2,-1_-2,0
W_3_2_Pass_0,0_0,0"""
"""The course's own example of the log, and below it the same steps as tokens."""
STEPS = "G5xF6 F3xE3 E3+F2 C2xC3 pass"
TALL = ".TT.T2/..RZ../......./......../......../......../.t2...../.r.z../....t b 2 8"
"""A position with room: heights, and White and Black on the same lines."""


@pytest.fixture
def bot(tmp_path: Path) -> FilesBBot:
    return idle_bot(FilesBBot, tmp_path)


def start() -> State[Any]:
    return game("tzaar").start()


def rewritten(cells: Cells) -> dict[str, bytes]:
    """The three files as a program writes them."""
    arrays = [[["?"] * 9 for _ in range(9)] for _ in range(3)]
    for place, cell in cells.items():
        row, column = cell_of(place)
        for array, value in zip(arrays, cell, strict=True):
            array[row][column] = str(value)
    texts = ["\n".join(",".join(row) for row in array) for array in arrays]
    return {name: text.encode() for name, text in zip(FILES, texts, strict=True)}


def after(state: State[Any], **changes: tuple[int, int, int]) -> dict[str, bytes]:
    """The files with other cells at points, or at `x_y` in the array for places off the board."""
    cells = cells_of(read_position(state.dump()))
    for name, value in changes.items():
        cells[place_of(name)] = Cell(*value)
    return rewritten(cells)


def place_of(name: str) -> Place:
    if name in PLACES:
        return PLACES[name]
    row, column = map(int, name.removeprefix("at_").split("_"))
    return column - 4, 4 - row


def test_before_whites_first_step_the_three_files_are_the_start(bot: FilesBBot) -> None:
    turn = turn_in(start(), start())
    files = written(bot, turn)
    assert files["chessColor.txt"] == COLOURS
    assert files["chessType.txt"] == TYPES
    ones = [["-1" if n == "-1" else "1" for n in row.split(",")] for row in TYPES.splitlines()]
    assert files["chessLayer.txt"] == "\n".join(",".join(row) for row in ones)
    assert files["stepLog.txt"] == ""
    assert [*bot.call(turn.position)] == ["white", "1", *FILES, "stepLog.txt"]


def test_the_log_is_the_courses_own_example(bot: FilesBBot) -> None:
    state, nodes = played(start(), STEPS)
    assert written(bot, turn_in(state, start(), nodes))["stepLog.txt"] == LOG


@pytest.mark.parametrize("page", ["course-files.md", "course-files.zh-Hant.md"])
def test_the_pages_show_the_courses_own_examples(page: str) -> None:
    told = (ROOT / "docs" / page).read_text("utf-8")
    assert f"```text\n{LOG}\n```" in told
    for colours, types in zip(COLOURS.splitlines(), TYPES.splitlines(), strict=True):
        assert f"{colours:<24}{types}\n" in told


def test_the_steps_of_the_example_are_read_from_the_files_that_they_leave(bot: FilesBBot) -> None:
    state = start()
    for token in STEPS.split():
        turn, state = turn_in(state, start()), state.play(token)
        left = rewritten(cells_of(read_position(state.dump())))
        assert bot.tokens(turn, left) == (token,)


def test_the_calls_of_the_example_say_colour_and_step(bot: FilesBBot) -> None:
    """White's first turn is called for its first step only."""
    state, calls = start(), []
    for token in STEPS.split():
        calls.append([*bot.call(turn_in(state, start()).position)])
        state = state.play(token)
    said = "white 1, black 1, black 2, white 1, white 2".split(", ")
    assert [" ".join(call[:2]) for call in calls] == said
    assert all(call[2:] == [*FILES, "stepLog.txt"] for call in calls)


def test_after_a_capture_and_a_stack_the_files_hold_the_mover(bot: FilesBBot) -> None:
    state, nodes = played(start(), "G5xF6 F3xE3 E3+F2")
    files = written(bot, turn_in(state, start(), nodes))
    rows = {name: [line.split(",") for line in files[name].split("\n")] for name in FILES}
    cells = {name: [rows[file][row][column] for file in FILES] for name, row, column in
             (("G5", 4, 6), ("F6", 3, 5), ("F3", 6, 5), ("E3", 6, 4), ("F2", 7, 5))}  # fmt: skip
    assert cells == {
        "G5": ["0", "0", "0"],
        "F6": ["1", "1", "3"],
        "F3": ["0", "0", "0"],
        "E3": ["0", "0", "0"],
        "F2": ["2", "2", "3"],
    }


@pytest.mark.parametrize("seed", range(40 if os.environ.get("DUIYI_SOAK") else 2))
def test_every_legal_step_of_a_random_game_can_be_written_and_read(
    bot: FilesBBot, seed: int
) -> None:
    chance = random.Random(seed)
    state = game("tzaar").start(setup="random", seed=seed)
    while state.outcome is None:
        turn = turn_in(state, state)
        files = {name: text.encode() for name, text in written(bot, turn).items()}
        before = read_cells(files)
        assert before == cells_of(turn.position)
        legal = [state.text(action) for action in state.actions()]
        for token in legal:
            position = read_position(state.play(token).dump())
            done = cells_of(position)
            assert token == "pass" or stepped(before, token) == done
            assert bot.tokens(turn, rewritten(done)) == (token,)
        state = state.play(chance.choice(legal))


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"C2": (0, 0, 0), "at_8_0": (1, 1, 2)}, "off-board"),
        ({"C2": (0, 0, 0), "at_4_4": (1, 1, 2)}, "off-board"),
        ({"at_0_8": (0, 0, 0), "C3": (1, 1, 2)}, "no-such-piece"),
        ({"A1": (0, 0, 0), "B1": (2, 1, 1)}, "not-your-piece"),
        ({"A1": (0, 0, 0), "B2": (1, 1, 1)}, "not-your-piece"),
        ({"C2": (0, 0, 0), "G2": (1, 1, 2)}, "not-a-line"),
        ({"C2": (0, 0, 0), "C4": (1, 1, 2)}, "jump"),
        ({"C2": (0, 0, 0), "B1": (1, 2, 2)}, "first-step-must-capture"),
        ({"C2": (0, 0, 0), "B1": (1, 1, 2)}, "wrong-sign"),
        ({"C2": (0, 0, 0), "C3": (1, 2, 2)}, "wrong-sign"),
        ({}, "first-step-must-capture"),
    ],
)
def test_a_mistake_reaches_the_rule_that_names_it(
    bot: FilesBBot, changes: dict[str, tuple[int, int, int]], code: str
) -> None:
    (token,) = bot.tokens(turn_in(start(), start()), after(start(), **changes))
    violation = start().why_not(token)
    assert violation is not None
    assert violation.code == code


def test_a_capture_by_the_weaker_piece_reaches_its_rule(bot: FilesBBot) -> None:
    state = game("tzaar").load(
        "Tt2.../ZRz.../......./......../......../......../......./..r.../t.... w 1 3"
    )
    files = after(state, A1=(0, 0, 0), A2=(1, 1, 1))
    (token,) = bot.tokens(turn_in(state, state), files)
    assert token == "A1xA2"
    violation = state.why_not(token)
    assert violation is not None
    assert violation.code == "too-weak"


def test_two_steps_in_whites_first_call_are_told_as_two(bot: FilesBBot) -> None:
    """One piece that goes on, and two pieces: either way the game has a word for it."""
    once = {"C2": (0, 0, 0), "C3": (1, 1, 2)}
    other = {"C2": (0, 0, 0), "C3": (0, 0, 0), "C4": (1, 1, 2)}
    two = {**once, "D3": (0, 0, 0), "D4": (1, 1, 3)}
    for changes in (other, two):
        first, second = bot.tokens(turn_in(start(), start()), after(start(), **changes))
        violation = start().play(first).leftover(second)
        assert violation is not None
        assert violation.code == "first-turn-two-steps"


def test_two_steps_in_any_other_call_are_no_step(bot: FilesBBot) -> None:
    state = start().play("C2xC3")
    steps = [token for token in map(state.text, state.actions()) if "x" in token]
    cells = cells_of(read_position(state.dump()))
    first = stepped(cells, steps[0])
    second = next(token for token in steps if PLACES[token[:2]] not in (PLACES[steps[0][:2]],))
    with pytest.raises(Fault) as raised:
        bot.tokens(turn_in(state, state), rewritten(stepped(first, second)))
    assert raised.value.code == "not-a-step"


@pytest.mark.parametrize(
    ("changes", "wrong"),
    [
        ({"C2": (0, 0, 0)}, "left: C2; entered: none"),
        ({"C3": (1, 1, 2)}, "left: none; entered: C3"),
        ({"C2": (0, 0, 0), "C3": (0, 0, 0)}, "left: C2, C3; entered: none"),
        ({"C2": (0, 0, 0), "C3": (1, 1, 1)}, "C3 after a step from C2: chessType.txt must be 2"),
        ({"C2": (0, 0, 0), "C3": (1, 3, 2)}, "chessLayer.txt must be 1 (capture) or 2 (stack)"),
        ({"C2": (0, 0, 0), "C3": (2, 1, 2)}, "chessColor.txt must be 1, is 2"),
        ({"C2": (0, 0, 0), "C3": (1, 0, 2)}, "C3 must be 0 in all three files or a piece"),
        ({"C2": (0, 1, 2), "C3": (1, 1, 2)}, "C2 must be 0 in all three files or a piece"),
        ({"C2": (0, 0, 0), "C3": (1, 1, 2), "I5": (0, 0, 0)}, "left: C2, I5; entered: C3"),
        ({"C2": (0, 0, 0), "C3": (1, 1, 2), "I5": (1, 999999999, 1)}, "entered: C3, I5"),
        ({"C2": (0, 0, 0), "C3": (1, -2147483648 // 10, 2)}, "C3 must be 0"),
        ({"at_0_8": (7, 7, 7)}, "line 1, number 9 must be -1 in all three files"),
        (dict.fromkeys(PLACES, (1, 9, 1)), "left: none; entered: E1, F1"),
    ],
)
def test_what_is_no_single_step_is_a_fault_that_tells_the_place(
    bot: FilesBBot, changes: dict[str, tuple[int, int, int]], wrong: str
) -> None:
    with pytest.raises(Fault) as raised:
        bot.tokens(turn_in(start(), start()), after(start(), **changes))
    fault = raised.value
    assert (fault.verdict, fault.code) == (Verdict.protocol, "not-a-step")
    assert wrong in fault.detail
    assert "->" in fault.text
    assert len(fault.text) < 256
    assert len(fault.detail) < 256


@pytest.mark.parametrize(
    "spoil",
    [
        lambda data: data.replace(b"\n", b"\r\n"),
        lambda data: data,
        lambda data: data + b"\n",
        lambda data: data.replace(b",", b", ") + b"\n\n",
    ],
)
def test_ends_of_lines_and_blanks_do_not_matter(bot: FilesBBot, spoil: Any) -> None:
    files = after(start(), C2=(0, 0, 0), C3=(1, 1, 2))
    found = {name: spoil(data) for name, data in files.items()}
    assert bot.tokens(turn_in(start(), start()), found) == ("C2xC3",)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"1,2,3\n",
        b"x" * 4000,
        b"1," * 80 + b"1",
        b"\0" * 30,
        b"\xff\n" * 9,
        b"1,1,1,1,1,1,1,1,1\n" * 10,
        b"1,1,1,1,1,1,1,1,99999999999999999999\n" * 9,
        b"1,1,1,1,1,1,1,1,1e0\n" * 9,
    ],
)
def test_an_array_that_is_none_is_a_bad_answer(bot: FilesBBot, data: bytes) -> None:
    for name in FILES:
        files = {**after(start()), name: data}
        with pytest.raises(Fault) as raised:
            bot.tokens(turn_in(start(), start()), files)
        fault = raised.value
        assert (fault.verdict, fault.code) == (Verdict.protocol, "bad-answer")
        assert name in fault.detail


@pytest.mark.parametrize(
    ("new", "where"),
    [
        (b"1,1,,1,2,", "line 1, number 3 is none"),
        (b"1,1,1,1,2,5,", "line 1 has 10 numbers"),
        (b"1,1,1,1,\n2,", "has 10 lines"),
    ],
)
def test_a_number_that_is_missing_or_too_much_is_told_with_its_line(
    bot: FilesBBot, new: bytes, where: str
) -> None:
    files = after(start())
    spoilt = files["chessColor.txt"].replace(b"1,1,1,1,2,", new, 1)
    with pytest.raises(Fault, match="bad-answer") as raised:
        bot.tokens(turn_in(start(), start()), {**files, "chessColor.txt": spoilt})
    assert where in raised.value.detail


@pytest.mark.parametrize(
    ("after", "line"),
    [
        (LOG + "\n", (6, b"")),
        (LOG + "\nB_4_1_Capture_0,1_0,2", (6, b"B_4_1_Capture_0,1_0,2")),
        (LOG.replace("_2,0", "_9,0"), (1, b"W_1_1_Capture_9,0_1,1")),
        ("", (1, b"")),
    ],
)
def test_of_a_log_that_was_changed_the_line_is_told(after: str, line: tuple[int, bytes]) -> None:
    assert changed_line(LOG.encode(), after.encode()) == line


def test_a_program_that_did_nothing_is_told_from_one_that_stepped(bot: FilesBBot) -> None:
    turn = turn_in(start(), start())
    assert bot.idle(turn, after(start()))
    assert not bot.idle(turn, after(start(), C2=(0, 0, 0), C3=(1, 1, 2)))


def test_a_stack_that_is_covered_counts_with_its_height() -> None:
    position = read_position(TALL.replace(" b 2", " w 2"))
    before = cells_of(position)
    done = {**before, PLACES["A2"]: EMPTY, PLACES["A3"]: Cell(1, 2, 1)}
    assert step_between(before, done, 0) == "A2+A3"
    done = {**before, PLACES["A3"]: EMPTY, PLACES["A5"]: Cell(1, 3, 1)}
    assert step_between(before, done, 0) == "A3+A5"


small = st.integers(-2, 4)
heights = st.one_of(small, st.integers(-(10**9) + 1, 10**9 - 1))
places = st.sampled_from(sorted(cells_of(read_position(TALL))))
edits = st.dictionaries(places, st.builds(Cell, small, heights, small), max_size=4)


@settings(deadline=None)
@given(edits)
def test_whatever_is_rewritten_is_a_step_or_a_fault_that_tells_a_place(edits: Cells) -> None:
    """And what is taken for a legal step changes exactly what that step changes."""
    state = game("tzaar").load(TALL)
    before = cells_of(read_position(state.dump()))
    after = {**before, **edits}
    token = step_between(before, read_cells(rewritten(after)), 1)
    if token is None:
        changed = [place for place in before if before[place] != after[place]]
        told = wrong(before, after)
        assert any(where(place) in told for place in changed)
        assert len(told) < 256
    elif state.why_not(token) is None:
        assert after == (before if token == "pass" else stepped(before, token))


@settings(deadline=None)
@given(st.lists(st.binary(max_size=400), min_size=3, max_size=3))
def test_no_bytes_are_too_bad_to_be_judged(texts: list[bytes]) -> None:
    with pytest.raises(Fault, match="bad-answer"):
        read_cells(dict(zip(FILES, texts, strict=True)))
