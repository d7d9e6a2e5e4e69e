"""What a game brings to players and analyses: names and numbers that no rule depends on.

A game without any of it is searched by simulation. Kinds of searches are those of its kernel, if it
has one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib.resources.abc import Traversable


@dataclass(frozen=True, slots=True)
class Searching:
    """Each field has a default, which fits a game that brings nothing."""

    best: Mapping[int, str] = field(default_factory=dict)
    """The best kind of search by the number of seats, where that is not simulation."""
    weights: Mapping[str, Traversable] = field(default_factory=dict)
    """The file with what a search of a kind has learnt, where it learns."""
    solved: frozenset[int] = frozenset()
    """The numbers of seats for which the kernel's solver knows the value of every position."""
    winning_positions: int | None = None
    """That are looked at for a win in the turn that is played, where turns have many decisions."""
    winning_seconds: float = 0.0
    """CPU seconds of a turn that are left for looking for such wins, decision by decision."""
    review_nodes: int = 3000
    """That the page searches to judge a decision of a finished game: about a tenth of a second."""


NOTHING = Searching()
