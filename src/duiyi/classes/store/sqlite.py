"""The store in a directory: one SQLite file for all tables, and the files that were handed in."""

from __future__ import annotations

import os
import secrets
from collections.abc import Mapping
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

from duiyi.classes.store.classes import ClassesTable
from duiyi.classes.store.database import ClassDatabase
from duiyi.classes.store.doors import AttemptsTable, DevicesTable, LinksTable
from duiyi.classes.store.games import GamesTable, LaddersTable
from duiyi.classes.store.jobs import JobsTable
from duiyi.classes.store.journal import AuditTable, IncidentsTable, ReviewsTable
from duiyi.classes.store.members import MembersTable
from duiyi.classes.store.people import PeopleTable
from duiyi.classes.store.sessions import SessionsTable
from duiyi.classes.store.uploads import Uploads
from duiyi.classes.store.versions import VersionsTable
from duiyi.database.file import data_directory

FILE = "classes.db"
SECRET_BYTES = 32
MAKE_SECRET = "INSERT OR IGNORE INTO setting (name, value) VALUES ('secret', ?)"
READ_SECRET = "SELECT value FROM setting WHERE name = 'secret'"


class SqliteClasses:
    """The `ClassStore` in a directory, which is made when it is not there (unless not `create`)."""

    def __init__(self, directory: Path | str, *, create: bool = True) -> None:
        self.directory = Path(directory)
        self.database = ClassDatabase(self.directory / FILE, create=create)
        self.uploads = Uploads(self.directory / "uploads")
        self.people = PeopleTable(self.database)
        self.sessions = SessionsTable(self.database)
        self.links = LinksTable(self.database)
        self.devices = DevicesTable(self.database)
        self.attempts = AttemptsTable(self.database)
        self.classes = ClassesTable(self.database)
        self.members = MembersTable(self.database)
        self.versions = VersionsTable(self.database)
        self.incidents = IncidentsTable(self.database)
        self.jobs = JobsTable(self.database, self.incidents)
        self.ladders = LaddersTable(self.database)
        self.games = GamesTable(self.database)
        self.reviews = ReviewsTable(self.database)
        self.audit = AuditTable(self.database)

    def transaction(self) -> AbstractContextManager[Any]:
        return self.database.transaction()

    def secret(self) -> bytes:
        found = self.database.row(READ_SECRET)
        if found is None:
            self.database.change(MAKE_SECRET, (secrets.token_bytes(SECRET_BYTES),))
            found = self.database.row(READ_SECRET)
        assert found is not None
        return bytes(found[0])

    def sweep(self, *, old: float | None = None) -> int:
        with self.transaction():
            named = self.versions.uploads()
            return self.uploads.sweep(named) if old is None else self.uploads.sweep(named, old=old)

    def erase(self) -> None:
        self.sweep(old=0)
        self.database.erase()

    def close(self) -> None:
        self.database.close()


def default_directory(environment: Mapping[str, str] = os.environ) -> Path:
    """Where classes are kept unless somebody says otherwise."""
    return data_directory(environment) / "classes"
