"""What is compared: a kernel under test, and what it and the Python rules say about a position.

However a kernel is reached (`drivers` has it behind stdin and stdout), the comparisons know it
only as a `Kernel`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Protocol

from duiyi.core import CHANCE, State

NOBODY = -2
"""The actor of a finished game, and the winner of a game without one."""

Token = tuple[str, Fraction | None]
"""An action's text; at chance with its probability."""


@dataclass(frozen=True, slots=True)
class Position:
    """All that can be said about a position."""

    actor: int
    owner: int | None
    """`None` at the end, where it has no meaning."""
    turn: int
    out: int
    """A bit for each seat that withdrew."""
    winner: int
    reason: str
    """`-` while the game goes on."""
    dump: str
    tokens: tuple[Token, ...]
    """In order."""
    hash: int | None = field(default=None, compare=False)
    """Only kernels have one."""


class Refused(Exception):
    """A kernel does not know a dump, does not allow what was asked, or gave up."""


class Kernel(Protocol):
    """A kernel under test. It stands at one position, which `load`, `play` and `withdraw` change.

    They answer with the new position. What they will not do raises `Refused`, and then the next
    call has to be a `load` or `again`.
    """

    def load(self, dump: str) -> Position: ...
    def play(self, token: str) -> Position: ...
    def withdraw(self, seat: int) -> Position: ...
    def keep(self) -> None:
        """Remembers where it is, all that it has made of the position since a `load` included."""
        ...

    def again(self) -> Position:
        """Goes back to where `keep` was called last."""
        ...

    def perft(self, depth: int) -> int:
        """The number of sequences of exactly so many decisions from here; stays where it is."""
        ...


KernelFor = Callable[[State[Any]], Kernel]
"""Which kernel knows games like that of a state."""


def told_by_rules(state: State[Any]) -> Position:
    outcome = state.outcome
    tokens: tuple[Token, ...]
    if state.actor == CHANCE:
        tokens = tuple((state.text(action), share) for action, share in state.chances())
    else:
        tokens = tuple((state.text(action), None) for action in state.actions())
    return Position(
        actor=NOBODY if state.actor is None else state.actor,
        owner=None if outcome else state.owner,
        turn=state.turn,
        out=sum(1 << seat for seat in state.out),
        winner=NOBODY if outcome is None or outcome.winner is None else outcome.winner,
        reason=outcome.reason if outcome else "-",
        dump=state.dump(),
        tokens=tokens,
    )
