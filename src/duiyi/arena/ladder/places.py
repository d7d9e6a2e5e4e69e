"""The table of a ladder: places, and whether they mean anything.

Two are even when the games do not tell them apart: their difference is less than 1.96 times its
standard error, in which their covariance counts. That is not whether their intervals overlap, and
it is said of two: of three in a row the first may be even with the second, and the second with the
third, and the first not with the third. So it makes no groups; what everybody has is the places
that are possible: behind all who are surely above, before all who are surely below.
"""

from __future__ import annotations

import math
from collections.abc import Collection
from dataclasses import dataclass

from duiyi.arena.ladder.ratings import Ladder
from duiyi.arena.ratings.bradley_terry import Rating
from duiyi.core.study.intervals import Z95

NEW = 30
"""With fewer games a bot has just begun."""


@dataclass(frozen=True, slots=True)
class Row:
    """A bot on the ladder; references have no places."""

    name: str
    rating: Rating
    games: int
    reference: bool = False
    place: int = 0
    best: int = 0
    """The first of its possible places."""
    worst: int = 0
    even: tuple[str, ...] = ()
    """Others that have places and cannot be told apart from it, from the strongest."""

    @property
    def new(self) -> bool:
        return not self.reference and self.games < NEW


def even_after(ladder: Ladder, row: Row, games: int) -> int:
    """About how many would still be even with a bot after so many more games of its own: what is
    unsure about it alone becomes less as their number grows; ratings stay, and so do the others."""
    if not row.games:
        return len(row.even)
    shrunk = row.games / (row.games + games)
    own = ladder.variance(row.name)
    count = 0
    for other in row.even:
        apart = ladder.difference(row.name, other)
        theirs = ladder.variance(other)
        shared = (own + theirs - apart.deviation**2) / 2
        less = (1 - shrunk) * max(0.0, own - shared)
        count += abs(apart.value) < Z95 * math.sqrt(max(0.0, apart.deviation**2 - less))
    return count


def rows_of(ladder: Ladder, shown: Collection[str] | None = None) -> tuple[Row, ...]:
    """Rows from the strongest, references among them. `shown` have places: the active versions,
    or all; a reference that is not named has its row all the same."""
    marks = {*ladder.references}
    ranked = [n for n in ladder.names if n not in marks and (shown is None or n in shown)]
    above: dict[str, int] = dict.fromkeys(ranked, 0)
    below: dict[str, int] = dict.fromkeys(ranked, 0)
    even: dict[str, list[str]] = {name: [] for name in ranked}
    for at, upper in enumerate(ranked):
        for lower in ranked[at + 1 :]:
            if ladder.difference(upper, lower).even:
                even[upper].append(lower)
                even[lower].append(upper)
            else:
                above[lower] += 1
                below[upper] += 1
    places = {name: place for place, name in enumerate(ranked, 1)}
    return tuple(
        Row(
            name=name,
            rating=ladder.rating(name),
            games=ladder.games[name],
            place=places[name],
            best=1 + above[name],
            worst=len(ranked) - below[name],
            even=tuple(sorted(even[name], key=lambda other: places[other])),
        )
        if name in places
        else Row(name, ladder.rating(name), ladder.games[name], reference=True)
        for name in ladder.names
        if name in places or name in marks
    )
