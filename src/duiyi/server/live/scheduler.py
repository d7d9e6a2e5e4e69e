"""The scheduler: what happens at tables without anybody asking. Time is up, or a computer thinks.

Everything here happens on the event loop. What comes of it goes through the pipeline like any other
job; how tables come into memory, and who is told what has happened, is in `service`.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping

from duiyi.server.computers.opponents import unhurried
from duiyi.server.computers.pool import Computers, Thought
from duiyi.server.limits import FIXED
from duiyi.server.live.pipeline import Job
from duiyi.server.live.timers import Timers
from duiyi.server.table.effects import Effect
from duiyi.server.table.randomness import Randomness
from duiyi.server.table.summary import Summary
from duiyi.server.table.table import Table

ATTENDED = int(FIXED.attended_seconds * 1000)
THINKING = 1.0
"""Seconds that a computer gets for a turn where the clock allows it."""


class Scheduler:
    """Is told every new summary of a table; `summaries` has the newest of each in memory."""

    def __init__(
        self,
        computers: Computers,
        randomness: Randomness,
        now: Callable[[], int],
        *,
        thinking: float,
        summaries: Mapping[str, Summary],
        put: Callable[[Job], None],
        spawn: Callable[[Coroutine[None, None, None]], None],
        present: Callable[[str], bool],
        may_write: Callable[[str], bool],
    ) -> None:
        self._computers, self._randomness, self._now = computers, randomness, now
        self._seconds = thinking
        self._summaries, self._put, self._spawn = summaries, put, spawn
        self._present, self._may_write = present, may_write
        self._timers = Timers(now, self._time_up)
        self._thinking: dict[str, int] = {}
        """The state id that each table's computer was last asked about."""
        self._seen: dict[str, int] = {}
        """When somebody was last at each table where computers may go on for a while."""
        self._idle: set[str] = set()
        """Tables whose computer waits for somebody to come."""
        self._closed = False

    def know(self, summary: Summary) -> None:
        """Wait for the deadline, and ask the computer whose turn it is."""
        table = summary.setup.id
        deadline = summary.clocks.deadline
        if deadline is not None:
            self._timers.set(table, deadline)
        if summary.status == "finished":
            self._computers.forget(table)
        self._idle.discard(table)
        if summary.thinker and self._thinking.get(table) != summary.id and not self._closed:
            if not self._may_go_on(summary):
                self._idle.add(table)
                return
            self._thinking[table] = summary.id
            self._spawn(self._think(summary))

    def attend(self, table: str) -> None:
        """Somebody has come, or has just been here: a computer that waited goes on."""
        self._seen[table] = self._now()
        if table in self._idle:
            self._go_on(table)

    def look(self) -> None:
        """Look again after those that wait: what held them up may be over."""
        for table in [*self._idle]:
            self._go_on(table)

    def _go_on(self, table: str) -> None:
        """Its clock has stood still while a computer waited."""
        summary = self._summaries.get(table)
        if summary is None or not self._may_go_on(summary):
            return
        if summary.clocks.deadline is None:
            self.know(summary)
        elif not self._closed:
            self._put(Job(table, lambda it, now: it.resume(now), self._now(), summary=True))

    def busy(self, table: str) -> bool:
        """Whether a computer thinks about it, or is going to."""
        summary = self._summaries.get(table)
        return summary is not None and bool(summary.thinker) and table not in self._idle

    def _may_go_on(self, summary: Summary) -> bool:
        return self._attended(summary) and self._may_write(summary.setup.caller.address)

    def _attended(self, summary: Summary) -> bool:
        """Whether somebody is at the table, or was until a moment ago where a person plays."""
        table = summary.setup.id
        if self._present(table):
            return True
        since = self._seen.setdefault(table, self._now())
        return summary.peopled and self._now() - since < ATTENDED

    def think_anew(self, table: str) -> None:
        """What a computer has decided here is lost: somebody new is asked with the next summary."""
        self._thinking.pop(table, None)
        self._computers.forget(table)

    def forget(self, table: str) -> None:
        self._thinking.pop(table, None)
        self._seen.pop(table, None)
        self._idle.discard(table)
        self._computers.forget(table)
        self._timers.drop(table)

    def close(self) -> None:
        """Nothing goes on by itself any more."""
        self._closed = True
        self._timers.drop_all()

    def _time_up(self, table: str) -> None:
        """Time may be up; moves since the timer was set have moved the deadline on. The clock of a
        computer that waits for somebody to come stands still."""
        summary = self._summaries.get(table)
        if summary is None or self._closed or table in self._idle:
            return
        deadline = summary.clocks.deadline
        if deadline is None:
            return
        if deadline > self._now():
            self._timers.set(table, deadline)
        else:
            self._put(Job(table, lambda it, now: it.time_up(now), self._now(), summary=True))

    async def _think(self, summary: Summary) -> None:
        table = summary.setup.id
        assert summary.actor is not None
        most = unhurried(summary.thinker, self._seconds)
        thought = Thought(
            summary.setup.game,
            summary.dump,
            summary.thinker,
            self._randomness.seed(),
            summary.thinking_seconds(self._now(), most),
            most=most,
            table=table,
            seat=summary.actor,
            branch=summary.branch,
        )
        answer = await self._computers.think(thought, summary.setup.caller)

        def act(it: Table, now: int) -> Effect:
            return it.computed(summary.id, answer.token, answer.notice, now)

        if not self._closed:
            self._put(Job(table, act, self._now(), address=summary.setup.caller.address))
