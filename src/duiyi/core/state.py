"""The two protocols that everything else is written against: a game, and a state of it."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from importlib.resources.abc import Traversable
from typing import Any, Protocol, Self, TypeVar, runtime_checkable

from duiyi.core.errors import Violation
from duiyi.core.message import Message
from duiyi.core.options import Options
from duiyi.core.outcome import Outcome
from duiyi.core.view import Event, Geometry, View

Seat = int
CHANCE: Seat = -1
"""The actor when dice, cards or atoms decide."""

A = TypeVar("A")


@runtime_checkable
class State(Protocol[A]):
    """A position: an immutable value that holds what decides the future and nothing else."""

    @property
    def game(self) -> Game: ...
    @property
    def seats(self) -> int: ...
    @property
    def options(self) -> Any: ...
    @property
    def actor(self) -> Seat | None:
        """Who decides now; `CHANCE`; `None` when the game is over."""

    @property
    def owner(self) -> Seat:
        """Whose turn it is by the rules. A finished game still names a seat, without meaning."""
        ...

    @property
    def turn(self) -> int:
        """1, 2, 3 …; grows whenever the turn passes on."""
        ...

    @property
    def out(self) -> frozenset[Seat]:
        """Seats that withdrew: resigned or forfeited."""
        ...

    @property
    def outcome(self) -> Outcome | None: ...

    def actions(self) -> Sequence[A]:
        """The legal actions in a stable order; empty unless the actor is a seat, then never."""
        ...

    def chances(self) -> Sequence[tuple[A, Fraction]]:
        """At `CHANCE` the possible results with probabilities that sum to exactly 1."""
        ...

    def play(self, action: A | str) -> Self:
        """The next state. A token is accepted too; `IllegalAction` names the broken rule."""
        ...

    def withdraw(self, seat: Seat) -> Self:
        """The state after a seat has resigned or forfeited (W-1…W-5)."""
        ...

    def text(self, action: A) -> str:
        """The action's canonical token."""
        ...

    def parse(self, token: str) -> A:
        """The action that a token stands for, legal or not; `BadToken` when it stands for none."""
        ...

    def why_not(self, token: str) -> Violation | None:
        """The rule that playing the token would break; `None` when it is legal."""

    def why_path(self, path: Sequence[str]) -> tuple[str | None, Violation | None]:
        """What clicks would have been, and why they are not possible; never raises.

        `path` are sites, perhaps ending in a button. For clicks that play or begin a choice there
        is no violation, and a token where they play it. For others there is always a violation:
        that of the token they would mean, or of the click itself where they mean none.
        """
        ...

    def leftover(self, token: str) -> Violation | None:
        """The judgement of a token that was sent after the actor had changed."""

    def narrate(self, action: A) -> Sequence[Event]:
        """What playing the action does, in order, with causes."""
        ...

    def notation(self, action: A) -> Message:
        """The action as a list of moves says it to people: short, and complete."""
        ...

    def view(self, seat: Seat | None = None, since: Self | None = None) -> View:
        """The position as a seat sees it; `since` is the state before the last action."""
        ...

    def dump(self) -> str:
        """One line, complete: `game.load` makes an equal state of it."""
        ...


@runtime_checkable
class Game(Protocol):
    """A ruleset."""

    @property
    def id(self) -> str: ...
    @property
    def version(self) -> int: ...
    @property
    def earlier(self) -> tuple[int, ...]:
        """The older versions whose games `renewed` can bring to this one."""
        ...

    @property
    def seats(self) -> range: ...
    @property
    def options(self) -> type[Options]: ...
    @property
    def locales(self) -> Traversable:
        """The directory of this game's messages."""
        ...

    def start(self, seats: int | None = None, **options: Any) -> State[Any]:
        """The first state; seats default to the smallest number, options to their defaults."""
        ...

    def renewed(
        self, version: int, options: Options, start: str | None
    ) -> tuple[Options, str | None]:
        """The options and first position with which the tokens of a game of an earlier version, or
        of this one, mean the same here."""
        ...

    def load(self, text: str) -> State[Any]:
        """The state that a dump describes; `BadPosition` says what is wrong with it."""
        ...

    def geometry(self, seats: int, options: Options) -> Geometry: ...

    def samples(self) -> Sequence[tuple[int, Options]]:
        """The configurations that tests run."""
        ...
