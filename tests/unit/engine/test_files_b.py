"""Course interface B: the files before a call, and the step that a change of them means."""

from __future__ import annotations

import os
import random
from pathlib import Path
from typing import Any

import pytest
from tests.files_calls import idle_bot, played, turn_in, written

from duiyi import game
from duiyi.core import State
from duiyi.engine.fault import Fault, Verdict
from duiyi.engine.files_b import (
    EMPTY,
    Cell,
    Cells,
    FilesBBot,
    cells_of,
    read_cells,
    step_between,
    stepped,
)
from duiyi.engine.files_tzaar import PLACES, Place, cell_of, read_position

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
-1,-1,-1,-1,1,2,2,2,2
"""
TYPES = """\
3,3,3,3,3,-1,-1,-1,-1
3,2,2,2,2,3,-1,-1,-1
3,2,1,1,1,2,3,-1,-1
3,2,1,3,3,1,2,3,-1
3,2,1,3,-1,3,1,2,3
-1,3,2,1,3,3,1,2,3
-1,-1,3,2,1,1,1,2,3
-1,-1,-1,3,2,2,2,2,3
-1,-1,-1,-1,3,3,3,3,3
"""
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
    texts = ["".join(",".join(row) + "\n" for row in array) for array in arrays]
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
    assert files["chessLayer.txt"] == "".join(",".join(row) + "\n" for row in ones)
    assert files["stepLog.txt"] == ""
    assert [*bot.call(turn.position)] == ["white", "1", *FILES, "stepLog.txt"]


def test_the_second_call_of_a_turn_says_so_and_has_the_first_step_in_its_log(
    bot: FilesBBot,
) -> None:
    step = start().play("C2xC3").actions()[0]
    token = start().text(step)
    state, nodes = played(start(), f"C2xC3 {token}")
    turn = turn_in(state, start(), nodes)
    assert [*bot.call(turn.position)][:2] == ["black", "2"]
    lines = written(bot, turn)["stepLog.txt"].splitlines()
    assert lines[:2] == ["1,W,1,E,5,2,4,2", "1,W,2,P,0,0,0,0"]
    assert lines[2].startswith("1,B,1,E,")


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
        ({"A1": (0, 0, 0), "B1": (2, 1, 3)}, "not-your-piece"),
        ({"A1": (0, 0, 0), "B2": (1, 1, 3)}, "not-your-piece"),
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
    files = after(state, A1=(0, 0, 0), A2=(1, 1, 3))
    (token,) = bot.tokens(turn_in(state, state), files)
    assert token == "A1xA2"
    violation = state.why_not(token)
    assert violation is not None
    assert violation.code == "too-weak"


def test_two_steps_in_whites_first_call_are_told_as_two(bot: FilesBBot) -> None:
    """One piece that goes on, and two pieces: either way the game has a word for it."""
    once = {"C2": (0, 0, 0), "C3": (1, 1, 2)}
    other = {"C2": (0, 0, 0), "C3": (0, 0, 0), "C4": (1, 1, 2)}
    two = {**once, "D3": (0, 0, 0), "D4": (1, 1, 1)}
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
    "changes",
    [
        {"C2": (0, 0, 0)},  # a piece is gone
        {"C3": (1, 1, 2)},  # a piece is new
        {"C2": (0, 0, 0), "C3": (0, 0, 0)},
        {"C2": (0, 0, 0), "C3": (1, 1, 1)},  # another kind
        {"C2": (0, 0, 0), "C3": (1, 3, 2)},  # another height
        {"C2": (0, 0, 0), "C3": (2, 1, 2)},  # another colour
        {"C2": (0, 0, 0), "C3": (1, 0, 2)},  # no height at all
        {"C2": (0, 1, 2), "C3": (1, 1, 2)},  # the source is only half empty
        {"C2": (0, 0, 0), "C3": (1, 1, 2), "I5": (0, 0, 0)},
        {"at_0_8": (7, 7, 7)},
        dict.fromkeys(PLACES, (1, 9, 1)),
    ],
)
def test_what_is_no_single_step_is_a_fault_that_tells_the_change(
    bot: FilesBBot, changes: dict[str, tuple[int, int, int]]
) -> None:
    with pytest.raises(Fault) as raised:
        bot.tokens(turn_in(start(), start()), after(start(), **changes))
    fault = raised.value
    assert (fault.verdict, fault.code) == (Verdict.protocol, "not-a-step")
    assert "->" in fault.text
    assert len(fault.text) < 256


@pytest.mark.parametrize(
    "spoil",
    [
        lambda data: data.replace(b"\n", b"\r\n"),
        lambda data: data.rstrip(b"\n"),
        lambda data: data.replace(b",", b", ") + b"\n\n",
    ],
)
def test_ends_of_lines_and_blanks_do_not_matter(bot: FilesBBot, spoil: Any) -> None:
    files = after(start(), C2=(0, 0, 0), C3=(1, 1, 2))
    found = {name: spoil(data) for name, data in files.items()}
    assert bot.tokens(turn_in(start(), start()), found) == ("C2xC3",)


@pytest.mark.parametrize(
    "data", [b"", b"1,2,3\n", b"x" * 4000, b"1," * 80 + b"1", b"\0" * 30, b"\xff\n" * 9]
)
def test_an_array_that_is_none_is_a_bad_answer(bot: FilesBBot, data: bytes) -> None:
    for name in FILES:
        files = {**after(start()), name: data}
        with pytest.raises(Fault) as raised:
            bot.tokens(turn_in(start(), start()), files)
        fault = raised.value
        assert (fault.verdict, fault.code) == (Verdict.protocol, "bad-answer")
        assert name in fault.detail


def test_a_number_that_is_missing_in_the_middle_is_a_bad_answer(bot: FilesBBot) -> None:
    files = after(start())
    for old, new in ((b"1,1,1,1,2,", b"1,1,,1,2,"), (b"1,1,1,1,2,", b"1,1,1,1,2,5,")):
        spoilt = {**files, "chessColor.txt": files["chessColor.txt"].replace(old, new, 1)}
        with pytest.raises(Fault, match="bad-answer"):
            bot.tokens(turn_in(start(), start()), spoilt)


def test_a_program_that_did_nothing_is_told_from_one_that_stepped(bot: FilesBBot) -> None:
    turn = turn_in(start(), start())
    assert bot.idle(turn, after(start()))
    assert not bot.idle(turn, after(start(), C2=(0, 0, 0), C3=(1, 1, 2)))


def test_a_stack_that_is_covered_counts_with_its_height() -> None:
    position = read_position(TALL.replace(" b 2", " w 2"))
    before = cells_of(position)
    done = {**before, PLACES["A2"]: EMPTY, PLACES["A3"]: Cell(1, 2, 3)}
    assert step_between(before, done, 0) == "A2+A3"
    done = {**before, PLACES["A3"]: EMPTY, PLACES["A5"]: Cell(1, 3, 3)}
    assert step_between(before, done, 0) == "A3+A5"
