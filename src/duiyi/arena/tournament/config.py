"""What decides which games a tournament has, and `cup.toml`: read, checked and made that value.
Nothing is started here.

Whether the bots themselves are there and compile is asked by `duiyi.arena.tournament.bots`.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from enum import StrEnum
from math import comb
from pathlib import Path
from typing import Any

from duiyi.arena.bots.entrants import Entrant
from duiyi.arena.bots.interpreters import check_listed
from duiyi.arena.final.again import AGAIN, usual_looks
from duiyi.arena.game.conditions import MEGABYTE, USUAL_CLOCK, Conditions, Limits
from duiyi.arena.game.openings import turns_needed
from duiyi.arena.game.sprt import Bounds
from duiyi.arena.intake.absent import Absent, read_absent
from duiyi.arena.intake.bot_folders import bot_of, flags_of, folder_bots
from duiyi.arena.tournament.fields import BadCup, Fields
from duiyi.arena.tournament.grades import check_formula
from duiyi.core import BadOptions, DuiyiError, Game, Options, game, message
from duiyi.core.clock import Clock

LARGEST_SEED = 2**63 - 1
LARGEST_FILE = 1_000_000
MOST_SEATS = 6
MOST_BOTS = 1_000
MOST_LOOKED = 10_000
MOST_GROUPS = 5_000
"""So many combinations of bots are still played when no number of rounds is given."""


class Format(StrEnum):
    """How bots meet."""

    round_robin = "round-robin"
    swiss = "swiss"
    knockout = "knockout"
    gauntlet = "gauntlet"
    final = "final"
    """Everybody meets everybody, then the first few meet again; who is even shares a place."""
    match = "match"
    """The same bots meet again and again. `duiyi match` plays it; no `cup.toml` does."""


CUPS = tuple(one for one in Format if one is not Format.match)


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentConfig:
    """Everything that decides what a match or a cup is. Two with equal values have the same
    games."""

    title: str
    game: str
    options: Options
    seats: int
    format: Format
    games: int
    """Per pairing or group; of a match, in all."""
    rounds: int | None = None
    """Of a Swiss cup, or of groups; `None` where the format itself knows."""
    tie_breaks: int = 0
    """Knockout: how often two more games decide a tie, before the seeding does."""
    again: int = 0
    """Final: so many of the first meet once more."""
    looks: tuple[int, ...] = ()
    """Final: after so many more games of a pairing one looks who goes on."""
    challenger: str | None = None
    """Gauntlet: who meets everybody; the first bot where nobody is named."""
    random_turns: int
    """So many turns are played at random before the bots begin, alike in twin games."""
    seed: int
    conditions: Conditions
    bots: tuple[Entrant, ...]
    grades: str | None = None
    students: str | None = None
    """The class list, a file."""
    absent: tuple[Absent, ...] = ()
    """Who is on the list and cannot play."""
    folder: Path
    """Where the paths of bots start from: where `cup.toml` lies."""
    sprt: Bounds | None = None
    """Match: the test that ends it as soon as it is decided."""

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(bot.name for bot in self.bots)

    @property
    def ruleset(self) -> Game:
        return game(self.game)


def read_config(
    path: Path, folder: Path | None = None, bots: tuple[Entrant, ...] | None = None
) -> TournamentConfig:
    """The cup that a file describes; `BadCup` says what is wrong with it, and where.

    A copy is read with the `folder` of the original and the `bots` that were found there.
    """
    return parse_config(_text(path), path.name, folder or path.resolve().parent, bots)


def parse_config(
    text: str, where: str, folder: Path, known: tuple[Entrant, ...] | None = None
) -> TournamentConfig:
    try:
        values = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadCup(message("cup.config.syntax", where=where, problem=str(error))) from None
    fields = Fields(values, where)
    ruleset = _ruleset(fields)
    seats = _seats(fields, ruleset)
    chosen = Format(fields.choice("format", CUPS, Format.round_robin))
    if seats > 2 and chosen not in (Format.round_robin, Format.final):
        raise fields.bad("format-seats", format=chosen.value, seats=seats)
    cflags = flags_of(fields)
    bots = known if known is not None else _bots(fields, folder, cflags)
    fields.anything("bots", None)
    options = _options(fields, ruleset, seats)
    games: int = fields.integer("games", 1, 10_000, seats)
    looks = _looks(fields, chosen, seats)
    config = TournamentConfig(
        title=fields.text("title", folder.name or "cup"),
        game=ruleset.id,
        options=options,
        seats=seats,
        format=chosen,
        games=games,
        rounds=_rounds(fields, chosen, seats, len(bots)),
        tie_breaks=_only(fields, chosen, Format.knockout, "tie_breaks", 2),
        again=_only(fields, chosen, Format.final, "again", AGAIN),
        looks=looks,
        challenger=_challenger(fields, chosen, bots),
        random_turns=_random_turns(fields, ruleset, seats, options, max(games, *looks, 0)),
        seed=fields.integer("seed", 0, LARGEST_SEED, 0),
        conditions=_conditions(fields),
        bots=bots,
        grades=_grades(fields),
        students=fields.text("students", None),
        absent=read_absent(fields, [bot.name for bot in bots]),
        folder=folder,
    )
    fields.done()
    _enough(fields, config)
    return config


def _text(path: Path) -> str:
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST_FILE + 1)
    except FileNotFoundError:
        raise BadCup(message("cup.config.no-file", file=str(path))) from None
    except IsADirectoryError:
        raise BadCup(message("cup.config.directory", file=str(path))) from None
    if len(data) > LARGEST_FILE:
        raise BadCup(message("cup.config.large", where=path.name))
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadCup(message("cup.config.utf-8", where=path.name)) from None


def _ruleset(fields: Fields) -> Game:
    try:
        return game(fields.text("game"))
    except BadOptions as error:
        raise _at(fields, "game", error) from None


def _seats(fields: Fields, ruleset: Game) -> int:
    seats: int = fields.integer("seats", 2, MOST_SEATS, max(2, ruleset.seats.start))
    if seats not in ruleset.seats:
        low, high = ruleset.seats[0], ruleset.seats[-1]
        raise fields.bad("seats", game=ruleset.id, seats=seats, low=low, high=high)
    return seats


def _options(fields: Fields, ruleset: Game, seats: int) -> Options:
    """`"none"` stands for no value: TOML has none of its own."""
    given = fields.table("options")
    values = {key: None if value == "none" else value for key, value in given.values.items()}
    try:
        options = ruleset.options.of_json(values)
        ruleset.start(seats, **dict(options.items()))
    except BadOptions as error:
        raise _at(given, error.field or "options", error) from None
    return options


def _at(fields: Fields, key: str, error: DuiyiError) -> BadCup:
    return fields.bad("option", item=key, problem=error.message)


def _rounds(fields: Fields, chosen: Format, seats: int, bots: int) -> int | None:
    if chosen is Format.swiss:
        rounds: int = fields.integer("rounds", 1, 1_000, max(1, (bots - 1).bit_length()))
        if rounds > (most := max(1, bots - 1 + bots % 2)):
            raise fields.bad("swiss-rounds", rounds=rounds, most=most, bots=bots)
        return rounds
    if seats > 2:
        found: int | None = fields.integer("rounds", 1, 10_000, None)
        if found is None and comb(bots, seats) > MOST_GROUPS:
            count = comb(bots, seats)
            raise fields.bad("too-many-groups", bots=bots, seats=seats, count=count)
        return found
    if fields.anything("rounds", None) is not None:
        raise fields.bad("not-for-format", item="rounds", format=chosen.value)
    return None


def _only(fields: Fields, chosen: Format, format: Format, key: str, default: int) -> int:
    if chosen is not format and fields.has(key):
        raise fields.bad("not-for-format", item=key, format=chosen.value)
    found: int = fields.integer(key, 0, 100, default)
    return found


def _looks(fields: Fields, chosen: Format, seats: int) -> tuple[int, ...]:
    """Games of a pairing, rising."""
    value = fields.anything("looks", None)
    if chosen is not Format.final:
        if value is not None:
            raise fields.bad("not-for-format", item="looks", format=chosen.value)
        return ()
    if value is None:
        return usual_looks(seats)
    if not isinstance(value, list) or not all(type(one) is int for one in value):
        raise fields.bad("looks", most=MOST_LOOKED)
    if sorted({*value}) != value or not all(1 <= one <= MOST_LOOKED for one in value):
        raise fields.bad("looks", most=MOST_LOOKED)
    return tuple(value)


def _challenger(fields: Fields, chosen: Format, bots: tuple[Entrant, ...]) -> str | None:
    name: str | None = fields.text("challenger", None)
    if name is None:
        return None
    if chosen is not Format.gauntlet:
        raise fields.bad("not-for-format", item="challenger", format=chosen.value)
    if name not in (names := tuple(bot.name for bot in bots)):
        raise fields.bad("challenger", name=name[:60], names=names)
    return name


def _random_turns(fields: Fields, ruleset: Game, seats: int, options: Options, games: int) -> int:
    """Unless it is said: none where a pairing has one opening only, else as many as it takes for
    bots that always answer alike not to play the same games again."""
    table = fields.table("openings")
    turns: int | None = table.integer("random_turns", 0, 100, None)
    table.done()
    if turns is not None:
        return turns
    openings = -(-games // seats)
    return turns_needed(ruleset, seats, options, openings) if openings > 1 else 0


def _conditions(fields: Fields) -> Conditions:
    table = fields.table("conditions")
    plain, limits = Conditions(), Limits()
    conditions = Conditions(
        clock=_clock(fields),
        start_up=float(table.number("start_up", 0.1, 600, plain.start_up)),
        wall_factor=float(table.number("wall_factor", 1, 100, plain.wall_factor)),
        cores=table.integer("cores", 1, 64, plain.cores),
        limits=Limits(
            memory=table.integer("memory", 16, 65_536, limits.memory // MEGABYTE) * MEGABYTE,
            processes=table.integer("processes", 1, 4_096, limits.processes),
            scratch=table.integer("scratch", 1, 4_096, limits.scratch // MEGABYTE) * MEGABYTE,
        ),
        trust=table.flag("trust", False),
        interpreters=_interpreters(fields),
    )
    table.done()
    return conditions


def _interpreters(fields: Fields) -> tuple[str, ...]:
    """Whether they are there is asked where they are needed: results are read on any machine."""
    value = fields.anything("interpreters", [])
    if not isinstance(value, list) or not all(isinstance(word, str) for word in value):
        raise fields.bad("interpreters")
    try:
        check_listed(value)
    except DuiyiError as error:
        raise _at(fields, "interpreters", error) from None
    return tuple(value)


def _clock(fields: Fields) -> Clock:
    value = fields.anything("clock", None)
    if value is None:
        return USUAL_CLOCK
    if value == "none":
        return Clock("none", 0.0, 0.0)
    if not isinstance(value, dict):
        raise fields.bad("clock")
    table = fields.table("clock")
    if table.has("turn") == table.has("game"):
        raise fields.bad("clock")
    if table.has("turn"):
        clock = Clock("turn", float(table.number("turn", 0.01, 86_400)))
    else:
        seconds = float(table.number("game", 0.01, 604_800))
        clock = Clock("game", seconds, float(table.number("increment", 0, 3_600, 0.0)))
    table.done()
    return clock


def _bots(fields: Fields, folder: Path, cflags: tuple[str, ...]) -> tuple[Entrant, ...]:
    value = fields.anything("bots")
    if isinstance(value, str):
        bots = folder_bots(folder, value, fields, cflags)
    elif isinstance(value, list):
        bots = tuple(_bot(entry, number, fields, cflags) for number, entry in enumerate(value, 1))
    else:
        raise fields.wrong_type("bots", list, str)
    seen: dict[str, str] = {}
    for bot in bots:
        if (folded := bot.name.casefold()) in seen:
            raise fields.bad("duplicate", name=bot.name, other=seen[folded])
        seen[folded] = bot.name
    if len(bots) > MOST_BOTS:
        raise fields.bad("too-many-bots", bots=len(bots), most=MOST_BOTS)
    return bots


def _bot(entry: Any, number: int, fields: Fields, cflags: tuple[str, ...]) -> Entrant:
    if not isinstance(entry, dict):
        raise fields.bad("bot-form", number=number)
    return bot_of(Fields(entry, f"{fields.where} [[bots]] {number}"), cflags)


def _grades(fields: Fields) -> str | None:
    formula: str | None = fields.text("grades", None)
    if formula is not None:
        check_formula(formula, fields)
    return formula


def _enough(fields: Fields, config: TournamentConfig) -> None:
    if len(config.bots) < config.seats:
        raise fields.bad("few-bots", bots=len(config.bots), seats=config.seats)
