"""Games between two players: paired, refereed by the Python rules, with the CPU time of each.

An opening is played once with the first player on each seat, and the second player on all others.
The games of an opening share set-up, first turns and chance. Players are asked in this process and
think as they like, or are programs of their own; every token goes through the Python rules. A
player that answers what is not legal, or fails, withdraws; the failure is counted and kept.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from typing import Any

from bench import strength_players
from bench.strength_engines import EnginePlayer

import duiyi
from duiyi.arena.game.openings import Opening, opening_of, seed_of, turns_needed
from duiyi.core import CHANCE, Game, Options, State
from duiyi.core.chance import drawn
from duiyi.players import Player

OPENINGS = 200
"""Random turns are as many as so many openings need, however many games are played."""
LONGEST = 200
"""Characters of what went wrong that are kept."""

Maker = Callable[[str, int], Player]


class Halted(Exception):
    """The game was given up because everything ends."""


@dataclass(frozen=True, slots=True)
class Match:
    """Who plays what: all games follow from it and their numbers."""

    game: str
    players: tuple[str, str]
    seats: int = 2
    options: str = ""
    seed: int = 1

    @property
    def key(self) -> str:
        """Says what was measured, for the file of results."""
        one, other = (
            strength_players.identity(player, self.game, self.options) for player in self.players
        )
        told = f"{self.game} seats={self.seats} {self.options}".strip()
        return f"{told} seed={self.seed} | {one} | {other}"

    def seating(self, number: int) -> tuple[int, ...]:
        """Which of the two players sits where."""
        own = number % self.seats
        return tuple(int(seat != own) for seat in range(self.seats))

    def opening(self, number: int) -> Opening:
        """Shared by as many games as there are seats."""
        game, options = _rules(self.game, self.options)
        turns = _turns(self.game, self.seats, self.options)
        seed = seed_of(self.seed, "opening", number // self.seats)
        return opening_of(game, self.seats, options, seed, turns)


@dataclass(frozen=True, slots=True)
class Thinking:
    """What a player did and took, in CPU seconds."""

    decisions: int = 0
    turns: int = 0
    seconds: float = 0.0
    longest: float = 0.0
    """Of a turn."""

    @property
    def mean(self) -> float:
        """CPU seconds of a turn."""
        return self.seconds / self.turns if self.turns else 0.0


@dataclass(frozen=True, slots=True)
class Failure:
    """A player's answer that was none."""

    player: int
    position: str
    what: str


@dataclass(frozen=True, slots=True)
class Played:
    """A game that is over."""

    number: int
    scores: tuple[Fraction, ...]
    thinking: tuple[Thinking, Thinking]
    """Of both players, on all their seats."""
    failures: tuple[Failure, ...] = ()


def together(thoughts: Iterable[Thinking]) -> Thinking:
    own = [*thoughts]
    return Thinking(
        sum(one.decisions for one in own),
        sum(one.turns for one in own),
        sum(one.seconds for one in own),
        max((one.longest for one in own), default=0.0),
    )


@dataclass(slots=True)
class _Watch:
    """The time of a player, turn by turn: what a seat decides in a turn belongs together."""

    decisions: int = 0
    turns: dict[tuple[int, int], float] = field(default_factory=dict)

    def add(self, turn: int, seat: int, seconds: float) -> None:
        self.decisions += 1
        self.turns[turn, seat] = self.turns.get((turn, seat), 0.0) + seconds

    def thinking(self) -> Thinking:
        used = self.turns.values()
        return Thinking(self.decisions, len(used), sum(used), max(used, default=0.0))


def play(
    match: Match,
    number: int,
    make: Maker = strength_players.make,
    halted: Callable[[], bool] = lambda: False,
) -> Played:
    """The game of this number; time is that of the process, which must do nothing else."""
    players = [
        make(match.players[who], seed_of(match.seed, "player", number, seat))
        for seat, who in enumerate(match.seating(number))
    ]
    try:
        return _played(match, number, players, halted)
    finally:
        for player in players:
            if isinstance(player, EnginePlayer):
                player.close()


def _played(
    match: Match, number: int, players: Sequence[Player], halted: Callable[[], bool]
) -> Played:
    seating, opening = match.seating(number), match.opening(number)
    watches, failures = (_Watch(), _Watch()), []
    state, draws = _begun(opening), 0
    while (seat := state.actor) is not None:
        if halted():
            raise Halted
        if seat == CHANCE:
            # As the arena has it: the n-th draw is the same in all games of the opening.
            state = state.play(drawn(state, opening.seed, draws))
            draws += 1
            continue
        begun = time.process_time()
        try:
            player = players[seat]
            action = player.choose(state)
            spent = time.process_time() - begun
            used = player.cpu if isinstance(player, EnginePlayer) else spent
            watches[seating[seat]].add(state.turn, seat, used)
            state = state.play(state.text(action))
        except Exception as error:
            what = f"{type(error).__name__}: {error}"[:LONGEST]
            failures.append(Failure(seating[seat], state.dump(), what))
            state = state.withdraw(seat)
    assert state.outcome is not None
    one, other = (watch.thinking() for watch in watches)
    return Played(number, state.outcome.scores, (one, other), tuple(failures))


def _begun(opening: Opening) -> State[Any]:
    state = opening.start
    for token in opening.tokens:
        state = state.play(token)
    return state


@cache
def _rules(name: str, options: str) -> tuple[Game, Options]:
    game = duiyi.game(name)
    return game, game.options.parse(options.split())


@cache
def _turns(name: str, seats: int, options: str) -> int:
    game, chosen = _rules(name, options)
    return turns_needed(game, seats, chosen, OPENINGS)
