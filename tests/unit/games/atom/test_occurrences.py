"""atom: how often each kind of token, phase, event and violation occurs in games that are played.

The players are simple: they build upwards, attack when they can, and choose at random otherwise.
Small caps, limits on life and turns, and all ways of damage bring out what is rare.
"""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from typing import Any

import pytest
from tests.unit.games.atom.positions import CLICKED

from duiyi.core.locale import catalog
from duiyi.core.message import Message
from duiyi.games.atom import GAME, Action, AtomState
from duiyi.games.atom import actions as kinds
from duiyi.games.atom.actions import Attack, Direct, Effect, End, Place, Stop
from duiyi.games.atom.phases import Phase

GAMES: list[dict[str, Any]] = [
    {},
    {"damage": "excess"},
    {"damage": "none"},
    {"max_height": 4, "max_width": 2},
    {"max_height": 9, "max_width": 1, "life_cap": 22},
    {"turn_limit": 12},
]
ROUNDS = 3
PROBES = """
    a end stop +5000 +1000 +0800 1K0,0 2K0,0 3K0,0 1K0,2 1K1,1 1R0,0 2G0,0 1B0,2 2R1,1 1K9,9 1K0,1
    2K5,1 2K5,5 3K-1,3 1K0,4 2K-1,-1 2K0,8 3K4,0 A11 A12 A21 A23 A33 D1 D2 D3 X0,0 X0,2 X1,1 X9,9
    E1:0,0 E2:1,1 E3:9,9 L1:0,0 L2:9,9 L3:1,1 H1:0,0 H2:0,2 H3:9,9
""".split()


def chosen(state: AtomState, rng: random.Random) -> Action:
    if chances := state.chances():
        return rng.choices([draw for draw, _ in chances], [float(odds) for _, odds in chances])[0]
    actions = list(state.actions())
    attacks = [one for one in actions if isinstance(one, Attack | Direct)]
    if attacks and rng.random() < 0.8:
        return rng.choice(attacks)
    effects = [one for one in actions if isinstance(one, Effect)]
    if effects and rng.random() < 0.4:
        return rng.choice(effects)
    places = [one for one in actions if isinstance(one, Place)]
    if places and rng.random() < 0.9:
        upwards = [one for one in places if one.colour == "K"] or places
        top = max(one.point[0] for one in upwards)
        tall = [one for one in upwards if one.point[0] == top]
        return rng.choice(tall if rng.random() < 0.5 else places)
    ends = [one for one in actions if isinstance(one, End | Stop)]
    return rng.choice(ends if ends and rng.random() < 0.6 else actions)


@cache
def counts() -> dict[str, Counter[str]]:
    found: dict[str, Counter[str]] = {
        name: Counter() for name in ("tokens", "phases", "events", "violations")
    }
    rng = random.Random(2024)
    for options in GAMES * ROUNDS:
        state = GAME.start(**{"turn_limit": 60, **options})
        while state.outcome is None:
            action = chosen(state, rng)
            found["tokens"][type(action).__name__] += 1
            found["phases"][type(state.phase).__name__] += 1
            found["events"].update(short(one.message) for one in state.narrate(action))
            for token in rng.sample(PROBES, 6):
                if broken := state.why_not(token):
                    found["violations"][broken.code] += 1
            state = state.play(action)
        found["phases"][type(state.phase).__name__] += 1
        if broken := state.why_not("a"):
            found["violations"][broken.code] += 1
    return found


def short(message: Message) -> str:
    return message.key.partition(":")[2]


def written(*prefixes: str) -> set[str]:
    return {key for key in catalog("atom", "en") if key.startswith(prefixes)}


EXPECTED = {
    "tokens": {kind.__name__ for kind in Action.__args__},
    "phases": {kind.__name__ for kind in Phase.__args__},
    "events": written("event.", "outcome."),
    "violations": {key.partition(".")[2] for key in written("violation.")} - CLICKED
    | {"game-over"},
}


@pytest.mark.parametrize("name", EXPECTED)
def test_everything_occurs_in_play(name: str) -> None:
    found = counts()[name]
    for kind in sorted(EXPECTED[name]):
        print(f"{name:10} {kind:20} {found[kind]:6}")
    assert {kind for kind in EXPECTED[name] if not found[kind]} == set()
    assert set(found) <= EXPECTED[name]


def test_the_kinds_of_decisions_are_all_there_are() -> None:
    assert len(EXPECTED["tokens"]) == 11
    assert {"Choose", "Draw", "Keep"} < EXPECTED["tokens"] <= set(vars(kinds))
    assert len(EXPECTED["phases"]) == 8
