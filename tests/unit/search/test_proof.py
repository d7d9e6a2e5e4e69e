"""Proof-number search through its driver: known endgames, brute force by the rules, limits."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

import pytest
from tests.stolen import watching
from tests.unit.search.asked import Asked, compiled

import duiyi
from duiyi.core import State
from duiyi.players.certificate import Proven, verified

# Its driver has to be compiled first.
pytestmark = pytest.mark.slow

SOLVED = json.loads((Path(__file__).parents[2] / "data" / "tzaar_solved.json").read_text())
MOST_STATES = 800
"""That a brute force looks at; positions with more are left out."""


@dataclass(frozen=True)
class Answer:
    value: str
    nodes: int
    seconds: float
    decision: str
    certificate: list[str]

    def proven(self) -> Proven:
        return verified(self.certificate)


class Prover(Asked):
    """A running driver for one game."""

    def __init__(self, game: str, folder: Path) -> None:
        super().__init__(compiled("proof", game=game))
        self._file = folder / "certificate.txt"

    def limit(self, **limits: float) -> None:
        for name, number in limits.items():
            assert self.ask(f"{name} {number}") == "set"

    def solve(self, dump: str) -> Answer:
        value, nodes, seconds, decision, size = self.ask(f"solve {dump}").split()
        assert self.ask(f"save {self._file}") == "saved"
        text = self._file.read_text()
        assert len(text) == int(size)
        return Answer(value, int(nodes), float(seconds), decision, text.splitlines())


Start = Callable[[str], Prover]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    running: list[Prover] = []

    def started(game: str) -> Prover:
        running.append(Prover(game, tmp_path))
        return running[-1]

    yield started
    for prover in running:
        prover.close()


def test_known_endgames_of_tzaar_are_solved_in_time_and_proven(start: Start) -> None:
    prover = start("tzaar")
    prover.limit(seconds=10)
    seconds = []
    for entry in SOLVED:
        answer = prover.solve(entry["text"])
        assert answer.value == entry["result"], entry["name"]
        proven = answer.proven()
        assert proven.result == entry["result"], entry["name"]
        assert proven.state.dump() == entry["text"]
        seconds.append(answer.seconds)
    assert len(seconds) == 23
    assert median(seconds) <= 1
    assert max(seconds) <= 10


# Brute force


class TooMany(Exception):
    """More positions than a test has time for."""


def value_of(state: State[Any]) -> int:
    """For seat 0: 1 wins, 0 nobody wins, −1 loses; all that can happen, by the rules."""
    known: dict[State[Any], int] = {}

    def value(state: State[Any]) -> int:
        if state.outcome is not None:
            winner = state.outcome.winner
            return 0 if winner is None else 1 if winner == 0 else -1
        if state not in known:
            if len(known) >= MOST_STATES:
                raise TooMany
            values = [value(state.play(action)) for action in state.actions()]
            known[state] = max(values) if state.actor == 0 else min(values)
        return known[state]

    return value(state)


def word_for(value: int, seat: int | None) -> str:
    return {1: "win", 0: "draw", -1: "loss"}[value if seat == 0 else -value]


def sparse_tzaar(seed: int) -> State[Any] | None:
    """A few pieces anywhere; none when that game is over."""
    chance = random.Random(seed)
    sizes = (5, 6, 7, 8, 8, 8, 7, 6, 5)
    letters = [*"ZRTzrt", *(chance.choice("ZRTzrt") for _ in range(5))]
    points = [letter + chance.choice(["", "", "2", "3"]) for letter in letters]
    points += ["."] * (sum(sizes) - len(points))
    chance.shuffle(points)
    columns = ["".join(points.pop() for _ in range(size)) for size in sizes]
    state = duiyi.game("tzaar").load(f"{'/'.join(columns)} {chance.choice('wb')} 1 5")
    return state if state.outcome is None else None


def late(game: str, seed: int, most: int, **options: bool) -> State[Any]:
    """A position so many decisions, at the most, before the end of a random game."""
    chance = random.Random(seed)
    states: list[State[Any]] = [duiyi.game(game).start(2, **options)]
    while states[-1].outcome is None:
        states.append(states[-1].play(chance.choice(states[-1].actions())))
    return states[-1 - chance.randint(1, most)]


def compare(prover: Prover, states: Iterator[State[Any] | None], least: int) -> set[str]:
    """The values that came up; every one is that of brute force, with a certificate.

    At least so many positions have to be small enough for brute force.
    """
    found: list[str] = []
    for state in states:
        if state is None:
            continue
        try:
            expected = word_for(value_of(state), state.actor)
        except TooMany:
            continue
        answer = prover.solve(state.dump())
        assert answer.value == expected, state.dump()
        proven = answer.proven()
        assert proven.result == expected, state.dump()
        assert proven.state == state
        if expected != "loss":
            after = state.play(answer.decision)
            assert word_for(value_of(after), state.actor) == expected, state.dump()
        found.append(expected)
    assert len(found) >= least
    return set(found)


def test_tzaar_is_what_brute_force_says(start: Start) -> None:
    states = (sparse_tzaar(seed) for seed in range(120))
    assert compare(start("tzaar"), states, least=60) == {"win", "loss"}


def test_relati_classic_is_what_brute_force_says(start: Start) -> None:
    states = (late("relati-classic", seed, 7) for seed in range(40))
    assert compare(start("relati-classic"), states, least=30) == {"win", "draw", "loss"}


@pytest.mark.parametrize(
    ("most", "least", "options"),
    [
        (6, 10, {}),
        (6, 5, {"continuous": True}),
        (2, 6, {"cannon": True}),
        (2, 3, {"cannon": True, "chain": True, "continuous": True, "migration": True}),
    ],
)
def test_relati_is_what_brute_force_says(
    start: Start, most: int, least: int, options: dict[str, bool]
) -> None:
    states = (late("relati", seed, most, **options) for seed in range(12))
    assert "win" in compare(start("relati"), states, least)


# Limits


def endgame(name: str) -> str:
    return next(str(entry["text"]) for entry in SOLVED if entry["name"] == name)


def test_a_limit_in_nodes_is_kept_and_nothing_is_claimed(start: Start) -> None:
    prover = start("tzaar")
    prover.limit(nodes=1_000)
    answer = prover.solve(endgame("endgame-01"))
    assert (answer.value, answer.nodes, answer.decision) == ("unknown", 1_000, "-")
    assert answer.certificate == []


def test_a_limit_in_seconds_is_kept(start: Start) -> None:
    prover = start("tzaar")
    prover.limit(seconds=0.05)
    with watching() as stolen:
        answer = prover.solve(endgame("endgame-11"))
    assert answer.value == "unknown"
    assert answer.seconds - stolen[0] <= 0.1


def test_the_same_search_twice_is_the_same(start: Start) -> None:
    prover = start("tzaar")
    first, second = (prover.solve(endgame("endgame-16")) for _ in range(2))
    assert (first.nodes, first.certificate) == (second.nodes, second.certificate)


def test_with_little_memory_the_answer_and_its_proof_are_still_right(start: Start) -> None:
    """What the table has forgotten is searched again."""
    prover = start("tzaar")
    prover.limit(megabytes=1)
    answer = prover.solve(endgame("endgame-01"))
    assert answer.value == "win"
    assert answer.proven().result == "win"


def test_a_certificate_that_would_be_too_large_is_not_written(start: Start) -> None:
    prover = start("tzaar")
    prover.limit(megabytes=0)
    answer = prover.solve(endgame("endgame-13"))
    assert (answer.value, answer.certificate) == ("loss", [])


@pytest.mark.parametrize("text", ["", "nothing", "Z..../R...../T w 1 1"])
def test_what_is_no_position_is_not_solved(start: Start, text: str) -> None:
    assert start("tzaar").ask(f"solve {text}") == "bad"
