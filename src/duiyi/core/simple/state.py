"""Small games in one small file: `SimpleGame` and `SimpleState`.

The author writes `moves` (the legal tokens), `move` (what a token does) and `board` (what stands
where). Tokens, dumps, narration, views, reasons and withdrawal follow from these. A token is a
site of the geometry, several sites (`A1-B2/C3`), or one of the game's `words`, which the page shows
as a button and for which the game's locales have `button.WORD` and `event.WORD`. A game of chance
makes `CHANCE` the actor and writes `odds`. Everything that a game may want to say differently has a
public name here: `path`, `clicked`, `reason`, `marks`, `meters`, `areas`, `prompt`.
"""

from __future__ import annotations

import dataclasses
import functools
import inspect
import json
from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from typing import Any, ClassVar, Self

from duiyi.core.base import BaseGame, BaseState
from duiyi.core.errors import (
    BadOptions,
    BadPosition,
    BadToken,
    Violation,
    refuse,
    violation,
)
from duiyi.core.message import Message, Param, message
from duiyi.core.options import Options
from duiyi.core.outcome import Outcome, nobody_won, won
from duiyi.core.simple.fields import (
    bad_field,
    read_actor,
    read_like,
    read_number,
    read_out,
    read_outcome,
    read_seat,
)
from duiyi.core.simple.palette import derived
from duiyi.core.simple.symmetry import SITE_SYMMETRIES
from duiyi.core.simple.tokens import joined, parts
from duiyi.core.state import CHANCE, Seat
from duiyi.core.study.palette import Palette
from duiyi.core.view import (
    BUTTON,
    Area,
    Choice,
    Event,
    Geometry,
    Meter,
    Piece,
    Stone,
    View,
    button,
)
from duiyi.core.view.clicks import Clicks

Standing = tuple[str, Seat | None] | tuple[Stone, ...]
"""What stands on a site: a glyph and its owner, or a stack of stones from below to the top."""


@dataclass(frozen=True, slots=True)
class Move:
    """An action of a simple game."""

    token: str


class SimpleGame(BaseGame):
    """A game whose `state` is a `SimpleState`.

    Where options change the board, the game writes `geometry` and leaves `board` out.
    """

    state: ClassVar[type[SimpleState]]
    board: ClassVar[Geometry]
    words: ClassVar[tuple[str, ...]] = ()
    separators: ClassVar[str] = "-/"
    """What stands between the sites of a token: one character after the first, the second, …; the
    last character is used again for all further ones."""
    symbols: ClassVar[tuple[str, ...]] = ("circle", "cross", "triangle", "square")
    symmetry = SITE_SYMMETRIES

    def site_maps(self, seats: int, options: Any) -> Iterable[Mapping[str, str]]:
        """Where sites go when the board is turned or turned over and the rules stay the same.

        Each names all sites. A game that has some writes `SimpleState.mapped` as well.
        """
        return ()

    def setup(self, seats: int, options: Any) -> SimpleState:
        return self.state(self, seats, options)

    def geometry(self, seats: int, options: Any) -> Geometry:
        return self.board

    @functools.cached_property
    def palette(self) -> Palette | None:  # type: ignore[override]
        """Derived where a text says what stands on each site; a game may bring its own."""
        return derived(self, _own_fields(self.state))

    def load(self, text: str) -> SimpleState:
        return _judged(self.unjudged(text))

    def unjudged(self, text: str) -> SimpleState:
        """What a text says, whether it makes sense or not."""
        return _read(self, text)


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

    def __init_subclass__(cls, **arguments: Any) -> None:
        super().__init_subclass__(**arguments)
        for name in inspect.get_annotations(cls):
            if callable(getattr(SimpleState, name, None)):
                raise TypeError(f"the field {name} of {cls.__name__} hides SimpleState.{name}()")

    @abstractmethod
    def moves(self) -> Iterable[str]:
        """The legal tokens."""

    @abstractmethod
    def move(self, token: str) -> Self:
        """What a legal token does: ends in `next`, `then`, `won_by` or `drawn` of `self`."""

    @abstractmethod
    def board(self) -> Mapping[str, Standing]:
        """The glyph and its owner, or the stack, on each site that is not empty."""

    def odds(self) -> Mapping[str, Fraction]:
        """While `CHANCE` is the actor: the tokens that may come, with their probabilities."""
        return {}

    def areas(self) -> Sequence[Area]:
        """Sites to be shown as belonging together."""
        return ()

    def marks(self) -> Mapping[str, Sequence[str]]:
        """How pieces are doing, by site: names that the game's look draws."""
        return {}

    def meters(self) -> Sequence[Meter]:
        """Numbers to be shown beside the board."""
        return ()

    def prompt(self) -> Message:
        """What is to be decided now; asked while the game is not over."""
        return self.say("prompt.play", symbol=self.symbol(self.owner))

    def symbol(self, seat: Seat) -> Message:
        """How a seat is called."""
        return message(f"symbol.{self.game.symbols[seat]}")

    def valid(self) -> bool:
        """Whether fields that were read from a dump make sense."""
        return True

    def problems(self) -> Iterable[BadPosition]:
        """What is impossible about a state that makes sense: each in words, with its sites."""
        return ()

    def mapped(self, to: Mapping[str, str]) -> Self:
        """The position after what is on a site has gone to `to[site]`; see `site_maps`."""
        raise NotImplementedError(f"{type(self).__name__} has no mapped()")

    def path(self, token: str) -> Clicks:
        """The clicks that play a token: its sites, a word as a button; () where it is no token."""
        sites = _sites(self.game, self.seats, self.options)
        *before, last = (token,) if token in sites else parts(token, self.game.separators)
        if last in self.game.words:
            last = button(last)
        elif last not in sites:
            return ()
        return (*before, last) if sites.issuperset(before) else ()

    def clicked(self, path: Clicks) -> str:
        """The token that clicks would play, legal or not: the inverse of `path`."""
        return joined([click.removeprefix(BUTTON) for click in path], self.game.separators)

    def reason(self, token: str) -> Violation:
        """Why a token that is not among `moves` is illegal; also asked about its first sites alone,
        when somebody has clicked on these."""
        if token in self.board():
            return violation("core", "occupied", token, site=token)
        return violation("core", "not-legal", token=token)

    def next(self, *, actor: Seat | None = None, **changes: Any) -> Self:
        """The next seat's turn, with these fields changed. It begins with a decision of that seat,
        or of `actor`: a throw of dice, for instance."""
        seat = (self.owner + 1) % self.seats
        while seat in self.out:
            seat = (seat + 1) % self.seats
        actor = seat if actor is None else actor
        return dataclasses.replace(self, actor=actor, owner=seat, turn=self.turn + 1, **changes)

    def then(self, actor: Seat | None = None, **changes: Any) -> Self:
        """Another decision within this turn: of its owner, or of `actor`."""
        actor = self.owner if actor is None else actor
        return dataclasses.replace(self, actor=actor, **changes)

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
        return self.reason(action.token)

    def after(self, action: Move) -> Self:
        return self.move(action.token)

    def without(self, seat: Seat, out: frozenset[Seat]) -> Self:
        state = dataclasses.replace(self, out=out)
        return state.next() if seat in (self.actor, self.owner) else state

    def text(self, action: Move) -> str:
        return action.token

    def read(self, token: str) -> Move:
        *before, last = self.path(token) or ("",)
        sites = _sites(self.game, self.seats, self.options)
        button_known = last.startswith(BUTTON) and last.removeprefix(BUTTON) in self.game.words
        if sites.issuperset(before) and (last in sites or button_known):
            return Move(token)
        raise self.unreadable(token)

    def meant(self, clicks: Clicks) -> Move | None:
        token = self.clicked(clicks)
        try:
            return self.read(token) if self.path(token) == clicks else None
        except BadToken:
            return None

    def narrate(self, action: Move) -> Sequence[Event]:
        later, token = self.after(action), action.token
        params: dict[str, Param] = {"symbol": self.symbol(self.owner), "token": token}
        params |= {f"site{count}": site for count, site in enumerate(self.path(token), 1)}
        key = f"event.{token}" if token in self.game.words else "event.play"
        told = Event(self.say(key, **params), later.changed(self))
        if later.outcome is None:
            return [told]
        return [told, Event(later.outcome_message(self.game.symbols))]

    def view(
        self, seat: Seat | None = None, since: Self | None = None, *, choices: bool = True
    ) -> View:
        chosen = choices and seat in (None, self.actor)
        marks = self.marks()
        return View(
            actor=self.actor,
            owner=self.owner,
            turn=self.turn,
            seats=self.seat_views(self.game.symbols),
            prompt=self.outcome_message(self.game.symbols) if self.outcome else self.prompt(),
            pieces=tuple(
                Piece(site, _stack(standing), tuple(marks.get(site, ())))
                for site, standing in self.board().items()
                if standing
            ),
            areas=tuple(self.areas()),
            meters=tuple(self.meters()),
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
            return Choice(token, (self.path(token),), self.say(f"button.{token}"))
        return Choice(token, (self.path(token),), self.say("choice.play", token=token))

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


def _stack(standing: Standing) -> tuple[Stone, ...]:
    if isinstance(standing[0], str):
        return (Stone(*standing),)
    return standing


@cache
def _sites(game: SimpleGame, seats: int, options: Options) -> frozenset[str]:
    return frozenset(site.id for site in game.geometry(seats, options).sites)


def _own_fields(cls: type[SimpleState]) -> dict[str, Any]:
    base = {f.name for f in dataclasses.fields(SimpleState)}
    return {f.name: f.default for f in dataclasses.fields(cls) if f.name not in base}


def _read(game: SimpleGame, text: str) -> SimpleState:
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
    return dataclasses.replace(
        start,
        actor=read_actor(values["actor"], seats),
        owner=read_seat("owner", values["owner"], seats),
        turn=read_number("turn", values["turn"]),
        out=read_out(values["out"], seats),
        outcome=read_outcome(game.id, values["outcome"], seats),
        **{name: read_like(name, values[name], default) for name, default in own.items()},
    )


def _judged(state: SimpleState) -> SimpleState:
    if state.valid():
        refuse(state.problems())
    if not state.valid() or not _possible(state):
        raise BadPosition(message("bad-position.impossible"), fields=("owner", "out", "outcome"))
    if state.outcome is None and not (state.actions() or state.chances()):
        raise BadPosition(message("bad-position.no-actions"), fields=("owner", "outcome"))
    return state


def _start(game: SimpleGame, seats: Any, options: Any) -> SimpleState:
    if not isinstance(options, dict):
        raise bad_field("options")
    try:
        given = game.options.of(options)
        start: SimpleState = game.start(read_number("seats", seats), **dict(given.items()))
    except BadOptions as error:
        raise BadPosition(error.message) from None
    return start


def _possible(state: SimpleState) -> bool:
    """Whether actor, outcome and withdrawals fit together."""
    if state.outcome is None:
        at_work = state.actor is not None and state.actor not in state.out
        return at_work and len(state.out) <= state.seats - 2
    return state.actor is None and not any(state.outcome.scores[seat] for seat in state.out)
