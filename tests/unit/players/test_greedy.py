"""The greedy player."""

from __future__ import annotations

import time

import pytest
from tests.unit.players.matches import SMALL, score

import duiyi
from duiyi.core import CHANCE
from duiyi.core.chance import Dice
from duiyi.players.estimate import estimate
from duiyi.players.greedy import GreedyPlayer
from duiyi.players.random import RandomPlayer


@pytest.mark.parametrize("game", SMALL)
def test_it_clearly_beats_the_random_player(game: str) -> None:
    assert score(game, GreedyPlayer, RandomPlayer, 10) >= 0.7


@pytest.mark.parametrize("game", ["tic-tac-toe", "relati-classic"])
def test_it_takes_a_win(game: str) -> None:
    """On random walks: wherever an action wins at once, the one it chooses does."""
    seen = 0
    for seed in range(20):
        state, walker = duiyi.game(game).start(), RandomPlayer(seed)
        while state.actor is not None:
            wins = [a for a in state.actions() if estimate(state.play(a))[state.actor] == 1]
            chosen = GreedyPlayer(seed).choose(state)
            seen += bool(wins)
            assert not wins or chosen in wins
            state = state.play(walker.choose(state))
    assert seen


def test_the_same_seed_chooses_alike() -> None:
    state = duiyi.game("atom").start().play("a").play("+5000")
    choices = [GreedyPlayer(seed).choose(state) for seed in (1, 1, 2, 3, 4, 5)]
    assert choices[0] == choices[1]
    assert len(set(choices)) > 1


@pytest.mark.parametrize(
    ("game", "seats", "options"),
    [("relati-legacy", 2, {"size": 15}), ("relati-legacy", 6, {"size": 23}), ("atom", 2, {})],
)
def test_it_answers_soon_on_large_boards(game: str, seats: int, options: dict[str, int]) -> None:
    state = duiyi.game(game).start(seats, **options)
    walker, dice, greedy = RandomPlayer(1), Dice(1), GreedyPlayer(1)
    for number in range(60):
        if state.actor in (None, CHANCE):
            state = state.play(dice.choose(state))
            continue
        begun = time.process_time()
        if number % 6 == 0:
            greedy.choose(state)
        assert time.process_time() - begun < 0.5
        state = state.play(walker.choose(state))
