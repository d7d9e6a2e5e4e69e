"""The player that searches."""

from __future__ import annotations

from typing import Any

import pytest
from tests.unit.players.clocked import clocked
from tests.unit.players.matches import SMALL, score

import duiyi
from duiyi import players
from duiyi.core import CHANCE, State
from duiyi.core.chance import Dice
from duiyi.players import GreedyPlayer, MctsPlayer, Player
from duiyi.players.random import RandomPlayer


def searching(playouts: int) -> Any:
    def make(seed: int) -> Player:
        return MctsPlayer(seed, playouts=playouts)

    return make


@pytest.mark.parametrize(
    ("game", "playouts", "games", "opening"),
    [("relati-classic", 200, 10, 0), ("tzaar", 60, 8, 24)],
)
def test_it_beats_the_greedy_player(game: str, playouts: int, games: int, opening: int) -> None:
    assert score(game, searching(playouts), GreedyPlayer, games, opening) > 0.5


def test_it_beats_the_random_player_at_a_game_that_estimates_nothing() -> None:
    assert score("tic-tac-toe", searching(100), RandomPlayer, 10) >= 0.8


@pytest.mark.parametrize(
    ("played", "best"),
    [
        ("A1 A2 B1 B2", "C1"),  # wins
        ("A1 B2 B1", "C1"),  # prevents a loss
    ],
)
def test_it_sees_the_end(played: str, best: str) -> None:
    state = duiyi.game("tic-tac-toe").start()
    for token in played.split():
        state = state.play(token)
    for seed in range(5):
        assert state.text(MctsPlayer(seed, playouts=200).choose(state)) == best


@pytest.mark.parametrize("game", SMALL)
def test_it_plays_legally_everywhere(game: str) -> None:
    state: State[Any] = duiyi.game(game).start(2, **SMALL[game])
    dice, walker = Dice(3), RandomPlayer(3)
    for number in range(40):
        if state.actor is None:
            break
        if state.actor == CHANCE:
            state = state.play(dice.choose(state))
        elif number % 8:
            state = state.play(walker.choose(state))
        else:
            state = state.play(MctsPlayer(number, playouts=8).choose(state))


def test_it_can_sit_at_a_table_of_four() -> None:
    state = duiyi.game("relati-classic").start(4)
    while state.actor is not None:
        state = state.play(MctsPlayer(state.turn, playouts=5).choose(state))
    assert state.outcome is not None


def test_the_same_seed_and_playouts_choose_alike() -> None:
    state = duiyi.game("atom").start().play("a").play("+5000")
    choices = [MctsPlayer(seed, playouts=20).choose(state) for seed in (1, 1, 2, 3, 4, 5)]
    assert choices[0] == choices[1]
    assert len(set(choices)) > 1


def test_a_turn_takes_the_time_that_it_is_given() -> None:
    state = duiyi.game("tzaar").start().play("A5xA4")
    for seconds in (0.0, 0.3):
        player = players.make("mcts", 1, seconds)
        with clocked() as used:
            after = state.play(player.choose(state))
            player.choose(after)
        assert after.turn == state.turn
        assert 0.7 * seconds <= used[1]
        assert used[0] < seconds + 0.1


def test_what_is_certain_is_known_to_be_so() -> None:
    state = duiyi.game("tic-tac-toe").start()
    for token in "A1 A2 B1 B2".split():
        state = state.play(token)
    thought = MctsPlayer(1).think(state, seconds=5, lines=9)
    assert thought.lines[0].tokens == ("C1",)
    assert thought.lines[0].proof == "win"
    assert thought.lines[0].share == 1
    assert thought.cpu_seconds < 1
    state = duiyi.game("tic-tac-toe").start()
    for token in "A1 B1 C1 A2 C2 B2 B3".split():
        state = state.play(token)
    thought = MctsPlayer(1).think(state, seconds=5, lines=9)
    assert [(line.tokens, line.proof) for line in thought.lines] == [
        (("C3", "A3"), "level"),
        (("A3", "C3"), "loss"),
    ]


def test_the_tree_is_kept() -> None:
    state = duiyi.game("tic-tac-toe").start()
    player = MctsPlayer(1)
    player.think(state, seconds=5, playouts=300)
    after = state.play("B2").play("A1")
    assert player.think(after, seconds=5, playouts=1).nodes > 5
