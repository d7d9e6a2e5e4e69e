"""Making puzzles: games are played one after the other, and what is found in them is kept.

What comes of a game depends on its seed alone, so that work may be shared out and taken up again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from duiyi import kernels
from duiyi.analysis.puzzles.certificates import most_turns, tree_of, written
from duiyi.analysis.puzzles.exhaustion import TooMuch
from duiyi.analysis.puzzles.finding import Found, found
from duiyi.analysis.puzzles.lines import answered, first_tries, solved
from duiyi.analysis.puzzles.making.grading import grade, work
from duiyi.analysis.puzzles.making.selfplay import played
from duiyi.analysis.puzzles.model import PROVEN, Made, Puzzle, Task, id_of, puzzling_of
from duiyi.analysis.puzzles.nodes import node_of
from duiyi.analysis.puzzles.truth import PROOF_MEMORY, PROOF_NODES
from duiyi.core import State, game
from duiyi.core.study.puzzling import FORCE, HOLD, SAVE
from duiyi.kernels.proof import prove

OF_A_TASK = 2
"""Puzzles of one kind that a game may give, so that they do not resemble each other."""
LARGEST = 40_000
"""Characters of a certificate."""


def made_in(name: str, seed: int) -> list[Made]:
    """The puzzles of one game."""
    per_task: Counter[str] = Counter()
    first: set[tuple[str, str]] = set()
    puzzles: list[Made] = []
    for state in played(game(name), seed):
        enough = {task for task, number in per_task.items() if number >= OF_A_TASK}
        for one in found(state, enough):
            if (one.task.kind, one.token) in first:
                continue
            first.add((one.task.kind, one.token))
            for made in _made(one):
                per_task[one.task.kind] += 1
                puzzles.append(made)
    return puzzles


def _made(one: Found) -> Iterator[Made]:
    """The whole puzzle; none where its solution or its proof is too long."""
    state, task, certificate = one.state, one.task, ""
    try:
        if task.kind in (FORCE, HOLD):
            task, certificate = _certified(one)
            if not certificate or len(certificate) > LARGEST:
                return
        line = solved(state, one.token, one.truth)
        if not line:
            return
        node = node_of(state)
        right = {token for token in node.tokens() if one.truth.leads(node, token)}
    except TooMuch:
        return
    amount = round(work(one, line), 1)
    refuted = {token: answered(state, token)[1:] for token in first_tries(state, right)}
    if not refuted:
        return
    puzzle = Puzzle(
        id=id_of(state),
        position=state.dump(),
        seat=one.seat,
        task=task,
        grade=grade(amount, puzzling_of(state.game).grades),
        themes=themes(state, task, line, refuted),
        line=line,
        refuted=refuted,
        work=amount,
    )
    yield Made(puzzle, certificate)


def _certified(one: Found) -> tuple[Task, str]:
    """The task, with how many turns are enough at most, and its certificate."""
    node = node_of(one.state)
    if one.task.known != PROVEN:
        return one.task, written(one.state.game.id, node, one.truth)
    assert isinstance(node, kernels.Position)
    proof = prove(node, nodes=PROOF_NODES, memory=4 * PROOF_MEMORY)
    if not proof.certificate:
        return one.task, ""
    branch = tree_of(proof.certificate)[one.seat]
    turns = most_turns(node, branch, one.seat)
    return Task(one.task.kind, turns, PROVEN), proof.certificate


def themes(
    state: State[Any], task: Task, line: tuple[str, ...], refuted: Mapping[str, tuple[str, ...]]
) -> tuple[str, ...]:
    """What a puzzle is about: its task, and what the game says of how it ends; where something is
    saved, of how it would end otherwise."""
    own = puzzling_of(state.game).themes
    first = next(iter(refuted.items()))
    end = state
    for token in (first[0], *first[1]) if task.kind == SAVE else line:
        end = end.play(token)
    found = own(state, end, line) if own else ()
    return (task.kind, *(("only-move",) if task.kind in (SAVE, HOLD) else ()), *found)
