"""Games of `strong` against itself, varied in their first decisions. The same seed, the same game.

A search that thinks long enough would play one game again and again. So the first decisions are
drawn from its best ones: the nearer to the best, the likelier.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from duiyi.core import CHANCE, State
from duiyi.core.chance import drawn
from duiyi.core.record import Decision, Node
from duiyi.kernels.thinker import Line
from duiyi.players.strong import StrongPlayer
from duiyi.players.thinking import Limits, Thinking

VARIED = 8
"""Decisions of seats that are drawn."""
LINES = 6
WARMTH = 0.03
"""A decision whose share is less by so much is drawn e times more rarely."""
LONGEST = 3000
"""Decisions of a game; one that takes longer is left out."""
MEMORY = 16 << 20


@dataclass(frozen=True, slots=True)
class SelfPlayed:
    """A game: what was decided, and where it led; one that takes too long has no outcome."""

    nodes: tuple[Node, ...]
    last: State[Any]


def play(state: State[Any], seeds: Sequence[int], nodes: int, longest: int = LONGEST) -> SelfPlayed:
    """A game in which each seat has a seed of its own, for what it draws and how it searches."""
    lots = [random.Random(f"{seed}") for seed in seeds]
    players = [StrongPlayer(lot.getrandbits(63), nodes=nodes, memory=MEMORY) for lot in lots]
    thinking = Thinking(solving=0.0, proving=0.0)
    chance_seed = random.Random(" ".join(map(str, sorted(seeds)))).getrandbits(63)
    played: list[Node] = []
    decided = draws = 0
    while state.outcome is None and len(played) < longest:
        assert state.actor is not None
        if state.actor == CHANCE:
            token = state.text(drawn(state, chance_seed, draws))
            draws += 1
        elif decided < VARIED:
            token = _varied(state, thinking, lots[state.actor], nodes)
            decided += 1
        else:
            token = state.text(players[state.actor].choose(state))
            decided += 1
        played.append(Decision(state.actor, token))
        state = state.play(token)
    return SelfPlayed(tuple(played), state)


def _varied(state: State[Any], thinking: Thinking, lot: random.Random, nodes: int) -> str:
    actions = state.actions()
    if len(actions) == 1:
        return state.text(actions[0])
    limits = Limits(nodes=nodes, lines=LINES, seed=lot.getrandbits(63), memory=MEMORY)
    lines = thinking.think(state, limits).thought.lines[:LINES]
    return lot.choices(lines, _weights(lines))[0].tokens[0]


def _weights(lines: Sequence[Line]) -> list[float]:
    best = max(line.share for line in lines)
    return [math.exp((line.share - best) / WARMTH) for line in lines]
