"""`duiyi match`: games between bots, and who is stronger."""

from __future__ import annotations

import contextlib
import os
import random
import shlex
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from duiyi.cli.arguments import (
    InterpreterOption,
    LanguageOption,
    RulesOption,
    SeatsOption,
    whole_paths,
)
from duiyi.cli.doctor import warn_if_busy
from duiyi.cli.screen import Screen, screen_of
from duiyi.core import DuiyiError, Game, game, message

if TYPE_CHECKING:
    from duiyi.arena.entrants import Ready
    from duiyi.arena.match import Match, Settings
    from duiyi.arena.workers import Runner

HELP = """Let bots play each other, and tell who is stronger.

A bot is one of our players (`random`, `level-3`, `strong`, `strong:0.2` with seconds for a turn), a
program that speaks the engine protocol (`./bot`, `"python3 bot.py"`), one that speaks a course
interface (`files-a:./bot`, `files-b:./bot`), a C or C++ source, which is compiled first, or
`person` for somebody at this terminal; `NAME=./bot` gives it a name.

    duiyi match ./bot greedy --game tzaar --games 20
    duiyi match new=./bot old=./bot.old --game tzaar --games 2000 --sprt 0,10 --clock 0.1/turn
    duiyi match ./a ./b ./c --game relati --games 60 -o cannon=on
    duiyi match --resume records/tzaar-bot-greedy

Games come in pairs (with more seats, in rounds) with the same opening, played from every seat.
Programs are locked into a sandbox; `duiyi doctor` tells whether this machine has one. A bot sees a
copy of the folder that its program lies in, as it was before the first game: without hidden folders
and without matches and cups. Where another bot of the match lies there too, it sees its program
alone. Beside that there are the system's programs, and what `--interpreter` lists. Each game is
written to a record, every verdict of which `duiyi judge` derives anew. Ctrl-C ends the match with
the score so far, and the last line says how to go on.
"""
INTERRUPTED = 130
FAILED = 1
RECORDS = Path("records")
MEGABYTE = 1_000_000


def match(
    context: typer.Context,
    bots: Annotated[list[str] | None, typer.Argument(metavar="BOT BOT…", help="Who plays.")] = None,
    game_name: Annotated[
        str | None, typer.Option("--game", "-g", metavar="GAME", help="One of `duiyi games`.")
    ] = None,
    games: Annotated[
        int | None, typer.Option("--games", "-n", min=1, metavar="N", help="How many; 100.")
    ] = None,
    clock: Annotated[
        str,
        typer.Option(
            "--clock",
            metavar="TIME",
            help="5/turn: seconds for a turn. 60+1: for a game, and more each turn. none.",
        ),
    ] = "5/turn",
    seats: SeatsOption = None,
    rules: RulesOption = None,
    openings: Annotated[
        int | None,
        typer.Option(
            "--openings",
            min=0,
            max=100,
            metavar="N",
            help="Random turns before the bots begin; as many as make games differ by default.",
        ),
    ] = None,
    sprt: Annotated[
        str | None,
        typer.Option(
            "--sprt",
            metavar="ELO0,ELO1",
            help="Stop as soon as it is clear which of two normalised Elo differences is true.",
        ),
    ] = None,
    seed: Annotated[
        int | None, typer.Option("--seed", metavar="N", help="Makes openings and draws repeatable.")
    ] = None,
    records: Annotated[
        Path | None, typer.Option("--records", metavar="DIR", help="A new directory for records.")
    ] = None,
    resume: Annotated[
        Path | None, typer.Option("--resume", metavar="DIR", help="Go on with a match.")
    ] = None,
    concurrency: Annotated[
        int | None,
        typer.Option("--concurrency", "-j", min=1, metavar="N", help="Games at once; one a core."),
    ] = None,
    cores: Annotated[
        int, typer.Option("--cores", min=1, metavar="K", help="Cores that a bot may use at once.")
    ] = 1,
    memory: Annotated[
        int, typer.Option("--memory", min=16, metavar="MB", help="That a bot may use.")
    ] = 512,
    interpreters: InterpreterOption = None,
    trust: Annotated[
        bool, typer.Option("--trust-bots", help="Run programs without the sandbox; records say so.")
    ] = False,
    language: LanguageOption = None,
) -> int:
    screen = screen_of(context)
    if resume is not None:
        begun = _resumed(resume, games, bots)
    else:
        settings = _settings(
            bots, game_name, games, clock, seats, rules, openings, sprt, seed, cores, memory, trust
        )
        settings = _with_interpreters(settings, interpreters)
        begun = None
    from duiyi.arena.match import begin, free_directory

    chosen = begun.settings if begun else settings
    ready = _prepare(screen, chosen)
    if begun is None:
        begun = begin(chosen, records or free_directory(chosen, RECORDS))
    screen.line(screen.phrase("match.records", directory=str(begun.directory)))
    return _play(screen, begun, ready, concurrency)


def _resumed(directory: Path, games: int | None, bots: list[str] | None) -> Match:
    from duiyi.arena.match import resume

    if bots:
        raise typer.BadParameter("--resume says it all: leave out the bots")
    return resume(directory, games)


def _settings(
    bots: list[str] | None,
    game_name: str | None,
    games: int | None,
    clock: str,
    seats: int | None,
    rules: list[str] | None,
    openings: int | None,
    sprt: str | None,
    seed: int | None,
    cores: int,
    memory: int,
    trust: bool,
) -> Settings:
    """The match that the arguments describe; everything that is wrong with them is said here."""
    from duiyi.arena.clocks import read_clock
    from duiyi.arena.conditions import Conditions, Limits
    from duiyi.arena.entrants import read_entrants
    from duiyi.arena.match import Settings
    from duiyi.arena.openings import seatings, turns_needed
    from duiyi.arena.sprt import read_bounds

    if game_name is None:
        raise typer.BadParameter("which game? --game tzaar, or another of `duiyi games`")
    if not bots or len(bots) < 2:
        raise typer.BadParameter("a match needs two bots or more, such as: ./bot random")
    ruleset = game(game_name)
    entrants = read_entrants(bots)
    count = _seats(ruleset, len(entrants), seats)
    options = ruleset.options.parse(rules or ())
    ruleset.start(count, **dict(options.items()))
    number = 100 if games is None else games
    bounds = None if sprt is None else read_bounds(sprt)
    if bounds is not None and (len(entrants), count) != (2, 2):
        raise DuiyiError(message("cli.match.sprt-two"))
    if openings is None:
        rounds = -(-number // len(seatings(len(entrants), count)))
        openings = turns_needed(ruleset, count, options, rounds)
    return Settings(
        game=ruleset.id,
        seats=count,
        options=options,
        entrants=entrants,
        folder=Path.cwd(),
        games=number,
        turns=openings,
        seed=random.SystemRandom().getrandbits(32) if seed is None else seed,
        conditions=Conditions(
            clock=read_clock(clock),
            cores=cores,
            limits=Limits(memory=memory * MEGABYTE),
            trust=trust,
        ),
        bounds=bounds,
    )


def _with_interpreters(settings: Settings, words: list[str] | None) -> Settings:
    conditions = replace(settings.conditions, interpreters=whole_paths(words))
    return replace(settings, conditions=conditions)


def _seats(ruleset: Game, entrants: int, seats: int | None) -> int:
    count = entrants if seats is None else seats
    if count % entrants:
        raise DuiyiError(message("cli.match.uneven", seats=count, bots=entrants))
    if count not in ruleset.seats:
        low, high = ruleset.seats.start, ruleset.seats.stop - 1
        allowed = str(low) if low == high else f"{low}-{high}"
        raise DuiyiError(
            message("cli.match.seats", game=ruleset.id, allowed=allowed, bots=entrants)
        )
    return count


def _prepare(screen: Screen, settings: Settings) -> list[Ready]:
    """Everything that can be wrong with a bot is said before the first game."""
    from duiyi.arena.entrants import own_files, prepare

    ready = []
    files = own_files(settings.entrants, settings.folder)
    for entrant in settings.entrants:
        others = [file for file in files.values() if file != files.get(entrant.name)]
        found = prepare(entrant, settings.conditions, cache(), settings.folder, others)
        found.check_game(settings.game, settings.seats)
        if found.diagnostics:
            screen.errors.print(found.diagnostics, soft_wrap=True)
        if found.note is not None:
            screen.errors.print(screen.words(found.note), soft_wrap=True)
        ready.append(found)
    return ready


def cache() -> Path:
    """Where compiled bots are kept."""
    return Path(os.environ.get("XDG_CACHE_HOME") or "~/.cache").expanduser() / "duiyi" / "bots"


def _play(screen: Screen, match: Match, ready: list[Ready], concurrency: int | None) -> int:
    from duiyi.arena.match import run
    from duiyi.cli.match_shown import shown_progress, summary

    code = 0
    try:
        with (
            _runner(screen, match, ready, concurrency) as (runner, quiet),
            shown_progress(screen, match, quiet) as changed,
        ):
            run(match, runner, ready, changed)
    except KeyboardInterrupt:
        code = INTERRUPTED
    summary(screen, match)
    if match.left and not match.decided:
        command = f"duiyi match --resume {shlex.quote(str(match.directory))}"
        screen.line(screen.phrase("match.resume", command=command))
    return code or (FAILED if match.failed else 0)


@contextlib.contextmanager
def _runner(
    screen: Screen, match: Match, ready: list[Ready], concurrency: int | None
) -> Iterator[tuple[Runner, bool]]:
    """Who plays the games, and whether it must not be talked into."""
    from duiyi.arena.entrants import Kind
    from duiyi.arena.lock import locked
    from duiyi.arena.workers import Pool, core_sets

    with locked(match.directory) as scratch:
        if any(one.kind is Kind.person for one in ready):
            if (concurrency or 1) > 1:
                raise DuiyiError(message("cli.match.person"))
            yield _here(screen), True
            return
        warn_if_busy(screen)
        pool = Pool(core_sets(concurrency, match.settings.conditions.cores), scratch)
        try:
            yield pool, False
        finally:
            pool.close()


def _here(screen: Screen) -> Runner:
    from duiyi.arena.here import Here
    from duiyi.cli.terminal_person import TerminalPerson

    person = TerminalPerson(screen)
    return Here(person.person, person.watch)
