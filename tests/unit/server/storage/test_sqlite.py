"""The store behind SQLite: what was written is read back, lists and searches find what they name,
nothing is written twice or in part, and files of strangers are refused."""

from __future__ import annotations

import stat
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import apsw
import pytest

from duiyi.database.connections import CHECKPOINT_PAGES
from duiyi.database.file import BadDatabase
from duiyi.server.storage.schema import APPLICATION, MIGRATIONS
from duiyi.server.storage.sqlite import SqliteStore
from duiyi.server.storage.store import Conflict, Guest, Index, Kept, Row, Store

PAGE = 4096


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "deep" / "er" / "games.sqlite"


@pytest.fixture
def store(path: Path) -> Iterator[SqliteStore]:
    store = SqliteStore(path)
    yield store
    store.close()


def row(table: str, n: int, data: bytes = b"{}") -> Row:
    return Row(table, n, 1_000 + n, "play", data)


def index(table: str, updated: int, **changes: object) -> Index:
    plain = Index(table, "relati", "waiting", True, ("Ann", "Ben"), ("a", "b"), 1, updated, b"{}")
    return replace(plain, **changes)  # type: ignore[arg-type]


def ids(found: list[Index]) -> list[str]:
    return [each.table for each in found]


def test_it_is_a_store(store: SqliteStore) -> None:
    checked: Store = store
    assert checked.rows("nothing") == []
    assert checked.index("nothing") is None
    assert checked.guest("nobody") is None
    assert checked.kept("none") is None


def test_everything_is_read_back_as_it_was_written(store: SqliteStore) -> None:
    rows = [
        Row("t", 1, 5, "start", '{"名":"對弈 \\u0000 🀄"}'.encode()),
        Row("t", 2, 1 << 60, "play", b'{"token":"C4","left":[1,null]}'),
    ]
    summary = index("t", 9, names=("對 弈", '"\\', ""), guests=("x",), summary='{"a":"é"}'.encode())
    guest = Guest("g", "Ann 🀄", 3, 77)
    kept = Kept("r", "tzaar", ("甲", "乙"), 5, b"[]", "text\nwith lines\n")
    store.write([*rows, summary, guest, kept])
    assert store.rows("t") == rows
    assert store.index("t") == summary
    assert store.guest("g") == guest
    assert store.kept("r") == kept


def test_it_is_still_there_after_closing_and_opening(path: Path) -> None:
    first = SqliteStore(path)
    first.write([row("t", 1), index("t", 1), Guest("g", "Ann", 0, 0)])
    secret = first.secret()
    first.close()
    second = SqliteStore(path)
    assert second.rows("t") == [row("t", 1)]
    assert second.secret() == secret
    assert second.unfinished() == ["t"]
    second.close()


def test_a_row_is_never_written_twice(store: SqliteStore) -> None:
    store.write([row("t", 1), row("t", 2)])
    with pytest.raises(Conflict):
        store.write([row("other", 1), row("t", 2, b'{"token":"else"}'), Guest("g", "Ann", 0, 0)])
    assert store.rows("t") == [row("t", 1), row("t", 2)]
    assert store.rows("other") == []
    assert store.guest("g") is None
    store.write([row("t", 3)])
    assert len(store.rows("t")) == 3


@pytest.mark.parametrize("numbers", [[2], [0], [1, 3], [1, 2, 4], [2, 1]])
def test_a_log_has_no_gap(store: SqliteStore, numbers: list[int]) -> None:
    with pytest.raises(Conflict):
        store.write([row("t", n) for n in numbers])
    assert store.rows("t") == []


def test_the_log_cannot_be_changed_even_by_hand(store: SqliteStore, path: Path) -> None:
    store.write([row("t", 1)])
    connection = apsw.Connection(str(path))
    for statement in ("DELETE FROM log", "UPDATE log SET data = ''"):
        with pytest.raises(apsw.ConstraintError, match="only ever added"):
            connection.execute(statement)
    connection.close()
    assert store.rows("t") == [row("t", 1)]


def test_nothing_of_a_failed_write_stays(store: SqliteStore) -> None:
    with pytest.raises(UnicodeDecodeError):
        store.write([row("t", 1), row("t", 2, b"\xff")])
    assert store.rows("t") == []
    store.write([])
    store.write([row("t", 1)])
    assert store.rows("t") == [row("t", 1)]


def test_index_guest_and_record_are_replaced(store: SqliteStore) -> None:
    store.write([index("t", 1), Guest("g", "Ann", 0, 0)])
    store.write([index("t", 2), index("t", 3, status="running"), Guest("g", "Bea", 1, 0)])
    assert store.index("t") == index("t", 3, status="running")
    assert store.guest("g") == Guest("g", "Bea", 1, 0)


class TestLists:
    """Which tables a question finds, and in which order."""

    @pytest.fixture(autouse=True)
    def tables(self, store: SqliteStore) -> None:
        store.write(
            [
                index("one", 10),
                index("two", 30, status="running", public=False, guests=("a",)),
                index("three", 20, status="finished", game="tzaar", names=("ÉLAN Vital", "對弈")),
                index("four", 40, status="finished", names=("Straße", "ＡＢＣ"), guests=()),
                index("five", 40, status="waiting", guests=("c",)),
            ]
        )

    def test_by_status_newest_first(self, store: SqliteStore) -> None:
        assert ids(store.tables(status=["waiting"])) == ["five", "one"]
        everything = store.tables(status=["finished", "running", "waiting"])
        assert ids(everything) == ["four", "five", "two", "three", "one"]
        assert store.tables(status=[]) == []
        assert store.tables(status=["'; DROP TABLE log"]) == []

    def test_by_public(self, store: SqliteStore) -> None:
        both = ["waiting", "running"]
        assert ids(store.tables(status=both, public=True)) == ["five", "one"]
        assert ids(store.tables(status=both, public=False)) == ["two"]

    def test_by_guest(self, store: SqliteStore) -> None:
        every = ["waiting", "running", "finished"]
        assert ids(store.tables(status=every, guest="a")) == ["two", "three", "one"]
        store.write([index("two", 50, status="running", guests=("b",))])
        assert ids(store.tables(status=every, guest="a")) == ["three", "one"]
        assert ids(store.tables(status=every, guest="b")) == ["two", "three", "one"]
        assert store.tables(status=every, guest="z") == []

    @pytest.mark.parametrize(
        ("part", "found"),
        [
            ("élan", ["three"]),
            ("ÉLAN V", ["three"]),
            ("弈", ["three"]),
            ("STRASSE", ["four"]),
            ("abc", ["four"]),
            ("vital\n對", []),
            ("%", []),
            ("vital對", []),
            ("  ", ["four", "three"]),
        ],
    )
    def test_by_part_of_a_name(self, store: SqliteStore, part: str, found: list[str]) -> None:
        assert ids(store.tables(status=["finished"], name=part)) == found

    def test_by_game_moment_and_number(self, store: SqliteStore) -> None:
        assert ids(store.tables(status=["finished"], game="tzaar")) == ["three"]
        assert ids(store.tables(status=["finished"], before=(40, ""))) == ["three"]
        assert ids(store.tables(status=["finished"], limit=1)) == ["four"]
        assert store.tables(status=["finished"], limit=-1) == []

    def test_pages_lose_and_repeat_nothing(self, store: SqliteStore) -> None:
        """Also where many have the same moment."""
        store.write([index(f"same {n}", 30, status="finished") for n in range(50)])
        whole = store.tables(status=["finished"], limit=100)
        pages: list[Index] = []
        while page := store.tables(
            status=["finished"],
            before=(pages[-1].updated, pages[-1].table) if pages else None,
            limit=7,
        ):
            pages += page
        assert pages == whole
        assert len(whole) == 52

    def test_every_finished_one_oldest_first(self, store: SqliteStore) -> None:
        store.write([index(f"same {n}", 30, status="finished") for n in range(1000)])
        found = ids(list(store.each_finished()))
        assert found == ["three", *sorted(f"same {n}" for n in range(1000)), "four"]
        assert store.count_finished() == 1002

    def test_unfinished(self, store: SqliteStore) -> None:
        assert sorted(store.unfinished()) == ["five", "one", "two"]


def test_records_handed_in_are_listed_and_kept_once(store: SqliteStore) -> None:
    kept = [
        Kept(str(n), "atom" if n % 2 else "relati", (f"Ann {n}",), n, b"{}", "x") for n in range(6)
    ]
    store.write([*kept, kept[0]])
    assert [each.id for each in store.kept_list()] == ["5", "4", "3", "2", "1", "0"]
    assert [each.id for each in store.kept_list(game="atom", before=(5, ""))] == ["3", "1"]
    assert [each.id for each in store.kept_list(name="ANN 4")] == ["4"]
    assert len(store.kept_list(limit=2)) == 2


def test_records_take_up_what_they_take_up_and_may_be_forgotten(store: SqliteStore) -> None:
    texts = ["short", "x" * 10_000, "對" * 2000]
    kept = [Kept(f"r{at}", "tzaar", ("甲",), at, b"[]", text) for at, text in enumerate(texts)]
    assert [one.size for one in kept] == [PAGE, 10_008, 6008]
    store.write(kept)
    assert store.kept_bytes() == PAGE + 10_008 + 6008
    assert store.drop_kept(2, limit=1) == 1
    assert store.drop_kept(2, limit=9) == 1
    assert store.drop_kept(2, limit=9) == 0
    assert store.kept_bytes() == 6008
    assert store.kept("r2") == kept[2]


def test_records_of_an_older_database_are_counted_too(path: Path) -> None:
    path.parent.mkdir(parents=True)
    old = apsw.Connection(str(path))
    old.execute(MIGRATIONS[0])
    old.execute(f"PRAGMA application_id = {APPLICATION}; PRAGMA user_version = 1")
    for name, text in (("a", "short"), ("b", "x" * 10_000)):
        values = (name, "tzaar", '["Ann"]', "ann", 1, "[]", text)
        old.execute("INSERT INTO kept VALUES (?, ?, ?, ?, ?, ?, ?)", values)
    old.close()
    store = SqliteStore(path)
    assert PAGE + 10_000 < store.kept_bytes() < PAGE + 10_100
    store.close()


def test_the_secret_is_made_once(store: SqliteStore) -> None:
    with ThreadPoolExecutor(8) as pool:
        secrets = set(pool.map(lambda _: store.secret(), range(16)))
    assert len(secrets) == 1
    assert len(secrets.pop()) >= 32


def test_many_threads_write_and_read_at_once(store: SqliteStore) -> None:
    together = threading.Barrier(8)

    def play(table: str) -> int:
        together.wait()
        for n in range(1, 41):
            store.write([row(table, n), index(table, n)])
            assert len(store.rows(table)) == n
        return len(store.rows(table))

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(play, "abcdefgh")) == [40] * 8


def test_the_write_ahead_log_stays_bounded(store: SqliteStore, path: Path) -> None:
    beside = path.with_name(path.name + "-wal")
    largest = 0
    for n in range(1, 1_200):
        store.write([row("t", n, b'"%s"' % (b"x" * 12_000))])
        largest = max(largest, beside.stat().st_size)
    assert path.stat().st_size > CHECKPOINT_PAGES * PAGE, "enough was written to mean something"
    assert largest < 2 * CHECKPOINT_PAGES * PAGE


def test_only_the_owner_may_read_the_file(store: SqliteStore, path: Path) -> None:
    store.write([row("t", 1)])
    for file in path.parent.iterdir():
        assert stat.S_IMODE(file.stat().st_mode) & 0o077 == 0, file


def test_a_commit_asks_for_full_sync(store: SqliteStore, path: Path) -> None:
    assert store._writer.execute("PRAGMA synchronous").get == 2
    assert store._writer.execute("PRAGMA journal_mode").get == "wal"


class TestBackup:
    def test_is_a_store_of_its_own(self, store: SqliteStore, tmp_path: Path) -> None:
        store.write([row("t", 1), index("t", 1)])
        secret = store.secret()
        store.backup(str(tmp_path / "new" / "copy.sqlite"))
        store.write([row("t", 2)])
        assert [each.name for each in (tmp_path / "new").iterdir()] == ["copy.sqlite"]
        copy = SqliteStore(tmp_path / "new" / "copy.sqlite")
        assert copy.rows("t") == [row("t", 1)]
        assert copy.secret() == secret
        copy.write([row("t", 2)])
        copy.close()

    def test_while_others_write_is_of_one_moment(self, store: SqliteStore, tmp_path: Path) -> None:
        enough = threading.Event()

        def write() -> int:
            n = 0
            while not enough.is_set():
                n += 1
                store.write([row("one", n), row("two", n)])
            return n

        with ThreadPoolExecutor(1) as pool:
            written = pool.submit(write)
            for number in range(5):
                store.backup(str(tmp_path / f"{number}.sqlite"))
            enough.set()
            assert written.result() > 0
        for number in range(5):
            copy = SqliteStore(tmp_path / f"{number}.sqlite")
            assert len(copy.rows("one")) == len(copy.rows("two"))
            copy.close()


class TestRefusals:
    """Files that are not ours are refused in words, and stay as they are."""

    def refused(self, path: Path, key: str) -> None:
        with pytest.raises(BadDatabase) as caught:
            SqliteStore(path)
        assert caught.value.message.key == f"core:database.{key}"
        assert path.name in str(caught.value)

    def test_some_other_file(self, tmp_path: Path) -> None:
        path = tmp_path / "letter.txt"
        path.write_text("Dear all, " * 500)
        self.refused(path, "not-ours")
        assert path.read_text() == "Dear all, " * 500

    def test_somebody_elses_database(self, tmp_path: Path) -> None:
        path = tmp_path / "other.sqlite"
        other = apsw.Connection(str(path))
        other.execute("CREATE TABLE log (x)")
        other.close()
        before = path.read_bytes()
        self.refused(path, "not-ours")
        assert path.read_bytes() == before

    def test_a_newer_database(self, store: SqliteStore, path: Path) -> None:
        store.close()
        newer = apsw.Connection(str(path))
        newer.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
        newer.close()
        self.refused(path, "newer")

    def test_a_directory(self, tmp_path: Path) -> None:
        self.refused(tmp_path, "unreadable")

    def test_a_path_below_a_file(self, tmp_path: Path) -> None:
        (tmp_path / "file").write_text("")
        self.refused(tmp_path / "file" / "games.sqlite", "unreadable")

    def test_a_database_that_is_not_there(self, tmp_path: Path) -> None:
        with pytest.raises(BadDatabase) as caught:
            SqliteStore(tmp_path / "none.sqlite", create=False)
        assert caught.value.message.key == "core:database.missing"
        assert list(tmp_path.iterdir()) == []

    def test_an_empty_file_becomes_ours(self, tmp_path: Path) -> None:
        path = tmp_path / "empty.sqlite"
        path.touch()
        SqliteStore(path).close()
        SqliteStore(path, create=False).close()
