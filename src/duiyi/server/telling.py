"""Telling: what a room or a connection hears about a table. On the event loop."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import UNSET

from duiyi.core.message import message
from duiyi.server import facts as about
from duiyi.server import wire
from duiyi.server.effects import Sheet
from duiyi.server.facts import Facts
from duiyi.server.hub import Connection, Hub


class Teller:
    """Words facts and sheets for those who are there."""

    def __init__(self, hub: Hub, now: Callable[[], int]) -> None:
        self._hub, self._now = hub, now

    def table(self, connection: Connection, sheet: Sheet, ref: Any = UNSET) -> None:
        """The whole table to one."""
        connection.send(self._text(sheet, connection.guest.id, ref))

    def table_to_all(self, table: str, sheet: Sheet) -> None:
        """The whole table to everybody; guests who hold the same seats get the same text."""
        room = self._hub.room(table)
        if room is None:
            return
        texts: dict[tuple[bool, ...], str] = {}
        for connection in room.connections:
            mine = sheet.facts.mine(connection.guest.id)
            if mine not in texts:
                texts[mine] = self._text(sheet, connection.guest.id)
            connection.send(texts[mine])

    def presence(self, facts: Facts) -> None:
        """Who sits and who is there, if that is news."""
        table = facts.setup.id
        room = self._hub.room(table)
        if room is None:
            return
        holders = {guest for sitting in facts.sittings for guest in sitting.holders}
        watchers = sum(1 for guest in room.guests if guest not in holders)
        seats = about.seats(facts.sittings, present=room.guests)
        said = (seats, facts.status, watchers)
        if said == room.said:
            return
        room.said = said
        clocks = facts.clocks.shown(self._now())
        news = wire.SeatsMessage(seats, facts.status, watchers, clocks)
        self._hub.tell(table, wire.text(news))

    def farewell(self) -> None:
        """To everybody everywhere: the server stops."""
        self._hub.close(wire.text(wire.NoticeMessage(message("server:stopping"))))

    def _text(self, sheet: Sheet, guest: str, ref: Any = UNSET) -> str:
        facts = sheet.facts
        whole = wire.TableMessage(
            about.summary(facts, guest, self._hub.present(facts.setup.id)),
            sheet.geometry,
            facts.id,
            sheet.entries,
            sheet.view,
            facts.clocks.shown(self._now()),
            facts.proposals,
            facts.rematch,
            ref,
        )
        return wire.text(whole)
