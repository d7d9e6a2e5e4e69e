"""What has happened: requests for a review, who did what, and where the platform failed."""

from __future__ import annotations

from typing import Any

import msgspec

from duiyi.classes.errors import BadClass
from duiyi.classes.rows import AuditLine, Incident, Review
from duiyi.classes.store.database import ClassDatabase, as_json

LONGEST_TEXT = 280
LONGEST_DETAIL = 4_000
MOST_OPEN = 10
"""Requests of one member that wait for an answer."""
MOST_REVIEWS = 200
KEPT_LINES = 20_000
KEPT_INCIDENTS = 5_000
"""Of one class."""
REVIEW_FIELDS = "id, class, member, game, text, verdict, created, answer, answered_by, answered"
PUT_REVIEW = f"INSERT INTO review ({REVIEW_FIELDS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
COUNT_REVIEWS = "SELECT count(*), coalesce(sum(answered = 0), 0) FROM review WHERE member = ?"


class ReviewsTable:
    def __init__(self, database: ClassDatabase) -> None:
        self._database = database

    def add(self, review: Review) -> None:
        if not 0 < len(review.text) <= LONGEST_TEXT:
            raise BadClass("review-text", "text", most=LONGEST_TEXT)
        values = (
            *(review.id, review.class_id, review.member, review.game, review.text),
            *(as_json(review.verdict), review.created, review.answer, review.answered_by),
            review.answered,
        )
        with self._database.transaction() as run:
            count, waiting = run(COUNT_REVIEWS, (review.member,)).fetchall()[0]
            if count >= MOST_REVIEWS or waiting >= MOST_OPEN:
                raise BadClass("many-reviews", most=MOST_OPEN)
            run(PUT_REVIEW, values)

    def answer(self, id: str, text: str, by: str, now: int) -> bool:
        if not 0 < len(text) <= LONGEST_DETAIL:
            raise BadClass("review-text", "text", most=LONGEST_DETAIL)
        asked = "UPDATE review SET answer = ?, answered_by = ?, answered = ? WHERE id = ?"
        return self._database.change(asked, (text, by, now, id)) == 1

    def get(self, id: str) -> Review | None:
        found = self._where("id = ?", id)
        return found[0] if found else None

    def of_class(self, class_id: str) -> tuple[Review, ...]:
        """Those that wait first, the oldest of them at the top."""
        return self._where("class = ? ORDER BY answered > 0, n", class_id)

    def of_member(self, member: str) -> tuple[Review, ...]:
        return self._where("member = ? ORDER BY n", member)

    def unjudged(self, limit: int) -> tuple[Review, ...]:
        asked = f"SELECT {REVIEW_FIELDS} FROM review WHERE verdict = '{{}}' ORDER BY n LIMIT ?"
        return tuple(_review(values) for values in self._database.rows(asked, (limit,)))

    def set_verdict(self, id: str, verdict: dict[str, Any]) -> None:
        asked = "UPDATE review SET verdict = ? WHERE id = ?"
        self._database.change(asked, (as_json(verdict), id))

    def forget(self, member: str) -> None:
        self._database.change("DELETE FROM review WHERE member = ?", (member,))

    def _where(self, where: str, value: str) -> tuple[Review, ...]:
        found = self._database.rows(f"SELECT {REVIEW_FIELDS} FROM review WHERE {where}", (value,))
        return tuple(_review(values) for values in found)


class AuditTable:
    def __init__(self, database: ClassDatabase) -> None:
        self._database = database

    def add(self, line: AuditLine) -> None:
        put = (
            "INSERT INTO audit (class, at, actor, action, subject, detail)"
            " VALUES (?, ?, ?, ?, ?, ?)"
        )
        detail = as_json(line.detail)
        if len(detail) > LONGEST_DETAIL:
            raise ValueError("the detail is too long")
        values = (line.class_id or None, line.at, line.actor, line.action, line.subject, detail)
        with self._database.transaction() as run:
            run(put, values)
            run(_older("audit"), {"class": line.class_id or None, "kept": KEPT_LINES})

    def of_class(self, class_id: str, limit: int = 1_000) -> tuple[AuditLine, ...]:
        asked = (
            "SELECT at, actor, action, subject, detail, class, n FROM audit WHERE class = ?"
            " ORDER BY n DESC LIMIT ?"
        )
        return tuple(
            AuditLine(at, actor, action, subject, msgspec.json.decode(detail), class_id, n)
            for at, actor, action, subject, detail, class_id, n in self._database.rows(
                asked, (class_id, limit)
            )
        )


class IncidentsTable:
    def __init__(self, database: ClassDatabase) -> None:
        self._database = database

    def add(self, incident: Incident) -> int:
        put = (
            "INSERT INTO incident (class, at, kind, detail, job) VALUES (?, ?, ?, ?, ?) RETURNING n"
        )
        detail = incident.detail[:LONGEST_DETAIL]
        values = (incident.class_id or None, incident.at, incident.kind, detail, incident.job)
        with self._database.transaction() as run:
            n = int(run(put, values).fetchall()[0][0])
            run(_older("incident"), {"class": incident.class_id or None, "kept": KEPT_INCIDENTS})
            return n

    def of_class(self, class_id: str, limit: int = 1_000) -> tuple[Incident, ...]:
        asked = (
            "SELECT at, kind, detail, class, job, n FROM incident WHERE class = ?"
            " ORDER BY n DESC LIMIT ?"
        )
        found = self._database.rows(asked, (class_id, limit))
        return tuple(Incident(*values) for values in found)


def _older(table: str) -> str:
    """Removes what is beyond the newest of a class: no class pushes out what another has."""
    return (
        f"DELETE FROM {table} WHERE class IS :class AND n <= (SELECT n FROM {table}"
        " WHERE class IS :class ORDER BY n DESC LIMIT 1 OFFSET :kept)"
    )


def _review(values: tuple[Any, ...]) -> Review:
    id, class_id, member, game, text, verdict, created, answer, answered_by, answered = values
    return Review(
        *(id, class_id, member, game, text, msgspec.json.decode(verdict), created),
        answer=answer,
        answered_by=answered_by,
        answered=answered,
    )
