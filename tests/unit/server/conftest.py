"""What tests of tables, the service and sockets share: a store, a clock set by hand, guests,
tables, and a server with somebody who asks it."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.server_process import Served, served
from tests.unit.server.played import Make, Played

from duiyi.server.storage.sqlite import SqliteStore
from duiyi.server.storage.store import Guest
from duiyi.server.table.randomness import Randomness
from duiyi.server.wire import Clock, NewSeat, NewTable
from duiyi.server.words import add_catalogs


@dataclass
class Watch:
    """Milliseconds that pass only when a test says so."""

    moment: int = 1_700_000_000_000

    def __call__(self) -> int:
        return self.moment

    def tick(self, milliseconds: int) -> int:
        self.moment += milliseconds
        return self.moment


@pytest.fixture(scope="session", autouse=True)
def _words() -> None:
    add_catalogs()


@pytest.fixture
def watch() -> Watch:
    return Watch()


@pytest.fixture
def randomness() -> Randomness:
    return Randomness(random.Random(1))


@pytest.fixture
def ann() -> Guest:
    return Guest("guest-ann", "Ann", 0, 0)


@pytest.fixture
def bob() -> Guest:
    return Guest("guest-bob", "Bob", 0, 0)


@pytest.fixture
def eve() -> Guest:
    return Guest("guest-eve", "Eve", 0, 0)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqliteStore]:
    store = SqliteStore(tmp_path / "tables.sqlite3")
    yield store
    store.close()


@pytest.fixture
def make(ann: Guest, randomness: Randomness, watch: Watch) -> Make:
    def made(
        *seats: NewSeat,
        name: str = "relati-classic",
        options: Mapping[str, Any] | None = None,
        clock: Clock | None = None,
        **more: Any,
    ) -> Played:
        about = {"public": True, "undo": True, **more}
        new = NewTable(name, dict(options or {}), [*seats], clock or Clock(), **about)
        return Played(new, ann, randomness, watch)

    return made


@pytest.fixture(scope="module")
def server() -> Iterator[Served]:
    """A server of its own for the tests of a module."""
    with served(extra_args=["--limits", "generous", "--proxy", "127.0.0.1"]) as server:
        yield server


@pytest.fixture
def client(server: Served) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=server.url, timeout=60) as client:
        yield client
