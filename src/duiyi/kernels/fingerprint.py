"""Whether a kernel decides as the Python rules do; asked before a kernel is first used for a game.

The rules in Python are the truth. A rule that was changed there alone, in this repository or by a
plug-in, would be played on by the old kernel, and nobody would notice. So both make the same short
walks, from starts with all options, and say what they see on the way. A kernel that
once says something else is not used: its game is played by the Python rules then, slower but right.
`tests/differential` compares much more, for those who change a kernel.
"""

from __future__ import annotations

import logging
import random
from collections.abc import Sequence
from threading import Lock
from typing import Any, Protocol

from duiyi.core import CHANCE, Game, Options, State
from duiyi.kernels.native import NativePosition

STARTS = 14
"""So many are compared at most, evenly chosen among the samples."""
WALKS = 6
"""So many games are walked, from starts that are evenly chosen among those."""
DECISIONS = 40
"""Of a walk; withdrawals follow, and one comes amid it where others go on."""
SEATS = 2
"""So many numbers of seats are tried, the smallest ones."""
CHANCE_NATIVE, NOBODY = -1, -2

_log = logging.getLogger("duiyi.kernels")


class Compared(Protocol):
    """A kernel, as far as it is looked at here."""

    @property
    def options(self) -> Sequence[str]: ...
    def load(self, text: str) -> NativePosition | None: ...


class Differs(Exception):
    """A kernel and the rules say different things."""


def difference(rules: Game, kernel: Compared) -> str | None:
    """What a kernel first says otherwise than the rules; `None` where there is nothing."""
    known, options = sorted(kernel.options), sorted(dict(rules.options().items()))
    if known != options:
        return f"it knows the options {known}, and the rules have {options}"
    starts = _starts(rules)
    try:
        for seats, chosen in starts:
            _walk(rules.start(seats, **dict(chosen.items())), kernel, 0, random.Random(0))
        for number in range(WALKS):
            seats, chosen = starts[number * len(starts) // WALKS]
            start = rules.start(seats, **dict(chosen.items()))
            _walk(start, kernel, DECISIONS, random.Random(number))
    except Differs as found:
        return str(found)
    return None


def _starts(rules: Game) -> list[tuple[int, Options]]:
    """Samples of the smallest numbers of seats, in which no number is above its default: large
    boards take time to lay out and have no other rules."""
    usual = dict(rules.options().items())
    few = sorted(rules.seats)[:SEATS]
    found = [
        (seats, options)
        for seats, options in rules.samples()
        if seats in few and not any(_larger(value, usual[name]) for name, value in options.items())
    ]
    return [found[number] for number in range(0, len(found), -(-len(found) // STARTS))]


def _larger(value: object, usual: object) -> bool:
    """Of numbers; switches are none."""
    if isinstance(value, bool) or not isinstance(value, int) or not isinstance(usual, int):
        return False
    return value > usual


def _walk(state: State[Any], kernel: Compared, decisions: int, chance: random.Random) -> None:
    here = kernel.load(state.dump())
    if here is None:
        raise Differs(f"it does not know {state.dump()}")
    tokens = _compared(state, here)
    for left in range(decisions, 0, -1):
        if not tokens:
            return
        if left == decisions // 2 and state.seats - len(state.out) > 2:
            state, here = _withdrawn(state, here, chance)
            tokens = _compared(state, here)
            continue
        token = chance.choice(tokens)
        after = here.play(token)
        if after is None:
            raise Differs(f"it does not play {token} in {state.dump()}")
        state, here = state.play(token), after
        tokens = _compared(state, here)
    while tokens and decisions:
        state, here = _withdrawn(state, here, chance)
        tokens = _compared(state, here)


def _withdrawn(
    state: State[Any], here: NativePosition, chance: random.Random
) -> tuple[State[Any], NativePosition]:
    seat = chance.choice(sorted({*range(state.seats)} - state.out))
    after = here.withdraw(seat)
    if after is None:
        raise Differs(f"seat {seat} cannot withdraw in {state.dump()}")
    return state.withdraw(seat), after


def _compared(state: State[Any], here: NativePosition) -> list[str]:
    """The tokens of a decision, of which both say the same."""
    outcome = state.outcome
    tokens, chances = [], []
    if outcome is None and state.actor == CHANCE:
        chances = [(state.text(action), share) for action, share in state.chances()]
    elif outcome is None:
        tokens = [state.text(action) for action in state.actions()]
    total = sum(weight for _, weight in here.chances())
    winner = NOBODY if outcome is None or outcome.winner is None else outcome.winner
    pairs: dict[str, tuple[object, object]] = {
        "position": (state.dump(), here.dump()),
        "end": (outcome is not None, here.over),
        "winner": (winner, here.winner),
        "reason": (outcome.reason if outcome else "", here.reason),
        "tokens": (tokens, here.tokens()),
        "chances": (
            [(token, share * total) for token, share in chances],
            [*map(tuple, here.chances())],
        ),
        "turn": (state.turn, here.turn),
        "withdrawn": (sum(1 << seat for seat in state.out), here.out),
    }
    if outcome is None:
        actor = CHANCE_NATIVE if state.actor == CHANCE else state.actor
        pairs |= {"actor": (actor, here.actor), "owner": (state.owner, here.owner)}
    for name, (ruled, said) in pairs.items():
        if ruled != said:
            raise Differs(f"{name}: {said!r} instead of {ruled!r} in {state.dump()}")
    return tokens or [token for token, _ in chances]


class Verdicts:
    """Which kernels may be used. A game is compared once, and again when its rules are others."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._kept: dict[str, tuple[Game, bool]] = {}

    def agrees(self, rules: Game, kernel: Compared) -> bool:
        with self._lock:
            kept = self._kept.get(rules.id)
            if kept is None or kept[0] is not rules:
                kept = rules, self._judged(rules, kernel)
                self._kept[rules.id] = kept
            return kept[1]

    @staticmethod
    def _judged(rules: Game, kernel: Compared) -> bool:
        found = difference(rules, kernel)
        if found is not None:
            _log.warning(
                "The kernel of %s is not used, because it decides otherwise than the rules: %s. "
                "The game is played by the Python rules, which are slower.",
                rules.id,
                found,
            )
        return found is None
