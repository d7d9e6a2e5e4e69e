"""Meters: what the processes of a box use, and holding them still.

Each comes in two kinds: one that asks the control group, and one that asks process by process,
for machines whose groups we may not use. Files that are read with every decision stay open.
"""

from __future__ import annotations

import os
import select
import signal
import time
from collections.abc import Callable, Hashable, Iterable
from contextlib import suppress
from typing import Protocol

from duiyi.arena.sandbox.accounting.cgroups import Group
from duiyi.arena.sandbox.mechanisms import Place
from duiyi.arena.sandbox.process import SandboxProgram
from duiyi.engine.waiting import NANOSECOND, Ran, Waits, read_ran

MICROSECOND = 1e-6
STOP_LIMIT = 1.0
"""Seconds until a process that got the signal stands still, on the busiest machine."""
FREEZE_LIMIT = 0.2
"""Seconds that a frozen group is waited for; what lasts longer is nothing that a bot can do."""
NOTICED = 0.002
"""Seconds that a group which is being frozen is looked at again and again."""
FROZEN = b"frozen 1"
TICK = 0.012
"""Seconds: a little more than the longest tick of a kernel."""

Programs = Callable[[], Iterable[SandboxProgram]]
"""Those that run in the box at the moment."""


class Freezer(Protocol):
    def stop(self) -> None: ...
    def go(self) -> None: ...


class GroupFreezer:
    """All at once, and also what is started or moved into the group while it is stopped.

    A thread is frozen when it gets a core, so that is waited for: until then it could be seen to
    wait for something, and would take time from whoever is next.
    """

    def __init__(self, group: Group, place: Place) -> None:
        self._file = group.open(place, "cgroup.freeze", os.O_RDWR)
        self._events = group.open(place, "cgroup.events", os.O_RDONLY)
        self._changes = select.poll()
        self._changes.register(self._events, select.POLLPRI)

    def stop(self) -> None:
        os.pwrite(self._file, b"1", 0)
        begun = time.monotonic()
        while FROZEN not in os.pread(self._events, 200, 0):
            waited = time.monotonic() - begun
            if waited > FREEZE_LIMIT:
                return
            if waited < NOTICED:
                os.sched_yield()  # the kernel tells of changes after 10 ms only
            else:
                self._changes.poll((FREEZE_LIMIT - waited) * 1000)

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
    def seconds(self, now: bool = False) -> float:
        """A figure that costs less may be a little old, unless it has to be known `now`."""
        ...


class GroupCpu:
    """Of all that ever were in the group."""

    def __init__(self, group: Group, place: Place) -> None:
        self._file = group.open(place, "cpuacct.usage" if place.version == 1 else "cpu.stat")
        self.seconds = self._nanoseconds if place.version == 1 else self._microseconds

    def _nanoseconds(self, now: bool = False) -> float:
        return int(os.pread(self._file, 32, 0)) * NANOSECOND

    def _microseconds(self, now: bool = False) -> float:
        # usage_usec 1234, first of all
        return int(os.pread(self._file, 64, 0).split(None, 2)[1]) * MICROSECOND


class ProcessCpu:
    """Of each program what its processes' clocks say, and in the end what reaping them said."""

    def __init__(self, programs: Programs) -> None:
        self._programs = programs
        self._ended = 0.0

    def seconds(self, now: bool = False) -> float:
        return self._ended + sum(program.cpu(now) for program in self._programs())

    def ended(self, program: SandboxProgram) -> None:
        self._ended += program.cpu()


class DelayMeter:
    """How long the box was ready to run while its cores were taken, as far as its threads tell."""

    def __init__(self, programs: Programs, group: Group | None, pids: Place | None) -> None:
        self._programs = programs
        self._waits = Waits()
        self._files: dict[int, int] = {}
        self._count = -1
        self._list = ""
        if group is not None and pids is not None:
            self._count = group.open(pids, "pids.current")
            name = "tasks" if pids.version == 1 else "cgroup.threads"
            self._list = str(group.directory(pids) / name)

    def read(self, cpu: CpuMeter) -> tuple[float, float]:
        """Seconds that the box has run and waited. What has run is read last: while one thread is
        asked others may run, and the more they have run the less the box has waited."""
        programs = list(self._programs())
        threads = self.threads() if self._count < 0 else None
        if len(programs) == 1:
            program = programs[0]
            if self._number(threads) == program.helpers + 1:
                ran, used = program.main_ran(), cpu.seconds()
                return used, self._waits.alone(program.main, ran, used)
        all_ran = self._read(self.threads() if threads is None else threads)
        used = cpu.seconds(now=True)
        return used, self._waits.add(all_ran, used)

    def _number(self, threads: list[int] | None) -> int:
        return int(os.pread(self._count, 16, 0)) if threads is None else len(threads)

    def threads(self) -> list[int]:
        """All that live in the box."""
        if self._count >= 0:
            # Opened each time: what stays open shows for a second and more what was there before.
            with open(self._list, "rb", buffering=0) as file:
                return [int(word) for word in (file.read() or b"").split()]
        pids = [pid for program in self._programs() for pid in program.pids()]
        return [thread for pid in pids for thread in _threads(pid)]

    def admit(self, program: SandboxProgram) -> None:
        """What its processes have waited until now they have waited to be set up."""
        self._waits.begin(self._read(program.inside))

    def close(self) -> None:
        while self._files:
            os.close(self._files.popitem()[1])

    def _read(self, threads: list[int]) -> dict[Hashable, Ran]:
        for gone in self._files.keys() - set(threads):
            os.close(self._files.pop(gone))
        now: dict[Hashable, Ran] = {}
        for thread in threads:
            with suppress(OSError):  # it may end at any moment
                if thread not in self._files:
                    name = f"/proc/{thread}/schedstat"
                    self._files[thread] = os.open(name, os.O_RDONLY | os.O_CLOEXEC)
                if (ran := read_ran(os.pread(self._files[thread], 64, 0))) is not None:
                    now[thread] = ran
        return now


def _threads(pid: int) -> list[int]:
    try:
        return [int(name) for name in os.listdir(f"/proc/{pid}/task")]
    except OSError:
        return []


class StallMeter(Protocol):
    told: bool
    """Whether the last reading was complete, a wait that is not over included."""

    def seconds(self, now: bool = False) -> float: ...


class GroupStall:
    """How long the group had something to run while nothing of it ran, a wait that is not over yet
    included. The kernel counts it core by core: only of a group that is bound to one it is what we
    want to know.

    Whoever asks again within one of the kernel's ticks makes it forget what was waited since. So
    the last figure is good enough for some time, unless it has to be known `now`.
    """

    def __init__(self, group: Group, place: Place) -> None:
        self.told = True
        self._file = group.open(place, "cpu.pressure")
        self._last = self._due = 0.0

    def seconds(self, now: bool = False) -> float:
        self.told = now or time.monotonic() >= self._due
        if self.told:
            # some avg10=… total=1234, then the same for full, last of all
            self._last = int(os.pread(self._file, 256, 0).rpartition(b"=")[2]) * MICROSECOND
            self._due = time.monotonic() + TICK
        return self._last


class NoStall:
    """Where the kernel does not count it: threads tell their own."""

    told = False

    def seconds(self, now: bool = False) -> float:
        return 0.0


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
