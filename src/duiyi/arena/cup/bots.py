"""The bots of a cup, made ready: compiled, found, and checked to play this game. Before anything
starts, whatever is wrong with any of them is said.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from duiyi.arena.cup.config import BotEntry, CupConfig
from duiyi.arena.cup.fields import BadCup
from duiyi.arena.entrants import Entrant, Kind, Ready, own_files, prepare
from duiyi.core import DuiyiError, message

COMPILED = "compiled"
"""Where a cup's directory keeps what was compiled."""


@dataclass(frozen=True, slots=True)
class ReadyBots:
    """`marks` are fingerprints of the programs, in the order of the cup's bots."""

    bots: tuple[Ready, ...]
    marks: tuple[str, ...]

    def by_name(self) -> Mapping[str, Ready]:
        return {bot.name: bot for bot in self.bots}


def prepare_bots(config: CupConfig, directory: Path) -> ReadyBots:
    """All of them; `BadCup` names the first that cannot play, and says why."""
    made = tuple(prepare_bot(config, entry, directory) for entry in config.bots)
    if not config.conditions.trust:
        _check_apart(config, made, directory)
    return ReadyBots(made, tuple(map(mark_of, made)))


def prepare_bot(config: CupConfig, entry: BotEntry, directory: Path) -> Ready:
    entrant = Entrant(entry.name, entry.spec, entry.cflags, entry.sources)
    try:
        ready = prepare(entrant, config.conditions, directory / COMPILED, config.folder)
        ready.check_game(config.game, config.seats)
    except DuiyiError as error:
        raise BadCup(message("cup.bots.bad", name=entry.name, problem=error.message)) from error
    if ready.kind is Kind.person:
        raise BadCup(message("cup.bots.person", name=entry.name))
    return ready


def check_unchanged(names: Sequence[str], then: Sequence[str], now: Sequence[str]) -> None:
    """A cup goes on with the bots it began with."""
    for name, before, after in zip(names, then, now, strict=True):
        if before != after:
            raise BadCup(message("cup.bots.changed", name=name))


def mark_of(ready: Ready) -> str:
    """Of a program the contents of its own files; neither what they import nor the interpreter."""
    digest = hashlib.sha256(ready.spec.encode("utf-8", "surrogateescape"))
    for file in _own_files(ready):
        digest.update(b"\0" + file.read_bytes())
    return digest.hexdigest()[:16]


def _own_files(ready: Ready) -> list[Path]:
    command = ready.command
    if command is None:
        return []
    files = [Path(word) for word in command.arguments]
    return [
        file
        for file in files
        if file.is_absolute()
        and file.is_file()
        and (command.folder is None or file.is_relative_to(command.folder))
    ]


def _check_apart(config: CupConfig, bots: Sequence[Ready], directory: Path) -> None:
    """A bot sees a copy of its program's folder: nobody else's may be in it, nor the cup's own."""
    home = directory.resolve()
    entrants = (Entrant(entry.name, entry.spec) for entry in config.bots)
    files = own_files(entrants, config.folder.resolve())
    for bot in bots:
        place = bot.command.folder if bot.command is not None else None
        if bot.command is None or place is None or bot.command.alone:
            continue
        if home.is_relative_to(place):
            raise BadCup(message("cup.bots.sees-cup", name=bot.name, folder=str(place)))
        for other, file in files.items():
            if file.is_relative_to(place) and file != files.get(bot.name):
                raise BadCup(message("cup.bots.same-folder", name=bot.name, other=other))
