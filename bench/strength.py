"""How strong the players are: paired games, Elo with 95 % intervals, CPU time of both sides.

    python -m bench.strength match tzaar strong:seconds=0.1 mcts --games 200
    python -m bench.strength levels tzaar
    python -m bench.strength pool POOLFILE

Openings are those of the arena (`duiyi.arena.game.openings`), each played from every seat; the
games of an opening are one observation. The Python rules judge every token. Results go to a file
as games end: the same command again plays only what is missing. Ctrl-C ends it and shows what
there is. A suite says for each of its bounds whether it holds, by lower bounds; the command ends
with 1 when one does not, or when an answer was illegal, and with 3 when games are missing.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer
from bench import strength_players, strength_pool, strength_suites
from bench.strength_games import Match
from bench.strength_run import cores, failures, footing, run, run_decisions, table, tested
from bench.strength_standing import standing
from bench.strength_store import Results, Taken
from bench.strength_suites import MILLION, Line
from rich.console import Console

from duiyi.arena.game.sprt import Bounds, read_bounds

RESULTS = Path("build/strength.jsonl")
WIDTH = 200
"""Of tables, also where the terminal is narrower: wrapped lines can be read, shortened ones not."""

app = typer.Typer(add_completion=False, help=__doc__.splitlines()[0])

GameName = Annotated[str, typer.Argument(metavar="GAME", help="relati, tzaar, …")]
File = Annotated[Path, typer.Option("--results", metavar="FILE", help="Games that are over.")]
Workers = Annotated[
    int | None, typer.Option(min=0, help="Processes; one per core. 0: in this one.")
]
RuleOptions = Annotated[str, typer.Option("--options", help='Of the game: "size=9".')]
Games = Annotated[int, typer.Option(min=1, help="Of each match.")]
Seconds = Annotated[float, typer.Option(min=0.001, help="CPU time of a turn.")]


@app.command()
def match(
    game: GameName,
    one: Annotated[str, typer.Argument(help="A player: strong:seconds=0.5, level-3, …")],
    other: Annotated[str, typer.Argument(help="The player on all other seats.")],
    games: Games = 400,
    seats: Annotated[int, typer.Option(min=2)] = 2,
    options: RuleOptions = "",
    seed: Annotated[int, typer.Option(help="Of openings, chance and players.")] = 1,
    sprt: Annotated[
        str | None, typer.Option(metavar="ELO0,ELO1", help="End when the test is decided.")
    ] = None,
    results: File = RESULTS,
    workers: Workers = None,
) -> None:
    """Two players of your choice."""
    for player in (one, other):
        strength_players.make(player, 0)
    chosen = Match(game, (one, other), seats, options, seed)
    bounds = None if sprt is None else read_bounds(sprt)
    _measure([Line(f"{one} - {other}", chosen, games)], results, workers, bounds)


@app.command()
def levels(
    game: GameName,
    games: Games = strength_suites.GAMES,
    few: Annotated[int, typer.Option(min=1, help="Games of level 8.")] = strength_suites.FEW,
    options: RuleOptions = "",
    results: File = RESULTS,
    workers: Workers = None,
) -> None:
    """Neighbouring levels, and greedy against level 1."""
    _measure(strength_suites.levels(game, games, few, options), results, workers)


@app.command("random")
def against_random(
    game: GameName,
    seats: Annotated[int, typer.Argument(min=2)] = 2,
    strong: Annotated[str, typer.Option(help="The player that is to win.")] = "strong",
    games: Games = 200,
    results: File = RESULTS,
    workers: Workers = None,
) -> None:
    """Full strength against random, in every seat."""
    _measure(strength_suites.against_random(game, seats, strong, games), results, workers)


@app.command("time")
def longer(
    game: GameName,
    more: Seconds = 1.0,
    less: Seconds = 0.5,
    games: Games = 200,
    results: File = RESULTS,
    workers: Workers = None,
) -> None:
    """More time against less."""
    _measure(strength_suites.longer(game, (more, less), games), results, workers)


@app.command()
def kinds(
    game: GameName,
    seconds: Seconds = 0.1,
    games: Games = 200,
    results: File = RESULTS,
    workers: Workers = None,
) -> None:
    """The best search of a game against Monte Carlo tree search at equal CPU."""
    _measure(strength_suites.kinds(game, seconds, games), results, workers)


@app.command()
def pool(
    file: Annotated[Path, typer.Argument(metavar="POOLFILE", exists=True, dir_okay=False)],
    player: Annotated[str, typer.Option(help="Ours: strong, strong:kind=mcts, …")] = "strong",
    instead: Annotated[
        str | None, typer.Option("--as", metavar="NAME", help="An entry that plays in our place.")
    ] = None,
    only: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="Of these opponents alone.")
    ] = None,
    games: Annotated[int | None, typer.Option(min=1, help="Of each match.")] = None,
    sprt: Annotated[
        str | None, typer.Option(metavar="ELO0,ELO1", help="End when the test is decided.")
    ] = None,
    told: Annotated[
        Path | None, typer.Option("--json", metavar="FILE", help="Results, also as JSON.")
    ] = None,
    results: File = Path("build/strength-pool.jsonl"),
    workers: Workers = None,
) -> None:
    """Ours against every opponent that a file names (docs/architecture/strength.md)."""
    try:
        entries = strength_pool.read_pool(file.read_text("utf-8"))
        found = strength_pool.lines(entries, file.resolve().parent, player, instead, games)
        chosen = strength_pool.of_names(found, only)
    except strength_pool.BadPool as bad:
        raise typer.BadParameter(str(bad), param_hint="POOLFILE") from None
    bounds = None if sprt is None else read_bounds(sprt)
    try:
        _measure(chosen, results, workers, bounds)
    finally:
        if told is not None:
            with Results(results) as kept:
                told.write_text(strength_pool.report(chosen, kept) + "\n", "utf-8")


@app.command()
def legal(
    games: Annotated[
        list[str] | None, typer.Argument(metavar="GAME", help="All, where none is named.")
    ] = None,
    decisions: Annotated[int, typer.Option(min=1)] = MILLION,
    results: File = Path("build/strength-legal.jsonl"),
    workers: Workers = None,
) -> None:
    """All games and levels at tiny limits: is every token legal? Games have equal parts, those
    without a kernel a tenth of one."""
    console = Console(stderr=True)
    matches = strength_suites.everything(tuple(games or ()))
    names = [*dict.fromkeys(one.game for one in matches)]
    done = True
    with Results(results) as kept:
        for name, part in strength_suites.parts(names, decisions).items():
            own = [one for one in matches if one.game == name]
            done = done and run_decisions(own, part, kept, _workers(workers), console)
            print(f"{name}: {footing(own, kept)}")
        _end(matches, kept, done=done, held=True)


def _measure(
    lines: Sequence[Line], file: Path, workers: int | None, bounds: Bounds | None = None
) -> None:
    plan = {line.match: line.games for line in lines}
    with Results(file) as results:
        done = run(plan, results, _workers(workers), Console(stderr=True), bounds)
        shown, held = table(lines, results)
        Console(width=WIDTH).print(shown)
        for match in plan if bounds else ():
            test = standing(match, results.of(match), bounds=bounds).test
            assert test is not None
            print(tested(test))
        _end([*plan], results, done=done, held=held)


def _end(matches: Sequence[Match], results: Results, *, done: bool, held: bool) -> None:
    print(footing(matches, results))
    wrong = [*failures(matches, results)]
    for failure in wrong:
        print(failure)
    if not done:
        print("Not finished: the same command goes on.")
        raise typer.Exit(3)
    if wrong or not held:
        raise typer.Exit(1)


def _workers(wanted: int | None) -> int:
    return cores() if wanted is None else wanted


if __name__ == "__main__":
    try:
        app()
    except Taken as taken:
        sys.exit(f"{taken}: name another with --results")
