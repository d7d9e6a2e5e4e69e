"""atom: its options (A-2, A-8, A-11, A-12)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from tests.unit.games.atom.positions import words

import duiyi
from duiyi.games.atom import GAME, AtomOptions


def test_the_defaults() -> None:
    assert AtomOptions() == AtomOptions(
        damage="attack", life_cap=None, turn_limit=200, max_height=24, max_width=23
    )
    text = "damage=attack life_cap=none turn_limit=200 max_height=24 max_width=23"
    assert AtomOptions().text() == text
    assert AtomOptions.parse(text.split()) == AtomOptions()
    assert all(not kind.start_only for kind in AtomOptions.kinds().values())


@pytest.mark.parametrize(("height", "width"), [(24, 24), (24, 25), (1, 1), (2, 2), (60, 60)])
def test_a_2_the_width_must_be_smaller_than_the_height(height: int, width: int) -> None:
    with pytest.raises(duiyi.BadOptions) as caught:
        GAME.start(max_height=height, max_width=width)
    assert caught.value.field == "max_width"
    assert words(caught.value.message) == (
        f"max_width ({width}) must be smaller than max_height ({height}): a wall must be breakable",
        f"max_width（{width}）必须小于 max_height（{height}）：墙必须攻得破",
        f"max_width（{width}）必須小於 max_height（{height}）：牆必須攻得破",
    )


@pytest.mark.parametrize(("height", "width"), [(2, 1), (24, 23), (60, 59), (60, 1)])
def test_a_2_any_smaller_width_will_do(height: int, width: int) -> None:
    options = GAME.start(max_height=height, max_width=width).options
    assert (options.max_height, options.max_width) == (height, width)


@pytest.mark.parametrize(
    ("given", "field", "allowed"),
    [
        ({"damage": "all"}, "damage", "attack, none, excess"),
        ({"life_cap": 0}, "life_cap", "1-999, none"),
        ({"life_cap": 1000}, "life_cap", "1-999, none"),
        ({"turn_limit": 0}, "turn_limit", "1-9999"),
        ({"turn_limit": 10000}, "turn_limit", "1-9999"),
        ({"turn_limit": None}, "turn_limit", "1-9999"),
        ({"max_height": 61}, "max_height", "1-60"),
        ({"max_width": 0}, "max_width", "1-60"),
        ({"max_height": 0}, "max_height", "1-60"),
        ({"max_width": 61}, "max_width", "1-60"),
    ],
)
def test_values_out_of_range_are_refused(given: dict[str, Any], field: str, allowed: str) -> None:
    with pytest.raises(duiyi.BadOptions) as caught:
        GAME.start(**given)
    assert caught.value.field == field
    assert str(caught.value).endswith(f"allowed: {allowed}")


@pytest.mark.parametrize("given", [{"life_cap": 1}, {"life_cap": 999}, {"turn_limit": 9999}])
def test_the_ends_of_the_ranges_are_allowed(given: dict[str, int]) -> None:
    (name, value) = next(iter(given.items()))
    assert getattr(GAME.start(**given).options, name) == value


def test_the_samples_have_every_choice_and_each_number_at_both_ends() -> None:
    short, default = AtomOptions(turn_limit=30), AtomOptions()
    assert AtomOptions.samples() == (
        default,
        replace(short, damage="none"),
        replace(short, damage="excess"),
        replace(short, life_cap=1),
        replace(short, life_cap=999),
        replace(default, turn_limit=1),
        replace(default, turn_limit=9999),
        replace(short, max_height=60),
        replace(short, max_width=1),
        replace(short, max_height=2, max_width=1),
        replace(short, max_height=60, max_width=59),
    )
    assert GAME.samples() == [(2, options) for options in AtomOptions.samples()]
