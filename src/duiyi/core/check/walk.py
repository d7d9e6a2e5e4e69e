"""Walks: one game after another from its start to its end, decided from outside.

A walk asks a chooser for every decision, those of chance included, and hands out a `Point` for
each state it comes through. It judges nothing: the properties do.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeVar

from duiyi.core.options import Options
from duiyi.core.state import CHANCE, Game, Seat, State
from duiyi.core.view.model import View

Choose = Callable[[int], int]
"""Picks one of `n` things: `choose(n)` is one of 0 … n-1."""

Step = str | int
"""What was decided: a token, or the seat that withdrew."""

T = TypeVar("T")
WITHDRAWAL_ODDS = 12
KNOWN_PER_STATE = 3
LUCK = 2**5 * 3**3 * 5**2 * 7 * 11 * 13
"""Many numbers divide it: each divides a random number below it as often as it should."""


@dataclass(frozen=True)
class Point:
    """A state on a walk, how the walk came there, and what it decides next.

    `action` is what will be played here: `None` at the last point and before a withdrawal.
    `known` are tokens that were legal earlier on. `choose` serves the properties, so that what
    they sample does not change the walk.
    """

    game: Game
    seats: int
    options: Options
    state: State[Any]
    before: State[Any] | None
    played: tuple[Step, ...]
    action: Any
    last: bool
    limit: int
    known: Sequence[str] = field(repr=False)
    choose: Choose = field(repr=False)
    _seen: dict[Seat, View] = field(default_factory=dict, repr=False, compare=False)

    @cached_property
    def actions(self) -> tuple[Any, ...]:
        """What may be played here, results of chance included."""
        return decisions(self.state)

    @cached_property
    def tokens(self) -> tuple[str, ...]:
        return tuple(self.state.text(action) for action in self.actions)

    @cached_property
    def sites(self) -> frozenset[str]:
        """The ids of all sites that exist here."""
        return _sites(self.state, self.view)

    @cached_property
    def view(self) -> View:
        """What nobody in particular sees: made once, since many properties look at it."""
        return self.state.view()

    @cached_property
    def view_since(self) -> View:
        """The same, with what happened last."""
        return self.state.view(since=self.before)

    @cached_property
    def luck(self) -> int:
        """Decides what is tested here now and then: all of it together, since it looks at the same
        views."""
        return self.choose(LUCK)

    def seen(self, seat: Seat) -> View:
        """What a seat sees, with what happened last."""
        if seat not in self._seen:
            self._seen[seat] = self.state.view(seat, self.before)
        return self._seen[seat]

    def pick(self, items: Sequence[T]) -> T:
        return items[self.choose(len(items))]

    def sample(self, items: Sequence[T], count: int) -> list[T]:
        """Up to `count` different ones, in their order."""
        if len(items) <= count:
            return list(items)
        return [items[i] for i in sorted({self.choose(len(items)) for _ in range(count)})]


def decisions(state: State[Any]) -> tuple[Any, ...]:
    if state.actor == CHANCE:
        return tuple(action for action, _ in state.chances())
    return tuple(state.actions())


def sites_of(state: State[Any]) -> frozenset[str]:
    return _sites(state, state.view())


def _sites(state: State[Any], view: View) -> frozenset[str]:
    fixed = state.game.geometry(state.seats, state.options).sites
    return frozenset(site.id for site in (*fixed, *view.sites))


def walk(
    game: Game,
    seats: int,
    options: Options,
    choose: Choose,
    *,
    limit: int,
    withdrawals: bool = False,
    samples: Callable[[int], Choose] | None = None,
) -> Iterator[Point]:
    """The points of one game; with `withdrawals` seats leave now and then, until two are in.

    `samples(n)` makes the chooser of the n-th point; the walk's own is used where there is none.
    """
    state: State[Any] = game.start(seats, **dict(options.items()))
    before: State[Any] | None = None
    played: tuple[Step, ...] = ()
    known: dict[str, None] = {}
    for number in itertools.count():
        actions = decisions(state)
        leaving = _leaving(state, choose) if withdrawals else None
        last = not actions or number >= limit
        action = None if last or leaving is not None else actions[choose(len(actions))]
        sampling = samples(number) if samples else choose
        yield Point(
            game, seats, options, state, before, played, action, last, limit, tuple(known), sampling
        )
        if last:
            return
        before = state
        if leaving is not None:
            state, played = state.withdraw(leaving), (*played, leaving)
            continue
        token = state.text(action)
        others = (actions[sampling(len(actions))] for _ in range(KNOWN_PER_STATE))
        known |= dict.fromkeys([token, *map(state.text, others)])
        state, played = state.play(action), (*played, token)


def onward(state: State[Any], choose: Choose, limit: int) -> Iterator[State[Any]]:
    """The states that follow when the game goes on from here, to its end or `limit`."""
    for _ in range(limit):
        actions = decisions(state)
        if not actions:
            return
        state = state.play(actions[choose(len(actions))])
        yield state


def inside(state: State[Any]) -> list[Seat]:
    """The seats still in."""
    return [seat for seat in range(state.seats) if seat not in state.out]


def _leaving(state: State[Any], choose: Choose) -> Seat | None:
    if state.actor is None or len(inside(state)) <= 2 or choose(WITHDRAWAL_ODDS):
        return None
    return inside(state)[choose(len(inside(state)))]
