"""Power fails at random moments: with full sync nothing that was acknowledged is lost, and without
it something is, which shows that the layer below SQLite takes away what it says."""

from __future__ import annotations

import random
from collections import defaultdict
from pathlib import Path

import apsw
import pytest
from tests.server.power_loss_vfs import Disk

from duiyi.database import connections
from duiyi.database.file import BadDatabase
from duiyi.server.storage.sqlite import SqliteStore
from duiyi.server.storage.store import Guest, Row, Write

CUTS = 25
TABLES = 6
LONGEST_LIFE = 160
"""Operations of the disk until the power fails, at most; opening a new database takes about 40."""

Logs = dict[str, list[Row]]


class Ledger:
    """What a store has acknowledged, and the one batch of which nobody knows."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        self.acknowledged: Logs = defaultdict(list)
        self.unknown: list[Row] = []
        self.writes = 0
        self.lost = False

    def batch(self) -> list[Row]:
        """Some more rows for some tables."""
        rows = []
        for table in self.chance.sample(range(TABLES), self.chance.randint(1, TABLES)):
            there = len(self.acknowledged[f"t{table}"])
            for n in range(there + 1, there + 1 + self.chance.randint(1, 3)):
                text = b'"%s"' % (b"%d" % self.chance.getrandbits(8) * self.chance.randint(1, 600))
                rows.append(Row(f"t{table}", n, self.writes, "play", text))
        return rows

    def write_until_the_cut(self, store: SqliteStore) -> None:
        while True:
            self.unknown = self.batch()
            self.writes += 1
            guest: Write = Guest("writer", "", self.writes, 0)
            try:
                store.write([*self.unknown, guest])
            except (apsw.Error, BadDatabase):
                return
            self.take(self.unknown)
            self.unknown = []

    def take(self, rows: list[Row]) -> None:
        for row in rows:
            self.acknowledged[row.table].append(row)

    def compare(self, store: SqliteStore | None) -> None:
        """See whether anything is missing; go on from what is there."""
        found = rows_of(store)
        expected = {table: self.acknowledged[table] for table in found}
        also: Logs = {table: list(rows) for table, rows in expected.items()}
        for row in self.unknown:
            also[row.table].append(row)
        if found not in (expected, also):
            self.lost = True
        self.acknowledged = defaultdict(list, found)
        self.unknown = []


def rows_of(store: SqliteStore | None) -> Logs:
    """All logs; empty ones where the database cannot be read at all."""
    try:
        return {f"t{n}": store.rows(f"t{n}") if store else [] for n in range(TABLES)}
    except (apsw.Error, BadDatabase):
        return {f"t{n}": [] for n in range(TABLES)}


def run(directory: Path, seed: int, synchronous: str, torn: bool) -> Ledger:
    """Live through many cuts, or until something is lost; the ledger at the end."""
    chance = random.Random(seed)
    disk = Disk(directory, torn=chance if torn else None)
    ledger = Ledger(chance)
    path = directory / "games.sqlite"
    for _ in range(CUTS):
        disk.cut_after(chance.randint(1, LONGEST_LIFE))
        store = opened(path, disk, synchronous)
        if store is not None:
            ledger.write_until_the_cut(store)
            close(store)
        disk.power_on()
        again = opened(path, disk, synchronous)
        ledger.compare(again)
        if again is None or ledger.lost:
            return ledger
        if chance.random() < 0.5:
            disk.cut()
        close(again)
        disk.power_on()
    return ledger


def opened(path: Path, disk: Disk, synchronous: str) -> SqliteStore | None:
    try:
        return SqliteStore(path, vfs=disk.vfs, synchronous=synchronous)
    except (apsw.Error, BadDatabase):
        return None


def close(store: SqliteStore) -> None:
    try:
        store.close()
    except apsw.Error:
        store.close()


@pytest.fixture(autouse=True)
def checkpoints_come_often(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that the power fails in the middle of them as well."""
    monkeypatch.setattr(connections, "CHECKPOINT_PAGES", 30)


@pytest.mark.parametrize("torn", [False, True], ids=["all-gone", "torn"])
@pytest.mark.parametrize("seed", range(4))
def test_with_full_sync_every_acknowledged_write_is_found(
    tmp_path: Path, seed: int, torn: bool
) -> None:
    ledger = run(tmp_path, seed, "FULL", torn)
    assert ledger.writes > 2 * CUTS, "the power was on long enough to write something"
    assert not ledger.lost


@pytest.mark.parametrize("torn", [False, True], ids=["all-gone", "torn"])
@pytest.mark.parametrize("synchronous", ["OFF", "NORMAL"])
def test_without_full_sync_acknowledged_writes_are_lost(
    tmp_path: Path, synchronous: str, torn: bool
) -> None:
    ledger = run(tmp_path, 1, synchronous, torn)
    assert ledger.writes > 0
    assert ledger.lost
