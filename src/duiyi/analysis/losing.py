"""Losing at once: whether a seat is beaten already, or by the next turn of another, for certain.

Everything that the rules allow is tried, on the kernel where there is one; what takes too many
positions is not claimed. Counted in positions, not in time, so that the answer is always the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from duiyi import kernels
from duiyi.core import CHANCE, Seat, State
from duiyi.players.searches import best_kind, searching_of

POSITIONS = 1500
"""That are looked at by the Python rules for one question."""
KERNEL_TURNS = 400
"""That a kernel looks at for one question, each as far as levels look for a win."""


def beaten(state: State[Any], seat: Seat) -> bool:
    """Whether the game is over and this seat has none of it, or it is out by the rules. A game
    whose rules put seats out tells them by `gone`."""
    if state.outcome is not None:
        return not state.outcome.scores[seat]
    return seat in getattr(state, "gone", ())


@dataclass(slots=True)
class Losing:
    """Looks for the line that certainly beats a seat before its next turn. What one of these has
    looked at counts for all its questions together."""

    seat: Seat
    positions: int = POSITIONS
    turns: int = KERNEL_TURNS
    complete: bool = field(default=True)
    """Whether everything that was asked for could be looked at."""

    def line(self, state: State[Any]) -> tuple[str, ...] | None:
        """Tokens from here to where the seat is beaten, whatever it decides; none where it is
        beaten already, `None` where it can go on into a turn of its own, or nothing is certain."""
        if beaten(state, self.seat):
            return ()
        if state.outcome is not None:
            return None
        if state.owner == self.seat:
            return self._own(state)
        return self._theirs(state, state.turn)

    def _own(self, state: State[Any]) -> tuple[str, ...] | None:
        """The rest of the seat's turn: it loses if all that it can still do loses. Before chance
        nothing is certain."""
        if state.actor == CHANCE:
            return None
        lines = []
        for token, after in self._afters(state):
            if after.owner == self.seat and after.turn != state.turn:
                return None
            found = self.line(after)
            if found is None:
                return None
            lines.append((token, *found))
        return lines[0] if lines and self.complete else None

    def _theirs(self, state: State[Any], turn: int) -> tuple[str, ...] | None:
        if beaten(state, self.seat):
            return ()
        if state.outcome is not None or state.turn != turn:
            return None
        if state.actor == CHANCE:
            return self._every(self._results(state), turn)
        if state.actor == self.seat:
            return self._every(self._afters(state), turn)
        return self._any(state, turn)

    def _every(self, afters: Iterator[tuple[str, State[Any]]], turn: int) -> tuple[str, ...] | None:
        """What chance or the seat itself decides must lose in every case."""
        lines = []
        for token, after in afters:
            found = self._theirs(after, turn)
            if found is None:
                return None
            lines.append((token, *found))
        return lines[0] if lines and self.complete else None

    def _any(self, state: State[Any], turn: int) -> tuple[str, ...] | None:
        kernel = best_kind(state) is not None
        if kernel and (won := self._won(state)):
            return won
        for token, after in self._afters(state):
            if beaten(after, self.seat):
                return (token,)
            # Decisions of the same seat have been looked at by the kernel.
            if kernel and after.actor == state.actor and after.turn == turn:
                continue
            found = self._theirs(after, turn)
            if found is not None:
                return (token, *found)
        return None

    def _won(self, state: State[Any]) -> tuple[str, ...]:
        if self.turns <= 0:
            self.complete = False
            return ()
        self.turns -= 1
        most = searching_of(state.game).winning_positions
        return tuple(kernels.position(state).winning_turn(most or kernels.ENOUGH))

    def _afters(self, state: State[Any]) -> Iterator[tuple[str, State[Any]]]:
        return self._played(state, state.actions())

    def _results(self, state: State[Any]) -> Iterator[tuple[str, State[Any]]]:
        return self._played(state, [result for result, _ in state.chances()])

    def _played(
        self, state: State[Any], actions: Sequence[Any]
    ) -> Iterator[tuple[str, State[Any]]]:
        for action in actions:
            if self.positions <= 0:
                self.complete = False
                return
            self.positions -= 1
            yield state.text(action), state.play(action)
