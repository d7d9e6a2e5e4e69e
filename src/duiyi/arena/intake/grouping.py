"""Which hand-ins there are in a directory or archive: a folder for each student, or a file.

    wang/main.c  li/bot.zip                         folders
    hw3/wang/…  hw3/li/…                            the same in a folder around all
    B12345678.c  B12345679.zip                      flat: one file for each student
    王小明_123_assignsubmission_file_main.c         flat, as Moodle writes it: files with one
    王小明_123_assignsubmission_file_ai.c           number are one student's

Only names are looked at here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from duiyi.arena.bots.sources import HEADERS, SOURCES
from duiyi.arena.intake.student_names import read_called
from duiyi.arena.intake.unzip import IGNORED

SCRIPTS = (".py",)
OPENED = (".zip",)
OTHER_ARCHIVES = (".rar", ".7z", ".tar", ".gz", ".tgz", ".bz2", ".xz")
DEEPEST = 10
"""Folders within each other, around all students."""
NO_PROGRAMS = ("makefile", "readme", "license", "cmakelists.txt")

Parts = tuple[str, ...]
Listing = Sequence[tuple[str, bool]]
"""Names, and whether they are folders."""


@dataclass(frozen=True, slots=True)
class Group:
    """What one student handed in: `members` are names in the class's directory, each with the name
    that it gets in the student's own; of a folder that is empty, for what is in it."""

    name: str
    members: tuple[tuple[str, str], ...]


def class_level(listing: Callable[[Parts], Listing]) -> Parts:
    """The way to where the students' hand-ins lie: into folders that are around all of them."""
    return _class_below((), listing) or ()


def groups(found: Listing) -> tuple[list[Group], list[str]]:
    """The students' hand-ins, in the order of their names, and the names that are nobody's."""
    made: dict[tuple[str, str], list[tuple[str, str]]] = {}
    names: dict[tuple[str, str], str] = {}
    nobodys: list[str] = []
    for name, folder in sorted(visible(found)):
        if folder:
            made["folder", name] = [(name, "")]
            names["folder", name] = name
        elif is_hand_in(name):
            key, inside = _flat(name)
            made.setdefault(key, []).append((name, inside))
            names.setdefault(key, _group_name(name))
        else:
            nobodys.append(name)
    _join_headers(made, nobodys)
    done = [Group(names[key], tuple(members)) for key, members in made.items()]
    return sorted(done, key=lambda group: group.name), nobodys


def visible(found: Listing) -> list[tuple[str, bool]]:
    return [
        (name, folder) for name, folder in found if name not in IGNORED and not name.startswith(".")
    ]


def is_hand_in(name: str) -> bool:
    """Whether a file that lies among the students' folders is what a student handed in."""
    ending = suffix(name)
    if name.lower() in NO_PROGRAMS:
        return False
    return (
        ending in (*SOURCES, *SCRIPTS, *OPENED, *OTHER_ARCHIVES)
        or not ending
        or read_called(name).student
    )


def is_program(name: str) -> bool:
    """Whether a file may be a bot, or belong to one."""
    ending, small = suffix(name), name.lower()
    if small in NO_PROGRAMS:
        return small == "makefile"
    return ending in (*SOURCES, *SCRIPTS, *HEADERS) or not ending


def suffix(name: str) -> str:
    return PurePosixPath(name).suffix.lower()


def _class_below(prefix: Parts, listing: Callable[[Parts], Listing]) -> Parts | None:
    here = visible(listing(prefix))
    folders = [name for name, folder in here if folder]
    files = [name for name, folder in here if not folder]
    if len(folders) == 1 and not any(map(is_hand_in, files)) and len(prefix) < DEEPEST:
        below = _class_below((*prefix, folders[0]), listing)
        if below is not None:
            return below
    return prefix if not prefix or _is_class(folders, files) else None


def _is_class(folders: Sequence[str], files: Sequence[str]) -> bool:
    """Whether these are several students' things rather than the parts of one bot."""
    if any(read_called(name).participant for name in files):
        return True
    handed = [name for name in files if is_hand_in(name)]
    marked = sum(suffix(name) in OPENED or read_called(name).student for name in handed)
    if marked > 1 and marked == len(handed):
        return True
    return len(folders) > 1 and not any(map(is_program, files)) and not handed


def _flat(name: str) -> tuple[tuple[str, str], str]:
    """Whose a file is, and what it is called there."""
    called = read_called(name)
    if called.participant:
        return ("participant", f"{called.name} {called.participant}"), called.file or name
    if called.id and name.lower().startswith(called.id.lower()):
        return ("id", called.id.lower()), name
    return ("stem", PurePosixPath(name).stem), name


def _group_name(name: str) -> str:
    """As a folder would be called: without the file's own name, or its ending."""
    called = read_called(name)
    if called.participant:
        return name[: len(name) - len(called.file)] if called.file else name
    return PurePosixPath(name).stem


def _join_headers(made: dict[tuple[str, str], list[tuple[str, str]]], nobodys: list[str]) -> None:
    """A header belongs to the source of the same name."""
    for name in [name for name in nobodys if suffix(name) in HEADERS]:
        own = made.get(("stem", PurePosixPath(name).stem))
        if own is not None:
            own.append((name, name))
            nobodys.remove(name)
