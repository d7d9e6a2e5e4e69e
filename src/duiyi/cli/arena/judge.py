"""`duiyi judge`: every verdict of a record, derived anew from the rules."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from duiyi.cli.common.arguments import LanguageOption
from duiyi.cli.common.files import record_files
from duiyi.cli.common.screen import Screen, explained, screen_of
from duiyi.core import BadRecord
from duiyi.engine.fault import as_written

if TYPE_CHECKING:
    from duiyi.arena.game.judge import Judgement

HELP = """Derive every verdict of records anew from the rules.

Each decision must be legal, result and reason must be those of the last position, and for each
seat that lost by a fault the rule it broke is looked up again from the text that the record kept;
times are added up again and compared with the clock. About each verdict it says `confirmed`,
`contradicted` (then the exit code is 1), or that it is taken from the log, because what a program
did outside the game cannot be seen in a record.

    duiyi judge game.dyr
    duiyi judge records/ --language zh-Hant
"""
CONTRADICTED = 1


def judge(
    context: typer.Context,
    records: Annotated[
        list[Path], typer.Argument(metavar="RECORD…", help="Records, or directories of them.")
    ],
    quiet: Annotated[
        bool, typer.Option("--quiet", "-q", help="Say only what is contradicted, and the sum.")
    ] = False,
    language: LanguageOption = None,
) -> int:
    from rich.progress import track

    screen = screen_of(context)
    files = [file for path in records for file in record_files(path)]
    counts: Counter[str] = Counter()
    shown = track(
        files,
        description=screen.phrase("judge.judging"),
        console=screen.errors,
        transient=True,
        disable=not screen.errors.is_terminal or len(files) < 2,
    )
    for file in shown:
        _one(screen, file, counts, quiet)
    screen.say(
        "judge.sum",
        records=len(files),
        confirmed=counts["confirmed"],
        contradicted=counts["contradicted"],
        logged=counts["logged"],
    )
    return CONTRADICTED if counts["contradicted"] else 0


def _one(screen: Screen, file: Path, counts: Counter[str], quiet: bool) -> None:
    from duiyi.arena.game.judge import Finding
    from duiyi.arena.game.judge import judge as judgements
    from duiyi.core.record.files import load

    try:
        record = load(file)
    except BadRecord as error:
        counts[Finding.contradicted] += 1
        screen.line(f"{file}: {_finding(screen, Finding.contradicted)}")
        screen.line(f"  {screen.words(explained(error))}")
        return
    found = judgements(record)
    counts.update(judgement.finding.value for judgement in found)
    told = [one for one in found if not quiet or one.finding is Finding.contradicted]
    if told or not quiet:
        head = screen.phrase("judge.nothing") if not found else ""
        screen.line(f"{file}: {head}".rstrip())
    for judgement in told:
        screen.line(f"  {_words(screen, judgement)}")


def _words(screen: Screen, judgement: Judgement) -> str:
    verdict = " ".join(word for word in (judgement.verdict, judgement.code) if word)
    words = screen.phrase(
        "judge.verdict",
        turn=judgement.turn,
        seat=judgement.seat,
        verdict=verdict or screen.phrase("judge.no-verdict"),
        finding=_finding(screen, judgement.finding),
        reason=judgement.reason,
    )
    return as_written(words, judgement.wrote or "")


def _finding(screen: Screen, finding: str) -> str:
    if finding == "confirmed":
        return screen.phrase("judge.confirmed")
    if finding == "logged":
        return screen.phrase("judge.logged")
    return screen.phrase("judge.contradicted")
