"""Matches between players, for tests: whole games with fixed seeds."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import duiyi
from duiyi.core import CHANCE, State
from duiyi.core.chance import Dice
from duiyi.players import Player
from duiyi.players.random import RandomPlayer

Maker = Callable[[int], Player]
SMALL: dict[str, dict[str, Any]] = {
    "relati-classic": {},
    "relati": {"cannon": True, "chain": True, "continuous": True, "migration": True},
    "relati-legacy": {"size": 9},
    "tzaar": {"setup": "random"},
    "atom": {"turn_limit": 60},
}
LIMIT = 3000


def opened(game: str, seed: int, opening: int) -> State[Any]:
    """A start, and from there that many random decisions."""
    options = SMALL.get(game, {}) | ({"seed": seed} if game == "tzaar" else {})
    state: State[Any] = duiyi.game(game).start(2, **options)
    walker = RandomPlayer(seed)
    for _ in range(opening):
        state = state.play(walker.choose(state))
    return state


def finished(
    game: str, makers: tuple[Maker, Maker], seed: int, start: State[Any] | None = None
) -> State[Any]:
    state = opened(game, seed, 0) if start is None else start
    dice, players = Dice(seed), [maker(2 * seed + at) for at, maker in enumerate(makers)]
    for _ in range(LIMIT):
        if state.actor is None:
            return state
        chooser = dice if state.actor == CHANCE else players[state.actor]
        state = state.play(chooser.choose(state))
    raise AssertionError("the game does not end")


def score(game: str, one: Maker, other: Maker, games: int, opening: int = 0) -> float:
    """The mean score of `one`, who sits at 0 in every second game; openings are played twice."""
    total = 0.0
    for seed in range(games):
        begins = seed % 2 == 0
        start = opened(game, seed // 2, opening) if opening else None
        state = finished(game, (one, other) if begins else (other, one), seed, start)
        assert state.outcome is not None
        total += float(state.outcome.scores[seed % 2])
    return total / games
