"""Small games in one small file: `SimpleGame` and `SimpleState`.

The author writes `moves` (the legal tokens), `move` (what a token does) and `board` (what stands
where). Tokens, dumps, narration, views, reasons and withdrawal follow from these. A token is a
site of the geometry, or one of the game's `words`, which the page shows as a button and for which
the game's locales have `button.WORD` and `event.WORD`. A game of chance makes `CHANCE` the actor
and writes `odds`.
"""

from __future__ import annotations

import dataclasses
import json
import re
from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, ClassVar, Self

from duiyi.core.base import BaseGame, BaseState
from duiyi.core.clicks import Clicks
from duiyi.core.errors import BadOptions, BadPosition, Violation, violation
from duiyi.core.locale import FALLBACK, has
from duiyi.core.message import message
from duiyi.core.options import Options
from duiyi.core.outcome import Outcome, nobody_won, won
from duiyi.core.state import CHANCE, Seat
from duiyi.core.view import BUTTON, Area, Choice, Event, Geometry, Piece, Stone, View, button

LAST_TURN = 10**6
"""A dump with a higher turn number is refused."""
DEEPEST = 8
"""How deep tuples may lie in each other in a state's fields."""
_score = re.compile(r"[0-9]{1,9}(/[1-9][0-9]{0,8})?")


@dataclass(frozen=True, slots=True)
class Move:
    """An action of a simple game."""

    token: str


class SimpleGame(BaseGame):
    """A game whose `state` is a `SimpleState` and whose board is always the same."""

    state: ClassVar[type[SimpleState]]
    board: ClassVar[Geometry]
    words: ClassVar[tuple[str, ...]] = ()
    symbols: ClassVar[tuple[str, ...]] = ("circle", "cross", "triangle", "square")

    def setup(self, seats: int, options: Options) -> SimpleState:
        return self.state(self, seats, options)

    def geometry(self, seats: int, options: Options) -> Geometry:
        return self.board

    def load(self, text: str) -> SimpleState:
        return _load(self, text)


@dataclass(frozen=True)
class SimpleState(BaseState[Move]):
    """A state; a game adds its own fields, each with its value at the start as default."""

    game: SimpleGame = field(repr=False)
    seats: int
    options: Options
    actor: Seat | None = 0
    turn: int = 1
    out: frozenset[Seat] = frozenset()
    outcome: Outcome | None = None
    owner: Seat = 0

    @abstractmethod
    def moves(self) -> Iterable[str]:
        """The legal tokens."""

    @abstractmethod
    def move(self, token: str) -> Self:
        """What a legal token does: ends in `self.next`, `self.won_by` or `self.drawn`."""

    @abstractmethod
    def board(self) -> Mapping[str, tuple[str, Seat | None]]:
        """The glyph and its owner on each site that is not empty."""

    def odds(self) -> Mapping[str, Fraction]:
        """While `CHANCE` is the actor: the tokens that may come, with their probabilities."""
        return {}

    def areas(self) -> Sequence[Area]:
        """Sites to be shown as belonging together."""
        return ()

    def valid(self) -> bool:
        """Whether fields that were read from a dump make sense."""
        return True

    def next(self, **changes: Any) -> Self:
        """The next seat's turn, with these fields changed."""
        seat = (self.owner + 1) % self.seats
        while seat in self.out:
            seat = (seat + 1) % self.seats
        return dataclasses.replace(self, actor=seat, owner=seat, turn=self.turn + 1, **changes)

    def won_by(self, seat: Seat, reason: str = "won", **changes: Any) -> Self:
        outcome = won(seat, self.seats, reason)
        return dataclasses.replace(self, actor=None, outcome=outcome, **changes)

    def drawn(self, reason: str = "drawn", **changes: Any) -> Self:
        outcome = nobody_won(self.seats, self.out, reason)
        return dataclasses.replace(self, actor=None, outcome=outcome, **changes)

    def actions(self) -> Sequence[Move]:
        if self.actor in (None, CHANCE):
            return ()
        return tuple(Move(token) for token in self.moves())

    def chances(self) -> Sequence[tuple[Move, Fraction]]:
        if self.actor != CHANCE:
            return ()
        return tuple((Move(token), probability) for token, probability in self.odds().items())

    def judge(self, action: Move) -> Violation | None:
        if self.outcome:
            return violation("core", "game-over")
        if action.token in (self.odds() if self.actor == CHANCE else self.moves()):
            return None
        if action.token in self.board():
            return violation("core", "occupied", action.token, site=action.token)
        return violation("core", "not-legal", token=action.token)

    def after(self, action: Move) -> Self:
        return self.move(action.token)

    def without(self, seat: Seat, out: frozenset[Seat]) -> Self:
        state = dataclasses.replace(self, out=out)
        return state.next() if seat in (self.actor, self.owner) else state

    def text(self, action: Move) -> str:
        return action.token

    def read(self, token: str) -> Move:
        if token in self.game.words or any(token == site.id for site in self.game.board.sites):
            return Move(token)
        raise self.unreadable(token)

    def meant(self, clicks: Clicks) -> Move | None:
        token = clicks[-1].removeprefix(BUTTON)
        word = token in self.game.words
        return Move(token) if word == clicks[-1].startswith(BUTTON) else None

    def narrate(self, action: Move) -> Sequence[Event]:
        later = self.after(action)
        symbol = message(f"symbol.{self.game.symbols[self.owner]}")
        key = f"event.{action.token}" if action.token in self.game.words else "event.play"
        told = Event(self.say(key, symbol=symbol, token=action.token), later.changed(self))
        if later.outcome is None:
            return [told]
        return [told, Event(later.outcome_message(self.game.symbols))]

    def view(
        self, seat: Seat | None = None, since: Self | None = None, *, choices: bool = True
    ) -> View:
        chosen = choices and seat in (None, self.actor)
        symbol = message(f"symbol.{self.game.symbols[self.owner]}")
        return View(
            actor=self.actor,
            owner=self.owner,
            turn=self.turn,
            seats=self.seat_views(self.game.symbols),
            prompt=self.outcome_message(self.game.symbols)
            if self.outcome
            else self.say("prompt.play", symbol=symbol),
            pieces=tuple(Piece(site, (Stone(*stone),)) for site, stone in self.board().items()),
            areas=tuple(self.areas()),
            choices=tuple(map(self._choice, self.actions())) if chosen else (),
            last=self.changed(since) if since else (),
            outcome=self.outcome,
        )

    def changed(self, since: Self) -> tuple[str, ...]:
        """The sites on which something else stands than before."""
        board, before = self.board(), since.board()
        sites = dict.fromkeys((*before, *board))
        return tuple(site for site in sites if board.get(site) != before.get(site))

    def _choice(self, action: Move) -> Choice:
        token = action.token
        if token in self.game.words:
            return Choice(token, ((button(token),),), self.say(f"button.{token}"))
        return Choice(token, ((token,),), self.say("choice.play", token=token))

    def dump(self) -> str:
        own = {name: getattr(self, name) for name in _own_fields(type(self))}
        head = {
            "seats": self.seats,
            "options": dict(self.options.rules()),
            "actor": self.actor,
            "owner": self.owner,
            "turn": self.turn,
            "out": sorted(self.out),
            "outcome": self.outcome and [*map(str, self.outcome.scores), self.outcome.reason],
        }
        return json.dumps(head | own, separators=(",", ":"))


def _own_fields(cls: type[SimpleState]) -> dict[str, Any]:
    base = {f.name for f in dataclasses.fields(SimpleState)}
    return {f.name: f.default for f in dataclasses.fields(cls) if f.name not in base}


def _load(game: SimpleGame, text: str) -> SimpleState:
    try:
        values = json.loads(text)
    except (ValueError, RecursionError):
        raise BadPosition(message("bad-position.json")) from None
    own = _own_fields(game.state)
    head = ("seats", "options", "actor", "owner", "turn", "out", "outcome")
    if not isinstance(values, dict) or set(values) != {*head, *own}:
        raise BadPosition(message("bad-position.fields", fields=(*head, *own)))
    start = _start(game, values["seats"], values["options"])
    seats = range(start.seats)
    state = dataclasses.replace(
        start,
        actor=_actor(values["actor"], seats),
        owner=_seat("owner", values["owner"], seats),
        turn=_number("turn", values["turn"]),
        out=_out(values["out"], seats),
        outcome=_outcome(game, values["outcome"], seats),
        **{name: _like(name, values[name], default) for name, default in own.items()},
    )
    if not state.valid() or not _possible(state):
        raise BadPosition(message("bad-position.impossible"))
    if state.outcome is None and not (state.actions() or state.chances()):
        raise BadPosition(message("bad-position.no-actions"))
    return state


def _start(game: SimpleGame, seats: Any, options: Any) -> SimpleState:
    if not isinstance(options, dict):
        raise _bad_field("options")
    try:
        given = game.options.of(options)
        start: SimpleState = game.start(_number("seats", seats), **dict(given.items()))
    except BadOptions as error:
        raise BadPosition(error.message) from None
    return start


def _possible(state: SimpleState) -> bool:
    """Whether actor, outcome and withdrawals fit together."""
    if state.outcome is None:
        at_work = state.actor is not None and state.actor not in state.out
        return at_work and len(state.out) <= state.seats - 2
    return state.actor is None and not any(state.outcome.scores[seat] for seat in state.out)


def _like(name: str, value: Any, default: Any) -> Any:
    """The value as the same type as the field's default; lists become tuples."""
    value = _fixed(name, value)
    if type(value) is not type(default):
        raise _bad_field(name)
    return value


def _fixed(name: str, value: Any, depth: int = 0) -> Any:
    if isinstance(value, list) and depth < DEEPEST:
        return tuple(_fixed(name, item, depth + 1) for item in value)
    if value is None or isinstance(value, str | int):
        return value
    raise _bad_field(name)


def _actor(value: Any, seats: range) -> Seat | None:
    if value is None or (type(value) is int and value == CHANCE):
        return value
    return _seat("actor", value, seats)


def _seat(name: str, value: Any, seats: range) -> Seat:
    if type(value) is int and value in seats:
        return value
    raise _bad_field(name)


def _number(name: str, value: Any) -> int:
    if type(value) is int and 1 <= value <= LAST_TURN:
        return value
    raise _bad_field(name)


def _out(value: Any, seats: range) -> frozenset[Seat]:
    if isinstance(value, list) and len(value) < len(seats):
        return frozenset(_seat("out", seat, seats) for seat in value)
    raise _bad_field("out")


def _outcome(game: SimpleGame, value: Any, seats: range) -> Outcome | None:
    if value is None:
        return None
    texts = isinstance(value, list) and all(isinstance(item, str) for item in value)
    if not texts or len(value) != len(seats) + 1:
        raise _bad_field("outcome")
    *scores, reason = value
    if not all(map(_score.fullmatch, scores)) or not has(f"{game.id}:outcome.{reason}", FALLBACK):
        raise _bad_field("outcome")
    try:
        return Outcome(tuple(map(Fraction, scores)), reason)
    except ValueError:  # the scores do not sum to 1
        raise _bad_field("outcome") from None


def _bad_field(name: str) -> BadPosition:
    return BadPosition(message("bad-position.field", field=name))
