"""Where comparisons begin, how many there are of each, and walks by numbers of hypothesis."""

from __future__ import annotations

import json
import os
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from tests.differential.compare import NUMBERS, Difference, by_kind, shortened, walk
from tests.differential.kernel import Kernel, told_by_rules
from tests.differential.programs import GAMES
from tests.selection import slow_but

import duiyi
from duiyi.core import State

SOAK = bool(os.environ.get("DUIYI_SOAK"))
ENDINGS = Path(__file__).parent / "endings.json"
LONGEST = 600 if SOAK else 250
"""Decisions of a walk."""
SEQUENCES = 8_000 if SOAK else 1_000
"""At most so many are counted from a position."""
MIDGAMES = 4 if SOAK else 2
"""Positions of a game that are counted from, and from which random steps are made."""
_numbers = st.integers(0, NUMBERS - 1)


@dataclass(frozen=True, slots=True)
class Ending:
    """A position from which everything can be looked at, to the end or to a depth."""

    state: State[Any]
    depth: int | None
    positions: int


def starts(game: str) -> list[State[Any]]:
    """The start of every sample."""
    rules = duiyi.game(game)
    return [rules.start(seats, **dict(options.items())) for seats, options in rules.samples()]


def endings(game: str) -> list[Ending]:
    return [
        Ending(duiyi.game(game).load(one["text"]), one.get("depth"), one["positions"])
        for one in json.loads(ENDINGS.read_text("utf-8"))
        if one["game"] == game
    ]


def midgames(start: State[Any], number: int) -> Iterator[State[Any]]:
    """Positions of a random game, the start first; always the same."""
    chance = random.Random(start.dump())
    state = start
    for _ in range(number):
        yield state
        for _ in range(chance.randrange(1, 20)):
            if state.outcome is not None:
                return
            tokens = [token for token, _ in told_by_rules(state).tokens]
            kind = chance.choice(list(by_kind(start.game.id, tokens).values()))
            state = state.play(chance.choice(kind))


def walks(
    kernel: Kernel,
    start: State[Any],
    examples: int,
    longest: int = LONGEST,
    *,
    shrink: bool = True,
) -> None:
    """Walks by numbers that hypothesis draws; a difference is shrunk to a short record.

    Without shrinking they are the same walks every time. Nothing is remembered for a next time:
    all starts share this one test, and a failing one tells its record.
    """

    @settings(
        max_examples=examples,
        deadline=None,
        database=None,
        phases=[Phase.generate, Phase.shrink] if shrink else [Phase.generate],
        derandomize=not shrink,
        suppress_health_check=list(HealthCheck),
        report_multiple_bugs=False,
    )
    @given(data=st.data())
    def walked(data: st.DataObject) -> None:
        walk(kernel, start, lambda: data.draw(_numbers), longest)

    try:
        walked()
    except Difference as found:
        raise (shortened(kernel, found) if shrink else found) from None


def by_variant(variants: Iterable[str]) -> list[Any]:
    """Parameters for tests: all but the installed kernels have to be compiled first."""
    given = list(variants)
    return slow_but(*({"installed"} & {*given}), of=given)


def named(states: Callable[[str], Sequence[Any]]) -> list[Any]:
    """Parameters for tests: those of all games."""
    return [
        pytest.param(state, id=f"{game}-{number}")
        for game in GAMES
        for number, state in enumerate(states(game))
    ]
