"""Course interface A: the files before a call, and what an answer means."""

from __future__ import annotations

import os
import random
from pathlib import Path
from typing import Any

import pytest
from tests.files_calls import idle_bot, played, turn_in, written

from duiyi import game
from duiyi.core import BadToken, State
from duiyi.engine.fault import Fault, Verdict
from duiyi.engine.files.interface_a import FilesABot, read_lines, round_of, token_of
from duiyi.engine.files.tzaar import NAMES, PLACES, name_of, read_position

START = """\
3,3,3,3,6,-1,-1,-1,-1
6,2,2,2,5,6,-1,-1,-1
6,5,1,1,4,5,6,-1,-1
6,5,4,3,6,4,5,6,-1
6,5,4,6,-1,3,1,2,3
-1,3,2,1,3,6,1,2,3
-1,-1,3,2,1,4,4,2,3
-1,-1,-1,3,2,5,5,5,3
-1,-1,-1,-1,3,6,6,6,6
"""


@pytest.fixture
def bot(tmp_path: Path) -> FilesABot:
    return idle_bot(FilesABot, tmp_path)


def start() -> State[Any]:
    return game("tzaar").start()


def test_before_whites_first_turn_the_board_is_the_courses_own(bot: FilesABot) -> None:
    turn = turn_in(start(), start())
    files = written(bot, turn)
    assert files["board.txt"] == START
    assert files["stepHistory.txt"] == ""
    ones = [["-1" if n == "-1" else "1" for n in row.split(",")] for row in START.splitlines()]
    assert files["chessLayer.txt"] == "".join(",".join(row) + "\n" for row in ones)
    expected = ["White", "1", "board.txt", "chessLayer.txt", "stepHistory.txt"]
    assert [*bot.call(turn.position)] == expected


def test_before_blacks_first_turn_the_files_are_the_examples(bot: FilesABot) -> None:
    state, nodes = played(start(), "C2xC3")
    turn = turn_in(state, start(), nodes)
    files = written(bot, turn)
    board, layer = files["board.txt"].splitlines(), files["chessLayer.txt"].splitlines()
    assert board[4] == "6,5,2,6,-1,3,1,2,3"
    assert board[5] == "-1,3,0,1,3,6,1,2,3"
    assert [*board[:4], *board[6:]] == [*START.splitlines()[:4], *START.splitlines()[6:]]
    assert layer[5].split(",")[2] == "0"
    assert files["stepHistory.txt"] == "1,W,1,E,5,2,4,2\n1,W,2,P,0,0,0,0\n"
    assert [*bot.call(turn.position)][:2] == ["Black", "1"]


def test_the_examples_answer_is_c2_takes_c3(bot: FilesABot) -> None:
    found = {"out.txt": b"E,-2,-1,-2,0\nP,0,0,0,0\n"}
    assert bot.tokens(turn_in(start(), start()), found) == ("C2xC3", "pass")


def test_rounds_count_both_players_turns() -> None:
    assert [round_of(turn) for turn in (1, 2, 3, 4, 5)] == [1, 1, 2, 2, 3]


def test_a_stack_and_a_pass_are_told_with_their_round(bot: FilesABot) -> None:
    state = start().play("C2xC3")
    tokens = ["C2xC3"]
    for kind in ("x", "+", "x", "pass", "x"):
        token = next(t for t in map(state.text, state.actions()) if kind in t)
        tokens.append(token)
        state = state.play(token)
    state, nodes = played(start(), " ".join(tokens))
    lines = written(bot, turn_in(state, start(), nodes))["stepHistory.txt"].splitlines()
    assert [line.split(",")[:4] for line in lines] == [
        ["1", "W", "1", "E"],
        ["1", "W", "2", "P"],
        ["1", "B", "1", "E"],
        ["1", "B", "2", "S"],
        ["2", "W", "1", "E"],
        ["2", "W", "2", "P"],
        ["2", "B", "1", "E"],
    ]
    for token, line in zip(tokens, [lines[0], *lines[2:]], strict=True):
        if token != "pass":
            from_row, from_column, to_row, to_column = map(int, line.split(",")[4:])
            assert NAMES[from_column - 4, 4 - from_row] == token[:2]
            assert NAMES[to_column - 4, 4 - to_row] == token[3:]


@pytest.mark.parametrize("seed", range(200 if os.environ.get("DUIYI_SOAK") else 8))
def test_every_legal_step_of_a_random_game_can_be_written_and_read(
    bot: FilesABot, seed: int
) -> None:
    chance = random.Random(seed)
    first = state = game("tzaar").start(setup="random", seed=seed)
    tokens: list[str] = []
    while state.outcome is None:
        legal = [state.text(action) for action in state.actions()]
        assert [token_of(line_of(token)) for token in legal] == legal
        before, nodes = played(first, " ".join(tokens))
        assert_same_pieces(before, written(bot, turn_in(before, first, nodes)))
        tokens.append(chance.choice(legal))
        state = state.play(tokens[-1])


def line_of(token: str) -> str:
    if token == "pass":
        return "P,0,0,0,0"
    (from_x, from_y), (to_x, to_y) = PLACES[token[:2]], PLACES[token[3:]]
    return f"{'E' if token[2] == 'x' else 'S'},{from_x},{from_y},{to_x},{to_y}"


def assert_same_pieces(state: State[Any], files: dict[str, str]) -> None:
    """What the two arrays say is what the game's own view shows."""
    shown = {piece.site: piece.stack for piece in state.view().pieces}
    kinds = ("tzaar", "tzarra", "totts")
    board, layer = (
        [[int(number) for number in row.split(",")] for row in files[name].splitlines()]
        for name in ("board.txt", "chessLayer.txt")
    )
    for (x, y), name in NAMES.items():
        kind, height = board[4 - y][x + 4], layer[4 - y][x + 4]
        if name not in shown:
            assert (kind, height) == (0, 0)
            continue
        stack = shown[name]
        top = stack[-1]
        assert (kind, height) == (kinds.index(top.glyph) + 1 + 3 * (top.seat or 0), len(stack))


def test_places_have_the_names_that_the_rules_give_them() -> None:
    """`judge` names the violation, so every name must be one that it can read."""
    state = start()
    for x in range(-60, 61):
        for y in range(-60, 61):
            name = name_of(x, y)
            violation = state.why_not(f"C2x{name}")
            if (x, y) in NAMES:
                assert name == NAMES[x, y]
                assert violation is None or violation.code != "off-board"
            else:
                assert violation is not None
                assert violation.code == "off-board"
    for far in (10**9, -(10**9)):
        assert state.why_not(f"C2x{name_of(far, 0)}").code == "off-board"  # type: ignore[union-attr]
        assert state.why_not(f"{name_of(0, far)}xC2").code == "no-such-piece"  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("lines", "code"),
    [
        ("E,-2,-1,-9,0 P,0,0,0,0", "off-board"),
        ("E,-2,-1,-2,99 P,0,0,0,0", "off-board"),
        ("E,-2,-1,0,0 P,0,0,0,0", "off-board"),
        ("E,0,0,-2,0 P,0,0,0,0", "no-such-piece"),
        ("E,7,7,-2,0 P,0,0,0,0", "no-such-piece"),
        ("E,-4,0,-3,0 P,0,0,0,0", "not-your-piece"),
        ("E,-2,-1,2,2 P,0,0,0,0", "not-a-line"),
        ("E,-2,-1,-2,1 P,0,0,0,0", "jump"),
        ("S,-2,-1,-3,-1 P,0,0,0,0", "first-step-must-capture"),
        ("P,0,0,0,0 P,0,0,0,0", "first-step-must-capture"),
        ("S,-2,-1,-2,0 P,0,0,0,0", "wrong-sign"),
        ("E,-2,-1,-3,-1 P,0,0,0,0", "wrong-sign"),
    ],
)
def test_a_mistake_reaches_the_rule_that_names_it(bot: FilesABot, lines: str, code: str) -> None:
    found = {"out.txt": lines.replace(" ", "\n").encode()}
    first, _ = bot.tokens(turn_in(start(), start()), found)
    violation = start().why_not(first)
    assert violation is not None
    assert violation.code == code


def test_a_second_step_in_whites_first_turn_reaches_its_rule(bot: FilesABot) -> None:
    found = {"out.txt": b"E,-2,-1,-2,0\nE,-2,0,-2,1\n"}
    first, second = bot.tokens(turn_in(start(), start()), found)
    violation = start().play(first).leftover(second)
    assert violation is not None
    assert violation.code == "first-turn-two-steps"


@pytest.mark.parametrize(
    "data",
    [
        b"E,-2,-1,-2,0\nP,0,0,0,0\n",
        b"E,-2,-1,-2,0\nP,0,0,0,0",
        b"E,-2,-1,-2,0\r\nP,0,0,0,0\r\n",
        b"E,-2,-1,-2,0\rP,0,0,0,0",
        b"E, -2, -1, -2, 0 \n P,0,0,0,0\n\n\n",
    ],
)
def test_ends_of_lines_and_blanks_do_not_matter(bot: FilesABot, data: bytes) -> None:
    assert bot.tokens(turn_in(start(), start()), {"out.txt": data}) == ("C2xC3", "pass")


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "no-answer"),
        (b"\n\n", "no-answer"),
        (b"E,-2,-1,-2,0\n", "bad-answer"),
        (b"E,-2,-1,-2,0\nP,0,0,0,0\nP,0,0,0,0\n", "bad-answer"),
        (b"E,-2,-1,-2,0\0\nP,0,0,0,0\n", "not-text"),
        (b"\xff\xfe,\nP,0,0,0,0\n", "not-text"),
    ],
)
def test_what_is_no_answer_has_its_code(data: bytes, code: str) -> None:
    with pytest.raises(Fault) as raised:
        read_lines(data)
    assert (raised.value.verdict, raised.value.code) == (Verdict.protocol, code)
    assert raised.value.detail


@pytest.mark.parametrize(
    "line", ["E,1,2,3", "X,1,2,3,4", "e,1,2,3,4", "E,a,b,c,d", "C2xC3", "pass", "", "E,1,2,3,4,5"]
)
def test_a_line_that_means_nothing_is_no_token(line: str) -> None:
    with pytest.raises(BadToken):
        start().parse(token_of(line))


def test_lines_are_quoted_as_they_were(bot: FilesABot) -> None:
    """One that cannot be read is quoted by its token already."""
    turn = turn_in(start(), start())
    assert bot.written(turn, {"out.txt": b" E,-2,-1,-2,0\r\nE,-2,-1,-9,0"}) == (
        "E,-2,-1,-2,0",
        "E,-2,-1,-9,0",
    )
    assert bot.written(turn, {"out.txt": b"hello\nE,1,2"}) == ("", "")


def test_heights_are_read_from_the_position_text() -> None:
    dump = "T12..../....../......./......../......../......../......./....../....z w 1 7"
    position = read_position(dump)
    assert position.pieces == {(-4, 0): (0, 3, 12), (4, 0): (1, 1, 1)}
    assert (position.side, position.step, position.turn) == (0, 1, 7)
