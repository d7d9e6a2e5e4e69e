"""Levels: opponents of every strength, from one who mostly guesses to one who takes its time.

A level is a number of nodes that are searched for a decision, and how often a decision is careless:
then it is any legal action. From level 3 on nobody is so careless that he misses a win in the
turn that he plays. The numbers of each game are measured (`tools/tune_levels.py`), and where an
option makes another game of it, for that option too.
"""

from __future__ import annotations

import json
import random
import time
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any

from duiyi import kernels
from duiyi.core import Options, State
from duiyi.players.searches import best_kind, searching_of
from duiyi.players.strong import StrongPlayer
from duiyi.players.turn_time import TurnTime

NUMBERS = range(1, 9)
SEES_WINS = 3
"""The first level that misses no win in one turn."""
ANY = "any"
"""The row of a game that has none of its own."""
SOON = 0.08
"""CPU seconds for a turn, if its nodes should take longer."""
MEMORY = 16 << 20
"""Bytes: many may play at once, and none of them searches far."""


@dataclass(frozen=True, slots=True)
class Level:
    level: int
    nodes: int | None
    """That are searched for a decision."""
    careless: float
    """The probability that a decision is any."""
    seconds: float | None = None
    """CPU time for a turn, instead of nodes."""
    kind: str | None = None
    """Of its search, where that is not the best one."""


class LevelPlayer:
    """Plays at one level; the same seed chooses alike, unless a time ends what it thinks."""

    def __init__(self, seed: int, row: Level) -> None:
        self.allowed: float | None = None
        self._random = random.Random(seed)
        self._row = row
        seed = self._random.getrandbits(64)
        seconds = SOON if row.seconds is None else row.seconds
        self._seconds = seconds
        self._looking = TurnTime(seconds)
        self._careful = StrongPlayer(seed, seconds, nodes=row.nodes, kind=row.kind, memory=MEMORY)

    def stop(self) -> None:
        self._careful.stop()

    def choose(self, state: State[Any]) -> Any:
        careless = self._random.random() < self._row.careless
        if self._row.level >= SEES_WINS and (winning := self._winning(state)):
            return state.parse(winning[0])
        if careless:
            return self._random.choice(state.actions())
        self._careful.allowed = self._left(state)
        return self._careful.choose(state)

    def _winning(self, state: State[Any]) -> list[str]:
        """A turn that wins the game, where one is found."""
        if best_kind(state) is None:
            return []
        begun = time.thread_time()
        most = searching_of(state.game).winning_positions
        found = kernels.position(state).winning_turn(kernels.ENOUGH if most is None else most)
        self._looking.begin(state)
        self._looking.use(time.thread_time() - begun)
        return found

    def _left(self, state: State[Any]) -> float:
        """For thinking: what looking for wins has not taken, or still will."""
        looked = max(searching_of(state.game).winning_seconds, self._looking.used(state))
        left = max(0.0, self._seconds - looked - self._careful.used(state))
        return left if self.allowed is None else min(left, self.allowed)


class GradedPlayer:
    """Plays any game at the level of this number."""

    def __init__(self, seed: int, number: int) -> None:
        self.allowed: float | None = None
        self._seed = seed
        self._number = number
        self._like: tuple[str, Options] | None = None
        self._player: LevelPlayer | None = None

    def choose(self, state: State[Any]) -> Any:
        like = state.game.id, state.options
        if self._player is None or self._like != like:
            self._like = like
            self._player = LevelPlayer(self._seed, row_of(*like, self._number))
        self._player.allowed = self.allowed
        return self._player.choose(state)

    def stop(self) -> None:
        if self._player is not None:
            self._player.stop()


def row_of(game: str, options: Options | None, number: int) -> Level:
    """What this level means in a game with these options, or in the game as it comes."""
    return table()[_key(game, options)][number - 1]


@lru_cache(256)
def _key(game: str, options: Options | None) -> str:
    """The rows that say most about these options, or those of all games that have none."""
    chosen = set() if options is None else set(options.text().split())
    fits = [key for key in table() if key.split()[0] == game and chosen >= {*key.split()[1:]}]
    return max(fits, key=lambda key: len(key.split()), default=ANY)


@cache
def table() -> dict[str, tuple[Level, ...]]:
    """All levels by game, and by the options that the rows are meant for: `relati cannon=on`."""
    text = (files("duiyi.players") / "data" / "levels.json").read_text("utf-8")
    return {name: tuple(map(_row, rows)) for name, rows in json.loads(text).items()}


def _row(row: dict[str, Any]) -> Level:
    known = row["level"], row.get("nodes"), row["careless"]
    return Level(*known, row.get("seconds"), row.get("kind"))
