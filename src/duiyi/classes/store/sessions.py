"""Who is signed in, by hashes of tokens: found, ended one by one or all at once, forgotten."""

from __future__ import annotations

from dataclasses import astuple

from duiyi.classes.rows import Session
from duiyi.classes.store.database import ClassDatabase

MOST_SESSIONS = 20
"""Of one person; the oldest ends when one more begins."""
TOUCH = 3_600_000
"""So seldom it is written down that a session is still used."""
IDLE = 14 * 86_400_000
"""After so long without use it has ended."""
FIELDS = "hash, id, person, scope, label, created, seen, expires"
DROP_OLDEST = """
DELETE FROM session WHERE hash IN
    (SELECT hash FROM session WHERE person = ? ORDER BY created DESC, hash LIMIT -1 OFFSET ?)
"""


class SessionsTable:
    def __init__(self, database: ClassDatabase) -> None:
        self._database = database

    def add(self, session: Session) -> None:
        with self._database.transaction() as run:
            run(f"INSERT INTO session ({FIELDS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)", astuple(session))
            run(DROP_OLDEST, (session.person, MOST_SESSIONS))

    def find(self, hash: str, now: int) -> Session | None:
        values = self._database.row(f"SELECT {FIELDS} FROM session WHERE hash = ?", (hash,))
        if values is None:
            return None
        session = Session(*values)
        if now >= session.expires or now - session.seen > IDLE:
            return None
        if now - session.seen > TOUCH:
            self._database.change("UPDATE session SET seen = ? WHERE hash = ?", (now, hash))
        return session

    def of(self, person: str) -> tuple[Session, ...]:
        asked = f"SELECT {FIELDS} FROM session WHERE person = ? ORDER BY created DESC, id"
        return tuple(Session(*values) for values in self._database.rows(asked, (person,)))

    def end(self, hash: str) -> None:
        self._database.change("DELETE FROM session WHERE hash = ?", (hash,))

    def end_one(self, person: str, id: str) -> bool:
        asked = "DELETE FROM session WHERE person = ? AND id = ?"
        return self._database.change(asked, (person, id)) == 1

    def end_all(self, person: str) -> int:
        return self._database.change("DELETE FROM session WHERE person = ?", (person,))

    def forget(self, now: int) -> int:
        asked = "DELETE FROM session WHERE expires <= ? OR seen < ?"
        return self._database.change(asked, (now, now - IDLE))
