"""`duiyi check`: the conformance suite on one game."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from duiyi.cli.common.arguments import GameName, LanguageOption
from duiyi.cli.common.screen import screen_of
from duiyi.core import game
from duiyi.core.check import check as run

FAULTY = 1
HELP = """Check that a game keeps all the promises of the core API.

Plays random games of every configuration and tests, along the way, tokens, positions, records,
views, narration, withdrawal and more. Each fault comes with the Python lines that lead to it.
The exit code is 1 if there are faults.

    duiyi check relati-classic
    duiyi check relati --walks 20 --seed 7
"""


def check(
    context: typer.Context,
    name: GameName,
    walks: Annotated[
        int, typer.Option("--walks", metavar="N", min=1, help="Games per configuration.")
    ] = 3,
    seed: Annotated[
        int, typer.Option("--seed", metavar="N", help="Another seed, other games.")
    ] = 0,
    thorough: Annotated[
        bool, typer.Option("--thorough", help="Test everything in every state: slow.")
    ] = False,
    language: LanguageOption = None,
) -> int:
    screen = screen_of(context)
    chosen = game(name)
    columns = (TextColumn(name), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(
        *columns, console=screen.errors, transient=True, disable=not screen.errors.is_terminal
    ) as progress:
        task = progress.add_task("", total=None)

        def tell(done: int, of: int) -> None:
            progress.update(task, completed=done, total=of)

        report = run(chosen, walks=walks, seed=seed, thorough=thorough, progress=tell)
    screen.line(str(report))
    return 0 if report.ok else FAULTY
