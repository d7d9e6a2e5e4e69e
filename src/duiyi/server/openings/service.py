"""Openings, as the page asks for them."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping

from duiyi.analysis.openings.tally import Tally
from duiyi.core import DuiyiError
from duiyi.server.openings import counting
from duiyi.server.openings.counting import Asked
from duiyi.server.records.reader import Reader
from duiyi.server.storage.store import Store
from duiyi.server.wire.openings import OpeningRow, Openings, OpeningsWanted
from duiyi.server.wire.refusal import refused_by

Fair = Callable[[str, str], Awaitable[None]]
"""Refuses a position of a game that people are playing now."""


class OpeningService:
    """Asked on the event loop; positions are read in a process, the index on a thread."""

    def __init__(self, store: Store, reader: Reader, fair: Fair) -> None:
        self._store, self._reader, self._fair = store, reader, fair

    async def openings(self, wanted: OpeningsWanted) -> Openings:
        try:
            asked = await self._reader.run(counting.asked, wanted)
        except DuiyiError as error:
            raise refused_by(error, field="" if hasattr(error, "field") else "text") from None
        await self._fair(wanted.game, asked.dump)
        people = await asyncio.to_thread(self._store.opening, asked.position)
        return Openings(_rows(asked, people), _rows(asked, asked.selfplay))


def _rows(asked: Asked, counted: Mapping[bytes, tuple[int, int]]) -> tuple[OpeningRow, ...]:
    rows = []
    for child, (games, points) in counted.items():
        tokens = asked.decisions.get(child)
        if not tokens:
            continue
        tally = Tally(games, points)
        low, high = tally.interval()
        rows.append(
            OpeningRow(
                token=tokens[0],
                tokens=tuple(tokens),
                label=asked.labels[child],
                games=games,
                score=tally.score,
                low=low,
                high=high,
                proven=asked.proven.get(child, ""),  # type: ignore[arg-type]
            )
        )
    return tuple(sorted(rows, key=lambda row: (-row.games, row.token)))
