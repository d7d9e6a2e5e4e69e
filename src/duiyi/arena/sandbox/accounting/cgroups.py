"""Control groups: bounding, counting, stopping and ending all processes of a box at once.

Both layouts are known: version 1, with a tree for each controller, version 2, with one for all,
and mixtures of the two. Where groups can be made is found out by making one.
"""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from duiyi.arena.sandbox.mechanisms import Mechanisms, Place
from duiyi.arena.sandbox.spawn import is_zombie, kill_all

NAME = "duiyi-"
"""Our groups are called so, with the number of the box."""
REMOVAL_LIMIT = 5.0
"""Seconds; a group can be removed as soon as the kernel has buried its last process."""
_V1 = {"memory": "memory.limit_in_bytes", "pids": "pids.max", "cpuacct": "cpuacct.usage"}
_V2 = {
    "memory": "memory.max",
    "pids": "pids.max",
    "cpu": "cpu.stat",
    "freezer": "cgroup.freeze",
    "pressure": "cpu.pressure",
}


SHARES = (("cpu.shares", 1024, 2), ("cpu.weight", 100, 1))
"""How much of a core a group gets beside others: the file, its usual value, its least."""
STEP = 1.25
"""So much less each step of `nice` gets."""


class Group:
    """The group of one box, in every tree that is used; files that are read often stay open."""

    def __init__(self, mechanisms: Mechanisms, number: int) -> None:
        self._mechanisms = mechanisms
        self._directories = {place: place.path / f"{NAME}{number}" for place in mechanisms.places()}
        self._open: list[int] = []
        modesty = os.getpriority(os.PRIO_PROCESS, 0)
        for directory in self._directories.values():
            directory.mkdir(exist_ok=True)
            if modesty > 0:
                make_modest(directory, modesty)

    def directory(self, place: Place) -> Path:
        return self._directories[place]

    def bound_memory(self, size: int) -> None:
        """From `size` bytes on the kernel ends a process of the group; nothing is swapped out."""
        place = self._mechanisms.memory
        if place is None:
            return
        first, second, swap = (
            ("memory.limit_in_bytes", "memory.memsw.limit_in_bytes", size)
            if place.version == 1
            else ("memory.max", "memory.swap.max", 0)
        )
        directory = self.directory(place)
        (directory / first).write_text(str(size))
        with suppress(OSError):  # a kernel may not count swap space
            (directory / second).write_text(str(swap))

    def bound_processes(self, count: int) -> None:
        if self._mechanisms.pids is not None:
            (self.directory(self._mechanisms.pids) / "pids.max").write_text(str(count))

    def add(self, pid: int) -> None:
        """Moves a process into the group; what it starts from then on is in it too."""
        for directory in self._directories.values():
            (directory / "cgroup.procs").write_text(str(pid))

    def open(self, place: Place, name: str, flags: int = os.O_RDONLY) -> int:
        """A file of the group that stays open until `remove`."""
        descriptor = os.open(self.directory(place) / name, flags | os.O_CLOEXEC)
        self._open.append(descriptor)
        return descriptor

    def pids(self) -> set[int]:
        return {pid for directory in self._directories.values() for pid in _pids(directory)}

    def kill(self) -> set[int]:
        """Kills everything in the group; the processes that were there."""
        killed: set[int] = set()
        for place, directory in self._directories.items():
            if place.version == 2:
                killed |= set(_pids(directory))
                with suppress(OSError):  # before Linux 5.14 groups had no such file
                    (directory / "cgroup.kill").write_text("1")
        return killed | kill_all(lambda: {pid for pid in self.pids() if not is_zombie(pid)})

    def remove(self) -> None:
        while self._open:
            os.close(self._open.pop())
        for directory in self._directories.values():
            _remove(directory)


def make_modest(directory: Path, nice: int) -> None:
    """Gives a group the share of a process that is so `nice`: to those outside, priorities inside
    say nothing. Where a group has no share of its own, they do."""
    for name, usual, least in SHARES:
        file = directory / name
        with suppress(OSError):
            if file.exists():
                file.write_text(str(max(least, round(usual / STEP**nice))))


def leftovers(mechanisms: Mechanisms, number: int) -> bool:
    """Whether there is a group of this number, left by somebody who could not clear up."""
    return any((place.path / f"{NAME}{number}").exists() for place in mechanisms.places())


def _remove(directory: Path) -> None:
    until = time.monotonic() + REMOVAL_LIMIT
    while True:
        try:
            directory.rmdir()
        except FileNotFoundError:
            return
        except OSError:
            if time.monotonic() > until:
                raise
            time.sleep(0.001)  # there is no event for the end of a burial
        else:
            return


def _pids(directory: Path) -> list[int]:
    try:
        # A process of another pid namespace than ours has no number here.
        found = [int(word) for word in (directory / "cgroup.procs").read_text().split()]
    except OSError:
        return []
    return [pid for pid in found if pid > 0]


def find() -> dict[str, Place]:
    """Where groups can be made, by what they are good for: memory, pids, cpu, freezer, pressure."""
    found: dict[str, Place] = {}
    trees = list(_trees())
    for path, version, _ in trees:
        if version == 2:
            found |= _found_v2(path)
    for path, version, options in trees:
        if version == 1:
            found |= _found_v1(path, options)
    return found


def _trees() -> Iterator[tuple[Path, int, frozenset[str]]]:
    try:
        lines = Path("/proc/self/mounts").read_text().splitlines()
    except OSError:
        return
    for line in lines:
        _, path, kind, options, *_ = line.split(" ")
        if kind in ("cgroup", "cgroup2"):
            yield Path(path), 2 if kind == "cgroup2" else 1, frozenset(options.split(","))


def _found_v1(path: Path, options: frozenset[str]) -> dict[str, Place]:
    wanted = {name: file for name, file in _V1.items() if name in options}
    if not wanted:
        return {}
    there = _usable(path, wanted)
    return {name.replace("cpuacct", "cpu"): Place(path, 1) for name in there}


def _found_v2(root: Path) -> dict[str, Place]:
    """The uppermost group in which we may make others: best one that hands memory on to them."""
    best: dict[str, Place] = {}
    for path in _down_to_us(root):
        if os.access(path / "cgroup.subtree_control", os.W_OK):
            for controller in ("memory", "pids"):  # CPU time is counted without one
                with suppress(OSError):  # not there, or not where processes are
                    (path / "cgroup.subtree_control").write_text(f"+{controller}")
        there = {name: Place(path, 2) for name in _usable(path, _V2)}
        if "memory" in there:
            return there
        best = best or there
    return best


def _down_to_us(root: Path) -> Iterator[Path]:
    path = root
    yield path
    for line in Path("/proc/self/cgroup").read_text().splitlines():
        if line.startswith("0::"):
            for name in line.removeprefix("0::").strip("/").split("/"):
                path = path / name
                if name and path.is_dir():
                    yield path


def _tells(file: Path) -> bool:
    """Whether there is such a file. Of pressure, older kernels do not tell what a group needs, and
    where it is not counted there is a file that cannot be read."""
    if file.name != "cpu.pressure":
        return file.exists()
    try:
        return "\nfull " in file.read_text()
    except OSError:
        return False


def _usable(path: Path, files: dict[str, str]) -> list[str]:
    """Those whose file a new group has, provided that a process can be moved into it."""
    if not os.access(path, os.W_OK):
        return []
    group = path / f"{NAME}probe-{os.getpid()}"
    try:
        group.mkdir()
    except OSError:
        return []
    try:
        # cat waits for its input, which ends when we have seen enough.
        with subprocess.Popen(["cat"], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL) as cat:
            try:
                (group / "cgroup.procs").write_text(str(cat.pid))
            except OSError:
                return []
        return [name for name, file in files.items() if _tells(group / file)]
    finally:
        with suppress(OSError):
            _remove(group)
