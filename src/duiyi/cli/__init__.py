"""The command `duiyi`: one module per command, and the one place where errors become a line."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import Annotated

import typer

import duiyi
from duiyi.cli.analysis import analyse, bench, check, explore, perft, solve
from duiyi.cli.arena import check_bot, cup, doctor, engine, judge, match, new_bot, rerun
from duiyi.cli.classes import classes, hand_in, ladder_work
from duiyi.cli.common.screen import Screen
from duiyi.cli.ladder import ladder
from duiyi.cli.play import games, play
from duiyi.cli.puzzles import puzzles
from duiyi.cli.records import record, render
from duiyi.cli.site import db, serve
from duiyi.core import DuiyiError

WRONG_INPUT = 2
INTERRUPTED = 130

app = typer.Typer(
    name="duiyi",
    add_completion=False,
    rich_markup_mode="markdown",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command("games", help=games.HELP)(games.games)
app.command("play", help=play.HELP)(play.play)
app.command("render", help=render.HELP)(render.render)
app.command("perft", help=perft.HELP)(perft.perft)
app.command("check", help=check.HELP)(check.check)
app.command("analyse", help=analyse.HELP)(analyse.analyse)
app.command("solve", help=solve.HELP)(solve.solve)
app.add_typer(explore.app, name="explore", help=explore.HELP)
app.add_typer(puzzles.app, name="puzzles", help=puzzles.HELP)
app.add_typer(bench.app, name="bench", help=bench.HELP)
app.command("serve", help=serve.HELP)(serve.serve)
app.add_typer(record.app, name="record", help=record.HELP)
app.add_typer(db.app, name="db", help=db.HELP)
app.add_typer(classes.app, name="class", help=classes.HELP)

BOTS = "Bots and their games"
app.command("new-bot", help=new_bot.HELP, rich_help_panel=BOTS)(new_bot.new_bot)
app.command("check-bot", help=check_bot.HELP, rich_help_panel=BOTS)(check_bot.check_bot)
app.command("hand-in", help=hand_in.HELP, rich_help_panel=BOTS)(hand_in.hand_in)
app.command("match", help=match.HELP, rich_help_panel=BOTS)(match.match)
app.add_typer(cup.app, name="cup", help=cup.HELP, rich_help_panel=BOTS)
app.add_typer(ladder.app, name="ladder", help=ladder.HELP, rich_help_panel=BOTS)
ladder.app.command("worker", help=ladder_work.WORKER)(ladder_work.worker)
ladder.app.command("ratings", help=ladder_work.RATINGS)(ladder_work.ratings)
app.command("judge", help=judge.HELP, rich_help_panel=BOTS)(judge.judge)
app.command("rerun", help=rerun.HELP, rich_help_panel=BOTS)(rerun.rerun)
app.command("engine", help=engine.HELP, rich_help_panel=BOTS)(engine.engine)
app.command("doctor", help=doctor.HELP, rich_help_panel=BOTS)(doctor.doctor)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"duiyi {duiyi.__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def duiyi_command(
    context: typer.Context,
    version: Annotated[
        bool,
        typer.Option("--version", help="Print the version.", callback=_version, is_eager=True),
    ] = False,
) -> None:
    """Play turn-based board games in the terminal, and examine their rules and records.

    Start with `duiyi games`, then `duiyi play relati --against random`.
    """
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; the exit code is 2 for wrong input, with one line on stderr, or with what a
    compiler said below it."""
    screen = Screen.of_environment()
    try:
        code = app(arguments, prog_name="duiyi", standalone_mode=False, obj=screen)
        sys.stdout.flush()
    except DuiyiError as error:
        return _refuse(screen.error(error), lines=keeps_lines(error))
    except typer.TyperException as error:
        return _refuse(error.format_message())
    except BrokenPipeError:
        _forget_output()
        return 1
    except OSError as error:
        return _refuse(f"{error.filename}: {error.strerror}" if error.filename else str(error))
    except (KeyboardInterrupt, typer.Abort):
        return INTERRUPTED
    return code if isinstance(code, int) else 0


def keeps_lines(error: BaseException | None) -> bool:
    """Whether it tells what a compiler said, which is read line by line."""
    while isinstance(error, DuiyiError):
        if error.keeps_lines:
            return True
        error = error.__cause__
    return False


def _refuse(reason: str, *, lines: bool = False) -> int:
    print(f"duiyi: {reason.rstrip() if lines else ' '.join(reason.split())}", file=sys.stderr)
    return WRONG_INPUT


def _forget_output() -> None:
    """Nobody reads any more: what Python still wants to write at its end goes nowhere."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
