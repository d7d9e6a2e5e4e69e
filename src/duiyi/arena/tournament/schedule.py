"""What a tournament is made of: rounds, pairings, games; their ids and seeds; and the plan, which
names the games that there are.

A game's id follows from its place in the schedule and from nothing else: `r02-p003-g1` is the
first game of the third pairing of round 2, `r02-p003-t1` its first tie-break game. All that is
random in it follows from the tournament's seed and that id, so that a game which is played again
after a crash is the same game. Games of a pairing that swap seats share an opening
(`r02-p003-o1`): the same set-up and the same draws.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

Scores = tuple[Fraction, ...]


@dataclass(frozen=True, slots=True)
class Pairing:
    """Bots that meet: `names` has one for each seat, in the order of their first game."""

    round: int
    number: int
    names: tuple[str, ...]

    @property
    def id(self) -> str:
        return f"r{self.round:02}-p{self.number:03}"


@dataclass(frozen=True, slots=True)
class Round:
    """The pairings of a round, and who sits it out."""

    number: int
    pairings: tuple[Pairing, ...]
    byes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ScheduledGame:
    """One game: who sits where, and the name of the opening that it shares with its twins."""

    id: str
    round: int
    pairing: int
    names: tuple[str, ...]
    opening: str
    seed: str = ""
    """From which the bots' seeds follow; the id unless it is said."""
    tags: tuple[tuple[str, str], ...] = ()
    """What the record says of its place; the id unless it is said."""

    @property
    def pairing_id(self) -> str:
        return f"r{self.round:02}-p{self.pairing:03}"


@dataclass(frozen=True, slots=True)
class Plan:
    """All games that can be named now. `final`: whatever their results are, the plan stays."""

    rounds: tuple[Round, ...]
    games: tuple[ScheduledGame, ...]
    final: bool = True


def games_of_rounds(rounds: Iterable[Round], games: int) -> tuple[ScheduledGame, ...]:
    """All games of all pairings, so many each."""
    return tuple(
        game for round in rounds for pairing in round.pairings for game in games_of(pairing, games)
    )


def games_of(pairing: Pairing, games: int) -> tuple[ScheduledGame, ...]:
    """The games of a pairing: seats rotate from game to game, an opening lasts one rotation."""
    return tuple(_game(pairing, "g", "o", number) for number in range(1, games + 1))


def tie_breaks_of(pairing: Pairing, rotations: int) -> tuple[ScheduledGame, ...]:
    """Tie-break games: whole rotations, each with an opening of its own."""
    games = rotations * len(pairing.names)
    return tuple(_game(pairing, "t", "to", number) for number in range(1, games + 1))


def points_of(games: Sequence[ScheduledGame], scores: Mapping[str, Scores], name: str) -> Fraction:
    """What a bot has made of those games that are finished."""
    return sum(
        (scores[game.id][game.names.index(name)] for game in games if game.id in scores),
        Fraction(0),
    )


def _game(pairing: Pairing, letter: str, opening: str, number: int) -> ScheduledGame:
    seats = len(pairing.names)
    turned = (number - 1) % seats
    return ScheduledGame(
        id=f"{pairing.id}-{letter}{number}",
        round=pairing.round,
        pairing=pairing.number,
        names=pairing.names[turned:] + pairing.names[:turned],
        opening=f"{pairing.id}-{opening}{(number - 1) // seats + 1}",
    )
