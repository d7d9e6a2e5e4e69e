"""Members of classes: by roster, by code, by their accounts."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from duiyi.classes.errors import BadClass
from duiyi.classes.people.pseudonyms import draw
from duiyi.classes.people.tokens import new_id
from duiyi.classes.roles import Role
from duiyi.classes.roster import MOST, Entry, folded, updated
from duiyi.classes.rows import Member, MemberState
from duiyi.classes.store.database import ClassDatabase, Conflict

FIELDS = "id, class, role, student, name, email, pseudonym, created, person, state"
MOST_WAITING = 300
"""Requests to join that wait in one class; whoever comes later asks the teacher."""
ADD = f"INSERT INTO member ({FIELDS}, folded) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
RELEASE = """
UPDATE member SET person = NULL, state = 'invited' WHERE id = ? AND state = 'joined'
"""
FORGET = """
UPDATE member SET state = 'removed', student = '', folded = NULL, name = '', email = '',
    person = NULL WHERE id = ?
"""


class MembersTable:
    def __init__(self, database: ClassDatabase) -> None:
        self._database = database

    def add(
        self,
        class_id: str,
        entry: Entry,
        now: int,
        role: Role = Role.student,
        state: MemberState = MemberState.invited,
        person: str | None = None,
    ) -> Member:
        with self._database.transaction():
            self._check_room(class_id, state)
            pseudonym = draw(self._pseudonyms(class_id))
            made = Member(
                *(new_id(), class_id, role, entry.id, entry.name, entry.email, pseudonym, now),
                *(person, state),
            )
            try:
                self._database.change(ADD, (*_values(made), folded(entry.id) or None))
            except Conflict:
                raise BadClass("member-twice", "id", id=entry.id) from None
            return made

    def put_roster(self, class_id: str, entries: Iterable[Entry], now: int) -> tuple[int, int]:
        added = changed = 0
        with self._database.transaction() as run:
            for entry in entries:
                before = self.by_student(class_id, entry.id)
                if before is None:
                    self.add(class_id, entry, now)
                    added += 1
                    continue
                after = updated(Entry(before.student, before.name, before.email), entry)
                if (after.name, after.email) != (before.name, before.email):
                    set_both = "UPDATE member SET name = ?, email = ? WHERE id = ?"
                    run(set_both, (after.name, after.email, before.id))
                    changed += 1
        return added, changed

    def get(self, id: str) -> Member | None:
        return self._one("id = ?", (id,))

    def of_class(self, class_id: str) -> tuple[Member, ...]:
        asked = f"SELECT {FIELDS} FROM member WHERE class = ? ORDER BY student, created, id"
        return tuple(_member(values) for values in self._database.rows(asked, (class_id,)))

    def by_student(self, class_id: str, student: str) -> Member | None:
        asked = "class = ? AND folded = ? AND state IN ('invited', 'joined')"
        return self._one(asked, (class_id, folded(student)))

    def by_person(self, class_id: str, person: str) -> Member | None:
        return self._one("class = ? AND person = ?", (class_id, person))

    def of_person(self, person: str) -> tuple[Member, ...]:
        asked = f"SELECT {FIELDS} FROM member WHERE person = ? ORDER BY created, id"
        return tuple(_member(values) for values in self._database.rows(asked, (person,)))

    def join(self, id: str, person: str) -> bool:
        """Whether an invited member is this person from now on."""
        asked = "UPDATE member SET person = ?, state = 'joined' WHERE id = ? AND state <> 'removed'"
        try:
            return self._database.change(asked, (person, id)) == 1
        except Conflict:
            raise BadClass("joined-already") from None

    def release(self, id: str) -> bool:
        """Whether somebody is out again and only on the roster: the wrong one had come."""
        return self._database.change(RELEASE, (id,)) == 1

    def admit(self, id: str) -> None:
        """Let somebody in who waits; one who is on the roster takes that place, with its name."""
        with self._database.transaction() as run:
            waiting = self.get(id)
            if waiting is None or waiting.state is not MemberState.waiting:
                raise BadClass("not-waiting")
            listed = self.by_student(waiting.class_id, waiting.student)
            if listed is None:
                run("UPDATE member SET state = 'joined' WHERE id = ?", (id,))
                return
            free = listed.state is MemberState.invited and listed.role is waiting.role
            if not free or waiting.person is None:
                raise BadClass("member-twice", "id", id=waiting.student)
            run("DELETE FROM member WHERE id = ?", (id,))
            self.join(listed.id, waiting.person)

    def turn_away(self, id: str) -> bool:
        """Forget a request to join."""
        asked = "DELETE FROM member WHERE id = ? AND state = 'waiting'"
        return self._database.change(asked, (id,)) == 1

    def set_role(self, id: str, role: Role) -> None:
        self._database.change("UPDATE member SET role = ? WHERE id = ?", (role, id))

    def forget(self, id: str) -> None:
        """Everything that says who it was; the pseudonym stays on the games of others."""
        self._database.change(FORGET, (id,))

    def _check_room(self, class_id: str, state: MemberState) -> None:
        waiting = state is MemberState.waiting
        sign = "=" if waiting else "<>"
        asked = f"SELECT count(*) FROM member WHERE class = ? AND state {sign} 'waiting'"
        found = self._database.row(asked, (class_id,))
        if found is not None and found[0] >= (MOST_WAITING if waiting else MOST):
            raise BadClass("many-waiting" if waiting else "many-members", most=MOST)

    def _pseudonyms(self, class_id: str) -> set[str]:
        asked = "SELECT pseudonym FROM member WHERE class = ?"
        return {name for (name,) in self._database.rows(asked, (class_id,))}

    def _one(self, where: str, values: tuple[Any, ...]) -> Member | None:
        found = self._database.row(f"SELECT {FIELDS} FROM member WHERE {where}", values)
        return None if found is None else _member(found)


def _values(member: Member) -> tuple[Any, ...]:
    return (
        *(member.id, member.class_id, member.role, member.student, member.name, member.email),
        *(member.pseudonym, member.created, member.person, member.state),
    )


def _member(values: tuple[Any, ...]) -> Member:
    id, class_id, role, student, name, email, pseudonym, created, person, state = values
    return Member(
        *(id, class_id, Role(role), student, name, email, pseudonym, created),
        person=person,
        state=MemberState(state),
    )
