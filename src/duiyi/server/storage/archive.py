"""The archive: tables read from the store, and long work about them, on a thread of its own."""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Callable
from typing import ParamSpec, TypeVar

from duiyi.database.file import BadDatabase
from duiyi.server.fair_executor import FairExecutor
from duiyi.server.limits import FIXED
from duiyi.server.storage.store import Store
from duiyi.server.table.randomness import Randomness
from duiyi.server.table.table import Table
from duiyi.server.wire.refusal import Refused, refused

REPLAYS = 16
"""Finished games that are kept for the next questions about them."""
_log = logging.getLogger("duiyi.tables")
P = ParamSpec("P")
T = TypeVar("T")


class Archive:
    """Asked on the event loop."""

    def __init__(self, store: Store, randomness: Randomness) -> None:
        self._store, self._randomness = store, randomness
        self._thread = FairExecutor(
            "duiyi-reader", most=FIXED.waiting_reads, most_each=FIXED.waiting_reads_each
        )
        self._replays: OrderedDict[str, Table] = OrderedDict()

    def close(self) -> None:
        self._thread.close()

    async def run(self, function: Callable[P, T], *arguments: P.args, **named: P.kwargs) -> T:
        """Something long or blocking, beside the rules and the event loop."""
        try:
            return await self._thread.run(function, *arguments, **named)
        except BadDatabase as error:
            _log.error("%s", error)
            raise refused("not-saved", 503) from None

    async def table(self, id: str) -> Table:
        """The table as it is written down; `Refused` where there is none."""
        return await self.run(self._read, id)

    async def finished(self, id: str) -> Table:
        """The same for looking at: a finished game is read once for many questions."""
        table = self._replays.get(id) or await self.table(id)
        if table.status == "finished":
            self._replays[id] = table
            self._replays.move_to_end(id)
            if len(self._replays) > REPLAYS:
                self._replays.popitem(last=False)
        return table

    def _read(self, id: str) -> Table:
        rows = self._store.rows(id)
        if not rows:
            raise no_such_table()
        try:
            return Table.of_rows(rows, self._randomness)
        except Exception:
            _log.exception("table %s cannot be read", id)
            raise refused("unreadable", 410) from None


def no_such_table() -> Refused:
    return refused("no-such-table", 404)
