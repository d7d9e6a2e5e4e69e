"""The kernels of all five games, decision by decision beside the Python rules.

After every decision and every withdrawal all that can be said about a position has to be the same:
who acts, whose turn it is, the dump, the legal tokens in order, probabilities, winner and reason.
`DUIYI_SOAK=1` walks further and more often.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from tests.differential.cases import LONGEST, SOAK, by_variant, named, starts, walks
from tests.differential.kernel import KernelFor

from duiyi.core import State

# How many walks there are from each start, and how long. Hypothesis begins with that of zeros.
SIZES = {"installed": (3, LONGEST), "portable": (2, LONGEST), "sanitized": (2, 60)}
if SOAK:
    SIZES = {
        "installed": (30, LONGEST),
        "portable": (8, LONGEST),
        "sanitized": (8, LONGEST),
        "sanitized-portable": (3, LONGEST),
    }


@pytest.mark.parametrize("variant", by_variant(SIZES))
@pytest.mark.parametrize("start", named(starts))
def test_a_kernel_and_the_rules_walk_together(
    kernels_of: Callable[[str], KernelFor], variant: str, start: State[Any]
) -> None:
    walks(kernels_of(variant)(start), start, *SIZES[variant])
