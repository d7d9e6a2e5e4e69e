"""Threads of the engine in the page, in Node: they search together, stop together, and change
nothing where one searches alone. Nothing here depends on how busy the machine is."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest
from tests.differential.programs import GAMES
from tests.selection import slow_but
from tests.wasm.asked import Asked, kinds, native_modules, native_search, positions

from duiyi.core import game
from duiyi.kernels.thinker import MEMORY

NODES_OF_A_LOOK = 256
"""That a thread searches before it looks at the clock again (search/limits.hpp)."""
FURTHER_LOOKS = 40
"""At the clock, when a search begins, is heard and ends."""
LONG = 60
"""Seconds, after which a search would end by itself."""
LITTLE = 8 << 20
"""Bytes: a table that is quickly cleared."""


@pytest.fixture(scope="module", params=slow_but("tzaar", "atom", of=GAMES))
def together(request: pytest.FixtureRequest) -> Iterator[tuple[str, Asked]]:
    page = Asked(request.param, threads=2)
    yield request.param, page
    page.close()


def searched(page: Asked, text: str, kind: str, stop: float) -> Any:
    """What two threads find until they are stopped; it is legal."""
    limits = {"seconds": LONG, "memory": LITTLE, "seed": 1, "lines": 2}
    found = page("together", text, kind, limits, stop)
    assert found["wall"] < LONG / 2, "it was not stopped"
    legal = page("look", text, [])["tokens"]
    assert {line["tokens"][0] for line in found["lines"]} <= set(legal), (text, kind)
    assert 0 < len({tuple(line["tokens"]) for line in found["lines"]}) == len(found["lines"]) <= 2
    assert found["threads"] == 2
    return found


def texts_of_two(name: str, count: int) -> list[str]:
    return [state.dump() for state in positions(game(name), count) if state.seats == 2]


def test_two_threads_search_together_and_are_heard(together: tuple[str, Asked]) -> None:
    name, page = together
    for kind in sorted(kinds(game(name), 2)):
        # Some positions are decided before anybody can help.
        tried = (searched(page, text, kind, 0.5) for text in texts_of_two(name, 30))
        found = next(found for found in tried if min(found["looks"]) > 2)
        if kind == "alphabeta":
            looks = found["nodes"] / NODES_OF_A_LOOK
            assert sum(found["looks"]) - FURTHER_LOOKS <= looks <= sum(found["looks"])
        nodes = [one["nodes"] for one in found["heard"]] + [found["nodes"]]
        assert nodes == sorted(nodes)


def test_fifty_searches_in_a_row_are_stopped_at_any_moment(together: tuple[str, Asked]) -> None:
    name, page = together
    chance = random.Random(1)
    texts = texts_of_two(name, 10)
    of_two = sorted(kinds(game(name), 2))
    for number in range(50):
        kind = of_two[number % len(of_two)]
        searched(page, chance.choice(texts), kind, 0.03 * chance.random() ** 2)


def test_with_a_limit_in_nodes_one_thread_searches_as_natively(
    together: tuple[str, Asked],
) -> None:
    name, page = together
    native = native_modules()[-1]
    for state in positions(game(name), 4):
        for kind in kinds(game(name), state.seats):
            limits = {"nodes": 300, "memory": MEMORY, "seed": 2, "lines": 3}
            said = page("search", state.dump(), kind, limits, False)
            found = native_search(native, name, state.dump(), kind, 300, 2, 3)
            assert (said["lines"], said["nodes"]) == (found["lines"], found["nodes"])
