"""The comparisons find mistakes: each that is planted in a kernel is caught, and soon.

Only copies of the sources have them, chosen when the program runs (`planted`).
"""

from __future__ import annotations

import resource
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from functools import cache, partial
from pathlib import Path

import pytest
from tests.differential import planted_others, planted_relati
from tests.differential.cases import MIDGAMES, SEQUENCES, endings, midgames, starts, walks
from tests.differential.compare import Difference, count, explore, random_steps
from tests.differential.drivers import SOURCE, DriverFor, drivers
from tests.differential.kernel import Refused
from tests.differential.planted import FLAGS, KERNELS, VARIABLE, Bug, occurrences, sources
from tests.differential.programs import GAMES, compiled

BUGS = (*planted_relati.BUGS, *planted_others.BUGS)
SECONDS = 20
"""Of CPU, this process and the drivers together, in which a bug has to be caught."""
NONE = 0


def of_game(game: str) -> list[Bug]:
    return [bug for bug in BUGS if bug.game == game]


@cache
def program(game: str) -> Path:
    """The driver with all bugs of its game."""
    return compiled(SOURCE, FLAGS, sources(of_game(game)), game=game)


def with_bug(number: int) -> AbstractContextManager[DriverFor]:
    return drivers(program, **{VARIABLE: str(number)})


def number_of(bug: Bug) -> int:
    return of_game(bug.game).index(bug) + 1


def comparisons(driver_for: DriverFor, game: str) -> Iterator[tuple[str, Callable[[], object]]]:
    """What the other tests of this folder compare, the smallest first."""
    for ending in endings(game):
        yield "tree", partial(explore, driver_for(ending.state), ending.state, ending.depth)
        yield "steps", partial(random_steps, driver_for(ending.state), ending.state, 0)
    for start in starts(game):
        yield "walk", partial(walks, driver_for(start), start, 2, shrink=False)
    for start in starts(game):
        for seed, state in enumerate(midgames(start, MIDGAMES)):
            yield "count", partial(count, driver_for(start), state, SEQUENCES // 10)
            yield "steps", partial(random_steps, driver_for(start), state, seed)


def cpu_seconds() -> float:
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def test_every_game_has_at_least_ten_planted_bugs_and_their_names_differ() -> None:
    assert min(len(of_game(game)) for game in GAMES) >= 10
    assert len({bug.name for bug in BUGS}) == len(BUGS)


@pytest.mark.parametrize("bug", BUGS, ids=lambda bug: bug.name)
def test_a_planted_bug_has_its_place_in_the_kernel(bug: Bug) -> None:
    assert occurrences(bug) == 1
    assert bug.new != bug.old


def test_the_kernels_themselves_know_nothing_of_planted_bugs() -> None:
    files = [path for path in KERNELS.rglob("*") if path.is_file()]
    assert files
    assert not [path for path in files if b"planted" in path.read_bytes().lower()]


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_without_a_bug_nothing_is_found(game: str) -> None:
    with with_bug(NONE) as driver_for:
        for ending in endings(game)[:8]:
            explore(driver_for(ending.state), ending.state, ending.depth)
            random_steps(driver_for(ending.state), ending.state, 0)
        for start in starts(game):
            walks(driver_for(start), start, 2, 40, shrink=False)


@pytest.mark.slow
@pytest.mark.parametrize("bug", BUGS, ids=lambda bug: bug.name)
def test_a_planted_bug_is_caught(bug: Bug) -> None:
    program(bug.game)
    before = cpu_seconds()
    caught = ""
    with with_bug(number_of(bug)) as driver_for:
        for name, compare in comparisons(driver_for, bug.game):
            try:
                compare()
            except (Difference, Refused):
                caught = name
            if caught or cpu_seconds() - before > SECONDS:
                break
    spent = cpu_seconds() - before
    print(f"{bug.game}: {bug.name}: {caught or 'nothing'} after {spent:.2f} s")
    assert caught
    assert spent < SECONDS


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "most"),
    [
        # Two symbols; then the first player may still place anywhere.
        ("the first symbol leaves the whole board open", 2),
        ("a stack is as high as the piece that moved", 3),
        ("one of the 24 stable paths is forgotten", 8),
    ],
)
def test_a_difference_is_shrunk_to_a_short_record(name: str, most: int) -> None:
    (bug,) = (bug for bug in BUGS if bug.name == name)
    start = starts(bug.game)[0]
    with with_bug(number_of(bug)) as driver_for, pytest.raises(Difference) as caught:
        walks(driver_for(start), start, 20)
    record = caught.value.record
    print(f"{caught.value}")
    assert len(record.decisions) <= most
    assert f"game {bug.game}, seats 2" in str(caught.value)
    assert f"tokens {' '.join(record.decisions)}" in str(caught.value)
