"""The plug-in examples: small, installed, and in order."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import duiyi
from duiyi.core import IllegalAction
from duiyi.core.check import check
from duiyi.core.check.brought.lessons import first_problem
from duiyi.core.lessons import lessons
from duiyi.core.locale import LANGUAGES, text

ROOT = Path(__file__).parents[3] / "examples"
EXAMPLES = {"tic-tac-toe": 80, "hex": 150, "amazons": 180}


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_is_found_when_it_is_installed(name: str) -> None:
    assert duiyi.game(name) in duiyi.games()


@pytest.mark.parametrize(("name", "limit"), EXAMPLES.items())
def test_an_example_is_one_small_python_file(name: str, limit: int) -> None:
    (file,) = (ROOT / name).rglob("*.py")
    assert len(file.read_text("utf-8").splitlines()) <= limit


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_uses_public_names_only(name: str) -> None:
    (file,) = (ROOT / name).rglob("*.py")
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        names = [
            *([node.attr] if isinstance(node, ast.Attribute) else []),
            *([alias.name for alias in node.names] if isinstance(node, ast.ImportFrom) else []),
            *((node.module or "").split(".") if isinstance(node, ast.ImportFrom) else []),
            *([node.name] if isinstance(node, ast.FunctionDef) else []),
        ]
        private = [one for one in names if one.startswith("_") and one != "__future__"]
        assert not private, f"{file.name}:{getattr(node, 'lineno', 0)}: {private}"


def test_tic_tac_toe_brings_lessons_that_can_be_solved() -> None:
    game = duiyi.game("tic-tac-toe")
    assert [lesson.id for lesson in lessons(game)] == ["three", "block"]
    assert first_problem(game) is None


def test_a_lesson_of_a_plug_in_that_cannot_be_solved_is_reported(tmp_path: Path) -> None:
    folder = ROOT / "tic-tac-toe/src/duiyi_tic_tac_toe/lessons"
    for file in folder.iterdir():
        (tmp_path / file.name).write_text(
            file.read_text("utf-8").replace("winner = 0", "winner = 1"), "utf-8"
        )

    class Spoilt(type(duiyi.game("tic-tac-toe"))):  # type: ignore[misc]
        id = "spoilt"
        lessons = tmp_path

    problem = first_problem(Spoilt())
    assert problem is not None
    assert "A3 is what is asked for" in str(problem)


@pytest.mark.slow
@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_conforms(name: str) -> None:
    report = check(duiyi.game(name), walks=2)
    assert report.ok, str(report)
    assert not report.warnings, str(report)


def played(name: str, tokens: str, **options: Any) -> Any:
    state = duiyi.game(name).start(**options)
    for token in tokens.split():
        state = state.play(token)
    return state


@pytest.mark.parametrize(
    ("tokens", "scores"),
    [
        ("A1 A2 B1 B2 C1", (1, 0)),  # a row
        ("A1 B1 A2 B2 C3 B3", (0, 1)),  # a column
        ("A1 A2 B2 A3 C3", (1, 0)),  # a diagonal
        ("C1 A2 B2 A1 A3", (1, 0)),  # the other one
        ("A1 B1 C1 B2 A2 C2 B3 A3 C3", (Fraction(1, 2), Fraction(1, 2))),
    ],
)
def test_tic_tac_toe_ends(tokens: str, scores: Sequence[Fraction]) -> None:
    *before, last = tokens.split()
    state = played("tic-tac-toe", " ".join(before))
    assert state.outcome is None
    assert state.play(last).outcome.scores == scores


def test_tic_tac_toe_refuses_a_taken_cell() -> None:
    state = played("tic-tac-toe", "B2")
    assert state.why_not("B2").code == "occupied"
    with pytest.raises(IllegalAction):
        state.play("B2")


def test_hex_circle_connects_top_and_bottom() -> None:
    rows = " ".join(f"A{row} K{row}" for row in range(1, 11))
    state = played("hex", rows)
    assert state.outcome is None
    assert state.play("A11").outcome.winner == 0


def test_hex_cross_connects_left_and_right() -> None:
    columns = " ".join(f"{a}1 {b}6" for a, b in zip("KJIHGFEDCB", "ABCDEFGHIJ", strict=True))
    state = played("hex", columns + " K11")
    assert state.outcome is None
    assert state.play("K6").outcome.winner == 1


def test_hex_cells_touch_six_neighbours() -> None:
    """A chain that leans goes down; one that leans the other way leaves gaps."""
    touching = " ".join(f"{c}{r} A{r}" for r, c in enumerate("KJIHGFEDCB", 1))
    assert played("hex", touching + " A11").outcome.winner == 0
    apart = " ".join(f"{c}{r} K{r}" for r, c in enumerate("ABCDEFGHIJ", 1))
    assert played("hex", apart + " K11").outcome is None


def test_hex_swap_takes_over_the_first_stone_mirrored() -> None:
    state = played("hex", "C1 swap")
    assert state.board() == {"A3": ("cross", 1)}
    assert state.actor == 0
    assert "swap" not in [action.token for action in state.actions()]
    assert state.view(since=played("hex", "C1")).last == ("C1", "A3")


def test_hex_swap_is_there_for_the_second_turn_only() -> None:
    def can_swap(state: Any) -> bool:
        return state.why_not("swap") is None

    assert not can_swap(played("hex", ""))
    assert can_swap(played("hex", "C1"))
    assert not can_swap(played("hex", "C1 D1"))
    assert not can_swap(played("hex", "C1", swap=False))


def test_hex_swap_is_a_button() -> None:
    choice = played("hex", "C1").view().choices[-1]
    assert (choice.token, choice.paths) == ("swap", (("#swap",),))


AMAZONS = ROOT / "amazons" / "src" / "duiyi_amazons"


def all_turns(board: dict[str, Any], size: int) -> set[str]:
    """White's turns, found the slow way: every three cells, and whether the lines are free."""
    cells = [(column, row) for row in range(1, size + 1) for column in range(size)]

    def label(cell: tuple[int, int]) -> str:
        return f"{'ABCDEFGHIJ'[cell[0]]}{cell[1]}"

    def free(one: tuple[int, int], other: tuple[int, int], lifted: tuple[int, int]) -> bool:
        right, up = other[0] - one[0], other[1] - one[1]
        steps = max(abs(right), abs(up))
        if not steps or {abs(right), abs(up)} - {0, steps}:
            return False
        between = [
            (one[0] + right // steps * n, one[1] + up // steps * n) for n in range(1, steps + 1)
        ]
        return all(cell == lifted or label(cell) not in board for cell in between)

    return {
        f"{label(source)}-{label(target)}/{label(arrow)}"
        for source in cells
        if board.get(label(source)) == ("white", 0)
        for target in cells
        if free(source, target, source)
        for arrow in cells
        if free(target, arrow, source)
    }


@pytest.mark.parametrize("size", [10, 8, 6])
def test_amazons_has_all_turns_and_no_others(size: int) -> None:
    state = played("amazons", "", size=str(size))
    for _ in range(3):
        tokens = [action.token for action in state.actions()]
        assert len(set(tokens)) == len(tokens)
        assert set(tokens) == all_turns(state.board(), size)
        state = state.play(tokens[len(tokens) // 2])
        state = state.play(state.actions()[len(state.actions()) // 3])


def test_amazons_begins_with_2176_turns_of_three_clicks() -> None:
    paths = [path for choice in played("amazons", "").view().choices for path in choice.paths]
    assert len(set(paths)) == len(paths) == 2176
    assert {len(path) for path in paths} == {3}


def test_amazons_moves_and_shoots_in_one_token() -> None:
    state = played("amazons", "D1-D7/G7")
    assert state.board()["D7"] == ("white", 0)
    assert state.board()["G7"] == ("arrow", None)
    assert "D1" not in state.board()
    assert (state.actor, state.turn) == (1, 2)
    assert state.view(since=played("amazons", "")).last == ("D1", "D7", "G7")


def test_amazons_shoots_back_across_where_it_came_from() -> None:
    assert played("amazons", "D1-D4/D1").board()["D1"] == ("arrow", None)
    assert played("amazons", "A4-B4/A4").board()["A4"] == ("arrow", None)
    assert played("amazons", "D1-E1/B1").board()["B1"] == ("arrow", None)


@pytest.mark.parametrize(
    ("token", "code"),
    [
        ("D10-D9/D8", "not-yours"),
        ("E5-E6/E7", "not-yours"),
        ("D1-E3/E4", "no-move"),
        ("D1-G1/G2", "no-move"),
        ("D1-D10/D9", "no-move"),
        ("D1-D1/D2", "no-move"),
        ("D1-D7/A1", "no-shot"),
        ("D1-D7/D7", "no-shot"),
        ("D1-D7", "not-a-turn"),
        ("D1", "not-a-turn"),
    ],
)
def test_amazons_says_what_is_wrong(token: str, code: str) -> None:
    state = played("amazons", "")
    broken = state.why_not(token)
    assert broken.code == code
    assert set(broken.sites) <= {site.id for site in state.game.geometry(2, state.options).sites}


def test_amazons_explains_a_click_at_a_time() -> None:
    state = played("amazons", "")
    assert state.why_path(("D1",)) == (None, None)
    assert state.why_path(("D1", "D7")) == (None, None)
    assert state.why_path(("D1", "D7", "G7")) == ("D1-D7/G7", None)
    assert state.why_path(("E5",))[1].code == "not-yours"
    assert state.why_path(("D1", "E3"))[1].code == "no-move"
    assert state.why_path(("D1", "D7", "A1"))[1].code == "no-shot"


def walled_in(arrows: str, **changes: Any) -> Any:
    """6 by 6: white in the corner A1, black's amazons at the top; arrows stand where they are."""
    state = played("amazons", "", size="6")
    cells = ["."] * 36
    for label in "A1 B1 A2 B2".split():
        cells[state.options.squares.labels.index(label)] = "0"
    for label in "A6 C6 E6 F6".split():
        cells[state.options.squares.labels.index(label)] = "1"
    for label in arrows.split():
        cells[state.options.squares.labels.index(label)] = "x"
    return duiyi.game("amazons").load(
        json.dumps(json.loads(state.dump()) | {"cells": "".join(cells)} | changes)
    )


def test_amazons_who_cannot_move_loses() -> None:
    state = walled_in("A3 B3 C1 C2", actor=1, owner=1, turn=2)
    after = state.play("C6-C5/C3")
    assert (after.outcome.winner, after.outcome.reason, after.actor) == (1, "won", None)
    assert text(after.view().prompt) == "the opponent cannot move: black wins"
    open_still = state.play("C6-C5/C4")
    assert open_still.outcome is None
    assert open_still.why_not("A1-A2/A3").code == "stuck"


def test_amazons_promises_more_to_whom_more_is_open() -> None:
    state = walled_in("A3 B3 C1 C2")
    assert state.promise(0) < 0.2 < 0.8 < state.promise(1)
    start = played("amazons", "")
    assert start.promise(0) == start.promise(1) == 0.5


@pytest.mark.parametrize("language", LANGUAGES)
def test_amazons_rules_name_the_places_where_amazons_start(language: str) -> None:
    page = (AMAZONS / "rules" / f"{language}.md").read_text("utf-8")
    rows = re.findall(r"^\| (\d+) .*?\| ([A-J0-9 ]+) \| ([A-J0-9 ]+) \|$", page, re.MULTILINE)
    assert [size for size, _, _ in rows] == ["10", "8", "6"]
    for size, *sides in rows:
        board = played("amazons", "", size=size).board()
        for seat, places in enumerate(sides):
            found = {site for site, (_, owner) in board.items() if owner == seat}
            assert found == set(places.split())
    for token in re.findall(r"`(\w+-\w+/\w+)`", page):
        assert played("amazons", "").why_not(token) is None
