"""A person's own bot: run on the person's own machine, so it is trusted and needs no sandbox."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from duiyi.cli.common.arguments import Interface
from duiyi.core import DuiyiError, Game, message

if TYPE_CHECKING:
    from duiyi.arena.bots.entrants import Ready
    from duiyi.arena.game.conditions import Conditions

SECONDS = 5.0
"""For a turn of a game that names no time of its own."""

BotCommand = Annotated[
    str,
    typer.Argument(
        metavar="CMD",
        help="The bot: ./bot, 'python3 bot.py', bot.c, files-a:./bot or files-b:./bot.",
    ),
]
InterfaceOption = Annotated[
    Interface | None,
    typer.Option(
        "--interface",
        help="How the bot is spoken to; as `bot.toml` beside it says, or protocol, by default.",
    ),
]
SecondsOption = Annotated[
    float | None,
    typer.Option("--seconds", metavar="S", min=0.01, help="For each turn; the game's by default."),
]


def spoken(command: str, interface: Interface | None) -> str:
    """The bot with the interface said in it, where one was given."""
    from duiyi.arena.bots.entrants import with_interface

    return command if interface is None else with_interface(command, interface.value)


def turn_seconds(game: Game, given: float | None) -> float:
    if given is not None:
        return given
    own: float | None = getattr(game, "turn_seconds", None)
    return SECONDS if own is None else float(own)


@contextmanager
def own_bot(command: str, game: Game, conditions: Conditions) -> Iterator[Ready]:
    """The bot, compiled where it has to be; what was made for it goes when it is done."""
    from duiyi.arena.bots.entrants import prepare, read_entrant

    with tempfile.TemporaryDirectory(prefix="duiyi-") as made:
        ready = prepare(read_entrant(command), conditions, Path(made))
        if ready.command is None:
            raise DuiyiError(message("cli.check-bot.own-player", name=ready.name))
        ready.check_game(game.id)
        yield ready
