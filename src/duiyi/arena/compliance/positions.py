"""Positions that a bot may be asked about and that its first games may not bring.

They come from games of random players: the middle of a turn, the last decisions of a game, and,
where more than two play, the time after somebody has withdrawn.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from duiyi.core import CHANCE, Record, Seat, State
from duiyi.core.chance import Dice
from duiyi.core.record import Decision, Node, Withdrawal
from duiyi.engine.bot import Question
from duiyi.engine.fault import Verdict
from duiyi.players.random import RandomPlayer

LONGEST = 2000
"""Decisions of a random game, at most."""
EACH = 4
"""Positions of each kind."""
LAST = 8
"""So many decisions before the end of a game are near it."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A position in which a seat is asked, with the game that led there."""

    kind: str
    first: State[Any]
    nodes: tuple[Node, ...]
    state: State[Any]

    @property
    def seat(self) -> Seat:
        assert self.state.actor is not None
        return self.state.actor

    @property
    def begun(self) -> bool:
        """Whether the seat has already decided something in this turn."""
        if not self.nodes or not isinstance(last := self.nodes[-1], Decision):
            return False
        before = self.first
        for node in self.nodes[:-1]:
            before = node.after(before)
        return last.actor == self.seat and before.turn == self.state.turn

    def question(self, left: float | None, cap: float | None) -> Question:
        return Question(self.state, self.seat, self.first, self.nodes, 0, left, cap)


def moments(first: State[Any], seed: int, each: int = EACH) -> list[Moment]:
    """At most `each` of each kind, from several games."""
    chance = random.Random(seed)
    found: list[Moment] = []
    for number in range(each):
        walk = random_game(first, seed + number)
        for kind, those in (
            ("mid-turn", mid_turn(walk)),
            ("near-end", near_end(walk)),
            ("withdrawn", after_withdrawal(walk, chance)),
        ):
            if those:
                found.append(Moment(kind, first, *chance.choice(those)))
    return sorted(found, key=lambda moment: moment.kind)


Walk = Sequence[tuple[tuple[Node, ...], State[Any]]]
"""The states of a game, each with what led there."""


def random_game(first: State[Any], seed: int) -> Walk:
    player, dice = RandomPlayer(seed), Dice(seed)
    record, state = Record.of(first), first
    walk = [(record.nodes, state)]
    while state.actor is not None and len(walk) < LONGEST:
        action = dice.choose(state) if state.actor == CHANCE else player.choose(state)
        record, state = record.played(state, action), state.play(action)
        walk.append((record.nodes, state))
    return walk


def mid_turn(walk: Walk) -> Walk:
    """Where the seat that has just decided decides again in the same turn."""
    return [
        (nodes, state)
        for (_, before), (nodes, state) in zip(walk, islice(walk, 1, None), strict=False)
        if state.actor == before.actor and state.turn == before.turn and _asked(state)
    ]


def near_end(walk: Walk) -> Walk:
    if walk[-1][1].outcome is None:
        return []
    return [(nodes, state) for nodes, state in walk[-1 - LAST :] if _asked(state)]


def after_withdrawal(walk: Walk, chance: random.Random) -> Walk:
    """Somebody is out, by a fault of his own, and the game goes on."""
    found = []
    for nodes, state in walk:
        if state.seats > 2 and _asked(state):
            seat = chance.randrange(state.seats)
            later = state.withdraw(seat)
            if _asked(later):
                gone = Withdrawal(seat, Verdict.timeout.value, "timeout")
                found.append(((*nodes, gone), later))
    return found


def _asked(state: State[Any]) -> bool:
    return state.actor is not None and state.actor != CHANCE
