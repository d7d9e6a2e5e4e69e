"""What has happened in a tournament: the entries of its journal as values, and all of them read.

The first entry says what is played: `cup` fixes the bots of the `cup.toml` that lies beside the
journal, `match` holds all there is to say. Then come `game` (one that counts), `attempt` (one that
failed without being anybody's fault), `round` (one that was drawn), and `games` (another number of
games for a match). Entries of a finished game stay on disk: `FinishedGame.played` reads it each
time it is asked for, so that a thousand games need not be in memory together.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import msgspec

from duiyi.arena.bots.entrants import Entrant
from duiyi.arena.game.conditions import Conditions
from duiyi.arena.game.played import Played
from duiyi.arena.game.played_json import played_of
from duiyi.arena.game.sprt import Bounds
from duiyi.arena.intake.students import ClassList, read_class_list
from duiyi.arena.tournament.config import Format, TournamentConfig, read_config
from duiyi.arena.tournament.fields import BadCup
from duiyi.arena.tournament.journal import NAME as JOURNAL
from duiyi.arena.tournament.journal import Entry, Place, read_entry, read_journal
from duiyi.arena.tournament.schedule import Pairing, Round, ScheduledGame, Scores
from duiyi.core import game, message

CONFIG = "cup.toml"
STUDENTS = "students.csv"
"""The class list, as a cup's directory keeps it."""
RECORDS = "records"
"""Where a cup's directory keeps records; those of a match lie in its directory itself."""
VERSION = 1


# The entries


class HeadBot(msgspec.Struct, array_like=True):
    """A bot as the first entry has it; those of older cups have no extras, those of matches no
    fingerprint."""

    name: str
    spec: str
    mark: str = ""
    extras: dict[str, Any] = {}

    @property
    def entrant(self) -> Entrant:
        return Entrant.with_extras(self.name, self.spec, self.extras)


class CupEntry(msgspec.Struct, tag_field="kind", tag="cup"):
    """It fixes the bots: what `cup.toml` says of them may be a whole directory, and that may be
    elsewhere or gone when somebody reads the results."""

    version: int
    folder: str
    bots: list[HeadBot]


class MatchEntry(msgspec.Struct, tag_field="kind", tag="match"):
    """Everything from which the games of a match follow."""

    version: int
    folder: str
    bots: list[HeadBot]
    game: str
    seats: int
    options: str
    games: int
    random_turns: int
    seed: int
    conditions: Conditions
    sprt: Bounds | None = None


class GamesEntry(msgspec.Struct, tag_field="kind", tag="games"):
    """Another number of games for a match."""

    games: int


class RoundEntry(msgspec.Struct, tag_field="kind", tag="round"):
    """A Swiss round that was drawn."""

    round: int
    pairings: list[tuple[str, ...]]
    byes: tuple[str, ...]

    @property
    def value(self) -> Round:
        pairings = (Pairing(self.round, at, names) for at, names in enumerate(self.pairings, 1))
        return Round(self.round, tuple(pairings), self.byes)


class GameEntry(msgspec.Struct, tag_field="kind", tag="game"):
    """A game that counts; `played` as `duiyi.arena.game.played_json` has it."""

    id: str
    round: int
    pairing: int
    names: tuple[str, ...]
    scores: Scores
    played: dict[str, Any]


class Attempt(msgspec.Struct, frozen=True, tag_field="kind", tag="attempt"):
    """A try at a game that failed without being anybody's fault; `detail` says how."""

    id: str
    code: str
    detail: str


AnyEntry = CupEntry | MatchEntry | GamesEntry | RoundEntry | GameEntry | Attempt


def entry_data(entry: AnyEntry) -> Entry:
    """An entry as the journal takes it."""
    data: Entry = msgspec.to_builtins(entry, enc_hook=str)
    return data


def entry_value(data: Mapping[str, Any]) -> AnyEntry:
    """The inverse of `entry_data`; `msgspec.ValidationError` for what is no entry of ours."""
    entry: AnyEntry = msgspec.convert(data, AnyEntry, dec_hook=lambda kind, text: kind(text))
    return entry


def head_entry(config: TournamentConfig, marks: Sequence[str] = ()) -> Entry:
    """The first entry; `marks` are the fingerprints of a cup's bots."""
    marks = marks or [""] * len(config.bots)
    bots = [
        HeadBot(bot.name, bot.spec, mark, bot.extras)
        for bot, mark in zip(config.bots, marks, strict=True)
    ]
    folder = str(config.folder)
    if config.format is not Format.match:
        return entry_data(CupEntry(VERSION, folder, bots))
    return entry_data(
        MatchEntry(
            version=VERSION,
            folder=folder,
            bots=bots,
            game=config.game,
            seats=config.seats,
            options=config.options.text(),
            games=config.games,
            random_turns=config.random_turns,
            seed=config.seed,
            conditions=config.conditions,
            sprt=config.sprt,
        )
    )


def round_entry(round: Round) -> Entry:
    pairings = [pairing.names for pairing in round.pairings]
    return entry_data(RoundEntry(round.number, pairings, round.byes))


def game_entry(game: ScheduledGame, scores: Scores, played: Mapping[str, Any]) -> Entry:
    entry = GameEntry(game.id, game.round, game.pairing, game.names, scores, {})
    return {**entry_data(entry), "played": played}


# All of them


@dataclass(frozen=True, slots=True)
class SeatConduct:
    """A seat in one game: the verdict that ended it there, if any, and whether it moved at all."""

    fault: str = ""
    moved: bool = True


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """A game that counts; `names` and `scores` are by seat."""

    id: str
    round: int
    pairing: int
    names: tuple[str, ...]
    scores: Scores
    conduct: tuple[SeatConduct, ...]
    directory: Path
    place: Place

    @property
    def data(self) -> Mapping[str, Any]:
        """The whole game as plain values."""
        found: Mapping[str, Any] = read_entry(self.directory, self.place)["played"]
        return found

    @property
    def played(self) -> Played:
        """The whole game; its record is replayed and found right."""
        return played_of(self.data)


@dataclass(frozen=True, slots=True)
class History:
    """What the journal in a directory says."""

    directory: Path
    config: TournamentConfig
    marks: tuple[str, ...]
    """For each bot a fingerprint of its files; empty where none was taken."""
    rounds: tuple[Round, ...]
    """Those that were drawn."""
    games: tuple[FinishedGame, ...]
    """In the order in which they finished."""
    attempts: tuple[Attempt, ...]
    class_list: ClassList = field(default_factory=ClassList)

    @property
    def scores(self) -> dict[str, Scores]:
        return {game.id: game.scores for game in self.games}


def read_head(directory: Path) -> AnyEntry | None:
    """The first entry, where there is a journal that has one."""
    if not (directory / JOURNAL).is_file():
        return None
    found = next(read_journal(directory), None)
    return None if found is None else _value(found[0], directory)


def read_history(directory: Path) -> History:
    """`BadCup` where there is no journal, or it is damaged or of another version."""
    head: CupEntry | MatchEntry | None = None
    number: int | None = None
    rounds: list[Round] = []
    games: dict[str, FinishedGame] = {}
    attempts: list[Attempt] = []
    for data, place in read_journal(directory):
        match _value(data, directory):
            case CupEntry() | MatchEntry() as entry:
                head = entry
            case GamesEntry(games=changed):
                number = changed
            case RoundEntry() as entry:
                rounds.append(entry.value)
            case GameEntry() as entry:
                games.setdefault(entry.id, _finished(entry, directory, place))
            case Attempt() as attempt:
                attempts.append(attempt)
    if head is None:
        raise BadCup(message("cup.journal.none", directory=str(directory)))
    if head.version != VERSION:
        raise BadCup(message("cup.journal.version", directory=str(directory)))
    config = _config(head, directory)
    return History(
        directory=directory,
        config=config if number is None else replace(config, games=number),
        marks=tuple(bot.mark for bot in head.bots),
        rounds=tuple(rounds),
        games=tuple(games.values()),
        attempts=tuple(attempts),
        class_list=read_class_list(file)
        if (file := directory / STUDENTS).is_file()
        else ClassList(),
    )


def _value(data: Entry, directory: Path) -> AnyEntry:
    try:
        return entry_value(data)
    except msgspec.ValidationError:
        raise BadCup(message("cup.journal.version", directory=str(directory))) from None


def _config(head: CupEntry | MatchEntry, directory: Path) -> TournamentConfig:
    folder, bots = Path(head.folder), tuple(bot.entrant for bot in head.bots)
    if isinstance(head, CupEntry):
        return read_config(directory / CONFIG, folder, bots)
    return TournamentConfig(
        title=directory.resolve().name,
        game=head.game,
        options=game(head.game).options.parse(head.options.split()),
        seats=head.seats,
        format=Format.match,
        games=head.games,
        random_turns=head.random_turns,
        seed=head.seed,
        conditions=head.conditions,
        bots=bots,
        folder=folder,
        sprt=head.sprt,
    )


def _finished(entry: GameEntry, directory: Path, place: Place) -> FinishedGame:
    return FinishedGame(
        id=entry.id,
        round=entry.round,
        pairing=entry.pairing,
        names=entry.names,
        scores=entry.scores,
        conduct=seats_of(entry.played, len(entry.names)),
        directory=directory,
        place=place,
    )


def seats_of(played: Mapping[str, Any], seats: int) -> tuple[SeatConduct, ...]:
    """From a game as the journal has it. Who was asked once, and failed then, never moved."""
    faults = {one["seat"]: one["verdict"] for one in played.get("offences", ())}
    uses = played.get("uses", ())
    found = []
    for seat in range(seats):
        asked = uses[seat]["questions"] if seat < len(uses) else 0
        fault = faults.get(seat, "")
        found.append(SeatConduct(fault, asked > (1 if fault else 0)))
    return tuple(found)


# The games as records, a file each, beside the journal


def record_file(config: TournamentConfig, directory: Path, id: str) -> Path:
    folder = directory if config.format is Format.match else directory / RECORDS
    return folder / f"{id}.dyr"


def write_missing_records(history: History) -> None:
    """The director writes each when its game ends; killed, it may not have come to it."""
    for finished in history.games:
        file = record_file(history.config, history.directory, finished.id)
        if not file.exists():
            file.parent.mkdir(exist_ok=True)
            file.write_text(finished.data["record"], "utf-8")
