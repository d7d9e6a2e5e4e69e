"""Entrants: who takes part, from what a person wrote to bots that play.

    random  level-3  strong:0.2        our players; the number is seconds for a turn
    person                             somebody at this terminal
    ./bot  "python3 bot.py"            a program that speaks the engine protocol
    files-a:./bot  files-b:./bot       one that speaks a course interface, through files; a
                                       `bot.toml` beside it may say so instead
    bot.c  files-a:bot.cpp  bots/me/   sources, which are compiled first
    me=./bot                           any of them by another name

`prepare` does all that can go wrong before the first game; what it gives can be sent to other
processes, where `Ready.bot` makes a bot for each game.
"""

from __future__ import annotations

import math
import os
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from enum import StrEnum
from pathlib import Path
from typing import Any, Self

from duiyi import players
from duiyi.arena.bots import interfaces
from duiyi.arena.bots.compile import CompileLimits, compile_program
from duiyi.arena.bots.person import Person, PersonBot
from duiyi.arena.bots.player_bot import PlayerBot
from duiyi.arena.bots.programs import (
    Command,
    Rules,
    compiled,
    find_command,
    is_path,
    no_file,
    own_file,
    words_of,
)
from duiyi.arena.bots.sources import is_source
from duiyi.arena.game.conditions import Conditions
from duiyi.core import DuiyiError, Message, game, message
from duiyi.engine.bot import Bot
from duiyi.engine.box import Box
from duiyi.engine.client import EngineBot
from duiyi.engine.files.bot import FilesBot
from duiyi.engine.files.interface_a import FilesABot
from duiyi.engine.files.interface_b import FilesBBot
from duiyi.engine.files.tzaar import GAME as FILES_GAME
from duiyi.engine.open_box import OpenBox

PERSON = "person"
LONGEST_THOUGHT = 86_400
_named = re.compile(r"([^\s=:/\\'\"]+)=(.+)", re.DOTALL)


class Kind(StrEnum):
    """How an entrant is asked."""

    player = "player"
    person = "person"
    engine = "engine"
    files_a = "files-a"
    files_b = "files-b"


@dataclass(frozen=True, slots=True)
class Entrant:
    """Who takes part in a match or a cup, and what it is; whose it is, and how it is compiled,
    where that is said."""

    name: str
    spec: str
    id: str = ""
    """Of the student who handed it in."""
    cflags: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    """Of the sources in its folder those that are compiled; all of them where none is named."""

    @property
    def extras(self) -> dict[str, str | list[str]]:
        """What is said beside name and spec, as `cup.toml` and the journal have it."""
        found: dict[str, str | list[str]] = {
            "id": self.id,
            "cflags": [*self.cflags],
            "source": [*self.sources],
        }
        return {key: value for key, value in found.items() if value}

    @classmethod
    def with_extras(cls, name: str, spec: str, extras: Mapping[str, Any]) -> Self:
        """The inverse of `extras`."""
        flags, sources = extras.get("cflags", ()), extras.get("source", ())
        return cls(name, spec, extras.get("id", ""), tuple(flags), tuple(sources))


@dataclass(frozen=True, slots=True)
class Ready:
    """An entrant of which everything is there. A value: it can be sent to other processes."""

    name: str
    spec: str
    kind: Kind
    player: str = ""
    seconds: float | None = None
    command: Command | None = None
    diagnostics: str = ""
    """What the compiler said, where it was asked."""
    note: Message | None = None
    """What whoever runs it should know."""

    @property
    def untrusted(self) -> bool:
        """Whether it is a program that needs a sandbox."""
        return self.command is not None

    def check_game(self, name: str, seats: int = 2) -> None:
        """`DuiyiError` where it cannot play a game: the course interfaces know only one, and so
        do some players."""
        if self.kind is Kind.player:
            players.require_fit(self.player, game(name).start(seats))
        if self.kind in (Kind.files_a, Kind.files_b) and name != FILES_GAME:
            raise DuiyiError(
                message("arena.entrant.game", name=self.name, kind=self.kind.value, game=FILES_GAME)
            )

    def bot(
        self, conditions: Conditions, seed: int, core: int | None, person: Person | None = None
    ) -> Bot:
        """The bot for one game; `person` is who sits at the terminal, if anybody does."""
        if self.kind is Kind.player:
            return PlayerBot(self.player, seed, self.seconds)
        if self.command is None:
            if person is None:
                raise DuiyiError(message("arena.entrant.nobody", name=self.name))
            return PersonBot(person)
        limits, cores = conditions.limits, conditions.cores
        box = self._box(self.command, conditions, core)
        arguments = self.command.arguments if conditions.trust else self.command.boxed
        try:
            if self.kind is Kind.engine:
                return EngineBot(
                    box,
                    arguments,
                    cores=cores,
                    line=limits.line,
                    stdout=limits.stdout,
                    stderr=limits.stderr,
                )
            speaks: type[FilesBot] = FilesABot if self.kind is Kind.files_a else FilesBBot
            return speaks(box, arguments, cores=cores, stdout=limits.stdout, stderr=limits.stderr)
        except BaseException:
            box.close()
            raise

    def _box(self, command: Command, conditions: Conditions, core: int | None) -> Box:
        if conditions.trust:
            return OpenBox()
        from duiyi.arena.sandbox import SandboxBox

        return SandboxBox(
            conditions.limits,
            program=command.directory,
            readable=dict(command.readable),
            path=command.path,
            core=core,
        )


# What is written


def read_entrant(text: str) -> Entrant:
    """`NAME=SPEC`, or a spec that gives its own name."""
    text = text.strip()
    match = _named.fullmatch(text)
    if match is not None:
        return Entrant(match[1], match[2].strip())
    if not text:
        raise DuiyiError(message("arena.entrant.empty"))
    return Entrant(_own_name(text), text)


def read_entrants(texts: Iterable[str]) -> tuple[Entrant, ...]:
    """All of them; `DuiyiError` where two have the same name.

    The same bot twice is a fair question: the second gets a number.
    """
    seen: Counter[Entrant] = Counter()
    found: list[Entrant] = []
    for text in texts:
        entrant = read_entrant(text)
        seen[entrant] += 1
        again = seen[entrant] > 1 and entrant.spec == text.strip()
        name = f"{entrant.name} {seen[entrant]}" if again else entrant.name
        found.append(replace(entrant, name=name))
    check_names(found)
    return tuple(found)


def check_names(entrants: Iterable[Entrant]) -> None:
    seen: dict[str, Entrant] = {}
    for entrant in entrants:
        other = seen.setdefault(entrant.name.casefold(), entrant)
        if other is not entrant:
            raise DuiyiError(
                message(
                    "arena.entrant.twice",
                    name=entrant.name,
                    first=other.spec[:100],
                    second=entrant.spec[:100],
                )
            )


def _own_name(spec: str) -> str:
    """Of a program the name of its file, of a player what was written."""
    _, rest = interfaces.split(spec)
    words = words_of(rest)
    files = [word for word in words if "/" in word or "." in word]
    if not files or _player_of(rest) is not None:
        return words[0]
    path = Path(files[0])
    return path.stem if path.suffix else path.resolve().name


def with_interface(text: str, interface: str) -> str:
    """What somebody wrote, with the interface said in it."""
    match = _named.fullmatch(text.strip())
    name, spec = (f"{match[1]}=", match[2].strip()) if match else ("", text.strip())
    return f"{name}{interface}:{interfaces.split(spec)[1]}"


def _interface(spec: str, base: Path) -> tuple[Kind, str]:
    """How a program is spoken to: as the spec says, or else as its folder does."""
    said, rest = interfaces.split(spec)
    if said is None:
        files = (base / word for word in words_of(rest) if os.path.exists(base / word))
        said = next(filter(None, map(interfaces.remembered, files)), None)
    return Kind.engine if said in (None, interfaces.PROTOCOL) else Kind(said), rest


# What is there


def prepare(
    entrant: Entrant,
    conditions: Conditions,
    cache: Path,
    base: Path | None = None,
    hidden: Sequence[Path] = (),
    known: Sequence[Path] = (),
    extra: Sequence[str] = (),
    limits: CompileLimits | None = None,
) -> Ready:
    """Compiles what has to be, and finds the rest; `DuiyiError` says what is missing.

    Compiled programs are kept in `cache`, and taken from those that are `known` where one has what
    these sources give; paths start from `base`, the current directory by
    default. A folder in which something `hidden` lies is not shown to the bot. `extra` and `limits`
    are the compiler's.
    """
    base = Path.cwd() if base is None else base.resolve()
    if entrant.spec == PERSON:
        return Ready(entrant.name, entrant.spec, Kind.person)
    if (player := _player_of(entrant.spec)) is not None:
        return _player(entrant, *player)
    kind, rest = _interface(entrant.spec, base)
    words = words_of(rest)
    if not conditions.trust:
        _require_sandbox()
    if not is_path(words[0], base) and len(words) == 1:
        _check_known(words[0], base)
    rules = Rules(conditions.trust, conditions.interpreters, tuple(hidden))
    source = base / words[0]
    if is_path(words[0], base) or source.is_dir():
        if not source.exists():
            raise no_file(source)
        if is_source(source):
            made = compile_program(
                source,
                cache,
                trust=conditions.trust,
                flags=entrant.cflags,
                only=entrant.sources if source.is_dir() else (),
                known=known,
                extra=extra,
                limits=limits,
            )
            command = compiled(made.program, words[1:], rules)
            return Ready(
                entrant.name, entrant.spec, kind, command=command, diagnostics=made.diagnostics
            )
    command = find_command(words, base, rules)
    return Ready(entrant.name, entrant.spec, kind, command=command, note=_note(entrant, command))


def _note(entrant: Entrant, command: Command) -> Message | None:
    if not command.alone:
        return None
    names, folder = tuple(command.alone), str(command.folder)
    return message("arena.entrant.alone", name=entrant.name, files=names, folder=folder)


def own_files(entrants: Iterable[Entrant], base: Path) -> dict[str, Path]:
    """By name of those who have one: the file or directory that a bot is made of."""
    found = {}
    for entrant in entrants:
        if entrant.spec != PERSON and _player_of(entrant.spec) is None:
            file = own_file(words_of(interfaces.split(entrant.spec)[1]), base)
            if file is not None:
                found[entrant.name] = file
    return found


def _player_of(spec: str) -> tuple[str, str | None] | None:
    """A player of ours with its seconds, if the spec names one."""
    name, colon, seconds = spec.partition(":")
    return (name, seconds if colon else None) if name in players.names() else None


def _player(entrant: Entrant, name: str, given: str | None) -> Ready:
    seconds: float | None = None
    if given is not None:
        try:
            seconds = float(given)
        except ValueError:
            seconds = math.nan
        if not 0 < seconds <= LONGEST_THOUGHT:
            raise DuiyiError(message("arena.entrant.seconds", spec=entrant.spec[:60], name=name))
        if not players.timed(name):
            raise DuiyiError(message("arena.entrant.untimed", spec=entrant.spec[:60], name=name))
    return Ready(entrant.name, entrant.spec, Kind.player, player=name, seconds=seconds)


def _check_known(word: str, base: Path) -> None:
    """A lone word that is neither a player nor a program nor a directory here."""
    from shutil import which

    if which(word) is not None or (base / word).exists():
        return
    known = (*players.names(), PERSON)
    name = word.partition(":")[0]
    near = get_close_matches(name, known, 1, 0.5)
    if near:
        raise DuiyiError(message("arena.entrant.unknown-near", name=word[:60], near=near[0]))
    raise DuiyiError(message("arena.entrant.unknown", name=word[:60], known=known))


def _require_sandbox() -> None:
    from duiyi.arena.sandbox import require

    require()
