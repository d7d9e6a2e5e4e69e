"""The queue: work with leases, taken in a fair order and finished exactly once.

A worker takes a job for some seconds and renews that while it works. A lease that runs out puts the
job back, and the next worker gets it under a higher epoch: whoever held the old one can change
nothing any more, however late it wakes up. What a job produces is written in the transaction that
finishes it, so that both happen or neither.

Moments come from the workers' clocks. A clock that jumps makes work be done again, never twice.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from duiyi.classes.errors import BadClass
from duiyi.classes.people.tokens import new_id
from duiyi.classes.rows import Incident, Job, JobKind, JobState, NewJob
from duiyi.classes.store.database import ClassDatabase, Conflict, as_json
from duiyi.classes.store.journal import IncidentsTable

PRIORITIES = {JobKind.rate: 5, JobKind.validate: 10, JobKind.final: 20, JobKind.game: 30}
"""The smaller comes first: somebody waits for a validation and looks at it."""
MOST_ATTEMPTS = 5
MOST_QUEUED = 20_000
"""In one class."""
LARGEST = 1_000_000
FIELDS = (
    "id, class, member, kind, priority, payload, state, owner, until, epoch, attempts, created,"
    " result"
)
PUT = """
INSERT INTO job (id, class, member, payer, kind, priority, key, payload, state, not_before, owner,
    until, epoch, attempts, created)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'queued', ?, NULL, 0, 0, 0, ?)
"""
NEXT = """
SELECT job.n, job.payer, job.class FROM job LEFT JOIN payer ON payer.id = job.payer
WHERE job.state = 'queued' AND job.not_before <= ? AND job.kind IN (SELECT value FROM json_each(?))
ORDER BY job.priority, coalesce(payer.served, 0), job.attempts, job.n LIMIT 1
"""
SERVE = """
INSERT INTO payer (id, class, served)
VALUES (?, ?, (SELECT coalesce(max(served), 0) + 1 FROM payer))
ON CONFLICT (id) DO UPDATE SET served = excluded.served
"""
TAKE = """
UPDATE job SET state = 'leased', owner = ?, until = ?, epoch = epoch + 1, attempts = attempts + 1
WHERE n = ?
"""
HELD = "id = ? AND state = 'leased' AND owner = ? AND epoch = ? AND until > ?"
FINISH = f"""
UPDATE job SET state = 'done', owner = NULL, until = 0, finished = ?, result = ? WHERE {HELD}
"""
BEFORE = """
SELECT count(*) FROM job WHERE state = 'queued' AND priority < ?
"""
OTHERS = """
SELECT payer, count(*) FROM job WHERE state = 'queued' AND priority = ? GROUP BY payer
"""
EARLIER = """
SELECT count(*) FROM job
WHERE state = 'queued' AND priority = ? AND payer = ? AND (attempts, n) < (?, ?)
"""

REVIVE = """
UPDATE job SET state = 'queued', attempts = 0, finished = NULL, not_before = ?
WHERE class = ? AND kind = ? AND state = 'dead'
"""
PENDING = """
SELECT count(*) FROM job WHERE class = ? AND kind = ? AND state IN ('queued', 'leased')
"""
OF_VERSION = f"""
SELECT {FIELDS} FROM job WHERE class = (SELECT class FROM version WHERE id = ?1)
    AND kind = 'validate' AND json_extract(payload, '$.version') = ?1 ORDER BY n DESC LIMIT 1
"""


class LeaseLost(Exception):
    """Somebody else has the job by now, or may have it: what was done for it does not count."""


class JobsTable:
    def __init__(self, database: ClassDatabase, incidents: IncidentsTable) -> None:
        self._database = database
        self._incidents = incidents

    def add(self, new: NewJob, now: int) -> Job | None:
        payload = as_json(new.payload)
        if len(payload) > LARGEST:
            raise ValueError("the payload is too large")
        priority = PRIORITIES[new.kind] if new.priority is None else new.priority
        id, payer = new_id(), new.member or new.class_id
        with self._database.transaction() as run:
            asked = "SELECT count(*) FROM job WHERE class = ? AND state = 'queued'"
            if run(asked, (new.class_id,)).fetchall()[0][0] >= MOST_QUEUED:
                raise BadClass("many-jobs", most=MOST_QUEUED)
            try:
                self._database.change(
                    PUT,
                    (
                        *(id, new.class_id, new.member, payer, new.kind, priority, new.key),
                        *(payload, new.not_before, now),
                    ),
                )
            except Conflict:
                return None
        return self.get(id)

    def get(self, id: str) -> Job | None:
        found = self._database.row(f"SELECT {FIELDS} FROM job WHERE id = ?", (id,))
        return None if found is None else _job(found)

    def take(
        self, owner: str, now: int, seconds: float, kinds: Sequence[JobKind] = tuple(JobKind)
    ) -> Job | None:
        with self._database.transaction() as run:
            self.expire(now)
            found = run(NEXT, (now, as_json(kinds))).fetchall()
            if not found:
                return None
            n, payer, class_id = found[0]
            run(SERVE, (payer, class_id))
            run(TAKE, (owner, now + round(seconds * 1000), n))
            return _job(run(f"SELECT {FIELDS} FROM job WHERE n = ?", (n,)).fetchall()[0])

    def renew(self, job: Job, now: int, seconds: float) -> None:
        asked = f"UPDATE job SET until = ? WHERE {HELD}"
        self._held(asked, (now + round(seconds * 1000), job.id, job.owner, job.epoch, now))

    def finish(self, job: Job, now: int, result: dict[str, Any]) -> None:
        text = as_json(result)
        if len(text) > LARGEST:
            raise ValueError("the result is too large")
        self._held(FINISH, (now, text, job.id, job.owner, job.epoch, now))

    def give_back(self, job: Job, now: int, pause: float, reason: str) -> None:
        with self._database.transaction():
            asked = (
                "UPDATE job SET state = 'queued', owner = NULL, until = 0, not_before = ?"
                f" WHERE {HELD}"
            )
            until = now + round(pause * 1000)
            self._held(asked, (until, job.id, job.owner, job.epoch, now))
            if job.attempts >= MOST_ATTEMPTS:
                self._bury(job.id, job.class_id, now, reason)

    def expire(self, now: int) -> int:
        with self._database.transaction() as run:
            asked = "SELECT id, class, attempts FROM job WHERE state = 'leased' AND until <= ?"
            lost = run(asked, (now,)).fetchall()
            for id, class_id, attempts in lost:
                run("UPDATE job SET state = 'queued', owner = NULL, until = 0 WHERE id = ?", (id,))
                if attempts >= MOST_ATTEMPTS:
                    self._bury(id, class_id, now, "lease")
            return len(lost)

    def place(self, id: str) -> int | None:
        found = self._database.row(
            "SELECT priority, payer, attempts, n, state FROM job WHERE id = ?", (id,)
        )
        if found is None or found[4] != JobState.queued:
            return None
        priority, payer, attempts, n, _ = found
        sooner = self._database.rows(BEFORE, (priority,))[0][0]
        own = self._database.rows(EARLIER, (priority, payer, attempts, n))[0][0]
        others = [
            count for other, count in self._database.rows(OTHERS, (priority,)) if other != payer
        ]
        return int(sooner + own + sum(min(count, own + 1) for count in others))

    def pending(self, class_id: str, kind: JobKind) -> int:
        return int(self._database.rows(PENDING, (class_id, kind))[0][0])

    def revive(self, class_id: str, kind: JobKind, not_before: int) -> int:
        return self._database.change(REVIVE, (not_before, class_id, kind))

    def waiting(self) -> int:
        return int(self._database.rows("SELECT count(*) FROM job WHERE state = 'queued'")[0][0])

    def recent(self, class_id: str, kind: JobKind, limit: int) -> tuple[Job, ...]:
        asked = f"SELECT {FIELDS} FROM job WHERE class = ? AND kind = ? ORDER BY n DESC LIMIT ?"
        found = self._database.rows(asked, (class_id, kind, limit))
        return tuple(_job(values) for values in reversed(found))

    def of_version(self, version: str) -> Job | None:
        found = self._database.row(OF_VERSION, (version,))
        return None if found is None else _job(found)

    def counts(self, class_id: str) -> dict[JobState, int]:
        asked = "SELECT state, count(*) FROM job WHERE class = ? GROUP BY state"
        found = self._database.rows(asked, (class_id,))
        return {JobState(state): count for state, count in found}

    def dead(self, kind: JobKind) -> tuple[Job, ...]:
        asked = f"SELECT {FIELDS} FROM job WHERE state = 'dead' AND kind = ? ORDER BY n"
        return tuple(_job(values) for values in self._database.rows(asked, (kind,)))

    def settle(self, id: str) -> None:
        self._database.change("DELETE FROM job WHERE id = ? AND state = 'dead'", (id,))

    def drop(self, member: str) -> int:
        return self._database.change("DELETE FROM job WHERE member = ?", (member,))

    def forget(self, before: int) -> int:
        return self._database.change("DELETE FROM job WHERE finished < ?", (before,))

    def _bury(self, id: str, class_id: str, now: int, reason: str) -> None:
        asked = "UPDATE job SET state = 'dead', owner = NULL, until = 0, finished = ? WHERE id = ?"
        self._database.change(asked, (now, id))
        self._incidents.add(Incident(now, "job-dead", reason, class_id, id))

    def _held(self, statement: str, values: tuple[Any, ...]) -> None:
        if self._database.change(statement, values) != 1:
            raise LeaseLost


def _job(values: tuple[Any, ...]) -> Job:
    id, class_id, member, kind, priority, payload, state, owner, until, epoch, attempts, *rest = (
        values
    )
    created, result = rest
    return Job(
        *(id, class_id, member, JobKind(kind), priority, msgspec.json.decode(payload)),
        *(JobState(state), owner, until, epoch, attempts, created),
        result=None if result is None else msgspec.json.decode(result),
    )
