"""Malformed positions: nothing breaks, and kernels refuse exactly what the Python rules refuse."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import ExitStack, closing
from typing import Any

import pytest
from tests.differential.drivers import Driver, variant_of
from tests.differential.kernel import Position, Refused, told_by_rules
from tests.differential.programs import GAMES
from tests.fuzz.make_seeds import SEEDS
from tests.fuzz.replaying import SOAK, replay_of

import duiyi
from duiyi.core import BadPosition, State

CHECKED = 1_000 if SOAK else 20
COMPARED = 300 if SOAK else 15
"""Mutations of each seed."""

games = pytest.mark.parametrize("game", GAMES)


@pytest.mark.slow
@games
def test_seeds_and_their_mutations_break_nothing(game: str) -> None:
    ended = replay_of(game).check(CHECKED)
    assert ended.returncode == 0, ended.stderr[-4000:]
    counts = re.fullmatch(r"(\d+) texts, (\d+) loaded\n", ended.stdout)
    assert counts is not None, ended.stdout
    assert int(counts[1]) == len([*(SEEDS / game).iterdir()]) * (CHECKED + 1)
    assert int(counts[2]) > int(counts[1]) // 100, "walks need positions that can be loaded"


@pytest.mark.slow
@games
def test_kernels_refuse_what_the_rules_refuse(game: str) -> None:
    replay = replay_of(game)
    with ExitStack() as stack:
        drivers = {
            kernel: stack.enter_context(closing(Driver(replay.program, "drive", kernel)))
            for kernel in replay.kernels()
        }
        assert drivers
        for text in replay.texts(COMPARED):
            state = loaded(game, text)
            for kernel, driver in drivers.items():
                expected = told_by_rules(state) if state and knows(kernel, state) else None
                assert told_by(driver, text) == expected, (kernel, text)


def told_by(driver: Driver, text: str) -> Position | None:
    try:
        return driver.load(text)
    except Refused:
        return None


def loaded(game: str, text: str) -> State[Any] | None:
    try:
        return duiyi.game(game).load(text)
    except BadPosition:
        return None


def knows(kernel: str, state: State[Any]) -> bool:
    """Whether a kernel has to know a position."""
    return kernel == "wide" or kernel == variant_of(state)


@games
def test_seeds_are_positions_of_many_kinds(game: str) -> None:
    states = [loaded(game, text) for text in made_seeds(game)]
    assert all(states)
    assert {state.seats for state in states if state} == set(duiyi.game(game).seats)
    assert {state.outcome is None for state in states if state} == {True, False}
    assert any(state.out for state in states if state)


def made_seeds(game: str) -> Iterator[str]:
    for path in sorted((SEEDS / game).glob("[0-9]*.txt")):
        yield path.read_text().rstrip("\n")


def test_every_game_that_has_a_kernel_has_seeds_and_no_other() -> None:
    assert {*GAMES} == {path.name for path in SEEDS.iterdir()}
