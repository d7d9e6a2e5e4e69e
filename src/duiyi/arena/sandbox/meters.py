"""Meters: what the processes of a box use, and holding them still.

Each comes in two kinds: one that asks the control group, and one that asks process by process,
for machines whose groups we may not use. Files that are read with every decision stay open.
"""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Protocol

from duiyi.arena.sandbox.cgroups import Group
from duiyi.arena.sandbox.means import Place
from duiyi.arena.sandbox.program import SandboxProgram

NANOSECOND = 1e-9
MICROSECOND = 1e-6
STOP_LIMIT = 1.0
"""Seconds until a process that got the signal stands still, on the busiest machine."""
LIST = 16_384
"""Bytes: room for the numbers of some two thousand threads."""

Programs = Callable[[], Iterable[SandboxProgram]]
"""Those that run in the box at the moment."""


class Freezer(Protocol):
    def stop(self) -> None: ...
    def go(self) -> None: ...


class GroupFreezer:
    """All at once, and also what is started or moved into the group while it is stopped."""

    def __init__(self, group: Group, place: Place) -> None:
        self._file = group.open(place, "cgroup.freeze", os.O_RDWR)

    def stop(self) -> None:
        os.pwrite(self._file, b"1", 0)

    def go(self) -> None:
        os.pwrite(self._file, b"0", 0)


class SignalFreezer:
    """Process by process, until no new one is found: what is stopped starts no others. A fork that
    has begun still ends after the signal was sent, so it is waited for until they are stopped."""

    def __init__(self, programs: Programs) -> None:
        self._programs = programs

    def stop(self) -> None:
        stopped: set[int] = set()
        while new := self._pids() - stopped:
            _send(new, signal.SIGSTOP)
            for pid in new:
                _await_stop(pid)
            stopped |= new

    def go(self) -> None:
        _send(self._pids(), signal.SIGCONT)

    def _pids(self) -> set[int]:
        return {pid for program in self._programs() for pid in program.pids()}


def _send(pids: Iterable[int], number: int) -> None:
    for pid in pids:
        with suppress(ProcessLookupError):
            os.kill(pid, number)


def _await_stop(pid: int) -> None:
    """Until the process stands still or is dead; not for ever, since a device may keep it."""
    until = time.monotonic() + STOP_LIMIT
    while time.monotonic() < until:
        try:
            with open(f"/proc/{pid}/stat", "rb") as file:
                state = file.read().rpartition(b")")[2].split()[0]
        except OSError:
            return
        if state in (b"T", b"t", b"Z", b"X"):
            return
        time.sleep(0)


class CpuMeter(Protocol):
    def seconds(self) -> float: ...


class GroupCpu:
    """Of all that ever were in the group."""

    def __init__(self, group: Group, place: Place) -> None:
        self._file = group.open(place, "cpuacct.usage" if place.version == 1 else "cpu.stat")
        self.seconds = self._nanoseconds if place.version == 1 else self._microseconds

    def _nanoseconds(self) -> float:
        return int(os.pread(self._file, 32, 0)) * NANOSECOND

    def _microseconds(self) -> float:
        # usage_usec 1234, first of all
        return int(os.pread(self._file, 64, 0).split(None, 2)[1]) * MICROSECOND


class ProcessCpu:
    """Of each program what its processes' clocks say, and in the end what reaping them said."""

    def __init__(self, programs: Programs) -> None:
        self._programs = programs
        self._ended = 0.0

    def seconds(self) -> float:
        return self._ended + sum(program.cpu() for program in self._programs())

    def ended(self, program: SandboxProgram) -> None:
        self._ended += program.cpu()


class DelayMeter:
    """How long the box was ready to run while its cores were taken.

    Between two readings that is the longest that one of its threads had to wait. Adding these up,
    instead of taking the longest of all, is fair to a bot whose threads wait in turns.
    """

    def __init__(self, programs: Programs, group: Group | None, pids: Place | None) -> None:
        self._programs = programs
        self._total = 0.0
        self._last: dict[int, int] = {}
        self._files: dict[int, int] = {}
        self._count = self._list = -1
        if group is not None and pids is not None:
            self._count = group.open(pids, "pids.current")
            self._list = group.open(pids, "tasks" if pids.version == 1 else "cgroup.threads")

    def seconds(self) -> float:
        programs = list(self._programs())
        if self._count < 0:
            pids = [pid for program in programs for pid in program.pids()]
            return self._add(self._read([thread for pid in pids for thread in _threads(pid)]))
        if len(programs) == 1:
            program = programs[0]
            if int(os.pread(self._count, 16, 0)) == program.helpers + 1:
                return self._add_one(program.main, program.main_delay())
        return self._add(self._read([int(word) for word in os.pread(self._list, LIST, 0).split()]))

    def admit(self, program: SandboxProgram) -> None:
        """What its processes have waited until now they have waited to be set up."""
        self._last |= self._read(program.inside)

    def close(self) -> None:
        while self._files:
            os.close(self._files.popitem()[1])

    def _read(self, threads: list[int]) -> dict[int, int]:
        """Each thread with the nanoseconds that it has waited for a core."""
        for gone in self._files.keys() - set(threads):
            os.close(self._files.pop(gone))
        now = {}
        for thread in threads:
            with suppress(OSError, IndexError):  # it may end at any moment
                if thread not in self._files:
                    name = f"/proc/{thread}/schedstat"
                    self._files[thread] = os.open(name, os.O_RDONLY | os.O_CLOEXEC)
                now[thread] = int(os.pread(self._files[thread], 64, 0).split()[1])
        return now

    def _add_one(self, thread: int, delay: int) -> float:
        self._total += max(delay - self._last.get(thread, 0), 0) * NANOSECOND
        self._last[thread] = delay
        return self._total

    def _add(self, now: dict[int, int]) -> float:
        last = self._last
        waited = max((delay - last.get(thread, 0) for thread, delay in now.items()), default=0)
        self._last = now
        self._total += max(waited, 0) * NANOSECOND
        return self._total


def _threads(pid: int) -> list[int]:
    try:
        return [int(name) for name in os.listdir(f"/proc/{pid}/task")]
    except OSError:
        return []


class MemoryMeter(Protocol):
    def over(self) -> str:
        """What was too much, in words, or nothing."""
        ...


class GroupMemory:
    """The kernel ends a process when there is too much, and counts how often it has done so."""

    def __init__(self, group: Group, place: Place, size: int) -> None:
        name = "memory.oom_control" if place.version == 1 else "memory.events"
        self._file = group.open(place, name)
        self._size = size

    def over(self) -> str:
        for line in os.pread(self._file, 512, 0).splitlines():
            name, _, value = line.partition(b" ")
            if name == b"oom_kill" and value != b"0":
                return f"more than {self._size / 1e6:.0f} MB of memory"
        return ""


class ProcessMemory:
    """The sum over all processes, with what several share divided among them."""

    def __init__(self, programs: Programs, size: int) -> None:
        self._programs = programs
        self._size = size

    def over(self) -> str:
        used = sum(
            _proportional_size(pid) for program in self._programs() for pid in program.pids()
        )
        if used <= self._size:
            return ""
        return f"{used / 1e6:.0f} MB of memory, {self._size / 1e6:.0f} MB are allowed"


def _proportional_size(pid: int) -> int:
    with suppress(OSError), open(f"/proc/{pid}/smaps_rollup", "rb") as file:
        for line in file:
            if line.startswith(b"Pss:"):
                return int(line.split()[1]) * 1024
    return 0


class NoMemory:
    """As it is without the piece."""

    def over(self) -> str:
        return ""
