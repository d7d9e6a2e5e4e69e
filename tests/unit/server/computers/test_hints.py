"""Hints for every game: legal by the Python rules, with a path to click and what is expected."""

from __future__ import annotations

import random

import pytest

from duiyi.core import CHANCE, State, game, games
from duiyi.server import wire
from duiyi.server.computers.hints import LONGEST_LINE, hint
from duiyi.server.wire.analysis import Hint

DECISIONS = 4


def later(name: str, seed: int) -> State[object]:
    """Somewhere in a random game, where a seat decides."""
    chance = random.Random(seed)
    state: State[object] = game(name).start()
    for _ in range(DECISIONS):
        if state.actor is not None:
            state = state.play(
                chance.choice([action for action, _ in state.chances()])
                if state.actor == CHANCE
                else chance.choice(state.actions())
            )
    while state.actor == CHANCE:
        state = state.play(state.chances()[0][0])
    return state if state.actor is not None else later(name, seed + 1)


def check(state: State[object], found: Hint) -> None:
    assert found.actor == state.actor
    (choice,) = (one for one in state.view(None).choices if one.token == found.token)
    assert found.path in choice.paths
    assert bytes(found.label) == wire.encode(choice.label)
    assert found.line[0].token == found.token
    assert len(found.line) <= LONGEST_LINE
    for step in found.line:
        assert step.actor == state.actor
        assert state.why_not(step.token) is None
        assert bytes(step.notation) == wire.encode(state.notation(state.parse(step.token)))
        state = state.play(step.token)


@pytest.mark.parametrize("name", [one.id for one in games()])
@pytest.mark.parametrize("seed", range(3))
def test_hints_are_legal_decisions_with_a_line(name: str, seed: int) -> None:
    state = later(name, seed)
    found = hint(state, DECISIONS, 0.05, seed)
    check(state, found)
    assert found.at == DECISIONS
    assert 0 <= found.share <= 1


@pytest.mark.parametrize("seats", [3, 4])
def test_with_more_seats_too(seats: int) -> None:
    state = game("relati").start(seats)
    check(state, hint(state, 0, 0.05, 1))


def test_a_win_in_one_is_found_and_certain() -> None:
    """Circle has one move that leaves cross none."""
    state = game("relati-classic").load(WON_IN_ONE)
    found = hint(state, 9, 0.2, 1)
    assert (found.share, found.proof) == (1.0, "win")
    check(state, found)


def _won_in_one() -> str:
    """A position of a random game with a decision that wins at once, and others that do not."""
    for seed in range(1000):
        chance = random.Random(seed)
        state = game("relati-classic").start()
        while state.actor is not None:
            ends = [state.play(action).outcome for action in state.actions()]
            wins = [end is not None and end.scores[state.actor] == 1 for end in ends]
            if any(wins) and not all(wins):
                return str(state.dump())
            state = state.play(chance.choice(state.actions()))
    raise AssertionError("no such game")


WON_IN_ONE = _won_in_one()
