"""What is right in a puzzle: everything that was to be tried was tried, and by both ways alike."""

from __future__ import annotations

import json
from typing import Any

import pytest

from duiyi import kernels
from duiyi.analysis.puzzles.certificates import most_turns, tree_of, written
from duiyi.analysis.puzzles.exhaustion import Exhaustion, TooMuch
from duiyi.analysis.puzzles.finding import found, solution
from duiyi.analysis.puzzles.model import Task
from duiyi.analysis.puzzles.nodes import RulesNode, node_of
from duiyi.analysis.puzzles.truth import Truth
from duiyi.core import State, game
from duiyi.kernels.proof import prove
from duiyi.players.certificate import verified

TZAAR = "..T2../.....z5/......./r..t4..../..r....z/....Z3..r/r....R2./..Z.../z2...T w 1 25"
LEGACY = (
    ".......OO*/....o..OO/xOOxxO..O/..OOx..OO/xxxOx.xOx/xx.xoOooo/x..O...oO@/...xOX*xxo/x....xxxx"
    " 2 O 49"
)


def tic_tac_toe(cells: str, actor: int) -> State[Any]:
    taken = 9 - cells.count(".")
    fields = {
        "seats": 2, "options": {}, "actor": actor, "owner": actor, "turn": taken + 1,
        "out": [], "outcome": None, "cells": cells,
    }  # fmt: skip
    return game("tic-tac-toe").load(json.dumps(fields))


def right(state: State[Any], task: Task) -> list[str]:
    seat = state.actor
    assert seat is not None
    truth = Truth(state.game.id, state.dump(), seat, task)
    return truth.right(node_of(state))


def test_a_win_in_this_turn_is_every_token_that_wins_at_once() -> None:
    state = tic_tac_toe("00.11....", 0)
    assert right(state, Task("win")) == ["C1"]


def test_a_forced_win_needs_an_answer_to_everything() -> None:
    corner = tic_tac_toe("0.......1", 0)
    assert right(corner, Task("force", 2)) == []
    assert set(right(corner, Task("force", 3))) >= {"C1", "A3"}
    assert "A3" in right(tic_tac_toe("01.0.....", 0), Task("force", 2))


def test_what_saves_is_what_leaves_the_other_no_win_in_his_turn() -> None:
    state = tic_tac_toe("00..1....", 1)
    assert right(state, Task("save")) == ["C1"]


def test_kernel_and_rules_find_the_same_right_tokens() -> None:
    state = game("tzaar").load(TZAAR)
    for task in (Task("win"), Task("save")):
        by_kernel = Truth("tzaar", TZAAR, 0, task).right(kernels.position(state))
        by_rules = Truth("tzaar", TZAAR, 0, task).right(RulesNode(state))
        assert by_kernel == by_rules


def test_more_than_was_allowed_is_no_answer() -> None:
    state = game("tzaar").load(TZAAR)
    with pytest.raises(TooMuch):
        Exhaustion(0, Task("win"), 3).right(RulesNode(state))


def test_an_exhaustion_writes_a_certificate_that_the_rules_accept() -> None:
    state = game("relati-legacy").load(LEGACY)
    truth = Truth("relati-legacy", LEGACY, 0, Task("force", 2))
    node = kernels.position(state)
    text = written("relati-legacy", node, truth)
    proven = verified(text.splitlines())
    assert (proven.state, proven.result) == (state, "win")
    assert most_turns(node, tree_of(text)[0], 0) == 2


def test_the_turns_of_a_proof_are_counted_over_all_defences() -> None:
    node = kernels.position(game("tzaar").load(TZAAR))
    proof = prove(node, nodes=50_000)
    branch = tree_of(proof.certificate)[0]
    assert proof.result == "win"
    assert most_turns(node, branch, 0) == 2
    assert list(branch.after) == [proof.token]


def test_a_position_with_two_solutions_is_no_puzzle() -> None:
    two = tic_tac_toe("00.1.0.1.", 0)
    truth = Truth("tic-tac-toe", two.dump(), 0, Task("force", 2))
    assert len(truth.right(node_of(two))) > 1
    assert solution(two, node_of(two), truth) is None
    several = tic_tac_toe("0.0.1.0.1", 0)
    truth = Truth("tic-tac-toe", several.dump(), 0, Task("win"))
    assert len(truth.right(node_of(several))) == 2
    assert solution(several, node_of(several), truth) == "B1"  # A2 is the same, turned over
    assert [one.token for one in found(several)] == []  # too few choices to be a puzzle


def test_what_does_no_harm_may_come_before_the_solution() -> None:
    """Atom: an effect that changes nothing may be used before the attack that destroys."""
    options = "damage=attack,life_cap=none,turn_limit=200,max_height=24,max_width=23"
    text = f"5 act:1 20:9.1.0.4:K0,0;G0,2;K1,1;K2,0:-:- 21:1.0.0.0:K0,0:K0,0;K0,2;K0,4:- {options}"
    state = game("atom").load(text)
    truth = Truth("atom", text, 0, Task("destroy", 1))
    tokens = truth.right(node_of(state))
    assert {"A11", "E1:0,2"} <= {*tokens}
    assert solution(state, node_of(state), truth) == "A11"
