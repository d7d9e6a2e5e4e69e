"""What a game brings to players and analyses: names and numbers that no rule depends on.

A game without any of it is searched by simulation. Kinds of searches are those of its kernel, if it
has one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib.resources.abc import Traversable
from typing import Any


@dataclass(frozen=True, slots=True)
class Searching:
    """Each field has a default, which fits a game that brings nothing."""

    best: Mapping[int, str] = field(default_factory=dict)
    """The best kind of search by the number of seats, where that is not simulation."""
    weights: Mapping[str, Traversable] = field(default_factory=dict)
    """The file with what a search of a kind has learnt, where it learns."""
    solved: frozenset[int] = frozenset()
    """The numbers of seats for which the kernel's solver knows the value of every position."""
    endgame: Callable[[Any], bool] | None = None
    """Whether a state is so far advanced that a proof is worth trying."""
    winning_positions: int | None = None
    """That are looked at for a win in the turn that is played, where turns have many decisions."""
    winning_seconds: float = 0.0
    """CPU seconds of a turn that are left for looking for such wins, decision by decision."""


NOTHING = Searching()
