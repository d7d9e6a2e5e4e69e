"""A server with a class in which something has happened, and somebody of every role who asks."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.server_process import served
from tests.unit.server.classes.school import School, make_school

from duiyi.classes.store.sqlite import SqliteClasses


@pytest.fixture(scope="package")
def school(tmp_path_factory: pytest.TempPathFactory) -> Iterator[School]:
    directory: Path = tmp_path_factory.mktemp("school") / "classes"
    store = SqliteClasses(directory)
    words = ["--classes", str(directory), "--no-arena", "--proxy", "127.0.0.1"]
    with served(extra_args=[*words, "--limits", "generous"]) as server:
        made = make_school(store, server)
        yield made
        made.close()
    store.close()
