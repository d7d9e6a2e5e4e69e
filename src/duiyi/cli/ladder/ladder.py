"""`duiyi ladder`: ratings from games, and what a final could tell.

The arena's modules are loaded only when a command runs: others would start later for them.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from duiyi.cli.common.arguments import LanguageOption
from duiyi.cli.common.files import read_record, record_files
from duiyi.cli.common.screen import screen_of
from duiyi.core import DuiyiError, message

if TYPE_CHECKING:
    from duiyi.arena.ladder.places import Row
    from duiyi.arena.ladder.ratings import Ladder
    from duiyi.arena.ratings.picks import GameResult

HELP = """Ratings with intervals from the games of bots, and how many games an order needs.

`duiyi ladder rate DIR` says who is how strong, as far as the games show, and who cannot be told
apart; `duiyi ladder plan` says beforehand what a final of so many bots could tell.
"""
RATE = """Rate bots by their games: records, directories of records, or the results of cups.

The order of the games does not matter, and the same games always give the same table. A rating is
on the scale of Elo: 100 points more means 64 % of the points. Beside each stands its 95 % interval
and the places that are possible. Two are even when their games do not tell them apart, which is not
the same as intervals that overlap: `--even NAME` marks (=) who is even with one of them. Under 30
games a bot is marked as new (°). Games with an opening that was played from every seat count
together. Fixed marks keep the scale where it is: `--reference level-4=1290`.

    duiyi ladder rate cup-results
    duiyi ladder rate records/ --reference random=400 --reference greedy=900 --even my-bot
    duiyi ladder rate monday.dyr tuesday.dyr --json
"""
PLAN = """Say what a final could tell, before it is played.

Everybody meets everybody so many times: the table has the games of each bot and of all, how long
they take on so many cores, and how likely two bots that are 20, 50 or 100 Elo apart are ordered
right. Then the first ones meet again. The last line says how many places such a final can tell
apart, found by playing it with dice: bots that cannot be told apart share a place.

    duiyi ladder plan --bots 54 --seconds 2 --cores 2
    duiyi ladder plan --bots 20 --games 8 --spread 120
"""

app = typer.Typer(no_args_is_help=True, rich_markup_mode="markdown")


@app.command("rate", help=RATE)
def rate(
    context: typer.Context,
    sources: Annotated[
        list[Path],
        typer.Argument(metavar="DIR|RECORD…", help="Records, directories of them, cups, matches."),
    ],
    reference: Annotated[
        list[str] | None,
        typer.Option("--reference", metavar="NAME=RATING", help="A fixed mark; repeatable."),
    ] = None,
    even: Annotated[
        str | None, typer.Option("--even", metavar="NAME", help="Mark who is even with this bot.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="For another program.")] = False,
    language: LanguageOption = None,
) -> None:
    from duiyi.arena.ladder.places import rows_of
    from duiyi.arena.ladder.ratings import ladder_of
    from duiyi.cli.ladder.ladder_shown import show_ladder

    screen = screen_of(context)
    games, left_out = _games(sources)
    ladder = ladder_of(games, dict(map(_mark, reference or [])))
    if even is not None and even not in ladder.games:
        raise DuiyiError(message("cli.ladder.nobody", name=even))
    rows = rows_of(ladder)
    if as_json:
        data = _data(ladder, rows, len(games))
        screen.line(json.dumps(data, ensure_ascii=False))
    else:
        show_ladder(screen, ladder, rows, len(games), even)
    if left_out:
        screen.errors.print(screen.phrase("ladder.left-out", count=left_out), soft_wrap=True)


@app.command("plan", help=PLAN)
def plan(
    context: typer.Context,
    bots: Annotated[int, typer.Option("--bots", min=2, max=300, help="How many take part.")],
    seconds: Annotated[
        float, typer.Option("--seconds", min=0.001, help="How long a game takes on one core.")
    ] = 2.0,
    cores: Annotated[int, typer.Option("--cores", min=1, help="Games at the same time.")] = 1,
    games: Annotated[
        int, typer.Option("--games", min=1, max=1000, help="Games a pairing of the plan.")
    ] = 4,
    again: Annotated[
        int, typer.Option("--again", min=0, max=50, help="So many of the first meet again.")
    ] = 8,
    spread: Annotated[
        float, typer.Option("--spread", min=0, max=2000, help="How much bots differ, in Elo (±).")
    ] = 180.0,
    language: LanguageOption = None,
) -> None:
    from duiyi.arena.final.plan import CHOICES, choices, drawn_fields, forecast, usual_field
    from duiyi.cli.ladder.ladder_shown import show_plan

    screen = screen_of(context)
    offered = sorted({*CHOICES, games})
    table = choices(usual_field(bots, spread), seconds, cores, offered)
    found = forecast(drawn_fields(bots, spread), games, again)
    show_plan(screen, table, found, games, again, seconds / cores)


def _games(sources: list[Path]) -> tuple[list[GameResult], int]:
    """The games that are told of, all of one game; and how many files tell nothing."""
    from duiyi.arena.ladder.sources import game_of, games_of
    from duiyi.arena.tournament.history import read_head, read_history

    found: list[GameResult] = []
    kinds: set[str] = set()
    left_out = 0
    for source in sources:
        if source.is_dir() and read_head(source) is not None:
            history = read_history(source)
            kinds.add(history.config.game)
            found += games_of(history)
            continue
        for file in record_files(source):
            record = read_record(file)
            kinds.add(record.game.id)
            game = game_of(record)
            if game is None:
                left_out += 1
            else:
                found.append(game)
    if len(kinds) > 1:
        raise DuiyiError(message("cli.ladder.several-games", games=tuple(sorted(kinds))))
    return found, left_out


def _mark(text: str) -> tuple[str, float]:
    name, _, value = text.rpartition("=")
    try:
        rating = float(value)
    except ValueError:
        rating = float("nan")
    if not name or not -10_000 <= rating <= 10_000:
        raise typer.BadParameter(f"--reference {text}: NAME=RATING is needed, as in level-4=1290")
    return name, rating


def _data(ladder: Ladder, rows: tuple[Row, ...], games: int) -> dict[str, Any]:
    return {
        "games": games,
        "dispersion": ladder.dispersion,
        "rows": [
            {
                "name": row.name,
                "rating": [row.rating.value, row.rating.low, row.rating.high],
                "games": row.games,
                "reference": row.reference,
                "new": row.new,
                "place": row.place or None,
                "possible": None if row.reference else [row.best, row.worst],
                "even": [*row.even],
                "above": {
                    mark: ladder.difference(row.name, mark).certainty
                    for mark in ladder.references
                    if not row.reference
                },
            }
            for row in rows
        ],
    }
