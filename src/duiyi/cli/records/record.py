"""`duiyi record`: show, check and convert records."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import groupby
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from duiyi.cli.common.arguments import LanguageOption
from duiyi.cli.common.board import BoardPrinter, title
from duiyi.cli.common.files import FORMS, read_record, write_whole
from duiyi.cli.common.screen import Screen, screen_of
from duiyi.cli.records.replay import at_turn, steps
from duiyi.core import CHANCE, BadOptions, Record, message
from duiyi.core.record import Node, Withdrawal
from duiyi.core.record.formats import Format, formats

HELP = """Show, check and convert records: `.dyr`, `.json`, and formats from elsewhere."""
SHOW = """Show a record: who played, the moves turn by turn, and a position.

    duiyi record show game.dyr
    duiyi record show game.dyr --turn 12 --language zh-Hant
"""
CHECK = """Replay a record and say whether everything in it is right.

An error says in which line and column, and the exit code is 2.

    duiyi record check game.dyr
"""
CONVERT = """Write a record in another form, which the name of the new file or `--to` tells.

Forms are `dyr`, `json`, and those of other programs: `littlegolem` and `boardspace` for tzaar,
both in files that end in `.sgf`, and what plug-ins bring. In which form FILE is written is seen
from its content; `--from` says it where that is not enough.

    duiyi record convert game.dyr game.json
    duiyi record convert game.sgf game.dyr
    duiyi record convert game.dyr game.sgf --to littlegolem
    duiyi record convert game.json - --to dyr
"""
STDOUT = Path("-")

app = typer.Typer(no_args_is_help=False)
FileArgument = Annotated[Path, typer.Argument(metavar="FILE", help="A record.")]


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
    last = record.nodes[-1] if record.nodes and state.outcome is not None else None
    printer.show(state, before, dict(enumerate(record.names)), last=last)


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
    to: Annotated[
        str | None,
        typer.Option("--to", metavar="FORM", help="The form, where the name of OUT does not tell."),
    ] = None,
    source: Annotated[
        str | None,
        typer.Option("--from", metavar="FORM", help="The form of FILE: a format from elsewhere."),
    ] = None,
    language: LanguageOption = None,
) -> None:
    known = {one.name: one for one in formats()}
    if source is not None and source not in known:
        raise typer.BadParameter(f"--from {source}? Known are {', '.join(sorted(known))}")
    write = _writer(out, to, known)
    record = read_record(file, known[source] if source else None)
    text = write(record)
    if out == STDOUT:
        typer.echo(text, nl=False)
    else:
        write_whole(text.encode("utf-8"), out)


def _writer(out: Path, to: str | None, known: Mapping[str, Format]) -> Callable[[Record], str]:
    """What writes the form that `--to`, or the name of the new file, asks for."""
    suffix = "" if out == STDOUT else out.suffix.removeprefix(".").lower()
    suffixes = {**{form: form for form in FORMS}, **{name: known[name].suffix for name in known}}
    if to is None:
        fitting = sorted(form for form, ending in suffixes.items() if ending == suffix)
        if len(fitting) != 1:
            where = "stdout" if out == STDOUT else str(out)
            choice = " or ".join(f"--to {form}" for form in fitting or sorted(suffixes))
            raise typer.BadParameter(f"to {where} in which form? {choice}")
        (to,) = fitting
    if to not in suffixes:
        raise typer.BadParameter(f"--to {to}? Known are {', '.join(sorted(suffixes))}")
    if out != STDOUT and suffix != suffixes[to]:
        raise typer.BadParameter(f"{out} is not a .{suffixes[to]} file")

    def of_this_game(record: Record) -> str:
        if known[to] not in getattr(record.game, "formats", ()):
            said = message("cli.other-format", format=to, game=record.game.id)
            raise BadOptions(said, "to")
        return known[to].write(record)

    return FORMS.get(to, of_this_game)


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
