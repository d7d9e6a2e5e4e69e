"""The time of turns, beside that of an idle loop."""

from __future__ import annotations

import time

import pytest
from bench import turns
from bench.turns import SLACK, Turns, kept, play
from typer import Typer
from typer.testing import CliRunner

from duiyi.core import State
from duiyi.players import Player
from duiyi.players.random import RandomPlayer


class Slow:
    """Takes longer than it should."""

    def __init__(self, seed: int, seconds: float) -> None:
        self._player: Player = RandomPlayer(seed)
        self._seconds = seconds

    def choose(self, state: State[object]) -> object:
        turns.idle(self._seconds + SLACK + 0.01)
        return self._player.choose(state)


@pytest.mark.parametrize(
    ("late", "idle_late", "held"),
    [(0, 0, True), (1, 0, True), (6, 0, True), (7, 0, False), (7, 5, True), (30, 10, False)],
)
def test_late_turns_count_where_the_loop_is_late_less_often(
    late: int, idle_late: int, held: bool
) -> None:
    assert kept(late, idle_late) is held


def test_turns_that_take_too_long_are_seen() -> None:
    sample = Turns("relati-classic", 2, 0.001)
    assert len([*play(sample, 12, 1, Slow)]) == 12
    assert sample.late == 12
    assert not kept(sample.late, 0)
    assert len(sample.idle) == 12


@pytest.mark.parametrize(("game", "seats"), [("atom", 2), ("tzaar", 2), ("relati-legacy", 3)])
def test_all_decisions_of_a_turn_count_together(game: str, seats: int) -> None:
    class Even(Slow):
        def choose(self, state: State[object]) -> object:
            turns.idle(0.002)
            decided.append((state.turn, state.owner, state.actor))
            return self._player.choose(state)

    decided: list[object] = []
    sample = Turns(game, seats, 1.0)
    assert len([*play(sample, 10, 1, Even)]) == 10
    assert len(set(decided)) <= 11
    assert sum(sample.played) >= 0.002 * (len(decided) - 4)


def test_the_loop_takes_what_it_is_told() -> None:
    begun = time.process_time()
    told = turns.idle(0.01)
    assert 0.01 <= told <= time.process_time() - begun


def test_the_command_shows_every_sample_and_its_verdict() -> None:
    app = Typer()
    app.command()(turns.main)
    asked = ["relati-classic", "relati", "--seats", "3", "--ms", "20", "--turns", "2"]
    shown = CliRunner().invoke(app, asked)
    assert shown.exit_code == 0, shown.output
    assert "relati-classic" in shown.output
    assert "time is kept" in shown.output


@pytest.mark.parametrize("asked", [["tzar"], ["atom", "--seats", "5"]])
def test_what_is_not_there_is_refused(asked: list[str]) -> None:
    app = Typer()
    app.command()(turns.main)
    shown = CliRunner().invoke(app, asked)
    assert shown.exit_code == 2
