"""What a program is run by, read from its first bytes the way the kernel and `env` read them."""

from __future__ import annotations

import os
import shlex
import struct
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

HEAD = 256
"""Bytes that the kernel looks at."""
DEFAULT_PATH = ("/bin", "/usr/bin")
"""Where programs are found without a PATH."""
LONGEST_NAME = 4096
MOST_PARTS = 1000
_INTERPRETER = 3
"""PT_INTERP: the part of an ELF file that names what loads it."""
_SPACES = b" \t"


@dataclass(frozen=True, slots=True)
class FirstLine:
    """`#!NAME ARGUMENT`: all that follows the name is one argument."""

    name: str
    argument: str | None


@dataclass(frozen=True, slots=True)
class EnvCommand:
    """What `env` is told to run, and where it looks; nowhere in particular: in its own PATH."""

    name: str
    path: tuple[str, ...] | None = None


def head_of(file: Path) -> bytes:
    with file.open("rb") as opened:
        return opened.read(HEAD)


def first_line(head: bytes) -> FirstLine | None:
    """`None` where the kernel does not take it for a script: then a shell runs it, if it can.

    It ends with the line or with a zero byte. Without an end within the bytes that the kernel
    looks at, the name has to be followed by a space: cut names are not run.
    """
    if not head.startswith(b"#!"):
        return None
    line, newline, _ = head[2:].partition(b"\n")
    if not newline:
        line = head[2 : HEAD - 1]
    rest, zero, _ = line.partition(b"\0")
    words = rest.lstrip(_SPACES)
    at = next((n for n, byte in enumerate(words) if byte in _SPACES), len(words))
    cut = at == len(words) and not (newline or zero or len(head) < HEAD)
    if not words or cut:
        return None
    argument = words[at:].strip(_SPACES)
    given = argument or (zero and at < len(words))
    return FirstLine(os.fsdecode(words[:at]), os.fsdecode(argument) if given else None)


def elf_loader(file: Path) -> str | None:
    """What the kernel loads first, to load the program; `None` for a program that needs nothing,
    and for what is no such file."""
    with file.open("rb") as opened:
        try:
            return _loader(opened)
        except (struct.error, ValueError, OverflowError, OSError):
            return None  # nor will the kernel run it


def _loader(file: BinaryIO) -> str | None:
    head = file.read(64)
    if head[:4] != b"\x7fELF" or len(head) < 64:
        return None
    order = "<" if head[5] == 1 else ">"
    wide = head[4] == 2
    (table,) = struct.unpack_from(f"{order}Q" if wide else f"{order}I", head, 32 if wide else 28)
    size, count = struct.unpack_from(f"{order}HH", head, 54 if wide else 42)
    for number in range(min(count, MOST_PARTS)):
        file.seek(table + number * size)
        part = file.read(32)
        (kind,) = struct.unpack_from(f"{order}I", part)
        if kind == _INTERPRETER:
            form, at = (f"{order}Q", 8) if wide else (f"{order}I", 4)
            file.seek(struct.unpack_from(form, part, at)[0])
            return os.fsdecode(file.read(LONGEST_NAME).partition(b"\0")[0])
    return None


def env_command(argument: str | None) -> EnvCommand | None:
    """`None` where `env` is given no program, and would run the script again and again."""
    if argument is None:
        return None
    for option in ("-S", "-vS", "--split-string"):
        if argument.startswith(option):
            return _split(argument.removeprefix(option).removeprefix("="))
    if argument.startswith("-") or "=" in argument:
        return None
    return EnvCommand(argument)


def _split(text: str) -> EnvCommand | None:
    try:
        words = shlex.split(text)
    except ValueError:
        return None
    path: tuple[str, ...] | None = None
    at = 0
    while at < len(words) and (words[at].startswith("-") or "=" in words[at]):
        word = words[at]
        if word in ("-u", "--unset", "-C", "--chdir"):
            at += 1
        elif word in ("-", "-i", "--ignore-environment"):
            path = DEFAULT_PATH
        elif word.startswith("PATH="):
            path = tuple(word.removeprefix("PATH=").split(":"))
        at += 1
    return EnvCommand(words[at], path) if at < len(words) else None


def with_spaces(command: EnvCommand) -> bool:
    """Whether several words were given as the name of one program."""
    return any(sign.isspace() for sign in command.name)


def searched(name: str, path: Sequence[str]) -> list[str]:
    """The paths at which a program of this name is looked for."""
    return [name] if "/" in name else [f"{folder or '.'}/{name}" for folder in path]
