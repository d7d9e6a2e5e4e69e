"""`duiyi check-bot`: plays test games with a bot and explains every problem."""

from __future__ import annotations

import os
import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from duiyi.cli.arena.own_bot import (
    BotCommand,
    InterfaceOption,
    SecondsOption,
    own_bot,
    spoken,
    turn_seconds,
)
from duiyi.cli.common.arguments import LanguageOption, RulesOption, SeatsOption, begin
from duiyi.cli.common.files import write_record
from duiyi.cli.common.screen import Screen, screen_of
from duiyi.core.record import Record, Withdrawal

if TYPE_CHECKING:
    from duiyi.arena.bots.entrants import Ready
    from duiyi.arena.compliance import Candidate, Finding, Report

HELP = """Play test games with your bot and explain every problem.

The bot plays random opponents from every seat, answers about unusual positions, and is told to
quit. Said in words: illegal moves with the rule that they break, lines that are not protocol,
output that was not flushed, crashes, answers that come late, memory that grows. It runs on this
machine as it is, without a sandbox. The exit code is 1 if there are problems.

    duiyi check-bot ./bot --game tzaar
    duiyi check-bot 'python3 bot.py' --game relati --seats 3
    duiyi check-bot ./bot --game tzaar --interface files-a
"""
FAULTY = 1


def check_bot(
    context: typer.Context,
    command: BotCommand,
    name: Annotated[str, typer.Option("--game", metavar="GAME", help="One of `duiyi games`.")],
    seats: SeatsOption = None,
    rules: RulesOption = None,
    interface: InterfaceOption = None,
    games: Annotated[int, typer.Option("--games", metavar="N", min=1, help="How many.")] = 6,
    seconds: SecondsOption = None,
    seed: Annotated[
        int, typer.Option("--seed", metavar="N", min=0, help="Another seed, other games.")
    ] = 1,
    records: Annotated[
        Path | None,
        typer.Option("--records", metavar="DIR", help="Write the games there, one file each."),
    ] = None,
    language: LanguageOption = None,
) -> int:
    from duiyi.arena.compliance import check
    from duiyi.arena.game.conditions import Conditions
    from duiyi.core.clock import Clock

    os.environ.pop("PYTHONUNBUFFERED", None)  # it would hide that a bot does not flush
    screen = screen_of(context)
    command = spoken(command, interface)
    record = begin(name, seats, rules, None)
    clock = Clock("turn", turn_seconds(record.game, seconds))
    conditions = Conditions(clock=clock, trust=True)
    with own_bot(command, record.game, conditions) as ready:
        if ready.diagnostics:
            screen.line(ready.diagnostics.rstrip())
        screen.say("check-bot.begin", bot=command, game=name, seconds=f"{clock.seconds:g}")
        report = check(
            candidate(ready),
            record.first(),
            conditions,
            games=games,
            seed=seed,
            options=record.options,
            tell=lambda said: screen.out.print(f"  {screen.words(said)}"),
        )
    if own_name := report.names.get("name"):
        screen.line("  " + screen.phrase("check-bot.name", name=printable(own_name)))
    if records is not None:
        save(screen, report, records, command)
    for finding in report.findings:
        show(screen, finding)
    sum_up(screen, report, command)
    return 0 if report.ok else FAULTY


def candidate(ready: Ready) -> Candidate:
    """What is looked at: of a program that speaks the protocol, the program itself."""
    from duiyi.arena.bots.entrants import Kind
    from duiyi.arena.compliance import Candidate

    if ready.kind is Kind.engine and ready.command is not None:
        return Candidate(ready.name, ready.command.arguments)
    return Candidate(ready.name, make=lambda conditions, seed: ready.bot(conditions, seed, None))


def save(screen: Screen, report: Report, directory: Path, command: str) -> None:
    """The games; of the first that ended by a fault it is said how to look closer."""
    directory.mkdir(parents=True, exist_ok=True)
    told = False
    for number, (played, result) in enumerate(zip(report.played, report.results, strict=True), 1):
        file = directory / f"{number}.dyr"
        write_record(played.record, file)
        if result == "fault" and not told:
            told = True
            turn, seat = last_asked(played.record)
            where = ["--turn", str(turn), "--seat", str(seat)]
            words = ["duiyi", "rerun", str(file), *where, command]
            screen.line(
                screen.phrase("check-bot.record", file=str(file), command=shlex.join(words))
            )


def last_asked(record: Record) -> tuple[int, int]:
    """The turn and the seat of the question that a fault ended."""
    state = record.first()
    turns = {state.actor: state.turn}
    for node in record.nodes:
        if isinstance(node, Withdrawal):
            return turns.get(node.seat, state.turn), node.seat
        state = node.after(state)
        turns[state.actor] = state.turn
    return state.turn, state.owner


def show(screen: Screen, finding: Finding) -> None:
    """What, where, what helps, and what the bot printed last."""
    from duiyi.arena.compliance import Level

    problem = finding.level is Level.problem
    head = screen.phrase("check-bot.problem") if problem else screen.phrase("check-bot.warning")
    screen.out.print()
    screen.line(f"{head}: {screen.words(finding.what)}")
    where = screen.words(finding.where) if finding.where else ""
    if finding.times > 1:
        times = screen.phrase("check-bot.times", count=finding.times)
        where = f"{where} ({times})" if where else times
    if where:
        screen.line(f"  {where}")
    if finding.position:
        head = screen.phrase("check-bot.position")
        screen.line(f"  {head}: {finding.position}")
    for advice in finding.advice:
        arrow = "→" if screen.shows("→") else "->"
        screen.line(f"  {arrow} {screen.words(advice)}")
    if finding.stderr:
        head = screen.phrase("check-bot.stderr")
        screen.line(f"  {head}:")
        for line in finding.stderr.splitlines():
            screen.line(f"    | {printable(line)}")


def printable(line: str) -> str:
    """What a bot printed must not steer this terminal."""
    return "".join(sign if sign.isprintable() or sign == "\t" else "?" for sign in line)


def sum_up(screen: Screen, report: Report, command: str) -> None:
    """The verdict, in the last line."""
    from duiyi.arena.compliance import Level

    problems = sum(finding.level is Level.problem for finding in report.findings)
    screen.out.print()
    if problems:
        screen.say("check-bot.not-ready", bot=command, problems=problems)
        return
    won, games = report.results.count("won"), len(report.results)
    longest = f"{report.longest.charged:.3f}"
    if warnings := len(report.findings):
        screen.say(
            "check-bot.ready-warned",
            bot=command,
            warnings=warnings,
            games=games,
            won=won,
            longest=longest,
        )
    else:
        screen.say("check-bot.ready", bot=command, games=games, won=won, longest=longest)
