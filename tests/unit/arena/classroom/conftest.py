"""A store in an empty directory."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from duiyi.classes.store.sqlite import SqliteClasses


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqliteClasses]:
    made = SqliteClasses(tmp_path / "classes")
    yield made
    made.close()
