"""Openings: what the games of a pair share, so that luck and the first move favour nobody.

Each opening is played once from every seat. What differs from opening to opening is whatever the
game leaves open: the set-up, where the options deal one from a seed, and everything that chance
decides. A game that leaves nothing open would be the same again between bots that play alike: its
openings are random turns, which the referee plays before the bots are asked. An opening ends with
a turn, so that bots which are asked once a turn never begin in the middle of one.
"""

from __future__ import annotations

import hashlib
import random
from dataclasses import dataclass, replace
from typing import Any

from duiyi.core import CHANCE, Game, Options, State
from duiyi.core.chance import Dice

SEED = "seed"
"""The option from which games deal a set-up, where they have one."""
MOST_TURNS = 8
ENOUGH = 20
"""There are to be so many times more openings than are played."""
TRIES = 50
LOOKAHEAD = 100
_SAMPLES = 8


@dataclass(frozen=True, slots=True)
class Opening:
    """Where a game begins; `seed` decides what chance does, `tokens` are played by the referee."""

    options: Options
    start: State[Any]
    seed: int
    tokens: tuple[str, ...] = ()


def opening_of(game: Game, seats: int, options: Options, seed: int, turns: int = 0) -> Opening:
    """The opening that follows from a seed: always the same.

    The set-up is dealt anew where the options ask for a random one without saying which (their
    own seed is 0), and `turns` random turns are played.
    """
    if deals(game, seats, options):
        options = replace(options, **{SEED: seed_of(seed, "deal") % (_largest(options) + 1)})
    start: State[Any] = game.start(seats, **dict(options.items()))
    tokens = _walked(start, turns, seed) if turns else ()
    return Opening(options, start, seed_of(seed, "chance"), tokens)


def deals(game: Game, seats: int, options: Options) -> bool:
    """Whether the set-up is left open: it depends on a seed, and nobody has chosen one."""
    kind = options.kinds().get(SEED)
    if kind is None or not kind.start_only or getattr(options, SEED) != 0:
        return False
    starts = (
        game.start(seats, **{**dict(options.items()), SEED: seed})
        for seed in range(min(_SAMPLES, kind.high + 1))
    )
    return len({*starts}) > 1


def has_chance(start: State[Any]) -> bool:
    """Whether chance has a say, as far as a few random games show."""
    for seed in range(_SAMPLES):
        state, chooser = start, random.Random(seed)
        for _ in range(LOOKAHEAD):
            if state.actor == CHANCE:
                return True
            if state.actor is None:
                break
            state = state.play(chooser.choice(state.actions()))
    return False


def turns_needed(game: Game, seats: int, options: Options, openings: int) -> int:
    """How many random turns make so many openings that few of these would be the same.

    None where the set-up or chance make games different anyway.
    """
    start: State[Any] = game.start(seats, **dict(options.items()))
    if deals(game, seats, options) or has_chance(start):
        return 0
    for turns in range(1, MOST_TURNS):
        if _estimated(start, turns) >= ENOUGH * openings:
            return turns
    return MOST_TURNS


def seatings(entrants: int, seats: int) -> tuple[tuple[int, ...], ...]:
    """Who sits where in the games of one opening: every entrant comes to every seat.

    With more seats than entrants, each has as many of them as the others, evenly spread.
    """
    if seats % entrants:
        raise ValueError(f"{seats} seats cannot be shared evenly by {entrants}")
    return tuple(
        tuple((seat + shift) % entrants for seat in range(seats)) for shift in range(entrants)
    )


def seed_of(seed: int, *about: str | int) -> int:
    """Another seed for each thing that it is about; below 2^63."""
    text = " ".join(map(str, (seed, *about)))
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big") >> 1


def _walked(start: State[Any], turns: int, seed: int) -> tuple[str, ...]:
    """Random turns that leave the game open; fewer of them where it is over that soon."""
    for wanted in range(turns, 0, -1):
        for attempt in range(TRIES):
            tokens, state = _walk(start, wanted, seed_of(seed, "walk", wanted, attempt))
            if state.outcome is None:
                return tokens
    return ()


def _walk(start: State[Any], turns: int, seed: int) -> tuple[tuple[str, ...], State[Any]]:
    state, chooser, dice = start, random.Random(seed), Dice(seed)
    tokens: list[str] = []
    last = start.turn + turns
    while state.outcome is None and state.turn < last:
        drawn = state.actor == CHANCE
        action = dice.choose(state) if drawn else chooser.choice(state.actions())
        tokens.append(state.text(action))
        state = state.play(action)
    return tuple(tokens), state


def _estimated(start: State[Any], turns: int) -> float:
    """About how many ways there are to play so many turns."""
    total = 0.0
    for seed in range(_SAMPLES):
        ways, state, chooser = 1.0, start, random.Random(seed)
        while state.outcome is None and state.turn < start.turn + turns:
            actions = state.actions()
            ways *= len(actions)
            state = state.play(chooser.choice(actions))
        total += ways
    return total / _SAMPLES


def _largest(options: Options) -> int:
    return min(options.kinds()[SEED].high, 2**32 - 1)
