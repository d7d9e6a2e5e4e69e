"""Games in which puzzles are looked for: some decisions at random, then those of a quick search.

The same seed gives the same game.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from duiyi import kernels
from duiyi.analysis.puzzles.model import puzzling_of
from duiyi.core import CHANCE, Game, State
from duiyi.core.chance import drawn
from duiyi.players.greedy import GreedyPlayer
from duiyi.players.searches import best_kind, thinker

SEATS = 2
NODES = 60
"""Of the search for each decision: people's games are no better."""
MEMORY = 1 << 20
STRAY = 0.12
"""How often a decision is at random all the same."""
LONGEST = 1500
"""Decisions of a game."""


def played(game: Game, seed: int) -> Iterator[State[Any]]:
    """The positions of a game, one after the other, in which a seat decides."""
    puzzling = puzzling_of(game)
    chance = random.Random(f"{game.id} {seed}")
    options = puzzling.setups[seed % len(puzzling.setups)]
    state = game.start(SEATS, **options)
    choose = _Chooser(state, chance)
    at_random = chance.randint(*puzzling.random_decisions)
    for number in range(LONGEST):
        if state.actor is None:
            return
        if state.actor == CHANCE:
            state = state.play(drawn(state, seed, number))
            continue
        yield state
        if number < at_random or chance.random() < STRAY:
            state = state.play(chance.choice(state.actions()))
        else:
            state = state.play(choose.token(state))


class _Chooser:
    """By the game's search on its kernel, without one by looking one decision ahead."""

    def __init__(self, state: State[Any], chance: random.Random) -> None:
        kind = best_kind(state)
        self._search = None if kind is None else thinker(kernels.position(state), kind)
        self._greedy = GreedyPlayer(chance.randrange(2**32))
        self._chance = chance

    def token(self, state: State[Any]) -> str:
        seed = self._chance.randrange(2**32)
        if self._search is None:
            return state.text(self._greedy.choose(state))
        found = self._search.think(kernels.position(state), nodes=NODES, memory=MEMORY, seed=seed)
        return found.lines[0].tokens[0]
