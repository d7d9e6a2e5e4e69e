"""`duiyi engine`: our players speak the engine protocol."""

from __future__ import annotations

import io
import random
import sys
from typing import Annotated

import typer

from duiyi.cli.common.arguments import SeedOption

HELP = """Let one of our players speak the engine protocol, on stdin and stdout.

Any program that drives engines can play against it; so can a person who types the lines.
`docs/protocol.md` explains them.

    duiyi engine random
    duiyi engine level-3
    duiyi engine strong --seconds 0.5
    printf 'hello 1\\nquit\\n' | duiyi engine greedy
"""


def engine(
    name: Annotated[
        str, typer.Argument(metavar="PLAYER", help="random, greedy, level-1 to level-8, strong, …")
    ],
    seconds: Annotated[
        float | None,
        typer.Option(
            "--seconds",
            metavar="S",
            min=0.0,
            help="CPU time that it thinks about a turn, at most; less when little time is left.",
        ),
    ] = None,
    seed: SeedOption = None,
) -> None:
    from duiyi import players
    from duiyi.cli.arena.engine_player import EnginePlayer
    from duiyi.engine.player_engine import serve_player

    chosen = players.make(name, random.Random(seed).getrandbits(64), seconds)
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="replace", newline="\n")
    serve_player(EnginePlayer(chosen), sys.stdin, sys.stdout, f"duiyi {name}")
