"""A store in an empty directory, and passwords that cost next to nothing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.unit.classes.cs2 import QUICK, Cs2, make_cs2

from duiyi.classes.people.passwords import Passwords
from duiyi.classes.store.sqlite import SqliteClasses


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqliteClasses]:
    made = SqliteClasses(tmp_path / "classes")
    yield made
    made.close()


@pytest.fixture
def passwords() -> Passwords:
    return QUICK


@pytest.fixture
def cs2(store: SqliteClasses) -> Cs2:
    return make_cs2(store)
