"""Everything that classes say exists in every language, with the same parameters."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import duiyi.classes
from duiyi.classes.roles import Role
from duiyi.classes.rows import ClassState, MemberState
from duiyi.core.locale import LANGUAGES, catalog

SOURCES = sorted(Path(duiyi.classes.__file__).parent.rglob("*.py"))
SAID = {
    r'BadClass\(\s*"([a-z.-]+)"': "class.{}",
    r'Refused\(\s*"([a-z_-]+)"': "class.refused.{}",
    r'_problem\(\s*[\w.]+,\s*"([a-z-]+)"': "class.roster.line.{}",
    r'key, seconds = "(\w+)"': "class.refused.{}",
    r'\("(slow_down)", interval\)': "class.refused.{}",
    r'else \("(authorization_pending)"': "class.refused.{}",
    r'"many-(waiting)" if': "class.many-{}",
    r'else "many-(members)"': "class.many-{}",
    r'message\(\s*"(class\.[a-z.-]+)"': "{}",
}


def said() -> set[str]:
    found: set[str] = set()
    for file in SOURCES:
        text = file.read_text("utf-8")
        for pattern, key in SAID.items():
            found |= {key.format(name) for name in re.findall(pattern, text)}
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_is_known_and_every_known_one_is_said(language: str) -> None:
    known = {key for key in catalog("core", language) if key.startswith("class.")}
    names = [("role", Role), ("member", MemberState), ("state", ClassState)]
    words = {f"class.{kind}.{one.value}" for kind, every in names for one in every}
    assert known == said() | words | {"class.no-class"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_sentences_have_the_same_parameters_in_every_language(language: str) -> None:
    here, english = catalog("core", language), catalog("core", "en")
    for key in english:
        if key.startswith(("class.", "formula.")):
            names = [set(re.findall(r"\{(\w+)", words[key])) for words in (here, english)]
            assert names[0] == names[1], key
