"""Accounts, and the guest games and lessons that have come along with them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from duiyi.classes.errors import BadClass
from duiyi.classes.rows import Person
from duiyi.classes.store.database import ClassDatabase, Conflict

MOST_GUESTS = 20
MOST_LESSONS = 1_000
LONGEST_LESSON = 100
FIELDS = "id, login, password, created, operator"


class PeopleTable:
    def __init__(self, database: ClassDatabase) -> None:
        self._database = database

    def add(self, person: Person) -> None:
        values = (person.id, person.login, person.password, person.created, int(person.operator))
        try:
            self._database.change(f"INSERT INTO person ({FIELDS}) VALUES (?, ?, ?, ?, ?)", values)
        except Conflict:
            raise BadClass("login-taken", "login") from None

    def get(self, id: str) -> Person | None:
        return _person(self._database.row(f"SELECT {FIELDS} FROM person WHERE id = ?", (id,)))

    def by_login(self, login: str) -> Person | None:
        asked = f"SELECT {FIELDS} FROM person WHERE login = ?"
        return _person(self._database.row(asked, (login,)))

    def set_password(self, id: str, password: str) -> None:
        self._database.change("UPDATE person SET password = ? WHERE id = ?", (password, id))

    def set_operator(self, id: str, operator: bool) -> None:
        self._database.change("UPDATE person SET operator = ? WHERE id = ?", (int(operator), id))

    def bring(self, person: str, guest: str | None, lessons: Iterable[str], at: int) -> bool:
        with self._database.transaction() as run:
            free = MOST_LESSONS - self._count("lesson", person)
            known = {*self.lessons(person)}
            new = [one for one in dict.fromkeys(lessons) if one not in known]
            for lesson in [one for one in new if 0 < len(one) <= LONGEST_LESSON][:free]:
                run("INSERT INTO lesson (person, lesson) VALUES (?, ?)", (person, lesson))
            if guest is None or self._count("companion", person) >= MOST_GUESTS:
                return False
            put = "INSERT OR IGNORE INTO companion (guest, person, at) VALUES (?, ?, ?)"
            return self._database.change(put, (guest, person, at)) == 1

    def guests(self, person: str) -> tuple[str, ...]:
        asked = "SELECT guest FROM companion WHERE person = ? ORDER BY at, guest"
        return tuple(guest for (guest,) in self._database.rows(asked, (person,)))

    def lessons(self, person: str) -> tuple[str, ...]:
        asked = "SELECT lesson FROM lesson WHERE person = ? ORDER BY lesson"
        return tuple(lesson for (lesson,) in self._database.rows(asked, (person,)))

    def delete(self, id: str) -> None:
        self._database.change("DELETE FROM person WHERE id = ?", (id,))

    def _count(self, table: str, person: str) -> int:
        found = self._database.row(f"SELECT count(*) FROM {table} WHERE person = ?", (person,))
        return int(found[0]) if found else 0


def _person(values: tuple[Any, ...] | None) -> Person | None:
    if values is None:
        return None
    id, login, password, created, operator = values
    return Person(id, login, password, created, bool(operator))
