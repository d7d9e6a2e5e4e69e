"""`duiyi match`: games between bots, and who is stronger."""

from __future__ import annotations

import os
import random
import shlex
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from duiyi.cli.arena.doctor import warn_if_busy
from duiyi.cli.common.arguments import (
    InterpreterOption,
    LanguageOption,
    RulesOption,
    SeatsOption,
    whole_paths,
)
from duiyi.cli.common.screen import Screen, screen_of
from duiyi.core import DuiyiError, Game, game, message

if TYPE_CHECKING:
    from duiyi.arena.runners.pool import Runner
    from duiyi.arena.tournament.bots import ReadyBots
    from duiyi.arena.tournament.config import TournamentConfig

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
    from duiyi.arena.tournament.director import begin_match

    screen = screen_of(context)
    if resume is not None:
        config = _resumed(resume, games, bots)
    else:
        config = _config(
            bots, game_name, games, clock, seats, rules, openings, sprt, seed, cores, memory, trust
        )
        config = _with_interpreters(config, interpreters)
    ready = _prepare(screen, config)
    if _person(ready) and (concurrency or 1) > 1:
        raise DuiyiError(message("cli.match.person"))
    directory = resume or records or free_directory(config, RECORDS)
    if resume is None:
        begin_match(config, directory)
    screen.line(screen.phrase("match.records", directory=str(directory)))
    return _play(screen, directory, ready, concurrency)


def _resumed(directory: Path, games: int | None, bots: list[str] | None) -> TournamentConfig:
    from duiyi.arena.tournament.director import resume_match
    from duiyi.arena.tournament.old_match import convert_match

    if bots:
        raise typer.BadParameter("--resume says it all: leave out the bots")
    convert_match(directory)
    return resume_match(directory, games)


def _config(
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
) -> TournamentConfig:
    """The match that the arguments describe; everything that is wrong with them is said here."""
    from duiyi.arena.bots.entrants import read_entrants
    from duiyi.arena.game.clocks import read_clock
    from duiyi.arena.game.conditions import Conditions, Limits
    from duiyi.arena.game.openings import seatings, turns_needed
    from duiyi.arena.game.sprt import read_bounds
    from duiyi.arena.tournament.config import Format, TournamentConfig

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
    return TournamentConfig(
        title="",
        game=ruleset.id,
        options=options,
        seats=count,
        format=Format.match,
        games=number,
        random_turns=openings,
        seed=random.SystemRandom().getrandbits(32) if seed is None else seed,
        conditions=Conditions(
            clock=read_clock(clock),
            cores=cores,
            limits=Limits(memory=memory * MEGABYTE),
            trust=trust,
        ),
        bots=entrants,
        folder=Path.cwd(),
        sprt=bounds,
    )


def _with_interpreters(config: TournamentConfig, words: list[str] | None) -> TournamentConfig:
    conditions = replace(config.conditions, interpreters=whole_paths(words))
    return replace(config, conditions=conditions)


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


def free_directory(config: TournamentConfig, within: Path) -> Path:
    """`within/GAME-A-B`, or with a number where there is one already."""
    words = "-".join((config.game, *config.names))
    name = "".join(char if char.isalnum() or char in "-_." else "_" for char in words)[:80]
    directory, number = within / name, 1
    while directory.exists():
        number += 1
        directory = within / f"{name}-{number}"
    return directory


def _prepare(screen: Screen, config: TournamentConfig) -> ReadyBots:
    """Everything that can be wrong with a bot is said before the first game."""
    from duiyi.arena.tournament.bots import prepare_bots

    ready = prepare_bots(config, cache())
    for bot in ready.bots:
        if bot.diagnostics:
            screen.errors.print(bot.diagnostics, soft_wrap=True)
        if bot.note is not None:
            screen.errors.print(screen.words(bot.note), soft_wrap=True)
    return ready


def cache() -> Path:
    """Where compiled bots are kept."""
    return Path(os.environ.get("XDG_CACHE_HOME") or "~/.cache").expanduser() / "duiyi" / "bots"


def _person(ready: ReadyBots) -> bool:
    from duiyi.arena.bots.entrants import Kind

    return any(bot.kind is Kind.person for bot in ready.bots)


def _play(screen: Screen, directory: Path, ready: ReadyBots, concurrency: int | None) -> int:
    from duiyi.arena.tournament.director import directing
    from duiyi.cli.arena.match_shown import shown_progress, summary

    def make(config: TournamentConfig, bots: ReadyBots, scratch: Path) -> Runner:
        return _runner(screen, config, bots, scratch, concurrency)

    code = 0
    with directing(directory, ready) as director:
        progress = director.progress
        try:
            with shown_progress(screen, progress, _person(ready)) as watch:
                director.run(make, watch)
        except KeyboardInterrupt:
            code = INTERRUPTED
    summary(screen, directory, progress)
    if any(game.id not in progress.given_up for game in progress.open_games):
        command = f"duiyi match --resume {shlex.quote(str(directory))}"
        screen.line(screen.phrase("match.resume", command=command))
    return code or (FAILED if progress.given_up else 0)


def _runner(
    screen: Screen,
    config: TournamentConfig,
    bots: ReadyBots,
    scratch: Path,
    concurrency: int | None,
) -> Runner:
    """Workers; a person has only this terminal."""
    from duiyi.arena.runners.local import LocalRunner
    from duiyi.arena.runners.pool import Pool, core_sets
    from duiyi.cli.play.person import TerminalPerson

    if _person(bots):
        person = TerminalPerson(screen)
        return LocalRunner(person.person, person.watch)
    warn_if_busy(screen)
    return Pool(core_sets(concurrency, config.conditions.cores), scratch)
