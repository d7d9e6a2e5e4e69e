"""Random games: everything that the rules know happens, and is counted."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

from duiyi.games.tzaar import GAME, Step, TzaarState
from duiyi.games.tzaar.pieces import BOARD
from duiyi.games.tzaar.view import prompt

GAMES = 120
SITES = (*BOARD.labels, "A0", "E9", "J1", "Z99")
EXPECTED = {
    "token": {"x", "+", "pass"},
    "phase": {"prompt.only-step", "prompt.first-step", "prompt.second-step"},
    "event": {
        "event.capture",
        "event.stack",
        "event.left",
        "event.gone",
        "event.pass",
        "outcome.kinds-gone",
        "outcome.no-capture",
    },
    "outcome": {
        "kinds-gone 0",
        "kinds-gone 1",
        "no-capture 0",
        "no-capture 1",
        "withdrawn 0",
        "withdrawn 1",
    },
    "violation": {
        "no-such-piece",
        "not-your-piece",
        "off-board",
        "not-a-line",
        "jump",
        "empty-target",
        "wrong-sign",
        "first-turn-two-steps",
        "first-step-must-capture",
        "too-weak",
        "too-many-tokens",
        "game-over",
    },
}


def short(key: str) -> str:
    return key.partition(":")[2]


def guesses(state: TzaarState, chance: random.Random) -> Iterator[str]:
    """Tokens of someone who does not know the rules, but where his own pieces are."""
    own = [site for site, stack in zip(BOARD.labels, state.points, strict=True) if stack]
    yield chance.choice(SITES) + chance.choice("x+") + chance.choice(SITES)
    yield chance.choice(own) + chance.choice("x+") + chance.choice(own)
    yield "pass"


def test_everything_occurs_in_random_play() -> None:
    chance = random.Random(2024)
    seen: dict[str, Counter[str]] = {what: Counter() for what in EXPECTED}
    for number in range(GAMES):
        state = GAME.start(setup=("fixed", "random")[number % 2], seed=number)
        while state.outcome is None:
            if chance.random() < 0.002:
                state = state.withdraw(chance.randrange(2))
                break
            seen["phase"][short(prompt(state).key)] += 1
            for token in guesses(state, chance):
                if (broken := state.why_not(token)) is not None:
                    seen["violation"][broken.code] += 1
                if (broken := state.leftover(token)) is not None:
                    seen["violation"][broken.code] += 1
            action = chance.choice(state.actions())
            seen["token"][action.sign if isinstance(action, Step) else "pass"] += 1
            seen["event"].update(short(event.message.key) for event in state.narrate(action))
            state = state.play(action)
        assert state.outcome is not None
        seen["outcome"][f"{state.outcome.reason} {state.outcome.winner}"] += 1
        over = state.why_not("D3xC3")
        assert over is not None
        seen["violation"][over.code] += 1
    for what, counts in seen.items():
        print(f"{what}: " + ", ".join(f"{name} {times}" for name, times in counts.most_common()))
        assert set(counts) == EXPECTED[what]
    assert seen["outcome"].total() == GAMES
