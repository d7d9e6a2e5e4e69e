"""Classes themselves: found by id, by what stands in addresses, by code, and by who is in them."""

from __future__ import annotations

from typing import Any

import msgspec

from duiyi.classes.errors import BadClass
from duiyi.classes.rows import Class, ClassState
from duiyi.classes.settings import ClassSettings
from duiyi.classes.store.database import ClassDatabase, Conflict, as_json

FIELDS = "id, slug, title, settings, created, state, code"
MOST_CLASSES = 1_000

_settings = msgspec.json.Decoder(ClassSettings).decode


class ClassesTable:
    def __init__(self, database: ClassDatabase) -> None:
        self._database = database

    def add(self, made: Class) -> None:
        settings = as_json(made.settings)
        values = (made.id, made.slug, made.title, settings, made.created, made.state, made.code)
        with self._database.transaction() as run:
            if run("SELECT count(*) FROM class").fetchall()[0][0] >= MOST_CLASSES:
                raise BadClass("many-classes", most=MOST_CLASSES)
            put = f"INSERT INTO class ({FIELDS}) VALUES (?, ?, ?, ?, ?, ?, ?)"
            try:
                self._database.change(put, values)
            except Conflict:
                raise BadClass("slug-taken", "slug", slug=made.slug) from None

    def get(self, id: str) -> Class | None:
        return self._one("id = ?", id)

    def by_slug(self, slug: str) -> Class | None:
        return self._one("slug = ?", slug)

    def by_code(self, code: str) -> Class | None:
        return self._one("code = ?", code)

    def all(self) -> tuple[Class, ...]:
        found = self._database.rows(f"SELECT {FIELDS} FROM class ORDER BY created, slug")
        return tuple(_class(values) for values in found)

    def of_person(self, person: str) -> tuple[Class, ...]:
        asked = (
            f"SELECT {FIELDS} FROM class WHERE id IN (SELECT class FROM member WHERE person = ?"
            " AND state = 'joined') ORDER BY created DESC, slug"
        )
        return tuple(_class(values) for values in self._database.rows(asked, (person,)))

    def set_title(self, id: str, title: str) -> None:
        self._database.change("UPDATE class SET title = ? WHERE id = ?", (title, id))

    def set_settings(self, id: str, settings: ClassSettings) -> None:
        text = as_json(settings)
        self._database.change("UPDATE class SET settings = ? WHERE id = ?", (text, id))

    def set_state(self, id: str, state: ClassState) -> None:
        self._database.change("UPDATE class SET state = ? WHERE id = ?", (state, id))

    def set_code(self, id: str, code: str | None) -> bool:
        try:
            return self._database.change("UPDATE class SET code = ? WHERE id = ?", (code, id)) == 1
        except Conflict:
            return False

    def delete(self, id: str) -> None:
        self._database.change("DELETE FROM class WHERE id = ?", (id,))

    def _one(self, where: str, value: str) -> Class | None:
        found = self._database.row(f"SELECT {FIELDS} FROM class WHERE {where}", (value,))
        return None if found is None else _class(found)


def _class(values: tuple[Any, ...]) -> Class:
    id, slug, title, settings, created, state, code = values
    return Class(id, slug, title, _settings(settings), created, ClassState(state), code)
