"""`duiyi explore`: openings, and whether a deal is fair."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from duiyi.cli.common.arguments import (
    GameName,
    LanguageOption,
    PositionOption,
    RulesOption,
    SeatsOption,
    begin,
)
from duiyi.cli.common.files import write_whole
from duiyi.cli.common.screen import Screen, screen_of
from duiyi.core import DuiyiError, State, game, message

if TYPE_CHECKING:
    from duiyi.analysis.openings.book import Book

HELP = """Openings: what is played in a position, how often, and how it ends; and fair deals."""
MAKE = """Make a book of openings from games of `strong` against itself.

The first decisions of each game are drawn from the best that the search finds; then it plays as
well as it can. The same seed and nodes make the same book. Games are kept beside OUT as they end,
in OUT.games: after Ctrl-C the same command goes on, and `--games` may grow.

    duiyi explore make tzaar --games 2000 --seed 1 --out tzaar.book
"""
SHOW = """Show what was played in a position: games, score of who moves, 95 % interval.

Decisions that are the same but for how one looks at the board count as one. Under five games no
score is shown: it would say nothing.

    duiyi explore show tzaar
    duiyi explore show relati-classic C3 B2
    duiyi explore show tzaar --position TEXT --book tzaar.book
"""
DEAL = """Tell whether a deal is fair: how its first seat scores in paired games of self-play.

POSITION is the text of a first position. A pair are two games of the same two players from both
sides. `fair`: the 95 % interval lies within 45 and 55 %; `favours`: it does not hold 50 %;
otherwise it is not decided, and you are told about how many games would tell.

    duiyi explore deal "ttttT/TrrrRT/TRzzZRT/TRZtTZRT/TRZTtzrt/trztTzrt/trzZZrt/trRRRt/tTTTT w 1 1"
    duiyi explore deal TEXT --games 400 --workers 4
"""
GAMES, NODES = 1000, 20_000
DEAL_GAMES = 200

app = typer.Typer(no_args_is_help=False)
SeedOption = Annotated[int, typer.Option("--seed", min=0, metavar="N", help="Which games.")]
WorkersOption = Annotated[
    int | None,
    typer.Option("--workers", min=1, metavar="N", help="Processes; as many as cores by default."),
]
BookOption = Annotated[
    Path | None,
    typer.Option("--book", metavar="FILE", help="A book of `make`; ours by default."),
]


@app.command(help=MAKE)
def make(
    context: typer.Context,
    name: GameName,
    games: Annotated[
        int, typer.Option("--games", min=1, max=1_000_000, metavar="N", help="How many.")
    ] = GAMES,
    seed: SeedOption = 1,
    nodes: Annotated[
        int, typer.Option("--nodes", min=1, metavar="N", help="Of the search for each decision.")
    ] = NODES,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="GAME.book by default.")
    ] = None,
    workers: WorkersOption = None,
    language: LanguageOption = None,
) -> None:
    from duiyi.analysis.openings import book, making

    screen = screen_of(context)
    target = out if out is not None else Path(f"{name}.book")
    journal = target.with_name(f"{target.name}.games")
    plan = making.Plan.of(game(name), games, seed, nodes)
    try:
        with _bar(screen) as bar:
            task = bar.add_task(name, total=games)
            made = making.make(
                plan, journal, _workers(workers), lambda done: bar.update(task, completed=done)
            )
    except making.OtherPlan:
        raise DuiyiError(message("cli.explore.other-plan", file=str(journal))) from None
    data = book.write(made)
    write_whole(data, target)
    journal.unlink()
    positions = len(book.read(data).positions)
    screen.say("explore.made", file=str(target), positions=positions, bytes=len(data))


@app.command(help=SHOW)
def show(
    context: typer.Context,
    name: GameName,
    moves: Annotated[
        list[str] | None, typer.Argument(metavar="[MOVES]...", help="Played before.")
    ] = None,
    seats: SeatsOption = None,
    rules: RulesOption = None,
    position: PositionOption = None,
    file: BookOption = None,
    language: LanguageOption = None,
) -> None:
    screen = screen_of(context)
    state: State[Any] = begin(name, seats, rules, position).first()
    for token in moves or ():
        state = state.play(token)
    shown = _rows(state, _book(state, file))
    if not shown:
        screen.say("explore.nothing")
    for row in shown:
        screen.line(row)


def _book(state: State[Any], file: Path | None) -> Book:
    from duiyi.analysis.openings import book

    if file is None:
        return book.packaged(state.game)
    try:
        return book.read(file.read_bytes())
    except book.BadBook as error:
        raise DuiyiError(
            message("cli.explore.bad-book", file=str(file), problem=str(error))
        ) from None


def _rows(state: State[Any], book: Book) -> list[str]:
    """A line for each decision that was played, the most frequent first."""
    from duiyi.analysis.openings.positions import decisions_by_child, key
    from duiyi.analysis.openings.tally import FEWEST

    here = key(state)
    if not book.rows(here):
        return []
    played = [
        (book.tally(here, child), tokens) for child, tokens in decisions_by_child(state).items()
    ]
    rows = []
    for tally, tokens in sorted(played, key=lambda row: (-row[0].games, row[1])):
        if not tally.games:
            continue
        low, high = tally.interval()
        score = f"{100 * tally.score:5.1f} %  {100 * low:4.0f}–{100 * high:.0f}"
        told = score if tally.games >= FEWEST else ""
        rows.append(f"{' '.join(tokens):<24} {tally.games:>6}  {told}".rstrip())
    return rows


@app.command(help=DEAL)
def deal(
    context: typer.Context,
    position: Annotated[str, typer.Argument(metavar="POSITION", help="As `dump` writes it.")],
    name: Annotated[str, typer.Option("--game", metavar="GAME", help="Of which game.")] = "tzaar",
    games: Annotated[
        int, typer.Option("--games", min=2, max=100_000, metavar="N", help="Both sides together.")
    ] = DEAL_GAMES,
    seed: SeedOption = 1,
    workers: WorkersOption = None,
    language: LanguageOption = None,
) -> None:
    from duiyi.analysis.openings import deal as dealing

    screen = screen_of(context)
    state = game(name).load(position)
    dealing.check(state)
    pairs: list[float] = []
    with _bar(screen) as bar:
        task = bar.add_task(name, total=games // 2 * 2)
        for score in dealing.pairs(name, position, seed, games // 2, _workers(workers)):
            pairs.append(score)
            bar.update(task, completed=2 * len(pairs))
    found = dealing.fairness(pairs)
    first, second = (message(f"symbol.{seat.symbol}") for seat in state.view().seats)
    estimate, low, high = (f"{100 * one:.1f}" for one in (found.score, found.low, found.high))
    screen.say("explore.deal", symbol=first, score=estimate, low=low, high=high, games=found.games)
    more = found.would_tell or 0
    word = message(f"deal.{found.word.value}", symbol=first, other=second, games=more)
    screen.out.print(screen.words(word))


def _bar(screen: Screen) -> Progress:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    return Progress(*columns, TimeRemainingColumn(), console=screen.errors, transient=True)


def _workers(wanted: int | None) -> int:
    return wanted if wanted is not None else os.cpu_count() or 1
