"""The history of a game as it is sent: entries, positions as frames, and the record of a table.

A thin layer on the game in progress (`duiyi.core.progress`), for tables and for records alike.
"""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Sequence
from typing import Any, Self

from msgspec import Raw

from duiyi.core.clock import face
from duiyi.core.message import Message, message
from duiyi.core.options import Options
from duiyi.core.progress import Progress
from duiyi.core.record import Decision, Node, Record, Withdrawal
from duiyi.core.registry import game as find_game
from duiyi.core.state import CHANCE, Game, State
from duiyi.core.view import Event, View
from duiyi.core.view.ended import TOLD, ended_by
from duiyi.core.view.forced import forced_in
from duiyi.server import wire
from duiyi.server.limits import FIXED
from duiyi.server.table.clocks import SECOND

MOST_FRAMES = FIXED.frames


class History(Progress):
    """A game in progress, with what clocks showed at each node and with its entries, encoded."""

    def __init__(self, first: State[Any], seed: int = 0) -> None:
        super().__init__(first, seed)
        self.left: list[int | None] = []
        """For each node what its actor had left, as in `wire.Entry`."""
        self._entries: list[bytes | None] = []

    def copy(self) -> Self:
        other = super().copy()
        other.left, other._entries = self.left.copy(), self._entries.copy()
        return other

    def add(
        self, node: Node, state: State[Any], left: int | None = None, entry: bytes | None = None
    ) -> None:
        super().add(node, state)
        self.left.append(left)
        self._entries.append(entry)

    def follow(self, node: Node, left: int | None = None) -> None:
        self.add(node, node.after(self.state), left)

    def cut(self, keep: int) -> None:
        super().cut(keep)
        del self.left[keep:], self._entries[keep:]

    def record(self, head: Record) -> Record:
        """With clocks as comments."""
        nodes = tuple(map(_with_clock, self.nodes, self.left))
        return dataclasses.replace(head, nodes=nodes)

    def entry(self, number: int, state: State[Any] | None = None) -> bytes:
        """The entry `number`, from 1, encoded; `state` is the one before it, where known."""
        known = self._entries[number - 1]
        if known is None:
            node = self.nodes[number - 1]
            before = self.at(number - 1) if state is None else state
            events = events_of(node, before)
            known = encoded_entry(number, node, before, self.left[number - 1], events)
            self._entries[number - 1] = known
        return known

    def entries(self) -> Raw:
        """All entries, encoded."""
        if None in self._entries:
            state = self.first
            for number, node in enumerate(self.nodes, 1):
                self.entry(number, state)
                state = node.after(state)
        return wire.joined(self._entries)  # type: ignore[arg-type]

    def frames(self, low: int, high: int) -> bytes:
        """The positions from `low` to before `high`, at most `MOST_FRAMES`, encoded."""
        low = max(0, low)
        high = min(high, len(self.nodes) + 1, low + MOST_FRAMES)
        frames: list[wire.Frame] = []
        state = self.at(low) if low < high else self.first
        before = self.at(low - 1) if 0 < low < high else None
        for at in range(low, high):
            if at > low:
                before, state = state, self.nodes[at - 1].after(state)
            entry = Raw(self.entry(at, before)) if at else None
            view = bare_view(state, before)
            frames.append(wire.Frame(at, entry, wire.raw(self.told(at, view))))
        return wire.encode(frames)

    def told(self, at: int, view: View) -> View:
        """A view after `at` nodes as it is sent."""
        return ended_by(self.nodes[at - 1], view) if at else view

    def shown(self, id: str, names: Sequence[str], options: Options) -> bytes:
        """As it is sent: everything but the positions."""
        state = self.first
        return wire.encode(
            wire.History(
                id=id,
                game=state.game.id,
                names=tuple(names),
                options=options.json(),
                geometry=geometry(state.game, state.seats, options),
                entries=self.entries(),
                over=self.state.outcome is not None,
            )
        )


def events_of(node: Node, state: State[Any]) -> Sequence[Event]:
    """What a node does in a state."""
    if isinstance(node, Decision):
        return state.narrate(state.parse(node.token))
    view = ended_by(node, bare_view(node.after(state), state))
    symbol = message(f"{state.game.id}:symbol.{view.seats[node.seat].symbol}")
    told = [Event(_withdrawal(node, symbol))]
    if view.outcome is not None:
        told.append(Event(view.prompt))
    return told


def _withdrawal(node: Withdrawal, symbol: Message) -> Message:
    """In words of our own what happens here; a record may have any other verdict."""
    if node.verdict in TOLD:
        return message(f"server:event.{node.verdict}", symbol=symbol)
    why = " ".join(filter(None, (node.verdict, node.code)))
    return message("server:event.out", symbol=symbol, why=why)


def encoded_entry(
    number: int, node: Node, before: State[Any], left: int | None, events: Sequence[Event]
) -> bytes:
    """The entry `number` of a node that was decided in the state `before`."""
    turn, told = before.turn, tuple(events)
    if isinstance(node, Decision):
        called, alone = before.notation(before.parse(node.token)), forced_in(before) is not None
        entry = wire.Entry(number, node.actor, turn, node.token, None, left, told, called, alone)
    else:
        entry = wire.Entry(number, node.seat, turn, None, node.verdict, left, told, None, False)
    return wire.encode(entry)


def bare_view(state: State[Any], before: State[Any] | None) -> View:
    """A view without choices: as somebody sees it who does not decide."""
    return state.view(1 if state.actor == 0 else 0, before)


def geometry(game: Game, seats: int, options: Options) -> Raw:
    """A board, encoded once for all its tables."""
    return _geometry(game.id, seats, options)


@functools.lru_cache(64)
def _geometry(game: str, seats: int, options: Options) -> Raw:
    return wire.raw(find_game(game).geometry(seats, options))


def _with_clock(node: Node, left: int | None) -> Node:
    if left is None or node.actor == CHANCE:
        return node
    return dataclasses.replace(node, comments=(f"[clk {face(left, SECOND, 1)}]",))
