"""`duiyi analyse`: what a search thinks of a position, or of the decisions of a record."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from duiyi.cli.analysis.searching import ended_by_interrupt, shown_nodes
from duiyi.cli.common.arguments import GameName, LanguageOption, RulesOption, SeatsOption, begin
from duiyi.cli.common.files import form_of, read_record, write_record
from duiyi.cli.common.screen import Screen, screen_of
from duiyi.core import DuiyiError, Record, State, game, message

if TYPE_CHECKING:
    from duiyi.analysis import Analyst, Limits
    from duiyi.cli.analysis.analyse_shown import Found

HELP = """Tell what a search thinks of a position, or of every decision of a record.

For a position: the best lines, what each seat can hope for (its share of the score, in percent),
and how much was searched. For a record: every decision with what its seat could hope for after it,
the better line where it lost something, and a summary of each seat. With two seats a decision that
loses 5 % of the score or more is an inaccuracy (?!), 10 % a mistake (?), 20 % a blunder (??);
with N seats 2/N times as much.

    duiyi analyse tzaar --position "..T3../...r../...Z5.../t2.z...../t.zTTr.t/r....T.T/r..zz.T/\
.R3..../..r2t2. w 1 3"
    duiyi analyse relati --seats 3 --seconds 5 --lines 4
    duiyi analyse relati --record game.dyr --output analysed.dyr
    duiyi analyse tzaar --record a.dyr --record b.dyr --seconds 1 --json

`--output` writes a copy of the record with the analysis in it: `[eval 0.41]` after each decision is
what its seat could hope for, and better lines are variations. Ctrl-C ends the search; what has been
found by then is told and written.
"""
INTERRUPTED = 130
POSITION_SECONDS, DECISION_SECONDS = 1.0, 0.2
POSITION_LINES, DECISION_LINES = 2, 1
MEGABYTE = 1 << 20


def analyse(
    context: typer.Context,
    name: GameName,
    positions: Annotated[
        list[str] | None,
        typer.Option(
            "--position",
            metavar="TEXT",
            help="As `dump` has written it; repeatable. The start of the game by default.",
        ),
    ] = None,
    records: Annotated[
        list[Path] | None,
        typer.Option("--record", metavar="FILE", help="A record (.dyr, .json); repeatable."),
    ] = None,
    seats: SeatsOption = None,
    rules: RulesOption = None,
    seconds: Annotated[
        float | None,
        typer.Option(
            "--seconds",
            min=0.01,
            metavar="S",
            help="CPU time of each thread: 1 for a position, 0.2 for a decision of a record.",
        ),
    ] = None,
    nodes: Annotated[
        int | None,
        typer.Option(
            "--nodes",
            min=1,
            metavar="N",
            help="Instead of --seconds: with one thread the same answer every time.",
        ),
    ] = None,
    lines: Annotated[
        int | None,
        typer.Option(
            "--lines",
            min=1,
            max=100,
            metavar="N",
            help="How many: 2 of a position, 1 of a decision of a record.",
        ),
    ] = None,
    threads: Annotated[
        int, typer.Option("--threads", min=1, max=256, metavar="N", help="Of the search.")
    ] = 1,
    memory: Annotated[
        int, typer.Option("--memory", min=1, metavar="MB", help="That the search may use.")
    ] = 64,
    seed: Annotated[int, typer.Option("--seed", metavar="N", help="Of the search's chances.")] = 0,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            metavar="FILE",
            help="A new file for the analysed record; for several records, a directory.",
        ),
    ] = None,
    force: Annotated[
        bool, typer.Option("--force", help="Replace files that exist with --output.")
    ] = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="For programs: one line of JSON for each of them.")
    ] = False,
    language: LanguageOption = None,
) -> int:
    from duiyi.analysis import Limits

    screen = screen_of(context)
    if records and (positions or seats is not None or rules):
        raise typer.BadParameter("--record says it all: leave out --position, --seats and -o")
    if output is not None and not records:
        raise typer.BadParameter("--output is for records: name one with --record")
    if nodes is not None and seconds is not None:
        raise typer.BadParameter("--seconds or --nodes, not both")
    if seconds is None and nodes is None:
        seconds = DECISION_SECONDS if records else POSITION_SECONDS
    limits = Limits(
        seconds=math.inf if seconds is None else seconds,
        nodes=nodes,
        memory=memory * MEGABYTE,
        threads=threads,
        seed=seed,
    )
    if records:
        read = _read(name, records)
        targets = _targets(records, output, force)
        return _records(screen, read, targets, limits, lines or DECISION_LINES, as_json)
    asked: Sequence[str | None] = positions or (None,)
    states = [begin(name, seats, rules, position).first() for position in asked]
    return _positions(screen, states, limits, lines or POSITION_LINES, as_json)


def _positions(
    screen: Screen, states: list[State[Any]], limits: Limits, lines: int, as_json: bool
) -> int:
    from duiyi.analysis import Analyst
    from duiyi.cli.analysis.analyse_json import position_json
    from duiyi.cli.analysis.analyse_shown import show_position
    from duiyi.kernels.thinker import control

    stop = control()
    for state in states:
        with ended_by_interrupt(stop.stop), shown_nodes(screen, state.game.id) as report:
            analyst = Analyst(limits, lines, stop, report)
            analysis = analyst.position(state)
            chances = analyst.chances(state)
        if as_json:
            screen.line(json.dumps(position_json(analysis, chances)))
        else:
            show_position(screen, analysis, chances)
        if stop.stopped:
            return INTERRUPTED
    return 0


def _read(name: str, files: list[Path]) -> dict[Path, Record]:
    """All of them before the first is analysed: a wrong one does not cost minutes."""
    wanted = game(name).id
    found = {file: read_record(file) for file in files}
    for file, record in found.items():
        if record.game.id != wanted:
            said = message("cli.other-game", file=str(file), found=record.game.id, wanted=wanted)
            raise DuiyiError(said)
    return found


def _targets(files: list[Path], output: Path | None, force: bool) -> dict[Path, Path]:
    """Where the analysed records go; everything that is wrong with that is said here."""
    if output is None:
        return {}
    if output.is_dir() or len(files) > 1:
        if not output.is_dir():
            raise typer.BadParameter(f"{output}: several records go into a directory that exists")
        targets = {file: output / file.name for file in files}
    else:
        targets = dict.fromkeys(files, output)
    if len(set(targets.values())) < len(targets):
        raise typer.BadParameter(f"{output}: two of the records have the same name")
    for target in targets.values():
        form_of(target)
        if not target.parent.is_dir():
            raise typer.BadParameter(f"{target.parent}: there is no such directory")
        if target.exists() and not force:
            raise DuiyiError(message("cli.db.exists", file=str(target)))
    return targets


def _records(
    screen: Screen,
    records: dict[Path, Record],
    targets: dict[Path, Path],
    limits: Limits,
    lines: int,
    as_json: bool,
) -> int:
    from duiyi.analysis import Analyst, annotated
    from duiyi.cli.analysis.analyse_json import record_json
    from duiyi.cli.analysis.analyse_shown import show_record
    from duiyi.kernels.thinker import control

    stop = control()
    for file, record in records.items():
        found = _judged(screen, str(file), record, Analyst(limits, lines, stop))
        if as_json:
            screen.line(json.dumps(record_json(found)))
        else:
            show_record(screen, found)
        if file in targets:
            written = annotated(record, found.decisions, screen.language)
            write_record(written, targets[file])
            told = screen.phrase("saved", file=str(targets[file]))
            (screen.errors if as_json else screen.out).print(told, soft_wrap=True)
        if stop.stopped:
            return INTERRUPTED
    return 0


def _judged(screen: Screen, file: str, record: Record, analyst: Analyst) -> Found:
    """The judged decisions of a record, with a bar while it goes on."""
    from rich.progress import track

    from duiyi.analysis.game import decisions, judged
    from duiyi.cli.analysis.analyse_shown import Found

    with ended_by_interrupt(analyst.control.stop):
        shown = track(
            judged(record, analyst),
            description=file,
            total=decisions(record),
            console=screen.errors,
            transient=True,
            disable=not screen.errors.is_terminal,
        )
        return Found(file, record, tuple(shown), complete=not analyst.stopped)
