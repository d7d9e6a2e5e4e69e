"""Records: games that were finished here and records that were handed in, in one list.

`duiyi.server.records.reader` reads texts; what a finished table looks like is the business of
`duiyi.server.live.service`.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import partial
from typing import TypeVar

import msgspec

from duiyi.core import BadRecord, DuiyiError
from duiyi.core.message import message
from duiyi.database.file import BadDatabase
from duiyi.server.fair_queue import CALLER
from duiyi.server.limiter import Limiter, too_much_today
from duiyi.server.records import replay
from duiyi.server.records.reader import Reader
from duiyi.server.storage.store import Index, Kept, Place, Store
from duiyi.server.table.summary import listed
from duiyi.server.wire import moment
from duiyi.server.wire.analysis import Followed
from duiyi.server.wire.http import RecordSummary
from duiyi.server.wire.refusal import Refused, refused, refused_by

DAY = 86_400_000
EVERY = 3600.0
"""Seconds between two looks for what has expired."""
EXPIRING = 100
"""Records that are forgotten in one transaction."""
T = TypeVar("T")
_counts = msgspec.json.Decoder(replay.Counts)
_log = logging.getLogger("duiyi.server")


def now_ms() -> int:
    return time.time_ns() // 1_000_000


class RecordService:
    """Asked on the event loop; storage and rules work beside it."""

    def __init__(
        self, store: Store, reader: Reader, limiter: Limiter, now: Callable[[], int] = now_ms
    ) -> None:
        self._store, self._reader, self._limiter, self._now = store, reader, limiter, now
        self._keeping = asyncio.Lock()

    async def search(
        self, guest: str, game: str | None, name: str | None, before: str | None, limit: int
    ) -> list[RecordSummary]:
        """The newest first: public games, the guest's own, and records."""
        until = place(before) if before else None
        return await asyncio.to_thread(
            self._search, guest, game or None, name or None, until, limit
        )

    def _search(
        self, guest: str, game: str | None, name: str | None, before: Place | None, limit: int
    ) -> list[RecordSummary]:
        tables = partial(
            self._store.tables,
            status=["finished"], game=game, name=name, before=before, limit=limit,
        )  # fmt: skip
        finished = tables(public=True) + (tables(public=False, guest=guest) if guest else [])
        kept = self._store.kept_list(game=game, name=name, before=before, limit=limit)
        found = {(index.updated, index.table): _of_table(index) for index in finished}
        found |= {(one.added, one.id): of_kept(one) for one in kept}
        return [found[where] for where in sorted(found, reverse=True)[:limit]]

    async def hand_in(self, text: str) -> RecordSummary:
        """Keep a record, once for all who hand in the same; a day later its time begins anew."""
        try:
            checked = await self._reader.run(replay.check, text)
        except DuiyiError as error:
            raise _no_record(error) from None
        kept = Kept(
            checked.id, checked.game, checked.names, self._now(), checked.summary, checked.text
        )
        if not self._limiter.of_address("record_bytes", CALLER.get().address, kept.size):
            raise too_much_today()
        async with self._keeping:
            # One after the other: what is there has to be known before there is more.
            return of_kept(await asyncio.to_thread(self._keep, kept))

    def _keep(self, kept: Kept) -> Kept:
        known = self._store.kept(kept.id)
        if known is not None and known.added > kept.added - DAY:
            return known
        most = self._limiter.limits.records_bytes
        if known is None and self._store.kept_bytes() + kept.size > most:
            raise Refused(507, "records-full", message("http:records-full"))
        self._store.write([kept])
        return kept

    async def converted(self, text: str, to: str) -> str:
        """A record in one of its forms; it is checked and not kept."""
        try:
            return await self._reader.run(replay.as_json if to == "json" else replay.as_dyr, text)
        except DuiyiError as error:
            raise _no_record(error) from None

    async def expire(self) -> int:
        """Forget what was handed in too long ago; how many records it were."""
        before = self._now() - self._limiter.limits.record_days * DAY
        gone = 0
        while dropped := await asyncio.to_thread(self._store.drop_kept, before, EXPIRING):
            gone += dropped
        return gone

    async def keep_expiring(self) -> None:
        while True:
            try:
                await self.expire()
            except BadDatabase as error:
                _log.error("records could not be forgotten: %s", error)
            except Exception:
                _log.exception("records could not be forgotten")
            await asyncio.sleep(EVERY)

    async def summary(self, id: str) -> RecordSummary:
        return of_kept(await self._kept(id))

    async def history(self, id: str) -> bytes:
        return await self._reader.run(replay.history, (await self._kept(id)).text, id)

    async def frames(self, id: str, first: int, last: int) -> bytes:
        return await self._reader.run(replay.frames, (await self._kept(id)).text, first, last)

    async def hint_position(self, id: str, at: int) -> tuple[str, str]:
        """The game and the position that somebody wants a hint for."""
        found = await self._reader.run(replay.asked, (await self._kept(id)).text, at)
        if found is None:
            raise refused("nothing-to-decide")
        return found

    async def position_at(self, id: str, at: int) -> tuple[str, str]:
        """The game, and the text of the position after so many decisions."""
        found = await self._reader.run(replay.dumped, (await self._kept(id)).text, at)
        if found is None:
            raise refused("no-such-position", 404, "at")
        return found

    async def dyr(self, id: str) -> str:
        return (await self._kept(id)).text

    async def json(self, id: str) -> str:
        return await self._reader.run(replay.as_json, (await self._kept(id)).text)

    async def position(self, game: str, text: str) -> bytes:
        return await self._read_text(replay.position, game, text)

    async def followed(self, game: str, text: str, steps: Sequence[str | int]) -> Followed:
        """A position text, and the steps that lead on from there."""
        return await self._read_text(replay.followed, game, text, steps)

    async def deciding(self, game: str, text: str) -> str:
        """A position text as the rules write it; `Refused` where nobody decides in it."""
        found = await self._read_text(replay.deciding, game, text)
        if found is None:
            raise refused("nothing-to-decide")
        return found

    async def _read_text(self, read: Callable[..., T], *arguments: object) -> T:
        try:
            return await self._reader.run(read, *arguments)
        except DuiyiError as error:
            raise refused_by(error, field="" if hasattr(error, "field") else "text") from None

    async def _kept(self, id: str) -> Kept:
        kept = await asyncio.to_thread(self._store.kept, id)
        if kept is None:
            raise Refused(404, "no-record", message("http:no-record"))
        return kept


def _no_record(error: DuiyiError) -> Refused:
    """Where a text is no record, and why."""
    if not isinstance(error, BadRecord):
        return refused_by(error, "bad-record", "text")
    said = message("bad-record.at", line=error.line, column=error.column, problem=error.message)
    return Refused(422, "bad-record", said, "text")


def of_kept(kept: Kept) -> RecordSummary:
    counts = _counts.decode(kept.summary)
    return RecordSummary(
        id=kept.id,
        source="record",
        game=kept.game,
        names=kept.names,
        seats=counts.seats,
        decisions=counts.decisions,
        outcome=msgspec.Raw(bytes(counts.outcome)),
        ended=moment(kept.added),
    )


def _of_table(index: Index) -> RecordSummary:
    table = listed(index)
    return RecordSummary(
        id=index.table,
        source="table",
        game=index.game,
        names=tuple(seat.name for seat in table.seats),
        seats=len(table.seats),
        decisions=table.decisions,
        outcome=table.outcome,
        ended=moment(index.updated),
    )


def place(text: str) -> Place:
    """Where a list goes on: the last summary's `ended`, and after a tilde its `id`."""
    ended, _, id = text.partition("~")
    return milliseconds(ended), id


def milliseconds(text: str) -> int:
    """A moment as it stands in a summary; the inverse of `wire.moment`."""
    try:
        stamp = datetime.fromisoformat(text)
        stamp = stamp if stamp.tzinfo else stamp.replace(tzinfo=UTC)
        since = stamp - datetime(1970, 1, 1, tzinfo=UTC)
        return (since.days * 86400 + since.seconds) * 1000 + since.microseconds // 1000
    except (ValueError, OverflowError):
        raise Refused(
            422, "bad-field", message("http:bad-field", field="before"), "before"
        ) from None
