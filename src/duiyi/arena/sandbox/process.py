"""A program that runs in a box: its pipes, its processes, its end.

    we ── bwrap (watches, outside) ── bwrap (first process inside, reaps orphans) ── the program

The first process inside belongs to the box as much as the program does: a bot could make it do
things. It is counted, bounded and stopped with the rest.
"""

from __future__ import annotations

import os
import select
import signal
import subprocess
from collections.abc import Callable
from contextlib import suppress

from duiyi.arena.sandbox.spawn import children, descendants, expect, forget, reap
from duiyi.engine.processes import LinuxTimes
from duiyi.engine.waiting import Ran, read_ran

SIGNALLED = 128
"""An exit status above this is how bubblewrap hands on a signal; there are 64 of them."""


class SandboxProgram:
    """`main` is the program's own process, `helpers` how many of the box's are not the bot's."""

    def __init__(
        self,
        watcher: subprocess.Popen[bytes],
        pipes: tuple[int, int, int],
        ending: Callable[[SandboxProgram], None],
    ) -> None:
        self.stdin, self.stdout, self.stderr = pipes
        self.inside = _line_of(watcher.pid)[1:]
        """Its processes before it begins, the first one first."""
        self._watcher = watcher
        self._watcher_fd = os.pidfd_open(watcher.pid)
        self._first = self.inside[0] if self.inside else watcher.pid
        self._first_fd = os.pidfd_open(self._first)
        expect(self._first)
        self.main = self.inside[-1] if self.inside else watcher.pid
        self.helpers = max(0, len(self.inside) - 1)
        self._schedstat = os.open(f"/proc/{self.main}/schedstat", os.O_RDONLY | os.O_CLOEXEC)
        self._main_fd = os.pidfd_open(self.main)
        self._done = False
        self._times: LinuxTimes | None = None
        self._main_ran = Ran(0, 0)
        self._before = self._cpu = 0.0
        self._ending = ending
        self._over = self.closed = False

    @property
    def ended(self) -> int | None:
        status = self._watcher.poll()
        if status is None:
            return None
        self._bury()
        return SIGNALLED - status if SIGNALLED < status <= SIGNALLED + 64 else status

    @property
    def done(self) -> bool:
        if not self._done:
            poll = select.poll()
            poll.register(self._main_fd, select.POLLIN)
            self._done = bool(poll.poll(0))
        return self._done

    def wait(self, seconds: float) -> int | None:
        if self._watcher.returncode is None:
            _wait(self._watcher_fd, seconds)
        return self.ended

    def close(self) -> None:
        if self.closed:
            return
        self.closed = True
        if self._watcher.poll() is None:
            self.cpu()  # the kernel forgets what those have used whom it ends itself
            _kill(self._first_fd)  # and the kernel ends all the others with it
            _kill(self._watcher_fd)
            self._watcher.wait()
        self._bury()
        for descriptor in (self.stdin, self.stdout, self.stderr, self._watcher_fd):
            os.close(descriptor)

    def pids(self) -> list[int]:
        """All its processes that live inside."""
        return [] if self._over else descendants(self._first)

    def main_ran(self) -> Ran:
        """How long the program's main thread has run and waited for a core."""
        with suppress(OSError):
            self._main_ran = read_ran(os.pread(self._schedstat, 64, 0)) or self._main_ran
        return self._main_ran

    def read_clocks(self) -> None:
        """From now on `cpu` tells what is used: what was used before was used to set it up."""
        self._times = LinuxTimes(self._first)
        self._before = self._times.read().cpu

    def cpu(self, now: bool = False) -> float:
        """Seconds, as far as its processes tell; never less than before."""
        if self._times is not None:
            self._cpu = max(self._cpu, self._times.read(now).cpu - self._before)
        return self._cpu

    def _bury(self) -> None:
        """The watcher is gone: ends the rest, waits until it has ended, and reaps it."""
        if self._over:
            return
        self._over = self._done = True
        _kill(self._first_fd)
        _wait(self._first_fd, None)
        used = reap(self._first)
        forget(self._first, self._watcher.pid)
        if self._times is not None:
            self._times.close()
            self._times = None
            self._cpu = max(self._cpu, (used or 0.0) - self._before)
        os.close(self._first_fd)
        os.close(self._schedstat)
        os.close(self._main_fd)
        self._ending(self)


def _line_of(pid: int) -> list[int]:
    """A process, its child, the child's child: down to the one that has none."""
    line = [pid]
    while found := children(line[-1]):
        line.append(found[0])
    return line


def _kill(pidfd: int) -> None:
    """By descriptor: the number may be another's by now."""
    with suppress(ProcessLookupError):
        signal.pidfd_send_signal(pidfd, signal.SIGKILL)


def _wait(pidfd: int, seconds: float | None) -> None:
    poll = select.poll()
    poll.register(pidfd, select.POLLIN)
    poll.poll(None if seconds is None else max(0.0, seconds) * 1000)
