"""Every phrase of the command line exists in every language."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import duiyi.cli
from duiyi.core.locale import LANGUAGES, catalog, has
from duiyi.draw.terminal.board import FRAMES

SOURCES = sorted(Path(duiyi.cli.__file__).parent.rglob("*.py"))
SAID = re.compile(r"""(?:say|phrase)\(\s*"([a-z.-]+)"|message\(\s*"cli\.([a-z.-]+)\"""")
COLUMNS = ("game", "title", "seats", "options", "option", "allowed", "default", "meaning")


def phrases() -> set[str]:
    found = {
        first or second
        for file in SOURCES
        for first, second in SAID.findall(file.read_text("utf-8"))
    }
    found |= {f"mark.{mark}" for mark in (*FRAMES, "legal", "area", "height", "lattice")}
    found |= {f"area.{kind}" for kind in ("safe-zone", "goal", "other")}
    return found | {f"column.{column}" for column in COLUMNS}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_phrase_that_is_said_is_known_and_every_known_one_is_said(language: str) -> None:
    known = {
        key.removeprefix("cli.") for key in catalog("core", language) if key.startswith("cli.")
    }
    assert known == phrases()
    assert all(has(f"core:bad-options.{key}", language) for key in ("player", "player-near"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_phrases_have_the_same_parameters_in_every_language(language: str) -> None:
    here, english = catalog("core", language), catalog("core", "en")
    for key in english:
        if key.startswith("cli."):
            names = [set(re.findall(r"\{(\w+)", words[key])) for words in (here, english)]
            assert names[0] == names[1], key
