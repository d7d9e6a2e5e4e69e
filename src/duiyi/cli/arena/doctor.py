"""`duiyi doctor`: what the arena can do on this machine, and what would help."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import typer
from rich import box
from rich.table import Table

from duiyi.cli.common.arguments import LanguageOption
from duiyi.cli.common.screen import Screen, screen_of
from duiyi.core import message

if TYPE_CHECKING:  # other commands start faster without the arena
    from duiyi.arena.sandbox import Report

HELP = """Tell what works on this machine, what does not, and what to do about it.

Programs of others run in a sandbox. Everything that it is made of is tried, and so are the
compilers. How busy the machine is with other things, and how much of it its host takes, is
measured. The exit code is 1 when the programs of others cannot be run here.

    duiyi doctor
    duiyi doctor --language zh-Hant
"""

STYLES = {"works": "", "weaker": "yellow", "missing": "red"}


def doctor(context: typer.Context, language: LanguageOption = None) -> None:
    from duiyi.arena.runners.machine import THOROUGH, findings, measure
    from duiyi.arena.sandbox import probe

    report = probe()
    now = (*report.findings, *findings(measure(THOROUGH)))
    if not show(screen_of(context), replace(report, findings=now)):
        raise typer.Exit(1)


def warn_if_busy(screen: Screen) -> None:
    """Says before games begin that the machine has other things to do, if it has."""
    from duiyi.arena.runners.machine import measure

    load = measure()
    if load.busy:
        screen.errors.print(screen.phrase("machine.busy", waiting=f"{load.waiting:.0%}"))
    if load.robbed:
        screen.errors.print(screen.phrase("machine.robbed", stolen=f"{load.stolen:.0%}"))


def show(screen: Screen, report: Report) -> bool:
    """Prints a report; whether programs of others can be run."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column(screen.phrase("doctor.part"))
    table.add_column(screen.phrase("doctor.state"))
    table.add_column(screen.phrase("doctor.words"), overflow="fold")
    for one in report.findings:
        words = screen.words(one.words)
        if one.detail:
            words = screen.phrase("doctor.found", words=words, detail=one.detail)
        state = screen.words(message(f"sandbox.state.{one.state.value}"))
        table.add_row(screen.words(one.name), state, words, style=STYLES[one.state.value])
    screen.out.print(table)
    packages = dict.fromkeys(one.package for one in report.findings if one.package)
    if packages:
        screen.say("doctor.install", packages=" ".join(packages))
    if report.missing:
        screen.say("doctor.bad")
        return False
    screen.say("doctor.good")
    return True
