"""From a scheduled game of a cup to the task that plays it."""

from __future__ import annotations

from collections.abc import Mapping

from duiyi.arena.cup.config import CupConfig
from duiyi.arena.cup.schedule import ScheduledGame
from duiyi.arena.entrants import Ready
from duiyi.arena.game_task import GameTask
from duiyi.arena.openings import seed_of


def task_of(config: CupConfig, scheduled: ScheduledGame, bots: Mapping[str, Ready]) -> GameTask:
    return GameTask(
        id=scheduled.id,
        game=config.game,
        options=config.options,
        bots=tuple(bots[name] for name in scheduled.names),
        seeds=tuple(
            seed_of(config.seed, scheduled.id, seat) for seat in range(len(scheduled.names))
        ),
        opening=seed_of(config.seed, scheduled.opening),
        random_turns=config.random_turns,
        conditions=config.conditions,
        tags=(("Event", config.title), ("Round", scheduled.id)),
    )
