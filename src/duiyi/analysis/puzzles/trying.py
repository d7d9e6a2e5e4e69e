"""What a try in a puzzle was, what follows it, hints and solutions. Nothing is kept.

Everything is bounded in positions, whatever tokens somebody says were played before.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import pairwise
from typing import Any

from duiyi.analysis.puzzles.certificates import Branch, tree_of
from duiyi.analysis.puzzles.exhaustion import TooMuch
from duiyi.analysis.puzzles.files import certificate
from duiyi.analysis.puzzles.lines import answered, defence
from duiyi.analysis.puzzles.model import Puzzle
from duiyi.analysis.puzzles.nodes import node_of
from duiyi.analysis.puzzles.truth import Truth
from duiyi.core import CHANCE, State, Violation, game

TRIED = 30_000
"""Positions for one try."""
PROOF_NODES = 60_000
LONGEST = 80
"""Tokens of a solution that is played out."""
DEFENCES = 6
"""That are compared where no line says which is best."""


class Verdict(Enum):
    """What a try was."""

    SOLVED = "solved"
    RIGHT = "right"
    WRONG = "wrong"
    REFUSED = "refused"
    """Not legal."""
    UNCLEAR = "unclear"
    """Too much to look at: it counts for nothing."""


@dataclass(frozen=True, slots=True)
class Tried:
    """A try, the tokens that it leads through, its own first, and the states before and after."""

    verdict: Verdict
    tokens: tuple[str, ...]
    states: tuple[State[Any], ...]
    violation: Violation | None = None


def begun(name: str, puzzle: Puzzle, played: Sequence[str] = ()) -> list[State[Any]]:
    """The states so far; `DuiyiError` where the tokens cannot have been played."""
    states = [game(name).load(puzzle.position)]
    for token in played:
        states.append(states[-1].play(token))
    return states


def tried(name: str, puzzle: Puzzle, played: Sequence[str], token: str) -> Tried:
    """`DuiyiError` where the tokens before do not lead to a decision of the solver."""
    states = begun(name, puzzle, played)
    state = states[-1]
    broken = state.why_not(token)
    if broken is not None:
        return Tried(Verdict.REFUSED, (), (state,), broken)
    truth = _truth(name, puzzle)
    node = node_of(state)
    try:
        right = truth.leads(node, token, truth.turns_left(states))
    except TooMuch:
        return Tried(Verdict.UNCLEAR, (), (state,))
    if not right:
        known = puzzle.refuted.get(token) if not played else None
        tokens = (token, *known) if known else answered(state, token)
        return _told(Verdict.WRONG, state, tokens)
    states.append(state.play(token))
    line = [*played, token]
    done = truth.done(node, node_of(states[-1]))
    while not done and states[-1].actor != puzzle.seat:
        before = states[-1]
        line.append(_answer(name, puzzle, truth, states, line))
        states.append(before.play(line[-1]))
        done = truth.done(node_of(before), node_of(states[-1]))
    return _told(Verdict.SOLVED if done else Verdict.RIGHT, state, line[len(played) :])


def hint(name: str, puzzle: Puzzle, played: Sequence[str]) -> tuple[State[Any], str]:
    """The position after these tokens, and something right there; "" where it takes too much."""
    states = begun(name, puzzle, played)
    return states[-1], _right(name, puzzle, _truth(name, puzzle), states, list(played))


def played_out(name: str, puzzle: Puzzle, played: Sequence[str]) -> Tried:
    """The solution from its beginning through these tokens, of the solver and of the other, to its
    end: as far as it can be told."""
    states, line = begun(name, puzzle, played), list(played)
    truth, done = _truth(name, puzzle), False
    for before, after in pairwise(states):
        done = done or truth.done(node_of(before), node_of(after))
    while not done and len(line) < LONGEST and states[-1].actor not in (None, CHANCE):
        state = states[-1]
        next_token = _right if state.actor == puzzle.seat else _answer
        token = next_token(name, puzzle, truth, states, line)
        if not token:
            break
        line.append(token)
        states.append(state.play(token))
        done = truth.done(node_of(state), node_of(states[-1]))
    return Tried(Verdict.SOLVED if done else Verdict.UNCLEAR, tuple(line), tuple(states))


def _truth(name: str, puzzle: Puzzle) -> Truth:
    limits = {"most": TRIED, "proof_nodes": PROOF_NODES}
    return Truth(name, puzzle.position, puzzle.seat, puzzle.task, **limits)


def _told(verdict: Verdict, state: State[Any], tokens: Sequence[str]) -> Tried:
    states = [state]
    for token in tokens:
        states.append(states[-1].play(token))
    return Tried(verdict, tuple(tokens), tuple(states))


def _right(
    name: str, puzzle: Puzzle, truth: Truth, states: list[State[Any]], line: list[str]
) -> str:
    """Something right: of the solution's own line, of its certificate, or found anew."""
    known = _stored(puzzle, line) or _certified(name, puzzle, line)
    if known:
        return known
    node, turns = node_of(states[-1]), truth.turns_left(states)
    try:
        return next((token for token in node.tokens() if truth.leads(node, token, turns)), "")
    except TooMuch:
        return ""


def _answer(
    name: str, puzzle: Puzzle, truth: Truth, states: list[State[Any]], line: list[str]
) -> str:
    """The other's answer: that of the solution's own line, or a hard one."""
    known = _stored(puzzle, line)
    if known:
        return known
    try:
        return defence(states[-1], truth, truth.turns_left(states), most=DEFENCES)
    except TooMuch:
        return node_of(states[-1]).tokens()[0]


def _stored(puzzle: Puzzle, line: list[str]) -> str:
    at = len(line)
    on_it = puzzle.line[:at] == tuple(line) and at < len(puzzle.line)
    return puzzle.line[at] if on_it else ""


def _certified(name: str, puzzle: Puzzle, line: list[str]) -> str:
    """What the certificate does after a line that follows it."""
    proof = certificate(name, puzzle.id)
    if not proof:
        return ""
    branch: Branch | None = tree_of(proof).get(puzzle.seat)
    for token in line:
        branch = branch.after.get(token) if branch else None
    return next(iter(branch.after), "") if branch else ""
