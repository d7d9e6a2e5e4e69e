"""Properties: what every game must do, one small named function each, in one table.

A property is a function of a `Point` that raises `Broken` (through `expect`, `same` or `refused`)
when the game falls short. Packages add their own through the entry-point group `duiyi.checks`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from importlib.metadata import entry_points
from typing import TypeVar

from duiyi.core.check.walk import Point
from duiyi.core.errors import DuiyiError

GROUP = "duiyi.checks"
SITES_PER_WEIGHT = 20
FEWEST_WITHOUT_BOARD = 100
"""What a game without a fixed board, whose sites come and go, counts as at least."""
Test = Callable[[Point], None]
E = TypeVar("E", bound=DuiyiError)


class Broken(Exception):
    """A game falls short of a property: what was expected, and what was seen instead."""

    def __init__(self, expected: str, seen: object) -> None:
        super().__init__(expected, seen)
        self.expected = expected
        self.seen = seen


class Warned(Broken):
    """Worth telling the author of the game; no fault."""


class When(Enum):
    """At which points of a walk a property is tested."""

    START = "start"
    ALWAYS = "always"
    END = "end"


@dataclass(frozen=True, slots=True)
class Property:
    """A property; `weight` above 0 means that it is tested now and then, the more so the less."""

    name: str
    about: str
    test: Test
    when: When = When.ALWAYS
    weight: int = 0

    def applies(self, point: Point, thorough: bool) -> bool:
        """Whether to test it here. Where there is much to look at, it is done more seldom."""
        first = not point.played
        if self.when is When.START:
            return first
        if self.when is When.END:
            return point.last
        if thorough or not self.weight or first or point.last:
            return True
        sites = len(point.game.geometry(point.seats, point.options).sites)
        much = max(sites, len(point.actions), FEWEST_WITHOUT_BOARD if not sites else 0)
        return point.luck % (self.weight * (1 + much // SITES_PER_WEIGHT)) == 0


PROPERTIES: dict[str, Property] = {}
"""The suite's own properties by name, in the order in which they are tested."""


def requirement(name: str, *, when: When = When.ALWAYS, weight: int = 0) -> Callable[[Test], Test]:
    """Enter a function into the table; its docstring's first line says what is required."""

    def enter(test: Test) -> Test:
        PROPERTIES[name] = Property(name, _about(test), test, when, weight)
        return test

    return enter


def properties() -> tuple[Property, ...]:
    """The suite's properties, then those that other packages bring."""
    brought = sorted(entry_points(group=GROUP), key=lambda entry: entry.name)
    return (
        *PROPERTIES.values(),
        *(Property(e.name, _about(test := e.load()), test, weight=2) for e in brought),
    )


def expect(holds: bool, expected: str, seen: object) -> None:
    if not holds:
        raise Broken(expected, seen)


def same(what: str, seen: object, wanted: object) -> None:
    if seen != wanted:
        raise Broken(f"{what}: {wanted!r}", seen)


def refused(kind: type[E], what: str, call: Callable[..., object], *given: object) -> E:
    """The error of the right kind that `call(*given)` must end in."""
    try:
        result = call(*given)
    except kind as error:
        return error
    except Exception as error:
        raise Broken(f"{what} raises {kind.__name__}", error) from error
    raise Broken(f"{what} raises {kind.__name__}", result)


def _about(test: Test) -> str:
    return (test.__doc__ or "").strip().partition("\n")[0]
