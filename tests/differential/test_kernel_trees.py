"""Whole trees on the kernels and by the Python rules: sequences counted, small ends explored."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from tests.differential.cases import (
    MIDGAMES,
    SEQUENCES,
    SOAK,
    Ending,
    by_variant,
    endings,
    midgames,
    named,
    starts,
)
from tests.differential.compare import count, explore
from tests.differential.kernel import KernelFor
from tests.differential.programs import GAMES

import duiyi
from duiyi.core import State

Kernels = Callable[[str], KernelFor]
VARIANTS = ["installed", "sanitized", *(["portable", "sanitized-portable"] if SOAK else [])]


@pytest.mark.parametrize("variant", by_variant(VARIANTS))
@pytest.mark.parametrize("start", named(starts))
def test_a_kernel_counts_as_many_sequences_as_the_rules(
    kernels_of: Kernels, variant: str, start: State[Any]
) -> None:
    small = variant != "installed" and not SOAK
    for state in midgames(start, MIDGAMES):
        count(kernels_of(variant)(start), state, SEQUENCES // 10 if small else SEQUENCES)


@pytest.mark.parametrize(
    ("game", "counts"),
    [
        ("relati-classic", [25, 600, 3312]),
        ("tzaar", [42, 1_797, 260_556, 11_010_135]),
    ],
)
def test_a_kernel_counts_what_is_known(kernels_of: Kernels, game: str, counts: list[int]) -> None:
    start = duiyi.game(game).start()
    kernel = kernels_of("installed")(start)
    kernel.load(start.dump())
    assert [kernel.perft(depth) for depth in range(1, len(counts) + 1)] == counts


@pytest.mark.slow
@pytest.mark.parametrize("variant", by_variant(VARIANTS if SOAK else ["installed"]))
@pytest.mark.parametrize("ending", named(endings))
def test_a_kernel_and_the_rules_agree_on_everything_that_can_still_happen(
    kernels_of: Kernels, variant: str, ending: Ending
) -> None:
    assert (
        explore(kernels_of(variant)(ending.state), ending.state, ending.depth) == ending.positions
    )


def test_the_ends_are_some_thousand_positions_of_each_game() -> None:
    positions = Counter({game: sum(one.positions for one in endings(game)) for game in GAMES})
    assert min(positions.values()) > 2_000, positions


@pytest.mark.skipif(not SOAK, reason="DUIYI_SOAK=1 explores around many positions of every sample")
@pytest.mark.parametrize("start", named(starts))
def test_a_kernel_and_the_rules_agree_around_every_position(
    kernels_of: Kernels, start: State[Any]
) -> None:
    for state in midgames(start, MIDGAMES):
        explore(kernels_of("installed")(start), state, 1)
