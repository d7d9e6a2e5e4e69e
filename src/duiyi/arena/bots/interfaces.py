"""Interfaces: how a program is spoken to, as the command or the `bot.toml` beside the program says.

interface = "files-a"
"""

from __future__ import annotations

import tomllib
from pathlib import Path

from duiyi.core import DuiyiError, message

SETTINGS = "bot.toml"
PROTOCOL = "protocol"
INTERFACES = (PROTOCOL, "files-a", "files-b")
LARGEST = 65_536
"""Bytes of a `bot.toml`."""


def split(spec: str) -> tuple[str | None, str]:
    """The interface that a spec begins with, if it does, and the rest."""
    first, colon, rest = spec.partition(":")
    return (first, rest.strip()) if colon and first in INTERFACES else (None, spec)


def remembered(program: Path) -> str | None:
    """What the folder of a program, or the folder itself, says; `None` where it says nothing."""
    file = (program if program.is_dir() else program.parent) / SETTINGS
    if file.is_symlink() or not file.is_file():
        return None
    with file.open("rb") as opened:
        data = opened.read(LARGEST + 1)
    try:
        if len(data) > LARGEST:
            raise ValueError(f"more than {LARGEST} bytes")
        found = tomllib.loads(data.decode("utf-8-sig")).get("interface")
    except ValueError as error:  # TOML and UTF-8 have such errors too
        raise DuiyiError(
            message("arena.entrant.settings", file=str(file), problem=str(error))
        ) from None
    if found is not None and found not in INTERFACES:
        raise DuiyiError(
            message(
                "arena.entrant.interface",
                file=str(file),
                interface=str(found)[:60],
                known=INTERFACES,
            )
        )
    return found
