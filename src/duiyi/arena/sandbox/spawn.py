"""Starting and reaping processes, so that who starts them and when does not matter."""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass

KILL_LIMIT = 5.0
"""Seconds; longer than the kernel needs to end a process, unless a device keeps it."""
SUBREAPER = 36
"""PR_SET_CHILD_SUBREAPER of prctl(2)."""


@dataclass(frozen=True, slots=True)
class Start:
    """A program to be started with three pipes, descriptors to keep, and a user of its own."""

    arguments: Sequence[str]
    pipes: tuple[int, int, int]
    keep: Sequence[int]
    environment: Mapping[str, str] | None
    user: int | None


class _Starter:
    """One thread that starts all processes.

    What has asked to die with its parent dies with the thread that started it, not only with the
    process; so this must be a thread that stays as long as we do.
    """

    def __init__(self) -> None:
        self._owner = 0
        self._thread: ThreadPoolExecutor | None = None

    def start(self, start: Start) -> subprocess.Popen[bytes]:
        if self._thread is None or self._owner != os.getpid():  # a fork has no threads but one
            self._owner = os.getpid()
            self._thread = ThreadPoolExecutor(1, "duiyi-starter")
        return self._thread.submit(_start, start).result()


_starter = _Starter()
_ours: set[int] = set()
"""Processes for whose end somebody in this process waits."""
_counting = threading.Lock()


def start(start: Start) -> subprocess.Popen[bytes]:
    return _starter.start(start)


def _start(start: Start) -> subprocess.Popen[bytes]:
    stdin, stdout, stderr = start.pipes
    with _counting:
        started = subprocess.Popen(
            start.arguments,
            stdin=stdin,
            stdout=stdout,
            stderr=stderr,
            pass_fds=start.keep,
            env=start.environment,
            cwd="/",
            user=start.user,
            group=start.user,
            extra_groups=None if start.user is None else [],
        )
        _ours.add(started.pid)
    return started


def forget(*pids: int) -> None:
    """They have been waited for."""
    _ours.difference_update(pids)


def expect(pid: int) -> None:
    """It will be waited for."""
    _ours.add(pid)


def become_reaper(wanted: bool = True) -> None:
    """Orphans among our descendants become our children, so that we can reap them."""
    ctypes.CDLL(None, use_errno=True).prctl(SUBREAPER, int(wanted), 0, 0, 0)


def reap_orphans() -> None:
    """Reaps dead bubblewraps that somebody else has started, who has died since.

    We get the orphans of all our descendants: of a worker that was killed, too.
    """
    with _counting:
        for pid in children(os.getpid()):
            if pid not in _ours and _name(pid) == b"bwrap" and is_zombie(pid):
                with suppress(ChildProcessError):
                    os.waitpid(pid, os.WNOHANG)


def _name(pid: int) -> bytes:
    try:
        with open(f"/proc/{pid}/comm", "rb") as file:
            return file.read().strip()
    except OSError:
        return b""


def reap(pid: int) -> float | None:
    """Waits for the end of a process that has been killed; its CPU seconds with those of the
    children it has reaped, or `None` where it was not ours to reap."""
    with suppress(ChildProcessError):
        _, _, used = os.wait4(pid, 0)
        return used.ru_utime + used.ru_stime
    return None


def kill_all(alive: Callable[[], set[int]]) -> set[int]:
    """Kills until nothing is alive; the processes that were. What forks faster than it is killed
    is out of breath when its bound is reached."""
    killed: set[int] = set()
    until = time.monotonic() + KILL_LIMIT
    while (found := alive()) and time.monotonic() < until:
        for pid in found:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        if found <= killed:
            time.sleep(0.001)  # they are on their way
        killed |= found
    return killed


def is_zombie(pid: int) -> bool:
    """Whether it is dead, reaped or not."""
    try:
        with open(f"/proc/{pid}/stat", "rb") as file:
            return file.read().rpartition(b")")[2].split()[0] in (b"Z", b"X")
    except OSError:
        return True


def children(pid: int) -> list[int]:
    """The living children of a process. A kernel may number those it is just burying 0."""
    try:
        threads = os.listdir(f"/proc/{pid}/task")
    except OSError:
        return []
    found: list[int] = []
    for thread in threads:
        with suppress(OSError), open(f"/proc/{pid}/task/{thread}/children", "rb") as file:
            found += [int(word) for word in file.read().split()]
    return [child for child in found if child > 0]


def descendants(pid: int) -> list[int]:
    """A process and all that come from it, parents before children."""
    found = [pid]
    for one in found:
        found += children(one)
    return found
