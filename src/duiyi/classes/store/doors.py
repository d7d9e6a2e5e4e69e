"""Ways in that are used up: one-time links, devices' requests; and how often somebody has tried."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import astuple
from typing import Any

from duiyi.classes.rows import Device, DeviceState, Link
from duiyi.classes.store.database import ClassDatabase, Conflict

LINK_FIELDS = "hash, class, member, created, expires"
DEVICE_FIELDS = "hash, code, label, created, expires, polled, interval, state, person"
MOST_DEVICES = 1_000
"""Requests that wait at once, of everybody; the next has to try again later."""
MOST_ATTEMPTS = 100_000
KEEP_ATTEMPTS = 86_400_000
FORGIVEN = 60_000
"""After each such time without a try or a pause one failure is forgotten."""
COUNT_FAILURE = """
INSERT INTO attempt (key, failures, until, seen, good) VALUES (:key, 1, 0, :now, 0)
ON CONFLICT (key) DO UPDATE SET seen = :now,
    failures = max(0, failures - max(0, :now - max(seen, until)) / :forgiven) + 1
RETURNING failures
"""


class LinksTable:
    def __init__(self, database: ClassDatabase) -> None:
        self._database = database

    def put(self, link: Link) -> None:
        with self._database.transaction() as run:
            run("DELETE FROM link WHERE member = ?", (link.member,))
            run(f"INSERT INTO link ({LINK_FIELDS}) VALUES (?, ?, ?, ?, ?)", astuple(link))

    def find(self, hash: str, now: int) -> Link | None:
        asked = f"SELECT {LINK_FIELDS} FROM link WHERE hash = ? AND used IS NULL AND expires > ?"
        values = self._database.row(asked, (hash, now))
        return None if values is None else Link(*values)

    def use(self, hash: str, now: int) -> Link | None:
        with self._database.transaction():
            link = self.find(hash, now)
            if link is not None:
                self._database.change("UPDATE link SET used = ? WHERE hash = ?", (now, hash))
            return link

    def forget(self, member: str) -> None:
        self._database.change("DELETE FROM link WHERE member = ?", (member,))


class DevicesTable:
    def __init__(self, database: ClassDatabase) -> None:
        self._database = database

    def add(self, device: Device) -> bool:
        with self._database.transaction() as run:
            run("DELETE FROM device WHERE expires <= ?", (device.created,))
            if run("SELECT count(*) FROM device").fetchall()[0][0] >= MOST_DEVICES:
                return False
            put = f"INSERT INTO device ({DEVICE_FIELDS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
            try:
                self._database.change(put, astuple(device))
            except Conflict:
                return False
            return True

    def by_code(self, code: str, now: int) -> Device | None:
        asked = "code = ? AND expires > ? AND state = 'pending'"
        return self._find(asked, (code, now))

    def by_hash(self, hash: str) -> Device | None:
        return self._find("hash = ?", (hash,))

    def decide(self, code: str, person: str, allowed: bool, now: int) -> bool:
        """Whether a request waited that could be answered."""
        state = DeviceState.approved if allowed else DeviceState.denied
        return (
            self._database.change(
                "UPDATE device SET state = ?, person = ?"
                " WHERE code = ? AND expires > ? AND state = 'pending'",
                (state, person, code, now),
            )
            == 1
        )

    def polled(self, hash: str, now: int, interval: int) -> None:
        asked = "UPDATE device SET polled = ?, interval = ? WHERE hash = ?"
        self._database.change(asked, (now, interval, hash))

    def take(self, hash: str) -> bool:
        """Whether it was approved and nobody has taken it before."""
        asked = "UPDATE device SET state = 'taken' WHERE hash = ? AND state = 'approved'"
        return self._database.change(asked, (hash,)) == 1

    def _find(self, where: str, values: tuple[Any, ...]) -> Device | None:
        found = self._database.row(f"SELECT {DEVICE_FIELDS} FROM device WHERE {where}", values)
        if found is None:
            return None
        hash, code, label, created, expires, polled, interval, state, person = found
        state = DeviceState(state)
        return Device(hash, code, label, created, expires, polled, interval, state, person)


class AttemptsTable:
    def __init__(self, database: ClassDatabase) -> None:
        self._database = database

    def until(self, key: str) -> int:
        found = self._database.row("SELECT until FROM attempt WHERE key = ?", (key,))
        return 0 if found is None else int(found[0])

    def failed(self, key: str, now: int, pause: Callable[[int], int]) -> int:
        with self._database.transaction() as run:
            self._forget(run, now)
            values = {"key": key, "now": now, "forgiven": FORGIVEN}
            failures = int(run(COUNT_FAILURE, values).fetchall()[0][0])
            until = now + pause(failures) if pause(failures) else 0
            run("UPDATE attempt SET until = ? WHERE key = ?", (until, key))
            return until

    def taken_back(self, key: str) -> None:
        asked = "UPDATE attempt SET failures = max(0, failures - 1), until = 0 WHERE key = ?"
        self._database.change(asked, (key,))

    def succeeded(self, key: str, now: int) -> None:
        self._database.change(
            "INSERT INTO attempt (key, failures, until, seen, good) VALUES (?, 0, 0, ?, 1)"
            " ON CONFLICT (key) DO UPDATE SET failures = 0, until = 0, seen = excluded.seen,"
            " good = 1",
            (key, now),
        )

    def is_known(self, key: str) -> bool:
        found = self._database.row("SELECT good FROM attempt WHERE key = ?", (key,))
        return found is not None and bool(found[0])

    def _forget(self, run: Any, now: int) -> None:
        """What is old, and of all the oldest where there are too many: memory is bounded."""
        run("DELETE FROM attempt WHERE seen < ? AND good = 0", (now - KEEP_ATTEMPTS,))
        run("DELETE FROM attempt WHERE seen < ?", (now - 30 * KEEP_ATTEMPTS,))
        count = int(run("SELECT count(*) FROM attempt").fetchall()[0][0])
        if count > MOST_ATTEMPTS:
            run(
                "DELETE FROM attempt WHERE key IN (SELECT key FROM attempt ORDER BY seen LIMIT ?)",
                (count - MOST_ATTEMPTS,),
            )
