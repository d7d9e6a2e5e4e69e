"""Games in this process, one after the other: for people, who have only one terminal."""

from __future__ import annotations

from collections import deque

from duiyi.arena.bots.person import Person
from duiyi.arena.game.referee import Watch
from duiyi.arena.runners.task import GameTask, TaskResult, run_game


class LocalRunner:
    """A runner without workers; `watch` hears of every node of the games."""

    def __init__(self, person: Person, watch: Watch | None = None) -> None:
        self._person = person
        self._watch = watch
        self._queue: deque[GameTask] = deque()

    @property
    def places(self) -> int:
        return 1

    def submit(self, task: GameTask) -> None:
        self._queue.append(task)

    def events(self, seconds: float) -> list[TaskResult]:
        """Plays the next game, however long it takes."""
        if not self._queue:
            return []
        return [run_game(self._queue.popleft(), None, self._person, self._watch)]

    def close(self) -> None:
        self._queue.clear()
