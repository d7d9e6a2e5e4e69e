"""A game as a course of pictures: which parts lie on the board after each decision.

A part is kept once per game; a picture is told by what went and what came since the one before.
Nothing here knows how a part looks: `duiyi.arena.report.easel` draws them.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from duiyi.arena.report.parts import Part

Change = list[list[int]]
"""What went: places, each with how many from there on; what came: a place, a part, and how many
from there on, places and parts both counted up."""


@dataclass
class Parts:
    """The parts of one game, by number."""

    numbers: dict[Part, int] = field(default_factory=dict)

    def number(self, part: Part) -> int:
        return self.numbers.setdefault(part, len(self.numbers))

    def written(self) -> list[list[Any]]:
        """For each part its layers and what lies in them, in turn."""
        return [[value for element in part for value in element] for part in self.numbers]


def change(before: Sequence[int], after: Sequence[int]) -> Change:
    """What makes the second list of the first, keeping as much of it as stays in order."""
    places = {part: place for place, part in enumerate(before)}
    kept = _longest_rising([places.get(part, -1) for part in after])
    staying = {places[after[place]] for place in kept}
    gone = [(place,) for place in range(len(before)) if place not in staying]
    came = [(place, part) for place, part in enumerate(after) if place not in kept]
    return [_runs(gone), _runs(came)]


def changed(before: Sequence[int], by: Change) -> list[int]:
    """The inverse of `change`: what the page does with it."""
    gone, came = by
    after = list(before)
    for start, count in reversed([*zip(gone[::2], gone[1::2], strict=True)]):
        del after[start : start + count]
    for place, part, count in zip(came[::3], came[1::3], came[2::3], strict=True):
        after[place:place] = range(part, part + count)
    return after


def _runs(steps: Sequence[tuple[int, ...]]) -> list[int]:
    """Steps that each grow by one in everything, as their first and how many they are."""
    runs: list[list[int]] = []
    for step in steps:
        if runs and list(step) == [value + runs[-1][-1] for value in runs[-1][:-1]]:
            runs[-1][-1] += 1
        else:
            runs.append([*step, 1])
    return [value for run in runs for value in run]


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
