"""Programs: from what somebody typed to what is run, on the host and in a sandbox.

    ./bot --depth 3      a file that can be executed, perhaps by an interpreter that it names
    python3 bot.py       an interpreter of the system, and the file that it runs

Of the host a sandbox shows the system and the directory of the bot. An interpreter that is
elsewhere is shown with all that was installed with it.
"""

from __future__ import annotations

import os
import shlex
import shutil
import stat
import sys
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path

from duiyi.core import DuiyiError, message

SYSTEM_PATH = "/usr/local/bin:/usr/bin:/bin"
"""Where programs are found in a sandbox."""
SYSTEM = (Path("/usr"), Path("/bin"), Path("/lib"))
"""What a sandbox shows of itself."""
MOUNTED = "/bot"
"""The bot's directory, as a sandbox shows it."""
COPIED = 2000
"""Files of an installation that may have to be copied for each game."""
LINE = 256
"""Bytes of a first line that names an interpreter."""


@dataclass(frozen=True, slots=True)
class Command:
    """Arguments for the host, and the same as a sandbox wants them with what it has to show."""

    arguments: tuple[str, ...]
    boxed: tuple[str, ...]
    directory: Path | None = None
    readable: tuple[Path, ...] = ()


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


def compiled(program: Path, rest: list[str]) -> Command:
    """A program of our own making, alone in its directory."""
    boxed = (f"{MOUNTED}/{program.name}", *rest)
    return Command((str(program), *rest), boxed, program.parent)


def find_command(words: list[str], base: Path, *, trust: bool = False) -> Command:
    """What the words run; `DuiyiError` says what is missing: in a sandbox, unless `trust`."""
    first, *rest = words
    if is_path(first, base):
        return _own(_existing(base, first), rest, base, trust)
    return _interpreted(first, rest, base, trust)


def _own(program: Path, rest: list[str], base: Path, trust: bool) -> Command:
    if program.is_dir():
        raise DuiyiError(message("arena.entrant.directory", file=str(program)))
    if not os.access(program, os.X_OK):
        key = "script" if program.suffix == ".py" else "not-executable"
        raise DuiyiError(message(f"arena.entrant.{key}", file=str(program)))
    readable = _named_interpreter(program, trust)
    directory = _shown_directory(program)
    files = {number: base / word for number, word in enumerate(rest) if _names_file(word, base)}
    return _command(str(program), program, rest, files, directory, readable)


def _interpreted(name: str, rest: list[str], base: Path, trust: bool) -> Command:
    host = shutil.which(name)
    if host is None:
        raise DuiyiError(message("arena.entrant.no-program", name=name[:60]))
    system = shutil.which(name, path=SYSTEM_PATH)
    inside, readable = (system, ()) if system else _elsewhere(Path(host))
    if not trust:
        _check_open(name, readable)
    script = next((n for n, word in enumerate(rest) if (base / word).is_file()), None)
    files = {number: base / word for number, word in enumerate(rest) if _names_file(word, base)}
    if script is None:
        missing = next((word for word in rest if Path(word).suffix in (".py", ".js", ".jar")), None)
        if missing is not None:
            raise no_file(base / missing)
        return Command((host, *rest), (inside, *rest), None, readable)
    files[script] = base / rest[script]
    directory = _shown_directory(files[script].resolve())
    made = _command(host, files[script], rest, files, directory, readable)
    return Command(made.arguments, (inside, *made.boxed[1:]), made.directory, made.readable)


def _command(
    first: str,
    own: Path,
    rest: list[str],
    files: dict[int, Path],
    directory: Path | None,
    readable: tuple[Path, ...],
) -> Command:
    """With the names of files as host and sandbox know them."""
    own = own.resolve()
    if directory is None and not _is_system(own):
        readable = (*readable, own)
    host, boxed = list(rest), list(rest)
    for number, file in files.items():
        host[number] = str(file.resolve())
        boxed[number] = _inside(file.resolve(), directory)
    return Command((first, *host), (_inside(own, directory), *boxed), directory, readable)


def _inside(file: Path, directory: Path | None) -> str:
    if directory is not None and file.is_relative_to(directory):
        return f"{MOUNTED}/{file.relative_to(directory).as_posix()}"
    return str(file)


def _shown_directory(program: Path) -> Path | None:
    """Where the program lies, with its data; but nobody's home, and no part of the system.

    From those only the file itself is shown.
    """
    directory = program.parent
    home = Path.home().resolve()
    if _is_system(program) or directory == home or directory in home.parents:
        return None
    return directory


def _is_system(path: Path) -> bool:
    return any(path.is_relative_to(place) for place in SYSTEM)


def _names_file(word: str, base: Path) -> bool:
    """Whether an argument is certainly a file, and not a word that happens to be one's name."""
    return "/" in word and not word.startswith("-") and (base / word).exists()


def _named_interpreter(program: Path, trust: bool) -> tuple[Path, ...]:
    """What has to be shown for the interpreter in a script's first line."""
    with program.open("rb") as file:
        line = file.read(LINE).partition(b"\n")[0]
    if not line.startswith(b"#!"):
        return ()
    words = line[2:].decode("utf-8", "replace").split()
    name = words[0] if words else ""
    if Path(name).name == "env":
        called = next((word for word in words[1:] if not word.startswith("-")), "")
        name = shutil.which(called, path=SYSTEM_PATH) or shutil.which(called) or ""
        if name and not _is_system(Path(name)) and not trust:
            # `env` searches the sandbox's own path, where this one is not.
            raise DuiyiError(
                message("arena.entrant.env", file=str(program), name=called, found=name)
            )
    if not name or not Path(name).exists():
        shown = line[2:].decode("utf-8", "replace").strip()[:100]
        raise DuiyiError(message("arena.entrant.shebang", file=str(program), name=shown))
    readable = () if _is_system(Path(name)) else _elsewhere(Path(name))[1]
    if not trust:
        _check_open(name, readable)
    return readable


def _elsewhere(program: Path) -> tuple[str, tuple[Path, ...]]:
    """An interpreter outside the system: its path, and the directories it was installed in.

    A Python that a version manager hands out is the one that we run in, if anything.
    """
    if "shims" in program.parts and program.name.startswith("python"):
        program = Path(sys.executable)
    places = {program.parent.parent, program.resolve().parent.parent}
    return str(program), tuple(sorted(place for place in places if not _is_system(place)))


def _check_open(name: str, readable: tuple[Path, ...]) -> None:
    """Bots of root's are run by users who are nobody: what these cannot reach is copied for each
    game, which takes too long for a whole installation."""
    for place in readable:
        reached = all(parent.stat().st_mode & stat.S_IXOTH for parent in (place, *place.parents))
        if os.name != "nt" and os.geteuid() == 0 and not reached and _is_large(place):
            raise DuiyiError(message("arena.entrant.closed", name=name[:100], place=str(place)))


def _is_large(place: Path) -> bool:
    entries = 0
    for _, folders, files in os.walk(place):
        entries += len(folders) + len(files)
        if entries > COPIED:
            return True
    return False


def _existing(base: Path, word: str) -> Path:
    file = base / word
    if not file.exists():
        raise no_file(file)
    return file.resolve()


def no_file(file: Path) -> DuiyiError:
    """That a file is missing, and perhaps which one was meant."""
    names = [path.name for path in file.parent.iterdir()] if file.parent.is_dir() else []
    near = get_close_matches(file.name, names, 1, 0.6)
    if near:
        return DuiyiError(message("arena.entrant.no-file-near", file=str(file), near=near[0]))
    return DuiyiError(message("arena.entrant.no-file", file=str(file)))
