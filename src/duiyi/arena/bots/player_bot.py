"""Our own players as bots: they think in this process, in no box, and pay for their CPU time."""

from __future__ import annotations

import random
import time

from duiyi import players
from duiyi.core import Outcome
from duiyi.core.clock import Clock
from duiyi.engine.bot import Answer, Beginning, Question, Spent
from duiyi.engine.player_engine import thinking_time


class PlayerBot:
    """The player `name`. From the same `seed` in the same seat it chooses alike, unless a clock
    decides how long it thinks: then `seconds` is the most that it takes for a turn."""

    def __init__(self, name: str, seed: int, seconds: float | None = None) -> None:
        self._name = name
        self._seed = seed
        self._seconds = seconds
        self._clock = Clock("none")
        self._seats(0)

    def begin(self, beginning: Beginning) -> Spent:
        self._clock = beginning.clock
        players.prepare(beginning.state.game)
        self._seats(beginning.seat)
        return Spent()

    def ask(self, question: Question) -> Answer:
        wall, cpu = time.perf_counter(), time.thread_time()
        state = question.state
        players.allow(self._player, thinking_time(self._clock, question.left))
        token = state.text(self._player.choose(state))
        cpu, wall = time.thread_time() - cpu, time.perf_counter() - wall
        waited = max(0.0, wall - cpu)  # for a core: none of them ever sleeps
        return Answer((token,), Spent(cpu, cpu, wall, waited))

    def end(self, outcome: Outcome) -> None:
        pass

    def close(self) -> None:
        pass

    def stderr(self) -> bytes:
        return b""

    def _seats(self, seat: int) -> None:
        """Two players with one seed have chances of their own."""
        self._chance = random.Random(f"{self._seed} {seat}")
        self._player = players.make(self._name, self._chance.getrandbits(64), self._seconds)
