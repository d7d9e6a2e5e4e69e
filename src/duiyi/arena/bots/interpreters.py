"""Interpreters: which ones bots may have, and whether a bot's is among them.

A bot is run by what its first line names, and that by what its own names, as the kernel does it.
All of it has to lie in what a box shows anyway: the system, the bot's own files, and what the
operator has listed (`--interpreter`, `interpreters` in cup.toml). Nothing is shown because a bot
names it.

The Python that we run in is listed by itself: where it was installed, `bin` and `lib` of it and
nothing else. It is shown to bots that need it, which are few: the system's is found first.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from duiyi.arena.bots.first_line import (
    EnvCommand,
    elf_loader,
    env_command,
    first_line,
    head_of,
    searched,
    with_spaces,
)
from duiyi.arena.bots.visible_files import Found, Missing, Outside, View
from duiyi.core import DuiyiError, message

DEEPEST = 5
"""So many scripts may run each other, for the kernel."""
TAKEN = ("/proc", "/sys", "/dev", "/bot", "/work")
"""Names that mean something else inside."""
PRIVATE = ("/", "/etc", "/home", "/root", "/run", "/tmp", "/var", "/var/tmp")
"""Directories of which nobody lists the whole by intention."""
PYTHON_PARTS = ("bin", "lib", "lib64")


@dataclass(frozen=True, slots=True)
class Listed:
    """What the operator lets bots have: by its names inside, and where programs are found."""

    places: Mapping[str, Path]
    path: tuple[str, ...]


def check_listed(words: Iterable[str]) -> None:
    """`DuiyiError` names the first that nobody can list, whatever machine it is on."""
    for word in words:
        if not os.path.isabs(word):
            raise DuiyiError(message("arena.interpreter.relative-listed", path=word[:200]))


@lru_cache
def listed(words: tuple[str, ...]) -> Listed:
    """What the operator has listed, by its own name and by what links make of that."""
    check_listed(words)
    places: dict[str, Path] = {}
    path: list[str] = []
    for word in words:
        name, real = os.path.normpath(word), Path(os.path.realpath(word))
        if not (real.is_dir() or real.is_file()):
            raise DuiyiError(message("arena.interpreter.none", path=word[:200]))
        if _is_private(Path(name)) or _is_private(real):
            raise DuiyiError(message("arena.interpreter.private", path=word[:200]))
        if not is_system(real):
            places |= {name: real, str(real): real}
        folder = os.path.join(name, "bin") if (real / "bin").is_dir() else name
        path.append(folder if real.is_dir() else os.path.dirname(name))
    return Listed(places, tuple(dict.fromkeys(path)))


@lru_cache
def own_python() -> Listed:
    """The installation of the Python that we run in, outside of the system, where bots can read
    it: nothing as large is copied unless somebody has asked for it."""
    prefix = Path(os.path.realpath(sys.base_prefix))
    parts = [prefix / part for part in PYTHON_PARTS if (prefix / part).is_dir()]
    if is_system(prefix) or _is_private(prefix) or any(_is_closed(part) for part in parts):
        return Listed({}, ())
    return Listed({str(part): part for part in parts}, (str(prefix / "bin"),))


def _is_closed(place: Path) -> bool:
    """Whether bots cannot read it: those of root are other users, all others are ourselves."""
    from duiyi.arena.sandbox.files.copies import is_open

    return os.geteuid() == 0 and not is_open(place)


def is_system(path: Path) -> bool:
    from duiyi.arena.sandbox.command import system_places

    return any(path.is_relative_to(place) for place in system_places())


def _is_private(path: Path) -> bool:
    homes = {Path.home(), Path(os.path.realpath(Path.home()))}
    above = any(path == home or path in home.parents for home in homes)
    return above or str(path) in PRIVATE or any(path.is_relative_to(name) for name in TAKEN)


# Whether a bot's is among them


@dataclass(frozen=True, slots=True)
class Needed:
    """What a program needs beside the system: names inside with their places, and a PATH."""

    places: Mapping[str, Path]
    path: tuple[str, ...]


class Chain:
    """A program, what runs it, what runs that: all in what a box shows.

    `own` is the bot's directory as /bot; `name` is what the bot is called in messages.
    """

    def __init__(self, name: str, own: Path | None, words: Sequence[str]) -> None:
        from duiyi.arena.sandbox.command import PROGRAM, SYSTEM_PATH, system_places

        self._name = name
        self._listed = listed(tuple(words))
        self._python = own_python()
        shown = {**system_places(), **self._listed.places}
        if own is not None:
            shown[PROGRAM] = own
        self._path = (*self._listed.path, *SYSTEM_PATH, *self._python.path)
        self._view = View({**shown, **self._python.places})
        self._with_python = False

    def needed(self) -> Needed:
        if not self._with_python:
            return Needed(self._listed.places, self._listed.path)
        python = self._python
        return Needed({**self._listed.places, **python.places}, (*self._listed.path, *python.path))

    def command(self, name: str) -> str | None:
        """Where a box finds a program of this name, if it does, after a look at what runs it."""
        found = self._search(name, self._path)
        if found is None:
            return None
        self._follow(found, 0)
        return found.inside

    def program(self, inside: str) -> None:
        """Looks at what runs a file."""
        self._follow(self._find(inside), 0)

    def _follow(self, file: Found, depth: int) -> None:
        head = head_of(file.file)
        line = first_line(head)
        if line is None:
            loader = elf_loader(file.file)
            if loader:
                self._find(loader)
            return
        if depth >= DEEPEST:
            raise self._error("chain", path=line.name[:200])
        found = self._find(line.name)
        if Path(found.inside).name == "env":
            found = self._by_env(env_command(line.argument), line.argument or "")
        self._follow(found, depth + 1)

    def _by_env(self, command: EnvCommand | None, words: str) -> Found:
        if command is None:
            raise self._error("env-nothing")
        if with_spaces(command):
            raise self._error("env-words", words=words[:200])
        if "/" in command.name:
            return self._find(command.name)
        found = self._search(command.name, command.path or self._path)
        if found is None:
            raise no_interpreter(self._name, command.name)
        return found

    def _search(self, name: str, path: Sequence[str]) -> Found | None:
        for place in searched(name, path):
            try:
                return self._seen(self._view.find(place))
            except (Missing, Outside):
                continue
        return None

    def _find(self, path: str) -> Found:
        try:
            return self._seen(self._view.find(path))
        except Missing:
            if path.endswith("\r"):
                raise self._error("return", path=path.rstrip("\r")[:200]) from None
            raise DuiyiError(
                message("arena.entrant.shebang", file=self._name, name=path[:200])
            ) from None
        except Outside as outside:
            if not path.startswith("/"):
                raise self._error("relative", path=path[:200]) from None
            raise self._error("outside", path=path[:200], place=outside.path[:200]) from None

    def _seen(self, found: Found) -> Found:
        self._with_python = self._with_python or found.shown_by in self._python.places
        return found

    def _error(self, key: str, **params: str) -> DuiyiError:
        return DuiyiError(message(f"arena.interpreter.{key}", file=self._name, **params))


def no_interpreter(file: str, name: str) -> DuiyiError:
    """That no box finds a program of this name, and where the operator has one, if he has."""
    here = shutil.which(name)
    if here is None:
        return DuiyiError(message("arena.interpreter.nowhere", file=file, name=name[:100]))
    place = os.path.realpath(here)
    return DuiyiError(
        message("arena.interpreter.not-shown", file=file, name=name[:100], place=place[:200])
    )


@lru_cache
def opened(places: tuple[tuple[str, Path], ...]) -> Mapping[str, Path]:
    """The same places where the users of bots can read them: copied where these cannot."""
    from duiyi.arena.sandbox.files.copies import copied
    from duiyi.arena.sandbox.files.tree import LISTED

    return {name: copied(place, LISTED) if _is_closed(place) else place for name, place in places}
