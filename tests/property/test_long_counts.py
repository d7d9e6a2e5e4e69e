"""Counts of decision sequences that take too long to stand among the unit tests."""

from __future__ import annotations

import pytest

import duiyi
from duiyi.core.perft import perft


@pytest.mark.slow
def test_t_7_tzaar_to_length_four() -> None:
    assert perft(duiyi.game("tzaar").start(), 4) == 11_010_135
