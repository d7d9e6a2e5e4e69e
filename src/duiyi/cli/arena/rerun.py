"""`duiyi rerun`: gives a bot the position of a record's turn again."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
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
from duiyi.cli.common.arguments import LanguageOption
from duiyi.cli.common.files import read_record
from duiyi.cli.common.screen import Screen, screen_of
from duiyi.core import DuiyiError, Record, message

if TYPE_CHECKING:
    from duiyi.arena.game.conditions import Conditions
    from duiyi.arena.game.rerun import Again, Asked, Moment

HELP = """Give a bot exactly the position of a turn of a record again, and tell what it answers.

With the time that it had then, where the record tells; the bot runs on this machine as it is. It
is asked until the turn is through. Shown are its answers, whether they are legal and if not which
rule they break, what it wrote to stderr, and the time it took. The exit code is 1 if it committed
a fault.

    duiyi rerun game.dyr --turn 12 ./bot
    duiyi rerun game.dyr --turn 12 --seat 1 --times 5 'python3 bot.py'
    duiyi rerun game.dyr --turn 12 --decision 2 --seconds 60 ./bot
"""
FAULTY = 1


def rerun(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="RECORD", help="A .dyr or .json file.")],
    command: BotCommand,
    turn: Annotated[
        int, typer.Option("--turn", metavar="N", min=1, help="Turns are counted from 1.")
    ],
    seat: Annotated[
        int | None,
        typer.Option("--seat", metavar="K", min=0, help="Whose decision; the first by default."),
    ] = None,
    decision: Annotated[
        int,
        typer.Option("--decision", metavar="N", min=1, help="Of that seat in that turn."),
    ] = 1,
    interface: InterfaceOption = None,
    seconds: SecondsOption = None,
    times: Annotated[
        int, typer.Option("--times", metavar="N", min=1, max=1000, help="A fresh bot each time.")
    ] = 1,
    language: LanguageOption = None,
) -> int:
    from duiyi.arena.game.rerun import again

    screen = screen_of(context)
    record = read_record(file)
    moment = find(record, turn, seat, decision)
    conditions, known = allowed(record, seconds)
    if not known:
        moment = replace(moment, clocks=None)
    introduce(screen, moment, conditions)
    counts: Counter[tuple[str, ...]] = Counter()
    faulty = False
    with own_bot(spoken(command, interface), record.game, conditions) as ready:
        for number in range(1, times + 1):
            if times > 1:
                screen.say("rerun.run", number=number, count=times)
            result = again(moment, ready.bot(conditions, number, None), conditions)
            show(screen, result, moment)
            counts[result.outcome] += 1
            faulty = faulty or result.asked[-1].fault is not None
    if times > 1:
        compare(screen, counts)
    return FAULTY if faulty else 0


def find(record: Record, turn: int, seat: int | None, decision: int) -> Moment:
    """The question that is meant; `DuiyiError` says which there are."""
    from duiyi.arena.game.rerun import moments, turns

    found = moments(record, turn)
    if not found:
        first, last = turns(record)
        if not first <= turn <= last:
            raise DuiyiError(message("cli.rerun.no-turn", turn=turn, first=first, last=last))
        raise DuiyiError(message("cli.rerun.no-decision", turn=turn))
    seats = tuple(dict.fromkeys(moment.seat for moment in found))
    chosen = seats[0] if seat is None else seat
    if chosen not in seats:
        raise DuiyiError(message("cli.rerun.not-asked", seat=chosen, turn=turn, seats=seats))
    own = [moment for moment in found if moment.seat == chosen]
    if decision > len(own):
        raise DuiyiError(message("cli.rerun.few-decisions", seat=chosen, turn=turn, count=len(own)))
    return own[decision - 1]


def allowed(record: Record, seconds: float | None) -> tuple[Conditions, bool]:
    """The conditions, and whether the clock of the record is kept."""
    from duiyi.arena.game.conditions import Conditions
    from duiyi.arena.game.notes import conditions_of
    from duiyi.core.clock import Clock

    told = conditions_of(record)
    if told is not None and seconds is None:
        return replace(told, trust=True), True
    clock = Clock("turn", turn_seconds(record.game, seconds))
    return replace(told or Conditions(), clock=clock, trust=True), False


def introduce(screen: Screen, moment: Moment, conditions: Conditions) -> None:
    """Where we are, what came of it in the record, and how much time there is."""
    state = moment.state
    position = state.dump()
    screen.line(
        screen.phrase("rerun.position", turn=state.turn, seat=moment.seat, position=position)
    )
    recorded(screen, moment)
    left = None if moment.clocks is None else moment.clocks.of(moment.seat)
    if conditions.clock.kind == "none":
        screen.say("rerun.no-clock")
    elif left is not None:
        screen.say("rerun.left-record", left=f"{left // 1000 / 1000:.3f}")
    else:
        screen.say("rerun.left-default", left=f"{conditions.clock.seconds:g}")


def recorded(screen: Screen, moment: Moment) -> None:
    from duiyi.arena.game.notes import use_of
    from duiyi.core.record import Withdrawal
    from duiyi.engine.fault import as_written

    tokens = tuple(node.token for node in moment.recorded if not isinstance(node, Withdrawal))
    if tokens:
        screen.say("rerun.then-played", tokens=" ".join(tokens))
    for node in moment.recorded:
        if isinstance(node, Withdrawal):
            code = node.code or ""
            if node.text:
                use = use_of(node)
                text = as_written(node.text, (use and use.wrote) or "")
                screen.say("rerun.then-fault-text", verdict=node.verdict, code=code, text=text)
            else:
                screen.say("rerun.then-fault", verdict=node.verdict, code=code)


def show(screen: Screen, result: Again, moment: Moment) -> None:
    from duiyi.cli.arena.check_bot import printable

    for asked in result.asked:
        for text in asked.info:
            screen.line(screen.phrase("rerun.info", text=printable(text)))
        if asked.fault is None:
            spent = asked.spent
            screen.say(
                "rerun.answer",
                tokens=" ".join(asked.tokens),
                used=f"{spent.charged:.3f}",
                cpu=f"{spent.cpu:.3f}",
                wall=f"{spent.wall:.3f}",
            )
        else:
            wrong(screen, asked, moment, result.stderr)
    if result.stderr:
        screen.say("rerun.stderr")
        for line in result.stderr.splitlines():
            screen.line(f"  | {printable(line)}")


def wrong(screen: Screen, asked: Asked, moment: Moment, stderr: str) -> None:
    """What is wrong with an answer, and what helps."""
    from duiyi.arena.compliance.advice import case_of, explained

    assert asked.fault is not None
    if asked.tokens:
        screen.say("rerun.answered-late", tokens=" ".join(asked.tokens))
    case = case_of(asked.fault, asked.judged_in or asked.state, moment.seat)
    finding = explained(replace(case, spent=asked.spent, left=asked.left, stderr=stderr))
    head = screen.phrase("check-bot.problem")
    screen.line(f"{head}: {screen.words(finding.what)}")
    for advice in finding.advice:
        screen.line(f"  {screen.words(advice)}")


def compare(screen: Screen, counts: Counter[tuple[str, ...]]) -> None:
    """Whether it always answers alike."""
    if len(counts) == 1:
        screen.say("rerun.same")
        return
    screen.say("rerun.different", count=len(counts))
    for outcome, count in counts.most_common():
        screen.line(f"  {count} × {' '.join(outcome)}")
