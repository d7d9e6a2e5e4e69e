"""The pictures' positions that the page carries are what the rules make today."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tools.page_examples import EXAMPLES, OUT, example

import duiyi

ROOT = Path(__file__).parents[3]


def test_every_file_has_a_maker_and_every_maker_a_file() -> None:
    assert {file.stem for file in (ROOT / OUT).glob("*.json")} == set(EXAMPLES)


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_is_as_the_rules_make_it(name: str) -> None:
    kept = json.loads((ROOT / OUT / f"{name}.json").read_text("utf-8"))
    assert kept == example(name)


def test_every_extension_of_relati_is_explained_by_a_before_and_an_after() -> None:
    for name in duiyi.game("relati").options.kinds():
        assert {f"relati.{name}.0", f"relati.{name}.1"} <= set(EXAMPLES)
