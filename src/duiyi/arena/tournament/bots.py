"""The bots of a match or a cup, made ready: compiled, found, and checked to play this game. Before
anything starts, whatever is wrong with any of them is said.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from duiyi.arena.bots.entrants import Entrant, Kind, Ready, own_files, prepare
from duiyi.arena.tournament.config import Format, TournamentConfig
from duiyi.arena.tournament.fields import BadCup
from duiyi.core import DuiyiError, message

COMPILED = "compiled"
"""Where the directory of a cup, and that of imported hand-ins, keeps what was compiled."""


@dataclass(frozen=True, slots=True)
class ReadyBots:
    """`marks` are fingerprints of the programs, in the order of the bots."""

    bots: tuple[Ready, ...]
    marks: tuple[str, ...]

    def by_name(self) -> Mapping[str, Ready]:
        return {bot.name: bot for bot in self.bots}


def prepare_bots(
    config: TournamentConfig, compiled: Path, directory: Path | None = None
) -> ReadyBots:
    """All of them; a `DuiyiError` names the first that cannot play, and says why.

    In a match a bot that shares its folder with another is shown its program alone. A cup has rules
    for everybody: there such a folder is refused, and so is one that holds the cup's `directory`.
    """
    files = own_files(config.bots, config.folder.resolve())
    made = []
    for entrant in config.bots:
        if config.format is Format.match:
            others = [file for file in files.values() if file != files.get(entrant.name)]
            made.append(_prepared(config, entrant, compiled, others))
        else:
            made.append(prepare_bot(config, entrant, compiled))
    if config.format is not Format.match and not config.conditions.trust:
        _check_apart(files, made, directory)
    return ReadyBots(tuple(made), tuple(map(mark_of, made)))


def prepare_bot(config: TournamentConfig, entrant: Entrant, compiled: Path) -> Ready:
    """One bot of a cup; `BadCup` says which, and what is wrong with it."""
    try:
        ready = _prepared(config, entrant, compiled)
    except DuiyiError as error:
        raise BadCup(message("cup.bots.bad", name=entrant.name, problem=error.message)) from error
    if ready.kind is Kind.person:
        raise BadCup(message("cup.bots.person", name=entrant.name))
    return ready


def _prepared(
    config: TournamentConfig, entrant: Entrant, compiled: Path, hidden: Sequence[Path] = ()
) -> Ready:
    """What was compiled when hand-ins were imported lies beside `cup.toml`."""
    known = [config.folder / COMPILED]
    ready = prepare(entrant, config.conditions, compiled, config.folder, hidden, known)
    ready.check_game(config.game, config.seats)
    return ready


def check_unchanged(names: Sequence[str], then: Sequence[str], now: Sequence[str]) -> None:
    """A cup goes on with the bots it began with; of a match no fingerprints were taken."""
    for name, before, after in zip(names, then, now, strict=True):
        if before and before != after:
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


def _check_apart(files: Mapping[str, Path], bots: Sequence[Ready], directory: Path | None) -> None:
    """A bot sees a copy of its program's folder: nobody else's may be in it, nor the cup's own."""
    for bot in bots:
        place = bot.command.folder if bot.command is not None else None
        if bot.command is None or place is None or bot.command.alone:
            continue
        if directory is not None and directory.resolve().is_relative_to(place):
            raise BadCup(message("cup.bots.sees-cup", name=bot.name, folder=str(place)))
        for other, file in files.items():
            if file.is_relative_to(place) and file != files.get(bot.name):
                raise BadCup(message("cup.bots.same-folder", name=bot.name, other=other))
