"""The file of the classes: recognised, shared by processes, all or nothing."""

from __future__ import annotations

import threading
from pathlib import Path

import apsw
import pytest
from tests.unit.classes.cs2 import ANN, NOW, Cs2, make_cs2

from duiyi.classes.roster import Entry
from duiyi.classes.store.database import ClassDatabase, Conflict
from duiyi.classes.store.schema import SCHEMA
from duiyi.classes.store.sqlite import FILE, SqliteClasses
from duiyi.classes.store.store import ClassStore
from duiyi.database.file import BadDatabase
from duiyi.server.storage.sqlite import SqliteStore

PEOPLE = "SELECT count(*) FROM member"


def test_sqlite_is_a_store(store: SqliteClasses) -> None:
    interface: ClassStore = store
    assert len(interface.secret()) == 32
    assert interface.secret() == store.secret()


def test_neither_database_takes_the_other_for_its_own(tmp_path: Path) -> None:
    SqliteStore(tmp_path / "site.db").close()
    SqliteClasses(tmp_path / "classes").close()
    with pytest.raises(BadDatabase):
        ClassDatabase(tmp_path / "site.db")
    with pytest.raises(BadDatabase):
        SqliteStore(tmp_path / "classes" / FILE)


def test_a_file_of_a_newer_version_is_refused_and_one_that_is_missing_not_made(
    tmp_path: Path,
) -> None:
    SqliteClasses(tmp_path).close()
    connection = apsw.Connection(str(tmp_path / FILE))
    assert connection.execute("PRAGMA user_version").get == len(SCHEMA.migrations)
    connection.execute("PRAGMA user_version = 99")
    connection.close()
    with pytest.raises(BadDatabase, match="99"):
        SqliteClasses(tmp_path)
    with pytest.raises(BadDatabase):
        SqliteClasses(tmp_path / "nowhere", create=False)
    assert not (tmp_path / "nowhere").exists()


def test_writes_are_on_the_disk_when_they_return(store: SqliteClasses) -> None:
    for pragma, value in (("synchronous", 2), ("foreign_keys", 1), ("secure_delete", 1)):
        assert store.database._writer.execute(f"PRAGMA {pragma}").get == value


def test_a_transaction_inside_another_ends_with_it(cs2: Cs2) -> None:
    database = cs2.store.database
    before = database.rows(PEOPLE)
    with pytest.raises(ZeroDivisionError):
        add_and_fail(cs2)
    assert database.rows(PEOPLE) == before
    with cs2.store.transaction():
        cs2.store.members.add(cs2.joined.id, Entry("X1", "", ""), NOW)
        assert database.rows(PEOPLE) != before, "what was written is seen inside"
        with pytest.raises(Conflict):
            database.change("INSERT INTO setting VALUES ('a', 1), ('a', 2)")
    assert database.rows(PEOPLE) != before, "a conflict that was dealt with undoes itself only"


def add_and_fail(cs2: Cs2) -> None:
    with cs2.store.transaction():
        cs2.store.members.add(cs2.joined.id, Entry("X1", "", ""), NOW)
        cs2.store.members.add(cs2.joined.id, Entry("X2", "", ""), NOW)
        raise ZeroDivisionError


def test_others_do_not_see_what_is_not_committed(cs2: Cs2, tmp_path: Path) -> None:
    other = SqliteClasses(tmp_path / "classes")
    before = other.database.rows(PEOPLE)
    with cs2.store.transaction():
        cs2.store.members.add(cs2.joined.id, Entry("X1", "", ""), NOW)
        assert other.database.rows(PEOPLE) == before
    assert other.database.rows(PEOPLE) != before
    other.close()


def test_many_who_write_at_once_all_get_their_turn(tmp_path: Path) -> None:
    """Stores as separate processes have them; also when the file is not there yet."""
    stores: list[SqliteClasses] = []
    errors: list[BaseException] = []
    gate = threading.Barrier(5)

    def write(number: int) -> None:
        try:
            gate.wait()
            store = SqliteClasses(tmp_path)
            stores.append(store)
            cs2 = make_cs2(store, f"cs{number}")
            for count in range(10):
                store.members.add(cs2.joined.id, Entry(f"X{count}", "", ""), NOW)
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=write, args=(number,)) for number in range(5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == []
    assert stores[0].database.rows(PEOPLE) == [(5 * 14,)]
    assert len({store.secret() for store in stores}) == 1
    for store in stores:
        store.close()


def test_every_row_of_a_class_goes_with_it(cs2: Cs2) -> None:
    """Every table but those of people and of the site has a foreign key that leads to the class."""
    asked = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
    tables = {name for (name,) in cs2.store.database.rows(asked)}
    free = {"setting", "person", "attempt", "class", "device", "pulse"}
    for table in tables - free:
        keys = cs2.store.database.rows(f"PRAGMA foreign_key_list({table})")
        parents = {key[2]: key[6] for key in keys}
        assert parents, table
        assert {*parents.values()} <= {"CASCADE", "SET NULL"}, table
    assert cs2.member(ANN).class_id == cs2.joined.id
