"""Programs that speak the engine protocol as players of a match, with their own CPU time.

Such a player is written `engine:{…}`: an `Engine` as JSON, so that a worker can start it and the
file of results says what was measured.
"""

from __future__ import annotations

import hashlib
import json
import shutil
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from duiyi.core import State
from duiyi.core.clock import Clock
from duiyi.engine.bot import Beginning, Question
from duiyi.engine.client import EngineBot
from duiyi.engine.open_box import OpenBox

ENGINE = "engine"
START = 30.0
"""Seconds until a program has to be ready; they are not counted."""
PATIENCE = 100
"""So many times its turn a program may take by the wall clock, and a minute at least, before it is
given up: it hangs."""
MINUTE = 60.0


@dataclass(frozen=True, slots=True)
class Engine:
    """A program and the CPU time of its turns. `told`: it hears its clock, and loses when it breaks
    it; otherwise its command says how long it thinks, and what it took is only measured."""

    name: str
    command: tuple[str, ...]
    seconds: float
    told: bool = False
    digest: str = ""
    """Of the program's file: results of another build are others."""

    @property
    def text(self) -> str:
        return f"{ENGINE}:{json.dumps(asdict(self), ensure_ascii=False)}"


def engine_of(text: str) -> Engine | None:
    """Nothing where the player is not written so."""
    name, _, rest = text.partition(":")
    if name != ENGINE:
        return None
    told = json.loads(rest)
    return Engine(**{**told, "command": tuple(told["command"])})


def digest_of(program: str) -> str:
    """Nothing for what is not found: its start will say so."""
    found = shutil.which(program)
    return hashlib.sha256(Path(found).read_bytes()).hexdigest()[:12] if found else ""


class EnginePlayer:
    """For one seat of one game; `close` ends the program. Answers of several tokens are played as
    long as the game goes the way that they were meant for."""

    def __init__(self, engine: Engine) -> None:
        self.cpu = 0.0
        """Seconds of the program for the last decision."""
        self.info: tuple[str, ...] = ()
        """What it said with its last answer."""
        self._engine = engine
        self._bot: EngineBot | None = None
        self._meant: tuple[State[Any], tuple[str, ...]] | None = None
        self._turn = -1
        self._left = 0.0

    def choose(self, state: State[Any]) -> Any:
        self.cpu = 0.0
        meant, self._meant = self._meant, None
        tokens = meant[1] if meant is not None and meant[0] == state else self._asked(state)
        if len(tokens) > 1:
            self._meant = state.play(tokens[0]), tokens[1:]
        return state.parse(tokens[0])

    def close(self) -> None:
        if self._bot is not None:
            self._bot.close()
            self._bot = None

    def _asked(self, state: State[Any]) -> tuple[str, ...]:
        engine, seat = self._engine, state.actor
        assert seat is not None
        clock = Clock("turn", engine.seconds)
        if self._bot is None:
            self._bot = EngineBot(OpenBox(), engine.command)
            self._bot.begin(Beginning(state, seat, clock, START))
        if self._turn != state.turn:
            self._turn, self._left = state.turn, engine.seconds
        cap = max(MINUTE, PATIENCE * engine.seconds)
        left = self._left if engine.told else None
        answer = self._bot.ask(Question(state, seat, state, (), 0, left, cap))
        self.cpu, self.info = answer.spent.cpu, answer.info
        self._left -= answer.spent.charged
        return answer.tokens
