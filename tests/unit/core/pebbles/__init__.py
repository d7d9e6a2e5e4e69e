"""Pebbles: a toy game with a bit of everything, to test the core with.

Seats put pebbles on six sites. With `dice`, chance decides after each whether the seat may put
another, which it may decline with `pass`. After `pebbles` of them whoever has most wins.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Self

from duiyi.core import (
    CHANCE,
    Geometry,
    Options,
    Seat,
    SimpleGame,
    SimpleState,
    Site,
    number,
    switch,
)

SITES = "ABCDEF"


@dataclass(frozen=True)
class PebblesOptions(Options):
    dice: bool = switch()
    pebbles: int = number(6, 2, 6)


@dataclass(frozen=True)
class PebblesState(SimpleState):
    """`owners` has a character for each site; `noise` has no meaning: games may misuse it."""

    options: PebblesOptions
    owners: str = "." * len(SITES)
    again: bool = False
    noise: int = 0

    def moves(self) -> Iterable[str]:
        empty = [site for site in SITES if self.owners[SITES.index(site)] == "."]
        return [*empty, "pass"] if self.again else empty

    def odds(self) -> Mapping[str, Fraction]:
        return {"heads": Fraction(1, 3), "tails": Fraction(2, 3)}

    def move(self, token: str) -> Self:
        if token == "heads":
            return replace(self, actor=self.owner, again=True)
        if token in ("tails", "pass"):
            return self.next(again=False)
        site = SITES.index(token)
        owners = self.owners[:site] + str(self.owner) + self.owners[site + 1 :]
        if len(owners) - owners.count(".") == self.options.pebbles:
            return self.ended(owners)
        if self.options.dice:
            return replace(self, actor=CHANCE, owners=owners, again=False)
        return self.next(owners=owners)

    def ended(self, owners: str) -> Self:
        numbers = [owners.count(str(seat)) for seat in range(self.seats) if seat not in self.out]
        most = [seat for seat in range(self.seats) if owners.count(str(seat)) == max(numbers)]
        if len(most) == 1 and most[0] not in self.out:
            return self.won_by(most[0], owners=owners, again=False)
        return self.drawn(owners=owners, again=False)

    def board(self) -> Mapping[str, tuple[str, Seat | None]]:
        return {
            site: ("pebble", int(owner))
            for site, owner in zip(SITES, self.owners, strict=True)
            if owner != "."
        }

    def valid(self) -> bool:
        seats = "".join(str(seat) for seat in range(self.seats))
        if len(self.owners) != len(SITES) or not set(self.owners) <= {".", *seats}:
            return False
        put = len(SITES) - self.owners.count(".")
        return put < self.options.pebbles or self.outcome is not None


class Pebbles(SimpleGame):
    id = "pebbles"
    seats = range(2, 4)
    options = PebblesOptions
    state = PebblesState
    words = ("pass", "heads", "tails")
    board = Geometry(tuple(Site(site, at, 0) for at, site in enumerate(SITES)))

    @property
    def locales(self) -> Traversable:
        """Here, also for games that derive from this one elsewhere."""
        return files(__name__) / "locales"


PEBBLES = Pebbles()
