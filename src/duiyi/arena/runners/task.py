"""One game of a match or cup as a task: it holds all that is needed, and may be run any number of
times. Every runner plays it with `run_game`.

Whoever runs it, wherever, gets the same set-up, the same draws and the same seeds; bots that look
neither at a clock nor at chance of their own play the same game.
"""

from __future__ import annotations

import traceback
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from duiyi.arena.bots.entrants import Ready
from duiyi.arena.bots.person import Person
from duiyi.arena.game.conditions import Conditions
from duiyi.arena.game.heard import HeardBot, Lines
from duiyi.arena.game.openings import opening_of
from duiyi.arena.game.played import Played
from duiyi.arena.game.played_json import played_data
from duiyi.arena.game.referee import Watch, play_game
from duiyi.core import Options, game
from duiyi.engine.bot import Bot
from duiyi.engine.fault import Fault, Verdict

LONGEST_DETAIL = 4_000


@dataclass(frozen=True, slots=True)
class GameTask:
    """A game to be played; `bots` and `seeds` are by seat."""

    id: str
    game: str
    options: Options
    bots: tuple[Ready, ...]
    seeds: tuple[int, ...]
    opening: int
    """The seed of what twin games share."""
    random_turns: int
    conditions: Conditions
    tags: tuple[tuple[str, str], ...]
    listens: bool = False
    """Whether what the bots write to stderr is wanted, turn by turn."""


@dataclass(frozen=True, slots=True)
class TaskResult:
    """What came of a task: the game as plain JSON values, or why it does not count (`infra`)."""

    id: str
    played: Mapping[str, Any] | None
    code: str = ""
    detail: str = ""
    stderr: tuple[Lines, ...] = ()
    """By seat, where the task listens."""

    @property
    def scores(self) -> tuple[Fraction, ...] | None:
        found = self.played["scores"] if self.played is not None else None
        return None if found is None else tuple(map(Fraction, found))


def run_game(
    task: GameTask,
    core: int | None = None,
    person: Person | None = None,
    watch: Watch | None = None,
) -> TaskResult:
    """Plays the game. What fails without being a bot's fault is told, never raised.

    `person` is who sits at the terminal, if anybody does; `watch` hears of every node.
    """
    heard: list[HeardBot] = []
    try:
        played = _played(task, core, person, watch, heard)
    except Fault as fault:
        return TaskResult(task.id, None, fault.code, str(fault)[:LONGEST_DETAIL])
    except Exception:
        return TaskResult(task.id, None, "worker", traceback.format_exc()[-LONGEST_DETAIL:])
    if played.scores is None:
        failed = [one for one in played.offences if one.verdict is Verdict.infra]
        code = failed[-1].code if failed else "referee"
        detail = failed[-1].detail if failed else ""
        return TaskResult(task.id, None, code, detail[-LONGEST_DETAIL:])
    said = tuple(bot.lines() for bot in heard)
    return TaskResult(task.id, played_data(played), stderr=said)


def _played(
    task: GameTask,
    core: int | None,
    person: Person | None,
    watch: Watch | None,
    heard: list[HeardBot],
) -> Played:
    seats = len(task.bots)
    opening = opening_of(game(task.game), seats, task.options, task.opening, task.random_turns)
    bots: list[Bot] = []
    try:
        for ready, seed in zip(task.bots, task.seeds, strict=True):
            bots.append(ready.bot(task.conditions, seed, core, person))
    except BaseException:
        for bot in bots:
            bot.close()
        raise
    if task.listens:
        heard.extend(map(HeardBot, bots))
    return play_game(
        opening.start,
        heard or bots,
        task.conditions,
        seed=opening.seed,
        names=[ready.name for ready in task.bots],
        options=opening.options,
        opening=opening.tokens,
        tags=task.tags,
        watch=watch,
    )
