"""`duiyi db openings`: the index of openings, made anew from the log."""

from __future__ import annotations

from pathlib import Path

from rich.progress import Progress

from duiyi.cli.common.screen import Screen
from duiyi.core import DuiyiError
from duiyi.server.limits import FIXED
from duiyi.server.openings.counting import counted
from duiyi.server.storage.openings import Counted
from duiyi.server.storage.sqlite import SqliteStore


def count_openings(database: Path, screen: Screen) -> int:
    """Forget the index, and count every finished game again; how many there were."""
    store = SqliteStore(database, create=False)
    games = 0
    try:
        store.forget_openings()
        label, total = screen.phrase("db.counting"), store.count_finished()
        with Progress(console=screen.errors, transient=True) as progress:
            for index in progress.track(store.each_finished(), total, description=label):
                try:
                    found = counted(index.table, store.rows(index.table))
                except (DuiyiError, ValueError) as error:
                    screen.errors.print(f"{index.table}: {error}")
                    found = Counted(index.table, ())
                place = index.updated, index.table
                store.count_openings(found, place, FIXED.opening_rows)
                games += bool(found.rows)
    finally:
        store.close()
    return games
