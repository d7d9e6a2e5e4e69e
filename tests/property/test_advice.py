"""Whoever is told what to write instead can write it: the advice of a violation is legal."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import duiyi
from duiyi.core import BadToken
from duiyi.core.locale import text
from duiyi.core.state import State

ADVICE = {
    "en": re.compile(r"write ([!-~]+)"),
    "zh-Hant": re.compile(r"(?:要寫|請寫) ?([!-~]+)"),
    "zh-Hans": re.compile(r"(?:要写|请写) ?([!-~]+)"),
}
GAMES: dict[str, dict[str, Any]] = {
    "relati-classic": {},
    "relati": {"continuous": True, "cannon": True, "chain": True, "migration": True},
    "relati-legacy": {"size": 9},
    "tzaar": {},
    "atom": {},
}


def walked(game: str, seed: int) -> list[State[Any]]:
    """The states of a random game."""
    rng = random.Random(seed)
    state: State[Any] = duiyi.game(game).start(**GAMES[game])
    states = [state]
    while state.outcome is None and len(states) < 120:
        actions = [action for action, _ in state.chances()] or list(state.actions())
        state = state.play(rng.choice(actions))
        states.append(state)
    return states


def tried(game: str, states: list[State[Any]], rng: random.Random) -> list[str]:
    """What was legal somewhere in the game; in tzaar each step with the other sign, too."""
    some = rng.sample(states, min(6, len(states)))
    tokens = {state.text(action) for state in some for action in list(state.actions())[:200]}
    if game == "tzaar":
        tokens |= {token.translate({ord("x"): "+", ord("+"): "x"}) for token in tokens}
    return sorted(tokens)


def advised(state: State[Any], token: str) -> set[str]:
    """All that the violation of a token says to write, in any language."""
    try:
        found = state.why_not(token)
    except BadToken:
        return set()
    if found is None:
        return set()
    return {
        advice
        for language, pattern in ADVICE.items()
        for advice in pattern.findall(text(found.message, language))
    }


@pytest.mark.parametrize("game", GAMES)
@settings(deadline=None, max_examples=15, suppress_health_check=[HealthCheck.too_slow])
@given(seed=st.integers(0, 2**32))
def test_what_a_violation_says_to_write_is_legal(game: str, seed: int) -> None:
    rng = random.Random(seed)
    states = walked(game, seed)
    tokens = tried(game, states, rng)
    for state in rng.sample(states, min(4, len(states))):
        for token in tokens:
            for advice in advised(state, token):
                assert state.why_not(advice) is None, f"{state.dump()}: {token} -> {advice}"


def test_advice_is_found_where_it_is_given() -> None:
    state = duiyi.game("tzaar").start().play("D3xC3").play("A1xB1")
    step = next(state.text(one) for one in state.actions() if "+" in state.text(one))
    assert advised(state, step.replace("+", "x")) == {step}
