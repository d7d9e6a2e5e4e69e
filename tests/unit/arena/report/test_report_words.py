"""Foreign text is visible and cannot turn anything around; our own is there in all languages."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import duiyi.arena.report
from duiyi.arena.report.page.words import Words, cut, one_line, phrase, said, visible
from duiyi.core.locale import LANGUAGES, catalog
from duiyi.engine.fault import CODES, Verdict


@pytest.mark.parametrize(
    ("foreign", "shown"),
    [
        ("plain 漢字 é", "plain 漢字 é"),
        ("a\x00b", "a\\x00b"),
        ("\u202egnp.exe", "\\u202egnp.exe"),
        ("\u2066\u2069\u200f\u061c", "\\u2066\\u2069\\u200f\\u061c"),
        ("zero\u200bwidth\ufeff", "zero\\u200bwidth\\ufeff"),
        ("half \ud83d pair", "half \\ud83d pair"),
        ("line\nand\ttab\r", "line\nand\ttab\\x0d"),
        ("tag \U000e0041", "tag \\ue0041"),
    ],
)
def test_what_cannot_be_seen_is_written_out(foreign: str, shown: str) -> None:
    assert visible(foreign) == shown
    visible(foreign).encode("utf-8")


def test_a_line_stays_a_line() -> None:
    assert one_line("a\nb\tc") == "a\\nb\\tc"
    assert cut("x" * 10, 4) == "xxxx…"


def test_a_word_has_one_number() -> None:
    words = Words()
    assert words.say("column.bot") == words.say("filter.bot") == 0
    assert words.say("page.turn", turn=3) == 1
    assert words.texts[1] == ("第 3 回合", "第 3 回合", "turn 3")


def test_what_a_bot_says_is_made_visible_within_a_sentence() -> None:
    told = said(phrase("fault.illegal", token="\u202eA1"))
    assert all("\\u202e" in one and "\u202e" not in one for one in told)


def test_every_verdict_and_code_has_words() -> None:
    for language in LANGUAGES:
        known = catalog("core", language)
        for verdict in Verdict:
            assert f"report.verdict.{verdict.value}" in known
            for code in CODES.get(verdict, ()):
                assert f"report.fault.{verdict.value}.{code}" in known


def test_every_word_that_is_asked_for_is_there_and_no_other() -> None:
    """In all languages; keys that are put together count by how they begin."""
    asked: set[str] = set()
    begun: set[str] = set()
    home = Path(duiyi.arena.report.__file__).parent
    source = "".join(file.read_text("utf-8") for file in home.rglob("*.py"))
    for key in re.findall(r'"([a-z][\w.-]*)"', source):
        asked.add(f"report.{key}")
    for start in re.findall(r'f"([a-z][\w-]*\.)\{', source):
        begun.add(f"report.{start}")
    for language in LANGUAGES:
        own = {key for key in catalog("core", language) if key.startswith("report.")}
        unknown = {key for key in own if key not in asked and not key.startswith(tuple(begun))}
        assert not unknown
    assert len({frozenset(k for k in catalog("core", one) if k.startswith("report."))
                for one in LANGUAGES}) == 1  # fmt: skip
