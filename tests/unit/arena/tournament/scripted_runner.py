"""A runner that does as it is told."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable

from duiyi.arena.runners.pool import Event
from duiyi.arena.runners.task import GameTask, TaskResult, run_game

Fate = Callable[[GameTask, int], Event | None]
"""What becomes of a game at its n-th try; `None`: it is played."""


class ScriptedRunner:
    """Plays in this process, in an order of its own, unless fate has something else in mind."""

    def __init__(self, fate: Fate, stop_after: int | None = None) -> None:
        self.fate = fate
        self.tries: Counter[str] = Counter()
        self.waiting: list[GameTask] = []
        self.chance = random.Random(1)
        self.stop_after = stop_after
        self.closed = False

    @property
    def places(self) -> int:
        return 1

    def submit(self, task: GameTask) -> None:
        self.waiting.append(task)

    def events(self, seconds: float) -> list[Event]:
        if self.stop_after == 0:
            raise KeyboardInterrupt
        if self.stop_after is not None:
            self.stop_after -= 1
        task = self.waiting.pop(self.chance.randrange(len(self.waiting)))
        self.tries[task.id] += 1
        return [self.fate(task, self.tries[task.id]) or self.run(task)]

    @staticmethod
    def run(task: GameTask) -> TaskResult:
        return run_game(task)

    def close(self) -> None:
        self.closed = True


def fine(task: GameTask, tries: int) -> Event | None:
    return None
