"""Locales: messages in three languages, English where one is missing."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest

import duiyi
from duiyi.core import locale, message
from duiyi.core.locale import LANGUAGES, add_catalog, catalog, has, text
from duiyi.core.message import Message

_blank = re.compile(r"\{(\w+)")


@pytest.fixture
def toys(tmp_path: Path) -> Iterator[None]:
    english = {
        "ball": "a ball",
        "count": "{n} {n|ball|balls}",
        "of": "{toy} of {who}",
        "list": "never used",
        "late": "only English",
    }
    chinese = {"ball": "球", "count": "{n} 顆球", "of": "{who}的{toy}"}
    (tmp_path / "en.json").write_text(json.dumps(english), "utf-8")
    (tmp_path / "zh-Hant.json").write_text(json.dumps(chinese), "utf-8")
    add_catalog("toys", tmp_path)
    yield
    del locale._directories["toys"]
    catalog.cache_clear()


@pytest.mark.usefixtures("toys")
@pytest.mark.parametrize(
    ("said", "english", "chinese"),
    [
        (message("toys:ball"), "a ball", "球"),
        (message("toys:count", n=1), "1 ball", "1 顆球"),
        (message("toys:count", n=2), "2 balls", "2 顆球"),
        (message("toys:of", toy=message("toys:ball"), who="O"), "a ball of O", "O的球"),
        (message("toys:of", toy="x", who=("A", "B")), "x of A, B", "A、B的x"),
        (message("toys:of", toy=Fraction(5, 2), who=Fraction(1, 3)), "2.5 of 1/3", "1/3的2.5"),
        (message("toys:of", toy="x"), "x of {who}", "{who}的x"),
        (message("toys:violation.game-over"), "the game is over", "對局已經結束"),
    ],
)
def test_a_message_in_words(said: Message, english: str, chinese: str) -> None:
    assert text(said) == english
    assert text(said, "zh-Hant") == chinese


@pytest.mark.usefixtures("toys")
def test_what_a_language_lacks_is_said_in_english_and_reported_once(
    caplog: pytest.LogCaptureFixture,
) -> None:
    locale.missing.discard(("zh-Hant", "toys:late"))
    with caplog.at_level(logging.WARNING, "duiyi.locale"):
        assert [text(message("toys:late"), "zh-Hant") for _ in range(2)] == ["only English"] * 2
    assert [record.getMessage() for record in caplog.records] == [
        "no text for toys:late in zh-Hant"
    ]
    assert ("zh-Hant", "toys:late") in locale.missing
    assert has("toys:late", "en")
    assert not has("toys:late", "zh-Hant")


@pytest.mark.usefixtures("toys")
def test_what_no_language_has_is_shown_by_its_key() -> None:
    assert text(message("toys:nothing")) == "toys:nothing"
    assert text(message("toys:nothing", n=1, who=message("toys:ball"))) == (
        "toys:nothing(n=1, who=a ball)"
    )


def test_a_catalog_that_nobody_added_is_empty() -> None:
    assert catalog("no such game", "en") == {}


def test_a_message_without_a_catalog_is_of_duiyi_itself() -> None:
    assert message("list").key == "core:list"
    assert message("event", b=2, a=1) == message("event", a=1, b=2)
    assert message("event", a=1)["a"] == 1


@pytest.mark.parametrize("name", ["core", *(game.id for game in duiyi.games())])
def test_a_catalog_says_the_same_in_every_language(name: str) -> None:
    """The same keys, and no blank that the English does not fill."""
    english = catalog(name, "en")
    assert english
    for language in LANGUAGES:
        other = catalog(name, language)
        assert set(other) == set(english), language
        for key, template in other.items():
            assert set(_blank.findall(template)) <= set(_blank.findall(english[key])), key
