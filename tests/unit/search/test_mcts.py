"""Search by simulation, through its driver (`kernels/tools/mcts_driver.cpp`), beside the rules."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from tests.differential.drivers import variant_of
from tests.stolen import watching
from tests.unit.search.asked import Asked, compiled

import duiyi
from duiyi.core import CHANCE, Options, State

# Its driver has to be compiled first.
pytestmark = pytest.mark.slow

LONGEST = 40
"""Decisions of a game that is played at tiny limits."""


@dataclass(frozen=True)
class Finding:
    visits: int
    value: float
    proof: str


@dataclass(frozen=True)
class Answer:
    """A line of the driver."""

    best: str
    proof: str
    value: float
    answered: bool
    playouts: int
    kept: int
    memory: int
    cpu: float
    lasted: float
    findings: dict[str, Finding]
    variation: tuple[str, ...]

    @property
    def without_time(self) -> tuple[object, ...]:
        return (self.best, self.value, self.playouts, self.memory, self.findings, self.variation)


def read(line: str) -> Answer:
    head, findings, variation = line.split("|")
    best, proof, value, answered, playouts, _, kept, memory, cpu, lasted = head.split()
    found = {}
    for word in findings.split():
        token, visits, worth, proven = word.rsplit("=", 3)
        found[token] = Finding(int(visits), float(worth), proven)
    return Answer(
        best=best,
        proof=proof,
        value=float(value),
        answered=answered == "1",
        playouts=int(playouts),
        kept=int(kept),
        memory=int(memory),
        cpu=float(cpu),
        lasted=float(lasted),
        findings=found,
        variation=tuple(variation.split()),
    )


class Searcher(Asked):
    """A search that is asked about positions of the Python rules; it keeps its tree."""

    def search(self, state: State[Any], **limits: float) -> Answer:
        assert self.ask(f"load {state.dump()}") == "ok"
        keys = " ".join(f"{key}={value}" for key, value in limits.items())
        return read(self.ask(f"search {keys}"))

    def forget(self) -> None:
        assert self.ask("forget") == "ok"


Starter = Callable[[State[Any]], Searcher]


def program_of(game: str) -> Path:
    """The driver."""
    return compiled("mcts", "-O1", game=game)


@pytest.fixture
def searcher_for() -> Iterator[Starter]:
    """Starts a search for the game of a state."""
    started: list[Searcher] = []

    def start(state: State[Any]) -> Searcher:
        started.append(Searcher(program_of(state.game.id), variant_of(state)))
        return started[-1]

    yield start
    for searcher in started:
        searcher.close()


def walked(state: State[Any], steps: int, seed: int) -> State[Any]:
    """A position some random decisions later, or sooner where the game would be over."""
    chosen = random.Random(seed)
    for _ in range(steps):
        following = state.play(chosen.choice([*tokens(state)]))
        if following.outcome is not None:
            return state
        state = following
    return state


def tokens(state: State[Any]) -> list[str]:
    if state.actor == CHANCE:
        return [state.text(action) for action, _ in state.chances()]
    return [state.text(action) for action in state.actions()]


def wins_at_once(state: State[Any]) -> set[str]:
    return {token for token in tokens(state) if winner_after(state, token) == state.actor}


def winner_after(state: State[Any], token: str) -> int | None:
    outcome = state.play(token).outcome
    return None if outcome is None else outcome.winner


def samples() -> Iterator[Any]:
    for game in ("relati-classic", "relati", "relati-legacy", "tzaar", "atom"):
        for number, (seats, options) in enumerate(duiyi.game(game).samples()):
            yield pytest.param(game, seats, options, id=f"{game}-{number}")


@pytest.mark.parametrize(("game", "seats", "options"), [*samples()])
def test_answers_are_legal_whatever_the_limits(
    searcher_for: Starter, game: str, seats: int, options: Options
) -> None:
    state: State[Any] = duiyi.game(game).start(seats, **dict(options.items()))
    searcher = searcher_for(state)
    chosen = random.Random(game)
    for _ in range(LONGEST):
        if state.outcome is not None:
            return
        if state.actor == CHANCE:
            state = state.play(chosen.choice(tokens(state)))
            continue
        answer = searcher.search(state, nodes=chosen.choice([0, 1, 2, 17, 60]), seed=3)
        assert answer.best in answer.findings
        assert sorted(answer.findings) == sorted(tokens(state))
        assert answer.variation[0] == answer.best
        following = state
        for token in answer.variation:
            following = following.play(token)
        state = state.play(answer.best)


@pytest.mark.parametrize("game", ["relati-classic", "relati", "tzaar"])
def test_a_win_at_hand_is_taken_with_a_single_playout(searcher_for: Starter, game: str) -> None:
    tried = 0
    for seed in range(60):
        state = walked(duiyi.game(game).start(), 1000, seed)
        wins = wins_at_once(state)
        if not wins or len(wins) == len(tokens(state)):
            continue
        tried += 1
        answer = searcher_for(state).search(state, nodes=1)
        assert answer.best in wins
        assert (answer.proof, answer.value, answer.answered) == ("win", 1, True)
    assert tried >= 5


@pytest.mark.parametrize("game", ["relati-classic", "relati"])
def test_nobody_is_given_a_win_at_hand(searcher_for: Starter, game: str) -> None:
    tried = 0
    for seed in range(80):
        state = walked(duiyi.game(game).start(), 1000, seed)
        state = walked(duiyi.game(game).start(), max(0, state.turn - 1 - 1 - seed % 3), seed)
        gifts = {
            token
            for token in tokens(state)
            if state.play(token).outcome is None and wins_at_once(state.play(token))
        }
        if not gifts or len(gifts) == len(tokens(state)) or wins_at_once(state):
            continue
        tried += 1
        assert searcher_for(state).search(state, nodes=3000).best not in gifts
    assert tried >= 5


NARROW = {"width": 1, "widening": 0.2}
"""One action is tried at first and two in 32 visits, so that nodes begin with two edges."""


@pytest.mark.parametrize("settings", [{}, NARROW], ids=str)
def test_small_endgames_are_proven(searcher_for: Starter, settings: dict[str, float]) -> None:
    for seed in range(25):
        state = walked(duiyi.game("relati-classic").start(), 17, seed)
        answer = searcher_for(state).search(state, nodes=100_000, **settings)
        exact = {token: shares_after(state, token).pop() for token in tokens(state)}
        assert answer.answered
        assert exact[answer.best] == max(exact.values())
        for token, found in answer.findings.items():
            if found.proof != "-":
                assert found.value == exact[token]


@pytest.mark.parametrize("settings", [{}, NARROW], ids=str)
def test_proofs_with_three_seats_are_right(
    searcher_for: Starter, settings: dict[str, float]
) -> None:
    """Where others may choose between equals, it holds whatever they choose."""
    proofs: Counter[str] = Counter()
    for seed in range(12):
        state = walked(duiyi.game("relati-classic").start(3), 38, seed)
        answer = searcher_for(state).search(state, nodes=20_000, **settings)
        for token, found in answer.findings.items():
            proofs[found.proof] += 1
            if found.proof != "-":
                assert shares_after(state, token) == {Fraction(found.value).limit_denominator(6)}
    assert proofs["win"] > 0
    assert proofs["loss"] > 0


Scores = tuple[Fraction, ...]


@cache
def possible_scores(dump: str) -> frozenset[Scores]:
    """What can come of a position where everybody takes the most that he is sure of; with two
    seats there is only one thing."""
    state = duiyi.game("relati-classic").load(dump)
    if state.outcome is not None:
        return frozenset([state.outcome.scores])
    assert state.actor is not None
    seat = state.actor
    choices = [possible_scores(state.play(token).dump()) for token in tokens(state)]
    sure = max(min(scores[seat] for scores in choice) for choice in choices)
    return frozenset(scores for choice in choices for scores in choice if scores[seat] >= sure)


def shares_after(state: State[Any], token: str) -> set[Fraction]:
    """What the actor can get after an action."""
    assert state.actor is not None
    return {scores[state.actor] for scores in possible_scores(state.play(token).dump())}


@pytest.mark.parametrize(
    ("game", "seats"),
    [("relati-classic", 4), ("relati", 2), ("relati-legacy", 5), ("tzaar", 2), ("atom", 2)],
)
def test_the_same_searches_give_the_same_answers(
    searcher_for: Starter, game: str, seats: int
) -> None:
    state: State[Any] = walked(duiyi.game(game).start(seats), 6, 1)
    while state.actor == CHANCE:
        state = state.play(tokens(state)[0])
    searcher, other = searcher_for(state), searcher_for(state)
    for _ in range(4):
        first = searcher.search(state, nodes=400, seed=7)
        assert other.search(state, nodes=400, seed=7).without_time == first.without_time
        state = state.play(first.best)
        if state.outcome is not None or state.actor == CHANCE:
            return


def test_another_seed_gives_another_search(searcher_for: Starter) -> None:
    state = duiyi.game("tzaar").start()
    searcher = searcher_for(state)
    first = searcher.search(state, nodes=400, seed=7)
    searcher.forget()
    assert searcher.search(state, nodes=400, seed=8).findings != first.findings


def test_a_tree_is_kept_for_the_positions_that_follow(searcher_for: Starter) -> None:
    state: State[Any] = duiyi.game("relati").start()
    searcher = searcher_for(state)
    first = searcher.search(state, nodes=5000)
    assert first.kept == 0
    for token in first.variation[:2]:
        state = state.play(token)
    second = searcher.search(state, nodes=100)
    assert 0 < second.kept < 5000
    assert second.memory < first.memory
    assert sum(found.visits for found in second.findings.values()) == second.kept + 100
    searcher.forget()
    assert searcher.search(state, nodes=100).kept == 0


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("game", ["relati-legacy", "tzaar"])
def test_a_kept_node_gets_edges_for_all_actions(
    searcher_for: Starter, game: str, threads: int
) -> None:
    """It had only those that seldom visited nodes have; what was found out about them stays."""
    state: State[Any] = walked(duiyi.game(game).start(2), 4, 1)
    searcher = searcher_for(state)
    searcher.search(state, nodes=3000, threads=threads, **NARROW)
    for _ in range(12):
        before = searcher.search(state, nodes=0, **NARROW)
        assert sorted(before.findings) == sorted(tokens(state))
        assert sum(found.visits for found in before.findings.values()) == before.kept
        searcher.search(state, nodes=300, threads=threads, **NARROW)
        state = state.play(before.best)
        if state.outcome is not None:
            return


def test_actions_that_are_not_tried_take_no_memory(searcher_for: Starter) -> None:
    """Two hundred for most nodes of relati legacy, an edge of 24 bytes each."""
    state: State[Any] = duiyi.game("relati-legacy").start(2).play("L:C3").play("L:M13")
    few = searcher_for(state).search(state, nodes=3000, ripe=1, **NARROW)
    all_edges = searcher_for(state).search(state, nodes=3000, ripe=1, width=300)
    assert few.memory < all_edges.memory / 4


@pytest.mark.parametrize("threads", [1, 2])
def test_playouts_are_counted_exactly(searcher_for: Starter, threads: int) -> None:
    state = duiyi.game("relati-legacy").start(4)
    for nodes in (0, 1, 100, 1500):
        answer = searcher_for(state).search(state, nodes=nodes, threads=threads)
        assert answer.playouts == nodes
        assert sum(found.visits for found in answer.findings.values()) == nodes


@pytest.mark.parametrize("memory", [0, 100, 20_000, 1_000_000])
def test_memory_is_kept_and_playouts_go_on(searcher_for: Starter, memory: int) -> None:
    state = duiyi.game("relati").start()
    answer = searcher_for(state).search(state, nodes=20_000, memory=memory)
    assert answer.memory <= memory
    assert answer.playouts == (20_000 if memory >= 20_000 else 0)
    assert answer.memory > 0.9 * memory or memory < 20_000


@pytest.mark.parametrize(
    ("game", "seats"), [("relati-legacy", 6), ("relati", 4), ("tzaar", 2), ("atom", 2)]
)
def test_cpu_time_is_kept(searcher_for: Starter, game: str, seats: int) -> None:
    state: State[Any] = duiyi.game(game).start(seats)
    searcher = searcher_for(state)
    for seconds in (0.02, 0.1):
        for _ in range(3):
            with watching() as stolen:
                answer = searcher.search(state, seconds=seconds)
            assert seconds <= answer.cpu
            assert answer.cpu - stolen[0] <= seconds + 0.05
        searcher.forget()


@pytest.mark.parametrize("threads", [1, 2])
def test_a_stop_is_heard_at_once(searcher_for: Starter, threads: int) -> None:
    """The clock also counts what others do to the machine: the quickest answer is looked at."""
    state = duiyi.game("relati-legacy").start(6, size=23)
    searcher = searcher_for(state)
    waits = [
        searcher.search(state, seconds=20, stop=0.03, threads=threads).lasted - 0.03
        for _ in range(6)
    ]
    assert min(waits) < 0.02


@pytest.fixture
def by_phases() -> Iterator[Asked]:
    """relati legacy for two, judged by phases, against the usual judgement."""
    asked = Asked(program_of("relati-legacy"), "narrow", "phases")
    assert asked.ask(f"load {duiyi.game('relati-legacy').start(2).dump()}") == "ok"
    yield asked
    asked.close()


def test_judging_relati_legacy_by_phases_is_better(by_phases: Asked) -> None:
    """With equal playouts; over hundreds of games it is 0.9 and more."""
    told = by_phases.ask("match openings=8 opening=2 seed=5 a:nodes=60 b:nodes=60")
    score, games = float(told.split()[0]), int(told.split("games ")[1].split()[0])
    assert games == 16
    assert score >= 0.65


def test_weights_are_fitted_to_games(by_phases: Asked) -> None:
    """They explain the games better than none do, and better than the ones that played them."""
    told = by_phases.ask("fit games=6 generations=2 opening=2 nodes=4 looks=200000 threads=2")
    words = re.fullmatch(
        r"(\d+) positions, loss ([\d.]+) without, ([\d.]+) before, ([\d.]+) after:([-+.\de ]+)",
        told,
    )
    assert words is not None, told
    positions, without, before, after, weights = words.groups()
    assert int(positions) > 100
    assert float(after) < min(float(without), float(before))
    assert len(weights.split()) == 36


def test_the_same_games_teach_the_same_weights(by_phases: Asked) -> None:
    fit = "fit games=2 opening=2 nodes=3 looks=1000"
    assert by_phases.ask(fit) == by_phases.ask(f"{fit} threads=2")
