"""The stopwatch: how much time a bot is charged for, and whether it has had enough.

    charged = max(CPU time of all its processes / cores, wall time − run delay)

Run delay is time in which the bot was ready to run and its core was taken by others: a bot does
not pay for a busy machine. Sleeping costs as much as thinking, and two busy threads cost twice
what one costs. However little is charged, the wall clock has a hard cap.
"""

from __future__ import annotations

import os
from time import monotonic

from duiyi.engine.bot import Spent
from duiyi.engine.box import Box, Usage
from duiyi.engine.fault import Fault, Verdict

LOOK = 0.05
"""Seconds between two looks at a running box, at most: so soon a broken limit is noticed."""
FINEST = 0.001
"""Seconds between two looks, at least."""
UNSEEN = 0.0005
"""Seconds of CPU time that a box may use until somebody looks whether a limit is broken: a bot that
answers quickly every time could fill its directory before the first look."""


class Stopwatch:
    """Lets a box run and charges for it; the `Watch` of whoever waits for its output.

    A box is stopped while it is not its bot's turn, so the reading at the end of one run is also
    the beginning of the next: one reading a decision, when the answer came before the first look.
    """

    def __init__(self, box: Box, cores: int = 1) -> None:
        self.due = 0.0
        self._box = box
        self._cores = cores
        self._fastest = max(1.0, (os.cpu_count() or 1) / cores)
        self._before = self._now = Usage(0.0, 0.0)
        self._started = 0.0
        self._running = False
        self._last = Spent()
        self._looked = 0.0
        """The CPU time of the box when somebody looked last for a broken limit."""
        self._left: float | None = None
        self._cap: float | None = None
        self._code = "timeout"

    def go(
        self, left: float | None = None, cap: float | None = None, code: str = "timeout"
    ) -> None:
        """Lets the box run: for `left` charged seconds and `cap` by the wall clock."""
        self._left, self._cap, self._code = left, cap, code
        self._running = True
        self._started = now = monotonic()
        self.due = now + self.wait_budget(left, cap)
        self._box.go()

    def wait_budget(self, left: float | None, cap: float | None) -> float:
        """How long one may sleep until the next look, with so much left.

        The charge grows by at most one second in a second on each core that the bot can get.
        """
        wait = LOOK
        if left is not None and left < LOOK * self._fastest:
            wait = left / self._fastest
        if cap is not None and cap < wait:
            wait = cap
        return wait if wait > FINEST else FINEST

    def look(self) -> None:
        """Raises the `Fault` of a bot that broke a limit or is over its time.

        One that is over its time is stopped, and what it was judged by stays: a later reading may
        be lower, since the time that a thread waits for its core is told when it has got it.
        """
        if breach := self._box.breach():
            raise breach
        spent = self.spent()
        self._looked = self._now.cpu
        try:
            self.judge(spent)
        except Fault:
            self._box.stop()
            self._stopped(spent)
            raise
        left = None if self._left is None else self._left - spent.charged
        cap = None if self._cap is None else self._cap - spent.wall
        self.due = monotonic() + self.wait_budget(left, cap)

    def judge(self, spent: Spent, text: str = "") -> None:
        """Raises the `Fault` of a bot that spent so much, or broke a limit while it did: an answer
        `text` may come too late."""
        if self._left is not None and spent.charged > self._left:
            raise Fault(Verdict.timeout, self._code, text, _figures(spent, "charged", self._left))
        if self._cap is not None and spent.wall > self._cap:
            code = "wall-cap" if self._code == "timeout" else self._code
            raise Fault(Verdict.timeout, code, text, _figures(spent, "wall", self._cap))
        if self._now.cpu - self._looked > UNSEEN:
            self._looked = self._now.cpu
            if breach := self._box.breach():
                raise breach

    def spent(self) -> Spent:
        """Since `go`."""
        return self._until(monotonic())

    def stop(self) -> Spent:
        """Stops the box: what was spent since `go`. Whether it was too much, `judge` says."""
        if self._running:
            now = monotonic()
            self._box.stop()
            self._stopped(self._until(now))
        return self._last

    def _stopped(self, spent: Spent) -> None:
        self._running = False
        self._last = spent
        self._before = self._now

    def _until(self, now: float) -> Spent:
        self._now = usage = self._box.usage()
        before = self._before
        wall = now - self._started
        cpu = max(0.0, usage.cpu - before.cpu)
        delay = max(0.0, usage.delay - before.delay)
        return Spent(max(cpu / self._cores, wall - delay), cpu, wall)


def _figures(spent: Spent, name: str, limit: float) -> str:
    return (
        f"{name} {getattr(spent, name):.3f} s of {limit:.3f} s"
        f" (charged {spent.charged:.3f} s, CPU {spent.cpu:.3f} s, wall {spent.wall:.3f} s)"
    )
