"""What a program is run by, read from its first bytes the way the kernel and `env` read them."""

from __future__ import annotations

import os
import shlex
import struct
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

HEAD = 256
"""Bytes that the kernel looks at."""
DEFAULT_PATH = ("/bin", "/usr/bin")
"""Where programs are found without a PATH."""
LONGEST_NAME = 4096
_INTERPRETER = 3
"""PT_INTERP: the part of an ELF file that names what loads it."""
_SPACES = b" \t"
_ENDS = b" \t\0"


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
    rest, zero, _ = line.partition(b"\0")
    whole = bool(newline or zero) or len(head) < HEAD
    words = rest.strip(_SPACES)
    at = next((n for n, byte in enumerate(words) if byte in _ENDS), len(words))
    cut = not whole and at == len(words) and rest[-1:] not in (b" ", b"\t")
    if not words or cut:
        return None
    name, argument = words[:at], words[at:].strip(_SPACES)
    return FirstLine(os.fsdecode(name), os.fsdecode(argument) if argument else None)


def elf_loader(file: Path) -> str | None:
    """What the kernel loads first, to load the program; `None` for a program that needs nothing,
    and for what is no such file."""
    with file.open("rb") as opened:
        head = opened.read(64)
        if len(head) < 52 or head[:4] != b"\x7fELF":
            return None
        wide, order = head[4] == 2, "<" if head[5] == 1 else ">"
        if wide and len(head) < 64:
            return None
        at, size, count = struct.unpack(
            f"{order}{'Q' if wide else 'I'}", head[32:40] if wide else head[28:32]
        ) + struct.unpack(f"{order}HH", head[54:58] if wide else head[42:46])
        for number in range(min(count, 1000)):
            opened.seek(at + number * size)
            part = opened.read(56 if wide else 32)
            if len(part) < (56 if wide else 32):
                return None
            if struct.unpack(f"{order}I", part[:4])[0] == _INTERPRETER:
                form, where = (f"{order}Q", slice(8, 16)) if wide else (f"{order}I", slice(4, 8))
                (offset,) = struct.unpack(form, part[where])
                opened.seek(offset)
                return os.fsdecode(opened.read(LONGEST_NAME).partition(b"\0")[0])
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
