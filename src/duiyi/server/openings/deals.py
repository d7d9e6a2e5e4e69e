"""Deals: how fair a set-up is, played out by the computers while nobody else needs them.

Whoever asks is told what is known; if that is not enough, more games are played on his behalf, a
pair at a time among all others who think long, so that addresses take turns. What came out is kept
for all who ask about the same deal, however it is turned.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter

from duiyi.analysis.openings.deal import fairness
from duiyi.core import DuiyiError
from duiyi.server.computers.pool import Computers
from duiyi.server.fair_queue import CALLER, Caller
from duiyi.server.limits import FIXED
from duiyi.server.openings import counting
from duiyi.server.records.reader import Reader
from duiyi.server.storage.store import Store
from duiyi.server.wire.openings import Deal, DealWanted
from duiyi.server.wire.refusal import Refused, refused, refused_by

KEEP_EVERY = 10
"""Pairs that are played between two times at which what is known is kept."""
_log = logging.getLogger("duiyi.computers")


class Deals:
    """Asked on the event loop."""

    def __init__(
        self,
        store: Store,
        reader: Reader,
        computers: Computers,
        games: int = FIXED.deal_games,
    ) -> None:
        self._store, self._reader, self._computers = store, reader, computers
        self._games = games
        self._played: dict[str, list[float]] = {}
        """What the pairs of deals that are being played out have scored."""
        self._jobs: dict[str, asyncio.Task[None]] = {}
        self._each: Counter[str] = Counter()

    async def fairness(self, wanted: DealWanted) -> Deal:
        """What is known of a deal; asks for more where that is not enough."""
        try:
            text = await self._reader.run(counting.deal, wanted.game, wanted.text)
        except DuiyiError as error:
            raise refused_by(error, field="" if hasattr(error, "field") else "text") from None
        known = f"{wanted.game} {text}"
        pairs = self._played.get(known)
        if pairs is None:
            kept = await asyncio.to_thread(self._store.deal, known)
            pairs = self._played.get(known) or list(kept)
        if known not in self._jobs and not self._enough(pairs):
            self._begin(known, wanted, pairs)
        return self._told(pairs, known in self._jobs)

    def _begin(self, known: str, wanted: DealWanted, pairs: list[float]) -> None:
        caller = CALLER.get()
        if len(self._jobs) >= FIXED.deals or self._each[caller.address] >= FIXED.deals_each:
            if not pairs:
                raise refused("busy", 429)
            return
        self._played[known] = pairs
        self._each[caller.address] += 1
        self._jobs[known] = asyncio.create_task(self._play_out(known, wanted, pairs, caller))

    async def _play_out(
        self, known: str, wanted: DealWanted, pairs: list[float], caller: Caller
    ) -> None:
        try:
            while not self._enough(pairs):
                pairs.append(
                    await self._computers.pair(wanted.game, wanted.text, len(pairs), caller)
                )
                if len(pairs) % KEEP_EVERY == 0 or self._enough(pairs):
                    await self._keep(known, wanted.game, pairs)
        except Refused as error:
            _log.warning("deal of %s: %s", wanted.game[:60], error.code)
        except Exception:
            _log.exception("deal of %s", wanted.game[:60])
        finally:
            self._played.pop(known, None)
            self._jobs.pop(known, None)
            self._each[caller.address] -= 1
            if self._each[caller.address] <= 0:
                del self._each[caller.address]

    async def _keep(self, known: str, game: str, pairs: list[float]) -> None:
        now = time.time_ns() // 1_000_000
        await asyncio.to_thread(
            self._store.put_deal, known, game, now, tuple(pairs), FIXED.deals_kept
        )

    async def played_out(self) -> None:
        """Until nothing is being played out any more."""
        while self._jobs:
            await asyncio.wait(self._jobs.values())

    async def close(self) -> None:
        """What is being played out is given up; what was kept stays."""
        jobs = [*self._jobs.values()]
        for job in jobs:
            job.cancel()
        await asyncio.gather(*jobs, return_exceptions=True)

    def _enough(self, pairs: list[float]) -> bool:
        """All games are played: whoever stopped as soon as it looks decided would be wrong more
        often than the interval says."""
        return 2 * len(pairs) >= self._games

    def _told(self, pairs: list[float], running: bool) -> Deal:
        found = fairness(pairs)
        return Deal(
            found.games,
            self._games,
            running,
            found.score,
            found.low,
            found.high,
            found.word.value,
            found.would_tell or 0,
        )
