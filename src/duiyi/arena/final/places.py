"""Places of a final: who cannot be told apart shares one.

A place ends at the first bot that is separated from the first of that place. So nobody is behind
somebody of the same place by more than the games may be wrong about, and a long row of bots of
which each is even with the next is still cut.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from duiyi.arena.final.belief import Belief

SEPARATED = 0.95
"""Two are separated when their order is at least so sure."""


@dataclass(frozen=True, slots=True)
class Place:
    """A place, and everybody on it, from the strongest; the next place counts all of them."""

    number: int
    names: tuple[str, ...]

    @property
    def shared(self) -> bool:
        return len(self.names) > 1


def places_of(belief: Belief, separated: float = SEPARATED) -> tuple[Place, ...]:
    return tuple(_places(belief, separated))


def _places(belief: Belief, separated: float) -> Iterator[Place]:
    names = belief.names
    first = 0
    for at in range(1, len(names) + 1):
        if at == len(names) or belief.certainty(names[first], names[at]) >= separated:
            yield Place(first + 1, names[first:at])
            first = at


def neighbours(belief: Belief) -> tuple[float, ...]:
    """For every two beside each other, from the strongest: how sure their order is."""
    names = belief.names
    return tuple(belief.certainty(*pair) for pair in pairwise(names))
