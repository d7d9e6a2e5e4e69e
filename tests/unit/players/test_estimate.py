"""Estimates: shares of every seat in any position."""

from __future__ import annotations

import random
from typing import Any

import pytest
from tests.unit.players.matches import SMALL

import duiyi
from duiyi.core import State
from duiyi.core.check.walk import decisions
from duiyi.players.estimate import estimate


@pytest.mark.parametrize("game", [*SMALL, "tic-tac-toe", "hex", "amazons"])
def test_shares_are_never_negative_and_sum_to_one(game: str) -> None:
    choose = random.Random(4)
    for seats in duiyi.game(game).seats:
        state: State[Any] = duiyi.game(game).start(seats, **SMALL.get(game, {}))
        while state.actor is not None:
            if seats > 2 and choose.random() < 0.02 and len(state.out) < seats - 1:
                leaving = choose.choice([s for s in range(seats) if s not in state.out])
                state = state.withdraw(leaving)
            else:
                state = state.play(choose.choice(decisions(state)))
            shares = estimate(state)
            assert len(shares) == seats
            assert all(share >= 0 for share in shares)
            assert sum(shares) == pytest.approx(1)
            assert all(shares[seat] == 0 for seat in state.out)


def test_a_finished_game_is_worth_its_scores() -> None:
    state = duiyi.game("tic-tac-toe").start()
    for token in "A1 A2 B1 B2 C1".split():
        state = state.play(token)
    assert estimate(state) == (1.0, 0.0)
