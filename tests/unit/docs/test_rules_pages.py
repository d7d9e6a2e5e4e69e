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

NAMES = ("relati-classic", "relati", "relati-legacy", "tzaar", "atom")
CHINESE = ("zh-Hant", "zh-Hans")
RELATI = RULES / "relati.md"
PAGES = tuple(RULES / f"{name}.md" for name in NAMES)
"""The English pages, which also hold what only those who read the code need."""
WRITTEN = (*PAGES, *(RULES / f"{name}.{language}.md" for name in NAMES for language in CHINESE))
"""The rules in all languages, a page for each."""
TESTS = ROOT / "tests" / "unit"
RULINGS = {
    *(f"W-{n}" for n in range(1, 6)),
    *(f"C-{n}" for n in range(1, 7)),
    *(f"R-{n}" for n in range(1, 17)),
    *(f"L-{n}" for n in range(1, 17)),
    *(f"T-{n}" for n in range(1, 11)),
    *(f"A-{n}" for n in range(1, 14)),
}
SEATING = {"T-10"}
"""Who sits where is decided before a game begins: no clause of the rules is about it."""
DEPARTURES = {
    "relati-classic": {"C-2", "C-3"},
    "relati": {"R-5", "R-6", "R-7", "R-10", "R-13", "R-15"},
    "relati-legacy": {"L-1", "L-5", "L-7", "L-15"},
    "tzaar": {"T-5"},
    "atom": {"A-3", "A-7", "A-8", "A-12"},
}
"""Rulings that settle what an original leaves open, or depart from it."""
ORIGINAL = {
    "en": "The original, and where we settle or depart",
    "zh-Hant": "與原文的出入",
    "zh-Hans": "与原文的出入",
}
GAMES = [block for page in WRITTEN for block in blocks(page, "duiyi")]
PATHS = blocks(RELATI, "path")
_ruling = re.compile(r"(?<![\w-])[WCRLTA]-\d+(?!\w)")
_tested = re.compile(r"\bdef test((?:_[wcrlta]_\d+)+)_")
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


@pytest.mark.parametrize("page", WRITTEN, ids=lambda page: page.name)
def test_every_page_has_examples_and_leads_to_the_other_languages(page: Path) -> None:
    assert blocks(page, "duiyi")
    name = page.name.partition(".")[0]
    family = {one.name for one in WRITTEN if one.name.partition(".")[0] == name}
    assert family - {page.name} <= set(links(page))


@pytest.mark.parametrize("name", NAMES)
def test_both_chinese_pages_say_the_same(name: str) -> None:
    """As far as one can see without reading: their headings, examples, tables and rulings."""
    hant, hans = (RULES / f"{name}.{language}.md" for language in CHINESE)
    assert outline(hant) == outline(hans)
    for mark in ("duiyi", "path", "text"):
        assert [one.lines for one in blocks(hant, mark)] == [
            one.lines for one in blocks(hans, mark)
        ]
    assert _ruling.findall(hant.read_text("utf-8")) == _ruling.findall(hans.read_text("utf-8"))


def outline(page: Path) -> list[str]:
    """Of each line what is the same in every language: its depth, or that it is a row."""
    lines = re.findall(r"^(?:#+ |\||- |\d\. |!\[)", page.read_text("utf-8"), re.MULTILINE)
    return [line.strip() for line in lines]


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


@pytest.mark.parametrize("language", CHINESE)
def test_all_languages_have_the_same_pictures_of_links(language: str) -> None:
    pictures = [drawn(block) for block in PATHS]
    assert pictures == [drawn(block) for block in blocks(RULES / f"relati.{language}.md", "path")]


def test_no_cell_lies_on_all_three_stable_paths() -> None:
    stable = [path for path in BOARD.paths[CENTRE] if path.kind == "stable"]
    for end in {path.end for path in stable}:
        ways = [set(path.via) for path in stable if path.end == end]
        assert len(ways) == 3
        assert not set.intersection(*ways)


def explained(name: str) -> set[str]:
    """The rulings that a game's page explains."""
    rows = table(RULES / f"{name}.md", "Rulings")
    assert all(len(words.split()) > 4 for _, words in rows)
    return {ruling for ruling, _ in rows}


def test_every_ruling_is_explained() -> None:
    assert set.union(*map(explained, NAMES)) == RULINGS


@pytest.mark.parametrize("page", WRITTEN, ids=lambda page: page.name)
def test_a_page_uses_no_ruling_that_its_game_does_not_explain(page: Path) -> None:
    used = set(_ruling.findall(page.read_text("utf-8")))
    assert used <= explained(page.name.partition(".")[0])


def test_every_ruling_that_code_tests_and_pages_name_is_explained() -> None:
    used: dict[str, Path] = {}
    for file in (*source_files(), *markdown_files()):
        text = file.read_text("utf-8")
        in_names = " ".join(_tested.findall(text)).upper().replace("_", "-")
        rulings = {*_ruling.findall(text), *re.findall(r"[WCRLTA]-\d+", in_names)}
        used |= dict.fromkeys(rulings, file)
    assert len(used) >= len(RULINGS - SEATING)
    assert {ruling: file for ruling, file in used.items() if ruling not in RULINGS} == {}


def source_files() -> list[Path]:
    folders = (ROOT / "src", ROOT / "tests", ROOT / "kernels")
    kinds = {".py", ".hpp", ".cpp"}
    here = Path(__file__)
    files = (file for folder in folders for file in sorted(folder.rglob("*")))
    return [file for file in files if file.suffix in kinds and file != here]


@pytest.mark.parametrize("language", ORIGINAL)
@pytest.mark.parametrize("name", NAMES)
def test_a_page_says_where_it_departs_from_the_original(name: str, language: str) -> None:
    page = RULES / (f"{name}.md" if language == "en" else f"{name}.{language}.md")
    rows = table(page, ORIGINAL[language])
    assert {row[0] for row in rows} == DEPARTURES[name]
    for row in rows:
        ruling, original, other, here = row
        assert min(map(len, (original, other, here))) > 5, ruling


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
    assert RULINGS - SEATING <= rulings <= RULINGS


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
