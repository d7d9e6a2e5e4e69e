"""Matches as they were kept before they had a journal: `match.json` said what is played, and
`games.jsonl` had a line for each game. Such a directory gets a journal, and goes on like any other.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec

from duiyi.arena.game.clocks import read_clock
from duiyi.arena.game.conditions import Conditions
from duiyi.arena.game.sprt import Bounds
from duiyi.arena.runners.lock import locked
from duiyi.arena.tournament.formats.match import scheduled
from duiyi.arena.tournament.history import HeadBot, MatchEntry, entry_data, game_entry
from duiyi.arena.tournament.journal import NAME as JOURNAL
from duiyi.arena.tournament.journal import Entry, line_of, sync_directory
from duiyi.core import DuiyiError, message

SETTINGS = "match.json"
GAMES = "games.jsonl"
VERSION = 1


class Settings(msgspec.Struct):
    """What `match.json` holds."""

    version: int
    game: str
    seats: int
    options: str
    entrants: list[HeadBot]
    folder: str
    games: int
    turns: int
    seed: int
    conditions: dict[str, Any]
    sprt: Bounds | None = None


def convert_match(directory: Path) -> None:
    """Writes the journal of such a match, all at once; does nothing where there is one, or no
    match. What was there stays."""
    if (directory / JOURNAL).exists() or not (directory / SETTINGS).is_file():
        return
    with locked(directory):
        fresh = directory / f".{JOURNAL}.new"
        try:
            lines = b"".join(map(line_of, _entries(directory)))
        except (ValueError, KeyError, TypeError, msgspec.ValidationError, DuiyiError) as error:
            name, problem = str(directory / SETTINGS), f"{type(error).__name__} {error}"
            raise DuiyiError(message("arena.match.bad", file=name, problem=problem)) from None
        with fresh.open("wb") as file:
            file.write(lines)
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(directory / JOURNAL)
        sync_directory(directory)


def _entries(directory: Path) -> Iterator[Entry]:
    data = json.loads((directory / SETTINGS).read_text("utf-8"))
    settings = msgspec.convert(data, Settings)
    if settings.version != VERSION:
        raise ValueError(f"version {settings.version}")
    clock = msgspec.to_builtins(read_clock(settings.conditions["clock"]))
    yield entry_data(
        MatchEntry(
            version=VERSION,
            folder=settings.folder,
            bots=settings.entrants,
            game=settings.game,
            seats=settings.seats,
            options=settings.options,
            games=settings.games,
            random_turns=settings.turns,
            seed=settings.seed,
            conditions=msgspec.convert({**settings.conditions, "clock": clock}, Conditions),
            sprt=settings.sprt,
        )
    )
    played = dict(_played(directory / GAMES))
    names = tuple(bot.name for bot in settings.entrants)
    games = scheduled(names, settings.seats, max(played, default=0))
    for number, game in played.items():
        scores = tuple(map(Fraction, game["scores"]))
        yield game_entry(games[number - 1], scores, game)


def _played(file: Path) -> Iterator[tuple[int, Mapping[str, Any]]]:
    """Games by number; a last line that was cut off did not count."""
    data = file.read_bytes() if file.exists() else b""
    for line in data[: data.rfind(b"\n") + 1].splitlines():
        entry = json.loads(line)
        yield entry["game"], entry["played"]
