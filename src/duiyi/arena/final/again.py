"""Who meets once more at the top of a final.

The first few after the round robin meet again. Games are looked at only at fixed points, which are
said beforehand: so many for each pairing. At each point a pairing goes on if two of its bots still
share a place, and all ends when nobody does, or at the last point. Who has dropped out does not
come back.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from duiyi.arena.final.belief import Belief
from duiyi.arena.final.places import places_of

AGAIN = 8
"""So many meet again."""


def usual_looks(seats: int) -> tuple[int, ...]:
    """Games of each pairing after which one looks: for two seats 100 in the end. With more seats
    there are many more pairings, each a rotation of seats."""
    return (20, 50, 100) if seats == 2 else (seats, 2 * seats, 4 * seats)


def blocks(looks: Sequence[int]) -> tuple[int, ...]:
    """Games of each pairing from one look to the next."""
    return tuple(now - before for before, now in zip((0, *looks), looks, strict=False))


def first_of(belief: Belief, count: int) -> tuple[str, ...]:
    return belief.names[:count]


def playing_on(pairings: Sequence[Sequence[str]]) -> tuple[str, ...]:
    """Who plays in a round of the second stage, and so may play in the next."""
    return tuple({name: None for names in pairings for name in names})


def meeting_again(
    belief: Belief, chosen: Sequence[str], seats: int = 2
) -> tuple[tuple[str, ...], ...]:
    """The pairings among `chosen` that go on: those in which two share a place."""
    place = {name: one.number for one in places_of(belief) for name in one.names}
    order = [name for name in belief.names if name in chosen]
    return tuple(
        names
        for names in combinations(order, seats)
        if any(place[one] == place[other] for one, other in combinations(names, 2))
    )
