"""Alpha-beta for two-seat relati, through its driver (`kernels/tools/relati_search_driver.cpp`)."""

from __future__ import annotations

import os
import random
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any

import pytest
from tests.stolen import watching
from tests.unit.search.asked import compiled, said_by

import duiyi
from duiyi.core import State

# Its driver has to be compiled first.
pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[3]
WEIGHTS = ROOT / "src/duiyi/games/relati/weights/relati.txt"
SURELY_WON = 29_000
FULL: dict[str, Any] = {"continuous": True, "cannon": True, "chain": True, "migration": True}
CHOICES: list[dict[str, Any]] = [
    {},
    {"continuous": True},
    {"cannon": True},
    {"continuous": True, "migration": True},
    FULL,
]


@dataclass(frozen=True)
class Answer:
    depth: int
    nodes: int
    cpu: float
    lines: list[tuple[int, float, list[str]]]
    """Score, expected share, tokens."""
    stopped: float | None
    """Milliseconds of the clock from being told to stop until the answer."""


Ask = Callable[..., str]


@pytest.fixture(scope="session")
def ask() -> Ask:
    return partial(said_by, compiled("relati_search"))


def search(ask: Ask, state: State[Any], limit: str, *, lines: int = 1, threads: int = 1) -> Answer:
    return read(ask("search", WEIGHTS, limit, lines, threads, state.dump()))


def read(text: str) -> Answer:
    head, *rest = text.splitlines()
    _, depth, _, nodes, _, cpu = head.split()
    stopped = None
    if rest and rest[-1].startswith("stopped"):
        stopped = float(rest.pop().split()[-1])
    lines = []
    for line in rest:
        score, share, *tokens = line.split()
        lines.append((int(score), float(share), tokens))
    return Answer(int(depth), int(nodes), float(cpu), lines, stopped)


def walked(
    seed: int, decisions: int, game: str = "relati", *, empty: int = 0, **options: Any
) -> State[Any]:
    """Where random decisions lead, as long as the game is not over and more cells are empty."""
    chooser = random.Random(seed)
    state: State[Any] = duiyi.game(game).start(**options)
    for _ in range(decisions):
        after = state.play(chooser.choice(state.actions()))
        if after.outcome or emptiness(state) <= empty:
            break
        state = after
    return state


def emptiness(state: State[Any]) -> int:
    return state.dump().split()[0].count(".")


def best(state: State[Any]) -> int:
    """1, 0 or −1: what the decider can reach, by looking at everything."""
    return best_of_dump(state.game.id, state.dump())


@cache
def best_of_dump(game: str, dump: str) -> int:
    state = duiyi.game(game).load(dump)
    highest = -1
    for action in state.actions():
        highest = max(highest, value_of(state.play(action), state.actor))
        if highest == 1:
            break
    return highest


def value_of(after: State[Any], seat: int | None) -> int:
    if after.outcome:
        winner = after.outcome.winner
        return 0 if winner is None else 1 if winner == seat else -1
    return best(after) if after.actor == seat else -best(after)


def sign(score: int) -> int:
    return (score >= SURELY_WON) - (score <= -SURELY_WON)


@pytest.mark.parametrize("options", CHOICES, ids=str)
@pytest.mark.parametrize("limit", ["1n", "60n", "3000n"])
def test_every_line_can_be_played(ask: Ask, options: dict[str, Any], limit: str) -> None:
    for seed in range(4):
        state = walked(seed, 12 * seed, **options)
        found = search(ask, state, limit, lines=3)
        for _, share, tokens in found.lines:
            assert 0 <= share <= 1
            after = state
            for token in tokens:
                after = after.play(token)
        assert len({tokens[0] for *_, tokens in found.lines}) == len(found.lines)


@pytest.mark.parametrize("options", CHOICES, ids=str)
def test_a_limit_in_nodes_gives_the_same_answer_again(ask: Ask, options: dict[str, Any]) -> None:
    state = walked(5, 8, **options)
    once, again = (search(ask, state, "20000n", lines=2) for _ in range(2))
    assert (once.depth, once.nodes, once.lines) == (again.depth, again.nodes, again.lines)
    assert once.nodes == 20000


@pytest.mark.parametrize("options", [{}, {"continuous": True}], ids=str)
def test_ends_are_judged_as_by_looking_at_everything(ask: Ask, options: dict[str, Any]) -> None:
    """Also where the search says who wins long before the end (R-5)."""
    seen = set()
    for seed in range(40):
        state = walked(seed, 100, empty=6, **options)
        if emptiness(state) > 8:
            continue
        expected = best(state)
        seen.add(expected)
        score = search(ask, state, "200000n").lines[0][0]
        assert sign(score) == expected, state.dump()
        assert expected != 0 or score == 0
    assert seen == {-1, 0, 1}


def test_a_win_at_once_is_taken(ask: Ask) -> None:
    """Whatever the extensions: where the rules know a winning action, a small search plays one."""
    wins = 0
    for number, options in enumerate(CHOICES):
        for seed in range(40):
            state = walked(1000 * number + seed, 1000, **options)
            ends = {state.text(each): state.play(each).outcome for each in state.actions()}
            winning = [token for token, end in ends.items() if end and end.winner == state.actor]
            if winning:
                wins += 1
                score, share, tokens = search(ask, state, "2000n").lines[0]
                assert tokens[0] in winning
                assert (score, share) == (29_999, 1)
    assert wins > 50


@pytest.mark.parametrize("options", [{}, FULL], ids=str)
@pytest.mark.parametrize("milliseconds", [20, 100])
def test_time_is_kept(ask: Ask, options: dict[str, Any], milliseconds: int) -> None:
    for seed in range(4):
        state = walked(seed, 4 + 8 * seed, **options)
        with watching() as stolen:
            found = search(ask, state, f"{milliseconds}ms")
        assert found.cpu - stolen[0] <= milliseconds / 1000 + 0.05


@pytest.mark.parametrize("threads", [1, 2])
def test_a_stop_is_answered(ask: Ask, threads: int) -> None:
    times = []
    for seed in range(5):
        found = search(ask, walked(seed, 6, **FULL), "30stop", threads=threads)
        assert found.lines
        assert found.stopped is not None
        times.append(found.stopped)
    # Another program may have the processor for a moment: not each time.
    assert min(times) <= 20


def test_a_game_is_won_against_chance(ask: Ask) -> None:
    for options in ("none", "continuous+cannon+chain+migration"):
        result = ask("match", WEIGHTS, "random", options, "300n", "1n", 20, 1).splitlines()[-1]
        assert float(result.split()[3]) >= 0.95


def test_classic_is_searched_to_its_end(ask: Ask) -> None:
    for seed in range(12):
        state = walked(seed, 13, game="relati-classic")
        found = read(ask("classic", "2000000n", state.dump()))
        assert sign(found.lines[0][0]) == best(state)


def test_weights_that_are_none_are_refused(tmp_path: Path, ask: Ask) -> None:
    broken = tmp_path / "weights.txt"
    broken.write_text(WEIGHTS.read_text().replace("lost", "last", 1))
    with pytest.raises(subprocess.CalledProcessError):
        ask("search", broken, "10n", 1, 1, duiyi.game("relati").start().dump())
    assert os.path.getsize(WEIGHTS) < 20_000
