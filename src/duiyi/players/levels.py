"""Levels: opponents of every strength, from one who mostly guesses to one who takes its time.

A level is a number of nodes that are searched for a decision, and how often a decision is careless:
then it is any legal action. From level 3 on nobody is so careless that he misses a win in the
turn that he plays. The numbers of each game are measured (`tools/tune_levels.py`).
"""

from __future__ import annotations

import json
import random
import time
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from duiyi import kernels
from duiyi.core import State
from duiyi.players.strong import StrongPlayer
from duiyi.players.turn_time import TurnTime

NUMBERS = range(1, 9)
SEES_WINS = 3
"""The first level that misses no win in one turn."""
POSITIONS = {"atom": 1000}
"""That are looked at for such a win, where turns have many decisions."""
LOOKING = {"atom": 0.025}
"""CPU seconds of a turn that are left for looking for wins, decision by decision."""
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
        if state.game.id not in kernels.GAMES:
            return []
        begun = time.thread_time()
        most = POSITIONS.get(state.game.id, kernels.ENOUGH)
        found = kernels.position(state).winning_turn(most)
        self._looking.begin(state)
        self._looking.use(time.thread_time() - begun)
        return found

    def _left(self, state: State[Any]) -> float:
        """For thinking: what looking for wins has not taken, or still will."""
        looked = max(LOOKING.get(state.game.id, 0.0), self._looking.used(state))
        left = max(0.0, self._seconds - looked - self._careful.used(state))
        return left if self.allowed is None else min(left, self.allowed)


class GradedPlayer:
    """Plays any game at the level of this number."""

    def __init__(self, seed: int, number: int) -> None:
        self.allowed: float | None = None
        self._seed = seed
        self._number = number
        self._game = ""
        self._player: LevelPlayer | None = None

    def choose(self, state: State[Any]) -> Any:
        if self._player is None or self._game != state.game.id:
            self._game = state.game.id
            self._player = LevelPlayer(self._seed, row_of(self._game, self._number))
        self._player.allowed = self.allowed
        return self._player.choose(state)

    def stop(self) -> None:
        if self._player is not None:
            self._player.stop()


def row_of(game: str, number: int) -> Level:
    """What this level means in a game."""
    rows = table()
    return rows.get(game, rows[ANY])[number - 1]


@cache
def table() -> dict[str, tuple[Level, ...]]:
    """All levels by game."""
    text = (files("duiyi.players") / "data" / "levels.json").read_text("utf-8")
    return {name: tuple(map(_row, rows)) for name, rows in json.loads(text).items()}


def _row(row: dict[str, Any]) -> Level:
    known = row["level"], row.get("nodes"), row["careless"]
    return Level(*known, row.get("seconds"), row.get("kind"))
