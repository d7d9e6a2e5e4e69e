"""A table that a test plays at, without store or sockets, and what tests say about tables."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from duiyi.server import wire
from duiyi.server.storage.store import Guest, Row
from duiyi.server.table import creation
from duiyi.server.table.effects import Effect
from duiyi.server.table.randomness import Randomness
from duiyi.server.table.table import Table
from duiyi.server.wire import NewSeat, NewTable
from duiyi.server.wire.refusal import Refused

ME, FRIEND, RANDOM = NewSeat("me"), NewSeat("friend"), NewSeat("computer", "random")


class Played:
    """A table with its rows, as a service would keep them."""

    def __init__(
        self, new: NewTable, maker: Guest, randomness: Randomness, now: Callable[[], int]
    ) -> None:
        self.randomness, self.now = randomness, now
        self.table, effect = Table.made(
            "t", creation.first_row(new, maker, randomness), now(), randomness
        )
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
        return Table.of_rows(self.rows, self.randomness)


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
    one, two = first.summary(), second.summary()
    assert one.clocks.at(0) == two.clocks.at(0)
    for name in ("sittings", "status", "id", "actor", "turn", "decisions", "outcome", "rematch"):
        assert getattr(one, name) == getattr(two, name), name
    assert first.state == second.state
    assert bytes(first.snapshot().entries) == bytes(second.snapshot().entries)
    assert bytes(first.snapshot().view) == bytes(second.snapshot().view)
