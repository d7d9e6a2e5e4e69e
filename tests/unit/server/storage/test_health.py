"""Storage that is shared, full or damaged: said in a sentence, and seen from outside."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

import apsw
import pytest
from tests.unit.server.test_app_limits import TABLE
from tests.unit.server.test_app_shares import house
from tests.unit.server.test_serve import started_in_vain

from duiyi.core import DuiyiError
from duiyi.database.file import BadDatabase
from duiyi.server.run import alone
from duiyi.server.storage import sqlite as sqlite_module
from duiyi.server.storage.health import StorageHealth
from duiyi.server.storage.sqlite import SqliteStore
from duiyi.server.storage.store import Row
from duiyi.server.words import add_catalogs

BIG = b'{"x": "' + b"x" * 3000 + b'"}'

PATIENCE = 30.0


def filled(path: Path, rows: int = 300) -> Path:
    store = SqliteStore(path)
    store.write([Row(f"t{number}", 1, 1, "make", BIG) for number in range(rows)])
    store.secret()
    store.close()
    return path


def damaged(path: Path) -> Path:
    """Every page but the first few overwritten."""
    with path.open("r+b") as file:
        size = file.seek(0, os.SEEK_END)
        file.seek(2 * 4096)
        file.write(b"\xa5" * (size - 2 * 4096))
    return path


def test_a_lock_is_one_whatever_the_way_to_the_database(tmp_path: Path) -> None:
    add_catalogs()
    database = filled(tmp_path / "duiyi.sqlite3")
    (tmp_path / "deep").mkdir()
    (tmp_path / "link").symlink_to(tmp_path)
    (tmp_path / "name").symlink_to(database)
    (tmp_path / "twice").symlink_to("name")
    ways = ["name", "twice", "link/duiyi.sqlite3", "deep/../duiyi.sqlite3", "link/name"]
    with alone(database):
        for way in ways:
            with pytest.raises(DuiyiError, match="another duiyi serve"), alone(tmp_path / way):
                pass
    for way in ways:
        with alone(tmp_path / way):
            pass


def test_a_database_with_two_names_is_refused(tmp_path: Path) -> None:
    """SQLite names its journal after the name, so that two of them would be one file's end."""
    add_catalogs()
    database = filled(tmp_path / "duiyi.sqlite3")
    os.link(database, tmp_path / "other.sqlite3")
    for name in ("duiyi.sqlite3", "other.sqlite3"):
        with pytest.raises(BadDatabase, match="hard links"), alone(tmp_path / name):
            pass
        with pytest.raises(BadDatabase, match="hard links"):
            SqliteStore(tmp_path / name)


def test_a_damaged_database_is_a_sentence_for_serve(tmp_path: Path) -> None:
    database = damaged(filled(tmp_path / "duiyi.sqlite3"))
    code, said = started_in_vain(database)
    assert code == 2
    assert said.startswith(f"duiyi: the database {database} is damaged: ")
    assert said.count("\n") == 1


def test_a_damaged_page_is_a_sentence_wherever_it_is_met(tmp_path: Path) -> None:
    path = filled(tmp_path / "duiyi.sqlite3")
    store = SqliteStore(path)
    damaged(path)
    try:
        with pytest.raises(BadDatabase, match="is damaged"):
            list(map(store.rows, (f"t{number}" for number in range(300))))
        with pytest.raises(BadDatabase, match="is damaged"):
            store.backup(str(tmp_path / "copy"))
        assert not (tmp_path / "copy").exists()
    finally:
        store.close()


def test_health_is_not_ok_while_nothing_can_be_saved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(sqlite_module, "FAILED_SECONDS", 0.0)

    async def use() -> None:
        async with house(tmp_path) as here:
            store = here.services.store
            assert isinstance(store, SqliteStore)
            object.__setattr__(here.services, "storage_health", StorageHealth(store, every=0.0))
            visitor = here.visitor()
            assert (await visitor.get("/health")).json()["status"] == "ok"
            # As on a disk that has become read-only.
            store._writer.execute("PRAGMA query_only = ON")
            answer = await visitor.post("/api/tables", json=TABLE)
            assert (answer.status_code, answer.json()["code"]) == (503, "not-saved")
            health = await visitor.get("/health")
            assert (health.status_code, health.json()["status"]) == (503, "unsaved")
            renamed = await visitor.put("/api/me", json={"name": "Ada"})
            assert (renamed.status_code, renamed.json()["code"]) == (503, "unsaved")
            # What goes on by itself meanwhile says so in a sentence too.
            expiring = asyncio.create_task(here.services.records.keep_expiring())
            async with asyncio.timeout(PATIENCE):
                while "could not be forgotten" not in caplog.text:
                    await asyncio.sleep(0.01)
            expiring.cancel()
            store._writer.execute("PRAGMA query_only = OFF")
            assert (await visitor.get("/health")).json()["status"] == "ok"
            assert (await visitor.post("/api/tables", json=TABLE)).status_code == 201
            monkeypatch.setattr(sqlite_module, "FREE_BYTES", 1 << 62)
            assert (await visitor.get("/health")).status_code == 503

    asyncio.run(use())
    assert "Traceback" not in caplog.text


def test_what_failed_counts_for_a_while(store: SqliteStore) -> None:
    """A small thing may still find room where nothing larger does."""
    assert store.can_save()
    pages = store._writer.execute("PRAGMA page_count").get
    store._writer.execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(BadDatabase, match="full"):
        store.write([Row(f"t{number}", 1, 1, "make", BIG) for number in range(50)])
    assert not store.can_save()
    store._writer.execute("PRAGMA max_page_count = 1000000")
    store.write([Row("t", 1, 1, "make", BIG)])
    assert store.can_save()


def test_an_error_of_sqlite_is_never_said_as_it_is(store: SqliteStore) -> None:
    store._writer.execute("PRAGMA query_only = ON")
    with pytest.raises(BadDatabase) as caught:
        store.write([Row("t", 1, 1, "make", b"{}")])
    assert isinstance(caught.value.__cause__, apsw.ReadOnlyError)
