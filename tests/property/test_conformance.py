"""Every installed game, with all its samples, against the conformance suite.

Always the same games: a walk of atom without a limit of turns can take minutes. `DUIYI_SOAK=1`
(`make soak-conformance`) plays many more games, each time others, and on small boards tests every
property in every state.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

import duiyi
from duiyi.core import Game, Options
from duiyi.core.check import Choose, check_walk

SOAK = bool(os.environ.get("DUIYI_SOAK"))
SHORT = 30
"""Turns to which a game has to be limited, where it can be, for its walk to be quick."""
LARGE = 81
"""Sites of the largest board whose walk is quick: 9 on a side."""


def quick(game: Game) -> list[tuple[int, Options]]:
    """A few samples that together show all numbers of seats and all values of options that make
    neither games long nor boards large."""

    def sites(seats: int, options: Options) -> int:
        return len(game.geometry(seats, options).sites)

    left = [
        (seats, options)
        for seats, options in game.samples()
        if getattr(options, "turn_limit", SHORT) <= SHORT and sites(seats, options) <= LARGE
    ]
    wanted = {shown for sample in left for shown in shows(*sample)}
    found = []
    while wanted:
        found.append(max(left, key=lambda sample: (len(shows(*sample) & wanted), -sites(*sample))))
        wanted -= shows(*found[-1])
    return found


def shows(seats: int, options: Options) -> set[tuple[str, object]]:
    return {("seats", seats), *options.items()}


def marked(game: Game) -> list[Any]:
    """Parameters for tests: all samples, of which a few are enough for `make test`."""
    chosen = quick(game)
    return [
        pytest.param(
            game,
            seats,
            options,
            id=f"{game.id}-{seats} {options.text()}".strip(),
            marks=() if (seats, options) in chosen else pytest.mark.slow,
        )
        for seats, options in game.samples()
    ]


SAMPLES = [sample for game in duiyi.games() for sample in marked(game)]


def examples(game: Game, seats: int, options: Options) -> int:
    """How many games to play: small boards are cheap, and large ones have many samples."""
    if SOAK:
        return 40 if small(game, seats, options) else 8
    if small(game, seats, options):
        return 6
    return 2 if len(game.geometry(seats, options).sites) <= LARGE else 1


def small(game: Game, seats: int, options: Options) -> bool:
    return 0 < len(game.geometry(seats, options).sites) < 60


def some_withdraw(seats: int, options: Options) -> bool:
    """Whether seats withdraw from the only game of a sample: in every other sample."""
    return (seats + sum(value is True for _, value in options.items())) % 2 == 1


def chooser(script: list[int], seed: str) -> Choose:
    """First what the script says, which shrinks well, then what a random generator says."""
    rest = random.Random(seed)
    told = iter(script)

    def choose(n: int) -> int:
        number = next(told, None)
        return rest.randrange(n) if number is None else number % n

    return choose


@pytest.mark.parametrize(("game", "seats", "options"), SAMPLES)
def test_games_conform(game: Game, seats: int, options: Options) -> None:
    """Each sample is walked by choices that hypothesis makes."""
    walks = examples(game, seats, options)
    withdrawing = st.booleans() if walks > 1 else st.just(some_withdraw(seats, options))

    @settings(
        max_examples=walks,
        deadline=None,
        derandomize=not SOAK,
        phases=[Phase.explicit, Phase.reuse, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(
        script=st.lists(st.integers(0, 1000), max_size=30),
        seed=st.integers(0, 2**32),
        withdrawals=withdrawing,
    )
    def conforms(script: list[int], seed: int, withdrawals: bool) -> None:
        name = f"{game.id} {seats} {options.text()} {seed}"
        report = check_walk(
            game,
            seats,
            options,
            chooser(script, name),
            thorough=SOAK and small(game, seats, options),
            withdrawals=withdrawals,
            samples=samples(name),
        )
        assert report.ok, str(report)
        assert not report.warnings, str(report)

    conforms()


def samples(name: str) -> Callable[[int], Choose]:
    return lambda number: random.Random(f"{name} {number}").randrange
