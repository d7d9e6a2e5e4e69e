"""`duiyi perft`: count the decision sequences of a game."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Annotated

import typer

from duiyi.cli.common.arguments import (
    GameName,
    LanguageOption,
    PositionOption,
    RulesOption,
    SeatsOption,
    begin,
)
from duiyi.cli.common.screen import Screen, screen_of
from duiyi.core.perft import perft as count_by_rules

HELP = """Count the decision sequences of each length, to compare implementations of the rules.

Prints `depth count` lines. Results of chance count as decisions; a game that is over is not
counted at greater lengths. The Python rules count, or with `--kernel` the C++ kernel, which is
hundreds of times faster.

    duiyi perft relati-classic --depth 4
    duiyi perft tzaar --depth 5 --kernel --threads 2
    duiyi perft relati --seats 3 -o cannon=on -o chain=on --depth 2
"""

Report = Callable[[int], object]
Count = Callable[[int, Report | None], int]


def perft(
    context: typer.Context,
    name: GameName,
    depth: Annotated[
        int, typer.Option("--depth", metavar="D", min=1, max=1000, help="The longest.")
    ],
    seats: SeatsOption = None,
    rules: RulesOption = None,
    position: PositionOption = None,
    kernel: Annotated[bool, typer.Option("--kernel", help="Count with the C++ kernel.")] = False,
    threads: Annotated[
        int | None,
        typer.Option("--threads", metavar="N", min=1, max=256, help="Of the kernel; 1 by default."),
    ] = None,
    language: LanguageOption = None,
) -> None:
    screen = screen_of(context)
    if threads is not None and not kernel:
        raise typer.BadParameter("--threads needs --kernel: the Python rules count on one")
    state = begin(name, seats, rules, position).first()
    count: Count = partial(count_by_rules, state)
    if kernel:
        from duiyi import kernels

        there = kernels.position(state)

        def count(length: int, report: Report | None) -> int:
            return there.perft(length, threads=threads or 1, report=report)

    for length in range(1, depth + 1):
        screen.line(f"{length} {_counted(screen, count, length)}")


def _counted(screen: Screen, count: Count, length: int) -> int:
    """The count; a person at a terminal sees that it goes on."""
    if not screen.errors.is_terminal:
        return count(length, None)
    with screen.errors.status(f"{length} …") as status:
        return count(length, lambda so_far: status.update(f"{length} … {so_far:,}"))
