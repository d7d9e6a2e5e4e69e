"""Outcomes: exact scores and the reason why the game ended."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass
from fractions import Fraction
from functools import cache


@dataclass(frozen=True, slots=True)
class Outcome:
    """One score per seat, summing to 1; `reason` is worded by the key `outcome.REASON`."""

    scores: tuple[Fraction, ...]
    reason: str

    def __post_init__(self) -> None:
        if sum(self.scores) != 1 or min(self.scores) < 0:
            raise ValueError(f"scores must be fractions that sum to 1, not {self.scores}")

    @property
    def winner(self) -> int | None:
        """The seat that has won, if one has."""
        return self.scores.index(Fraction(1)) if Fraction(1) in self.scores else None


@cache
def won(seat: int, seats: int, reason: str) -> Outcome:
    """The winner gets 1 and everyone else 0."""
    return Outcome(tuple(Fraction(int(other == seat)) for other in range(seats)), reason)


def nobody_won(seats: int, out: Set[int], reason: str) -> Outcome:
    """Without a winner the seats still in share evenly (W-4)."""
    share = Fraction(1, seats - len(out))
    return Outcome(tuple(Fraction(0) if seat in out else share for seat in range(seats)), reason)
