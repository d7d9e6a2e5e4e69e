"""The kernels of all five games, decision by decision beside the Python rules.

After every decision and every withdrawal all that can be said about a position has to be the same:
who acts, whose turn it is, the dump, the legal tokens in order, probabilities, winner and reason.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.differential.drivers import Driver, compiled, told_by_rules

import duiyi
from duiyi.core import CHANCE, Options, State

SOAK = bool(os.environ.get("DUIYI_SOAK"))
WALKS = 20 if SOAK else 2
LONGEST = 500 if SOAK else 150
WITHDRAWALS = 0.01
RELOADS = 0.1
DRIVERS = {
    "relati-classic": "classic",
    "relati": "relati",
    "relati-legacy": "legacy",
    "tzaar": "tzaar",
    "atom": "atom",
}


@pytest.fixture(scope="module")
def programs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("kernels")
    return {game: compiled(name, folder) for game, name in DRIVERS.items()}


def arguments_for(game: str, seats: int, options: Options) -> tuple[str, ...]:
    """Which of a driver's kernels knows boards of this size."""
    chosen: dict[str, Any] = dict(options.items())
    if game in ("relati-classic", "relati"):
        return (str(seats),)
    wide = chosen.get("size", 0) > 16 or chosen.get("max_height", 0) > 29
    return ("wide",) if wide else ()


def samples() -> Iterator[Any]:
    for game in DRIVERS:
        for number, (seats, options) in enumerate(duiyi.game(game).samples()):
            yield pytest.param(game, seats, options, id=f"{game}-{number}")


@pytest.mark.parametrize(("game", "seats", "options"), [*samples()])
def test_a_kernel_and_the_rules_walk_together(
    programs: dict[str, Path], game: str, seats: int, options: Options
) -> None:
    driver = Driver(programs[game], *arguments_for(game, seats, options))
    try:
        for seed in range(WALKS):
            start = duiyi.game(game).start(seats, **dict(options.items()))
            walk(driver, start, random.Random(f"{seed} {game} {options}"))
    finally:
        driver.close()


def walk(driver: Driver, state: State[Any], chance: random.Random) -> None:
    path: list[str] = []
    told = driver.position(f"load {state.dump()}")
    for _ in range(LONGEST):
        assert told == told_by_rules(state), path
        if chance.random() < RELOADS:
            before = driver.hash
            assert driver.position(f"load {state.dump()}") == told, path
            assert driver.hash == before, path
        if state.outcome is not None:
            return
        if chance.random() < WITHDRAWALS:
            seat = chance.choice([seat for seat in range(state.seats) if seat not in state.out])
            path.append(f"!{seat}")
            told, state = driver.position(f"withdraw {seat}"), state.withdraw(seat)
        else:
            token = some_token(state, chance)
            path.append(token)
            told, state = driver.position(f"play {token}"), state.play(token)


def some_token(state: State[Any], chance: random.Random) -> str:
    if state.actor == CHANCE:
        return state.text(chance.choice([action for action, _ in state.chances()]))
    return state.text(chance.choice(list(state.actions())))


@pytest.mark.parametrize(
    ("game", "counts"),
    [
        ("relati-classic", [25, 600, 3312]),
        ("tzaar", [42, 1_797, 260_556, 11_010_135]),
    ],
)
def test_a_kernel_counts_what_is_known(
    programs: dict[str, Path], game: str, counts: list[int]
) -> None:
    ruleset = duiyi.game(game)
    driver = Driver(programs[game], *arguments_for(game, 2, ruleset.options()))
    try:
        driver.position(f"load {ruleset.start().dump()}")
        found = [int(driver.ask(f"perft {depth}")) for depth in range(1, len(counts) + 1)]
    finally:
        driver.close()
    assert found == counts
