"""`duiyi puzzles`: positions with one solution, beyond doubt."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from duiyi.cli.common.arguments import GameName, LanguageOption
from duiyi.cli.common.board import BoardPrinter
from duiyi.cli.common.screen import Screen, screen_of
from duiyi.core import game

HELP = """Puzzles: positions with one solution, beyond doubt."""
MAKE = """Find puzzles in games of a quick search against itself.

A position is a puzzle where exactly one first decision, up to symmetry, does what is asked for: win
this turn, force a win, hold, save, or what the game itself counts. Everything else was tried or
disproved. No two are equal under the game's symmetries.

    duiyi puzzles make tzaar --count 160 --jobs 4
    duiyi puzzles make relati --count 50 --seed 3 --out my-puzzles

The same seed gives the same puzzles. Whoever is interrupted goes on by the same command.
"""
CHECK = """Check all puzzles of a game.

Each position loads, its solution is legal, right and the only one, certificates prove what they
say, wrong tries are wrong and have an answer, and no two positions are symmetric. With `--rules`
also that there is no other solution is tried by the Python rules instead of the kernel: slow. The
exit code is 1 if something is wrong.

    duiyi puzzles check tzaar
"""
LIST = """List the puzzles of a game, without their solutions.

    duiyi puzzles list atom --grade 3
"""
SHOW = """Show a puzzle; with `--solution` also how it is solved.

    duiyi puzzles show tzaar 0a1b2c3d4e
"""
FAULTY = 1
COUNT, GAMES = 150, 2000
app = typer.Typer(no_args_is_help=True, context_settings={"help_option_names": ["-h", "--help"]})


def _bar(screen: Screen, name: str) -> Progress:
    columns = (TextColumn(name), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    shown = (*columns, TextColumn("{task.description}"))
    errors = screen.errors
    return Progress(*shown, console=errors, transient=True, disable=not errors.is_terminal)


@app.command("make", help=MAKE)
def make(
    context: typer.Context,
    name: GameName,
    count: Annotated[
        int, typer.Option("--count", metavar="N", min=1, help="Puzzles that are wanted.")
    ] = COUNT,
    games: Annotated[
        int, typer.Option("--games", metavar="N", min=1, help="Games to look in, at most.")
    ] = GAMES,
    seed: Annotated[
        int,
        typer.Option(
            "--seed", metavar="N", min=0, help="Of the first game; the next has the next."
        ),
    ] = 0,
    jobs: Annotated[int, typer.Option("--jobs", metavar="N", min=1, max=64, help="Processes.")] = 1,
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="DIR", help="Where they are written; `GAME-puzzles` else."),
    ] = None,
    language: LanguageOption = None,
) -> int:
    from duiyi.analysis.puzzles.files import write_all
    from duiyi.analysis.puzzles.making.collecting import collected

    screen = screen_of(context)
    chosen = game(name).id
    folder = out or Path(f"{chosen}-puzzles")
    folder.mkdir(parents=True, exist_ok=True)
    journal = folder / f"journal-{seed}.jsonl"
    with _bar(screen, chosen) as progress:
        task = progress.add_task("", total=games)

        def told(number: int, grades: Counter[int]) -> None:
            found = " ".join(f"{grade}:{grades[grade]}" for grade in sorted(grades))
            progress.update(task, completed=number, description=found)

        made = collected(
            chosen, count=count, games=games, seed=seed, jobs=jobs, journal=journal, told=told
        )
    command = f"duiyi puzzles make {chosen} --count {count} --games {games} --seed {seed}"
    write_all(folder, chosen, made, command)
    journal.unlink()
    grades = Counter(one.puzzle.grade for one in made)
    screen.line(f"{len(made)} puzzles " + " ".join(f"{g}:{grades[g]}" for g in sorted(grades)))
    return 0


@app.command("check", help=CHECK)
def check(
    context: typer.Context,
    name: GameName,
    rules: Annotated[
        bool, typer.Option("--rules", help="Try everything by the Python rules: slow.")
    ] = False,
    language: LanguageOption = None,
) -> int:
    from duiyi.analysis.puzzles.checking import doubles, faults
    from duiyi.analysis.puzzles.files import certificate, puzzles

    screen = screen_of(context)
    chosen = game(name).id
    found = puzzles(chosen)
    wrong = list(doubles(found, chosen))
    with _bar(screen, chosen) as progress:
        for puzzle in progress.track(found.values()):
            proof = certificate(chosen, puzzle.id)
            wrong += [
                f"{puzzle.id}: {fault}" for fault in faults(chosen, puzzle, proof, by_rules=rules)
            ]
    for fault in wrong:
        screen.line(fault)
    screen.line(f"{chosen}: {len(found)} puzzles, {len(wrong)} faults")
    return FAULTY if wrong else 0


@app.command("list", help=LIST)
def list_puzzles(
    context: typer.Context,
    name: GameName,
    grade: Annotated[
        int | None, typer.Option("--grade", metavar="N", min=1, max=5, help="Only of this grade.")
    ] = None,
    theme: Annotated[
        str | None, typer.Option("--theme", metavar="THEME", help="Only about this.")
    ] = None,
    language: LanguageOption = None,
) -> None:
    from duiyi.analysis.puzzles.files import puzzles

    screen = screen_of(context)
    for puzzle in puzzles(game(name).id).values():
        if grade in (None, puzzle.grade) and (theme is None or theme in puzzle.themes):
            themes = " ".join(puzzle.themes)
            screen.line(f"{puzzle.id}  {puzzle.grade}  {puzzle.rating}  {themes}")


@app.command("show", help=SHOW)
def show(
    context: typer.Context,
    name: GameName,
    id: Annotated[str, typer.Argument(metavar="ID", help="One of `duiyi puzzles list`.")],
    solution: Annotated[
        bool, typer.Option("--solution", help="How it is solved, and what is wrong.")
    ] = False,
    language: LanguageOption = None,
) -> None:
    from duiyi.analysis.puzzles.files import puzzles
    from duiyi.analysis.puzzles.words import task_message

    screen = screen_of(context)
    chosen = game(name)
    puzzle = puzzles(chosen.id).get(id)
    if puzzle is None:
        raise typer.BadParameter(f"there is no puzzle {id} of {chosen.id}")
    state = chosen.load(puzzle.position)
    screen.line(puzzle.position)
    BoardPrinter(screen, plain=False).show(state, own=(puzzle.seat,))
    screen.line(screen.words(task_message(chosen.id, puzzle.task)))
    if solution:
        screen.line(" ".join(puzzle.line))
        for token, line in puzzle.refuted.items():
            screen.line(f"? {token} {' '.join(line)}")
