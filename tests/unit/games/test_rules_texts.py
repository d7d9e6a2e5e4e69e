"""The rules that games bring: the same parts in every language, diagrams, clauses of messages."""

from __future__ import annotations

import fnmatch
import json
import re
import tomllib
from functools import cache
from importlib.resources import files

import pytest

import duiyi
from duiyi.core.locale import LANGUAGES
from duiyi.core.state import Game
from duiyi.server.http.rules_page import rules_page
from duiyi.server.teaching.diagrams import diagram
from duiyi.server.wire.teaching import RulesPage

TAUGHT = {
    "relati-classic": "placing links winning",
    "relati": "links cut mending winning cannon chain continuous migration friendly-fire",
    "relati-legacy": "source links cut strike from-afar shield bomb pincer safe-zone escape "
    "elimination",
    "tzaar": "board lines capture stacking kinds turn first-turn winning pass",
    "atom": "turn drawing placing cells attack defence destroying parts passives effects direct "
    "first-turn winning",
}
"""By game, parts of the rules that lessons name: an id that is given up here is missed there."""
SAID = re.compile(r"(?:violation|event)\..+")
every_game = pytest.mark.parametrize("name", TAUGHT)


@cache
def page(name: str, language: str) -> RulesPage:
    return rules_page(duiyi.game(name), language)


def ids(name: str, language: str) -> list[str]:
    return [block.id for block in page(name, language).blocks if block.kind == "heading"]


def keys(game: Game) -> set[str]:
    return set(json.loads((game.locales / "en.json").read_text("utf-8")))


def clause_of(clauses: dict[str, str], key: str) -> str | None:
    """As the page finds it: the longest key or beginning that fits."""
    fits = [pattern for pattern in clauses if fnmatch.fnmatchcase(key, pattern)]
    return clauses[max(fits, key=len)] if fits else None


@every_game
def test_all_languages_have_the_same_parts_with_ids(name: str) -> None:
    first = ids(name, "en")
    assert all(first)
    assert len(first) == len({*first})
    assert {*TAUGHT[name].split()} <= {*first}
    for language in LANGUAGES:
        assert page(name, language).language == language
        assert ids(name, language) == first
        shapes = [
            [(block.kind, block.level, len(block.rows)) for block in page(name, one).blocks]
            for one in (language, "en")
        ]
        assert shapes[0] == shapes[1]


@every_game
def test_every_refusal_and_every_narrated_sentence_has_its_clause(name: str) -> None:
    clauses = page(name, "en").clauses
    said = {key for key in keys(duiyi.game(name)) if SAID.fullmatch(key)}
    assert said
    assert {key for key in said if clause_of(clauses, key) is None} == set()
    assert {*clauses.values()} <= {*ids(name, "en")}


@every_game
def test_every_clause_is_of_a_message_that_there_is(name: str) -> None:
    known = keys(duiyi.game(name)) | keys_of_core()
    idle = {
        pattern
        for pattern in page(name, "en").clauses
        if not any(fnmatch.fnmatchcase(key, pattern) for key in known)
    }
    assert idle == set()


def keys_of_core() -> set[str]:
    file = files("duiyi") / "locales" / "en.json"
    return set(json.loads(file.read_text("utf-8")))


@every_game
def test_every_diagram_holds_and_is_shown_in_every_language(name: str) -> None:
    game = duiyi.game(name)
    entries = tomllib.loads((game.rules / "diagrams.toml").read_text("utf-8"))  # type: ignore[attr-defined]
    assert len(entries) >= 4
    for each, entry in entries.items():
        diagram(game, each, entry)
    for language in LANGUAGES:
        text = (game.rules / f"{language}.md").read_text("utf-8")  # type: ignore[attr-defined]
        fences = re.findall(r"^```position\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
        lines = [line.partition(": ") for fence in fences for line in fence.splitlines()]
        assert sorted(each for each, _, _ in lines) == sorted(entries)
        assert all(caption for _, _, caption in lines)
