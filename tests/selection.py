"""Parameters of which `make test` needs only some: the others are marked `slow`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def slow_but(*quick: Any, of: Iterable[Any]) -> list[Any]:
    """Parameters for a test with one: all are slow but these."""
    values = list(of)
    assert all(value in values for value in quick), quick
    return [
        pytest.param(value, marks=() if value in quick else pytest.mark.slow) for value in values
    ]


def first_quick(*rows: tuple[Any, ...]) -> list[Any]:
    """Parameters for a test with several: all rows are slow but the first."""
    first, *others = rows
    return [pytest.param(*first), *(pytest.param(*row, marks=pytest.mark.slow) for row in others)]
