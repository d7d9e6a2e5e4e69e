"""`duiyi engine`: our players speak the engine protocol."""

from __future__ import annotations

import io
import random
import sys
from typing import Annotated, Any

import typer

from duiyi.cli.arguments import SeedOption

HELP = """Let one of our players speak the engine protocol, on stdin and stdout.

Any program that drives engines can play against it; so can a person who types the lines.
`docs/protocol.md` explains them.

    duiyi engine random
    duiyi engine mcts --seconds 0.5
    printf 'hello 1\\nquit\\n' | duiyi engine greedy
"""


def engine(
    name: Annotated[
        str, typer.Argument(metavar="PLAYER", help="random, greedy, mcts, or an installed one.")
    ],
    seconds: Annotated[
        float | None,
        typer.Option(
            "--seconds",
            metavar="S",
            min=0.0,
            help="How long it thinks about a decision, at most; less when little time is left.",
        ),
    ] = None,
    seed: SeedOption = None,
) -> None:
    from duiyi import players
    from duiyi.core import State
    from duiyi.engine.player_engine import serve_player

    chance = random.Random(seed)
    unhurried = players.make(name, chance.getrandbits(64), seconds)

    def choose(state: State[Any], allowed: float | None) -> Any:
        """With a clock a player is made for each decision: how long it thinks is part of it."""
        if allowed is None:
            return unhurried.choose(state)
        wanted = allowed if seconds is None else min(seconds, allowed)
        return players.make(name, chance.getrandbits(64), wanted).choose(state)

    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="replace", newline="\n")
    serve_player(choose, sys.stdin, sys.stdout, f"duiyi {name}")
