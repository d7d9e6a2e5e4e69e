"""Games in this process, one after the other: for people, who have only one terminal."""

from __future__ import annotations

import traceback
from collections import deque

from duiyi.arena.game_task import GameTask, TaskResult
from duiyi.arena.openings import opening_of
from duiyi.arena.person import Person
from duiyi.arena.played_json import played_data
from duiyi.arena.referee import Watch, play_game
from duiyi.core import game
from duiyi.engine.bot import Bot


class Here:
    """A runner without workers; `watch` is told of every node of the games."""

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
        return [self._played(self._queue.popleft())] if self._queue else []

    def close(self) -> None:
        self._queue.clear()

    def _played(self, task: GameTask) -> TaskResult:
        ruleset, seats = game(task.game), len(task.bots)
        opening = opening_of(ruleset, seats, task.options, task.opening, task.random_turns)
        bots: list[Bot] = []
        try:
            for ready, seed in zip(task.bots, task.seeds, strict=True):
                bots.append(ready.bot(task.conditions, seed, None, self._person))
        except Exception:
            for bot in bots:
                bot.close()
            return TaskResult(task.id, None, "referee", traceback.format_exc())
        played = play_game(
            opening.start,
            bots,
            task.conditions,
            seed=opening.seed,
            names=[ready.name for ready in task.bots],
            options=opening.options,
            opening=opening.tokens,
            tags=task.tags,
            watch=self._watch,
        )
        if played.scores is None:
            last = played.offences[-1]
            return TaskResult(task.id, None, last.code, last.detail)
        return TaskResult(task.id, played_data(played))
