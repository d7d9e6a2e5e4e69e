"""atom: its catalog in three languages."""

from __future__ import annotations

import re

import pytest

from duiyi.core.locale import LANGUAGES, catalog, text
from duiyi.core.message import message
from duiyi.games.atom import AtomOptions

_blank = re.compile(r"\{(\w+)")


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_languages_have_the_same_messages_with_the_same_blanks(language: str) -> None:
    english, other = catalog("atom", "en"), catalog("atom", language)
    assert list(english) == list(other) == sorted(english)
    for key, template in english.items():
        assert set(_blank.findall(template)) == set(_blank.findall(other[key])), key


def test_titles() -> None:
    said = [text(message("atom:title"), language) for language in ("en", "zh-Hans", "zh-Hant")]
    assert said == ["Atom Game", "原子游戏", "原子遊戲"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_option_has_a_label_and_help(language: str) -> None:
    written = {key for key in catalog("atom", language) if key.startswith("option.")}
    names = AtomOptions.kinds()
    assert written == {f"option.{name}" for name in names} | {
        f"option.{name}.help" for name in names
    }


@pytest.mark.parametrize(
    ("language", "foreign"), [("zh-Hant", "个对点这没"), ("zh-Hans", "個對點這沒")]
)
def test_scripts_are_not_mixed(language: str, foreign: str) -> None:
    said = "".join(catalog("atom", language).values())
    assert not set(said) & set(foreign)
