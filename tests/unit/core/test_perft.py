"""Perft on games that are small enough to count by hand or in the plainest way."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import pytest

import duiyi
from duiyi.core import CHANCE, Geometry, Seat, SimpleGame, SimpleState, Site, State
from duiyi.core import perft as module
from duiyi.core.perft import perft


@dataclass(frozen=True)
class DiceState(SimpleState):
    """Throw a die with two unequal sides, then step 1 or 2; whoever gets to 3 has won."""

    thrown: int = 0
    place: int = 0

    def moves(self) -> Iterable[str]:
        return ["s1", "s2"] if self.thrown == 2 else ["s1"]

    def move(self, token: str) -> DiceState:
        if self.actor == CHANCE:
            return replace(self, actor=self.owner, thrown=int(token[1:]))
        place = self.place + int(token[1:])
        if place >= 3:
            return self.won_by(self.owner, place=place)
        return replace(self.next(place=place), actor=CHANCE)

    def odds(self) -> Mapping[str, Fraction]:
        return {"d1": Fraction(1, 3), "d2": Fraction(2, 3)}

    def board(self) -> Mapping[str, tuple[str, Seat | None]]:
        return {}


class DiceGame(SimpleGame):
    id = "dice-for-perft"
    state = DiceState
    board = Geometry((Site("s1", 0, 0), Site("s2", 1, 0)))


def plainly(state: State[Any], depth: int) -> int:
    if depth == 0:
        return 1
    decisions = [a for a, _ in state.chances()] if state.actor == CHANCE else state.actions()
    return sum(plainly(state.play(action), depth - 1) for action in decisions)


def test_results_of_chance_count_as_decisions_and_finished_games_not_at_all() -> None:
    start = DiceState(DiceGame(), 2, DiceGame.options(), CHANCE)
    # d1 s1, d2 s1, d2 s2: three after two decisions, and all three go on
    assert [perft(start, depth) for depth in range(1, 4)] == [2, 3, 6]
    assert [perft(start, depth) for depth in range(8)] == [plainly(start, d) for d in range(8)]
    assert perft(start, 7) == 0


@pytest.mark.parametrize(("name", "depth"), [("relati-classic", 4), ("relati", 2)])
@pytest.mark.parametrize("layer", [1, 7, 50_000])
def test_counts_do_not_depend_on_how_many_states_are_held_at_once(
    name: str, depth: int, layer: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "LARGEST_LAYER", layer)
    state = duiyi.game(name).start()
    assert perft(state, depth) == plainly(state, depth)


def test_the_empty_sequence_is_one_and_a_negative_length_none() -> None:
    state = duiyi.game("relati-classic").start()
    assert perft(state, 0) == 1
    with pytest.raises(ValueError, match="-1"):
        perft(state, -1)


def test_a_finished_game_has_no_sequences() -> None:
    state = duiyi.game("relati-classic").start().withdraw(0)
    assert perft(state, 1) == 0


def test_progress_is_told_and_ends_with_the_whole_count(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LARGEST_LAYER", 100)
    told: list[int] = []
    total = perft(duiyi.game("relati-classic").start(), 3, told.append)
    assert len(told) > 3
    assert told == sorted(told)
    assert told[-1] == total
