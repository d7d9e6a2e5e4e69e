"""Strangers find their way by the tree alone: its table is true, and packages are small."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from tests.unit.docs.pages import ROOT

OVERVIEW = ROOT / "docs" / "architecture" / "README.md"
MOST_MODULES = 14


def rows() -> list[tuple[str, list[str]]]:
    """The questions, each with the paths of its answer."""
    text = OVERVIEW.read_text("utf-8")
    table = text[text.index("## Where is it?") : text.index("## The tree")]
    found = re.findall(r"^\| (.+\?) \| (.+) \|$", table, re.MULTILINE)
    return [(question, re.findall(r"`([\w./-]+/[\w./-]*)`", answer)) for question, answer in found]


@pytest.mark.parametrize(("question", "paths"), rows())
def test_every_answer_names_files_that_exist(question: str, paths: list[str]) -> None:
    assert paths, question
    assert [path for path in paths if not (ROOT / path).exists()] == []


def test_the_questions_of_strangers_are_answered() -> None:
    asked = " ".join(question for question, _ in rows())
    for word in ("socket", "charged", "levels", "worker", "certificate"):
        assert word in asked


def test_no_package_has_so_many_modules_that_nobody_finds_one() -> None:
    modules = Counter(
        file.parent for file in (ROOT / "src").rglob("*.py") if file.name != "__init__.py"
    )
    assert {str(place): count for place, count in modules.items() if count > MOST_MODULES} == {}


def test_the_tree_names_every_package() -> None:
    text = OVERVIEW.read_text("utf-8")
    tree = text[text.index("## The tree") : text.index("## Directions")]
    packages = {place.parent.name for place in (ROOT / "src/duiyi").glob("*/__init__.py")}
    assert sorted(name for name in packages if f"  {name}/" not in tree) == []
