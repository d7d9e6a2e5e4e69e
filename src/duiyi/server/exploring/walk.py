"""A line of decisions, walked: its positions, and what clicks and words mean at its end.

These functions run in a process of their own (`duiyi.server.records.reader`): games, positions and
tokens are those of a stranger. They take and give plain values only, and keep nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from msgspec import Raw

from duiyi.core import CHANCE, game
from duiyi.core.options import Value
from duiyi.core.record import Decision, Node, Withdrawal
from duiyi.core.state import State
from duiyi.core.view.ended import ended_by
from duiyi.core.view.reading import meant
from duiyi.players.certificate import BadCertificate, verified
from duiyi.server.records.reader import count
from duiyi.server.table.history import encoded_entry, events_of, geometry
from duiyi.server.wire import encode, raw
from duiyi.server.wire.exploring import Checked, Exploration, Explored, Odds

NULL = Raw(b"null")
_withdrawal = re.compile(r"!([0-9]{1,2}) ([A-Za-z][A-Za-z0-9_.-]{0,30})")


class Way(NamedTuple):
    """A line as it was asked for; see `wire.exploring.Line`."""

    game: str
    start: str | None
    seats: int | None
    options: dict[str, Value]
    tokens: Sequence[str]


def explored(way: Way, views: int, paths: int) -> Exploration:
    """The positions of a line; `DuiyiError` where it does not lead anywhere."""
    first = _begun(way)
    return Exploration(
        game=first.game.id,
        seats=first.seats,
        options=first.options.json(),
        geometry=geometry(first.game, first.seats, first.options),
        steps=tuple(_steps(first, way.tokens, len(way.tokens) + 1 - views, paths)),
    )


def explained(way: Way, path: Sequence[str]) -> bytes:
    """Why clicks mean nothing at the end of a line, as JSON of `Explained`."""
    token, violation = _end(way).why_path(path)
    return encode({"violation": violation, "token": token})


def understood(way: Way, text: str, language: str) -> tuple[str, ...]:
    """The decisions that a text means at the end of a line; of chance, the token itself."""
    state = _end(way)
    if state.actor == CHANCE:
        tokens = [state.text(action) for action, _ in state.chances()]
        return tuple(token for token in tokens if token == text.strip())
    return meant(state, text, language)


class _Counting:
    """Tells the server how far a check is, through all proofs of a certificate."""

    def __init__(self, job: int) -> None:
        self._job = job
        self._before, self._last, self._all = 0, 0, 0

    def __call__(self, number: int, all_: int) -> None:
        if number <= self._last:  # the next proof has begun
            self._before += self._all
        self._last, self._all = number, all_
        count(self._job, self._before + number)


def checked(text: str, job: int) -> Checked | str:
    """What a certificate proves; what is wrong with it otherwise. Positions are counted."""
    try:
        proven = verified(text.splitlines(), _Counting(job))
    except BadCertificate as error:
        return str(error)
    found = proven.state
    return Checked(found.game.id, found.dump(), proven.result, proven.positions)  # type: ignore[arg-type]


def _steps(first: State[Any], tokens: Sequence[str], seen: int, paths: int) -> Iterator[Explored]:
    """From the position `seen` on they have a view; so many first decisions have their clicks."""
    yield Explored(0, NULL, (), first.dump(), *_sight(first, None, None, seen <= 0), guarded=False)
    state = first
    for at, token in enumerate(tokens, 1):
        node = _node(state, token)
        before, state = state, node.after(state)
        entry = Raw(encoded_entry(at, node, before, None, events_of(node, before)))
        path = _path(before, token) if at <= paths else ()
        sight = _sight(state, before, node, at >= seen)
        yield Explored(at, entry, path, state.dump(), *sight, guarded=False)


def _sight(
    state: State[Any], before: State[Any] | None, node: Node | None, seen: bool
) -> tuple[Raw, tuple[Odds, ...]]:
    if not seen:
        return NULL, ()
    view = state.view(None, before)
    return raw(view if node is None else ended_by(node, view)), _odds(state)


def _path(state: State[Any], token: str) -> tuple[str, ...]:
    """The clicks that make a decision; none at chance."""
    found = (one.paths for one in state.view(None).choices if one.token == token)
    return next((paths[0] for paths in found if paths), ())


def _odds(state: State[Any]) -> tuple[Odds, ...]:
    return tuple(
        Odds(state.text(action), state.notation(action), str(chance))
        for action, chance in state.chances()
    )


def _begun(way: Way) -> State[Any]:
    kind = game(way.game)
    if way.start is not None:
        return kind.load(way.start)
    return kind.start(way.seats, **dict(kind.options.of_json(way.options).items()))


def _end(way: Way) -> State[Any]:
    state = _begun(way)
    for token in way.tokens:
        state = _node(state, token).after(state)
    return state


def _node(state: State[Any], token: str) -> Node:
    """What a step of a line is; `DuiyiError` where it cannot be played here."""
    found = _withdrawal.fullmatch(token)
    if found is not None:
        return Withdrawal(int(found[1]), found[2])
    action = state.parse(token)
    return Decision(state.owner if state.actor is None else state.actor, state.text(action))
