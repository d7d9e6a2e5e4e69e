"""`duiyi bench`: how fast this installation is on this machine."""

from __future__ import annotations

import json
from typing import Annotated, Any

import typer
from rich.table import Table

from duiyi.cli.common.arguments import LanguageOption
from duiyi.cli.common.screen import Screen, screen_of
from duiyi.core import game

HELP = """Measure how fast this installation is on this machine."""
KERNELS = """Random games on the C++ kernels: moves per CPU second, on one core.

Each game is played with its default rules and fewest seats, from its start to the end, every legal
action equally likely. GAME leaves out the others. `--json` prints, for each game, `playouts`,
`moves` and `cpu_seconds`.

    duiyi bench kernels
    duiyi bench kernels tzaar atom --seconds 5 --json
"""
FIRST_GAMES = 64
"""In the first round; every other round is twice as long as all before it."""

app = typer.Typer(no_args_is_help=False)


@app.callback()
def _bench() -> None:
    """Makes `kernels` a command of its own."""


@app.command(help=KERNELS)
def kernels(
    context: typer.Context,
    names: Annotated[
        list[str] | None, typer.Argument(metavar="[GAME]...", help="All that have a kernel.")
    ] = None,
    seconds: Annotated[
        float, typer.Option("--seconds", min=0.01, help="CPU time for each game, at least.")
    ] = 1.0,
    seed: Annotated[int, typer.Option("--seed", help="Of the random moves.")] = 1,
    as_json: Annotated[bool, typer.Option("--json", help="For programs.")] = False,
    language: LanguageOption = None,
) -> None:
    from duiyi.kernels import GAMES, built_for

    screen = screen_of(context)
    # All are asked for before the first is measured: a misspelt name does not cost a minute.
    chosen = list(dict.fromkeys(game(name).id for name in names or GAMES))
    measured = {}
    with screen.errors.status("") as status:
        for name in chosen:
            status.update(name)
            measured[name] = _measured(name, seconds, seed)
    if as_json:
        screen.line(json.dumps(measured, indent=2))
    else:
        _show(screen, measured, built_for)


def _measured(name: str, seconds: float, seed: int) -> dict[str, Any]:
    from duiyi.kernels import position

    start = position(game(name).start())
    playouts = moves = 0
    spent, games = 0.0, FIRST_GAMES
    while spent < seconds:
        came = start.playouts(games, seed + playouts)
        playouts += came.games
        moves += came.decisions
        spent += came.cpu_seconds
        # As many as should fill the rest, but never so many that a wrong guess takes for ever.
        rest = (seconds - spent) * playouts / spent if spent else playouts
        games = max(1, min(2 * playouts, int(rest) + 1))
    return {"playouts": playouts, "moves": moves, "cpu_seconds": round(spent, 6)}


def _show(screen: Screen, measured: dict[str, dict[str, Any]], built_for: str) -> None:
    table = Table(box=None, pad_edge=False)
    table.add_column(f"kernels: {built_for}", no_wrap=True)
    for heading in ("games/CPU second", "moves/CPU second", "moves/game"):
        table.add_column(heading, justify="right")
    for name, found in measured.items():
        spent, playouts, moves = found["cpu_seconds"], found["playouts"], found["moves"]
        table.add_row(
            name, f"{playouts / spent:,.0f}", f"{moves / spent:,.0f}", f"{moves / playouts:.1f}"
        )
    screen.out.print(table)
