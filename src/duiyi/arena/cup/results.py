"""The results of a cup, finished or not, for whoever shows them.

    results = read_results(Path("cup-results"))
    for row in results.standings.rows: print(row.rank, row.name, row.points, row.rating.value)
    for game in results.games: game.id, game.round, game.names, game.scores, game.played

`names` and `scores` are by seat. `game.played` reads the whole game (`Played`, its record replayed
and found right) from the journal each time it is asked for, so that a thousand games need not be
in memory together. `open_games` are those that are scheduled and have no result yet; in
`Attempt`s is what went wrong without being anybody's fault. `grades` is empty without a formula.
`absent` are those on the list who cannot play, `people` who is behind each name, `feedback` a
sentence for each. Reading changes nothing and works while the cup is being played.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from duiyi.arena.cup.absent import Absent
from duiyi.arena.cup.conduct import SeatConduct, conduct_of, feedback_of, remark_of, seats_of
from duiyi.arena.cup.config import BotEntry, CupConfig, read_config
from duiyi.arena.cup.fields import BadCup
from duiyi.arena.cup.grades import grades_of
from duiyi.arena.cup.journal import Place, read_entry, read_journal
from duiyi.arena.cup.plan import Plan, plan
from duiyi.arena.cup.schedule import Pairing, Round, ScheduledGame, Scores
from duiyi.arena.cup.standings import Standings, standings_of
from duiyi.arena.cup.students import Roll, Student, read_roll, student_of
from duiyi.arena.played import Played
from duiyi.arena.played_json import played_of
from duiyi.core import Message, message

CONFIG = "cup.toml"
STUDENTS = "students.csv"
"""The class list, as a cup's directory keeps it."""
PARTICIPANT = "Participant "
"""Before an id that is Moodle's own number for somebody, not the student's."""
VERSION = 1


@dataclass(frozen=True, slots=True)
class CupGame:
    """A finished game."""

    id: str
    round: int
    pairing: int
    names: tuple[str, ...]
    scores: Scores
    conduct: tuple[SeatConduct, ...]
    directory: Path
    place: Place

    @property
    def played(self) -> Played:
        return played_of(read_entry(self.directory, self.place)["played"])


@dataclass(frozen=True, slots=True)
class Attempt:
    """A try at a game that failed without being anybody's fault; `detail` says how."""

    id: str
    code: str
    detail: str


@dataclass(frozen=True, slots=True)
class Told:
    """What a journal tells."""

    config: CupConfig
    marks: tuple[str, ...]
    """For each bot a fingerprint of its files."""
    rounds: tuple[Round, ...]
    """Those that were drawn."""
    games: tuple[CupGame, ...]
    """In the order in which they finished."""
    attempts: tuple[Attempt, ...]
    roll: Roll = field(default_factory=Roll)

    @property
    def scores(self) -> dict[str, Scores]:
        return {game.id: game.scores for game in self.games}


@dataclass(frozen=True, slots=True)
class CupResults:
    """A cup as it stands; `games` in the order of the schedule."""

    directory: Path
    config: CupConfig
    entrants: tuple[str, ...]
    rounds: tuple[Round, ...]
    games: tuple[CupGame, ...]
    open_games: tuple[ScheduledGame, ...]
    attempts: tuple[Attempt, ...]
    standings: Standings
    grades: Mapping[str, float]
    finished: bool
    absent: tuple[Absent, ...] = ()
    people: Mapping[str, Student] = field(default_factory=dict)
    remarks: Mapping[str, Message] = field(default_factory=dict)
    """What has to be said beside a name in the standings."""
    feedback: Mapping[str, Message] = field(default_factory=dict)


def read_results(directory: Path) -> CupResults:
    """`BadCup` where there is no cup, or its journal is damaged."""
    told = read_told(directory)
    now = plan(told.config, told.scores, told.rounds)
    return results_of(directory, told, now)


def results_of(directory: Path, told: Told, now: Plan) -> CupResults:
    finished = {game.id: game for game in told.games}
    pairs = [
        (scheduled, finished[scheduled.id].scores)
        for scheduled in now.games
        if scheduled.id in finished
    ]
    standings = standings_of(told.config, now.rounds, pairs)
    open_games = tuple(game for game in now.games if game.id not in finished)
    formula, absent = told.config.grades, told.config.absent
    games = tuple(finished[scheduled.id] for scheduled, _ in pairs)
    conduct = conduct_of(told.config.names, games)
    grades = grades_of(formula, standings, conduct) if formula else {}
    return CupResults(
        directory=directory,
        config=told.config,
        entrants=told.config.names,
        rounds=now.rounds,
        games=games,
        open_games=open_games,
        attempts=told.attempts,
        standings=standings,
        grades=grades | {one.name: 0.0 for one in absent if formula},
        finished=now.final and not open_games,
        absent=absent,
        people=_people(told),
        remarks={one.name: one.words for one in absent}
        | {name: said for name, one in conduct.items() if (said := remark_of(one))},
        feedback={one.name: one.words for one in absent}
        | {
            row.name: feedback_of(row, len(standings.rows), conduct[row.name])
            for row in standings.rows
        },
    )


def _people(told: Told) -> dict[str, Student]:
    """Who is behind each name, by id, or by name where no id is said."""
    found = {}
    config = told.config
    named = [(one.name, one.id) for one in config.bots]
    for name, id in [*named, *((one.name, one.id) for one in config.absent)]:
        student = told.roll.by_id(id) or student_of(name, told.roll)
        participant = id.removeprefix(PARTICIPANT) if id.startswith(PARTICIPANT) else ""
        own = student.id or ("" if participant else id)
        found[name] = replace(student, id=own, participant=participant)
    return found


def read_told(directory: Path) -> Told:
    """The journal and the configuration that lies beside it."""
    head: Mapping[str, Any] | None = None
    rounds: list[Round] = []
    games: dict[str, CupGame] = {}
    attempts: list[Attempt] = []
    for entry, place in read_journal(directory):
        match entry:
            case {"kind": "cup"}:
                head = entry
            case {"kind": "round"}:
                rounds.append(round_of(entry))
            case {"kind": "game", "id": id} if id not in games:
                games[id] = _game(entry, directory, place)
            case {"kind": "attempt"}:
                attempts.append(Attempt(entry["id"], entry["code"], entry["detail"]))
    if head is None:
        raise BadCup(message("cup.journal.none", directory=str(directory)))
    if head["version"] != VERSION:
        raise BadCup(message("cup.journal.version", directory=str(directory)))
    bots = tuple(bot_of_head(*entry) for entry in head["bots"])
    config = read_config(directory / CONFIG, Path(head["folder"]), bots)
    marks = tuple(entry[2] for entry in head["bots"])
    roll = read_roll(file) if (file := directory / STUDENTS).is_file() else Roll()
    return Told(config, marks, tuple(rounds), tuple(games.values()), tuple(attempts), roll)


def bot_of_head(
    name: str, spec: str, mark: str, extras: Mapping[str, Any] | None = None
) -> BotEntry:
    """A bot as the first entry has it; those of older cups have no extras."""
    extras = extras or {}
    flags, sources = tuple(extras.get("cflags", ())), tuple(extras.get("source", ()))
    return BotEntry(name, spec, extras.get("id", ""), flags, sources)


def head_entry(config: CupConfig, marks: Sequence[str]) -> dict[str, Any]:
    """The first entry. It fixes the bots: what `cup.toml` says of them may be a whole directory,
    and that may be elsewhere or gone when somebody reads the results."""
    bots = [
        [bot.name, bot.spec, mark, bot.extras] for bot, mark in zip(config.bots, marks, strict=True)
    ]
    return {"kind": "cup", "version": VERSION, "folder": str(config.folder), "bots": bots}


def round_entry(round: Round) -> dict[str, Any]:
    pairings = [list(pairing.names) for pairing in round.pairings]
    return {"kind": "round", "round": round.number, "pairings": pairings, "byes": [*round.byes]}


def round_of(entry: Mapping[str, Any]) -> Round:
    """The inverse of `round_entry`."""
    number = entry["round"]
    pairings: Sequence[Sequence[str]] = entry["pairings"]
    return Round(
        number,
        tuple(Pairing(number, at, tuple(names)) for at, names in enumerate(pairings, 1)),
        tuple(entry["byes"]),
    )


def game_entry(game: ScheduledGame, scores: Scores, played: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "kind": "game",
        "id": game.id,
        "round": game.round,
        "pairing": game.pairing,
        "names": [*game.names],
        "scores": [*map(str, scores)],
        "played": played,
    }


def _game(entry: Mapping[str, Any], directory: Path, place: Place) -> CupGame:
    return CupGame(
        id=entry["id"],
        round=entry["round"],
        pairing=entry["pairing"],
        names=tuple(entry["names"]),
        scores=tuple(map(Fraction, entry["scores"])),
        conduct=seats_of(entry["played"], len(entry["names"])),
        directory=directory,
        place=place,
    )
