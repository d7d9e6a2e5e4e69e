"""What every game would otherwise write again: checks of input, playing by token, withdrawal.

A game derives from `BaseGame` and `BaseState` and adds its rules. A small game may find
`duiyi.core.simple` enough.
"""

from __future__ import annotations

import dataclasses
import sys
from abc import ABC, abstractmethod
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Self

from duiyi.core.errors import BadOptions, BadToken, IllegalAction, Violation, violation
from duiyi.core.locale import add_catalog
from duiyi.core.message import Message, Param, message
from duiyi.core.options import Options
from duiyi.core.outcome import Outcome, won
from duiyi.core.record.formats import Format
from duiyi.core.registry import drawer
from duiyi.core.searching import NOTHING, Searching
from duiyi.core.state import A, Game, Seat
from duiyi.core.study.palette import Palette
from duiyi.core.study.puzzling import ORDINARY, Puzzling
from duiyi.core.study.symmetry import NO_SYMMETRIES, Symmetries
from duiyi.core.view import BUTTON, Event, Geometry, SeatView, View
from duiyi.core.view.clicks import Clicks, begins, nothing_here, played_by, up_to_misfit

LONGEST_TOKEN = 64


class BaseGame(ABC):
    """A game: who may play, with which options, from where."""

    id: ClassVar[str]
    version: ClassVar[int] = 1
    earlier: ClassVar[tuple[int, ...]] = ()
    """Versions whose games can be played on by these rules; `renewed` says how."""
    seats: ClassVar[range] = range(2, 3)
    options: ClassVar[type[Options]] = Options
    faults: ClassVar[tuple[str, ...]] = ()
    """Codes of violations that a list of faults always has, in this order; `timeout` and the other
    verdicts may be among them. A violation is called in a few words by the message `fault.CODE`."""
    look: ClassVar[str] = "relati"
    """How it is drawn: a file of `looks/` beside the game's package, or of `assets/looks`."""
    searching: ClassVar[Searching] = NOTHING
    """What it brings to those who search it; no rule depends on it."""
    formats: ClassVar[tuple[Format, ...]] = ()
    """How other programs write its games (`duiyi.core.record.formats`)."""
    symmetry: ClassVar[Symmetries] = NO_SYMMETRIES
    """Which of its positions are the same but for how one looks at them; no rule depends on it."""

    puzzling: ClassVar[Puzzling] = ORDINARY
    """Where its puzzles are looked for, and what they ask for; no rule depends on it."""
    palette: ClassVar[Palette | None] = None
    """What an editor of positions needs; without one it has a text field."""

    def __init__(self) -> None:
        add_catalog(self.id, self.locales)

    @property
    def locales(self) -> Traversable:
        """`locales/` beside the package that defines the game."""
        return files(_package(type(self).__module__)) / "locales"

    @property
    def rules(self) -> Traversable:
        """`rules/` beside it: a page of rules for each language, such as `en.md`."""
        return files(_package(type(self).__module__)) / "rules"

    @property
    def lessons(self) -> Traversable:
        """`lessons/` beside it: `lessons.toml` and its words (`duiyi.core.lessons`)."""
        return files(_package(type(self).__module__)) / "lessons"

    @property
    def puzzles(self) -> Traversable:
        """`puzzles/` beside it: `puzzles.jsonl` and its certificates (`duiyi.analysis.puzzles`)."""
        return files(_package(type(self).__module__)) / "puzzles"

    def start(self, seats: int | None = None, **options: Any) -> Any:
        count = self.seats.start if seats is None else seats
        if type(count) is not int or count not in self.seats:
            low, high = self.seats.start, self.seats.stop - 1
            allowed = str(low) if low == high else f"{low}-{high}"
            raise BadOptions(
                message("bad-options.seats", game=self.id, seats=str(count), allowed=allowed),
                "seats",
            )
        return self.setup(count, self.options.of(options))

    @abstractmethod
    def setup(self, seats: int, options: Any) -> Any:
        """The first state, for arguments that have been checked."""

    @abstractmethod
    def load(self, text: str) -> Any: ...

    def renewed(
        self, version: int, options: Options, start: str | None
    ) -> tuple[Options, str | None]:
        """A game that has `earlier` versions says here what they are in this one."""
        return options, start

    @abstractmethod
    def geometry(self, seats: int, options: Any) -> Geometry: ...

    def samples(self) -> Sequence[tuple[int, Options]]:
        return [(seats, options) for seats in self.seats for options in self.options.samples()]

    def say(self, key: str, **params: Param) -> Message:
        """A message of this game's catalog."""
        return message(f"{self.id}:{key}", **params)

    def __repr__(self) -> str:
        return f"duiyi.game({self.id!r})"

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other)

    def __hash__(self) -> int:
        return hash(type(self))


class BaseState(ABC, Generic[A]):
    """A state: rules in `actions`, `judge` and `after`, text in `text` and `parse`."""

    __slots__ = ()

    if TYPE_CHECKING:  # a state's fields or properties

        @property
        def game(self) -> Game: ...
        @property
        def seats(self) -> int: ...
        @property
        def options(self) -> Any: ...
        @property
        def actor(self) -> Seat | None: ...
        @property
        def owner(self) -> Seat: ...
        @property
        def turn(self) -> int: ...
        @property
        def out(self) -> frozenset[Seat]: ...
        @property
        def outcome(self) -> Outcome | None: ...

    @abstractmethod
    def actions(self) -> Sequence[A]: ...

    @abstractmethod
    def judge(self, action: A) -> Violation | None:
        """The rule that the action breaks here; `None` when it is legal."""

    @abstractmethod
    def after(self, action: A) -> Self:
        """The state after a legal action."""

    @abstractmethod
    def without(self, seat: Seat, out: frozenset[Seat]) -> Self:
        """The state after a withdrawal that leaves at least two seats in."""

    @abstractmethod
    def text(self, action: A) -> str: ...

    @abstractmethod
    def read(self, token: str) -> A:
        """`parse` for a token of bounded length and printable ASCII; `self.unreadable` if none."""

    @abstractmethod
    def narrate(self, action: A) -> Sequence[Event]: ...

    @abstractmethod
    def view(self, seat: Seat | None = None, since: Self | None = None) -> View: ...

    @abstractmethod
    def dump(self) -> str: ...

    def chances(self) -> Sequence[tuple[A, Fraction]]:
        return ()

    def play(self, action: A | str) -> Self:
        if isinstance(action, str):
            action = self.parse(action)
        broken = self.judge(action)
        if broken is not None:
            raise IllegalAction(broken)
        return self.after(action)

    def parse(self, token: str) -> A:
        if len(token) > LONGEST_TOKEN:
            raise BadToken(message("bad-token.long", limit=LONGEST_TOKEN, start=token[:20]))
        if not token:
            raise BadToken(message("bad-token.empty"))
        if not (token.isascii() and token.isprintable() and " " not in token):
            raise BadToken(message("bad-token.characters", token=told(token)))
        return self.read(token)

    def why_not(self, token: str) -> Violation | None:
        return self.judge(self.parse(token))

    def why_path(self, path: Sequence[str]) -> tuple[str | None, Violation | None]:
        clicks, view = tuple(path), _choosing(self)
        token = played_by(view.choices, clicks)
        if token is not None or not clicks or begins(view.choices, clicks):
            return token, None
        if self.outcome is not None:
            return None, violation("core", "game-over")
        board = self.game.geometry(self.seats, self.options)
        sites = frozenset(site.id for site in (*board.sites, *view.sites))
        clicks = up_to_misfit(view.choices, clicks)
        *before, last = clicks
        known = sites.issuperset(before) and (last in sites or last.startswith(BUTTON))
        meant = self.meant(clicks) if known else None
        if isinstance(meant, Violation):
            return None, meant
        if meant is None:
            return None, nothing_here(last, sites)
        token = self.text(meant)
        broken = self.why_not(token)
        return (token, broken) if broken else (None, nothing_here(last, sites))

    def meant(self, clicks: Clicks) -> A | Violation | None:
        """What clicks that fit no choice would be: an action, or a reason where they are none.

        All clicks are sites of the board but the last, which may be a button; all but the last
        begin a choice. The game is not over.
        """
        return None

    def notation(self, action: A) -> Message:
        """The action as a list of moves says it to people; the token where a game says no more."""
        return message("notation.token", token=self.text(action))

    def leftover(self, token: str) -> Violation | None:
        return violation("core", "too-many-tokens", token=told(token))

    def withdraw(self, seat: Seat) -> Self:
        """W-1: any seat still in, at any time. W-3: the only one left wins at once."""
        if self.outcome is not None:
            raise IllegalAction(violation("core", "game-over"))
        if type(seat) is not int or not 0 <= seat < self.seats:
            raise IllegalAction(violation("core", "no-such-seat", seat=str(seat)))
        if seat in self.out:
            raise IllegalAction(violation("core", "already-out", seat=seat))
        out = self.out | {seat}
        if len(out) == self.seats - 1:
            (winner,) = set(range(self.seats)) - out
            return self.over(out, won(winner, self.seats, "withdrawn"))
        return self.without(seat, out)

    def over(self, out: frozenset[Seat], outcome: Outcome) -> Self:
        """This position with the game ended by a withdrawal."""
        return dataclasses.replace(self, actor=None, out=out, outcome=outcome)  # type: ignore[type-var]

    def breach(self, code: str, *sites: str, **params: Param) -> Violation:
        """A violation worded in this game's catalog."""
        return violation(self.game.id, code, *sites, **params)

    def say(self, key: str, **params: Param) -> Message:
        return message(f"{self.game.id}:{key}", **params)

    def unreadable(self, token: str) -> BadToken:
        return BadToken(message(f"{self.game.id}:bad-token", token=token))

    def _repr_svg_(self) -> str | None:
        """The position as a picture, where a notebook asks for one."""
        draw = drawer("svg")
        return None if draw is None else draw(self)

    def outcome_message(self, symbols: Sequence[str]) -> Message:
        """Why the game is over; `symbol` is the winner's, where there is a winner."""
        outcome = self.outcome
        assert outcome is not None
        two = outcome.reason == "withdrawn" and self.seats == 2  # of two there are no "others"
        key = f"outcome.{outcome.reason}{'.two' if two else ''}"
        if outcome.winner is None:
            return self.say(key)
        return self.say(key, symbol=message(f"symbol.{symbols[outcome.winner]}"))

    def seat_views(self, symbols: Sequence[str]) -> tuple[SeatView, ...]:
        scores = self.outcome.scores if self.outcome else (None,) * self.seats
        return tuple(
            SeatView(seat, symbols[seat], seat not in self.out, scores[seat])
            for seat in range(self.seats)
        )


@lru_cache(4)
def _choosing(state: BaseState[Any]) -> View:
    """The view of a state. Whoever clicks on nothing does so several times in one position, and a
    view with its choices takes milliseconds."""
    return state.view()


def told(token: str) -> str:
    """Any text at all, as a sentence can quote it: bounded, printable, and seen even when empty."""
    return ascii(token[:LONGEST_TOKEN])[1:-1] or "''"


def _package(module: str) -> str:
    """The package that a module belongs to, or is."""
    return module if hasattr(sys.modules[module], "__path__") else module.rpartition(".")[0]
