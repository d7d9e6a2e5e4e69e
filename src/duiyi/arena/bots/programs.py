"""Programs: from what somebody typed to what is run, on the host and in a sandbox.

    ./bot --depth 3      a file that can be executed, perhaps by an interpreter that it names
    python3 bot.py       an interpreter, and the file that it runs

Of the host a sandbox shows the system, what the operator has listed (`interpreters`), and a copy of
the bot's own files: of the folder that its program lies in, or of that file alone.
"""

from __future__ import annotations

import os
import shlex
import shutil
import stat
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from functools import lru_cache
from pathlib import Path

from duiyi.arena.bots.interpreters import Chain, Needed, is_system, no_interpreter, opened
from duiyi.core import DuiyiError, message

MOUNTED = "/bot"
"""The bot's directory, as a sandbox shows it."""
OUTPUT = ("match.json", "journal.jsonl")
"""What lies in the directories of matches and cups, which bots are not shown."""
EVERYBODYS = stat.S_ISVTX | stat.S_IWOTH
"""The mode of directories in which everybody has files, each his own."""


@dataclass(frozen=True, slots=True)
class Command:
    """Arguments for the host, and the same as a sandbox wants them with what it has to show."""

    arguments: tuple[str, ...]
    boxed: tuple[str, ...]
    folder: Path | None = None
    """Where the bot's own files are; `None`: it has none."""
    alone: tuple[str, ...] = ()
    """The names in the folder that are shown, where it is not all of them."""
    directory: Path | None = None
    """What is shown as /bot: for a sandbox a copy."""
    readable: tuple[tuple[str, Path], ...] = ()
    """What is shown beside: by which name, and where it is."""
    path: tuple[str, ...] = ()
    """Where programs are found, before those of the system."""


@dataclass(frozen=True, slots=True)
class Rules:
    """What preparing a program depends on."""

    trust: bool = False
    interpreters: tuple[str, ...] = ()
    """What the operator has listed."""
    hidden: tuple[Path, ...] = ()
    """What belongs to others: no folder that holds any of it is shown."""
    check: bool = True
    """Whether it is looked at what runs a program; nobody but a test leaves that out."""


def words_of(text: str) -> list[str]:
    try:
        words = shlex.split(text, posix=os.name != "nt")
    except ValueError as error:
        raise DuiyiError(
            message("arena.entrant.words", text=text[:100], problem=str(error))
        ) from None
    if not words:
        raise DuiyiError(message("arena.entrant.empty"))
    return words


def is_path(word: str, base: Path) -> bool:
    """Whether a word means a file rather than a program of the system."""
    return "/" in word or os.sep in word or (base / word).is_file()


def own_file(words: Sequence[str], base: Path) -> Path | None:
    """The file or directory that a command is about: its program, or what an interpreter runs."""
    candidates = words[:1] if is_path(words[0], base) or (base / words[0]).is_dir() else words[1:]
    found = next((base / word for word in candidates if (base / word).exists()), None)
    return None if found is None else found.resolve()


def compiled(program: Path, rest: list[str], rules: Rules) -> Command:
    """A program of our own making: nothing that lies beside it is the bot's."""
    own = _Own(program.parent.resolve(), (program.name,))
    return _command((str(program), *rest), (own.inside(program), *rest), own, rules)


def find_command(words: list[str], base: Path, rules: Rules) -> Command:
    """What the words run; `DuiyiError` says what is missing: in a sandbox, unless `trust`."""
    first, *rest = words
    if is_path(first, base):
        return _own(base / first, rest, base, rules)
    return _interpreted(first, rest, base, rules)


@lru_cache
def here(command: Command) -> Command:
    """The same on another machine, which has the same files under the same names."""
    if command.folder is None or command.directory == command.folder:
        return replace(command, readable=places_here(command))
    own = _Own(command.folder, command.alone)
    return replace(command, directory=own.copy(), readable=places_here(command))


def places_here(command: Command) -> tuple[tuple[str, Path], ...]:
    """What is shown beside the bot's own files, where it is on this machine."""
    names = tuple((name, Path(os.path.realpath(name))) for name, _ in command.readable)
    return tuple(opened(names).items())


# A bot's own files


@dataclass(frozen=True, slots=True)
class _Own:
    """Of a folder everything, or what is named."""

    folder: Path
    alone: tuple[str, ...]

    def inside(self, file: Path) -> str:
        file = file.resolve()
        if file.is_relative_to(self.folder):
            return f"{MOUNTED}/{file.relative_to(self.folder).as_posix()}"
        return str(file)

    def copy(self) -> Path:
        from duiyi.arena.sandbox.files.copies import copied, copied_alone

        if self.alone:
            return copied_alone(self.folder, self.alone)
        return copied(self.folder, wanted=_wanted)


def _wanted(path: str, names: Collection[str]) -> bool:
    """Hidden directories are no part of a bot, and neither is what came of matches and cups."""
    hidden = path.rpartition("/")[2].startswith(".")
    return not path or not (hidden or any(name in names for name in OUTPUT))


def _own_files(program: Path, named: Sequence[Path], rules: Rules) -> _Own:
    """The folder of a program; of a folder that is not the bot's own, what the command names."""
    folder, real = program.parent.resolve(), program.resolve()
    if rules.trust:  # nothing is shown or hidden
        return _Own(real.parent, ())
    if not real.is_relative_to(folder):
        raise DuiyiError(message("arena.entrant.link", file=str(program), real=str(real)))
    if not _is_shared(folder, real, rules.hidden):
        return _Own(folder, ())
    others = {*rules.hidden} - {real}
    files = [real, *(file.resolve() for file in named)]
    own = (file for file in files if file.is_relative_to(folder) and file not in others)
    names = dict.fromkeys(file.relative_to(folder).as_posix() for file in own)
    return _Own(folder, tuple(name for name in names if name != "."))


def _is_shared(folder: Path, program: Path, hidden: Sequence[Path]) -> bool:
    """Whether others have files in a folder, too: it is somebody's home, everybody's like /tmp, the
    place of a match, or of another bot."""
    home = Path.home().resolve()
    return (
        folder == home
        or folder in home.parents
        or folder.stat().st_mode & EVERYBODYS == EVERYBODYS
        or any((folder / name).exists() for name in OUTPUT)
        or any(other.is_relative_to(folder) for other in hidden if other != program)
    )


def _own(program: Path, rest: list[str], base: Path, rules: Rules) -> Command:
    if not program.exists():
        raise no_file(program)
    if program.is_dir():
        raise DuiyiError(message("arena.entrant.directory", file=str(program)))
    if not os.access(program, os.X_OK) or not program.is_file():
        key = "script" if program.suffix == ".py" else "not-executable"
        raise DuiyiError(message(f"arena.entrant.{key}", file=str(program)))
    files = _files(rest, base)
    if not rules.trust and is_system(program.resolve()):
        return Command((str(program), *rest), (str(program.resolve()), *rest))
    own = _own_files(program, [*files.values()], rules)
    host, boxed = _named(rest, files, own)
    return _command((str(program.resolve()), *host), (own.inside(program), *boxed), own, rules)


def _interpreted(name: str, rest: list[str], base: Path, rules: Rules) -> Command:
    script = next((n for n, word in enumerate(rest) if (base / word).is_file()), None)
    if script is None:
        missing = next((word for word in rest if Path(word).suffix in (".py", ".js", ".jar")), None)
        if missing is not None:
            raise no_file(base / missing)
    if script is None or (not rules.trust and is_system((base / rest[script]).resolve())):
        return _command((name, *rest), (name, *rest), None, rules)
    files = {**_files(rest, base), script: base / rest[script]}
    own = _own_files(files[script], [*files.values()], rules)
    host, boxed = _named(rest, files, own)
    return _command((name, *host), (name, *boxed), own, rules)


def _files(rest: list[str], base: Path) -> dict[int, Path]:
    """Arguments that are certainly files, and not words that happen to be one's name."""
    return {
        number: base / word
        for number, word in enumerate(rest)
        if "/" in word and not word.startswith("-") and (base / word).exists()
    }


def _named(rest: list[str], files: dict[int, Path], own: _Own) -> tuple[list[str], list[str]]:
    """Arguments, with the names of files as host and sandbox know them."""
    host, boxed = list(rest), list(rest)
    for number, file in files.items():
        host[number], boxed[number] = str(file.resolve()), own.inside(file)
    return host, boxed


# What runs it


def _command(
    arguments: tuple[str, ...], boxed: tuple[str, ...], own: _Own | None, rules: Rules
) -> Command:
    """With a copy of the bot's files; only preparing makes one, and only of these."""
    folder, alone = (None, ()) if own is None else (own.folder, own.alone)
    if rules.trust:
        return Command(_on_host(arguments), boxed, folder, alone, folder)
    copy = None if own is None else own.copy()
    chain = Chain(arguments[0], copy, rules.interpreters)
    if not rules.check:
        pass
    elif boxed[0].startswith(f"{MOUNTED}/"):
        chain.program(boxed[0])
    else:
        found = chain.command(boxed[0])
        if found is None:
            raise _no_program(boxed[0])
        boxed = (found, *boxed[1:])
    return _shown(Command(arguments, boxed, folder, alone, copy), chain.needed())


def _shown(command: Command, needed: Needed) -> Command:
    places = tuple(opened(tuple(needed.places.items())).items())
    return replace(command, readable=places, path=needed.path)


def _on_host(arguments: tuple[str, ...]) -> tuple[str, ...]:
    if "/" in arguments[0]:
        return arguments
    found = shutil.which(arguments[0])
    if found is None:
        raise _no_program(arguments[0])
    return (found, *arguments[1:])


def _no_program(name: str) -> DuiyiError:
    if shutil.which(name) is None:
        return DuiyiError(message("arena.entrant.no-program", name=name[:60]))
    return no_interpreter(name, name)


def no_file(file: Path) -> DuiyiError:
    """That a file is missing, and perhaps which one was meant."""
    names = [path.name for path in file.parent.iterdir()] if file.parent.is_dir() else []
    near = get_close_matches(file.name, names, 1, 0.6)
    if near:
        return DuiyiError(message("arena.entrant.no-file-near", file=str(file), near=near[0]))
    return DuiyiError(message("arena.entrant.no-file", file=str(file)))
