"""Random steps, on which playouts and searches rest: exactly the legal actions, equally often."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from tests.differential.cases import MIDGAMES, SOAK, Ending, endings, midgames, named, starts
from tests.differential.compare import random_steps
from tests.differential.drivers import DriverFor

from duiyi.core import State

Drivers = Callable[[str], DriverFor]
VARIANTS = ["sanitized", "portable", *(["sanitized-portable"] if SOAK else [])]


@pytest.mark.parametrize("variant", VARIANTS if SOAK else ["portable"])
@pytest.mark.parametrize("start", named(starts))
def test_random_steps_are_the_actions_of_a_game(
    drivers_of: Drivers, variant: str, start: State[Any]
) -> None:
    for seed, state in enumerate(midgames(start, MIDGAMES)):
        random_steps(drivers_of(variant)(start), state, seed)


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("ending", named(endings))
def test_random_steps_are_the_actions_near_the_end(
    drivers_of: Drivers, variant: str, ending: Ending
) -> None:
    random_steps(drivers_of(variant)(ending.state), ending.state, 0)
