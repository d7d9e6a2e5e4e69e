"""Players that misbehave on purpose, and one that remembers.

Workers find them through the entry-point group.
"""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Any

from duiyi.core import State


class Bad:
    def __init__(self, seed: int) -> None:
        self.seed = seed

    def choose(self, state: State[Any]) -> Any:
        raise NotImplementedError


class Crashing(Bad):
    def choose(self, state: State[Any]) -> Any:
        raise RuntimeError("no idea")


class Exiting(Bad):
    def choose(self, state: State[Any]) -> Any:
        os._exit(3)


class Hanging(Bad):
    def choose(self, state: State[Any]) -> Any:
        while True:
            time.sleep(60)


class Illegal(Bad):
    """Always the first move of a relati-classic game."""

    def choose(self, state: State[Any]) -> Any:
        return state.parse("A1")


class Nonsense(Bad):
    def choose(self, state: State[Any]) -> Any:
        return self


class Chatting(Bad):
    """Prints where answers would be expected, and then plays well."""

    def choose(self, state: State[Any]) -> Any:
        print('{"token": "A1"}', flush=True)
        os.write(1, b"noise\n" * 1000)
        return state.actions()[-1]


class Counting(Bad):
    """Tells which process it thinks in, by writing a file."""

    def choose(self, state: State[Any]) -> Any:
        Path(os.environ["COUNTING"], str(os.getpid())).touch()
        return state.actions()[0]


class Remembering(Bad):
    """Chooses the first action, then the second, and so on; can be told how long to think."""

    def __init__(self, seed: int, seconds: float | None = None) -> None:
        super().__init__(seed)
        self.allowed: float | None = None
        self.asked = 0

    def choose(self, state: State[Any]) -> Any:
        assert self.allowed is not None
        self.asked += 1
        return state.actions()[self.asked - 1]


class Impatient(Bad):
    """Exits when it is made."""

    def __init__(self, seed: int) -> None:
        os._exit(0)


PLAYERS = {
    cls.__name__.lower(): cls
    for cls in (
        Crashing, Exiting, Hanging, Illegal, Nonsense, Chatting, Counting, Remembering, Impatient,
    )
}  # fmt: skip
