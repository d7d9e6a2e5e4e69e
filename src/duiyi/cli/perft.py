"""`duiyi perft`: count the decision sequences of a game."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from duiyi.cli.arguments import (
    GameName,
    LanguageOption,
    PositionOption,
    RulesOption,
    SeatsOption,
    begin,
)
from duiyi.cli.screen import Screen, screen_of
from duiyi.core import State
from duiyi.core.perft import perft as count

HELP = """Count the decision sequences of each length, to compare implementations of the rules.

Prints `depth count` lines. Results of chance count as decisions; a game that is over is not
counted at greater lengths.

    duiyi perft relati-classic --depth 4
    duiyi perft relati --seats 3 -o cannon=on -o chain=on --depth 2
"""


def perft(
    context: typer.Context,
    name: GameName,
    depth: Annotated[int, typer.Option("--depth", metavar="D", min=1, help="The longest.")],
    seats: SeatsOption = None,
    rules: RulesOption = None,
    position: PositionOption = None,
    language: LanguageOption = None,
) -> None:
    screen = screen_of(context)
    state = begin(name, seats, rules, position).first()
    for length in range(1, depth + 1):
        screen.line(f"{length} {_counted(screen, state, length)}")


def _counted(screen: Screen, state: State[Any], length: int) -> int:
    """The count; a person at a terminal sees that it goes on."""
    if not screen.errors.is_terminal:
        return count(state, length)
    with screen.errors.status(f"{length} …") as status:
        return count(state, length, lambda so_far: status.update(f"{length} … {so_far:,}"))
