"""Positions on kernels: immutable values beside the states of the Python rules.

Both go over into each other by their texts. Long calls release the GIL, report what they have done
so far, and end at Ctrl-C.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from duiyi.core import BadOptions, BadPosition, Game, State, game, message
from duiyi.kernels.games import Games, kernel_of
from duiyi.kernels.native import NativePosition, Report

GAMES = Games(lambda kernel: True)
"""The games that have a kernel which decides as their rules do."""
MOST_THREADS = 256
DEEPEST = 1000
ENOUGH = 20_000
"""Positions that a search for a winning turn looks at, where nothing else is said."""
LONGEST = 1 << 20
"""Decisions of a walk, where nothing else is said."""


@dataclass(frozen=True, slots=True)
class Playouts:
    """What came of random games; a game without a winner counts for nobody."""

    games: int
    decisions: int
    wins: tuple[int, ...]
    """By seat."""
    cpu_seconds: float
    """Of all threads together."""


class Position:
    """A position on a kernel; its members mean what those of a `State` mean."""

    __slots__ = ("_native",)

    def __init__(self, inner: NativePosition) -> None:
        self._native = inner

    @property
    def native(self) -> NativePosition:
        """What searches are given."""
        return self._native

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self.game == other.game and self.dump() == other.dump()

    def __hash__(self) -> int:
        return self._native.hash

    def __repr__(self) -> str:
        return f"<kernel {self.game}: {self.dump()}>"

    def __reduce__(self) -> tuple[Any, tuple[str, str]]:
        return load, (self.game, self.dump())

    @property
    def game(self) -> str:
        return self._native.game

    @property
    def seats(self) -> int:
        return self._native.seats

    @property
    def actor(self) -> int | None:
        return None if self._native.over else self._native.actor

    @property
    def owner(self) -> int:
        return self._native.owner

    @property
    def turn(self) -> int:
        return self._native.turn

    @property
    def out(self) -> frozenset[int]:
        return frozenset(seat for seat in range(self.seats) if self._native.out >> seat & 1)

    @property
    def over(self) -> bool:
        return self._native.over

    @property
    def winner(self) -> int | None:
        """`None` while the game goes on, and when it has ended without a winner."""
        return self._native.winner if self._native.winner >= 0 else None

    @property
    def reason(self) -> str:
        """Why the game is over; empty while it goes on."""
        return self._native.reason

    @property
    def key(self) -> int:
        """A hash of 64 bits of what decides the future: the same on every machine."""
        return self._native.hash

    @property
    def size(self) -> int:
        """Bytes that the kernel needs for a state."""
        return self._native.size

    @property
    def endgame(self) -> bool:
        """Whether it is so far advanced that a proof is worth trying."""
        return self._native.endgame

    def dump(self) -> str:
        return self._native.dump()

    def tokens(self) -> list[str]:
        """The legal tokens in the order of the rules; empty unless the actor is a seat."""
        return self._native.tokens()

    def chances(self) -> list[tuple[str, Fraction]]:
        """At `CHANCE` the tokens that may come, with their probabilities."""
        found = self._native.chances()
        total = sum(weight for _, weight in found)
        return [(token, Fraction(weight, total)) for token, weight in found]

    def play(self, token: str) -> Position:
        """After a legal token; otherwise what the Python rules raise."""
        after = self._native.play(token)
        if after is None:
            self.state().play(token)
            raise AssertionError(f"the kernel of {self.game} refuses {token} in {self.dump()}")
        return Position(after)

    def withdraw(self, seat: int) -> Position:
        after = self._native.withdraw(seat)
        if after is None:
            raise ValueError(f"seat {seat} cannot withdraw here")
        return Position(after)

    def winning_turn(self, most: int = ENOUGH) -> list[str]:
        """The tokens of a turn that wins, from here on; none where none is found among the first
        `most` positions. A turn ends where others or chance decide."""
        _within("most", most, 0, 2**63)
        return self._native.winning_turn(most)

    def state(self) -> State[Any]:
        """The same position in the Python rules."""
        return game(self.game).load(self.dump())

    def perft(self, depth: int, *, threads: int = 1, report: Report | None = None) -> int:
        """The number of decision sequences of exactly this length; `report` hears how many there
        are so far."""
        _within("depth", depth, 0, DEEPEST)
        _within("threads", threads, 1, MOST_THREADS)
        return self._native.perft(depth, threads, report)

    def playouts(
        self, games: int, seed: int, *, threads: int = 1, report: Report | None = None
    ) -> Playouts:
        """Random games from here to the end, every legal action equally likely; the same for a
        seed, whatever the number of threads. `report` hears how many have been played."""
        _within("games", games, 0, 2**63)
        _within("threads", threads, 1, MOST_THREADS)
        came = self._native.playouts(games, seed % 2**64, threads, report)
        return Playouts(came.games, came.decisions, tuple(came.wins), came.cpu_seconds)

    def walk(self, seed: int, most: int = LONGEST) -> tuple[list[str], Position]:
        """The tokens of random decisions, at most so many, and where they lead."""
        _within("most", most, 0, 2**63)
        tokens, end = self._native.walk(seed % 2**64, most)
        return tokens, Position(end)


def load(name: str, text: str) -> Position:
    """The position of a text; `BadPosition` as the Python rules have it where it is none."""
    return _loaded(game(name), text)


def _loaded(rules: Game, text: str) -> Position:
    kernel = kernel_of(rules)
    if kernel is None:
        known = tuple(GAMES)
        raise BadOptions(message("bad-options.no-kernel", game=rules.id, known=known), "game")
    found = kernel.load(text) if text.isascii() else None
    if found is None:
        rules.load(text)
        raise BadPosition(message("bad-position.impossible"))
    return Position(found)


def position(state: State[Any]) -> Position:
    """A state of the Python rules on its kernel."""
    return _loaded(state.game, state.dump())


def perft(state: State[Any], depth: int, *, threads: int = 1, report: Report | None = None) -> int:
    return position(state).perft(depth, threads=threads, report=report)


def playouts(
    state: State[Any], games: int, seed: int, *, threads: int = 1, report: Report | None = None
) -> Playouts:
    return position(state).playouts(games, seed, threads=threads, report=report)


def walk(state: State[Any], seed: int, most: int = LONGEST) -> tuple[list[str], State[Any]]:
    """The tokens of random decisions, and the state of the Python rules where they lead."""
    tokens, end = position(state).walk(seed, most)
    return tokens, end.state()


def _within(name: str, value: int, least: int, most: int) -> None:
    if not least <= value <= most:
        raise ValueError(f"{name} must be {least} to {most}, not {value}")
