"""A program that runs until it ends by itself, as those do that answer through files.

It reads nothing, what it prints is read and forgotten, and it is charged from its start on.
"""

from __future__ import annotations

from collections.abc import Sequence
from time import monotonic
from typing import NamedTuple

from duiyi.engine.bot import Spent
from duiyi.engine.box import Box, Program, Usage
from duiyi.engine.fault import Fault
from duiyi.engine.files.drain import Drain, open_drain
from duiyi.engine.inbox import STDERR, STDOUT, TAIL
from duiyi.engine.stopwatch import Stopwatch

LOOK = 0.015
"""Seconds between two readings of the run delay: that of a process is lost when it ends."""


class Ran(NamedTuple):
    """How a program ended, negative for a signal, and what it cost."""

    status: int
    spent: Spent


class Runs:
    """The programs that a box runs for one bot, one after the other."""

    def __init__(
        self,
        box: Box,
        *,
        cores: int = 1,
        stdout: int = STDOUT,
        stderr: int = STDERR,
        keep: int = 0,
    ) -> None:
        self._box = box
        self._cores = cores
        self._stdout = stdout
        self._stderr = stderr
        self._keep = keep
        self.head = b""
        """The beginning of what all of them printed, `keep` bytes at the most."""
        self.said = b""
        """The end of what the last of them wrote to stdout."""
        self.tail = b""
        """The end of what all of them wrote to stderr."""

    def run(self, arguments: Sequence[str], left: float | None, cap: float | None) -> Ran:
        """Runs a program to its end; `Fault` when it broke a limit or is over its time."""
        # It begins when the meter has been read: on a busy machine that may be long afterwards.
        self._box.stop()
        program = self._box.start(arguments)
        drain = open_drain(program, stdout=self._stdout, stderr=self._stderr, keep=self._keep)
        meter = _Meter(self._box)
        watch = Stopwatch(meter, self._cores)
        watch.go(left, cap)
        try:
            status = _end_of(program, drain, watch, meter)
            spent = watch.stop()
            if breach := self._box.breach():
                raise breach
            watch.judge(spent)
        except Fault as fault:
            fault.spent = watch.stop()
            raise
        finally:
            drain.close()
            self._stderr -= drain.errors
            self._keep -= len(drain.head)
            self.head += drain.head
            self.said = drain.said
            self.tail = (self.tail + drain.tail)[-TAIL:]
        return Ran(status, spent)


def _end_of(program: Program, drain: Drain, watch: Stopwatch, meter: _Meter) -> int:
    while not program.done:
        wait = watch.due - monotonic()
        if wait > 0:
            drain.serve(min(wait, LOOK))
            meter.sample(program)
        elif (seen := meter.sample(program)) is not None:
            watch.look(seen)
    while (status := program.ended) is None:  # what watches over it ends too, on nobody's time
        drain.serve(LOOK)
    meter.finish()
    return status


class _Meter:
    """A box as a stopwatch sees it: all readings are from here on.

    A process takes its run delay with it when it ends: what it had not told when it was seen last,
    and what was not seen between then and the end, is taken for waiting, as far as it was not CPU
    time. A core that others want keeps us from looking too, and sleeping for that long would gain
    nobody anything.
    """

    def __init__(self, box: Box) -> None:
        self._box = box
        self._before = self._most = box.usage()
        self._unseen = self._pending = 0.0
        self._last = monotonic(), self.usage()
        self.work, self.inside = box.work, box.inside
        self.start, self.stop, self.go = box.start, box.stop, box.go
        self.ready, self.breach, self.close = box.ready, box.breach, box.close

    def usage(self) -> Usage:
        now, before = self._box.usage(), self._before
        self._most = Usage(now.cpu, max(self._most.delay, now.delay), now.stalled)
        delay, stalled = self._most.delay - before.delay, now.stalled - before.stalled
        return Usage(now.cpu - before.cpu, delay + self._unseen, stalled + self._unseen)

    def sample(self, program: Program) -> float | None:
        """When the program was seen to be there still."""
        now, usage = monotonic(), self.usage()
        pending = 0.0
        if self.ready():
            pending = self._untold(now, usage)
            if usage.has_moved(self._last[1]):  # then it has waited since that at most
                pending = min(pending, now - self._last[0])
        if program.done:
            return None
        self._last, self._pending = (now, usage), pending
        return now

    def finish(self) -> None:
        """Until now, which is when everything has ended."""
        self._unseen = self._untold(monotonic(), self.usage())

    def _untold(self, now: float, usage: Usage) -> float:
        """How long it can have waited without having told it."""
        seen, before = self._last
        told = usage.cpu - before.cpu + usage.waited(before)
        return max(0.0, self._pending + now - seen - told)
