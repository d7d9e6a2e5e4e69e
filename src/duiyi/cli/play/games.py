"""`duiyi games`: which games there are, and what one of them can be asked for."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.table import Table

from duiyi.cli.common.arguments import LanguageOption
from duiyi.cli.common.columns import headed
from duiyi.cli.common.screen import Screen, screen_of
from duiyi.core import Game, game, message
from duiyi.core import games as all_games
from duiyi.core.locale import FALLBACK, has
from duiyi.core.options import Kind

HELP = """List the games, or tell about one of them and its options.

    duiyi games
    duiyi games relati --language zh-Hant
"""


def games(
    context: typer.Context,
    name: Annotated[
        str | None, typer.Argument(metavar="[GAME]", help="Tell about this one.")
    ] = None,
    language: LanguageOption = None,
) -> None:
    screen = screen_of(context)
    if name is not None:
        _tell(screen, game(name))
        return
    table = _table(screen, "game", "title", "seats", "options")
    for one in all_games():
        options = "\n".join(
            screen.phrase("option.allowed", default=f"{key}={default}", allowed=kind.allowed())
            for key, kind, default in _options(one)
        )
        table.add_row(one.id, _title(screen, one), _seats(one), options)
    screen.out.print(table)


def _tell(screen: Screen, one: Game) -> None:
    screen.out.print(f"{one.id}: {_title(screen, one)}")
    summary = message(f"{one.id}:summary")
    if has(summary.key, FALLBACK):
        screen.out.print(screen.words(summary))
    screen.say("games.seats", seats=_seats(one))
    if not one.options.kinds():
        screen.say("games.no-options")
        return
    table = _table(screen, "option", "allowed", "default", "meaning")
    for key, kind, default in _options(one):
        table.add_row(f"{key}=", kind.allowed(), default, _meaning(screen, one, key))
    screen.out.print(table)


def _table(screen: Screen, *columns: str) -> Table:
    return headed(screen.phrase(f"column.{column}") for column in columns)


def _title(screen: Screen, one: Game) -> str:
    return screen.words(message(f"{one.id}:title"))


def _seats(one: Game) -> str:
    low, high = one.seats[0], one.seats[-1]
    return str(low) if low == high else f"{low}-{high}"


def _options(one: Game) -> list[tuple[str, Kind, str]]:
    """Each option with what it may be and what it is by default, as `-o` reads it."""
    default = dict(pair.split("=", 1) for pair in one.options().text().split())
    return [(key, kind, default[key]) for key, kind in one.options.kinds().items()]


def _meaning(screen: Screen, one: Game, key: str) -> str:
    """The option's label, and what it does."""
    label, help = message(f"{one.id}:option.{key}"), message(f"{one.id}:option.{key}.help")
    if not has(help.key, FALLBACK):
        return screen.words(label) if has(label.key, FALLBACK) else ""
    return screen.phrase("option", label=label, help=help)
