"""Whether a position is a puzzle: exactly one first decision, up to symmetry, does what is asked.

What the task is follows from the position; how hard it is and what else belongs to a puzzle is
worked out only then.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from typing import Any

from duiyi import kernels
from duiyi.analysis.puzzles.exhaustion import TooMuch
from duiyi.analysis.puzzles.model import PROVEN, Task, puzzling_of
from duiyi.analysis.puzzles.nodes import Node, node_of
from duiyi.analysis.puzzles.truth import PROOF_MEMORY, Truth
from duiyi.core import Seat, State, canonical
from duiyi.core.study.puzzling import FORCE, HOLD, SAVE, WIN, Puzzling
from duiyi.kernels.proof import provable, prove

FEWEST = 5
"""Decisions to choose from, up to symmetry."""
TRIED = 12_000
"""Positions that are tried for one task of one position; less than whoever checks may use."""
COUNTED = 2_500
"""Positions that are tried for a task that counts, which looks at each of them."""
EVERY = 3
"""Turns in which such a task is looked for: there are enough of them, and it takes long."""
GLANCE = 10_000
"""Positions for a first look whether a proof exists."""
PROOF_NODES = 25_000
"""For one decision."""
FORCED_TURNS = 2
MOST_CHOICES = 14
"""Of a position that is worth a glance."""


@dataclass(frozen=True, slots=True)
class Found:
    """A position with one solution."""

    state: State[Any]
    seat: Seat
    task: Task
    token: str
    truth: Truth
    """That knows what was tried."""
    nodes: int
    """It took to be sure of all first decisions."""
    choices: int


def found(state: State[Any], enough: Collection[str] = ()) -> Iterator[Found]:
    """The task of a position, if it is a puzzle; the first of the game's tasks that fits counts.

    Of tasks in `enough` no more are wanted.
    """
    puzzling = puzzling_of(state.game)
    seat = state.actor
    if seat is None or (puzzling.asks and not puzzling.asks(state)):
        return
    node = node_of(state)
    if len(node.tokens()) < FEWEST:
        return
    for kind in puzzling.tasks:
        if kind in enough and kind == puzzling.tasks[-1]:
            return
        try:
            fits = _TASKS.get(kind, _counted)(state, node, seat, puzzling, kind)
        except TooMuch:
            continue
        if fits is None:
            continue
        if kind in enough:
            return
        yield from _unique(state, node, seat, *fits)
        return


Fits = tuple[Task, Truth] | None


def _unique(state: State[Any], node: Node, seat: Seat, task: Task, truth: Truth) -> Iterator[Found]:
    try:
        token = solution(state, node, truth)
    except TooMuch:
        return
    choices = len({canonical(state.play(token)).text for token in node.tokens()})
    if token and choices >= FEWEST:
        yield Found(state, seat, task, token, truth, truth.nodes, choices)


def solution(state: State[Any], node: Node, truth: Truth) -> str | None:
    """The one first decision, up to symmetry, that is right; none where there are several.

    In a turn of several decisions the order may be free, and what does no harm may come before.
    Then it is the first one without which the task cannot be done in this turn.
    """
    idle = puzzling_of(state.game).idle
    kinds: dict[str, list[str]] = {}
    for token in node.tokens():
        if truth.leads(node, token):
            kinds.setdefault(canonical(state.play(token)).text, []).append(token)
    for same in kinds.values():
        if idle.isdisjoint(same) and (len(kinds) == 1 or truth.needs(node, frozenset(same))):
            return same[0]
    return None


def _truth(state: State[Any], seat: Seat, task: Task) -> Truth:
    most = COUNTED if task.counted else TRIED
    return Truth(state.game.id, state.dump(), seat, task, most=most, proof_nodes=PROOF_NODES)


def _win(state: State[Any], node: Node, seat: Seat, puzzling: Puzzling, kind: str) -> Fits:
    """A win in this turn."""
    task = Task(WIN)
    truth = _truth(state, seat, task)
    if isinstance(node, kernels.Position) and not node.winning_turn(TRIED):
        return None  # wins that need the other's decisions are too rare to look for
    return (task, truth) if truth.reaches(node) else None


def _force(state: State[Any], node: Node, seat: Seat, puzzling: Puzzling, kind: str) -> Fits:
    """A win in more turns: by a proof where the game has them, else in two turns."""
    if isinstance(node, kernels.Position) and provable(node):
        if not _near_the_end(node):
            return None
        if prove(node, nodes=GLANCE, memory=PROOF_MEMORY, certificate=False).result != "win":
            return None
        task = Task(FORCE, 0, PROVEN)
        return task, _truth(state, seat, task)
    task = Task(FORCE, FORCED_TURNS)
    truth = _truth(state, seat, task)
    return (task, truth) if truth.reaches(node) else None


def _near_the_end(node: kernels.Position) -> bool:
    """Whether a proof is worth a glance."""
    return node.endgame or len(node.tokens()) <= MOST_CHOICES


def _hold(state: State[Any], node: Node, seat: Seat, puzzling: Puzzling, kind: str) -> Fits:
    """A draw where all else loses."""
    assert isinstance(node, kernels.Position)
    if prove(node, nodes=GLANCE, memory=PROOF_MEMORY, certificate=False).result != "draw":
        return None
    task = Task(HOLD, 0, PROVEN)
    return task, _truth(state, seat, task)


def _save(state: State[Any], node: Node, seat: Seat, puzzling: Puzzling, kind: str) -> Fits:
    """Something that keeps the other from winning in his next turn, where most does not."""
    task = Task(SAVE)
    truth = _truth(state, seat, task)
    tokens = node.tokens()
    sample = tokens[:: max(1, len(tokens) // FEWEST)][:FEWEST]
    if sum(not _threatened(node.play(token), seat, puzzling.threat) for token in sample) > 1:
        return None
    return (task, truth) if truth.reaches(node) else None


def _threatened(node: Node, seat: Seat, most: int) -> bool:
    """At a glance, whether the other wins in the turn that he begins."""
    if not isinstance(node, kernels.Position) or node.over or node.owner == seat:
        return False
    return bool(node.winning_turn(most))


def _counted(state: State[Any], node: Node, seat: Seat, puzzling: Puzzling, kind: str) -> Fits:
    """The most that a number of the game can be raised by in this turn."""
    if state.turn % EVERY:
        return None
    best = 0
    while True:
        task = Task(kind, max(best + 1, puzzling.least))
        truth = _truth(state, seat, task)
        if not truth.reaches(node):
            break
        best = task.number
    if not best:
        return None
    task = Task(kind, best)
    return task, _truth(state, seat, task)


_TASKS: dict[str, Callable[[State[Any], Node, Seat, Puzzling, str], Fits]] = {
    WIN: _win,
    FORCE: _force,
    HOLD: _hold,
    SAVE: _save,
}
