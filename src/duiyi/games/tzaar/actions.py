"""The actions of tzaar (步驟) and their tokens.

A step holds labels, not points: `Z99xA1` is readable and breaks a rule, so it is an action too.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NamedTuple

from duiyi.games.tzaar.pieces import BOARD, Points, Stack

CAPTURE = "x"
STACK = "+"
_step = re.compile(r"([A-Z](?:0|[1-9][0-9]?))([x+])([A-Z](?:0|[1-9][0-9]?))")


@dataclass(frozen=True, slots=True)
class Step:
    """吃子 (sign `x`) or 併子 (sign `+`): a piece goes along a line onto another."""

    source: str
    sign: str
    target: str


@dataclass(frozen=True, slots=True)
class Pass:
    """放棄: give up the second step."""


Action = Step | Pass
PASS = Pass()


class Way(NamedTuple):
    """From a point along a line to another: the points between, and both steps that go there."""

    source: int
    target: int
    between: tuple[int, ...]
    capture: Step
    stack: Step


def _way(source: int, target: int) -> Way:
    start, end = BOARD.label(source), BOARD.label(target)
    between = BOARD.between[source, target]
    return Way(source, target, between, Step(start, CAPTURE, end), Step(start, STACK, end))


WAYS = tuple(
    tuple(tuple(_way(source, target) for target in ray) for ray in rays)
    for source, rays in enumerate(BOARD.rays)
)
"""For each point and each direction the ways from there, nearest first."""

_by_labels = {
    (way.capture.source, way.capture.target): way for ways in WAYS for ray in ways for way in ray
}


def way_of(step: Step) -> Way | None:
    """The way that a step takes, if its two ends are points on a line."""
    return _by_labels.get((step.source, step.target))


def joined(points: Points, step: Step) -> tuple[Way, Stack, Stack]:
    """Of a legal step the way, the piece that moves, and the piece that it goes onto."""
    way = _by_labels[step.source, step.target]
    moved, met = points[way.source], points[way.target]
    assert moved is not None
    assert met is not None
    return way, moved, met


def write(action: Action) -> str:
    if isinstance(action, Step):
        return action.source + action.sign + action.target
    return "pass"


def read(token: str) -> Action | None:
    if token == "pass":
        return PASS
    match = _step.fullmatch(token)
    return Step(*match.groups()) if match else None
