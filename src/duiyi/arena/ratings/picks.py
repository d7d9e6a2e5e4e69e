"""What a game says about its bots: picks. The best of a game was picked among all of them.

With bots of weights w the chance to be picked is w / (sum of the weights): Luce's choice, which for
two bots is Bradley-Terry, and whose repetition is Plackett-Luce: where a game tells more than its
winner, the second place is a pick among the others, and so on. Who is even shares a pick: two with
a drawn game half each. What comes after is a pick among those who are left. Bots that are last
together were not compared with each other, so they say nothing more: where one wins and the others
get 0 nobody knows who was second. Only where all are even all share the one pick.

Picks are counted as whole numbers of `PARTS`, so that their sums do not depend on their order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

PARTS = 60
"""A pick can be shared by one to six."""

Among = tuple[str, ...]
"""Names, sorted."""


@dataclass(frozen=True, slots=True)
class GameResult:
    """A finished game: who sat where, their scores, and which opening its twins share."""

    seats: tuple[str, ...]
    scores: tuple[float | Fraction, ...]
    opening: str = ""

    @property
    def tells(self) -> bool:
        """Whether it tells anything about strengths: nobody sits at two seats."""
        return len({*self.seats}) == len(self.seats) > 1


class Picked(NamedTuple):
    """All picks among the same bots: how many, and in parts how many were whose."""

    among: Among
    picks: int
    parts: tuple[int, ...]


Together = tuple[Picked, ...]
"""The picks of games that are not independent: twins, which share their opening."""


def picks_of(
    seats: Sequence[str], scores: Sequence[float | Fraction]
) -> list[tuple[Among, list[int]]]:
    """The picks of a game, each with the parts that those it was among have in it."""
    if len(seats) == 2:
        one, other = seats
        ahead = (scores[0] > scores[1]) - (scores[0] < scores[1])
        if one > other:
            one, other, ahead = other, one, -ahead
        return [((one, other), [PARTS // 2 * (1 + ahead), PARTS // 2 * (1 - ahead)])]
    got = dict(zip(seats, scores, strict=True))
    levels = sorted({*scores}, reverse=True)
    left = sorted(seats)
    found = []
    for level in levels[:-1] or levels:
        block = [name for name in left if got[name] == level]
        part = PARTS // len(block)
        if len(left) > 1:
            found.append((tuple(left), [part if name in block else 0 for name in left]))
        left = [name for name in left if name not in block]
    return found


def tallied(games: Iterable[GameResult]) -> tuple[tuple[Picked, ...], Counter[Together]]:
    """The picks of all games; and how often those of an opening came out so. Games that name no
    opening have no twins."""
    twins: dict[tuple[Among, str | int], dict[Among, list[int]]] = {}
    for number, game in enumerate(games):
        if not game.tells:
            continue
        picks = picks_of(game.seats, game.scores)
        # A number is no name of an opening: it keeps games apart that have none.
        counts = twins.setdefault((picks[0][0], game.opening or number), {})
        for among, parts in picks:
            _add(counts, among, 1, parts)
    together = Counter(map(_picked, twins.values()))
    whole: dict[Among, list[int]] = {}
    for picked, times in together.items():
        for among, count, shares in picked:
            _add(whole, among, times * count, [times * share for share in shares])
    return _picked(whole), together


def _add(counts: dict[Among, list[int]], among: Among, count: int, parts: list[int]) -> None:
    """The count first, then the parts of each."""
    found = counts.get(among)
    if found is None:
        counts[among] = [count, *parts]
        return
    found[0] += count
    for at, part in enumerate(parts, 1):
        found[at] += part


def _picked(counts: dict[Among, list[int]]) -> tuple[Picked, ...]:
    order = sorted(counts) if len(counts) > 1 else counts
    return tuple([Picked(among, counts[among][0], tuple(counts[among][1:])) for among in order])
