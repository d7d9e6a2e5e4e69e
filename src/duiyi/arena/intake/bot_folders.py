"""Bots as folders: what a directory of hand-ins says about how each bot is run.

A folder may hold a `bot.toml`:

    name = "Wang"                  # the folder's own name otherwise
    interface = "files-a"          # or "files-b", or "protocol" (the default)
    source = "main.c"              # compiled first: this, or ["main.c", "ai.c"], or a folder; or
    program = "bot.py"             # run as it is
    cflags = ["-O3"]               # for the compiler, from a short list

Without it, all C and C++ sources of the folder are one program; where there are none, there has to
be exactly one Python program, or one that is executable (of several the one called `bot` or
`main`). What was not meant (a README, data) is passed over.
"""

from __future__ import annotations

import os
import shlex
import tomllib
from collections.abc import Iterable
from pathlib import Path

from duiyi.arena.bots.compile_flags import check_flags
from duiyi.arena.bots.entrants import Entrant
from duiyi.arena.bots.interfaces import INTERFACES, SETTINGS
from duiyi.arena.bots.sources import is_source
from duiyi.arena.intake.bot_names import check_name
from duiyi.arena.tournament.fields import BadCup, Fields
from duiyi.core import DuiyiError, message

SCRIPTS = (".py",)
PREFERRED = ("main", "bot")


def bot_of(table: Fields, cflags: tuple[str, ...] = ()) -> Entrant:
    """A bot of a list; `cflags` where it has none of its own."""
    spec = table.text("spec").strip()
    name = table.text("name", None) or _name_of(spec)
    id = table.text("id", "")
    own, sources = flags_of(table, cflags), table.texts("source", ())
    table.done()
    if not spec:
        raise table.bad("no-spec")
    check_name(name, table)
    return Entrant(name, spec, id, own, sources)


def flags_of(table: Fields, default: tuple[str, ...] = ()) -> tuple[str, ...]:
    flags = table.texts("cflags", default)
    try:
        return check_flags(flags)
    except DuiyiError as error:
        raise table.bad("option", item="cflags", problem=error.message) from None


def _name_of(spec: str) -> str:
    """`random` for the player, `greedy` for `./bots/greedy.c`."""
    last = spec.partition(":")[2] or spec if spec.startswith("files-") else spec
    return Path(last.split()[0]).stem if last.split() else ""


def folder_bots(
    folder: Path, value: str, fields: Fields, cflags: tuple[str, ...] = ()
) -> tuple[Entrant, ...]:
    """The bots of `bots = "bots/"`: one for each folder in it, in the order of their names."""
    place = folder / value
    if not place.is_dir():
        raise fields.bad("no-bots-folder", folder=str(place))
    found = sorted(child for child in place.iterdir() if child.is_dir() and child.name[0] != ".")
    if not found:
        raise fields.bad("empty-bots-folder", folder=str(place))
    if links := [child.name for child in found if child.is_symlink()]:
        raise fields.bad("linked-folder", name=links[0], folder=str(place))
    return tuple(folder_bot(child, folder, fields.where, cflags=cflags) for child in found)


def given_interface(bot: Path, where: str) -> str | None:
    """The interface that a folder's settings name, if they do."""
    table = Fields(_settings(bot), f"{where}: {bot.name}/{SETTINGS}")
    if not table.has("interface"):
        return None
    return table.choice("interface", INTERFACES, "protocol")


def folder_bot(
    bot: Path,
    base: Path,
    where: str,
    interface: str = "protocol",
    name: str | None = None,
    cflags: tuple[str, ...] = (),
) -> Entrant:
    """The bot in a folder, with its path as seen from `base`; `BadCup` where it is not clear."""
    table = Fields(_settings(bot), f"{where}: {bot.name}/{SETTINGS}")
    name = table.text("name", name or bot.name)
    chosen = table.choice("interface", INTERFACES, interface)
    sources, program = table.texts("source", ()), table.text("program", None)
    flags = flags_of(table, cflags)
    table.done()
    if sources and program is not None:
        raise table.bad("source-or-program")
    check_name(name, table)
    for source in sources:
        _named(bot, source, table)
    if len(sources) == 1 and (bot / sources[0]).is_file():
        file, sources = bot / sources[0], ()
    elif sources:
        file = bot
    else:
        file = _named(bot, program, table) if program is not None else _only(bot, where)
    inside = os.path.relpath(file, base)
    text = inside if os.path.isabs(inside) or inside.startswith(".") else f"./{inside}"
    script = file.is_file() and file.suffix.lower() in SCRIPTS
    word = shlex.quote(text) if any(s.isspace() or s in "'\"\\" for s in text) else text
    spec = f"python3 {word}" if script else word
    spec = spec if chosen == "protocol" else f"{chosen}:{spec}"
    return Entrant(name, spec, "", flags, sources)


def _settings(bot: Path) -> dict[str, object]:
    file = bot / SETTINGS
    try:
        return tomllib.loads(file.read_text("utf-8-sig")) if file.is_file() else {}
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        where = f"{bot.name}/{SETTINGS}"
        raise BadCup(message("cup.config.syntax", where=where, problem=str(error))) from None


def _named(bot: Path, name: str, table: Fields) -> Path:
    """The file that `bot.toml` names; it has to lie in the folder."""
    file = bot / name
    inside = file.resolve().is_relative_to(bot.resolve())
    if not inside or not (file.is_file() or file.is_dir()):
        raise table.bad("no-bot-file", file=name[:100])
    return file


def _only(bot: Path, where: str) -> Path:
    """What a folder has to run: itself where it is to be compiled."""
    if is_source(bot):
        return bot
    files = sorted(path for path in bot.iterdir() if path.is_file() and not path.is_symlink())
    for fitting in (
        [path for path in files if path.suffix.lower() in SCRIPTS],
        [path for path in files if os.access(path, os.X_OK) and _program(path)],
    ):
        if len(fitting) == 1:
            return fitting[0]
        chosen = [path for path in fitting if path.stem.lower() in PREFERRED]
        if len(chosen) == 1:
            return chosen[0]
        if fitting:
            raise BadCup(
                message("cup.bots.several", where=where, bot=bot.name, files=_names(fitting))
            )
    raise BadCup(message("cup.bots.nothing", where=where, bot=bot.name, files=_names(files[:8])))


def _program(path: Path) -> bool:
    with path.open("rb") as file:
        start = file.read(4)
    return start[:2] == b"#!" or start == b"\x7fELF"


def _names(files: Iterable[Path]) -> tuple[str, ...]:
    return tuple(path.name for path in files) or ("-",)
