"""Waiting for a core: how long a bot did, how long we did, and what a host took from the machine.

Nobody pays for any of the three, and nobody may gain by them. So each is told from below: never
more than there was.
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Hashable, Iterable, Mapping
from contextlib import suppress
from time import monotonic
from typing import NamedTuple

NANOSECOND = 1e-9
SHORTEST = 64
"""Bytes: more than a line of schedstat has."""


class Ran(NamedTuple):
    """What the kernel tells of a thread, in nanoseconds: how long it has run, and how long it was
    ready to run while its core was taken. A wait that is not over is not told yet."""

    cpu: int
    delay: int


def read_ran(schedstat: bytes) -> Ran | None:
    """What a file `schedstat` of /proc says."""
    fields = schedstat.split()
    return Ran(int(fields[0]), int(fields[1])) if len(fields) > 1 else None


class Waits:
    """How long a bot as a whole has waited: something of it was ready to run and nothing ran.

    While one thread waits, another one of the same bot may run: that is no waiting of the bot, or
    a thread that is there only to wait would make time cheaper. What the others have run is
    therefore taken off what a thread has waited, however much of it was at the same time. From
    look to look the longest that is left is added up.
    """

    def __init__(self) -> None:
        self.seconds = 0.0
        self._last: dict[Hashable, Ran] = {}
        self._cpu = 0.0

    def begin(self, threads: Mapping[Hashable, Ran]) -> None:
        """What these have waited until now is not told."""
        self._last |= threads

    def add(self, threads: Mapping[Hashable, Ran], cpu: float) -> float:
        """Where all threads stand now, with the CPU seconds of all that ever were: the sum."""
        ran = cpu - self._cpu
        waited = max((self._since(name, now) for name, now in threads.items()), default=0.0)
        self._last, self._cpu = dict(threads), cpu
        self.seconds += max(0.0, waited - ran)
        return self.seconds

    def alone(self, name: Hashable, now: Ran, cpu: float) -> float:
        """The same for a bot of a single thread, where nothing has to be taken off."""
        before = self._last.get(name)
        self.seconds += max(0, now.delay - (before.delay if before else 0)) * NANOSECOND
        self._last[name], self._cpu = now, cpu
        return self.seconds

    def _since(self, name: Hashable, now: Ran) -> float:
        """How long a thread was ready or running since the last look."""
        before = self._last.get(name)
        if before is None or before.cpu > now.cpu:  # a new thread, perhaps of an old number
            return (now.cpu + now.delay) * NANOSECOND
        return (now.cpu - before.cpu + now.delay - before.delay) * NANOSECOND


def any_ready(threads: Iterable[int]) -> bool:
    """Whether one of these runs or wants to."""
    return any(_state(thread) == b"R" for thread in threads)


def _state(thread: int) -> bytes:
    try:
        with open(f"/proc/{thread}/stat", "rb", buffering=0) as file:
            return (file.read() or b"").rpartition(b")")[2].split()[0]
    except (OSError, IndexError):
        return b""


# What we wait ourselves


class _OwnFile:
    """The schedstat of the thread that opened it."""

    def __init__(self) -> None:
        self.process = os.getpid()
        self.descriptor = -1
        if sys.platform == "linux":
            with suppress(OSError):
                name = "/proc/thread-self/schedstat"
                self.descriptor = os.open(name, os.O_RDONLY | os.O_CLOEXEC)

    def __del__(self) -> None:
        if self.descriptor >= 0:
            os.close(self.descriptor)


_here = threading.local()


def own_delay() -> float:
    """Seconds that the calling thread has waited for a core; all of it is told, since it runs."""
    file: _OwnFile | None = getattr(_here, "file", None)
    if file is None or file.process != os.getpid():
        _here.file = file = _OwnFile()
    if file.descriptor < 0:
        return 0.0
    try:
        ran = read_ran(os.pread(file.descriptor, SHORTEST, 0))
    except OSError:
        return 0.0
    return ran.delay * NANOSECOND if ran else 0.0


# What the host of a virtual machine takes


class Taken(NamedTuple):
    """Seconds since the machine started, of some cores together: in which anything ran, and in
    which something should have run but the host ran something else."""

    busy: float = 0.0
    stolen: float = 0.0

    def share(self, before: Taken, cpu: float) -> float:
        """How much was taken since then from somebody who ran for `cpu` seconds: as large a part
        of all as he ran of all that ran. Who sleeps has nothing to be taken."""
        stolen, busy = self.stolen - before.stolen, self.busy - before.busy
        if stolen <= 0 or cpu <= 0:
            return 0.0
        return stolen * min(1.0, cpu / busy) if busy > 0 else stolen


def read_taken(stat: str, cores: frozenset[int], tick: float) -> Taken:
    """What /proc/stat says of these cores; a tick is so many seconds long."""
    busy = stolen = 0
    for line in stat.splitlines():
        name, *figures = line.split()
        if not name.startswith("cpu"):
            break
        if name[3:].isdecimal() and int(name[3:]) in cores and len(figures) > 7:
            user, nice, system, _, _, interrupts, soft, theirs = map(int, figures[:8])
            busy += user + nice + system + interrupts + soft
            stolen += theirs
    return Taken(busy * tick, stolen * tick)


def taken() -> Taken:
    """From the cores on which we may run, and with us the bots that we start."""
    if sys.platform != "linux":
        return Taken()
    try:
        with open("/proc/stat", encoding="ascii") as file:
            stat = file.read()
    except OSError:
        return Taken()
    return read_taken(stat, frozenset(os.sched_getaffinity(0)), 1 / os.sysconf("SC_CLK_TCK"))


class Host:
    """What it takes, read no more often than every so many seconds: it costs more than a round
    trip, and a quick answer is over before a tick is."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._due = 0.0
        self._last = Taken()

    def read(self) -> Taken:
        if monotonic() >= self._due:
            self._last = taken()
            self._due = monotonic() + self._seconds
        return self._last
