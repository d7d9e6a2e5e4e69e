"""Solve, else prove, else search; and what games bring to that."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from tests.record_games import ROW
from tests.unit.analysis.games import LOST, WON, somewhere

import duiyi
from duiyi import players
from duiyi.core import State
from duiyi.core.searching import NOTHING
from duiyi.kernels import GAMES
from duiyi.kernels.thinker import control
from duiyi.players import perfect, searches
from duiyi.players.searches import best_kind, searching_of
from duiyi.players.thinking import PROOF, RULES, SOLVER, Limits, Thinking

PACKAGES = ("duiyi.players", "duiyi.analysis")


def kind_of(state: State[Any], limits: Limits, **how: Any) -> str:
    return Thinking(**how).think(state, limits).kind


def test_what_is_solved_is_known_and_not_searched() -> None:
    state = duiyi.game("relati-classic").start(2)
    for token in "C3 C2 B3 D2 D3 B2 B4 E3".split():
        state = state.play(token)
    found = Thinking().think(state, Limits(seconds=20))
    assert found.kind == SOLVER
    assert len(found.thought.lines) == len(state.actions())
    assert all(line.proof for line in found.thought.lines)
    assert kind_of(state, Limits(nodes=50)) == "mcts"
    assert kind_of(state, Limits(seconds=0.01), solving=0.0) == "mcts"
    assert kind_of(state, Limits(seconds=0.01), kind="alphabeta", solving=0.0) == "alphabeta"


def test_a_proof_alone_is_enough_for_who_wants_no_lines() -> None:
    won = duiyi.game("tzaar").load(WON)
    found = Thinking(explained=False).think(won, Limits(seconds=2))
    assert found.kind == PROOF
    (line,) = found.thought.lines
    assert (line.share, line.proof) == (1, "win")
    assert kind_of(won, Limits(seconds=2)) == "alphabeta"
    assert kind_of(won, Limits(seconds=0.1), explained=False, proving=0.0) == "alphabeta"


def test_a_lost_position_is_searched_for_the_best_try() -> None:
    lost = duiyi.game("tzaar").load(LOST)
    found = Thinking(explained=False).think(lost, Limits(seconds=1))
    assert found.kind == "alphabeta"
    assert found.thought.lines[0].proof == "loss"


def test_proofs_are_tried_only_where_the_game_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game that brings nothing is searched by simulation, whatever its kernel could do."""
    won = duiyi.game("tzaar").load(WON)
    monkeypatch.setattr(type(won.game), "searching", NOTHING)
    assert kind_of(won, Limits(nodes=50), explained=False) == searches.SIMULATION


def test_a_game_without_a_kernel_is_searched_on_its_rules() -> None:
    assert kind_of(ROW.start(2), Limits(nodes=50)) == RULES
    assert searching_of(ROW) == NOTHING


def test_a_search_that_nothing_ends_is_refused() -> None:
    with pytest.raises(ValueError, match="needs a limit"):
        Limits()
    Limits(control=control())


@pytest.mark.parametrize("name", GAMES)
def test_who_remembers_nothing_answers_alike_again(name: str) -> None:
    state, limits = somewhere(name), Limits(nodes=300)
    forgetful = Thinking()
    first, again = (forgetful.think(state, limits).thought for _ in range(2))
    assert (first.lines, first.nodes) == (again.lines, again.nodes)


@pytest.mark.parametrize("name", GAMES)
def test_every_game_brings_a_best_search_with_its_weights(name: str) -> None:
    state = somewhere(name)
    brought = searching_of(state.game)
    assert best_kind(state) == brought.best.get(2, searches.SIMULATION)
    assert set(brought.weights) <= set(brought.best.values())
    assert all(file.is_file() for file in brought.weights.values())
    assert players.fits("perfect", state) == (2 in brought.solved)
    assert perfect.PerfectPlayer.fits(state) == (name == "relati-classic")


@pytest.mark.parametrize("package", PACKAGES)
def test_no_game_is_named_where_all_games_are_thought_about(package: str) -> None:
    with_names = [
        path.name
        for path in Path(str(files(package))).glob("*.py")
        if any(f'"{game.id}"' in path.read_text("utf-8") for game in duiyi.games())
    ]
    assert with_names == []
