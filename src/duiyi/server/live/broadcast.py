"""Broadcasting: what a room or a connection hears about a table. On the event loop."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import UNSET

from duiyi.core.message import message
from duiyi.server import wire
from duiyi.server.live.rooms import Connection, Rooms
from duiyi.server.table import summary as summaries
from duiyi.server.table.clocks import shown
from duiyi.server.table.effects import Snapshot
from duiyi.server.table.summary import Summary


class Broadcaster:
    """Sends summaries and snapshots to whoever is at a table."""

    def __init__(self, rooms: Rooms, now: Callable[[], int]) -> None:
        self._rooms, self._now = rooms, now

    def table(self, connection: Connection, snapshot: Snapshot, ref: Any = UNSET) -> None:
        """The whole table to one."""
        connection.send(self._text(snapshot, connection.guest.id, ref))

    def table_to_all(self, table: str, snapshot: Snapshot) -> None:
        """The whole table to everybody; guests who hold the same seats get the same text."""
        room = self._rooms.room(table)
        if room is None:
            return
        texts: dict[tuple[bool, ...], str] = {}
        for connection in room.connections:
            mine = snapshot.summary.mine(connection.guest.id)
            if mine not in texts:
                texts[mine] = self._text(snapshot, connection.guest.id)
            connection.send(texts[mine])

    def presence(self, summary: Summary) -> None:
        """Who sits and who is there, if that is news."""
        table = summary.setup.id
        room = self._rooms.room(table)
        if room is None:
            return
        holders = {guest for sitting in summary.sittings for guest in sitting.holders}
        watchers = sum(1 for guest in room.guests if guest not in holders)
        seats = summaries.seats(summary.sittings, present=room.guests)
        said = (seats, summary.status, watchers)
        if said == room.said:
            return
        room.said = said
        clocks = shown(summary.clocks, self._now())
        news = wire.SeatsMessage(seats, summary.status, watchers, clocks)
        self._rooms.send_to_all(table, wire.text(news))

    def farewell(self) -> None:
        """To everybody everywhere: the server stops."""
        self._rooms.close(wire.text(wire.NoticeMessage(message("server:stopping"))))

    def _text(self, snapshot: Snapshot, guest: str, ref: Any = UNSET) -> str:
        summary = snapshot.summary
        whole = wire.TableMessage(
            summaries.table_summary(summary, guest, self._rooms.present(summary.setup.id)),
            snapshot.geometry,
            summary.id,
            snapshot.entries,
            snapshot.view,
            shown(summary.clocks, self._now()),
            summary.proposals,
            summary.rematch,
            ref,
        )
        return wire.text(whole)
