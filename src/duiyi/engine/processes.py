"""Processes: what a program and its children have used, and how they are stopped and ended.

On Linux the kernel tells everything: CPU clocks to the nanosecond and run delays. Elsewhere
psutil tells what there is to know, if it is installed, and only the wall clock counts if it is not.
"""

from __future__ import annotations

import importlib
import os
import signal
import sys
import time
from collections.abc import Hashable
from contextlib import suppress
from time import monotonic, sleep
from typing import Any, Protocol

from duiyi.engine.box import Usage
from duiyi.engine.waiting import Ran, Waits, read_ran

TICKS = 100.0
"""Of the times in /proc/PID/stat, a second."""
RENEWED = 0.01
"""Seconds for which what is known of other threads and of children is good enough."""
DYING = 0.5
"""Seconds that killed processes may take to be gone: their new parent has to notice."""


class Times(Protocol):
    """What a process and its descendants have used."""

    def read(self) -> Usage: ...
    def threads(self) -> list[int]:
        """Their threads as they are now, where that can be known."""
        ...

    def close(self) -> None: ...


class LinuxTimes:
    """Reads files of /proc that are kept open, and only what may have changed: a reading has to
    cost less than a round trip.

    The CPU clock of a process counts all its threads, dead ones too. Other threads matter for
    their run delay and children for both. They are looked at now and then, which loses nothing:
    figures only grow, and what one reading lacks the next one has. How long all of them waited
    together is the business of `Waits`.
    """

    def __init__(self, pid: int) -> None:
        self._pid = pid
        self._clock = ~pid << 3 | 2  # as clock_getcpuclockid(3) makes it
        self._place = f"/proc/{pid}"
        self._task = os.open(f"{self._place}/task", os.O_RDONLY)
        self._open = [self._task]
        self._schedstat = self._opened("schedstat")
        self._child_list = self._opened(f"task/{pid}/children")
        self._stat = self._opened("stat")
        self._children: dict[str, LinuxTimes] = {}
        self._children_cpu = 0.0
        self._waits = Waits()
        self._threads: list[str] = []
        """All of them at the last look, when there were several."""
        self._due = 0.0

    def read(self, now: bool = False) -> Usage:
        """What is known of others may be a little old, unless it has to be known `now`."""
        moment = monotonic()
        looked = now or moment >= self._due
        if looked:
            self._due = moment + RENEWED
            self._look()
        cpu = time.clock_gettime(self._clock) + self._children_cpu
        if self._threads or self._children:
            delay = self._waits.add(self.ran(), cpu) if looked else self._waits.seconds
        else:
            own = read_ran(_contents(self._schedstat)) or Ran(0, 0)
            delay = self._waits.alone(self._pid, own, cpu)
        return Usage(cpu, delay)

    def ran(self) -> dict[Hashable, Ran]:
        """Every thread that was there at the last look, those of children too."""
        files = {
            int(thread): _file(f"{self._place}/task/{thread}/schedstat") for thread in self._threads
        }
        files = files or {self._pid: _contents(self._schedstat)}
        found: dict[Hashable, Ran] = {
            thread: ran for thread, file in files.items() if (ran := read_ran(file)) is not None
        }
        for child in self._children.values():
            found |= child.ran()
        return found

    def threads(self) -> list[int]:
        """All of them, those of children too, as they are now."""
        self._look()
        found = [int(thread) for thread in self._threads] or [self._pid]
        return found + [one for child in self._children.values() for one in child.threads()]

    def close(self) -> None:
        for descriptor in self._open:
            os.close(descriptor)
        self._open.clear()
        for child in self._children.values():
            child.close()
        self._children.clear()

    def _look(self) -> None:
        """Asks about children and other threads."""
        children = _contents(self._child_list)
        threads = os.listdir(self._task)
        self._threads = threads if len(threads) > 1 else []
        if self._threads:
            places = [f"{self._place}/task/{thread}" for thread in threads]
            children = b" ".join(_file(f"{place}/children") for place in places)
        usages = self._read_children(children.decode().split())
        cpu = self._waited_for() + sum(usage.cpu for usage in usages)
        self._children_cpu = max(cpu, self._children_cpu)

    def _read_children(self, names: list[str]) -> list[Usage]:
        for gone in self._children.keys() - set(names):
            self._children.pop(gone).close()
        usages = []
        for name in names:
            with suppress(OSError):  # it may end at any moment
                if name not in self._children:
                    self._children[name] = LinuxTimes(int(name))
                usages.append(self._children[name].read())
        return usages

    def _waited_for(self) -> float:
        """CPU seconds of dead children that were waited for, in whole ticks."""
        fields = _contents(self._stat).rpartition(b")")[2].split()
        return (int(fields[13]) + int(fields[14])) / TICKS if len(fields) > 14 else 0.0

    def _opened(self, name: str) -> int:
        """-1 where this kernel has no such file."""
        try:
            descriptor = os.open(f"{self._place}/{name}", os.O_RDONLY)
        except OSError:
            return -1
        self._open.append(descriptor)
        return descriptor


def _contents(descriptor: int) -> bytes:
    try:
        return os.pread(descriptor, 4096, 0)
    except OSError:
        return b""


def _file(path: str) -> bytes:
    try:
        with open(path, "rb", buffering=0) as file:
            return file.read() or b""
    except OSError:
        return b""


class PortableTimes:
    """What psutil knows: no run delays, and only the living."""

    def __init__(self, pid: int) -> None:
        self._pid = pid
        self._most = 0.0

    def read(self) -> Usage:
        with suppress(*_UNKNOWN):
            times = [process.cpu_times() for process in _family(self._pid)]
            self._most = max(self._most, sum(each.user + each.system for each in times))
        return Usage(self._most, 0.0)

    def threads(self) -> list[int]:
        return []

    def close(self) -> None:
        pass


try:
    psutil: Any = importlib.import_module("psutil")
    _UNKNOWN: tuple[type[Exception], ...] = (psutil.Error,)
except ImportError:
    psutil = None
    _UNKNOWN = ()


def _family(pid: int) -> list[Any]:
    """A process and its descendants, as far as they can be known."""
    if psutil is None:
        return []
    process = psutil.Process(pid)
    return [process, *process.children(recursive=True)]


def times_of(pid: int) -> Times:
    """For a process that has just been started and not been waited for."""
    return LinuxTimes(pid) if sys.platform == "linux" else PortableTimes(pid)


if sys.platform != "win32":

    def stop_group(leader: int) -> None:
        """Nothing in the process group runs until `go_group`."""
        _signal(leader, signal.SIGSTOP)

    def go_group(leader: int) -> None:
        _signal(leader, signal.SIGCONT)

    def kill_group(leader: int) -> None:
        _signal(leader, signal.SIGKILL)

    def await_group(leader: int) -> None:
        """After `kill_group`, when the leader was waited for: until the others are gone too."""
        end = monotonic() + DYING
        with suppress(ProcessLookupError, PermissionError):
            while monotonic() < end:
                os.killpg(leader, 0)
                sleep(0.001)

    def _signal(leader: int, number: int) -> None:
        # Where only a zombie is left of a group, some systems know no such group or forbid it.
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(leader, number)

else:

    def stop_group(leader: int) -> None:
        _each(leader, "suspend")

    def go_group(leader: int) -> None:
        _each(leader, "resume")

    def kill_group(leader: int) -> None:
        _each(leader, "kill")

    def await_group(leader: int) -> None:
        pass

    def _each(leader: int, method: str) -> None:
        with suppress(*_UNKNOWN):
            for process in _family(leader):
                with suppress(*_UNKNOWN):
                    getattr(process, method)()
