"""The search of tzaar, through its driver, beside the Python rules."""

from __future__ import annotations

import random
import subprocess
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from tests.stolen import watching
from tests.unit.search.asked import Asked, compiled, said_by

import duiyi
from duiyi.core import State

# Its driver has to be compiled first.
pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[3]
DATA = ROOT / "src/duiyi/games/tzaar/weights"
NETWORK = f"net:{DATA / 'tzaar.net'}"
TURNS = f"turns:{DATA / 'tzaar.net'}"
LINEAR = f"linear:{DATA / 'tzaar_linear.txt'}"
START = "ttttT/TrrrRT/TRzzZRT/TRZtTZRT/TRZTtzrt/trztTzrt/trzZZrt/trRRRt/tTTTT w 1 1"
WIN = 30_000
"""Less the decisions until then is what a won position is worth."""
SURE = WIN - 200


@dataclass(frozen=True)
class Answer:
    depth: int
    nodes: int
    seconds: float
    lines: tuple[tuple[int, tuple[str, ...]], ...]
    """Scores and tokens."""

    @property
    def without_time(self) -> tuple[object, ...]:
        return (self.depth, self.nodes, self.lines)


@dataclass(frozen=True)
class Driver:
    program: Path

    def told(self, *words: object) -> str:
        return said_by(self.program, *words)

    def search(self, evaluation: str, limit: str, position: str, lines: int = 1) -> Answer:
        head, *rest = self.told("search", evaluation, limit, lines, position).splitlines()
        _, depth, _, nodes, _, seconds = head.split()
        found = tuple((int(words[0]), tuple(words[1:])) for words in map(str.split, rest))
        return Answer(int(depth), int(nodes), float(seconds), found)

    def turn(self, player: str, limit: str, state: State[Any]) -> State[Any]:
        """The position after the turn that is played; an illegal token raises."""
        for token in self.told("turn", player, limit, state.dump()).split():
            state = state.play(state.parse(token))
        return state


@pytest.fixture(scope="module")
def driver() -> Driver:
    return Driver(compiled("tzaar_search"))


def loaded(text: str) -> State[Any]:
    return duiyi.game("tzaar").load(text)


def played(seed: int, pieces: int) -> State[Any]:
    """A position of a random game with so few pieces, before a turn; another game if it ended."""
    source = random.Random(seed)
    while True:
        state: State[Any] = duiyi.game("tzaar").start()
        while state.outcome is None:
            if state.dump().split()[2] == "1" and _pieces(state) <= pieces:
                return state
            state = state.play(source.choice(list(state.actions())))


def _pieces(state: State[Any]) -> int:
    return sum(letter.isalpha() for letter in state.dump().split()[0])


@cache
def shortest(dump: str, depth: int) -> int:
    """A forced end within so many decisions, as the search scores it; 0 when there is none."""
    state = loaded(dump)
    scores = []
    for action in state.actions():
        after = state.play(action)
        if after.outcome is not None:
            scores.append(WIN - 1 if after.outcome.winner == state.owner else 1 - WIN)
            continue
        score = shortest(after.dump(), depth - 1) if depth > 1 else 0
        score -= (score > 0) - (score < 0)
        scores.append(score if after.owner == state.owner else -score)
    return max(scores)


@pytest.mark.parametrize("evaluation", [LINEAR, NETWORK, "hand"])
def test_lines_are_legal_from_the_first_to_the_last_token(driver: Driver, evaluation: str) -> None:
    for seed in range(8):
        state = played(seed, 12 + 6 * seed)
        answer = driver.search(evaluation, "3000n", state.dump(), 3)
        assert len({tokens[0] for _, tokens in answer.lines}) == len(answer.lines)
        for _, tokens in answer.lines:
            after = state
            for token in tokens:
                after = after.play(after.parse(token))


def test_lines_come_best_first(driver: Driver) -> None:
    scores = [score for score, _ in driver.search(NETWORK, "20000n", START, 4).lines]
    assert len(scores) == 4
    assert scores == sorted(scores, reverse=True)


def test_nodes_decide_everything(driver: Driver) -> None:
    for position in (START, played(1, 30).dump()):
        first, second = (driver.search(NETWORK, "30000n", position, 2) for _ in range(2))
        assert first.without_time == second.without_time
        # A search that has proven everything ends early.
        proven = all(abs(score) > SURE for score, _ in first.lines)
        assert first.nodes < 30_000 if proven else first.nodes == 30_000


def test_forced_ends_are_found_with_their_length(driver: Driver) -> None:
    decided = 0
    for seed in range(40):
        state = played(seed, 8)
        expected = shortest(state.dump(), 4)
        if expected == 0:
            continue
        decided += 1
        score = driver.search(NETWORK, "300000n", state.dump()).lines[0][0]
        # The winner's way is the shortest; the loser's may be thought to be longer than it is.
        assert score == expected if expected > 0 else expected <= score < -SURE, state.dump()
    assert decided > 10


def test_lines_of_forced_wins_lead_to_their_ends(driver: Driver) -> None:
    won = 0
    for seed in range(40):
        state = played(seed, 16)
        score, tokens = driver.search(NETWORK, "20000n", state.dump()).lines[0]
        if score <= SURE:
            continue
        won += 1
        assert len(tokens) == WIN - score, state.dump()
        after = state
        for token in tokens:
            after = after.play(after.parse(token))
        assert after.outcome is not None
        assert after.outcome.winner == state.owner
    assert won > 5


def test_a_win_within_the_turn_is_seen_without_search(driver: Driver) -> None:
    """So the same ends are found with fewer nodes."""
    decided, seeing, blind = 0, 0, 0
    for seed in range(40):
        position = played(seed, 16).dump()
        words = NETWORK, f"{NETWORK},wins_at_hand=0"
        found, other = (driver.search(word, "50000n", position) for word in words)
        if abs(found.lines[0][0]) > SURE and abs(other.lines[0][0]) > SURE:
            decided += 1
            seeing, blind = seeing + found.nodes, blind + other.nodes
    assert decided > 10
    assert seeing < 0.9 * blind


def test_it_speaks_the_engine_protocol(driver: Driver) -> None:
    asked = Asked(driver.program, "engine", NETWORK, "200000n", "2")
    assert asked.ask("hello 1") == "ready"
    assert asked.ask("game tzaar version 1 seats 2 seat 0 clock turn 1") == "ready"
    state = loaded(START).play("C2xC3")
    info = asked.ask(f"position {state.dump()}\ngo").split()
    assert info[:4] == ["info", "depth", "2", "nodes"]
    assert 0 < int(info[4]) < 200_000, "the depth is reached before"
    assert 0 < float(info[6]) < 1
    word, *tokens = asked.ask("position of nobody").split()
    assert word == "move"
    after = state
    for token in tokens:
        after = after.play(after.parse(token))
    assert after.owner != state.owner
    asked.close()


def test_what_is_kept_from_step_to_step_is_what_a_position_is_worth(driver: Driver) -> None:
    for evaluation in (LINEAR, NETWORK):
        assert driver.told("walk", evaluation, 50, 1).startswith("decisions ")


def test_machines_without_wide_registers_think_alike(driver: Driver) -> None:
    plain = Driver(compiled("tzaar_search", "-DDUIYI_PORTABLE"))
    assert plain.told("walk", NETWORK, 20, 1) == driver.told("walk", NETWORK, 20, 1)
    position = played(3, 40).dump()
    assert (
        plain.search(NETWORK, "5000n", position).without_time
        == driver.search(NETWORK, "5000n", position).without_time
    )


def test_time_is_kept(driver: Driver) -> None:
    for milliseconds in (20, 100):
        with watching() as stolen:
            answer = driver.search(NETWORK, f"{milliseconds}ms", START)
        assert answer.seconds - stolen[0] <= milliseconds / 1000 + 0.05
        assert answer.lines


def test_the_evaluation_wins_against_the_one_set_by_hand(driver: Driver) -> None:
    told = driver.told("match", NETWORK, "hand", "500n", "500n", 20, 1).split()
    assert float(told[told.index("score") + 1]) > 0.8


def test_whole_turns_are_legal_and_complete(driver: Driver) -> None:
    for seed in range(6):
        state = played(seed, 10 + 8 * seed)
        # The fewer nodes, the sooner the search is broken off; from one on it has to answer.
        for limit in ("1n", "60n", "3000n"):
            after = driver.turn(TURNS, limit, state)
            assert after.outcome is not None or after.owner != state.owner
    first = driver.turn(TURNS, "3000n", loaded(START))
    assert first.dump().split()[1:] == ["b", "1", "2"]


def test_the_search_by_turns_wins_in_one_turn_where_it_can(driver: Driver) -> None:
    won = 0
    for seed in range(40):
        state = played(seed, 12)
        if shortest(state.dump(), 2) <= SURE:
            continue
        won += 1
        outcome = driver.turn(TURNS, "20000n", state).outcome
        assert outcome is not None, state.dump()
        assert outcome.winner == state.owner
    assert won > 5


def test_the_search_by_turns_wins_against_the_baseline(driver: Driver) -> None:
    told = driver.told("match", TURNS, "baseline", "1000n", "1000n", 10, 1).split()
    assert float(told[told.index("score") + 1]) > 0.8


def test_words_that_mean_nothing_are_refused(driver: Driver) -> None:
    for words in (
        ["search", "net:/nothing", "20ms", "1", START],
        ["search", TURNS, "20ms", "1", START],
        ["turn", f"{TURNS},ordering_depth=3", "20ms", START],
        ["dance"],
        [],
    ):
        done = subprocess.run(
            [str(driver.program), *words], capture_output=True, text=True, check=False
        )
        assert done.returncode == 1
        assert done.stderr
