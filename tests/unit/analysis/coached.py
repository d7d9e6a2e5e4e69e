"""Decisions for the tests of the coach: found by trying everything with the Python rules.

After a blunder its seat is beaten, or another can beat it in the next turn, while that is not so
after some other decision of the same position. A sound decision leaves no such turn, and a long
search values it like the best.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import duiyi
from duiyi import kernels
from duiyi.analysis import Analyst, Limits
from duiyi.analysis.coach import LEVEL
from duiyi.core import CHANCE, State
from duiyi.players.levels import row_of

MOST = 2500
"""Positions that are tried for one turn; larger ones are not used here."""
LONGER = 12
"""Times as much as the coach, a long search looks at."""
MARGIN = 0.06
"""In even shares: what a sound decision may lose by a long search."""

Setup = tuple[str, int, tuple[tuple[str, Any], ...]]
SETUPS: tuple[Setup, ...] = (
    ("relati-classic", 2, ()),
    ("relati-classic", 3, ()),
    ("relati", 2, ()),
    ("relati", 2, (("cannon", True), ("continuous", True))),
    ("relati-legacy", 2, (("size", 9),)),
    ("relati-legacy", 3, (("size", 9),)),
    ("tzaar", 2, ()),
    ("atom", 2, ()),
)


@dataclass(frozen=True, slots=True)
class Chosen:
    """A decision in a position."""

    state: State[Any]
    token: str


class TooMany(Exception):
    """More positions than anybody wants to try."""


class Trying:
    """Whether a seat is beaten for certain before its own next turn, by the rules alone."""

    def __init__(self, seat: int) -> None:
        self._seat = seat
        self._left = MOST

    def lost(self, state: State[Any]) -> bool:
        if self._beaten(state):
            return True
        if state.outcome is not None:
            return False
        return self._by_turn(state, state.turn, state.owner)

    def _by_turn(self, state: State[Any], turn: int, owner: int) -> bool:
        if self._beaten(state):
            return True
        if state.outcome is not None:
            return False
        if state.turn != turn:
            # The rest of the seat's own turn is over: now the next one's is tried.
            own = owner == self._seat and state.owner != self._seat
            return own and self._by_turn(state, state.turn, state.owner)
        if state.actor == CHANCE:
            if owner == self._seat:
                return False
            results = [result for result, _ in state.chances()]
            return all(self._by_turn(self._play(state, one), turn, owner) for one in results)
        tried = (self._by_turn(self._play(state, one), turn, owner) for one in self._ordered(state))
        return all(tried) if self._seat in (state.actor, owner) else any(tried)

    def _ordered(self, state: State[Any]) -> list[Any]:
        """Ends of phases first. Of atom's turns those of others that place nothing are tried, which
        win whatever is drawn: there are too many of the rest."""
        actions = sorted(state.actions(), key=lambda one: state.text(one) not in ("end", "c"))
        placing = state.game.id == "atom" and " place:" in state.dump()
        return actions[:1] if placing and state.owner != self._seat else actions

    def _play(self, state: State[Any], action: Any) -> State[Any]:
        self._left -= 1
        if self._left < 0:
            raise TooMany
        return state.play(action)

    def _beaten(self, state: State[Any]) -> bool:
        if state.outcome is not None:
            return state.outcome.scores[self._seat] == 0
        return self._seat in getattr(state, "gone", ())


def lost(state: State[Any], token: str) -> bool | None:
    """Whether a decision loses at once or by one turn; `None` where too much would be tried."""
    assert state.actor is not None
    try:
        return Trying(state.actor).lost(state.play(token))
    except TooMany:
        return None


def positions(setup: Setup, seed: int, back: int = 8) -> Iterator[State[Any]]:
    """The last decisions of a game that was played at random, the latest first."""
    name, seats, options = setup
    start = duiyi.game(name).start(seats, **dict(options))
    if name == "atom":
        yield from _nearly_dead(start, seed)
        return
    tokens, _ = kernels.walk(start, seed)
    states = [start]
    for token in tokens:
        states.append(states[-1].play(token))
    for state in reversed(states[-back - 1 :]):
        if state.actor not in (None, CHANCE) and len(state.actions()) > 1:
            yield state


def _nearly_dead(start: State[Any], seed: int) -> Iterator[State[Any]]:
    """Atom lasts long at random: somewhere in it, with one life left for everybody."""
    for decisions in range(10, 60, 2):
        _, state = kernels.walk(start, seed, decisions)
        if " act:" not in state.dump():
            continue
        dying = re.sub(r" \d+:(?=\d+\.)", " 1:", state.dump())
        made = start.game.load(dying)
        if made.actor not in (None, CHANCE) and len(made.actions()) > 1:
            yield made


def blunders(setup: Setup, wanted: int, games: int = 200) -> list[Chosen]:
    """So many decisions that lose at once where another one does not."""
    found: list[Chosen] = []
    for seed in range(games):
        for state in positions(setup, seed):
            blunder = _blunder(state, seed)
            if blunder is not None:
                found.append(blunder)
                break
        if len(found) == wanted:
            break
    return found


def _blunder(state: State[Any], seed: int) -> Chosen | None:
    tokens = [state.text(action) for action in state.actions()]
    random.Random(seed).shuffle(tokens)
    losing: str | None = None
    saving = False
    for token in tokens[:24]:
        how = lost(state, token)
        if how is None:
            return None
        losing = token if how else losing
        saving = saving or (not how and _saves(state, token))
        if losing is not None and saving:
            return Chosen(state, losing)
    return None


def _saves(state: State[Any], token: str) -> bool:
    """In atom others may also win with what they draw, which is too much to try: there only what
    wins at once is sure to be no loss."""
    outcome = state.play(token).outcome
    return state.game.id != "atom" or (outcome is not None and outcome.winner == state.actor)


def sound(setup: Setup, wanted: int, games: int = 200) -> list[Chosen]:
    """So many decisions that a long search values like the best, and that lose nothing at once."""
    found: list[Chosen] = []
    for seed in range(games):
        state = _anywhere(setup, seed)
        if state is not None and (good := _sound(state, seed)) is not None:
            found.append(good)
        if len(found) == wanted:
            break
    return found


def _anywhere(setup: Setup, seed: int) -> State[Any] | None:
    """Somewhere in a game that was played at random."""
    name, seats, options = setup
    start = duiyi.game(name).start(seats, **dict(options))
    tokens, _ = kernels.walk(start, seed)
    state = start
    for token in tokens[: random.Random(seed).randrange(len(tokens))]:
        state = state.play(token)
    decides = state.actor not in (None, CHANCE)
    return state if decides and len(state.actions()) > 1 else None


def _sound(state: State[Any], seed: int) -> Chosen | None:
    """Not only the best decision itself, where another is as good."""
    nodes = row_of(state.game.id, state.options, LEVEL).nodes
    assert nodes is not None
    limits = Limits(nodes=LONGER * nodes, seed=seed + 1)
    lines = Analyst(limits, lines=4).position(state).lines
    good = [one for one in lines if one.share >= lines[0].share - MARGIN / state.seats]
    if lines[0].proof == "loss":
        return None
    token = good[-1].tokens[0]
    return None if lost(state, token) else Chosen(state, token)
