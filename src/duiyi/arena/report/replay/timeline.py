"""A game as a timeline of pictures: which parts lie on the board after each decision.

A part is kept once per game, and one that several games have once for all of them. A picture is
told by what went and what came since the one before. Nothing here knows how a part looks:
`duiyi.arena.report.replay.painter` draws them.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from itertools import repeat
from operator import lt
from typing import Any

from duiyi.arena.report.replay.parts import Part

MOST_SHARED = 12_000
"""So many parts are kept for all games together."""
MOST_ONCE = 12_000
"""Of the last so many, and as many before, it is remembered that one game had them."""

NEW = -1
"""Stands for the place or the number of what was not there before."""

Change = list[list[int]]
"""What went: places, each with how many from there on; what came: a place, a part, and how many
from there on, places and parts both counted up."""


class Shared:
    """Parts that several games have, by number: a page keeps them once for all of its games.

    A part becomes one when a second game has it. The first keeps its own copy, so that what comes
    once, such as a lattice of atom, does not use up the room.
    """

    def __init__(self) -> None:
        self.numbers: dict[Part, int] = {}
        self._lately: set[Part] = set()
        self._before: set[Part] = set()

    def number(self, part: Part) -> int | None:
        """Of a part of a game; each game asks once."""
        known = self.numbers.get(part)
        if known is not None:
            return known
        if part in self._lately or part in self._before:
            if len(self.numbers) < MOST_SHARED:
                return self.numbers.setdefault(part, len(self.numbers))
            return None
        if len(self._lately) >= MOST_ONCE:
            self._lately, self._before = set(), self._lately
        self._lately.add(part)
        return None

    def written(self) -> list[list[Any]]:
        return [*map(flat, self.numbers)]


class Parts:
    """The parts of one game, by number.

    Pictures are compared by the identity of their parts: the same objects come again and again, and
    hashing what is in them would be most of the work. All that got a number are kept, so that no
    other can come to have the identity of one; an equal one gets the same number.
    """

    def __init__(self) -> None:
        self.numbers: dict[Part, int] = {}
        self._met: dict[int, tuple[int, Part]] = {}

    def number(self, part: Part) -> int:
        met = self._met.get(id(part))
        if met is None:
            number = self.numbers.setdefault(part, len(self.numbers))
            met = self._met[id(part)] = number, part
        return met[0]

    def change(self, before: Sequence[Part], after: Sequence[Part]) -> Change:
        """What makes the second picture of the first, whose parts all have numbers."""
        gone, came = difference([*map(id, before)], [*map(id, after)])
        return [_gone(gone), _came(came, [self.number(after[place]) for place in came])]

    def written(self, shared: Shared) -> list[int | list[Any]]:
        """For each part its number among the shared ones, or else what it is."""
        found: list[int | list[Any]] = []
        for part in self.numbers:
            number = shared.number(part)
            found.append(flat(part) if number is None else number)
        return found


def flat(part: Part) -> list[Any]:
    """The layers of a part and what lies in them, in turn."""
    return [value for element in part for value in element]


def change(before: Sequence[int], after: Sequence[int]) -> Change:
    """What makes the second list of the first, keeping as much of it as stays in order."""
    gone, came = difference(before, after)
    return [_gone(gone), _came(came, [after[place] for place in came])]


def difference(before: Sequence[int], after: Sequence[int]) -> tuple[list[int], list[int]]:
    """The places in the first that went, and those in the second that came."""
    places = dict(zip(before, range(len(before)), strict=True))
    found = [*map(places.get, after, repeat(NEW))]
    kept = [place for place in found if place != NEW]
    if all(map(lt, kept, kept[1:])):  # as it is in most pictures: nothing changes its order
        came = [place for place, old in enumerate(found) if old == NEW]
    else:
        staying = _longest_rising(found)
        kept = [found[place] for place in staying]
        came = [place for place in range(len(after)) if place not in staying]
    return sorted({*range(len(before))}.difference(kept)), came


def _gone(places: Sequence[int]) -> list[int]:
    """Rising places as runs: the first, and how many they are."""
    runs: list[int] = []
    following = NEW
    for place in places:
        if place == following:
            runs[-1] += 1
        else:
            runs += (place, 1)
        following = place + 1
    return runs


def _came(places: Sequence[int], parts: Sequence[int]) -> list[int]:
    """The same for places with their parts, where both grow by one."""
    runs: list[int] = []
    following = NEW, NEW
    for place, part in zip(places, parts, strict=True):
        if (place, part) == following:
            runs[-1] += 1
        else:
            runs += (place, part, 1)
        following = place + 1, part + 1
    return runs


def changed(before: Sequence[int], by: Change) -> list[int]:
    """The inverse of `change`: what the page does with it."""
    gone, came = by
    after = list(before)
    for start, count in reversed([*zip(gone[::2], gone[1::2], strict=True)]):
        del after[start : start + count]
    for place, part, count in zip(came[::3], came[1::3], came[2::3], strict=True):
        after[place:place] = range(part, part + count)
    return after


def _longest_rising(values: Sequence[int]) -> set[int]:
    """The places of a longest strictly rising row of values; negative ones do not count."""
    ends: list[int] = []
    last: list[int] = []
    before: dict[int, int | None] = {}
    for place, value in enumerate(values):
        if value < 0:
            continue
        at = bisect_left(ends, value)
        if at == len(ends):
            ends.append(value)
            last.append(place)
        else:
            ends[at], last[at] = value, place
        before[place] = last[at - 1] if at else None
    found: set[int] = set()
    place_or_none = last[-1] if last else None
    while place_or_none is not None:
        found.add(place_or_none)
        place_or_none = before[place_or_none]
    return found
