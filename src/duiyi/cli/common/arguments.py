"""Arguments that several commands share, and what they stand for."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from enum import StrEnum
from typing import Annotated

import typer

from duiyi.cli.common.screen import screen_of
from duiyi.core import Record, Seat, game
from duiyi.core.locale import LANGUAGES


class Language(StrEnum):
    """The languages that `--language` knows."""

    zh_hant = "zh-Hant"
    zh_hans = "zh-Hans"
    en = "en"


class Interface(StrEnum):
    """How programs are spoken to."""

    protocol = "protocol"
    files_a = "files-a"
    files_b = "files-b"


def _speak(context: typer.Context, language: Language | None) -> Language | None:
    if language is not None:
        screen_of(context).language = language.value
    return language


GameName = Annotated[str, typer.Argument(metavar="GAME", help="One of `duiyi games`.")]
SeatsOption = Annotated[
    int | None,
    typer.Option("--seats", metavar="N", help="How many play; the fewest possible by default."),
]
RulesOption = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", metavar="KEY=VALUE", help="An option of the game; repeatable."),
]
InterpreterOption = Annotated[
    list[str] | None,
    typer.Option(
        "--interpreter",
        metavar="PATH",
        help="A program or directory outside of the system that bots may use; repeatable.",
    ),
]
PositionOption = Annotated[
    str | None,
    typer.Option("--position", metavar="TEXT", help="Start here, as `dump` has written it."),
]
LanguageOption = Annotated[
    Language | None,
    typer.Option(
        "--language",
        help="For all that is said about the game; from LANG by default.",
        callback=_speak,
        case_sensitive=False,
        is_eager=True,
        metavar="|".join(LANGUAGES),
    ),
]
SeedOption = Annotated[
    int | None,
    typer.Option("--seed", metavar="N", help="Makes chance and `random` repeatable."),
]


def seat_number(text: str) -> Seat | None:
    """The seat that a text names; the first is 0."""
    return int(text) if re.fullmatch(r"[0-9]{1,2}", text) else None


def begin(name: str, seats: int | None, rules: list[str] | None, position: str | None) -> Record:
    """The game that `GAME --seats N -o KEY=VALUE …` or `GAME --position TEXT` asks for."""
    chosen = game(name)
    if position is None:
        options = chosen.options.parse(rules or ())
        return Record.of(chosen.start(seats, **dict(options.items())), options=options)
    if seats is not None or rules:
        raise typer.BadParameter("--position says it all: leave out --seats and -o")
    return Record.of(chosen.load(position))


def whole_paths(words: Iterable[str] | None) -> tuple[str, ...]:
    """Paths that are kept in a file are whole ones: whoever goes on may be anywhere."""
    return tuple(os.path.abspath(word) for word in words or ())
