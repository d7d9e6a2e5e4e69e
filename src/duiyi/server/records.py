"""Records: games that were finished here and records that were handed in, in one list.

Reading texts is done by `duiyi.server.reader`; what a finished table looks like is the desk's
business.
"""

from __future__ import annotations

import asyncio
import time
from datetime import UTC, datetime
from functools import partial

import msgspec

from duiyi.core import BadRecord, DuiyiError
from duiyi.core.message import message
from duiyi.server import replay
from duiyi.server.facts import listed
from duiyi.server.reader import Reader
from duiyi.server.refusal import Refused, refused, refused_by
from duiyi.server.store import Index, Kept, Place, Store
from duiyi.server.wire import moment
from duiyi.server.wire_http import RecordSummary

_counts = msgspec.json.Decoder(replay.Counts)


class Records:
    """Asked on the event loop; storage and rules work beside it."""

    def __init__(self, store: Store, reader: Reader) -> None:
        self._store, self._reader = store, reader

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
        """Keep a record, once for all who hand in the same."""
        try:
            checked = await self._reader.run(replay.check, text)
        except BadRecord as error:
            said = message(
                "bad-record.at", line=error.line, column=error.column, problem=error.message
            )
            raise Refused(422, "bad-record", said, "text") from None
        except DuiyiError as error:
            raise refused_by(error, "bad-record", "text") from None
        known = await asyncio.to_thread(self._store.kept, checked.id)
        if known is None:
            now = time.time_ns() // 1_000_000
            known = Kept(
                checked.id, checked.game, checked.names, now, checked.summary, checked.text
            )
            await asyncio.to_thread(self._store.write, [known])
        return of_kept(known)

    async def summary(self, id: str) -> RecordSummary:
        return of_kept(await self._kept(id))

    async def course(self, id: str) -> bytes:
        return await self._reader.run(replay.course, (await self._kept(id)).text, id)

    async def frames(self, id: str, first: int, last: int) -> bytes:
        return await self._reader.run(replay.frames, (await self._kept(id)).text, first, last)

    async def asked(self, id: str, at: int) -> tuple[str, str]:
        """The game and the position that somebody wants a hint for."""
        found = await self._reader.run(replay.asked, (await self._kept(id)).text, at)
        if found is None:
            raise refused("nothing-to-decide")
        return found

    async def dyr(self, id: str) -> str:
        return (await self._kept(id)).text

    async def json(self, id: str) -> str:
        return await self._reader.run(replay.as_json, (await self._kept(id)).text)

    async def position(self, game: str, text: str) -> bytes:
        try:
            return await self._reader.run(replay.position, game, text)
        except DuiyiError as error:
            raise refused_by(error, field="" if hasattr(error, "field") else "text") from None

    async def _kept(self, id: str) -> Kept:
        kept = await asyncio.to_thread(self._store.kept, id)
        if kept is None:
            raise Refused(404, "no-record", message("http:no-record"))
        return kept


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
        names=index.names,
        seats=len(index.names),
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
