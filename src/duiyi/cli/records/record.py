"""`duiyi record`: show, check and convert records."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from itertools import groupby
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from duiyi.cli.common.arguments import LanguageOption
from duiyi.cli.common.board import BoardPrinter, title
from duiyi.cli.common.files import FORMS, form_of, read_record, write_record
from duiyi.cli.common.screen import Screen, screen_of
from duiyi.cli.records.replay import at_turn, steps
from duiyi.core import CHANCE, Record
from duiyi.core.record import Node, Withdrawal

HELP = """Show, check and convert the records of games (`.dyr` and `.json`)."""
SHOW = """Show a record: who played, the moves turn by turn, and a position.

    duiyi record show game.dyr
    duiyi record show game.dyr --turn 12 --language zh-Hant
"""
CHECK = """Replay a record and say whether everything in it is right.

An error says in which line and column, and the exit code is 2.

    duiyi record check game.dyr
"""
CONVERT = """Write a record in the other form, which the name of the new file tells.

    duiyi record convert game.dyr game.json
    duiyi record convert game.json - --to dyr
"""
STDOUT = Path("-")

app = typer.Typer(no_args_is_help=False)
FileArgument = Annotated[Path, typer.Argument(metavar="FILE", help="A record.")]


class Form(StrEnum):
    """What `--to` knows."""

    dyr = "dyr"
    json = "json"


@app.command(help=SHOW)
def show(
    context: typer.Context,
    file: FileArgument,
    turn: Annotated[
        int | None,
        typer.Option(
            "--turn", metavar="N", min=0, help="The board after this turn; 0: before all."
        ),
    ] = None,
    plain: Annotated[
        bool, typer.Option("--plain", help="No colour, and only ASCII on the board.")
    ] = False,
    language: LanguageOption = None,
) -> None:
    screen = screen_of(context)
    if plain:
        screen.drop_styles()
    record = read_record(file)
    state, before = at_turn(record, turn)
    printer = BoardPrinter(screen, plain)
    _head(screen, record)
    for line in _turns(printer, record, turn):
        screen.out.print(line)
    printer.show(state, before, dict(enumerate(record.names)))


@app.command(help=CHECK)
def check(context: typer.Context, file: FileArgument, language: LanguageOption = None) -> None:
    record = read_record(file)
    last = record.last()
    outs = sum(isinstance(node, Withdrawal) for node in record.nodes)
    counts = [f"{record.seats} seats", _count(len(record.nodes) - outs, "decision")]
    if outs:
        counts.append(_count(outs, "withdrawal"))
    if last.outcome is None:
        counts.append("not finished")
    else:
        counts.append(f"result {' '.join(map(str, last.outcome.scores))} ({last.outcome.reason})")
    screen_of(context).line(f"ok: {record.game.id}, {', '.join(counts)}")


@app.command(help=CONVERT)
def convert(
    context: typer.Context,
    file: FileArgument,
    out: Annotated[Path, typer.Argument(metavar="OUT", help="A new file, or - for stdout.")],
    to: Annotated[Form | None, typer.Option("--to", help="The form, where OUT is -.")] = None,
    language: LanguageOption = None,
) -> None:
    if out == STDOUT and to is None:
        raise typer.BadParameter("to stdout in which form? --to dyr or --to json")
    if out != STDOUT and to is not None and form_of(out) != to.value:
        raise typer.BadParameter(f"{out} is not a .{to.value} file")
    record = read_record(file)
    if out == STDOUT and to is not None:
        typer.echo(FORMS[to.value](record), nl=False)
    else:
        write_record(record, out)


def _count(number: int, word: str) -> str:
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


def _head(screen: Screen, record: Record) -> None:
    screen.out.print(f"{title(screen, record.game)} ({record.game.id} {record.game.version})")
    if record.options.kinds():
        screen.out.print(record.options.text())
    for name, value in record.tags:
        screen.out.print(f"{name}: {value}")
    for comment in record.comments:
        screen.out.print(f"{{{comment}}}")
    screen.out.print()


def _turns(printer: BoardPrinter, record: Record, until: int | None) -> Iterator[Text]:
    """One line per turn."""
    for turn, taken in groupby(steps(record), lambda step: step[0].turn):
        if until is not None and turn > until:
            return
        line = Text(f"{turn:>3} ")
        actor: int | None = None
        for before, node, _ in taken:
            who = node.seat if isinstance(node, Withdrawal) else node.actor
            if who != actor and who != CHANCE:
                line.append_text(Text.assemble(" ", printer.symbol(before.view(), who)))
                actor = who
            line.append(f" {_written(node)}")
        yield line


def _written(node: Node) -> str:
    """A node as a person reads it, with its comments and variations."""
    if isinstance(node, Withdrawal):
        parts = [node.verdict, node.code, node.text and f'"{node.text}"']
        written = " ".join(part for part in parts if part)
    else:
        written = f"*{node.token}" if node.actor == CHANCE else node.token
    aside = [f" {{{comment}}}" for comment in node.comments]
    aside += [f" ({' '.join(map(_written, line))})" for line in node.variations]
    return written + "".join(aside)
