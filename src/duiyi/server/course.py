"""The course of a game: what was decided so far, and any position of it.

States are made again by playing: only some are kept, so that long games stay small. Used for
tables and for records alike; knows neither clocks nor people.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from msgspec import Raw

from duiyi.core.message import Message, message
from duiyi.core.options import Options
from duiyi.core.record import Decision, Node, Record, Withdrawal
from duiyi.core.registry import game as find_game
from duiyi.core.state import CHANCE, Game, Seat, State
from duiyi.core.view import Event, View
from duiyi.server import wire
from duiyi.server.limits import FIXED

EVERY = 32
"""One state in so many is kept, and so are the last few."""
RECENT = 4
MOST_FRAMES = FIXED.frames
OWN_VERDICTS = ("resigned", "time")


@dataclass(frozen=True, slots=True)
class Step:
    """A decision, or a withdrawal with its verdict; `left` as in `wire.Entry`."""

    actor: Seat
    turn: int
    token: str | None
    verdict: str | None = None
    left: int | None = None
    code: str | None = None
    """The rule that was broken, where a record says so."""

    def after(self, state: State[Any]) -> State[Any]:
        return state.withdraw(self.actor) if self.token is None else state.play(self.token)


class Course:
    """Steps from a first position on. Whoever plays adds them; others take a `copy`."""

    def __init__(self, first: State[Any]) -> None:
        self.steps: list[Step] = []
        self._states: dict[int, State[Any]] = {0: first}
        self._entries: list[bytes | None] = []
        self.state = first

    @classmethod
    def of_record(cls, record: Record) -> Course:
        course = cls(record.first())
        for node in record.nodes:
            course.follow(_step(node, course.state))
        return course

    def __len__(self) -> int:
        return len(self.steps)

    @property
    def first(self) -> State[Any]:
        return self._states[0]

    @property
    def before(self) -> State[Any] | None:
        """The state before the last step."""
        return self.at(len(self.steps) - 1) if self.steps else None

    def copy(self) -> Course:
        """For another thread, while this one goes on."""
        other = Course(self.first)
        other.steps, other._states = self.steps.copy(), self._states.copy()
        other._entries, other.state = self._entries.copy(), self.state
        return other

    def add(self, step: Step, state: State[Any], entry: bytes | None = None) -> None:
        """One more step, and the state that it leads to."""
        count = len(self.steps)
        self.steps.append(step)
        self._entries.append(entry)
        self._states[count + 1] = self.state = state
        old = count + 1 - RECENT
        if old > 0 and old % EVERY:
            self._states.pop(old, None)

    def follow(self, step: Step) -> None:
        self.add(step, step.after(self.state))

    def cut(self, keep: int) -> None:
        """Back to the first `keep` steps."""
        state = self.at(keep)
        del self.steps[keep:], self._entries[keep:]
        for number in [number for number in self._states if number > keep]:
            del self._states[number]
        self._states[keep] = self.state = state

    def at(self, count: int) -> State[Any]:
        """The state after so many steps."""
        known = self._states.get(count)
        if known is not None:
            return known
        start = max(number for number in self._states if number < count)
        state = self._states[start]
        for step in self.steps[start:count]:
            state = step.after(state)
        return state

    def entry(self, number: int, state: State[Any] | None = None) -> bytes:
        """The entry `number`, from 1, encoded; `state` is the one before it, where known."""
        known = self._entries[number - 1]
        if known is None:
            step = self.steps[number - 1]
            known = encoded_entry(number, step, events_of(step, state or self.at(number - 1)))
            self._entries[number - 1] = known
        return known

    def entries(self) -> Raw:
        """All entries, encoded."""
        if None in self._entries:
            state = self.first
            for number, step in enumerate(self.steps, 1):
                self.entry(number, state)
                state = step.after(state)
        return wire.joined(self._entries)  # type: ignore[arg-type]

    def frames(self, low: int, high: int) -> bytes:
        """The positions from `low` to before `high`, at most `MOST_FRAMES`, encoded."""
        low = max(0, low)
        high = min(high, len(self.steps) + 1, low + MOST_FRAMES)
        frames: list[wire.Frame] = []
        state = self.at(low) if low < high else self.first
        before = self.at(low - 1) if 0 < low < high else None
        for at in range(low, high):
            if at > low:
                before, state = state, self.steps[at - 1].after(state)
            entry = Raw(self.entry(at, before)) if at else None
            frames.append(wire.Frame(at, entry, wire.raw(bare_view(state, before))))
        return wire.encode(frames)

    def shown(self, id: str, names: Sequence[str], options: Options) -> bytes:
        """The course as it is sent: everything but the positions."""
        state = self.first
        board = geometry(state.game, state.seats, options)
        course = wire.Course(id, state.game.id, tuple(names), options.json(), board, self.entries())
        return wire.encode(course)

    def record(
        self, names: Iterable[str], tags: Iterable[tuple[str, str]], options: Options
    ) -> Record:
        """The record of it, with clocks as comments."""
        record = Record.of(self.first, names, tags, options)
        nodes = tuple(_node(step) for step in self.steps)
        return Record(
            record.game, record.seats, record.options, record.start, record.names, record.tags,
            record.comments, nodes,
        )  # fmt: skip


def events_of(step: Step, state: State[Any]) -> Sequence[Event]:
    """What a step does in a state."""
    if step.token is not None:
        return state.narrate(state.parse(step.token))
    view = bare_view(step.after(state), state)
    symbol = message(f"{state.game.id}:symbol.{view.seats[step.actor].symbol}")
    told = [Event(_withdrawal(step, symbol))]
    if view.outcome is not None:
        told.append(Event(view.prompt))
    return told


def _withdrawal(step: Step, symbol: Message) -> Message:
    """In words of our own what happens here; a record may have any other verdict."""
    if step.verdict in OWN_VERDICTS:
        return message(f"server:event.{step.verdict}", symbol=symbol)
    why = " ".join(filter(None, (step.verdict, step.code)))
    return message("server:event.out", symbol=symbol, why=why)


def encoded_entry(number: int, step: Step, events: Sequence[Event]) -> bytes:
    return wire.encode(
        wire.Entry(
            number, step.actor, step.turn, step.token, step.verdict, step.left, tuple(events)
        )
    )


def bare_view(state: State[Any], before: State[Any] | None) -> View:
    """A view without choices: as somebody sees it who does not decide."""
    return state.view(1 if state.actor == 0 else 0, before)


def geometry(game: Game, seats: int, options: Options) -> Raw:
    """A board, encoded once for all its tables."""
    return _geometry(game.id, seats, options)


@functools.lru_cache(64)
def _geometry(game: str, seats: int, options: Options) -> Raw:
    return wire.raw(find_game(game).geometry(seats, options))


def _step(node: Node, state: State[Any]) -> Step:
    if isinstance(node, Withdrawal):
        return Step(node.seat, state.turn, None, node.verdict, code=node.code)
    return Step(node.actor, state.turn, node.token)


def _node(step: Step) -> Node:
    comments = () if step.left is None or step.actor == CHANCE else (_clock_comment(step.left),)
    if step.token is None:
        assert step.verdict is not None
        return Withdrawal(step.actor, step.verdict, comments=comments)
    return Decision(step.actor, step.token, comments)


def _clock_comment(left: int) -> str:
    minutes, rest = divmod(left // 100, 600)
    hours, minutes = divmod(minutes, 60)
    seconds, tenths = divmod(rest, 10)
    shown = f"{hours}:{minutes:02}" if hours else f"{minutes}"
    return f"[clk {shown}:{seconds:02}.{tenths}]"
