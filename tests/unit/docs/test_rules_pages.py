"""The rules pages keep their word: examples play as told, tables name what exists, links lead."""

from __future__ import annotations

import ast
import importlib
import re
from functools import cache
from pathlib import Path

import pytest
from tests.unit.docs.pages import (
    ROOT,
    RULES,
    Block,
    anchors,
    blocks,
    links,
    markdown_files,
    table,
)
from tests.unit.docs.plays import play_block

from duiyi.boards.square import Path as BoardPath
from duiyi.boards.square import square

CLASSIC = RULES / "relati-classic.md"
RELATI = RULES / "relati.md"
PAGES = (CLASSIC, RELATI, RULES / "relati-legacy.md", RULES / "tzaar.md", RULES / "atom.md")
TESTS = ROOT / "tests" / "unit"
RULINGS = {
    *(f"W-{n}" for n in range(1, 6)),
    *(f"C-{n}" for n in range(1, 7)),
    *(f"R-{n}" for n in range(1, 17)),
    *(f"L-{n}" for n in range(1, 17)),
    *(f"T-{n}" for n in range(1, 10)),
    *(f"A-{n}" for n in range(1, 14)),
}
GAMES = [block for page in PAGES for block in blocks(page, "duiyi")]
PATHS = blocks(RELATI, "path")
BOARD = square(9)
CENTRE = 40

Step = tuple[int, int]
"""Columns to the right and rows downwards."""


@pytest.mark.parametrize("block", GAMES, ids=str)
def test_an_example_game_plays_as_it_says(block: Block) -> None:
    play_block(block)


@pytest.mark.parametrize(
    "lines",
    [
        ("start relati seats=2", "play E5 G4 E3 E4", "lost -"),
        ("start relati seats=2", "play E5 E5"),
        ("start relati seats=2", "refused E5 not-linked"),
        ("start relati seats=2", "refused E5"),
        ("start relati seats=2", "play E5", "  D E", "5 . O"),
        ("start relati seats=2", "score 1 0"),
    ],
)
def test_an_example_that_says_something_wrong_is_noticed(lines: tuple[str, ...]) -> None:
    with pytest.raises((AssertionError, pytest.fail.Exception)):
        play_block(Block(RELATI, 1, "duiyi", lines))


def test_both_languages_have_examples() -> None:
    for page in PAGES:
        english, _, chinese = page.read_text("utf-8").partition("\n## 繁體中文\n")
        assert "```duiyi" in english
        assert "```duiyi" in chinese


def drawn(block: Block) -> tuple[str, Step, tuple[Step, ...]]:
    """A picture of a path: its kind, where the source is, and the cells between."""
    kind, *rows = block.lines
    places = {
        sign: (column, row)
        for row, line in enumerate(rows)
        for column, sign in enumerate(line.split())
    }
    x, y = places["C"]
    steps = {sign: (column - x, row - y) for sign, (column, row) in places.items()}
    return kind, steps["S"], tuple(steps[sign] for sign in "12" if sign in steps)


def of_board(path: BoardPath) -> tuple[str, Step, tuple[Step, ...]]:
    def step(cell: int) -> Step:
        row, column = divmod(cell, BOARD.size)
        return column - CENTRE % BOARD.size, row - CENTRE // BOARD.size

    return path.kind, step(path.end), tuple(step(cell) for cell in path.via)


def turned(step: Step, quarter: int, mirrored: bool) -> Step:
    right, down = step
    if mirrored:
        right = -right
    for _ in range(quarter):
        right, down = -down, right
    return right, down


def test_the_pictures_of_links_turned_and_mirrored_are_all_links_there_are() -> None:
    pictures = {
        (kind, turned(end, q, m), tuple(turned(cell, q, m) for cell in via))
        for kind, end, via in map(drawn, PATHS)
        for q in range(4)
        for m in (False, True)
    }
    paths = [of_board(path) for path in BOARD.paths[CENTRE]]
    assert pictures == set(paths)
    assert len(paths) == 8 + 8 + 24


def test_both_languages_have_the_same_pictures_of_links() -> None:
    pictures = [drawn(block) for block in PATHS]
    half = len(pictures) // 2
    assert pictures[:half] == pictures[half:]


def test_no_cell_lies_on_all_three_stable_paths() -> None:
    stable = [path for path in BOARD.paths[CENTRE] if path.kind == "stable"]
    for end in {path.end for path in stable}:
        ways = [set(path.via) for path in stable if path.end == end]
        assert len(ways) == 3
        assert not set.intersection(*ways)


def test_every_ruling_occurs() -> None:
    written = {
        ruling
        for page in PAGES
        for ruling in re.findall(r"\b[WCRLTA]-\d+", page.read_text("utf-8"))
    }
    assert written == RULINGS


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_table_names_only_functions_that_exist(page: Path) -> None:
    rows = table(page, "Clause, function, test")
    assert rows
    for clause, _, functions, _ in rows:
        for name in names(functions):
            assert exists(name), f"{clause}: there is no {name}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_table_names_only_tests_that_exist(page: Path) -> None:
    for clause, _, _, tests in table(page, "Clause, function, test"):
        for name in names(tests):
            file, _, function = name.partition("::")
            assert function in functions_in(TESTS / file), f"{clause}: there is no test {name}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_every_clause_has_a_function_and_a_test(page: Path) -> None:
    for clause, _, functions, tests in table(page, "Clause, function, test"):
        assert names(functions), clause
        assert names(tests), clause


def test_the_tables_name_every_ruling() -> None:
    rulings = {
        ruling
        for page in PAGES
        for row in table(page, "Clause, function, test")
        for ruling in re.findall(r"\b[WCRLTA]-\d+", row[1])
    }
    assert rulings == RULINGS


def names(cell: str) -> list[str]:
    return re.findall(r"`([^`]+)`", cell)


def exists(name: str) -> bool:
    """Whether `module:function` or `module:Class.method` below `duiyi` can be imported."""
    module, _, path = name.partition(":")
    found: object = importlib.import_module(f"duiyi.{module}")
    for part in path.split("."):
        found = getattr(found, part, None)
    return callable(found) or isinstance(found, property) or hasattr(found, "__get__")


@cache
def functions_in(file: Path) -> frozenset[str]:
    tree = ast.parse(file.read_text("utf-8")) if file.is_file() else ast.parse("")
    return frozenset(node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))


@pytest.mark.parametrize("page", markdown_files(), ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_leads_somewhere(page: Path) -> None:
    for link in links(page):
        target, _, anchor = link.partition("#")
        file = (page.parent / target).resolve() if target else page
        assert file.exists(), f"{link} leads nowhere"
        if anchor:
            assert anchor in anchors(file), f"{link}: there is no such heading"
