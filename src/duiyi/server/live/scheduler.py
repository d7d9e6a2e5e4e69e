"""Prompting: what goes on at tables without anybody asking. Time is up, or a computer has to think.

Everything here happens on the event loop. What comes of it goes the way of all jobs; how tables
come into memory, and who is told what has happened, is the desk's affair.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping

from duiyi.server.alarms import Alarms
from duiyi.server.computers import Computers, Thought
from duiyi.server.effects import Effect
from duiyi.server.facts import Facts
from duiyi.server.limits import FIXED
from duiyi.server.luck import Luck
from duiyi.server.opponents import unhurried
from duiyi.server.pipeline import Job
from duiyi.server.table import Table

ATTENDED = int(FIXED.attended_seconds * 1000)
THINKING = 1.0
"""Seconds that a computer gets for a turn where the clock allows it."""


class Prompter:
    """Hears of every table whose facts are new. `facts` has the newest of each table in memory."""

    def __init__(
        self,
        computers: Computers,
        luck: Luck,
        now: Callable[[], int],
        *,
        thinking: float,
        facts: Mapping[str, Facts],
        put: Callable[[Job], None],
        spawn: Callable[[Coroutine[None, None, None]], None],
        present: Callable[[str], bool],
        may_write: Callable[[str], bool],
    ) -> None:
        self._computers, self._luck, self._now = computers, luck, now
        self._seconds = thinking
        self._facts, self._put, self._spawn = facts, put, spawn
        self._present, self._may_write = present, may_write
        self._alarms = Alarms(now, self._ring)
        self._thinking: dict[str, int] = {}
        """The state id that each table's computer was last asked about."""
        self._seen: dict[str, int] = {}
        """When somebody was last at each table where computers may go on for a while."""
        self._idle: set[str] = set()
        """Tables whose computer waits for somebody to come."""
        self._closed = False

    def know(self, facts: Facts) -> None:
        """Wait for the deadline, and ask the computer whose turn it is."""
        table = facts.setup.id
        deadline = facts.clocks.deadline
        if deadline is not None:
            self._alarms.set(table, deadline)
        if facts.status == "finished":
            self._computers.forget(table)
        self._idle.discard(table)
        if facts.thinker and self._thinking.get(table) != facts.id and not self._closed:
            if not self._may_go_on(facts):
                self._idle.add(table)
                return
            self._thinking[table] = facts.id
            self._spawn(self._think(facts))

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
        facts = self._facts.get(table)
        if facts is None or not self._may_go_on(facts):
            return
        if facts.clocks.deadline is None:
            self.know(facts)
        elif not self._closed:
            self._put(Job(table, lambda it, now: it.resume(now), self._now(), facts=True))

    def busy(self, table: str) -> bool:
        """Whether a computer thinks about it, or is going to."""
        facts = self._facts.get(table)
        return facts is not None and bool(facts.thinker) and table not in self._idle

    def _may_go_on(self, facts: Facts) -> bool:
        return self._attended(facts) and self._may_write(facts.setup.caller.address)

    def _attended(self, facts: Facts) -> bool:
        """Whether somebody is at the table, or was until a moment ago where a person plays."""
        table = facts.setup.id
        if self._present(table):
            return True
        since = self._seen.setdefault(table, self._now())
        return facts.peopled and self._now() - since < ATTENDED

    def think_anew(self, table: str) -> None:
        """What a computer has decided here is lost: somebody new is asked with the next facts."""
        self._thinking.pop(table, None)
        self._computers.forget(table)

    def forget(self, table: str) -> None:
        self._thinking.pop(table, None)
        self._seen.pop(table, None)
        self._idle.discard(table)
        self._computers.forget(table)
        self._alarms.drop(table)

    def close(self) -> None:
        """Nothing goes on by itself any more."""
        self._closed = True
        self._alarms.drop_all()

    def _ring(self, table: str) -> None:
        """Time may be up; moves since the timer was set have moved the deadline on. The clock of a
        computer that waits for somebody to come stands still."""
        facts = self._facts.get(table)
        if facts is None or self._closed or table in self._idle:
            return
        deadline = facts.clocks.deadline
        if deadline is None:
            return
        if deadline > self._now():
            self._alarms.set(table, deadline)
        else:
            self._put(Job(table, lambda it, now: it.time_up(now), self._now(), facts=True))

    async def _think(self, facts: Facts) -> None:
        table = facts.setup.id
        assert facts.actor is not None
        most = unhurried(facts.thinker, self._seconds)
        thought = Thought(
            facts.setup.game,
            facts.dump,
            facts.thinker,
            self._luck.seed(),
            facts.thinking_seconds(self._now(), most),
            most=most,
            table=table,
            seat=facts.actor,
            branch=facts.branch,
        )
        answer = await self._computers.think(thought, facts.setup.caller)

        def act(it: Table, now: int) -> Effect:
            return it.computed(facts.id, answer.token, answer.notice, now)

        if not self._closed:
            self._put(Job(table, act, self._now(), by=facts.setup.caller.address))
