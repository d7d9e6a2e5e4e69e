"""A table that a test plays at, without desk, store or sockets, and what tests say about tables."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from duiyi.server import making, wire
from duiyi.server.effects import Effect
from duiyi.server.luck import Luck
from duiyi.server.refusal import Refused
from duiyi.server.store import Guest, Row
from duiyi.server.table import Table
from duiyi.server.wire import NewSeat, NewTable

ME, FRIEND, RANDOM = NewSeat("me"), NewSeat("friend"), NewSeat("computer", "random")


class Played:
    """A table with its rows, as a desk would keep them."""

    def __init__(self, new: NewTable, maker: Guest, luck: Luck, now: Callable[[], int]) -> None:
        self.luck, self.now = luck, now
        self.table, effect = Table.made("t", making.making(new, maker, luck), now(), luck)
        self.rows: list[Row] = []
        self.take(effect)

    def take(self, effect: Effect) -> Effect:
        self.rows += [row for row in effect.rows if row.table == "t"]
        return effect

    def ask(self, guest: Guest, **request: Any) -> Effect:
        read = wire.decode(json.dumps(request))
        return self.take(self.table.request(guest, read, self.now()))

    def play(self, guest: Guest, token: str | None = None) -> Effect:
        state = self.table.state
        chosen = token or state.text(state.actions()[0])
        return self.ask(guest, do="play", on=self.table.id, token=chosen)

    def again(self) -> Table:
        return Table.of_rows(self.rows, self.luck)


Make = Callable[..., Played]
"""The fixture `make`: seats, and whatever else is to be different about a table."""


def refuses(code: str, act: Callable[[], object]) -> Refused:
    with pytest.raises(Refused) as caught:
        act()
    assert caught.value.code == code
    return caught.value


def types(effect: Effect) -> list[str]:
    return [json.loads(wire.text(message))["type"] for message in effect.room]


def same(first: Table, second: Table) -> None:
    """Equal in everything that anybody can see."""
    one, two = first.facts(), second.facts()
    assert one.clocks.at(0) == two.clocks.at(0)
    for name in ("sittings", "status", "id", "actor", "turn", "decisions", "outcome", "rematch"):
        assert getattr(one, name) == getattr(two, name), name
    assert first.state == second.state
    assert bytes(first.sheet().entries) == bytes(second.sheet().entries)
    assert bytes(first.sheet().view) == bytes(second.sheet().view)
