"""The director: has the games of a cup played, and writes each result down before it counts.

Killed at any moment it loses nothing that was written, and whoever goes on plays exactly what is
missing. It does not care where games are played (`Runner`), nor how progress is shown.
"""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from duiyi.arena.cup.bots import ReadyBots, check_unchanged, prepare_bots
from duiyi.arena.cup.config import CupConfig, Format, read_config
from duiyi.arena.cup.fields import BadCup
from duiyi.arena.cup.journal import NAME as JOURNAL
from duiyi.arena.cup.journal import Journal, read_journal, sync_directory
from duiyi.arena.cup.plan import Plan, plan
from duiyi.arena.cup.results import (
    CONFIG,
    STUDENTS,
    Attempt,
    Told,
    game_entry,
    head_entry,
    read_told,
    round_entry,
)
from duiyi.arena.cup.schedule import Round, ScheduledGame, Scores
from duiyi.arena.cup.students import read_roll
from duiyi.arena.cup.tasks import task_of
from duiyi.arena.lock import locked
from duiyi.arena.workers import Event, Lost, Runner
from duiyi.core import message

REPLAYS = 3
"""So often a game is played again that failed without being anybody's fault."""
DEATHS = 10
"""So often a game is played again whose worker died: that says less about the game."""
LOOK = 0.5
"""Seconds between two looks at progress."""
RECORDS = "records"

MakeRunner = Callable[[CupConfig, ReadyBots, Path], Runner]


@dataclass(slots=True)
class Progress:
    """How far a cup is; `scores` grows as games finish."""

    config: CupConfig
    plan: Plan
    scores: dict[str, Scores]
    attempts: list[Attempt] = field(default_factory=list)
    running: int = 0
    places: int = 0

    @property
    def open_games(self) -> list[ScheduledGame]:
        return [game for game in self.plan.games if game.id not in self.scores]

    @property
    def finished(self) -> bool:
        return self.plan.final and not self.open_games


Watch = Callable[[Progress], None]


def begin(config_file: Path, directory: Path) -> None:
    """Makes the directory of a new cup. All that can be wrong is said before it is there.

    The journal's first entry comes last: with it the cup exists.
    """
    config = read_config(config_file)
    if has_cup(directory):
        raise BadCup(message("cup.exists", directory=str(directory)))
    if directory.exists() and not directory.is_dir():
        raise BadCup(message("cup.not-a-directory", directory=str(directory)))
    directory.mkdir(parents=True, exist_ok=True)
    if config.students is not None:
        read_roll(config.folder / config.students)
    with locked(directory):
        bots = prepare_bots(config, directory)
        shutil.copyfile(config_file, directory / CONFIG)
        if config.students is not None:
            shutil.copyfile(config.folder / config.students, directory / STUDENTS)
        sync_directory(directory)
        with Journal(directory) as journal:
            journal.add(head_entry(config, bots.marks))


def go_on(directory: Path, make_runner: MakeRunner, watch: Watch) -> Progress:
    """Plays what is missing; ends when nothing is, or when nothing more can be done."""
    if not has_cup(directory):
        raise BadCup(message("cup.journal.none", directory=str(directory)))
    with locked(directory) as scratch, Journal(directory) as journal:
        told = read_told(directory)
        bots = prepare_bots(told.config, directory)
        check_unchanged(told.config.names, told.marks, bots.marks)
        director = Director(told, journal, bots, directory)
        if not director.progress.finished:
            with _closing(make_runner(told.config, bots, scratch)) as runner:
                director.run(runner, watch)
        return director.progress


def has_cup(directory: Path) -> bool:
    """Whether a cup was begun here."""
    return (directory / JOURNAL).is_file() and next(read_journal(directory), None) is not None


@contextmanager
def _closing(runner: Runner) -> Iterator[Runner]:
    try:
        yield runner
    finally:
        runner.close()


class Director:
    """One run over a cup that is locked and whose journal is open."""

    def __init__(self, told: Told, journal: Journal, bots: ReadyBots, directory: Path) -> None:
        self._config = told.config
        self._journal = journal
        self._bots = bots.by_name()
        self._records = directory / RECORDS
        self._rounds: list[Round] = list(told.rounds)
        self._due: list[ScheduledGame] = []
        self._known: set[str] = set()
        self._running: dict[str, ScheduledGame] = {}
        self._failed: Counter[str] = Counter()
        self._died: Counter[str] = Counter()
        found = plan(told.config, told.scores, told.rounds)
        self.progress = Progress(told.config, found, told.scores, list(told.attempts))

    def run(self, runner: Runner, watch: Watch) -> None:
        """Until all is played, or what is left cannot be."""
        self._records.mkdir(exist_ok=True)
        self.progress.places = runner.places
        self._plan_on()
        while self._due or self._running:
            for game in self._due:
                self._running[game.id] = game
                runner.submit(task_of(self._config, game, self._bots))
            self._due.clear()
            self.progress.running = len(self._running)
            watch(self.progress)
            events = runner.events(LOOK)
            for event in events:
                self._take(event)
            if events and not self.progress.plan.final:
                self._plan_on()
        self.progress.running = 0
        watch(self.progress)

    def _plan_on(self) -> None:
        """What the results decide next. A Swiss round is written down before it is played: once
        drawn, it stays."""
        found = plan(self._config, self.progress.scores, self._rounds)
        if self._config.format is Format.swiss:
            for round in found.rounds[len(self._rounds) :]:
                self._journal.add(round_entry(round))
                self._rounds.append(round)
        for game in found.games:
            if game.id not in self._known:
                self._known.add(game.id)
                if game.id not in self.progress.scores:
                    self._due.append(game)
        self.progress.plan = found

    def _take(self, event: Event) -> None:
        game = self._running.pop(event.id, None)
        if game is None:
            return  # a cluster may finish a game that it was believed to have lost
        if isinstance(event, Lost):
            self._died[game.id] += 1
            self._attempted(game, "worker", event.how, self._died[game.id] <= DEATHS)
        elif event.played is None or (scores := event.scores) is None:
            self._failed[game.id] += 1
            self._attempted(game, event.code, event.detail, self._failed[game.id] <= REPLAYS)
        else:
            self._journal.add(game_entry(game, scores, event.played))
            self.progress.scores[game.id] = scores
            # A copy for people; the journal has the game in any case.
            file = self._records / f"{game.id}.dyr"
            file.write_text(event.played["record"], "utf-8")

    def _attempted(self, game: ScheduledGame, code: str, detail: str, again: bool) -> None:
        self._journal.add({"kind": "attempt", "id": game.id, "code": code, "detail": detail})
        self.progress.attempts.append(Attempt(game.id, code, detail))
        if again:
            self._due.append(game)
