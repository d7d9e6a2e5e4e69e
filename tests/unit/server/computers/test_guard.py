"""Which positions are too near to a game that people are playing."""

from __future__ import annotations

import random
from typing import Any

import pytest
from tests.unit.server.played import FRIEND, ME, RANDOM, Make

import duiyi
from duiyi.core.state import CHANCE
from duiyi.server.computers.guard import FEW, MOST, Guard, Played, unfair
from duiyi.server.storage.store import Guest
from duiyi.server.table.history import bare_view

GAMES = ("relati", "relati-classic", "relati-legacy", "tzaar", "atom")


def walk(name: str, seed: int, steps: int, **options: Any) -> list[Any]:
    """The states of a random game."""
    chance, states = random.Random(seed), [duiyi.game(name).start(**options)]
    while len(states) <= steps and states[-1].outcome is None:
        state = states[-1]
        found = [one for one, _ in state.chances()] if state.actor == CHANCE else state.actions()
        states.append(state.play(chance.choice(list(found))))
    return states


@pytest.mark.parametrize("name", GAMES)
def test_the_position_itself_and_its_neighbours_are_recognised(name: str) -> None:
    missed = seen = 0
    for seed in range(5):
        states = walk(name, seed, 60)
        for at in range(12, len(states) - 1):
            here = [Played("t", name, states[at].dump())]
            assert unfair(name, states[at].dump(), here)
            if len(bare_view(states[at], None).pieces) < FEW + 2:
                continue
            seen += 2
            missed += not unfair(name, states[at - 1].dump(), here)
            missed += not unfair(name, states[at + 1].dump(), here)
    assert missed <= seen / 20, "a decision that changes much of the board may be missed, seldom"


@pytest.mark.parametrize("name", GAMES)
def test_other_games_are_not(name: str) -> None:
    played = [Played(str(seed), name, walk(name, seed, 12)[-1].dump()) for seed in range(100, 110)]
    for seed in range(5):
        for state in walk(name, seed, 30)[8:]:
            assert not unfair(name, state.dump(), played)


def test_only_games_between_people_that_are_under_way_are_watched_over(
    make: Make, ann: Guest, bob: Guest
) -> None:
    guard = Guard()
    at = make(ME, FRIEND)
    guard.know(at.table.summary())
    at.take(at.table.sit(bob, 1, None, None, 0))
    for number in range(4):
        assert len(guard) == 0, "an opening is nobody's own"
        at.play(bob if number % 2 else ann)
        guard.know(at.table.summary())
    assert [one.table for one in guard.of("relati-classic", "")] == ["t"]
    assert guard.of("relati-classic", "t") == []
    assert guard.of("tzaar", "") == []
    at.ask(ann, do="resign", seat=0)
    guard.know(at.table.summary())
    assert len(guard) == 0
    for seats in ((ME, ME), (ME, RANDOM)):
        at = make(*seats)
        for _ in range(2):
            at.play(ann)
            if seats[1] is RANDOM:
                token = at.table.state.text(at.table.state.actions()[0])
                at.take(at.table.computed(at.table.id, token, None, 0))
            else:
                at.play(ann)
        guard.know(at.table.summary())
        assert len(guard) == 0


def test_a_position_that_cannot_be_read_is_nobodys() -> None:
    assert not unfair("relati", "nonsense", [Played("t", "relati", "nonsense")])
    assert MOST == 10_000
