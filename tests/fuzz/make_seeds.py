"""Position texts for fuzzing, the same ones every time: `python -m tests.fuzz.make_seeds`.

Of every game and many of its samples: the start, positions on the way to the end, the first of
every kind, and what withdrawals leave. Their names begin with a digit. Others are left
alone: `edge` is written by hand and lies just within or beyond a bound, `found` is what fuzzing
came upon and is worth keeping.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.differential.programs import GAMES

import duiyi
from duiyi.core import CHANCE, Options, State

SEEDS = Path(__file__).parent / "seeds"
EVERY = {"relati": 7, "relati-legacy": 2}
"""Which samples are taken, where not all are: steps that meet all numbers of seats, sizes and
extensions."""
STOPS = (0, 10, 40, 120)
"""After how many decisions a position is kept; with the last one a game is left."""
SPECIAL = 0.5
"""How often a token is taken from those that are unlike most: such actions are rare otherwise."""


def walk(state: State[Any], chance: random.Random) -> Iterator[tuple[str, str]]:
    """Names and dumps of positions along a game."""
    kinds = set()
    for count in range(STOPS[-1] + 1):
        dump = state.dump()
        if state.outcome is not None:
            yield "end", dump
            return
        if count in STOPS or kind(dump) not in kinds:
            yield f"after{count}", dump
        kinds.add(kind(dump))
        state = state.play(some_token(state, chance))


def kind(dump: str) -> tuple[str, ...]:
    """The names of phases and fields."""
    return tuple(re.findall(r"[a-z]+:|choose|first", dump))


def withdrawals(state: State[Any], chance: random.Random) -> Iterator[tuple[str, str]]:
    """The same, with a withdrawal after some decisions until one seat is left."""
    while state.outcome is None:
        for _ in range(chance.randrange(12)):
            if state.outcome is None:
                state = state.play(some_token(state, chance))
        if state.outcome is None:
            state = state.withdraw(chance.choice(sorted(set(range(state.seats)) - state.out)))
    yield "out", state.dump()


def some_token(state: State[Any], chance: random.Random) -> str:
    if state.actor == CHANCE:
        return state.text(chance.choice([action for action, _ in state.chances()]))
    tokens = [state.text(action) for action in state.actions()]
    special = [token for token in tokens if token[0] in "bfrAEX" and len(token) > 2]
    return chance.choice(special if special and chance.random() < SPECIAL else tokens)


def started(game: str, seats: int, options: Options) -> State[Any]:
    return duiyi.game(game).start(seats, **dict(options.items()))


def seeds(game: str) -> dict[str, str]:
    """By file name. Of positions that come up more than once the first is kept."""
    found: dict[str, str] = {}
    for number, (seats, options) in enumerate(duiyi.game(game).samples()):
        if number % EVERY.get(game, 1):
            continue
        chance = random.Random(f"{game} {number}")
        for walking in (walk, withdrawals):
            for name, dump in walking(started(game, seats, options), chance):
                found.setdefault(dump, f"{number:02}-{name}.txt")
    return {name: dump for dump, name in found.items()}


def main() -> None:
    for game in GAMES:
        folder = SEEDS / game
        folder.mkdir(parents=True, exist_ok=True)
        for old in folder.glob("[0-9]*.txt"):
            old.unlink()
        for name, dump in seeds(game).items():
            (folder / name).write_text(f"{dump}\n")


if __name__ == "__main__":
    main()
