"""Solutions played out, with the hardest defence, and what follows what people try first."""

from __future__ import annotations

from typing import Any

from duiyi import kernels
from duiyi.analysis.puzzles.nodes import Node, node_of
from duiyi.analysis.puzzles.truth import PROOF_MEMORY, Truth
from duiyi.core import CHANCE, State
from duiyi.kernels.proof import provable, prove
from duiyi.players.greedy import GreedyPlayer
from duiyi.players.searches import best_kind, thinker

LONGEST = 60
"""Tokens of a solution."""
LONGEST_ANSWER = 12
"""Tokens after a wrong try."""
ANSWERED = 3
"""Wrong tries for which a puzzle has the answer ready."""
NODES = 400
"""Of a search that answers, or that plays as people might."""
MEMORY = 1 << 20
GLANCE = 4_000
DEFENCES = 24
"""That are compared, at most."""


def solved(state: State[Any], token: str, truth: Truth) -> tuple[str, ...]:
    """The tokens from a solution's first one until the task is done; none where that is long."""
    states, tokens = [state], []
    while token:
        before = node_of(states[-1])
        states.append(states[-1].play(token))
        tokens.append(token)
        if len(tokens) > LONGEST or states[-1].actor == CHANCE:
            return ()
        node = node_of(states[-1])
        if truth.done(before, node):
            return tuple(tokens)
        turns = truth.turns_left(states)
        if states[-1].actor == truth.seat:
            token = _shortest(node, truth, turns)
        else:
            token = defence(states[-1], truth, turns)
    return tuple(tokens)


def _shortest(node: Node, truth: Truth, turns: int | None) -> str:
    """A right decision; one that ends the game, or a turn that does, before others."""
    if isinstance(node, kernels.Position) and truth.task.kind in ("win", "force"):
        won = node.winning_turn(GLANCE)
        if won:
            return won[0]
    right = truth.right(node, turns)
    return min(right, key=lambda token: not node.play(token).over)


def defence(state: State[Any], truth: Truth, turns: int | None, most: int = DEFENCES) -> str:
    """The answer that makes the rest hardest: after which least is right, or most has to be
    looked at."""
    node = node_of(state)
    tokens = node.tokens()
    if len(tokens) == 1:
        return tokens[0]
    every = tokens[:: max(1, len(tokens) // most)]
    return max(every, key=lambda token: _hardness(node.play(token), truth, turns))


def _hardness(node: Node, truth: Truth, turns: int | None) -> float:
    """Of what is left; a game that is over is not hard at all."""
    if node.over:
        return -1e9
    if truth.task.known != "exhausted":
        assert isinstance(node, kernels.Position)
        return prove(node, nodes=GLANCE, memory=PROOF_MEMORY, certificate=False).nodes
    if node.actor != truth.seat:
        return 0
    return -float(len(truth.right(node, turns)))


def first_tries(state: State[Any], right: set[str]) -> list[str]:
    """What people might try first and is wrong: what a quick search or a glance likes."""
    liked = _liked(state, 3 * ANSWERED)
    liked.append(state.text(GreedyPlayer(0).choose(state)))
    return [token for token in dict.fromkeys(liked) if token not in right][:ANSWERED]


def _liked(state: State[Any], lines: int) -> list[str]:
    kind = best_kind(state)
    if kind is None:
        return []
    node = kernels.position(state)
    found = thinker(node, kind).think(node, nodes=NODES, memory=MEMORY, lines=lines)
    tokens = [line.tokens[0] for line in found.lines]
    return tokens if len(tokens) > 1 else [*tokens, *node.tokens()[:lines]]


def answered(state: State[Any], token: str) -> tuple[str, ...]:
    """What follows a wrong try: the rest of the turn as a search would play it, then the whole
    answer of the other; no further than to where chance decides."""
    seat, turn = state.actor, state.turn
    tokens = [token]
    state = state.play(token)
    answering = False
    while state.actor not in (None, CHANCE) and len(tokens) < LONGEST_ANSWER:
        if state.owner != seat:
            answering = True
        elif answering or state.turn != turn:
            break
        for each in _best(state):
            owner = state.owner
            tokens.append(each)
            state = state.play(each)
            if state.actor in (None, CHANCE) or state.owner != owner:
                break
    return tuple(tokens[:LONGEST_ANSWER])


def _best(state: State[Any]) -> tuple[str, ...]:
    """A win where there is one, else what is proven, else what a search finds: the decisions of
    one seat."""
    if best_kind(state) is None:
        return (state.text(GreedyPlayer(0).choose(state)),)
    node = kernels.position(state)
    won = node.winning_turn(GLANCE)
    if won:
        return tuple(won)
    if provable(node):
        proof = prove(node, nodes=GLANCE, memory=PROOF_MEMORY, certificate=False)
        if proof.result in ("win", "draw") and proof.token:
            return (proof.token,)
    kind = best_kind(state)
    assert kind is not None
    found = thinker(node, kind).think(node, nodes=NODES, memory=MEMORY)
    return found.lines[0].tokens[:1]
