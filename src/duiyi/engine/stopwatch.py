"""The stopwatch: how much time a bot is charged for, and whether it has had enough.

    charged = max(CPU time of all its processes / cores, wall time − time left out)

Left out is time in which the bot as a whole waited for a core, in which we ourselves waited for one
after it had answered, and which the host of a virtual machine took from it, but never so much that
less than its CPU time would remain. So a busy machine costs nothing, sleeping costs as much as
thinking, two busy threads cost twice what one costs where one core is allowed, and nothing that is
told about waiting, true or not, makes work cheaper: see docs/architecture/engine.md.
"""

from __future__ import annotations

import os
from time import monotonic
from typing import NamedTuple

from duiyi.engine.bot import Spent
from duiyi.engine.box import Box, Usage
from duiyi.engine.fault import Fault, Verdict
from duiyi.engine.waiting import Host, own_delay

LOOK = 0.05
"""Seconds between two looks at a running box, at most: so soon a broken limit is noticed."""
FINEST = 0.015
"""Seconds between two looks, at least: more often the kernel cannot be asked how long a group has
waited."""
UNSEEN = 0.0005
"""Seconds of CPU time that a box may use until somebody looks whether a limit is broken: a bot that
answers quickly every time could fill its directory before the first look."""
PATIENCE = 20
"""So many times the cap may pass by the wall clock, waiting included. A machine on which even that
is not enough is too busy to play on."""
NOTICED = 0.0001
"""Seconds; so long a system call may take."""
HOST = Host(LOOK)


class _Moment(NamedTuple):
    """How things stood at a look: by the wall clock, in the box, and how long we had waited."""

    wall: float
    usage: Usage
    own: float


class Stopwatch:
    """Lets a box run and charges for it; the `Watch` of whoever waits for its output."""

    def __init__(self, box: Box, cores: int = 1) -> None:
        self.due = 0.0
        self._box = box
        self._cores = cores
        self._fastest = max(1.0, (os.cpu_count() or 1) / cores)
        self._before = self._now = Usage(0.0, 0.0)
        self._started = 0.0
        self._seen = _Moment(0.0, self._before, 0.0)
        """The last look."""
        self._pending = 0.0
        """How long the box can have been waiting by then without having told it."""
        self._taken = HOST.read()
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
        """Lets the box run: for `left` charged seconds and `cap` by the wall clock, waiting left
        out."""
        self._left, self._cap, self._code = left, cap, code
        self._running = True
        self._taken = HOST.read()
        # Who is being stopped waits for a core once more: what he waited for by now is no part of
        # this run.
        self._before = self._now = self._box.usage()
        own = own_delay()
        self._started = monotonic()
        self._box.go()
        now, waited = monotonic(), own_delay()
        if now - self._started - (waited - own) > NOTICED:
            self._begun_late(now)
        self._seen = _Moment(0.0, self._before, waited)
        self._pending = 0.0
        self.due = now + self.wait_budget(left, cap)

    def _begun_late(self, now: float) -> None:
        """The kernel kept us before it let the box go, which it does when others make groups: what
        of that time the box has not used does not count. If we only waited for a core, the box was
        let go before that, and may be asleep."""
        usage, before = self._box.usage(), self._before
        idle = now - self._started - (usage.cpu - before.cpu) - usage.waited(before)
        self._started += max(0.0, idle)

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

    def look(self, at: float | None = None) -> None:
        """Raises the `Fault` of a bot that broke a limit or is over its time, as things stood at a
        moment until which it had not answered: we may have waited for a core since.

        One that is over its time is stopped, and what it was judged by stays.
        """
        if breach := self._box.breach():
            raise breach
        spent = self._until(monotonic() if at is None else at)
        pending = self._pending = self._still_pending(spent)
        if pending > 0 and self._over(spent) and self._box.ready():
            spent = self._without(spent, pending)
        self._looked = self._now.cpu
        try:
            self.judge(spent)
            self._check_patience(spent)
        except Fault:
            self._box.stop()
            self._stopped(spent)
            raise
        self._seen = _Moment(spent.wall, self._now, own_delay())
        left = None if self._left is None else self._left - spent.charged
        cap = None if self._cap is None else self._cap - spent.unwaited
        self.due = monotonic() + self.wait_budget(left, cap)

    def judge(self, spent: Spent, text: str = "") -> None:
        """Raises the `Fault` of a bot that spent so much, or broke a limit while it did: an answer
        `text` may come too late."""
        if self._left is not None and spent.charged > self._left:
            figures = _figures(spent, "charged", spent.charged, self._left)
            raise Fault(Verdict.timeout, self._code, text, figures)
        if self._cap is not None and spent.unwaited > self._cap:
            code = "wall-cap" if self._code == "timeout" else self._code
            figures = _figures(spent, "not waiting", spent.unwaited, self._cap)
            raise Fault(Verdict.timeout, code, text, figures)
        if self._now.cpu - self._looked > UNSEEN:
            self._looked = self._now.cpu
            if breach := self._box.breach():
                raise breach

    def _check_patience(self, spent: Spent) -> None:
        """An answer that did come is taken, however long that took."""
        if self._cap is not None and spent.wall > (most := PATIENCE * self._cap):
            raise Fault(Verdict.infra, "busy", "", _figures(spent, "wall", spent.wall, most))

    def spent(self) -> Spent:
        """Since `go`."""
        return self._until(monotonic())

    def stop(self) -> Spent:
        """Stops the box: what was spent since `go`. Whether it was too much, `judge` says."""
        if self._running:
            own, now = own_delay(), monotonic()
            self._box.stop()
            spent = self._until(now)
            waited = min(own - self._seen.own, self._untold(spent))
            self._stopped(self._without(spent, waited) if waited > 0 else spent)
        return self._last

    def _stopped(self, spent: Spent) -> None:
        self._running = False
        self._last = spent

    def _over(self, spent: Spent) -> bool:
        over = self._left is not None and spent.charged > self._left
        return over or (self._cap is not None and spent.unwaited > self._cap)

    def _until(self, now: float) -> Spent:
        self._now = usage = self._box.usage()
        wall = now - self._started
        cpu = max(0.0, usage.cpu - self._before.cpu)
        waited = usage.waited(self._before)
        if wall > LOOK:  # ticks of the machine are no measure of anything shorter
            waited += HOST.read().share(self._taken, cpu)
        return self._without(Spent(0.0, cpu, wall), waited)

    def _untold(self, spent: Spent) -> float:
        """The time since the last look in which nothing of the box ran and of which it is not told
        that it waited; below nothing when more is told, of time before."""
        before = self._seen.usage
        return self._unused(spent) - self._now.waited(before)

    def _unused(self, spent: Spent) -> float:
        return spent.wall - self._seen.wall - max(0.0, self._now.cpu - self._seen.usage.cpu)

    def _still_pending(self, spent: Spent) -> float:
        """How long the box can have been waiting now without having told it: no longer than since
        it ran last."""
        pending = max(0.0, self._pending + self._untold(spent))
        ran = self._now.has_moved(self._seen.usage)
        return min(pending, self._unused(spent)) if ran else pending

    def _without(self, spent: Spent, seconds: float) -> Spent:
        """With some more time left out."""
        waited = min(spent.waited + seconds, most_left_out(spent, self._cores))
        charged = max(spent.cpu / self._cores, spent.wall - waited)
        return Spent(charged, spent.cpu, spent.wall, waited)


def most_left_out(spent: Spent, cores: int) -> float:
    """Whatever is told about waiting, as many seconds as were computed are not left out, however
    many cores there are: what is done one after the other takes as long as it computes."""
    return max(0.0, spent.wall - spent.cpu)


def _figures(spent: Spent, name: str, used: float, limit: float) -> str:
    return (
        f"{name} {used:.3f} s of {limit:.3f} s (charged {spent.charged:.3f} s,"
        f" CPU {spent.cpu:.3f} s, wall {spent.wall:.3f} s, waited {spent.waited:.3f} s)"
    )
