"""Whether puzzles are what they say, worked out anew: nothing in their files is taken on trust."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from duiyi.analysis.puzzles.certificates import most_turns, tree_of
from duiyi.analysis.puzzles.exhaustion import TooMuch
from duiyi.analysis.puzzles.finding import solution
from duiyi.analysis.puzzles.making.grading import grade
from duiyi.analysis.puzzles.model import EXHAUSTED, Puzzle, Task, id_of, puzzling_of
from duiyi.analysis.puzzles.nodes import Node, RulesNode, node_of
from duiyi.analysis.puzzles.truth import Truth
from duiyi.core import DuiyiError, State, canonical, game
from duiyi.core.study.puzzling import FORCE, HOLD
from duiyi.players.certificate import BadCertificate, verified

RESULTS = {FORCE: "win", HOLD: "draw"}
"""What a certificate proves, by task."""


def doubles(puzzles: Mapping[str, Puzzle], name: str) -> Iterator[str]:
    """Puzzles that are equal to another one under the symmetries of the game."""
    known: dict[str, str] = {}
    for puzzle in puzzles.values():
        text = canonical(game(name).load(puzzle.position)).text
        if text in known:
            yield f"{puzzle.id} is the same as {known[text]}"
        known[text] = puzzle.id


def faults(name: str, puzzle: Puzzle, certificate: str, *, by_rules: bool = False) -> Iterator[str]:
    """What is wrong with a puzzle; nothing, if all is well.

    That the solution does what is asked for is tried by the Python rules, or its certificate
    verified by them. That nothing else does is tried on the kernel, `by_rules` by the rules too.
    """
    if not puzzle.line:
        yield "there is no solution"
        return
    try:
        state = game(name).load(puzzle.position)
        yield from _shape(puzzle, state)
        yield from _solved(name, puzzle, state)
        yield from _alone(name, puzzle, state, by_rules)
        yield from _proven(puzzle, state, certificate)
        yield from _answered(name, puzzle, state)
    except (DuiyiError, TooMuch, BadCertificate) as error:
        yield f"{type(error).__name__} {error}"


def _shape(puzzle: Puzzle, state: State[Any]) -> Iterator[str]:
    if puzzle.id != id_of(state):
        yield "the id is not that of the position"
    if puzzle.seat != state.actor or state.seats != 2:
        yield "the solver is not to act, or is not one of two"
    if puzzle.grade != grade(puzzle.work, puzzling_of(state.game).grades):
        yield "the grade is not that of its work"
    if not puzzle.refuted:
        yield "no wrong try has an answer"


def _solved(name: str, puzzle: Puzzle, state: State[Any]) -> Iterator[str]:
    """The line is legal, right at every decision of the solver, and ends where the task is done."""
    truth = Truth(name, puzzle.position, puzzle.seat, puzzle.task)
    states = [state]
    for at, token in enumerate(puzzle.line):
        here, last = states[-1], at == len(puzzle.line) - 1
        node = node_of(here)
        if here.actor == puzzle.seat and not truth.leads(node, token, truth.turns_left(states)):
            yield f"{token} of the solution is wrong"
        states.append(here.play(token))
        if truth.done(node, node_of(states[-1])) != last:
            yield f"the solution does not end with {puzzle.line[-1]}"
            return
    if puzzle.task.known == EXHAUSTED and puzzle.task.kind != FORCE:
        truth = Truth(name, puzzle.position, puzzle.seat, puzzle.task)
        if not truth.leads(RulesNode(state), puzzle.line[0]):
            yield "by the rules the solution is wrong"


def _alone(name: str, puzzle: Puzzle, state: State[Any], by_rules: bool) -> Iterator[str]:
    """No other first decision is right, up to symmetry."""
    by_rules = by_rules and puzzle.task.known == EXHAUSTED and puzzle.task.kind != FORCE
    node: Node = RulesNode(state) if by_rules else node_of(state)
    found = solution(state, node, Truth(name, puzzle.position, puzzle.seat, puzzle.task))
    first = puzzle.line[0]
    if found is None or not _same(state, found, first):
        yield f"{first} is not the only solution: {found}"
    if _easier(name, puzzle, node_of(state)):
        yield "more can be reached than is asked for"


def _same(state: State[Any], one: str, other: str) -> bool:
    return canonical(state.play(one)).text == canonical(state.play(other)).text


def _easier(name: str, puzzle: Puzzle, node: Node) -> bool:
    """Whether the task is not the most that can be asked for: a count that can be raised by more,
    or a win in fewer turns that were to be tried."""
    task = puzzle.task
    if task.known != EXHAUSTED:
        return False
    if task.counted:
        return Truth(name, puzzle.position, puzzle.seat, Task(task.kind, task.number + 1)).reaches(
            node
        )
    return task.kind == FORCE and Truth(name, puzzle.position, puzzle.seat, Task("win")).reaches(
        node
    )


def _proven(puzzle: Puzzle, state: State[Any], certificate: str) -> Iterator[str]:
    wanted = RESULTS.get(puzzle.task.kind)
    if wanted is None:
        return
    if not certificate:
        yield "there is no certificate"
        return
    proven = verified(certificate.splitlines())
    if proven.state != state or proven.result != wanted:
        yield f"the certificate proves a {proven.result} of {proven.state.dump()}"
    elif puzzle.task.kind == FORCE:
        turns = most_turns(node_of(state), tree_of(certificate)[puzzle.seat], puzzle.seat)
        if turns > puzzle.task.number:
            yield f"the certificate needs {turns} turns, not {puzzle.task.number}"


def _answered(name: str, puzzle: Puzzle, state: State[Any]) -> Iterator[str]:
    """What people try is wrong, and the answer to it can be played."""
    truth = Truth(name, puzzle.position, puzzle.seat, puzzle.task)
    for token, line in puzzle.refuted.items():
        if truth.leads(node_of(state), token):
            yield f"{token} is not wrong"
        after = state.play(token)
        for answer in line:
            after = after.play(answer)
        if not line and after.outcome is None:
            yield f"nothing follows {token}"
