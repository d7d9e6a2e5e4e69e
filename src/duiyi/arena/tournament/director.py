"""The director: has the games of a match or a cup played, and writes each result down before it
counts.

Killed at any moment it loses nothing that was written, and whoever goes on plays exactly what is
missing. It does not care where games are played (`Runner`), nor how progress is shown.
"""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

from duiyi.arena.bots.entrants import Ready
from duiyi.arena.game.openings import seed_of
from duiyi.arena.intake.students import read_class_list
from duiyi.arena.runners.lock import locked
from duiyi.arena.runners.pool import Event, Lost, Runner
from duiyi.arena.runners.task import GameTask
from duiyi.arena.tournament.bots import (
    COMPILED,
    ReadyBots,
    check_unchanged,
    prepare_bots,
)
from duiyi.arena.tournament.config import Format, TournamentConfig, read_config
from duiyi.arena.tournament.fields import BadCup
from duiyi.arena.tournament.history import (
    CONFIG,
    STUDENTS,
    Attempt,
    CupEntry,
    GamesEntry,
    History,
    MatchEntry,
    entry_data,
    game_entry,
    head_entry,
    read_head,
    read_history,
    record_file,
    round_entry,
    write_missing_records,
)
from duiyi.arena.tournament.journal import Journal, sync_directory
from duiyi.arena.tournament.plan import plan
from duiyi.arena.tournament.schedule import Plan, Round, ScheduledGame, Scores
from duiyi.core import DuiyiError, message

REPLAYS = 3
"""So often a game is played again that failed without being anybody's fault."""
DEATHS = 10
"""So often a game is played again whose worker died: that says less about the game."""
LOOK = 0.5
"""Seconds between two looks at progress."""

MakeRunner = Callable[[TournamentConfig, ReadyBots, Path], Runner]


@dataclass(slots=True)
class Progress:
    """How far a tournament is; `scores` grows as games finish."""

    config: TournamentConfig
    plan: Plan
    scores: dict[str, Scores]
    attempts: list[Attempt] = field(default_factory=list)
    given_up: dict[str, Attempt] = field(default_factory=dict)
    """Games that are not tried again in this run, with the last attempt at each."""
    running: int = 0
    places: int = 0

    @property
    def open_games(self) -> list[ScheduledGame]:
        return [game for game in self.plan.games if game.id not in self.scores]

    @property
    def finished(self) -> bool:
        return self.plan.final and not self.open_games


Watch = Callable[[Progress], None]


# A directory for each


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
        read_class_list(config.folder / config.students)
    with locked(directory):
        bots = prepare_bots(config, directory / COMPILED, directory)
        shutil.copyfile(config_file, directory / CONFIG)
        if config.students is not None:
            shutil.copyfile(config.folder / config.students, directory / STUDENTS)
        sync_directory(directory)
        with Journal(directory) as journal:
            journal.add(head_entry(config, bots.marks))


def begin_match(config: TournamentConfig, directory: Path) -> None:
    """Makes the directory of a new match."""
    try:
        directory.mkdir(parents=True)
    except FileExistsError:
        raise DuiyiError(message("arena.match.exists", directory=str(directory))) from None
    with locked(directory), Journal(directory) as journal:
        journal.add(head_entry(config))


def resume_match(directory: Path, games: int | None = None) -> TournamentConfig:
    """A match that was begun, perhaps with another number of games from now on."""
    if not isinstance(read_head(directory), MatchEntry):
        raise DuiyiError(message("arena.match.none", directory=str(directory)))
    config = read_history(directory).config
    if games is None or games == config.games:
        return config
    with locked(directory), Journal(directory) as journal:
        journal.add(entry_data(GamesEntry(games)))
    return replace(config, games=games)


def has_cup(directory: Path) -> bool:
    """Whether a cup was begun here."""
    return isinstance(read_head(directory), CupEntry)


def check_cup(directory: Path) -> None:
    """`BadCup` says what is here instead of a cup."""
    if not has_cup(directory):
        key = "match" if isinstance(read_head(directory), MatchEntry) else "none"
        raise BadCup(message(f"cup.journal.{key}", directory=str(directory)))


# One run


def go_on(directory: Path, make_runner: MakeRunner, watch: Watch) -> Progress:
    """Plays what a cup is missing; ends when nothing is, or when nothing more can be done."""
    check_cup(directory)
    with directing(directory) as director:
        director.run(make_runner, watch)
        return director.progress


@contextmanager
def directing(directory: Path, bots: ReadyBots | None = None) -> Iterator[Director]:
    """The director of a match or a cup, which is locked meanwhile; `bots` where they are prepared
    already."""
    with locked(directory) as scratch, Journal(directory) as journal:
        history = read_history(directory)
        if bots is None:
            bots = prepare_bots(history.config, directory / COMPILED, directory)
        check_unchanged(history.config.names, history.marks, bots.marks)
        write_missing_records(history)
        yield Director(history, journal, bots, scratch)


class Director:
    """One run over a tournament that is locked and whose journal is open."""

    def __init__(self, history: History, journal: Journal, bots: ReadyBots, scratch: Path) -> None:
        self._config = history.config
        self._directory = history.directory
        self._journal = journal
        self._bots = bots
        self._scratch = scratch
        self._rounds: list[Round] = list(history.rounds)
        self._due: list[ScheduledGame] = []
        self._known: set[str] = set()
        self._running: dict[str, ScheduledGame] = {}
        self._failed: Counter[str] = Counter()
        self._died: Counter[str] = Counter()
        found = plan(history.config, history.scores, history.rounds)
        self.progress = Progress(history.config, found, history.scores, list(history.attempts))

    def run(self, make_runner: MakeRunner, watch: Watch) -> None:
        """Until all is played, or what is left cannot be."""
        if self.progress.finished:
            return
        runner = make_runner(self._config, self._bots, self._scratch)
        try:
            self._play(runner, watch)
        finally:
            runner.close()

    def _play(self, runner: Runner, watch: Watch) -> None:
        bots = self._bots.by_name()
        self._plan_on()
        self.progress.places = runner.places
        while self._due or self._running:
            for game in self._due:
                self._running[game.id] = game
                runner.submit(task_of(self._config, game, bots))
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
        """What the results decide next. A Swiss round, or one in which the first meet again, is
        written down before it is played: once drawn, it stays. A game that the plan names no more
        is not waited for."""
        found = plan(self._config, self.progress.scores, self._rounds)
        if self._config.format in (Format.swiss, Format.final):
            for round in found.rounds[len(self._rounds) :]:
                self._journal.add(round_entry(round))
                self._rounds.append(round)
        for game in found.games:
            if game.id not in self._known:
                self._known.add(game.id)
                if game.id not in self.progress.scores:
                    self._due.append(game)
        if len(found.games) < len(self._known):
            named = {game.id for game in found.games}
            self._due = [game for game in self._due if game.id in named]
            self._running = {id: game for id, game in self._running.items() if id in named}
        self.progress.plan = found

    def _take(self, event: Event) -> None:
        game = self._running.pop(event.id, None)
        if game is None:
            return  # a cluster may finish a game that it was believed to have lost
        if isinstance(event, Lost):
            self._died[game.id] += 1
            attempt = Attempt(game.id, "worker", event.how)
            self._attempted(game, attempt, self._died[game.id] <= DEATHS)
        elif event.played is None or (scores := event.scores) is None:
            self._failed[game.id] += 1
            attempt = Attempt(game.id, event.code, event.detail)
            self._attempted(game, attempt, self._failed[game.id] <= REPLAYS)
        else:
            self._journal.add(game_entry(game, scores, event.played))
            self.progress.scores[game.id] = scores
            # A copy for people; the journal has the game in any case.
            file = record_file(self._config, self._directory, game.id)
            file.parent.mkdir(exist_ok=True)
            file.write_text(event.played["record"], "utf-8")

    def _attempted(self, game: ScheduledGame, attempt: Attempt, again: bool) -> None:
        self._journal.add(entry_data(attempt))
        self.progress.attempts.append(attempt)
        if again:
            self._due.append(game)
        else:
            self.progress.given_up[game.id] = attempt


def task_of(
    config: TournamentConfig, scheduled: ScheduledGame, bots: Mapping[str, Ready]
) -> GameTask:
    """From a scheduled game to the task that plays it, anywhere."""
    seed = scheduled.seed or scheduled.id
    return GameTask(
        id=scheduled.id,
        game=config.game,
        options=config.options,
        bots=tuple(bots[name] for name in scheduled.names),
        seeds=tuple(seed_of(config.seed, seed, seat) for seat in range(len(scheduled.names))),
        opening=seed_of(config.seed, scheduled.opening),
        random_turns=config.random_turns,
        conditions=config.conditions,
        tags=scheduled.tags or (("Event", config.title), ("Round", scheduled.id)),
    )
