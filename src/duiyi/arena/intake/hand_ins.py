"""Hand-ins, one by one, from a directory or an archive: what each student brought, laid out in a
directory of its own.

Bounds and refusals are each student's own. Whatever one of them handed in, the others get in.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from duiyi.arena.intake.archive_names import garbled
from duiyi.arena.intake.grouping import (
    OPENED,
    OTHER_ARCHIVES,
    Group,
    Listing,
    Parts,
    class_level,
    groups,
    is_program,
    suffix,
    visible,
)
from duiyi.arena.intake.unzip import CLASS_DIRECTORY, IGNORED, Archive, Bounds, Entry, bad, unpack
from duiyi.arena.tournament.fields import BadCup
from duiyi.core import message

MOST_STUDENTS = 2_000
TOTAL = 20_000_000_000
"""Bytes of all students together; it is divided, so that nobody can use up what is another's."""
NESTED = 3
"""Archives within each other, before there is something in one."""
DEEPEST = 20
"""Folders within each other."""

LayOut = Callable[[Path, Bounds], None]


@dataclass(frozen=True, slots=True)
class Submission:
    """What one student handed in, under the name that it had. `lay_out` writes it into a new
    directory, within bounds; `BadCup` says what cannot be taken."""

    name: str
    lay_out: LayOut


@dataclass(frozen=True, slots=True)
class HandIns:
    """All of them; `nobodys` are names that belong to no student, `garbled` those that look as if
    they had been read in a wrong encoding."""

    submissions: tuple[Submission, ...]
    nobodys: tuple[str, ...]
    garbled: tuple[str, ...]


@contextmanager
def opened(source: Path, encoding: str | None) -> Iterator[HandIns]:
    """The hand-ins in a directory or an archive, as long as it is open."""
    if source.is_dir():
        yield _checked(source, _of_directory(source))
    elif source.is_file():
        with Archive(source, encoding, CLASS_DIRECTORY) as archive:
            yield _checked(source, _of_archive(archive))
    else:
        raise BadCup(message("cup.import.no-source", source=str(source)))


def bounds_of(students: int, target: Path) -> Bounds:
    """What one of so many students may bring: a fair share of what the machine has for all."""
    free = shutil.disk_usage(target).free
    share = min(TOTAL, free // 2) // max(1, students)
    plain = Bounds()
    return Bounds(whole=min(plain.whole, share), file=min(plain.file, share))


def laid_out(submission: Submission, room: Path, encoding: str | None, bounds: Bounds) -> Path:
    """Where the bot lies, without what is around it: an archive, folders with nothing else."""
    folder, archives = room / "0", 0
    submission.lay_out(folder, bounds)
    for _ in range(DEEPEST):
        files, folders = _files(folder), _folders(folder)
        inner = _lone_archive(files, folders)
        if inner is not None:
            archives += 1
            if archives > NESTED:
                raise BadCup(message("cup.import.nested", most=NESTED))
            folder = room / str(archives)
            unpack(inner, folder, encoding, bounds)
            inner.unlink()
        elif not files and len(folders) == 1:
            folder = folders[0]
        else:
            break
    return folder


def _checked(source: Path, found: HandIns) -> HandIns:
    if not found.submissions:
        raise BadCup(message("cup.import.empty", source=str(source)))
    if (count := len(found.submissions)) > MOST_STUDENTS:
        raise BadCup(
            message("cup.import.many", source=str(source), count=count, most=MOST_STUDENTS)
        )
    return found


# Archives


def _of_archive(archive: Archive) -> HandIns:
    tree = _tree([entry for entry in archive.entries if not entry.misnamed])
    prefix = class_level(lambda parts: _listed(tree, parts))
    found, nobodys = groups(_listed(tree, prefix))
    belongs = {member: number for number, group in enumerate(found) for member, _ in group.members}
    own: list[list[Entry]] = [[] for _ in found]
    strays: dict[str, list[Entry]] = {}
    depth = len(prefix)
    for entry in archive.entries:
        inside = entry.parts[:depth] == prefix and len(entry.parts) > depth
        number = belongs.get(entry.parts[depth]) if inside else None
        if number is not None:
            own[number].append(entry)
        elif entry.misnamed:
            strays.setdefault(entry.parts[-1], []).append(entry)
    submissions = [
        Submission(group.name, _unpacking(archive, group, entries, depth))
        for group, entries in zip(found, own, strict=True)
    ]
    submissions += [
        Submission(ascii(name)[1:-1], _refusing(those[0])) for name, those in strays.items()
    ]
    names = [group.name for group in found]
    return HandIns(tuple(submissions), tuple(nobodys), tuple(garbled(names)))


Tree = dict[Parts, dict[str, bool]]


def _tree(entries: Sequence[Entry]) -> Tree:
    """For each folder its names, and which of them are folders."""
    tree: Tree = {}
    for entry in entries:
        for at in range(len(entry.parts)):
            there = tree.setdefault(entry.parts[:at], {})
            folder = entry.folder or at + 1 < len(entry.parts)
            there[entry.parts[at]] = there.get(entry.parts[at], False) or folder
    return tree


def _listed(tree: Tree, parts: Parts) -> Listing:
    return [*tree.get(parts, {}).items()]


def _unpacking(archive: Archive, group: Group, entries: Sequence[Entry], depth: int) -> LayOut:
    inside = dict(group.members)

    def lay_out(target: Path, bounds: Bounds) -> None:
        placed = []
        for entry in entries:
            first, *rest = entry.parts[depth:]
            parts = (*rest,) if not inside[first] else (*PurePosixPath(inside[first]).parts, *rest)
            if parts or entry.problem is not None:
                placed.append((entry, parts))
        archive.unpack(placed, target, bounds)

    return lay_out


def _refusing(entry: Entry) -> LayOut:
    def lay_out(target: Path, bounds: Bounds) -> None:
        assert entry.problem is not None
        raise BadCup(entry.problem)

    return lay_out


# Directories


def _of_directory(source: Path) -> HandIns:
    prefix = class_level(lambda parts: _entries(source.joinpath(*parts)))
    place = source.joinpath(*prefix)
    found, nobodys = groups(_entries(place))
    submissions = tuple(Submission(group.name, _copying(place, group)) for group in found)
    return HandIns(submissions, tuple(nobodys), tuple(garbled(group.name for group in found)))


def _entries(folder: Path) -> Listing:
    with os.scandir(folder) as found:
        return [(entry.name, entry.is_dir(follow_symlinks=False)) for entry in found]


def _copying(place: Path, group: Group) -> LayOut:
    def lay_out(target: Path, bounds: Bounds) -> None:
        target.mkdir(parents=True, exist_ok=True)
        for name, inside in group.members:
            _copy(place / name, target / inside if inside else target, bounds)

    return lay_out


def _copy(source: Path, made: Path, bounds: Bounds, depth: int = 0) -> None:
    """Plain files only: a link could lead anywhere."""
    if source.is_symlink() or not (source.is_file() or source.is_dir()):
        raise bad(source.parent.name, "kind", name=source.name)
    bounds.one_more(source.parent.name)
    if source.is_dir():
        if depth > DEEPEST:
            raise bad(source.parent.name, "name", name=ascii(source.name))
        made.mkdir(parents=True, exist_ok=True)
        with os.scandir(source) as found:
            names = sorted(entry.name for entry in found if entry.name not in IGNORED)
        for name in names:
            _copy(source / name, made / name, bounds, depth + 1)
        return
    size = source.stat().st_size
    bounds.more(size, source.parent.name, source.name)
    if size > bounds.file:
        raise bad(source.parent.name, "large", name=source.name)
    shutil.copyfile(source, made, follow_symlinks=False)
    shutil.copymode(source, made)


# What lies around a bot


def _lone_archive(files: Sequence[Path], folders: Sequence[Path]) -> Path | None:
    """The only archive of a folder that has nothing else that could be a bot."""
    if folders or any(is_program(file.name) for file in files):
        return None
    archives = [file for file in files if suffix(file.name) in OPENED]
    if len(archives) > 1:
        raise BadCup(
            message("cup.import.archives", files=tuple(file.name for file in archives[:5]))
        )
    other = [file.name for file in files if suffix(file.name) in OTHER_ARCHIVES]
    if other and not archives:
        raise BadCup(message("cup.import.archive-kind", file=other[0]))
    return archives[0] if archives else None


def _files(folder: Path) -> list[Path]:
    return sorted(folder / name for name, is_dir in visible(_entries(folder)) if not is_dir)


def _folders(folder: Path) -> list[Path]:
    return sorted(folder / name for name, is_dir in visible(_entries(folder)) if is_dir)
