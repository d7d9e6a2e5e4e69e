"""The pages of rules have the text of the games' packages, as `make rules` puts it there."""

from __future__ import annotations

import pytest
from tools.rules_docs import END, LANGUAGES, NAMES, begin, page_of, renewed, written


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_a_page_has_the_rules_of_the_package(name: str, language: str) -> None:
    page = page_of(name, language).read_text("utf-8")
    assert renewed(page, name, language) == page
    other = page.replace("\n\n## ", "\n\n## X ", 1)
    assert renewed(other, name, language) == page  # what is changed in the page alone is lost


def test_what_a_code_host_cannot_draw_is_left_out() -> None:
    rules = "# T\n\n## A {#a}\nIt dies[^A-8][^W-1].\n\n```position\nx: y\n```\n\n### B {#b}\nC.\n"
    assert written(rules, "en") == "## A\nIt dies (A-8, W-1).\n\n### B\nC.\n"
    assert written("## 一 {#a}\n死[^A-8][^W-1]。\n", "zh-Hant") == "## 一\n死（A-8、W-1）。\n"


def test_a_page_without_its_marks_is_refused() -> None:
    page = page_of("atom", "en").read_text("utf-8")
    for mark in (END, begin("atom", "en")):
        with pytest.raises(ValueError, match="unpack"):
            renewed(page.replace(mark, ""), "atom", "en")
