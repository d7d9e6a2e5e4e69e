"""Which positions are too near to a game that people are playing."""

from __future__ import annotations

import random
from typing import Any

import pytest
from tests.unit.server.played import FRIEND, ME, RANDOM, Make

import duiyi
from duiyi.core.errors import BadPosition
from duiyi.core.state import CHANCE
from duiyi.core.study.symmetry import symmetries
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
def test_a_board_that_is_turned_or_mirrored_is_recognised(name: str) -> None:
    turned = 0
    for seed in range(3):
        for state in walk(name, seed, 40)[14::5]:
            here = [Played("t", name, state.dump())]
            for symmetry in symmetries(state).of(state):
                other = symmetry.state(state).dump()
                turned += other != state.dump()
                assert unfair(name, other, here), other
    assert turned > 10


SWAPPED = str.maketrans("OXoxwb", "XOxobw")


def exchanged(name: str, state: Any) -> str:
    """The position of two with the seats exchanged, as a text: a turn later, so that it is the
    other's."""
    parts = state.dump().split(" ")
    if name == "atom":
        turn, phase, first, second, *rest = parts
        return " ".join([str(int(turn) + 1), phase, second, first, *rest])
    if name == "tzaar":
        board, mover, steps, turn = parts
        return " ".join([board.swapcase(), mover.translate(SWAPPED), steps, str(int(turn) + 1)])
    at = {"relati": 3, "relati-classic": 3, "relati-legacy": 3}[name]
    parts[at] = str(int(parts[at]) + 1)
    return " ".join([*(part.translate(SWAPPED) for part in parts[:at]), *parts[at:]])


@pytest.mark.parametrize("name", GAMES)
def test_a_board_with_the_seats_exchanged_is_recognised_turned_or_not(name: str) -> None:
    seen = 0
    for seed in range(3):
        states = walk(name, seed, 40)
        for at in range(14, len(states) - 1, 5):
            here = [Played("t", name, states[at].dump())]
            try:
                other = duiyi.game(name).load(exchanged(name, states[at]))
            except BadPosition:
                continue
            seen += 1
            assert unfair(name, other.dump(), here), other.dump()
            for symmetry in list(symmetries(other).of(other))[1:4]:
                assert unfair(name, symmetry.state(other).dump(), here)
    assert seen >= 6


def test_several_symmetries_of_atom_at_once_are_recognised_and_what_lies_beside_them() -> None:
    turned = missed = seen = 0
    for seed in range(4):
        states = walk("atom", seed, 120)
        for at in range(20, len(states) - 1, 10):
            here = [Played("t", "atom", states[at].dump())]
            for state, near in ((states[at], False), (states[at + 1], True)):
                other = scrambled(state, seed)
                found = unfair("atom", other.dump(), here)
                turned += other.dump() != state.dump()
                assert found or near, other.dump()
                seen, missed = seen + near, missed + (near and not found)
    assert turned > 30
    assert missed <= seen / 5, "a draw or a turn that changes much may be missed, seldom"


def scrambled(state: Any, seed: int) -> Any:
    """By five symmetries, one after the other."""
    chance = random.Random(seed)
    for _ in range(5):
        state = chance.choice(list(symmetries(state).of(state))).state(state)
    return state


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


@pytest.mark.parametrize(
    ("options", "own"),
    [
        ({"setup": "random", "seed": 7}, True),
        ({"setup": "random", "seed": str(2**64 - 1)}, True),
        ({"setup": "fixed", "seed": 7}, False),
        ({}, False),
    ],
)
def test_a_set_up_that_was_dealt_is_watched_over_from_the_first_decision_on(
    make: Make, bob: Guest, options: dict[str, Any], own: bool
) -> None:
    guard = Guard()
    at = make(ME, FRIEND, name="tzaar", options=options)
    guard.know(at.table.summary())
    assert len(guard) == 0, "nobody plays yet"
    at.take(at.table.sit(bob, 1, None, None, 0))
    guard.know(at.table.summary())
    assert len(guard) == own
    start = duiyi.game("tzaar").start(setup="random", seed=8)
    assert not unfair("tzaar", start.dump(), guard.of("tzaar", ""))


def test_a_set_up_that_somebody_brought_is_nobodys_own(make: Make, bob: Guest) -> None:
    guard = Guard()
    brought = duiyi.game("tzaar").start(setup="random", seed=7).dump()
    at = make(ME, FRIEND, name="tzaar", options={}, start=brought)
    at.take(at.table.sit(bob, 1, None, None, 0))
    guard.know(at.table.summary())
    assert len(guard) == 0


def test_a_position_that_cannot_be_read_is_nobodys() -> None:
    assert not unfair("relati", "nonsense", [Played("t", "relati", "nonsense")])
    assert MOST == 10_000
