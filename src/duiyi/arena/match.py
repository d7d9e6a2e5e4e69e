"""Matches: a number of games between the same entrants, kept in a directory, and their score.

    match = begin(settings, Path("records/tzaar-a-b"))  or  resume(Path("records/tzaar-a-b"))
    run(match, pool, ready, changed)

The directory holds `match.json` (what is played), one `.dyr` for each game, and `games.jsonl`: one
line for each game that counts, appended when it is finished. A match follows from its settings:
whoever resumes it plays the games that are missing. How games are played at once, and what happens
to a worker that dies, is the runner's business (`duiyi.arena.workers`).
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from duiyi.arena.clocks import clock_text, read_clock
from duiyi.arena.conditions import Conditions, Limits
from duiyi.arena.entrants import Entrant, Ready
from duiyi.arena.game_task import GameTask, TaskResult
from duiyi.arena.openings import seatings, seed_of
from duiyi.arena.score import Result, Score, pentanomial, score_of
from duiyi.arena.sprt import Bounds, Sprt, sprt
from duiyi.arena.workers import Event, Lost, Runner
from duiyi.core import DuiyiError, Game, Options, game, message

SETTINGS = "match.json"
GAMES = "games.jsonl"
VERSION = 1
ATTEMPTS = 3
"""So often a game that failed by nobody's fault is played before it is given up."""
AHEAD = 2
"""Games that are handed out for each that is being played, so that no worker waits."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What is played: everything from which the games of a match follow."""

    game: str
    seats: int
    options: Options
    entrants: tuple[Entrant, ...]
    folder: Path
    """Where the paths of entrants start from."""
    games: int
    turns: int
    seed: int
    conditions: Conditions
    bounds: Bounds | None = None

    @property
    def ruleset(self) -> Game:
        return game(self.game)

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(entrant.name for entrant in self.entrants)

    @property
    def seatings(self) -> tuple[tuple[int, ...], ...]:
        return seatings(len(self.entrants), self.seats)

    def seating(self, number: int) -> tuple[int, ...]:
        """Who sits where in a game; the first is number 0."""
        return self.seatings[number % len(self.seatings)]

    def task(self, number: int, ready: Sequence[Ready]) -> GameTask:
        """A game, ready to be played anywhere."""
        seating = self.seating(number)
        opening = number // len(self.seatings)
        return GameTask(
            id=str(number),
            game=self.game,
            options=self.options,
            bots=tuple(ready[entrant] for entrant in seating),
            seeds=tuple(seed_of(self.seed, "bot", number, seat) for seat in range(self.seats)),
            opening=seed_of(self.seed, "opening", opening),
            random_turns=self.turns,
            conditions=self.conditions,
            tags=(("Match", str(number + 1)), ("Opening", str(opening + 1))),
        )


@dataclass(frozen=True, slots=True)
class Fault:
    """A line of `games.jsonl` about a fault; `offence` as `duiyi.arena.played_json` writes it."""

    number: int
    name: str
    offence: Mapping[str, Any]


@dataclass(slots=True)
class Match:
    """A match as far as it is played."""

    settings: Settings
    directory: Path
    results: dict[int, Result] = field(default_factory=dict)
    faults: list[Fault] = field(default_factory=list)
    failed: dict[int, str] = field(default_factory=dict)
    """Games that nobody could play, with what went wrong the last time."""
    busy: int = 0
    """How often a game was broken off because the machine was too busy."""

    @property
    def size(self) -> int:
        """How many games an opening has."""
        return len(self.settings.seatings)

    @property
    def left(self) -> list[int]:
        known = (self.results, self.failed)
        return [n for n in range(self.settings.games) if not any(n in one for one in known)]

    def scores(self) -> list[Score]:
        """Of every entrant."""
        results = [*self.results.values()]
        return [score_of(at, results, self.size) for at in range(len(self.settings.entrants))]

    def test(self) -> Sprt | None:
        """The sequential test, where one is asked for."""
        bounds = self.settings.bounds
        return None if bounds is None else sprt(pentanomial(0, self.results.values()), bounds)

    @property
    def decided(self) -> bool:
        test = self.test()
        return test is not None and test.accepted is not None

    def record_file(self, number: int) -> Path:
        return self.directory / f"{number + 1:05}.dyr"

    def keep(self, number: int, played: Mapping[str, Any]) -> None:
        """A game that counts: first its record, then the line that makes it count."""
        self.record_file(number).write_text(played["record"], "utf-8")
        line = json.dumps({"game": number + 1, "played": played}, ensure_ascii=False)
        with (self.directory / GAMES).open("a", encoding="utf-8") as file:
            file.write(f"{line}\n")
        self.count(number, played)

    def count(self, number: int, played: Mapping[str, Any]) -> None:
        settings = self.settings
        scores = tuple(map(Fraction, played["scores"]))
        seating = settings.seating(number)
        self.results[number] = Result(number // self.size, seating, scores)
        self.faults += (
            Fault(number, settings.names[seating[offence["seat"]]], offence)
            for offence in played["offences"]
        )


def run(
    match: Match, runner: Runner, ready: Sequence[Ready], changed: Callable[[Match], None]
) -> None:
    """Plays what is left until it is done or the test is decided; `changed` hears of every game."""
    waiting = iter(match.left)
    attempts: Counter[int] = Counter()
    out: set[int] = set()
    while not match.decided:
        for number in _next(waiting, AHEAD * runner.places - len(out)):
            out.add(number)
            runner.submit(match.settings.task(number, ready))
        if not out:
            return
        for event in runner.events(1.0):
            number = int(event.id)
            out.discard(number)
            problem = _problem(event)
            if problem is None:
                assert not isinstance(event, Lost)
                assert event.played is not None
                match.keep(number, event.played)
            else:
                attempts[number] += 1
                match.busy += isinstance(event, TaskResult) and event.code == "busy"
                if attempts[number] < ATTEMPTS:
                    out.add(number)
                    runner.submit(match.settings.task(number, ready))
                else:
                    match.failed[number] = problem
            changed(match)


def _next(numbers: Iterator[int], count: int) -> list[int]:
    return [number for _, number in zip(range(count), numbers, strict=False)]


def _problem(event: Event) -> str | None:
    """Why a game does not count, if it does not."""
    if isinstance(event, Lost):
        return event.how
    if event.scores is not None:
        return None
    return f"{event.code}: {event.detail}"


# The directory


def begin(settings: Settings, directory: Path) -> Match:
    """A new match in a directory that is made for it."""
    try:
        directory.mkdir(parents=True)
    except FileExistsError:
        raise DuiyiError(message("arena.match.exists", directory=str(directory))) from None
    _write_settings(settings, directory)
    return Match(settings, directory)


def resume(directory: Path, games: int | None = None) -> Match:
    """A match that was begun, perhaps with another number of games."""
    settings = _read_settings(directory)
    if games is not None and games != settings.games:
        settings = replace(settings, games=games)
        _write_settings(settings, directory)
    match = Match(settings, directory)
    for number, played in _kept(directory / GAMES):
        if number < settings.games:
            match.count(number, played)
    return match


def free_directory(settings: Settings, within: Path) -> Path:
    """`within/GAME-A-B`, or with a number where there is one already."""
    words = "-".join((settings.game, *settings.names))
    name = "".join(char if char.isalnum() or char in "-_." else "_" for char in words)[:80]
    directory, number = within / name, 1
    while directory.exists():
        number += 1
        directory = within / f"{name}-{number}"
    return directory


def _kept(file: Path) -> Iterator[tuple[int, Mapping[str, Any]]]:
    """The games in a file; a last line that was cut off is taken away."""
    if not file.exists():
        return
    data = file.read_bytes()
    whole = data[: data.rfind(b"\n") + 1]
    if whole != data:
        with file.open("r+b") as open_file:
            open_file.truncate(len(whole))
    for line in whole.splitlines():
        entry = json.loads(line)
        yield entry["game"] - 1, entry["played"]


def _write_settings(settings: Settings, directory: Path) -> None:
    conditions = settings.conditions
    told = {
        "version": VERSION,
        "game": settings.game,
        "seats": settings.seats,
        "options": settings.options.text(),
        "entrants": [[entrant.name, entrant.spec] for entrant in settings.entrants],
        "folder": str(settings.folder),
        "games": settings.games,
        "turns": settings.turns,
        "seed": settings.seed,
        "conditions": {**asdict(conditions), "clock": clock_text(conditions.clock)},
        "sprt": settings.bounds and asdict(settings.bounds),
    }
    beside = directory / f".{SETTINGS}"
    beside.write_text(json.dumps(told, ensure_ascii=False, indent=2) + "\n", "utf-8")
    beside.replace(directory / SETTINGS)


def _read_settings(directory: Path) -> Settings:
    """`DuiyiError` where there is no match, or one that cannot be read."""
    try:
        told = json.loads((directory / SETTINGS).read_text("utf-8"))
        if told["version"] != VERSION:
            raise ValueError(told["version"])
        values = told["conditions"]
        limits, clock = Limits(**values["limits"]), read_clock(values["clock"])
        values["interpreters"] = tuple(values.get("interpreters", ()))
        return Settings(
            game=told["game"],
            seats=told["seats"],
            options=game(told["game"]).options.parse(told["options"].split()),
            entrants=tuple(Entrant(*pair) for pair in told["entrants"]),
            folder=Path(told["folder"]),
            games=told["games"],
            turns=told["turns"],
            seed=told["seed"],
            conditions=Conditions(**{**values, "limits": limits, "clock": clock}),
            bounds=told["sprt"] and Bounds(**told["sprt"]),
        )
    except FileNotFoundError:
        raise DuiyiError(message("arena.match.none", directory=str(directory))) from None
    except (ValueError, KeyError, TypeError) as error:
        problem = f"{type(error).__name__} {error}"
        name = str(directory / SETTINGS)
        raise DuiyiError(message("arena.match.bad", file=name, problem=problem)) from None
