"""Searches by nodes find what they have always found: depths, nodes, scores and lines, to the last.

A change that should only tidy up or speed up leaves `golden_searches.json` as it is. A change that
should find something else writes it anew: `python -m tests.unit.search.test_golden_searches`.
"""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import TypedDict

import pytest
from tests.unit.search.asked import compiled, said_by

# Its drivers have to be compiled first.
pytestmark = pytest.mark.slow

GOLDEN = Path(__file__).with_name("golden_searches.json")
GAMES = Path(__file__).parents[3] / "src/duiyi/games"


class Case(TypedDict):
    program: str
    words: list[str]
    """With `DATA` for the folder of the game's weights."""
    said: list[str]
    """Without the time that it took."""


CASES: list[Case] = json.loads(GOLDEN.read_text("utf-8"))

program_of = cache(compiled)


def said(program: Path, words: list[str]) -> list[str]:
    told = said_by(program, *map(_with_weights, words))
    return re.sub(r" seconds \S+", "", told).splitlines()


def _with_weights(word: str) -> str:
    return re.sub(r"DATA/(\w+\.\w+)", lambda found: str(_weights()[found[1]]), word)


@cache
def _weights() -> dict[str, Path]:
    return {file.name: file for file in GAMES.glob("*/weights/*")}


@pytest.mark.parametrize("case", CASES, ids=lambda case: " ".join(case["words"]))
def test_a_search_finds_what_it_has_always_found(case: Case) -> None:
    assert said(program_of(case["program"]), case["words"]) == case["said"]


def test_golden_searches_are_of_many_kinds() -> None:
    kinds = {(case["program"], *case["words"][:4]) for case in CASES}
    assert len(kinds) >= 10
    assert any(len(case["said"]) > 2 for case in CASES), "some with several lines"


def write(cases: list[Case]) -> None:
    GOLDEN.write_text(json.dumps(cases, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    for one in CASES:
        one["said"] = said(program_of(one["program"]), one["words"])
    write(CASES)
