"""Versions: what members have handed in, how far each has come, which one is active."""

from __future__ import annotations

from typing import Any

from duiyi.classes.errors import BadClass
from duiyi.classes.rows import Version, VersionState
from duiyi.classes.store.database import ClassDatabase

FIELDS = (
    "id, class, member, number, arrived, day, late, sha256, size, state, stopped_at, counts, report"
)
MOST_VERSIONS = 2_000
"""Of one member in one class."""
LARGEST_REPORT = 1_000_000
PUT = f"INSERT INTO version ({FIELDS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
PROGRESS = "UPDATE version SET state = ?, stopped_at = ?, counts = ?, report = ? WHERE id = ?"
HANDED_IN = "SELECT coalesce(sum(counts), 0), count(*) FROM version WHERE member = ? AND day = ?"
BEING_VALIDATED = ("received", "compiling", "checking", "testing")
FORGET = """
UPDATE version SET sha256 = '', size = 0, report = '',
    state = CASE WHEN state = 'active' THEN 'ready' ELSE state END WHERE member = ?
"""


class VersionsTable:
    def __init__(self, database: ClassDatabase) -> None:
        self._database = database

    def add(self, version: Version) -> Version:
        with self._database.transaction() as run:
            asked = "SELECT coalesce(max(number), 0) FROM version WHERE member = ?"
            number = int(run(asked, (version.member,)).fetchall()[0][0]) + 1
            if number > MOST_VERSIONS:
                raise BadClass("many-versions", most=MOST_VERSIONS)
            run(PUT, _values(version, number))
        found = self.get(version.id)
        assert found is not None
        return found

    def get(self, id: str) -> Version | None:
        found = self._where("id = ?", (id,))
        return found[0] if found else None

    def of_member(self, member: str) -> tuple[Version, ...]:
        return self._where("member = ? ORDER BY number", (member,))

    def of_class(self, class_id: str) -> tuple[Version, ...]:
        return self._where("class = ? ORDER BY arrived, id", (class_id,))

    def active(self, class_id: str) -> tuple[Version, ...]:
        return self._where("class = ? AND state = 'active' ORDER BY arrived, id", (class_id,))

    def outline(self, class_id: str) -> tuple[Version, ...]:
        light = FIELDS.replace("report", "''")
        asked = f"SELECT {light} FROM version WHERE class = ? ORDER BY arrived, id"
        return tuple(_version(values) for values in self._database.rows(asked, (class_id,)))

    def handed_in(self, member: str, day: int) -> tuple[int, int]:
        asked = (
            "SELECT coalesce(sum(counts), 0), count(*) FROM version WHERE member = ? AND day = ?"
        )
        found = self._database.row(asked, (member, day))
        assert found is not None
        return int(found[0]), int(found[1])

    def progress(self, id: str, state: VersionState, report: str) -> None:
        assert state.value in BEING_VALIDATED
        self._set(id, state, "", None, report)

    def stop(self, id: str, step: str, counts: bool, report: str) -> None:
        self._set(id, VersionState.stopped, step, counts, report)

    def again(self, id: str) -> None:
        self._set(id, VersionState.received, "", None, "")

    def passed(self, id: str, report: str) -> Version:
        with self._database.transaction():
            self._set(id, VersionState.ready, "", True, report)
            version = self.get(id)
            if version is None:
                raise BadClass("no-version")
            newer = "SELECT 1 FROM version WHERE member = ? AND state = 'active' AND number > ?"
            if not self._database.rows(newer, (version.member, version.number)):
                self.activate(id)
            return self.get(id) or version

    def activate(self, id: str) -> None:
        with self._database.transaction() as run:
            version = self.get(id)
            if version is None or version.state not in (VersionState.ready, VersionState.active):
                raise BadClass("not-ready")
            stand_down = "UPDATE version SET state = 'ready' WHERE member = ? AND state = 'active'"
            run(stand_down, (version.member,))
            run("UPDATE version SET state = 'active' WHERE id = ?", (id,))

    def set_report(self, id: str, report: str) -> None:
        self._database.change("UPDATE version SET report = ? WHERE id = ?", (report, id))

    def uploads(self) -> set[str]:
        found = self._database.rows("SELECT DISTINCT sha256 FROM version WHERE sha256 <> ''")
        return {sha256 for (sha256,) in found}

    def forget(self, member: str) -> None:
        """Sources and reports; that there was a version stays, because others have played it."""
        self._database.change(FORGET, (member,))

    def _set(
        self, id: str, state: VersionState, step: str, counts: bool | None, report: str
    ) -> None:
        if len(report.encode()) > LARGEST_REPORT:
            raise ValueError("the report is too large")
        with self._database.transaction() as run:
            version = self.get(id)
            if version is None:
                raise BadClass("no-version")
            kept = version.counts if counts is None else counts
            run(PROGRESS, (state, step, int(kept), report, id))

    def _where(self, where: str, values: tuple[Any, ...]) -> tuple[Version, ...]:
        found = self._database.rows(f"SELECT {FIELDS} FROM version WHERE {where}", values)
        return tuple(_version(values) for values in found)


def _values(version: Version, number: int) -> tuple[Any, ...]:
    return (
        *(version.id, version.class_id, version.member, number, version.arrived, version.day),
        *(int(version.late), version.sha256, version.size, version.state, version.stopped_at),
        *(int(version.counts), version.report),
    )


def _version(values: tuple[Any, ...]) -> Version:
    id, class_id, member, number, arrived, day, late, sha256, size, state, step, counts, report = (
        values
    )
    return Version(
        *(id, class_id, member, number, arrived, day, bool(late), sha256, size),
        state=VersionState(state),
        stopped_at=step,
        counts=bool(counts),
        report=report,
    )
