"""The kernels under test, by the way in which they were built."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import cache

import pytest
from tests.differential.drivers import SOURCE, DriverFor, drivers
from tests.differential.installed import InstalledKernel
from tests.differential.kernel import KernelFor
from tests.differential.programs import PORTABLE, SANITIZED, compiled, fast_paths

FLAGS = {
    "portable": PORTABLE,
    "sanitized": (*SANITIZED, *fast_paths()),
    "sanitized-portable": (*SANITIZED, *PORTABLE),
}
"""Of the drivers, by variant."""


@pytest.fixture(scope="session")
def drivers_of() -> Iterator[Callable[[str], DriverFor]]:
    """The drivers of a variant."""
    with ExitStack() as stack:

        @cache
        def of(variant: str) -> DriverFor:
            program_of = cache(lambda game: compiled(SOURCE, FLAGS[variant], game=game))
            return stack.enter_context(drivers(program_of))

        yield of


@pytest.fixture(scope="session")
def kernels_of(drivers_of: Callable[[str], DriverFor]) -> Callable[[str], KernelFor]:
    """The kernels of a variant: `installed`, or drivers."""

    def of(variant: str) -> KernelFor:
        if variant == "installed":
            return lambda state: InstalledKernel(state.game.id)
        return drivers_of(variant)

    return of
