"""Random steps, on which playouts and searches rest: exactly the legal actions, equally often."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from tests.differential.cases import (
    MIDGAMES,
    SOAK,
    Ending,
    by_variant,
    endings,
    midgames,
    named,
    starts,
)
from tests.differential.compare import random_steps
from tests.differential.drivers import DriverFor

from duiyi import kernels
from duiyi.core import State, game

Drivers = Callable[[str], DriverFor]
GAMES = 40
VARIANTS = ["sanitized", "portable", *(["sanitized-portable"] if SOAK else [])]


@pytest.mark.parametrize("variant", by_variant(VARIANTS if SOAK else ["portable"]))
@pytest.mark.parametrize("start", named(starts))
def test_random_steps_are_the_actions_of_a_game(
    drivers_of: Drivers, variant: str, start: State[Any]
) -> None:
    for seed, state in enumerate(midgames(start, MIDGAMES)):
        random_steps(drivers_of(variant)(start), state, seed)


@pytest.mark.parametrize("variant", by_variant(VARIANTS))
@pytest.mark.parametrize("ending", named(endings))
def test_random_steps_are_the_actions_near_the_end(
    drivers_of: Drivers, variant: str, ending: Ending
) -> None:
    random_steps(drivers_of(variant)(ending.state), ending.state, 0)


@pytest.mark.parametrize("variant", by_variant(VARIANTS))
@pytest.mark.parametrize("name", kernels.GAMES)
def test_all_builds_play_the_same_random_games(
    drivers_of: Drivers, variant: str, name: str
) -> None:
    start: State[Any] = game(name).start()
    driver = drivers_of(variant)(start)
    driver.load(start.dump())
    installed = kernels.playouts(start, GAMES, seed=5)
    assert driver.playouts(GAMES, 5) == (GAMES, installed.decisions)
