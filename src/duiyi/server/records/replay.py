"""Records and positions read from text: what replays need of them, encoded.

These functions run in a process of their own (`duiyi.server.records.reader`), because a text that a
stranger hands in may take long to check; so they take and give plain values only.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import msgspec

from duiyi.core import CHANCE, Record, game
from duiyi.core.record.files import read, write_dyr, write_json
from duiyi.server.limits import FIXED
from duiyi.server.table.history import History, bare_view, geometry
from duiyi.server.wire import encode, raw
from duiyi.server.wire.analysis import Followed
from duiyi.server.wire.http import Position

REMEMBERED = 8
"""How many records are kept played, so that frames in a row are not replayed from the start."""


@dataclass(frozen=True, slots=True)
class Checked:
    """A record that is in order; `id` is made of its content."""

    id: str
    game: str
    names: tuple[str, ...]
    summary: bytes
    text: str


class Counts(msgspec.Struct, frozen=True):
    """What a list says about a record; kept with it as JSON."""

    seats: int
    decisions: int
    outcome: msgspec.Raw


def check(text: str) -> Checked:
    """The record in a text of either form; `BadRecord` where it is none."""
    record = _read(text)
    written = write_dyr(record)
    counts = Counts(record.seats, len(record.nodes), raw(record.outcome))
    digest = hashlib.sha256(written.encode("utf-8")).digest()[:16]
    id = base64.urlsafe_b64encode(digest).decode("ascii").rstrip("=")
    return Checked(id, record.game.id, record.names, encode(counts), written)


def as_dyr(text: str) -> str:
    return write_dyr(_read(text))


def as_json(text: str) -> str:
    return write_json(_read(text))


def history(text: str, id: str) -> bytes:
    """Everything about a record but its views, as JSON of `wire.History`."""
    record, history = _history(text)
    return history.shown(id, record.names, record.options)


def frames(text: str, first: int, last: int) -> bytes:
    """The positions from `first` to before `last`, as JSON of `wire.Frame[]`."""
    return _history(text)[1].frames(first, last)


def dumped(text: str, at: int) -> tuple[str, str] | None:
    """The game and the position after `at` decisions; `None` where there are fewer."""
    record, history = _history(text)
    return (record.game.id, history.at(at).dump()) if at <= len(history) else None


def asked(text: str, at: int) -> tuple[str, str] | None:
    """The game and the position after `at` decisions; `None` where nobody decides in it."""
    history = _history(text)[1]
    state = history.at(at) if at <= len(history) else None
    if state is None or state.actor is None or state.actor < 0:
        return None
    return state.game.id, state.dump()


def position(name: str, text: str) -> bytes:
    """A position text, as JSON of `Position`; `BadOptions`, `BadPosition` where it is none."""
    state = game(name).load(text)
    return encode(
        Position(
            game=state.game.id,
            options=state.options.json(),
            geometry=geometry(state.game, state.seats, state.options),
            view=raw(bare_view(state, None)),
            start=state.dump(),
        )
    )


def followed(name: str, text: str, steps: Sequence[str | int]) -> Followed:
    """A position text and the steps that lead on from there; what the rules refuse is raised."""
    state = game(name).load(text)
    for step in steps:
        state = state.play(step) if isinstance(step, str) else state.withdraw(step)
    outcome, decides = state.outcome, state.actor is not None and state.actor != CHANCE
    return Followed(
        text=state.dump(),
        seats=state.seats,
        actor=state.actor,
        owner=state.owner,
        turn=state.turn,
        out=tuple(sorted(state.out)),
        over=outcome is not None,
        winner=None if outcome is None else outcome.winner,
        reason="" if outcome is None else outcome.reason,
        tokens=tuple(map(state.text, state.actions())) if decides else (),
        chances=tuple((state.text(result), float(part)) for result, part in state.chances())
        if state.actor == CHANCE
        else (),
    )


def deciding(name: str, text: str) -> str | None:
    """The dump of a position text; `None` where nobody decides in it."""
    state = game(name).load(text)
    return None if state.actor is None or state.actor == CHANCE else state.dump()


def _read(text: str) -> Record:
    return read(text, most=FIXED.record_nodes)


@lru_cache(REMEMBERED)
def _history(text: str) -> tuple[Record, History]:
    record = _read(text)
    return record, History.of_record(record)
