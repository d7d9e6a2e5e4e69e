"""Many mistakes that are planted in kernels are seen by the short walks before a kernel is used."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any

import pytest
from tests.differential.drivers import Driver, DriverFor, drivers, variant_of
from tests.differential.kernel import NOBODY, Position, Refused
from tests.differential.planted import VARIABLE
from tests.differential.programs import GAMES
from tests.differential.test_planted_bugs import NONE, of_game, program
from tests.selection import slow_but

import duiyi
from duiyi.core import CHANCE
from duiyi.kernels.fingerprint import difference
from duiyi.kernels.games import BUILT

LEAST = 0.4
"""Of a game's planted mistakes; others show only in longer games, or in hashes and random steps."""


@dataclass
class Driven:
    """A driver as a position of the compiled module: it stands where it has been led."""

    driver: Driver
    at: Position

    @property
    def actor(self) -> int:
        return self.at.actor

    @property
    def owner(self) -> int | None:
        return self.at.owner

    @property
    def turn(self) -> int:
        return self.at.turn

    @property
    def out(self) -> int:
        return self.at.out

    @property
    def over(self) -> bool:
        return self.at.actor == NOBODY

    @property
    def winner(self) -> int:
        return self.at.winner

    @property
    def reason(self) -> str:
        return self.at.reason.removeprefix("-")

    def dump(self) -> str:
        return self.at.dump

    def tokens(self) -> list[str]:
        return [] if self.at.actor == CHANCE else [token for token, _ in self.at.tokens]

    def chances(self) -> list[tuple[str, Fraction]]:
        if self.at.actor != CHANCE:
            return []
        shares = [(token, share or Fraction(0)) for token, share in self.at.tokens]
        total = lcm(*(share.denominator for _, share in shares))
        return [(token, share * total) for token, share in shares]

    def play(self, token: str) -> Driven | None:
        try:
            return Driven(self.driver, self.driver.play(token))
        except Refused:
            return None

    def withdraw(self, seat: int) -> Driven | None:
        try:
            return Driven(self.driver, self.driver.withdraw(seat))
        except Refused:
            return None


@dataclass(frozen=True)
class DrivenGame:
    """A driver as a game of the compiled module."""

    id: str
    driver_for: DriverFor

    @property
    def options(self) -> tuple[str, ...]:
        return BUILT[self.id].options

    def load(self, text: str) -> Driven | None:
        driver = self.driver_for(duiyi.game(self.id).load(text))
        try:
            return Driven(driver, driver.load(text))
        except Refused:
            return None


def found_with(game: str, number: int) -> str | None:
    with drivers(program, **{VARIABLE: str(number)}) as driver_for:
        kernel: Any = DrivenGame(game, driver_for)
        return difference(duiyi.game(game), kernel)


@pytest.mark.parametrize("game", slow_but("tzaar", of=GAMES))
def test_many_planted_bugs_keep_a_kernel_from_being_used(game: str) -> None:
    assert found_with(game, NONE) is None
    bugs = of_game(game)
    refused = [bug.name for number, bug in enumerate(bugs, 1) if found_with(game, number)]
    print(f"{game}: {len(refused)} of {len(bugs)} refused")
    assert len(refused) >= LEAST * len(bugs), {bug.name for bug in bugs} - {*refused}


def test_a_driver_is_asked_for_the_kernel_of_a_state() -> None:
    assert {variant_of(duiyi.game(game).start()) for game in GAMES} == {"", "2", "narrow"}
