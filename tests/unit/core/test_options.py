"""Options: one validator, one parser, one schema."""

from __future__ import annotations

import contextlib
import json
from dataclasses import dataclass, replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from duiyi.core import BadOptions, Options, choice, message, number, switch
from duiyi.core.options import SAFE_INTEGER


@dataclass(frozen=True)
class Setup(Options):
    chain: bool = switch()
    cannon: bool = switch(default=True)
    layout: str = choice("fixed", "random", start_only=True)
    size: int = number(9, 3, 19)
    cap: int | None = number(None, 1, 99)
    seed: int = number(0, 0, 2**64 - 1, start_only=True)

    def check(self) -> None:
        if self.chain and not self.cannon:
            raise BadOptions(message("bad-options.value", name="chain"), "chain")


setups = st.builds(
    Setup,
    chain=st.just(False),
    cannon=st.booleans(),
    layout=st.sampled_from(["fixed", "random"]),
    size=st.integers(3, 19),
    cap=st.none() | st.integers(1, 99),
    seed=st.integers(0, 2**64 - 1),
)


@given(setups)
def test_options_come_back_from_their_text(options: Setup) -> None:
    assert Setup.parse(options.text().split()) == options


@given(setups)
def test_options_come_back_from_json(options: Setup) -> None:
    assert Setup.of_json(json.loads(json.dumps(options.json()))) == options


def test_the_text_is_what_a_person_writes() -> None:
    text = "chain=off cannon=on layout=fixed size=9 cap=none seed=0"
    assert Setup().text() == text
    assert Setup.parse(["layout=random", "size=19", "cap=7"]) == Setup(
        layout="random", size=19, cap=7
    )


def test_numbers_that_javascript_cannot_hold_travel_as_strings() -> None:
    assert Setup(seed=SAFE_INTEGER).json()["seed"] == SAFE_INTEGER
    assert Setup(seed=SAFE_INTEGER + 1).json()["seed"] == str(SAFE_INTEGER + 1)
    assert Setup.of_json({"seed": "18446744073709551615"}).seed == 2**64 - 1


@pytest.mark.parametrize(
    ("pairs", "field", "words"),
    [
        (["size=2"], "size", "option size: 2 is not allowed; allowed: 3-19"),
        (["size=20"], "size", "3-19"),
        (["size=9.0"], "size", "9.0 is not allowed"),
        (["size=09"], "size", "09 is not allowed"),
        (["size=none"], "size", "none is not allowed"),
        (["size=９"], "size", "is not allowed"),
        (["size=" + "9" * 5000], "size", "is not allowed"),
        (["cap=0"], "cap", "allowed: 1-99, none"),
        (["chain=yes"], "chain", "allowed: off, on"),
        (["chain=True"], "chain", "allowed: off, on"),
        (["layout=Fixed"], "layout", "allowed: fixed, random"),
        (["chain"], "chain", "needs a value"),
        (["size=5", "size=5"], "size", "given twice"),
        (["chian=on"], "chian", "did you mean chain?"),
        (["weather=on"], "weather", "there are: chain, cannon, layout, size, cap, seed"),
        ([""], "", "there is no option"),
        (["chain=on", "cannon=off"], "chain", "chain"),
    ],
)
def test_bad_pairs_are_refused_by_name(pairs: list[str], field: str, words: str) -> None:
    with pytest.raises(BadOptions) as caught:
        Setup.parse(pairs)
    assert caught.value.field == field
    assert words in str(caught.value)


@pytest.mark.parametrize(
    "values",
    [
        {"size": True},
        {"size": 9.0},
        {"size": "9"},
        {"size": None},
        {"chain": 1},
        {"chain": None},
        {"layout": "other"},
        {"cap": 0},
        {"seed": -1},
        {"seed": 2**64},
        {"size": []},
        {"unknown": 1},
    ],
)
def test_bad_values_are_refused(values: dict[str, Any]) -> None:
    with pytest.raises(BadOptions):
        Setup.of(values)


@given(st.text(max_size=30))
def test_any_text_is_options_or_bad_options(text: str) -> None:
    for pair in (text, f"size={text}", f"chain={text}", f"layout={text}"):
        with contextlib.suppress(BadOptions):
            assert isinstance(Setup.parse([pair]), Setup)


def test_a_game_without_options_says_so() -> None:
    assert Options.parse([]) == Options()
    assert Options().text() == ""
    with pytest.raises(BadOptions, match="this game has no options"):
        Options.parse(["size=9"])


def test_only_rules_are_part_of_a_state() -> None:
    assert dict(Setup().rules()) == {"chain": False, "cannon": True, "size": 9, "cap": None}


def test_samples_show_every_choice_and_the_ends_of_numbers() -> None:
    samples = Setup.samples()
    assert len(set(samples)) == len(samples)
    switches = {(s.chain, s.cannon, s.layout) for s in samples}
    assert len(switches) == 6  # chain without cannon is left out
    assert {s.size for s in samples} == {3, 9, 19}
    assert {s.cap for s in samples} == {None, 1, 99}
    assert {s.seed for s in samples} == {0, 2**64 - 1}


def test_the_schema_offers_what_the_validator_takes() -> None:
    schema: Any = json.loads(json.dumps(Setup.schema()))
    fields = schema["properties"]
    assert schema["additionalProperties"] is False
    assert fields["cannon"] == {"type": "boolean", "default": True, "startOnly": False}
    assert fields["layout"]["enum"] == ["fixed", "random"]
    assert fields["layout"]["startOnly"] is True
    assert (fields["size"]["minimum"], fields["size"]["maximum"]) == (3, 19)
    assert fields["cap"]["type"] == ["integer", "null"]
    assert fields["seed"]["type"] == "string"


def test_changed_options_are_checked_too() -> None:
    with pytest.raises(BadOptions):
        replace(Setup(), size=1)
