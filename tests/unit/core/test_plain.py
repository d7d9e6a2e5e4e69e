"""Plain data: what is sent as JSON."""

from __future__ import annotations

import json
from dataclasses import dataclass
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.unit.core.pebbles import PEBBLES

from duiyi.core import Geometry, Options, Site, message, number
from duiyi.core.outcome import won
from duiyi.core.plain import plain


@dataclass(frozen=True)
class Big(Options):
    seed: int = number(0, 0, 2**64 - 1)


def test_a_message_is_its_key_and_parameters() -> None:
    inner = message("symbol.circle")
    assert plain(message("pebbles:event.pass", symbol=inner, half=Fraction(1, 2))) == {
        "key": "pebbles:event.pass",
        "params": {"half": "1/2", "symbol": {"key": "core:symbol.circle", "params": {}}},
    }


def test_an_outcome_keeps_exact_scores() -> None:
    assert plain(won(1, 2, "won")) == {"scores": ["0", "1"], "reason": "won"}


def test_a_geometry_is_an_object() -> None:
    board = Geometry((Site("A", 0.5, 0),), (((0, 0), (1, 0)),))
    assert plain(board) == {
        "sites": [{"id": "A", "x": 0.5, "y": 0, "label": "", "group": "", "outline": []}],
        "lines": [[[0, 0], [1, 0]]],
    }


def test_big_numbers_are_texts() -> None:
    assert plain([2**53, 2**53 + 1, -(2**53) - 1]) == [2**53, str(2**53 + 1), str(-(2**53) - 1)]
    assert plain(Big(2**60)) == {"seed": str(2**60)}


def test_sets_are_sorted_and_truth_stays_truth() -> None:
    assert plain({"out": frozenset({2, 0, 1}), "over": False, "none": None}) == {
        "out": [0, 1, 2],
        "over": False,
        "none": None,
    }


def test_a_view_can_be_sent() -> None:
    view = plain(PEBBLES.start().play("A").view())
    assert json.loads(json.dumps(view)) == view
    assert isinstance(view, dict)
    assert view["actor"] == 1


@pytest.mark.parametrize("value", [object(), float("nan"), float("inf"), 1j, b"", {1: 2}, Big])
def test_what_is_not_meant_to_be_sent_is_refused(value: object) -> None:
    with pytest.raises(TypeError):
        plain(value)


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text() | st.fractions() | st.floats(-9, 9),
    lambda inner: st.lists(inner) | st.tuples(inner) | st.dictionaries(st.text(), inner),
)


@given(values)
def test_plain_data_survives_json_and_stays_plain(value: object) -> None:
    data = plain(value)
    assert json.loads(json.dumps(data, allow_nan=False)) == data
    assert plain(data) == data
