"""`duiyi cup`: whole tournaments, from the hand-ins to the report.

The arena's modules are loaded only when a command runs: others would start later for them.
"""

from __future__ import annotations

import contextlib
import json
import shlex
import signal
import threading
from collections.abc import Iterator
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from duiyi.cli.arena.doctor import warn_if_busy
from duiyi.cli.common.arguments import Interface, InterpreterOption, LanguageOption, whole_paths
from duiyi.cli.common.screen import Screen, screen_of
from duiyi.core import DuiyiError, message

if TYPE_CHECKING:
    from duiyi.arena.runners.pool import Runner
    from duiyi.arena.tournament.bots import ReadyBots
    from duiyi.arena.tournament.config import TournamentConfig
    from duiyi.arena.tournament.results import CupResults

HELP = """Play a whole cup: everybody's bots, a schedule, standings, a report.

Start with `duiyi cup init`, then `duiyi cup cup.toml`, which is short for `duiyi cup run cup.toml`.
A class begins with `duiyi cup import`.
"""
RUN = """Play the cup that a file describes.

What is wrong with the file or with a bot is said before anything starts. Every result is on disk
before it counts: after Ctrl-C, a crash or a power cut `duiyi cup resume DIR` plays what is missing.

    duiyi cup run cup.toml
    duiyi cup run cup.toml --into monday --workers 4
    duiyi cup run cup.toml --scheduler tcp://192.168.0.10:8786

The exit code is 0 when all games are played, 3 when some could not be (nobody's fault: `resume`
tries them again), 130 after Ctrl-C.
"""
RESUME = """Go on with a cup: play exactly the games that are missing.

    duiyi cup resume cup-results
"""
INIT = """Write an example of a cup.toml, which runs as it is and says what can be changed.

    duiyi cup init
    duiyi cup init spring/cup.toml
"""
IMPORT = """Make a cup of hand-ins: a directory or a zip archive, with a folder or file per student.

Each is unpacked, compiled and asked for one move in the sandbox, on its own: whatever one student
handed in, the others get in. Who made a legal move can take part; everybody else is on the list
with the reason, in DIR/cup.toml and in DIR/compile-report.txt. The interface is found out by trying
unless `--interface` or a folder's `bot.toml` names it. Once more, after an interruption or with
late hand-ins, does only what is new or failed before. The exit code is 1 when some bot cannot play.

    duiyi cup import hand-ins.zip spring --game tzaar --students students.csv
    duiyi cup import hand-ins/ spring --game tzaar --interface files-a --cflags "-O3 -std=c++17"
"""
STANDINGS = """Show how a cup stands, also while it is played.

    duiyi cup standings cup-results
    duiyi cup standings cup-results --json
"""
REPORT = """Write the report of a cup, also of one that is not finished: a page that opens anywhere,
with every game on a board, and tables beside it.

    duiyi cup report cup-results
"""
OPEN_GAMES = 3
NOT_ALL = 1
INTERRUPTED = 130


class CupGroup(TyperGroup):
    """`duiyi cup FILE` is `duiyi cup run FILE`."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        if args and args[0] not in self.commands and args[0].endswith(".toml"):
            args = ["run", *args]
        return super().resolve_command(ctx, args)


app = typer.Typer(cls=CupGroup, no_args_is_help=False, rich_markup_mode="markdown")
WorkersOption = Annotated[
    int | None,
    typer.Option("--workers", "-j", min=1, max=256, metavar="N", help="Games at once; one a core."),
]
SchedulerOption = Annotated[
    str | None,
    typer.Option("--scheduler", metavar="ADDRESS", help="Play on the Dask cluster there."),
]
SharedOption = Annotated[
    bool,
    typer.Option("--shared", help="The cluster's machines see the bots' files: do not send them."),
]
Directory = Annotated[Path, typer.Argument(metavar="DIR", help="The cup's directory.")]


@app.command(help=RUN)
def run(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The cup.toml.")],
    into: Annotated[
        Path | None,
        typer.Option("--into", metavar="DIR", help="For all that comes of it; FILE-results."),
    ] = None,
    workers: WorkersOption = None,
    scheduler: SchedulerOption = None,
    shared: SharedOption = False,
    language: LanguageOption = None,
) -> int:
    from duiyi.arena.tournament.director import begin

    directory = into or file.with_name(f"{file.stem}-results")
    begin(file, directory)
    return _play(screen_of(context), directory, workers, scheduler, shared)


@app.command(help=RESUME)
def resume(
    context: typer.Context,
    directory: Directory,
    workers: WorkersOption = None,
    scheduler: SchedulerOption = None,
    shared: SharedOption = False,
    language: LanguageOption = None,
) -> int:
    return _play(screen_of(context), directory, workers, scheduler, shared)


@app.command(help=INIT)
def init(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A new file.")] = Path("cup.toml"),
    language: LanguageOption = None,
) -> None:
    from duiyi.arena.tournament.example import EXAMPLE

    try:
        with file.open("x", encoding="utf-8") as written:
            written.write(EXAMPLE)
    except FileExistsError:
        raise DuiyiError(message("cli.exists", file=str(file))) from None
    command = f"duiyi cup run {shlex.quote(str(file))}"
    screen_of(context).say("cup.written", file=str(file), command=command)


@app.command("import", help=IMPORT)
def import_bots(
    context: typer.Context,
    source: Annotated[Path, typer.Argument(metavar="SOURCE", help="A directory or a .zip file.")],
    directory: Annotated[Path, typer.Argument(metavar="DIR", help="A new directory.")],
    game: Annotated[
        str, typer.Option("--game", "-g", metavar="GAME", help="One of `duiyi games`.")
    ],
    interface: Annotated[
        Interface | None,
        typer.Option("--interface", help="Of bots that do not say it themselves; tried otherwise."),
    ] = None,
    students: Annotated[
        Path | None,
        typer.Option("--students", metavar="FILE", help="The class list: id, name, email."),
    ] = None,
    cflags: Annotated[
        str,
        typer.Option("--cflags", metavar="FLAGS", help="For the compiler, such as '-O3 -lm'."),
    ] = "",
    encoding: Annotated[
        str | None,
        typer.Option("--encoding", metavar="NAME", help="Of names in the archive, such as big5."),
    ] = None,
    interpreters: InterpreterOption = None,
    trust: Annotated[
        bool, typer.Option("--trust-bots", help="Compile and run without the sandbox.")
    ] = False,
    language: LanguageOption = None,
) -> int:
    from duiyi.arena.intake import importing
    from duiyi.cli.arena.cup_shown import hand_in_lines, show_missing

    screen = screen_of(context)
    options = importing.ImportOptions(
        game,
        interface.value if interface is not None else None,
        _codec(encoding),
        trust,
        students,
        tuple(cflags.split()),
        screen.language,
        whole_paths(interpreters),
    )
    made = importing.import_bots(source, directory, options, hand_in_lines(screen))
    show_missing(screen, made)
    screen.say(
        "cup.imported", good=len(made.good), all=len(made.hand_ins), directory=str(directory)
    )
    command = f"duiyi cup run {shlex.quote(str(made.config))}"
    screen.line(screen.phrase("cup.next", command=command))
    return 0 if len(made.good) == len(made.hand_ins) else NOT_ALL


@app.command(help=STANDINGS)
def standings(
    context: typer.Context,
    directory: Directory,
    as_json: Annotated[bool, typer.Option("--json", help="For another program.")] = False,
    language: LanguageOption = None,
) -> None:
    from duiyi.arena.tournament.results import read_results
    from duiyi.cli.arena.cup_shown import show_standings

    screen = screen_of(context)
    results = read_results(directory)
    if as_json:
        screen.line(json.dumps(_data(results), ensure_ascii=False))
        return
    show_standings(screen, results)
    if not results.finished:
        screen.say("cup.unfinished", done=len(results.games), open=len(results.open_games))


@app.command(help=REPORT)
def report(context: typer.Context, directory: Directory, language: LanguageOption = None) -> None:
    _report(screen_of(context), directory)


def _report(screen: Screen, directory: Path) -> None:
    from duiyi.arena.report import write_report
    from duiyi.cli.arena.cup_shown import shown_reporting

    with shown_reporting(screen) as progress:
        page = write_report(directory, progress=progress, language=screen.language)
    screen.line(screen.phrase("cup.report", file=str(page)))


def _play(
    screen: Screen,
    directory: Path,
    workers: int | None,
    scheduler: str | None,
    shared: bool,
) -> int:
    from duiyi.arena.tournament.director import check_cup, go_on
    from duiyi.cli.arena.cup_shown import shown_progress

    def make(config: TournamentConfig, bots: ReadyBots, scratch: Path) -> Runner:
        if scheduler is not None:
            from duiyi.arena.runners.cluster import Cluster

            return Cluster(scheduler, bots, shared=shared)
        from duiyi.arena.runners.pool import Pool, core_sets

        return Pool(core_sets(workers, config.conditions.cores), scratch)

    check_cup(directory)
    command = _resume_command(directory, workers, scheduler, shared)
    # Said first: who is killed says nothing any more.
    screen.line(screen.phrase("cup.playing", directory=str(directory), command=command))
    if scheduler is None:
        warn_if_busy(screen)
    try:
        with _terminated_like_interrupted(), shown_progress(screen) as watch:
            progress = go_on(directory, make, watch)
    except KeyboardInterrupt:
        screen.line(screen.phrase("cup.interrupted", command=command))
        return INTERRUPTED
    _ended(screen, directory)
    if busy := sum(attempt.code == "busy" for attempt in progress.attempts):
        screen.say("machine.given-up", count=busy)
    if progress.finished:
        return 0
    left = progress.open_games
    screen.say("cup.open", count=len(left), games=tuple(game.id for game in left[:10]))
    for attempt in progress.attempts[-3:]:
        words = f"{attempt.id} {attempt.code} {attempt.detail.strip()[-300:]}"
        screen.errors.print(words, soft_wrap=True)
    screen.line(screen.phrase("cup.again", command=command))
    return OPEN_GAMES


def _ended(screen: Screen, directory: Path) -> None:
    """The table and the report."""
    from duiyi.arena.tournament.results import read_results
    from duiyi.cli.arena.cup_shown import show_standings

    results = read_results(directory)
    show_standings(screen, results)
    _report(screen, directory)


def _resume_command(
    directory: Path, workers: int | None, scheduler: str | None, shared: bool
) -> str:
    words = ["duiyi", "cup", "resume", str(directory)]
    words += ["--workers", str(workers)] if workers is not None else []
    words += ["--scheduler", scheduler] if scheduler is not None else []
    return shlex.join([*words, "--shared"] if shared else words)


@contextlib.contextmanager
def _terminated_like_interrupted() -> Iterator[None]:
    """Who is asked to end by the system ends as cleanly as by Ctrl-C."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def interrupt(number: int, frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _codec(name: str | None) -> str | None:
    import codecs

    try:
        return None if name is None else codecs.lookup(name).name
    except LookupError:
        raise typer.BadParameter(f"--encoding {name}: no such encoding") from None


def _data(results: CupResults) -> dict[str, Any]:
    return {
        "title": results.config.title,
        "finished": results.finished,
        "games": len(results.games),
        "open": [game.id for game in results.open_games],
        "model": results.standings.model,
        "criteria": [*results.standings.criteria],
        "standings": [
            {
                "rank": row.rank,
                "name": row.name,
                "points": float(row.points),
                "games": row.games,
                "wins": row.wins,
                "draws": row.draws,
                "losses": row.losses,
                "byes": row.byes,
                "by_seat": [[float(tally.points), tally.games] for tally in row.by_seat],
                "rating": [row.rating.value, row.rating.low, row.rating.high],
                "by_criteria": [float(value) for value in row.criteria],
                "grade": results.grades.get(row.name),
            }
            for row in results.standings.rows
        ],
        "absent": [
            {"name": one.name, "reason": one.reason, "detail": one.detail, "grade": grade}
            for one in results.absent
            for grade in [results.grades.get(one.name)]
        ],
    }
