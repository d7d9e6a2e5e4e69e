"""`duiyi engine` as a person at a keyboard would try it."""

from __future__ import annotations

import pytest
from tests.commands import Run

from duiyi.core import game

POSITION = f"position {game('relati-classic').start().dump()}"
GAME = "game relati-classic version 1 seats 2 seat 0 clock turn 0.1"


@pytest.mark.parametrize("player", ["random", "greedy", "mcts"])
def test_a_player_answers_the_lines(run: Run, player: str) -> None:
    typed = f"hello 1\n{GAME}\n{POSITION}\ngo left 0.100\nnonsense\nquit\n"
    ran = run("engine", player, "--seed", "1", typed=typed)
    assert (ran.code, ran.err) == (0, "")
    name, author, *ready, move, error = ran.out.splitlines()
    assert (name, author) == (f"id name duiyi {player}", "id author duiyi")
    assert ready == ["ready", "ready"]
    assert game("relati-classic").start().why_not(move.removeprefix("move ")) is None
    assert error.startswith("error")


def test_the_same_seed_plays_the_same(run: Run) -> None:
    typed = f"{GAME}\n" + f"{POSITION}\ngo\n" * 5
    first, second = (run("engine", "random", "--seed", "7", typed=typed).out for _ in range(2))
    assert first == second
    assert first.count("move") == 5


def test_an_unknown_player_is_named(run: Run) -> None:
    ran = run("engine", "gredy")
    assert ran.code == 2
    assert "greedy" in ran.err
